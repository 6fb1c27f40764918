"""Players who look ahead where several choose at once: what comes of a choice nobody can tell before all have chosen;
who is asked for more then sees as far as what others have chosen, which is still to happen."""

from __future__ import annotations

import pytest

from croupier.fast import compiled

from .alongside import first_other_choice
from .small import ruled
from .test_alongside import backends

pytestmark = pytest.mark.costly

RULES = """
croupier: 1
game: at-once
players: 2..4
cards: {attributes: {rank: 1..6, suit: red/blue}, packs: 2}
zones:
  stock: pile seen by nobody
  heap: pile seen by everyone
  hand of player: set seen by owner
  front of player: set seen by everyone
state:
  gained of player: number
  told: number
play:
  begin: [move deck to stock, shuffle stock, for each of players: move top 5 of stock to hand]
  steps:
    round:
      times: 9
      steps:
        asking:
          by: WHO
          moves: [MOVES]
          end:
            - add 1 to told
            - for each of players as each:
                - if gained of each mod 3 is 0: add 4 to gained of each
        turn: {by: players, until: stock is empty, moves: [draw, lay, wait]}
moves:
  wait: {}
  draw: {do: move top of stock to hand}
  lay:
    choose: {card: one of hand}
    do:
      - choose: {more: one of hand where rank <= rank of card}
      - move more to front
      - add rank of more to gained
      - if rank of more is 1:
          - choose: {last: one of 1..3}
      - add 1 to gained
  give:
    choose: {n: one of 1..3}
    do:
      - add n to gained of left
      - choose: {card: one of hand}
      - move card to hand of left
      - move top of stock to hand
  stop:
    when: {few: told < 20}
    do:
      - choose: {n: one of 0..2}
      - add n to gained
      - add 1 to told
      - if n is 2: end asking
whenever:
  much:
    when: count of front of first of players > 4
    do: [move front of first of players to heap, add 3 to gained of first of players]
result: {score: gained - told, best: highest}
"""

ALL = "lay, give, stop, wait"
WHO = {
    "all": ("players at once", ALL),
    "all, or nobody else": ("players at once", "stop, wait"),
    "some": ("players where gained mod 2 is 0 at once", ALL),
    "one": ("players where it is first of players at once", ALL),
    "the first": ("players from last of players first served", ALL),
    "one, the first": ("players where it is last of players first served", ALL),
}


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("who", WHO)
def test_they_choose_alike(who: str, players: int) -> None:
    """Whoever is asked for more, and whatever others have chosen; also where one alone is asked."""
    by, moves = WHO[who]
    rules = ruled(RULES.replace("WHO", by).replace("MOVES", moves), players)
    for on in backends():
        engine = compiled(rules, on, foresees=True)
        for seed in ("1:1", "4:1", "7:1", "8:1"):
            told = first_other_choice(rules, engine, seed, 60)
            assert told is None, told
