"""Cards that lie in one of several places, or with somebody who may be nobody, are looked for where they are."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from croupier import load
from croupier.fast import compiled

from .alongside import first_difference, first_other_choice
from .small import ruled
from .test_alongside import engines

SHOWN_BY_OPTION = """
croupier: 1
variant: shown-by-option
of: cribbage
add:
  state.counter in telling: player starting me
  define.to_count: if box is empty then shown of counter else box
  stages.telling: {steps: {saying: {moves: [say_points]}}}
  play.deal.showing.steps: telling
  play.deal.crib_showing.steps: telling
  moves.say_points: {do: [add worth of to_count to points of team of me]}
change: {play.deal.crib_showing.begin: [move crib to box]}
remove: [play.deal.showing.begin]
"""


@pytest.mark.costly
def test_cards_of_one_of_two_places_are_looked_for_in_both(tmp_path: Path) -> None:
    """Also where the owner of one is asked for on the side that is not taken."""
    file = tmp_path / "shown-by-option.yaml"
    file.write_text(dedent(SHOWN_BY_OPTION), encoding="utf-8")
    rules = load(str(file))
    for engine in engines(rules):
        assert first_difference(rules, engine, "4:1", 60, every=3) is None
        assert first_difference(rules, engine, "4:2", 60, every=3) is None


PERHAPS_NOBODY = """
croupier: 1
game: perhaps
players: 2
cards: {attributes: {value: 1..8, colour: red/blue}}
zones: {stock: pile seen by nobody, row: FORM seen by everyone, hand of player: set seen by everyone}
state: {chosen: player or none, open: no/yes}
define:
  there: if open then (hand of chosen) else row
  near of player: if open then hand else row
  most of player: highest of value of hand
play:
  begin: [move deck to stock, for each of players: move top 3 of stock to hand, move top 2 of stock to row]
  steps: {turn: {by: players, times: 12, moves: [name, forget, turn, take, take_all, look]}}
moves:
  name: {choose: {who: one of players}, do: set chosen to who}
  forget: {do: set chosen to none}
  turn: {do: set open to (if open then no else yes)}
  take: {choose: {card: one of there}, do: move card to hand}
  take_all:
    when: {some: there is not empty}
    do: [move there where value < 6 to hand, move near of chosen to stock]
  look:
    when: {some: count of there + count of near of chosen > 1, high: most of chosen is not 8}
    do: [move (first of there) to row, move top of stock to row]
result: {score: count of hand, best: highest}
"""


@pytest.mark.costly
@pytest.mark.parametrize("form", ["set", "pile", "row"])
@pytest.mark.parametrize("cast", [1, 2])
def test_the_cards_of_nobody_are_looked_for_nowhere(form: str, cast: int) -> None:
    """Where cards lie that belong to nobody, or to somebody else: as on the reference, with all bounds kept."""
    rules = ruled(PERHAPS_NOBODY.replace("FORM", form), 2)
    for engine in engines(rules):
        for game in range(4):
            assert first_difference(rules, engine, f"{cast}:{game}", 12) is None
    if form == "set":
        foreseeing = compiled(rules, "python", foresees=True)
        assert first_other_choice(rules, foreseeing, f"{cast}", 12) is None
