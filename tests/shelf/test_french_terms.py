"""Several games call the same thing by one French term: one table by family, which the texts of all games keep."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from croupier.table import catalogue

TABLE: dict[str, dict[str, str | list[str]]] = yaml.safe_load(
    Path(__file__).with_name("french_terms.yaml").read_text("utf-8")
)
SENTENCES = (".says", ".meaning", ".short", ".line", ".noun", ".many")


def called(game: str) -> Iterator[tuple[str, str, str]]:
    """The titles of a game, with their paths: English, French."""
    for path, texts in catalogue.find(game).texts:
        told = dict(texts)
        if not path.endswith(SENTENCES) and {"en", "fr"} <= told.keys():
            yield path, told["en"].strip().lower(), told["fr"].strip().lower()


def terms(family: str, english: str) -> list[str]:
    """The French terms for a thing in a family of games; none where the table does not have it."""
    found = TABLE.get(family, {}).get(english) or TABLE["all"].get(english) or []
    return [found] if isinstance(found, str) else found


@pytest.mark.costly
def test_every_game_keeps_the_terms_of_its_family() -> None:
    """Each title of the table is one of its French terms."""
    wrong = [
        f"{game}: {path}: {english}: {french}, not {' or '.join(known)}"
        for game in catalogue.games()
        for path, english, french in called(game)
        if (known := terms(catalogue.find(game).family, english)) and french not in known
    ]
    assert wrong == []


@pytest.mark.costly
def test_every_term_is_used() -> None:
    """By a game of the family, or of any for `all`: a line that nothing needs is gone."""
    used = {(catalogue.find(game).family, english) for game in catalogue.games() for _, english, _ in called(game)}
    everywhere = {english for _, english in used}
    for family, table in TABLE.items():
        for english in table:
            assert english in everywhere if family == "all" else (family, english) in used, (family, english)


@pytest.mark.parametrize(("family", "english", "known"), [("rummy", "set", ["brelan", "série"]), ("tricks", "set", [])])
def test_a_family_has_words_of_its_own(family: str, english: str, known: list[str]) -> None:
    """And where neither it nor `all` has one, any word goes."""
    assert terms(family, english) == known
