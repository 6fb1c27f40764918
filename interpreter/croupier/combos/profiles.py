"""Compute the least loss of the cards of one group by themselves, for each number of wilds."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache

from croupier.base.effort import EFFORT
from croupier.base.prices import REST

from .memory import Memory
from .patterns import INFINITE
from .shapes import FIELD, FULL, Core, Shape, prices

REMEMBERED = 1 << 14
PLANNED = 1 << 18
"""The number of choices of cards remembered in all."""

# Entry w: the least weight left over when exactly w wilds are used; the last entry: the least of all these.
Losses = tuple[int, ...]


def both(one: int, other: int, full: int) -> int:
    """Return, for sets of numbers of wilds as bits, the sums of a member of each, as far as `full` goes."""
    if one == 1:
        return other
    sums = 0
    while other:
        if other & 1:
            sums |= one
        one <<= 1
        other >>= 1
    return sums & full


class Profile:
    """Results for any cards of groups of one shape, each computed once and remembered for a while.

    The methods here try every core: this is for shapes without a faster way, runs whose cards have to differ.
    """

    __slots__ = ("_alike", "_covers", "_losses", "_plans", "_reaches", "shape")

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self._losses: Memory[tuple[int, int, int, int], Losses] = Memory(REMEMBERED)
        self._reaches: Memory[tuple[int, int], int] = Memory(REMEMBERED)
        self._covers: Memory[tuple[int, int], int] = Memory(REMEMBERED)
        self._plans: Memory[tuple[int, int, int, int], dict[int, int]] = Memory(PLANNED, len)
        first_like: dict[tuple[object, ...], int] = {}
        # Classes that differ in nothing: (class, the first one like it).
        self._alike: list[tuple[int, int]] = []
        for kind, card in enumerate(shape.cards):
            like = first_like.setdefault(card, kind)
            if like != kind:
                self._alike.append((kind, like))

    # ------------------------------------------------------------ questions
    def cores(self, code: int, pool: int) -> Iterator[Core]:
        """Return the cores of these cards that hold one of the lowest class, one by one."""
        return self.shape.cores(code, lowest(code), pool)

    def losses(self, code: int, pool: int, free: int = 0, cheaper: int = 0) -> Losses:
        """Return, for each number of wilds, the least weight of these cards that must be left over. `free`: the cards
        of each class that may be left over for nothing; `cheaper`: how much cheaper the others are, in parts."""
        key = (code, pool, free, cheaper)
        known = self._losses.young.get(key) or self._losses.get(key)
        if known is None:
            known = self._work_out_losses(code, pool, free, cheaper)
            self._losses.put(key, known)
        return known

    def reach(self, code: int, pool: int) -> int:
        """Return the classes, as full fields, of which a card fits some meld of these cards."""
        if not code:
            return 0
        key = (code, pool)
        known = self._reaches.get(key)
        if known is None:
            known = self._work_out_reach(code, pool)
            self._reaches.put(key, known)
        return known

    def covers(self, code: int, pool: int) -> int:
        """Return the numbers of wilds, as bits, with which all of these cards go into melds."""
        if not code:
            return 1
        key = (code, pool)
        known = self._covers.get(key)
        if known is None:
            known = self._work_out_covers(code, pool)
            self._covers.put(key, known)
        return known

    def plans(self, code: int, pool: int, fewest: int, fixed: int = 0) -> dict[int, int]:
        """Return every choice of these cards that melds of at least `fewest` naturals hold, with the numbers of wilds.

        Other than of nothing, only those that take all the cards in `fixed`.
        """
        if not code:
            return {0: 1}
        key = (code, pool, fewest, fixed)
        known = self._plans.get(key)
        if known is None:
            known = self._work_out_plans(code, pool, fewest, fixed)
            self._plans.put(key, known)
        return known

    def standpoint(self, code: int, pool: int, later: int) -> tuple[Hashable, int]:
        """Return the cards that still matter to the classes in `later` (full fields), and the loss so far."""
        del pool
        return self._plain(code & ~later), 0

    # ------------------------------------------------------------ answers
    def _plain(self, code: int) -> int:
        for kind, like in self._alike:
            held = code >> FIELD * kind & FULL
            if held:
                code += (held << FIELD * like) - (held << FIELD * kind)
        return code

    def prices(self, code: int, kind: int, free: int, cheaper: int) -> list[int]:
        """Return the weight that is lost with each card of the class that is left over."""
        at = FIELD * kind
        return prices(self.shape.cards[kind].weight, code >> at & FULL, free >> at & FULL, cheaper >> at & FULL)

    def _work_out_losses(self, code: int, pool: int, free: int, cheaper: int) -> Losses:
        if not (free or cheaper):
            plain = self._plain(code)
            if plain != code:
                return self.losses(plain, pool)
        if not code:
            return (0, *[INFINITE] * pool, 0)
        first = lowest(code)
        weight = self.prices(code, first, free, cheaper)[0]
        rest = self.losses(code - (1 << FIELD * first), pool, free, cheaper)
        least = [min(INFINITE, loss + weight) for loss in rest[:-1]]
        for taken, low, high in self.cores(code, pool):
            EFFORT.spend(REST)
            rest = self.losses(code - taken, pool, free, cheaper)
            for wilds in range(low, high + 1):
                for more in range(pool + 1 - wilds):
                    if rest[more] < least[wilds + more]:
                        least[wilds + more] = rest[more]
        return (*least, min(least))

    def _work_out_reach(self, code: int, pool: int) -> int:
        taken = 0
        for core, _, _ in self.cores(code, pool):
            taken |= core
        return fields(taken) | self.reach(code & -1 << FIELD * (lowest(code) + 1), pool)

    def _work_out_covers(self, code: int, pool: int) -> int:
        known = 0
        full = (2 << pool) - 1
        for taken, low, high in self.cores(code, pool):
            EFFORT.spend(REST)
            known |= both(self.covers(code - taken, pool), (2 << high) - (1 << low), full)
        return known

    def _work_out_plans(self, code: int, pool: int, fewest: int, fixed: int) -> dict[int, int]:
        full = (2 << pool) - 1
        first = lowest(code)
        known = dict(self.plans(code - (1 << FIELD * first), pool, fewest))
        for core, low, high in self.shape.cores(code, first, pool, -1 << fewest):
            others = self.plans(code - core, pool, fewest)
            EFFORT.spend(REST * (1 + len(others)))
            for taken, wilds in others.items():
                sums = both(wilds, (2 << high) - (1 << low), full)
                if sums:
                    more = taken + core
                    known[more] = known.get(more, 0) | sums
        return {taken: bits for taken, bits in known.items() if not taken or taken & fields(fixed) == fixed}


def lowest(code: int) -> int:
    return ((code & -code).bit_length() - 1) // FIELD


def fields(code: int) -> int:
    """Return every field that is not empty, filled."""
    full = 0
    while code:
        first = lowest(code)
        full |= FULL << FIELD * first
        code &= -1 << FIELD * (first + 1)
    return full


@lru_cache(maxsize=16)
def profile(shape: Shape) -> Profile:
    """Return the one profile of a shape: tables of several wild ranks, and groups of several suits, share it."""
    from .counted import Counted
    from .walked import Walked

    if not shape.length:
        return Counted(shape)
    return Profile(shape) if shape.varied else Walked(shape)
