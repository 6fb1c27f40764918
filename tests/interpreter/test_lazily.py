"""Melds are found one by one: whether there are any, and which is the first, is known without finding all."""

from __future__ import annotations

import pytest

from croupier import Game
from croupier.base.effort import BUDGET, EFFORT

from .small_games import rules

MANY = """
croupier: 1
game: many
players: 2
cards: {attributes: {value: 1..9, colour: red/blue/green}, copies: 6}
zones:
  stock: pile seen by nobody
  off: set seen by everyone
  hand of player: set seen by owner
combos: {alike: {same: colour, size: 2..}}
define:
  reds of player: (alike of hand) where count of cards > 1
play:
  begin:
    - move deck to stock
    - for each of players: move top 80 of stock to hand
  steps:
    turn: {by: players, times: 1, moves: [rest]}
moves:
  rest: {do: []}
whenever:
  shed: {RULE}
result: {score: count of hand, best: lowest}
"""


@pytest.mark.parametrize(
    "rule",
    [
        "each: players, when: {few: count of off < 6, some: alike of hand is not empty}, "
        "do: move first of alike of hand to off",
        "each: players, when: {few: count of off < 6, some: reds is not empty}, do: move first of reds to off",
        "each: players, when: {few: count of off < 6, some: some of (alike of hand) where count of cards is 2}, "
        "do: move first of ((alike of hand) where count of cards is 2) to off",
    ],
)
def test_the_first_meld_of_very_many_is_found_at_once(rule: str) -> None:
    """Eighty cards of three colours make more sets than could ever be listed."""
    game = Game(rules(MANY.replace("RULE", rule)), 1)
    assert len(game.view(0).zones["off"].cards) == 6
    assert EFFORT.left > BUDGET * 9 // 10


def test_a_rule_that_can_fire_for_no_meld_lists_none() -> None:
    """What its first conditions ask is the same for all."""
    when = "{late: count of off > 99, large: count of it > 90}"
    rule = f"each: alike of hand of first of players, when: {when}, do: end play"
    game = Game(rules(MANY.replace("RULE", rule)), 1)
    assert game.to_act == (0,)
    assert EFFORT.left > BUDGET * 9 // 10
