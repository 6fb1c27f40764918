"""A run is summed up as its games come: the numbers are those of all its games together, and none of them stays."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from functools import cache
from itertools import pairwise
from statistics import fmean, median
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import load
from croupier.base.notes import Handed
from croupier.simulate import Sums, play_games, simulate, sum_up, summed

if TYPE_CHECKING:
    from croupier.simulate import GameResult

pytestmark = pytest.mark.in_turn(10)

SHAPES = ["trio", "drei", "kuhn-poker", "klondike", "blackjack", "old-maid", "golf"]
"""Games that end in different ways: highest and lowest scores, ties, losers, all together, seats that never decide."""


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
    sums = Sums(rules.seats)
    for number in range(2_000):
        if number == 100:
            tracemalloc.start()
        sums.add(replace(result, seed=f"4:{number}"))
    room, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert room < 50_000
    assert sums.report(rules, 4).results == ()
    few, all_of_them = (simulate(rules, 6, seed=4, keep=keep) for keep in (False, True))
    assert few.results == ()
    assert replace(few, results=(), seconds=0.0) == replace(all_of_them, results=(), seconds=0.0)


def plain(sums: Sums) -> dict[str, object]:
    """Return everything that sums hold but the time."""
    return {name: value for name, value in vars(sums).items() if name != "seconds"}


@pytest.mark.parametrize("name", SHAPES)
def test_rows_sum_up_as_results_do(name: str) -> None:
    """Sums made of the numbers of compiled games are those of the games' results, with players that rotate too."""
    rules = load(name)
    for seats in (None, {0: "random"}):
        results = list(play_games(rules, 9, 3, seats=seats, engine="python"))
        sums = Sums(rules.seats)
        for more in summed(rules, 9, 3, seats=seats, engine="python"):
            sums.merge(more)
        assert plain(sums) == plain(sum_up(rules.seats, results))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_sums_of_parts_merge_to_those_of_the_whole(data: st.DataObject) -> None:
    """Wherever a run is cut, the sums of its parts merge to the same numbers, games that were handed over included."""
    results = some_games()
    cuts = sorted(data.draw(st.sets(st.integers(0, len(results)), max_size=6)))
    merged = Sums(3)
    for low, high in pairwise([0, *cuts, len(results)]):
        merged.merge(sum_up(3, results[low:high]))
    assert plain(merged) == plain(sum_up(3, results))
    assert merged.to_json() == {**sum_up(3, results).to_json(), "seconds": merged.seconds}


@cache
def some_games() -> list[GameResult]:
    """Return games with unfinished ones among them, with deals that run short, and one that was handed over."""
    played = list(play_games(load("trio", 3, limit=40), 40, 5))
    played[7] = replace(played[7], short=2)
    played[20] = replace(played[20], short=1, handed=Handed("a reason"))
    return played


@pytest.mark.parametrize(("jobs", "seats"), [(2, None), (3, {1: "random"})])
def test_processes_sum_up_what_they_play(jobs: int, seats: dict[int, str] | None) -> None:
    """The report is the same with any number of processes, and games come back from them in blocks."""
    rules = load("trio", 3, limit=60)
    alone = simulate(rules, 300, seed=2, seats=seats, keep=False, engine="python")
    together = simulate(rules, 300, seed=2, seats=seats, keep=False, engine="python", jobs=jobs)
    assert replace(together, seconds=0.0) == replace(alone, seconds=0.0)
    assert together.games == 300
    assert alone.unfinished
    assert len(list(summed(rules, 300, 2, seats=seats, engine="python", jobs=jobs))) < 150
