"""Intervals that hold whenever one looks."""

from __future__ import annotations

from math import inf

import pytest

from croupier.base.chance import Stream
from croupier.lab.sequences import Bounded, Pairs, half_width

pytestmark = pytest.mark.in_turn(10)


def test_of_few_draws_little_is_known() -> None:
    drawn = Bounded(-1.0, 1.0)
    assert (drawn.interval(0.05).low, drawn.interval(0.05).high) == (-1.0, 1.0)
    drawn.add(1.0)
    found = drawn.interval(0.05)
    assert found.low < -0.5
    assert found.high == 1.0


def test_what_never_happens_is_seldom() -> None:
    """After n draws of nought alone the mean may still be some log(2 / alpha) / n; the interval never has no width."""
    drawn = Bounded(-1.0, 1.0)
    drawn.drawn[0.0] = 1000
    found = drawn.interval(0.05)
    assert found.low == pytest.approx(-found.high)
    assert 0.003 < found.high < 0.015


def test_what_is_seldom_drawn_is_told_sharply() -> None:
    """Twenty of a thousand: an interval of normal width, not one for draws that may be anything."""
    drawn = Bounded(-1.0, 1.0)
    drawn.drawn.update({0.0: 980, 1.0: 20})
    found = drawn.interval(0.05)
    assert 0.005 < found.low < 0.02 < found.high < 0.045


@pytest.mark.parametrize("chance", [2, 30])
def test_it_holds_at_every_look(chance: int) -> None:
    """Of 60 sequences of 1,500 draws, looked at after every fiftieth, so few miss the mean as is said."""
    missed = 0
    for run in range(60):
        stream, drawn, pairs, wrong = Stream(5, run), Bounded(0.0, 1.0), Pairs(), False
        for count in range(1, 1501):
            value = float(stream.below(100) < chance)
            drawn.add(value)
            pairs.add(0.0, value)
            if count % 50 == 0:
                wrong |= chance / 100 not in drawn.interval(0.1)
                wrong |= chance == 30 and count >= 100 and chance / 100 not in pairs.difference(0.1)
        missed += wrong
    assert missed <= 6


def test_a_ratio_is_one_of_means() -> None:
    """The second is 1.2 times the first, give or take; the interval says so, and narrows as draws come."""
    stream, pairs, widths = Stream(3, 0), Pairs(), []
    assert pairs.ratio(0.05).high == inf
    for count in range(1, 4001):
        a = 50.0 + stream.below(101)
        pairs.add(a, 1.2 * a + stream.below(21) - 10)
        if count in (100, 1000, 4000):
            found = pairs.ratio(0.05)
            assert 1.2 in found
            widths.append(found.high - found.low)
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 0.02


def test_the_width_is_that_of_the_theorem() -> None:
    """Theorem 2.2 by hand, for 1,000 draws at 5 %: rho squared is 0.0039607, so 4.9607 in the root."""
    assert half_width(1000, 0.05) == pytest.approx(0.0975, abs=0.0005)
