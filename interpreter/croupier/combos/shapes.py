"""A group of cards that may share a meld, turned into the cores of its melds: naturals, and how many wilds they take.

A group's cards are counted in one integer, a field of FIELD bits for each class of card, the lowest class first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .patterns import Bounds

FIELD = 8
FULL = (1 << FIELD) - 1
MOST_ALIKE = FULL >> 1


class Card(NamedTuple):
    """What a group knows of a class of its cards."""

    places: tuple[int, ...]  # () in a set
    different: int  # -1 where there is no such demand
    weight: int


# The natural cards of a meld, and the least and the most wilds that complete it. A plain tuple: there are very many,
# and those the garbage collector need not visit.
Core = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Shape:
    """What decides how the cards of a group combine: groups of one shape share their answers."""

    bounds: Bounds
    cards: tuple[Card, ...]
    sequence: bool
    varied: bool
    apart: bool  # is nothing else to be done with these cards, and none worth keeping out of a meld?

    def cores(self, code: int, first: int, pool: int, fewest: int = 1) -> tuple[Core, ...]:
        """Every core of at least `fewest` naturals that holds class `first`, the lowest in `code`."""
        if self.sequence:
            found = self._runs(code, first, pool)
        elif self.varied:
            found = self._varied_sets(code, first)
        else:
            found = self._sets(code, first)
        cores = []
        for taken, (naturals, gaps) in found.items():
            low, high = self.bounds.wilds(naturals, gaps, pool)
            if low <= high and naturals >= fewest:
                cores.append((taken, low, high))
        return tuple(cores)

    def _sets(self, code: int, first: int) -> dict[int, tuple[int, int]]:
        """Any cards at all."""
        unit = 1 << FIELD * first
        found = [(unit * number, number) for number in range(1, (code >> FIELD * first & FULL) + 1)]
        for other in range(first + 1, len(self.cards)):
            held = code >> FIELD * other & FULL
            if held:
                unit = 1 << FIELD * other
                more = range(1, held + 1)
                found += [(taken + unit * extra, number + extra) for taken, number in found for extra in more]
        cap = self.bounds.cap
        return {taken: (number, 0) for taken, number in found if number <= cap}

    def _varied_sets(self, code: int, first: int) -> dict[int, tuple[int, int]]:
        """At most one card of each value."""
        by_value: dict[int, list[int]] = {}
        for other in range(first + 1, len(self.cards)):
            if code >> FIELD * other & FULL and self.cards[other].different != self.cards[first].different:
                by_value.setdefault(self.cards[other].different, []).append(1 << FIELD * other)
        found = [(1 << FIELD * first, 1)]
        for units in by_value.values():
            found += [(taken + unit, number + 1) for taken, number in found for unit in units]
        cap = self.bounds.cap
        return {taken: (number, 0) for taken, number in found if number <= cap}

    def _runs(self, code: int, first: int, pool: int) -> dict[int, tuple[int, int]]:
        """Cards at increasing places, the gaps between them left to wilds: at each set of cards, the fewest gaps."""
        standing: dict[int, list[int]] = {}
        naturals = 0
        for kind in range(first, len(self.cards)):
            held = code >> FIELD * kind & FULL
            if held:
                naturals += held
                for place in self.cards[kind].places:
                    standing.setdefault(place, []).append(kind)
        bounds = self.bounds
        # Without limits a run may take every natural it passes: the wild that this sets free goes to an end of the run.
        passing = self.apart and bounds.free and not self.varied and naturals + pool <= bounds.cap
        reach = min(pool, bounds.most)
        if bounds.fewer is not None:
            reach = min(reach, naturals - bounds.fewer)
        unit = 1 << FIELD * first
        found: dict[int, tuple[int, int]] = {}
        for place in self.cards[first].places:
            start = [(unit, 1, 0)]
            below = self._grow(start, place, -1, code, standing, reach, passing)
            for taken, number, gaps in self._grow(below, place, 1, code, standing, reach, passing):
                if number <= bounds.cap and (taken not in found or gaps < found[taken][1]):
                    found[taken] = (number, gaps)
        return found

    def _grow(
        self,
        runs: list[tuple[int, int, int]],
        place: int,
        step: int,
        code: int,
        standing: dict[int, list[int]],
        reach: int,
        passing: bool,
    ) -> list[tuple[int, int, int]]:
        """The runs, and all that come of them by adding cards on one side of `place`."""
        found = list(runs)
        todo = [(taken, number, gaps, place) for taken, number, gaps in runs]
        while todo:
            taken, number, gaps, last = todo.pop()
            at = last + step
            while gaps <= reach:
                met = False
                for kind in standing.get(at, ()):
                    if (code >> FIELD * kind & FULL) > (taken >> FIELD * kind & FULL) and self._may_join(kind, taken):
                        met = True
                        more = taken + (1 << FIELD * kind)
                        found.append((more, number + 1, gaps))
                        todo.append((more, number + 1, gaps, at))
                if met and passing:
                    break
                at += step
                gaps += 1
        return found

    def _may_join(self, kind: int, taken: int) -> bool:
        if not self.varied:
            return True
        value = self.cards[kind].different
        return not any(
            taken >> FIELD * other & FULL and card.different == value for other, card in enumerate(self.cards)
        )
