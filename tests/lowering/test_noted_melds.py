"""Something is noted on copies of cards where they lie in melds: which of them comes first there is as the reference
has it."""

from __future__ import annotations

import pytest

from croupier import Rules
from croupier.fast import NotCompiled, compiled

from .alongside import first_difference, first_other_choice
from .small import ruled
from .test_alongside import engines

pytestmark = pytest.mark.in_turn(8)

RULES = """
croupier: 1
game: marks
players: 2
cards: {attributes: {rank: 1..5, suit: red/blue}, packs: 3WILD}
zones:
  stock: pile seen by nobody
  heap: pile seen by everyone
  hand of player: set seen by owner
  table: melds seen by everyone
  own of player: melds seen by everyone
state:
  gained of player: number
  mark of card in table: number starting 2
  flag of card: no/yes
  named: card or none
  OTHER
tables:
  worth of card by rank: {1..5: 1..5}
combos:
  pair: {same: rank, size: 2..3WILDS}
  run: {same: suit, sequence: 1..5, size: 3..WILDS}
  group: {size: 2..3, where: sum of rank is 6}
  either: pair/run
  arranged: {split: pair/run, least: worth}
play:
  begin: [move deck to stock, shuffle stock, for each of players: move top 8 of stock to hand]
  steps:
    turn:
      by: players
      times: 60
      moves: [draw, lay, lay_sum, lay_two, lay_best, up, each_one, take, shift, off, back, look, put, first_one, throw]
moves:
  draw: {when: stock is not empty and count of hand < 10, do: move top of stock to hand}
  lay: {choose: {laid: one of either of hand}, do: [move laid to table]}
  lay_sum: {choose: {laid: one of group of hand}, do: [move laid to own]}
  lay_two: {choose: {laid: 1..2 of pair of hand}, do: [move laid to table, add sum of mark of cards of laid to gained]}
  lay_best: {do: [move arranged of hand to table]}
  up:
    when: table is not empty
    do: [add 1 to mark of first of cards of table, set flag of last of cards of table to yes]
  each_one:
    when: table is not empty
    do: [for each of cards of table as c: [if gained < 40: [add mark of c to gained], add gained mod 3 to mark of c]]
  take: {choose: {laid: one of table}, do: [add sum of mark of cards of laid to gained, move laid to hand]}
  shift: {choose: {laid: one of table}, do: [move laid to own]}
  off:
    choose: {card: one of hand, spot: one of (spots of table) where card fits it}
    do: [move card to spot, add mark of card to gained, set mark of card to count of hand]
  back: {when: table is not empty, do: [move ((cards of table) where mark > 2) to hand]}
  look: {when: table is not empty, do: [add sum of mark of ((cards of table) where flag) to gained]}
  put: {choose: {card: one of hand}, do: [set flag of card to (not flag of card), set named to card]}
  first_one:
    when: table is not empty and named is not none
    do: [if flag of named: [add rank of named to gained], set named to first of cards of table]
  throw: {choose: {card: one of hand where not flag}, do: MOVED}
result: {score: gained, best: highest}
"""
"""`flag` tells copies apart wherever they lie, `mark` in melds alone."""


def noted(*, wild: bool, other: str = "many: cards", moved: str = "move card to heap") -> Rules:
    text = RULES.replace("WILDS", ", wilds: 0..1" if wild else "").replace("WILD", ", wild: rank is 5" if wild else "")
    return ruled(text.replace("OTHER", other).replace("MOVED", moved))


@pytest.mark.parametrize("wild", [False, True])
def test_copies_in_melds_are_told_apart_alike(wild: bool) -> None:
    """Melds that are chosen, arranged, laid off to, taken back, and moved on."""
    rules = noted(wild=wild)
    for engine in engines(rules):
        for seed in range(2):
            assert first_difference(rules, engine, f"{seed}:1", 70) is None
    ahead = compiled(rules, "python", foresees=True)
    assert first_other_choice(rules, ahead, "1:1", 30) is None


@pytest.mark.parametrize(
    "change",
    [
        {"other": "owed of card in hand: number"},
        {"moved": "[move card to heap, move (pair of heap) to table]"},
        {"moved": "[swap card with top of stock]"},
    ],
    ids=str,
)
def test_copies_that_come_in_another_order_are_left_to_the_reference(change: dict[str, str]) -> None:
    """A meld is kept as a set of cards, and forgets it."""
    with pytest.raises(NotCompiled, match="differ in their state: in melds"):
        compiled(noted(wild=False, **change), "python")
