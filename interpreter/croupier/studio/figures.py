"""Figures of a survey as numbers that a page draws."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil

from croupier.lab import Survey

MOST_BARS = 24


def places(found: Survey) -> list[dict[str, float]]:
    """Return the share of wins by order of first decisions, with the interval; empty for a single side."""
    if found.teams < 2:
        return []
    return [
        {"mean": mean.mean, "low": max(0.0, mean.low), "high": min(1.0, mean.high)} for mean in found.places()
    ]  # fmt: skip


def lengths(found: Survey) -> list[dict[str, int]]:
    """Return the distribution of decisions per game."""
    values = [each.decisions for each in found.walks]
    return [
        {"from": low, "to": high, "count": _within(values, low, high)} for low, high in steps(values)
    ]  # fmt: skip


def scores(found: Survey) -> list[dict[str, int]]:
    """Return the distribution of final scores, for all and for winners."""
    rows = [(score, seat in each.outcome.winners) for each in found.finished
            for seat, (score, *_) in enumerate(each.outcome.scores)]  # fmt: skip
    every = [score for score, _ in rows if score is not None]
    won = [score for score, wins in rows if wins and score is not None]
    return [
        {"from": low, "to": high, "count": _within(every, low, high), "won": _within(won, low, high)}
        for low, high in steps(every)
    ]  # fmt: skip


def steps(values: Sequence[int]) -> list[tuple[int, int]]:
    """Return ranges of whole numbers, of equal width, that cover all values, both ends included."""
    if not values:
        return []
    low, high = min(values), max(values)
    width = max(1, ceil((high - low + 1) / MOST_BARS))
    return [(start, start + width - 1) for start in range(low, high + 1, width)]


def _within(values: Iterable[int], low: int, high: int) -> int:
    return sum(low <= value <= high for value in values)
