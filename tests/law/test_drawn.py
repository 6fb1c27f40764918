"""Sentences of every kind, drawn by chance: what `check` accepts is played, or is a fault that says what is wrong."""

from __future__ import annotations

import time

import pytest

from croupier import Game, Rules, RulesFault
from croupier.base.chance import Stream
from croupier.base.effort import EFFORT, OutOfTime
from croupier.compile.binding import bind
from croupier_dsl import ir

from .rulesets import accepted

SECONDS = 2.0
"""One game is not played longer than this; what is slow is the matter of other tests."""


def play(rules: ir.Rules, players: int, seed: int) -> int:
    """Twenty random decisions, and whatever is asked of a game on the way; how many were made."""
    options = {"few": str(seed % 4), "open": "yes" if seed % 3 else "no"}
    made, below = 0, Stream(seed, 1).below
    try:
        with EFFORT.until(time.monotonic() + SECONDS):
            game = Game(Rules(bind(rules, players, options)), str(seed))
            while game.to_act and made < 20:
                seat = game.to_act[below(len(game.to_act))]
                legal = game.legal_moves(seat)
                assert legal
                game.view(seat)
                game.play(seat, legal[below(len(legal))])
                made += 1
            assert game.position() is not None
            assert game.log(0) is not None
    except (RulesFault, OutOfTime):
        pass
    return made


def tried(seeds: range) -> tuple[int, int]:
    """How many rulesets were accepted, and how many moves were made."""
    valid = moves = 0
    for seed in seeds:
        rules = accepted(seed)
        if rules is not None:
            valid += 1
            moves += play(rules, 2 + seed % 2, seed)
    return valid, moves


@pytest.mark.costly
def test_drawn_rules_are_played() -> None:
    """Only faults of the rules may come of what was accepted; and most of what is drawn is, and is played."""
    valid, moves = tried(range(12))
    assert valid > 4
    assert moves > 30


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100, 500, 50))
def test_many_drawn_rules_are_played(first: int) -> None:
    """The same, of many more."""
    assert tried(range(first, first + 50))[0] > 35
