"""The French catalogs: whole, compiled as they stand, and with the same places to fill in."""

from __future__ import annotations

import ast
import io
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo

from croupier.base.language import languages, ntr, speaking, tr
from croupier.rulebook.french_words import PHRASES
from tests.table.catalogs import (
    BOTH,
    OF_THE_LANGUAGE,
    SOURCES,
    Message,
    compiled,
    french,
    is_of_click,
    of_click,
    renew,
    wanted,
)

CATALOGS = [pytest.param(path, id=path.stem) for path in BOTH]
if os.environ.get("CROUPIER_UPDATE"):
    for catalog in BOTH:
        renew(catalog, wanted(catalog))


def texts(message: Message) -> tuple[str, ...]:
    return message if isinstance(message, tuple) else (message,)


@pytest.mark.parametrize("path", CATALOGS)
def test_every_message_is_translated(path: Path) -> None:
    """Every message in the code has French words, help of commands included, and the catalog has no other; of click
    it has what the version says with which it was written."""
    known, found = {message.id: message for message in french(path) if message.id}, wanted(path)
    assert {id for id in set(found) - set(known) if not is_of_click([(place, 1) for place in found[id]])} == set()
    assert {id for id in set(known) - set(found) if not is_of_click(known[id].locations)} == set()
    for message in known.values():
        assert not message.fuzzy, message.id
        assert all(texts(message.string)), message.id


def test_words_of_click_are_found() -> None:
    """What click says of a wrong call is among the messages that the catalog has to have."""
    assert {"Usage:", "No such option {name!r}.", "Missing argument"} <= {
        id for each in of_click() for id in texts(each)
    }


@pytest.mark.parametrize("path", CATALOGS)
def test_the_same_places_are_filled_in(path: Path) -> None:
    """What a message has in braces, its translation has too."""

    def places(text: str) -> set[str]:
        return set(re.findall(r"\{\w*(?:!r)?\}", text))

    for message in french(path):
        ids, told = texts(message.id), texts(message.string)
        if message.id:
            assert all(places(text) == places(own) for own, text in zip(ids, told, strict=True)), message.id


@pytest.mark.parametrize("path", CATALOGS)
def test_what_is_compiled_is_what_is_written(path: Path) -> None:
    """The compiled catalog is made from the written one, whichever version of Babel has made it."""
    kept, made = path.with_suffix(".mo").read_bytes(), compiled(french(path))
    assert read(kept) == read(made)


def read(catalog: bytes) -> tuple[list[tuple[object, object]], str]:
    """What a compiled catalog says, and how it counts: all of it, but for who wrote it down."""
    found = read_mo(io.BytesIO(catalog))
    return [(message.id, message.string) for message in found if message.id], found.plural_expr


def test_no_message_hides_in_an_f_string() -> None:
    """A call within an f-string would not be found by those who translate."""
    for path in (*SOURCES.rglob("*.py"), *OF_THE_LANGUAGE.rglob("*.py")):
        assert not re.search(r"""f["'][^\n]*\{n?tr\(""", path.read_text(encoding="utf-8")), path


def test_commands_say_nothing_that_is_not_translated() -> None:
    """What is shown, or told as a mistake, is no sentence written on the spot."""
    said = r"click\.echo|complain|UsageError|BadParameter|SetupError|PositionError|RulesFault|BookError|Mismatch"
    shown = rf"""(?:{said})\(\s*f?["'](?:[^"'\n{{]|{{[^}}]*}})*[a-z]{{2}} """
    for path in SOURCES.rglob("*.py"):
        found = re.search(shown, path.read_text(encoding="utf-8"))
        assert not found, (path, found and found[0])


SAID_IN = [
    *(OF_THE_LANGUAGE / folder for folder in ("outline", "checker", "errors")),
    *(SOURCES / folder for folder in ("cli", "workbench/interactions", "combos", "scene", "seat", "thinking")),
]
"""Folders whose sentences are for people."""
NOT_SAID = {"tr", "later", "ntr", "AssertionError", "ValueError", "compile", "option", "argument", "split"}
SENTENCE = re.compile(r"^[a-z`{][^\n<>\\|]* (the|a|an|is|are|it|its|of|in|no|not|for|to) [a-z`{]+( [a-z`{]+)*$")


def untranslated(module: ast.Module) -> Iterator[ast.Constant]:
    """Yield the sentences of a module that are neither documentation nor passed to a function that translates."""
    passed: set[int] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in NOT_SAID:
            passed.update(map(id, ast.walk(node)))
        if isinstance(node, ast.Expr):
            passed.add(id(node.value))
        if isinstance(node, ast.Assert):
            passed.add(id(node.msg))
    for node in ast.walk(module):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in passed:
            continue
        if 3 < node.value.count(" ") < 30 and SENTENCE.match(node.value):
            yield node


def test_no_sentence_for_people_is_left_untranslated() -> None:
    """A help that is only a string would be English in every language."""
    found = [
        f"{path}:{node.lineno}: {node.value!r}"
        for folder in SAID_IN
        for path in sorted(folder.rglob("*.py"))
        for node in untranslated(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == []
    module = ast.parse("""'a text of its own'\nhelp = 'put the moves into a stage'\nother = tr('it is told so here')""")
    assert [node.value for node in untranslated(module)] == ["put the moves into a stage"]


def test_what_two_catalogs_have_they_say_alike() -> None:
    """A message of both packages has one translation, whichever catalog is asked first."""
    told = [{message.id: message.string for message in french(path) if message.id} for path in BOTH]
    shared = set(told[0]) & set(told[1])
    assert "card" in shared
    assert {id: (told[0][id], told[1][id]) for id in shared if told[0][id] != told[1][id]} == {}


def test_things_are_called_at_the_table_as_in_the_rulebook() -> None:
    """One word for a thing: in facts and answers of `play`, and in the rules that are printed."""
    rulebook = {name: word for name, word in PHRASES.items() if isinstance(word, str)}
    alike = {
        "suit": "sort_suit", "rank": "sort_rank", "player": "sort_player", "card": "sort_card",
        "combination": "sort_combo", "joker": "word_joker", "jack": "word_J", "queen": "word_Q", "king": "word_K",
        "ace": "word_A", "hearts": "word_hearts", "spades": "word_spades", "clubs": "word_clubs",
        "diamonds": "word_diamonds", "turned up": "revealed_of_card", "out of play": "out_of_play",
        "direction of play": "direction", "left neighbour": "neighbour_left", "right neighbour": "neighbour_right",
    }  # fmt: skip
    with speaking("fr"):
        assert {word: tr(word) for word, key in alike.items() if tr(word) not in rulebook[key]} == {}


def test_speaking() -> None:
    """A language is spoken within its context only; plurals are those of the language."""
    assert languages() == ["en", "fr"]
    assert tr("yes") == "yes"
    with speaking("fr"):
        assert tr("yes") == "oui"
        assert [ntr("{n} card", "{n} cards", n) for n in (0, 1, 2)] == ["0 carte", "1 carte", "2 cartes"]
    assert ntr("{n} card", "{n} cards", 0) == "0 cards"
