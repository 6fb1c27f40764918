"""The places of a grid without an edge, by number.

Place 0 is the first. The others follow ring by ring around it, and in each ring line by line, so that a number never
changes as the grid grows: with the numbers that people see, which begin at 1, the first ring is

    2 3 4
    5 1 6
    7 8 9

Lines and columns are counted from the first place: a line above it and a column to its left are -1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from math import isqrt

from croupier.base import limits

BEYOND = -1
"""The number of a place further out than there are any."""


def within(ring: int) -> int:
    """Return how many places there are up to a ring."""
    return (2 * ring + 1) ** 2


def ring_of(place: int) -> int:
    """Return how far a place is from the first."""
    return (isqrt(place) + 1) // 2


def reaches(place: int) -> bool:
    """Return whether a card can be there: all its neighbours are places too."""
    return 0 <= ring_of(place) < limits.REACH


def grown(places: int, place: int) -> int:
    """Return how many places are kept once a card is in this one: up to the ring outside it."""
    return max(places, within(ring_of(place) + 1))


@cache
def _lines_and_columns(reach: int) -> tuple[tuple[int, int], ...]:
    side = range(-reach, reach + 1)
    every = [(line, column) for line in side for column in side]
    return tuple(sorted(every, key=lambda at: (max(abs(at[0]), abs(at[1])), at)))


@cache
def _numbers(reach: int) -> dict[tuple[int, int], int]:
    return {at: number for number, at in enumerate(_lines_and_columns(reach))}


def line_and_column(place: int) -> tuple[int, int]:
    """Return where a place is, seen from the first."""
    return _lines_and_columns(limits.REACH)[place]


def number_at(line: int, column: int) -> int:
    """Return the place in a line and column, `BEYOND` further out than there are any."""
    return _numbers(limits.REACH).get((line, column), BEYOND)


@cache
def _next_to(reach: int) -> tuple[tuple[int, int, int, int], ...]:
    found = _numbers(reach).get
    return tuple(
        (
            found((line - 1, column), BEYOND),
            found((line, column - 1), BEYOND),
            found((line, column + 1), BEYOND),
            found((line + 1, column), BEYOND),
        )
        for line, column in _lines_and_columns(reach)
    )


def next_to(place: int) -> tuple[int, int, int, int]:
    """Return the places above, to the left, to the right and below, `BEYOND` where there is none."""
    return _next_to(limits.REACH)[place]


def every_next_to() -> tuple[tuple[int, int, int, int], ...]:
    """Return the same of all places."""
    return _next_to(limits.REACH)


def spots(taken: Collection[int]) -> Iterator[int]:
    """Yield the taken places and those next to them, in order; the first place if none is taken."""
    if not taken:
        yield 0
        return
    yield from sorted({*taken, *(each for place in taken for each in next_to(place) if each != BEYOND)})
