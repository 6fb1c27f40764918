"""Small rulesets whose printed rules once said something wrong, each with what has to stand there."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.rulebook import markdown, rulebook
from croupier.table.catalogue import find
from croupier_dsl.compiler import check_text

CASES = Path(__file__).parent / "cases"


def printed(name: str, language: str = "en", **exchanged: str) -> str:
    """The rulebook of a case, with some of its text exchanged."""
    text = (CASES / f"{name}.yaml").read_text("utf-8")
    for old, new in exchanged.items():
        assert old in text
        text = text.replace(old, new)
    rules, found = check_text(text, f"{name}.yaml")
    assert rules is not None, found
    return markdown(rulebook(rules, {}, None, language))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("last", [5, 6, 7])
def test_a_sequence_over_numbers_lists_these_numbers(last: int, language: str) -> None:
    """The numbers that the sequence names, from the least of them, not those at the same places of the attribute."""
    told = printed("numbers-in-sequence", language, **{"sequence: 1..7": f"sequence: 1..{last}"})
    listed = ", ".join(map(str, range(1, last + 1)))
    line = next(line for line in told.splitlines() if listed in line and ("order" in line or "ordre" in line))
    assert line.rstrip(".").partition(": ")[2].strip() == listed or line.endswith(f": {listed}.")


def test_cards_that_are_not_in_the_game_are_not_counted() -> None:
    """The kinds without copies belong to no number and no list, and a card of the example reads as people say it."""
    told = printed("plural-nouns")
    assert "there are 9 different cards" in told
    assert "15" not in told
    assert "that of the red 1 or blue 1" in told
    assert "plain 1" not in told
    assert "\\_" not in told
    assert "il y a 9 cartes différentes" in printed("plural-nouns", "fr")


@pytest.mark.parametrize(("game", "number"), [("tramlines", 54), ("tarot", 78)])
def test_a_game_counts_the_cards_that_it_has(game: str, number: int) -> None:
    """Where a deck leaves combinations out."""
    told = markdown(rulebook(find(game), {}, None, "en"))
    assert f"there are {number} different cards" in told


def test_how_many_cards_there_are_goes_by_the_number_of_players() -> None:
    """A card that is left out with three players counts with two and four only; the number agreed on counts."""
    rules = find("briscola")
    assert "40 with 2 or 4 players; 39 with 3 players" in markdown(rulebook(rules, {}, None, "en"))
    assert "none of 2 of coins" in markdown(rulebook(rules, {}, 3, "en"))
