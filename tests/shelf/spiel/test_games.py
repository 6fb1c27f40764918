"""Games of the shelf are those of OpenSpiel, move by move, with the options that reproduce what it simplifies."""

from __future__ import annotations

import pytest

from . import comparing, showdown
from .alongside import Pair, play_alongside

pytest.importorskip("pyspiel", reason="open_spiel is not installed: it has no wheel for this platform")

PAIRS = [*showdown.PAIRS, *comparing.PAIRS]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_the_same_moves_and_the_same_returns(pair: Pair) -> None:
    """A few dozen games, chosen at random here, can be followed there."""
    assert play_alongside(pair, 1, 30) > 0


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_the_same_over_hundreds_of_games(pair: Pair) -> None:
    assert play_alongside(pair, 100, 500) > 0
