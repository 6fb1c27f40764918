"""Games of the shelf are those of OpenSpiel and RLCard, move by move, with options for what these simplify."""

from __future__ import annotations

from dataclasses import replace

import pytest

from . import banking, bluffing, classics, comparing, fishing, holdem, modern, rummy, shedding, showdown, trams, tricks
from .alongside import Pair, play_alongside

pytestmark = pytest.mark.in_turn(14)

PAIRS = [
    *showdown.PAIRS,
    *holdem.PAIRS,
    *banking.PAIRS,
    *bluffing.PAIRS,
    *classics.PAIRS,
    *comparing.PAIRS,
    *fishing.PAIRS,
    *modern.PAIRS,
    *rummy.PAIRS,
    *shedding.PAIRS,
    *trams.PAIRS,
    *tricks.PAIRS,
]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_the_same_moves_and_the_same_returns(pair: Pair) -> None:
    """Some games, chosen at random here, can be followed there."""
    assert play_alongside(pair, 1, pair.sample) > 0


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_the_same_over_hundreds_of_games(pair: Pair) -> None:
    assert play_alongside(pair, 100, 300) > 0


def test_a_difference_is_noticed() -> None:
    """With a limit of draws that is not that of the other game, the lists differ."""
    eights = next(pair for pair in PAIRS if pair.name == "Crazy Eights with 4")
    with pytest.raises(AssertionError, match="only here"):
        play_alongside(replace(eights, options={"draws": "three"}), 1, 8)
