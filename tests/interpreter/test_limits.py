"""Limits of the rules are counted in terms of the rules: the same in play, in copies and in what is looked ahead."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from croupier import Game, RulesFault
from croupier.base import limits
from croupier.base.effort import EFFORT
from croupier.table import display

from .small_games import rules

CHOOSING = """
croupier: 1
game: choosing
players: 2
cards: {attributes: {value: 1..10}, copies: 3}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
play:
  begin:
    - move deck to stock
    - for each of players: move stock to hand
  steps: {turn: {by: players, moves: [one, pair]}}
moves:
  one: {choose: {card: one of hand}, when: {low: value of card < 5}}
  pair: {choose: {card: one of hand, other: one of hand}, when: {low: value of card < 3, lower: value of other < 3}}
result: {score: 0}
"""


@pytest.mark.parametrize("most", [4, 3])
def test_ways_to_choose_are_those_that_are_legal(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """What conditions refuse, and copies that read the same, are no ways: one card of four, a pair of four."""
    monkeypatch.setattr(limits, "MOST_MOVES", most)
    game = Game(rules(CHOOSING), 1)
    if most < 4:
        with pytest.raises(RulesFault, match="more than 3 ways to choose card"):
            game.legal_moves(0)
    else:
        assert len(game.legal_moves(0)) == 8


SPINNING = """
croupier: 1
game: spinning
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody}
state: {turns: number, n: number}
play:
  steps:
    round:
      by: players
      times: 2
      must: n < 100
      steps:
        turn: {moves: [go]}
        spin:
          times: turns
          begin: [add 1 to n, LISTS]
          end: [add 1 to n, set n to n + 0]
        never: {when: n < 0, moves: [go]}
moves:
  go: {choose: {number: one of 1..9}, do: set turns to number}
result: {score: n}
"""


@pytest.mark.parametrize("more", ["add 0 to n", "{if n > 0: [add 0 to n, add 0 to n]}"])
@pytest.mark.parametrize("bound", [10, 9])
def test_performances_are_counted_and_nothing_else(more: str, bound: int) -> None:
    """However much each of them does: eight turns of a stage, then the next round and its decision."""
    game = Game(rules(SPINNING.replace("LISTS", more).replace("      must: n < 100\n", "")), 1)
    game._state.patience = bound
    if bound < 10:
        with pytest.raises(RulesFault, match="more than 9 stages ran without a decision"):
            game.play(0, "go 8")
    else:
        game.play(0, "go 8")
        assert game.performances("round") == 2


def test_what_is_looked_ahead_counts_the_same() -> None:
    """A performance that is imagined is one as any other: eight turns are within the bound there as in play."""
    game = Game(rules(SPINNING.replace("LISTS", "add 0 to n").replace("1..9", "1..8")), 1)
    game._state.patience = 10
    assert [str(move) for move in game.legal_moves(0)] == [f"go number={n}" for n in range(1, 9)]
    game.play(0, "go 8")
    game._state.patience = 7
    with pytest.raises(RulesFault, match="more than 7 stages ran without a decision"):
        game.copy().legal_moves(1)


COUNTED = """
croupier: 1
game: counted
players: 2
cards: {attributes: {value: 1..10}, copies: 30}
zones: {stock: pile seen by nobody, hand of player: set seen by everyone}
state: {least of card: number starting lowest of value of deck}
define: {held of player: sum of value of hand}
show: [held]
play:
  begin:
    - move deck to stock
    - for each of players: move stock to hand
  steps: {turn: {by: players, moves: [keep]}}
moves:
  keep: {choose: {card: one of hand}, when: {held: held > 0}, do: set least of card to 2}
result: {score: held}
"""


def test_what_a_seat_is_told_does_not_depend_on_what_a_decision_has_left() -> None:
    """Hidden cards decide how much of its budget a decision spends."""
    game = Game(rules(COUNTED), 1)
    asked: list[Callable[[], object]] = [
        lambda: display.shown(game, 0),
        lambda: display.at_start(game, 0),
        lambda: game.standing,
        lambda: game.view(0),
        lambda: game.offer(0).now.score,
    ]
    answers = [ask() for ask in asked]
    assert answers[0]
    assert answers[1]
    for ask, answer in zip(asked, answers, strict=True):
        EFFORT.left = 0
        assert ask() == answer
