"""The greedy player has a limit that no position takes it beyond."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from croupier.base.moves import Move
from croupier.players.greedy import BREADTH, TRIES, Greedy
from croupier.seat.views import Consequence


class Wide:
    """A position with so many moves, each of which leads to another such position; the last move is the best."""

    def __init__(self, moves: int, tried: list[int]) -> None:
        self.moves = [Move("move", (("number", str(i)),)) for i in range(moves)]
        self.view = SimpleNamespace(zones={})
        self.tried = tried

    def after(self, index: int) -> Consequence:
        self.tried.append(index)
        score = index if index == len(self.moves) - 1 else 0
        follow: Any = lambda: Wide(len(self.moves), self.tried)  # noqa: E731  # a stand-in for a method
        return Consequence(False, score, 0, 0, 0, follow)


@pytest.mark.parametrize("moves", [3, 17, 50, 400])
def test_a_decision_tries_no_more_positions_than_it_may(moves: int) -> None:
    """However many moves there are, and whatever follows them; what it can see to be best it takes."""
    tried: list[int] = []
    offer: Any = Wide(moves, tried)
    chosen = Greedy(1, 0, 0).choose(offer)
    assert len(tried) <= 2 * TRIES + BREADTH
    if moves <= BREADTH:
        assert chosen == offer.moves[-1]
