"""Solve a group of runs by a walk over its places."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from itertools import accumulate

from .profiles import Losses, Profile
from .shapes import FIELD, FULL, Shape
from .walk import Walk


class Walked(Profile):
    """Runs whose cards need not differ."""

    __slots__ = ("_plainly", "_walks")

    def __init__(self, shape: Shape) -> None:
        super().__init__(shape)
        self._walks: dict[int, Walk] = {}
        self._plainly: dict[int, Walk] = {}

    def walk(self, pool: int) -> Walk:
        known = self._walks.get(pool)
        if known is None:
            if len(self._walks) >= 16:
                self._walks.clear()
            known = self._walks[pool] = Walk(self.shape, pool)
        return known

    def standpoint(self, code: int, pool: int, later: int) -> tuple[Hashable, int]:
        walk = self.walk(pool)
        to_come = code & later
        end = 0
        while end < walk.length and not to_come & walk.asked[end]:
            end += 1
        at, lost = walk.along(code, 0, 0, end)
        return (at, code & ~later & walk.beyond[end]), lost

    def _work_out_losses(self, code: int, pool: int, free: int, cheaper: int) -> Losses:
        least = self.walk(pool).losses(code, free, cheaper)
        return (*least, min(least))

    def _work_out_covers(self, code: int, pool: int) -> int:
        known = self._plainly.get(pool)
        if known is None:
            if len(self._plainly) >= 16:
                self._plainly.clear()
            cards = tuple(card._replace(weight=1) for card in self.shape.cards)
            known = self._plainly[pool] = Walk(replace(self.shape, cards=cards), pool)
        return sum(1 << wilds for wilds, loss in enumerate(known.losses(code, 0, 0)) if not loss)

    def _work_out_reach(self, code: int, pool: int) -> int:
        """Return the classes that fit any run: a card does if it fits with all the naturals it passes, so the longest
        run from each place is enough."""
        bounds, length = self.shape.bounds, self.shape.length
        held = [(kind, card.places) for kind, card in enumerate(self.shape.cards) if code >> FIELD * kind & FULL]
        filled = [0] * length
        for _, places in held:
            if len(places) == 1:
                filled[places[0]] = 1
        movable = [(places, code >> FIELD * kind & FULL) for kind, places in held if len(places) > 1]
        before = [0, *accumulate(filled)]
        reached: set[int] = set()
        furthest = 0
        for start in range(length):
            for end in range(min(length, start + bounds.cap), max(start, furthest), -1):
                there = before[end] - before[start] + _besides(movable, filled, start, end)
                low, high = bounds.wilds(there, end - start - there, pool)
                if low <= high:
                    reached.update(range(start, end))
                    furthest = end
                    break
        return sum(FULL << FIELD * kind for kind, places in held if not reached.isdisjoint(places))


def _besides(movable: list[tuple[tuple[int, ...], int]], filled: list[int], start: int, end: int) -> int:
    """Return how many more of the places can be filled by cards with several places."""
    taken: set[int] = set()
    for places, count in movable:
        room = [place for place in places if start <= place < end and not filled[place] and place not in taken]
        taken.update(room[:count])
    return len(taken)
