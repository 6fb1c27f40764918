"""A run is summed up as its games come: the numbers are those of all its games together, and none of them stays."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from statistics import fmean, median

import pytest

from croupier import load
from croupier.simulate import Sums, play_games, simulate

pytestmark = pytest.mark.in_turn(10)


@pytest.mark.parametrize("games", [1, 2, 20])
def test_sums_are_those_of_all_games(games: int) -> None:
    """Means, medians and shares as they are worked out of a list."""
    rules = load("trio", 3)
    played = list(play_games(rules, games, 4))
    report = simulate(rules, games, seed=4)
    lengths = sorted(result.outcome.decisions for result in played)
    assert report.length[:2] == (fmean(lengths), median(lengths))
    assert type(report.length[1]) is type(median(lengths))
    assert report.length[2] in lengths
    first = [result.outcome.scores[0][0] for result in played if result.outcome.finished]
    assert report.scores[0] == fmean(score for score in first if score is not None)
    assert report.wins[1] == sum(1 in result.outcome.winners for result in played)
    assert report.who == ("random",)
    assert [result.seed for result in report.results] == [result.seed for result in played]


def test_what_is_not_kept_takes_no_room() -> None:
    """Many games take as much as few; all else in the report is the same."""
    rules = load("trio", 3)
    (result,) = play_games(rules, 1, 4)
    sums = Sums(rules)
    for number in range(2_000):
        if number == 100:
            tracemalloc.start()
        sums.add(replace(result, seed=f"4:{number}"))
    room, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert room < 50_000
    assert sums.report(4).results == ()
    few, all_of_them = (simulate(rules, 6, seed=4, keep=keep) for keep in (False, True))
    assert few.results == ()
    assert replace(few, results=(), seconds=0.0) == replace(all_of_them, results=(), seconds=0.0)
