"""The agents of the benchmarks learn: the same way each time, since all chance has a seed."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

import pytest

pytest.importorskip("numpy")
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

import learning_trio  # the path comes first

from croupier import load  # as above

pytestmark = pytest.mark.in_turn(4)


def test_self_play_at_trio_beats_greedy_players() -> None:
    """From weights of nothing, a few thousand turns make the agent win more than a fair share of 33 games in 99."""
    rules = load("trio", 3)
    assert learning_trio.wins(learning_trio.Agent(rules), rules, 99) < 15
    agent, played = next(islice(learning_trio.training(rules, 64), 5, None))
    assert played > 100
    assert learning_trio.wins(agent, rules, 99) > 50
