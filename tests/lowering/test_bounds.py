"""What bounds a game bounds it on compiled rules too: limits, effort, a person who has had enough."""

from __future__ import annotations

import pytest

from croupier.fast import compiled

from .alongside import first_difference, same_bulk
from .small import ruled

AT_ONCE = """
croupier: 1
game: at_once
players: 2..4
cards: {attributes: {rank: 1..9}, copies: 1}
zones: {stock: pile seen by nobody, gone: pile seen by everyone, hand of player: set seen by owner}
play:
  begin: [move deck to stock, shuffle stock, {for each of players: move top 2 of stock to hand}]
  steps: {laying: {by: players at once, times: 2, moves: [lay]}}
moves: {lay: {choose: {card: one of hand}, do: move card to gone}}
result: {score: count of hand}
"""


@pytest.mark.parametrize("limit", [1, 2, 4])
def test_a_game_stops_at_its_limit_while_others_have_still_to_choose(limit: int) -> None:
    """The limit of decisions is met in the middle of what all choose at once."""
    rules = ruled(AT_ONCE, 3, limit=limit)
    engine = compiled(rules, "python")
    assert first_difference(rules, engine, "1:1") is None
    assert same_bulk(rules, engine, 1, 0, 3) is None
