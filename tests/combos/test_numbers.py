"""Combos over attributes that are numbers go by the numbers, whatever the least is, and however large they are."""

from __future__ import annotations

import pytest

from croupier.compile.binding import bind
from croupier_dsl.compiler import check_text

RULES = """\
croupier: 1
game: numbers
players: 2
cards: {{attributes: {{colour: red/blue, value: {values}}}}}
zones: {{stock: pile seen by nobody, hand of player: set seen by owner}}
combos:
  run: {{same: colour, sequence: {sequence}, size: 2..}}
  apart: {{same: colour, different: value, size: 2}}
play: {{begin: [move deck to stock], steps: {{turn: {{by: players, times: 2, moves: [pass]}}}}}}
moves: {{pass: {{when: hand is not run and hand is not apart}}}}
result: {{score: count of hand}}
"""


@pytest.mark.parametrize(
    ("values", "sequence", "places"),
    [
        ("1..7", "1..6", {1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: None}),
        ("3..5", "3..5", {3: 0, 4: 1, 5: 2}),
        ("-2..3", "-1..2", {-2: None, -1: 0, 0: 1, 1: 2, 2: 3, 3: None}),
        ("2/4/5000", "4/2/5000", {2: 1, 4: 0, 5000: 2}),
    ],
)
def test_a_sequence_has_the_places_that_it_names(values: str, sequence: str, places: dict[int, int | None]) -> None:
    """Each number stands where the sequence names it; one that it leaves out stands nowhere."""
    rules, found = check_text(RULES.format(values=values, sequence=sequence), "numbers.yaml")
    assert rules is not None, found
    program = bind(rules, 2)
    pattern = program.combos.patterns["run"]
    assert pattern.places is not None
    assert pattern.length == len([place for place in places.values() if place is not None])
    for kind, at in zip(program.kinds, pattern.places, strict=True):
        number = kind.values[1]
        assert number is not None
        assert at == (() if places[number] is None else (places[number],)), number


def test_different_tells_numbers_below_zero_from_having_none() -> None:
    """A card worth -1 has a value, so it is in combos of different values."""
    rules, found = check_text(RULES.format(values="-2..3", sequence="-1..2"), "numbers.yaml")
    assert rules is not None, found
    program = bind(rules, 2)
    numbers = program.combos.patterns["apart"].different
    assert numbers is not None
    assert min(numbers) >= 0
    assert len(set(numbers)) == 6
