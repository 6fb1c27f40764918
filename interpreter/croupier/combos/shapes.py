"""Compute the cores of the melds of a group of cards: naturals, and the number of wilds that they take.

A group's cards are counted in one integer, a field of FIELD bits for each class of card, the lowest class first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from croupier.base.effort import EFFORT
from croupier.base.prices import CORE

from .patterns import Bounds

FIELD = 12
FULL = (1 << FIELD) - 1
MOST_ALIKE = FULL >> 1
WHOLE = 8  # parts of a weight are counted in eighths


class Card(NamedTuple):
    """The data of a class of a group's cards."""

    places: tuple[int, ...]  # () in a set
    different: int  # -1 without such a condition
    weight: int


# The natural cards of a meld, and the least and the most wilds that complete it. A plain tuple: there are very many,
# and those the garbage collector need not visit.
Core = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of a group: what determines how its cards combine. Groups of one shape share results."""

    bounds: Bounds
    cards: tuple[Card, ...]
    length: int  # of the sequence; 0 in a set
    varied: bool
    apart: bool  # is nothing else to be done with these cards, and none worth keeping out of a meld?

    def cores(self, code: int, first: int, pool: int, sizes: int = -1) -> Iterator[Core]:
        """Yield every core that holds class `first`, the lowest in `code`, with a number of naturals that is in
        `sizes`, as bits."""
        found = self._runs(code, first, pool) if self.length else self._sets(code, first, sizes)
        for taken, naturals, gaps in found:
            EFFORT.spend(CORE)
            low, high = self.bounds.wilds(naturals, gaps, pool)
            if low <= high and sizes >> naturals & 1:
                yield taken, low, high

    def _sets(self, code: int, first: int, sizes: int) -> Iterator[tuple[int, int, int]]:
        """Yield any combinations of cards, at most one of each value if they have to differ, lower classes first."""
        levels: list[list[tuple[int, int]]] = []
        if self.varied:
            by_value: dict[int, list[tuple[int, int]]] = {}
            for kind in range(first + 1, len(self.cards)):
                if code >> FIELD * kind & FULL and self.cards[kind].different != self.cards[first].different:
                    by_value.setdefault(self.cards[kind].different, []).append((1 << FIELD * kind, 1))
            levels = [[(1 << FIELD * first, 1)], *by_value.values()]
        else:
            for kind in range(first, len(self.cards)):
                held = code >> FIELD * kind & FULL
                if held:
                    levels.append([(number << FIELD * kind, number) for number in range(1, held + 1)])
        most = 0
        reach = []
        for level in levels:
            most += level[-1][1]
            reach.append((2 << min(most, self.bounds.cap)) - 1)
        yield from ((taken, number, 0) for taken, number in _sums(levels, reach, len(levels), sizes & reach[-1]))

    def _runs(self, code: int, first: int, pool: int) -> Iterator[tuple[int, int, int]]:
        """Yield cards at increasing places, with wilds in the gaps: for each set of cards, the fewest gaps."""
        standing: dict[int, list[int]] = {}
        naturals = 0
        several = False
        for kind in range(first, len(self.cards)):
            held = code >> FIELD * kind & FULL
            if held:
                naturals += held
                several |= len(self.cards[kind].places) > 1
                for place in self.cards[kind].places:
                    standing.setdefault(place, []).append(kind)
        bounds = self.bounds
        # Without limits a run may take every natural it passes: the wild that this sets free goes to an end of the run.
        passing = self.apart and bounds.free and not self.varied and naturals + pool <= bounds.cap
        reach = min(pool, bounds.most)
        if bounds.fewer is not None:
            reach = min(reach, naturals - bounds.fewer)
        unit = 1 << FIELD * first
        seen: set[int] = set()
        for place in self.cards[first].places:
            start = [(unit, 1, 0)]
            below = list(self._grow(start, place, -1, code, standing, reach, passing))
            for taken, number, gaps in self._grow(below, place, 1, code, standing, reach, passing):
                if number <= bounds.cap and taken not in seen:
                    seen.add(taken)
                    yield taken, number, self._fewest_gaps(taken, number) if several else gaps

    def _fewest_gaps(self, taken: int, number: int) -> int:
        """Return the fewest gaps between cards of which some have several places."""
        standing = [card.places for kind, card in enumerate(self.cards) for _ in range(count(taken, kind))]
        ways = [places for places in product(*standing) if len(set(places)) == number]
        return min(max(places) - min(places) + 1 - number for places in ways)

    def _grow(
        self,
        runs: Sequence[tuple[int, int, int]],
        place: int,
        step: int,
        code: int,
        standing: dict[int, list[int]],
        reach: int,
        passing: bool,
    ) -> Iterator[tuple[int, int, int]]:
        """Yield the runs, and all that come of them by adding cards on one side of `place`."""
        yield from runs
        todo = [(taken, number, gaps, place) for taken, number, gaps in runs]
        while todo:
            taken, number, gaps, last = todo.pop()
            at = last + step
            while gaps <= reach and 0 <= at < self.length:
                met = False
                for kind in standing.get(at, ()):
                    if count(code, kind) > count(taken, kind) and self._may_join(kind, taken):
                        met = True
                        more = taken + (1 << FIELD * kind)
                        yield more, number + 1, gaps
                        todo.append((more, number + 1, gaps, at))
                if met and passing:
                    break
                at += step
                gaps += 1

    def _may_join(self, kind: int, taken: int) -> bool:
        if not self.varied:
            return True
        value = self.cards[kind].different
        return not any(
            taken >> FIELD * other & FULL and card.different == value for other, card in enumerate(self.cards)
        )


def part_of(weight: int, cheaper: int) -> int:
    """Return a weight that is cheaper by `cheaper` parts."""
    return max(0, weight) * (WHOLE - cheaper) // WHOLE


def prices(weight: int, held: int, free: int, cheaper: int) -> list[int]:
    """Return the loss for each leftover card of a kind, if `free` of them are free and the others are cheaper by
    `cheaper` parts."""
    if weight <= 0 or not (free or cheaper):
        return [weight] * held
    nothing = min(held, free)
    return [0] * nothing + [part_of(weight, cheaper)] * (held - nothing)


def count(code: int, kind: int) -> int:
    """Return the number of cards of a class."""
    return code >> FIELD * kind & FULL


def _sums(
    levels: Sequence[Sequence[tuple[int, int]]], reach: Sequence[int], end: int, sizes: int
) -> Iterator[tuple[int, int]]:
    """Yield one entry of the first level with at most one of each other before `end`, whose numbers add up to one of
    `sizes`.

    Choices without a card of a level come before those with one; sums that cannot be reached are not tried.
    """
    for top in range(end):
        if not top:
            yield from (one for one in levels[0] if sizes >> one[1] & 1)
            continue
        wanted = 0
        for _, number in levels[top]:
            wanted |= sizes >> number
        wanted &= reach[top - 1] & -2
        if wanted:
            for taken, number in _sums(levels, reach, top, wanted):
                for more, extra in levels[top]:
                    if sizes >> number + extra & 1:
                        yield taken + more, number + extra
