"""Who put a card where it lies, asked where moves are tried out: compiled rules find what the reference finds."""

from __future__ import annotations

import pytest

from croupier import Rules
from croupier.fast import compiled
from tests.coverage.test_compiled import first_difference as counted_otherwise

from .alongside import first_difference, first_other_choice
from .small import ruled
from .test_alongside import backends

pytestmark = pytest.mark.in_turn(12)

OWNED = """
croupier: 1
game: owned
players: 2..4
cards: {deck: french52, copies: COPIES}
zones:
  stock: pile seen by nobody
  gone: pile seen by everyone
  open: set seen by everyone
  hand of player: set seen by owner
  won of player: pile seen by everyone
ZONES
state: {paid of player: number}
play:
  begin: [move deck to stock, shuffle stock, for each of players: move top 4 of stock to hand]
  steps:
    turn:
      by: players
      times: 30
      must: {MUST}
      steps: {act: {times: 2, until: hand is empty, moves: [throw, lay, take, draw, pass]}}
moves:
  throw: {choose: {card: one of hand}, do: [move card to gone]}
  lay: {choose: {card: one of hand}, do: [move card to open, add 1 to paid]}
  take: {choose: {card: one of open where owner is not me}, do: move card to hand}
  draw: {when: stock is not empty and count of hand < 5, do: move top of stock to hand}
  pass: {when: {mine: gone is empty or owner of top of gone is not me}}
result: {score: paid, best: highest}
"""

MUSTS = {
    "of a pile": "mine: count of (gone where owner is me) mod 2 is 0 or paid > 2",
    "of the top of a pile": "top: gone is empty or owner of top of gone is me or count of hand > 3",
    "of a set": "most: count of (open where owner is me) >= paid mod 3",
    "of a hand": "held: none of hand where owner is not me, some: count of hand < 5",
    "of nobody": "none: none of (gone with open) where owner is none or owner is left of me",
}


def owned(name: str, players: int, copies: int = 1, zones: str = "") -> Rules:
    return ruled(OWNED.replace("MUST", MUSTS[name]).replace("COPIES", str(copies)).replace("ZONES", zones), players)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize("name", MUSTS)
def test_it_is_known_who_owns_a_card(name: str, copies: int, players: int) -> None:
    """Decision by decision, in Python and in C."""
    rules = owned(name, players, copies)
    for on in backends():
        engine = compiled(rules, "c" if on == "c" else "python")
        assert engine.runs_on == on, engine.why
        for seed in range(2):
            assert first_difference(rules, engine, f"{players}:{seed}", 50, every=3) is None


@pytest.mark.parametrize("name", MUSTS)
def test_players_who_look_ahead_know_it(name: str) -> None:
    rules = owned(name, 3)
    engine = compiled(rules, "python", foresees=True)
    assert first_other_choice(rules, engine, "3:1", 24) is None
    assert counted_otherwise(rules, compiled(rules, "python", coverage=True), 4, 1) is None


def test_of_a_set_that_not_all_see_it_is_not_known() -> None:
    """There a player may not know who put a card into it."""
    rules = owned("of a pile", 2, zones="  veiled: set seen by nobody")
    for on in backends():
        engine = compiled(rules, "c" if on == "c" else "python")
        assert first_difference(rules, engine, "2:1", 50) is None
