"""The cards of a group of runs, of which is asked place by place what they come to."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

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
        """A card fits a run if it does with all the naturals that it passes."""
        bounds, length = self.shape.bounds, self.shape.length
        held = [(kind, card.places) for kind, card in enumerate(self.shape.cards) if code >> FIELD * kind & FULL]
        found = 0
        for start in range(length):
            for end in range(start + 1, min(length, start + bounds.cap) + 1):
                there = _most_filled(held, code, start, end)
                low, high = bounds.wilds(there, end - start - there, pool)
                if low <= high:
                    for kind, places in held:
                        if any(start <= place < end for place in places):
                            found |= FULL << FIELD * kind
        return found


def _most_filled(held: list[tuple[int, tuple[int, ...]]], code: int, start: int, end: int) -> int:
    """How many of the places can be filled by cards, each lying in one of them."""
    filled = {places[0] for _, places in held if len(places) == 1 and start <= places[0] < end}
    for kind, places in held:
        if len(places) > 1:
            room = [place for place in places if start <= place < end and place not in filled]
            filled.update(room[: code >> FIELD * kind & FULL])
    return len(filled)
