"""The French catalog: whole, compiled as it stands, and with the same places to fill in."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from croupier.language import CATALOGS, languages, ntr, speaking, tr

SOURCES = CATALOGS.parent
FRENCH = CATALOGS / "fr" / "LC_MESSAGES" / "croupier.po"


def used() -> set[str | tuple[str, ...]]:
    """The messages in the code."""
    keywords = {"tr": None, "ntr": (1, 2)}
    return {found[2] for found in extract_from_dir(str(SOURCES), [("**.py", "python")], keywords=keywords)}


@pytest.fixture
def french() -> Catalog:
    with FRENCH.open("rb") as file:
        return read_po(file, locale="fr", domain="croupier")


def test_every_message_is_translated(french: Catalog) -> None:
    """Every message in the code has French words, and the catalog has no other."""
    known = {message.id: message for message in french if message.id}
    assert set(known) == used()
    for message in known.values():
        assert not message.fuzzy, message.id
        assert all(message.string) if isinstance(message.string, tuple) else message.string, message.id


def test_the_same_places_are_filled_in(french: Catalog) -> None:
    """What a message has in braces, its translation has too."""

    def places(text: str) -> set[str]:
        return set(re.findall(r"\{\w*\}", text))

    for message in french:
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        told = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id:
            assert all(places(text) == places(own) for own, text in zip(ids, told, strict=True)), message.id


def test_what_is_compiled_is_what_is_written(french: Catalog) -> None:
    """The compiled catalog is made from the written one."""
    made = io.BytesIO()
    write_mo(made, french)
    assert FRENCH.with_suffix(".mo").read_bytes() == made.getvalue()


def test_no_message_hides_in_an_f_string() -> None:
    """A call within an f-string would not be found by those who translate."""
    for path in Path(SOURCES).rglob("*.py"):
        assert not re.search(r"""f["'][^\n]*\{n?tr\(""", path.read_text(encoding="utf-8")), path


def test_speaking() -> None:
    """A language is spoken within its context only; plurals are those of the language."""
    assert languages() == ["en", "fr"]
    assert tr("yes") == "yes"
    with speaking("fr"):
        assert tr("yes") == "oui"
        assert [ntr("{n} card", "{n} cards", n) for n in (0, 1, 2)] == ["0 carte", "1 carte", "2 cartes"]
    assert ntr("{n} card", "{n} cards", 0) == "0 cards"
