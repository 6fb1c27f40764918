"""Cards of which the sum is asked, among more than anybody would lay out: both engines list the same ones."""

from __future__ import annotations

import pytest

from croupier import Game
from croupier.base.effort import TooMuch
from croupier.fast import compiled

from .alongside import first_difference
from .small import ruled

HUNDRED = """croupier: 1
game: hundred
players: 2
options: {n: 5..60 starting 20}
cards: {attributes: {v: 1..40}, copies: 4}
zones:
  stock: pile seen by nobody
  discard: pile seen by everyone
  hand of player: set seen by owner
combos: {hundred: {size: 2.., where: sum of v is 100}}
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top n of stock to hand
  steps:
    turn: {by: players, times: 4, moves: [lay, pass]}
moves:
  lay: {choose: {m: one of hundred of hand}, do: move cards of m to discard}
  pass: {}
result: {score: count of hand, best: lowest}
"""


@pytest.mark.costly
def test_twenty_cards_are_listed_alike() -> None:
    """1,531 ways to make a hundred of the first hand, the same in Python as on the reference."""
    rules = ruled(HUNDRED, 2)
    assert len(Game(rules, "0").legal_moves(0)) == 1532
    assert first_difference(rules, compiled(rules, "python"), "0") is None


@pytest.mark.costly
def test_forty_cards_are_too_many_and_say_so() -> None:
    """The search ends, and what ends it names the hand and the choice."""
    with pytest.raises(TooMuch) as told:
        Game(ruled(HUNDRED, 2, {"n": 40}), "0").legal_moves(0)
    assert "computing whether P1 can make lay takes too long for one decision" in str(told.value)
    assert "moves.lay.choose.m" in str(told.value)
