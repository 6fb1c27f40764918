"""The cards of one group, turned into what they can do by themselves: the least left over, for each number of wilds."""

from __future__ import annotations

from functools import lru_cache

from .memory import Memory
from .shapes import FIELD, FULL, Core, Shape

INFINITE = 1 << 60
REMEMBERED = 1 << 14

# Entry w: the least weight left over when exactly w wilds are used; the last entry: the least of all these.
Losses = tuple[int, ...]


def both(one: int, other: int, full: int) -> int:
    """Sets of numbers of wilds as bits: the sums of a member of each, as far as `full` goes."""
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
    """Answers about any cards of groups of one shape, each worked out once and remembered for a while."""

    __slots__ = ("_alike", "_cores", "_covers", "_losses", "_plans", "_reaches", "shape")

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self._cores: Memory[int, tuple[Core, ...]] = Memory(REMEMBERED >> 2)
        self._losses: Memory[int, Losses] = Memory(REMEMBERED)
        self._reaches: Memory[int, int] = Memory(REMEMBERED)
        self._covers: Memory[int, int] = Memory(REMEMBERED)
        self._plans: Memory[tuple[int, int, int], dict[int, int]] = Memory(REMEMBERED >> 4)
        first_like: dict[tuple[object, ...], int] = {}
        # Classes that differ in nothing: (class, the first one like it).
        self._alike: list[tuple[int, int]] = []
        for kind, card in enumerate(shape.cards):
            like = first_like.setdefault(card, kind)
            if like != kind:
                self._alike.append((kind, like))

    def cores(self, code: int, pool: int) -> tuple[Core, ...]:
        """The cores of these cards that hold one of the lowest class."""
        key = code << FIELD | pool
        known = self._cores.get(key)
        if known is None:
            known = self.shape.cores(code, lowest(code), pool)
            self._cores.put(key, known)
        return known

    def losses(self, code: int, pool: int) -> Losses:
        """For each number of wilds, the least weight of these cards that must be left over."""
        key = code << FIELD | pool
        known = self._losses.young.get(key) or self._losses.get(key)
        if known is None:
            plain = self._plain(code)
            known = self._work_out_losses(code, pool) if plain == code else self.losses(plain, pool)
            self._losses.put(key, known)
        return known

    def _plain(self, code: int) -> int:
        for kind, like in self._alike:
            held = code >> FIELD * kind & FULL
            if held:
                code += (held << FIELD * like) - (held << FIELD * kind)
        return code

    def _work_out_losses(self, code: int, pool: int) -> Losses:
        if not code:
            return (0, *[INFINITE] * pool, 0)
        first = lowest(code)
        weight = self.shape.cards[first].weight
        least = [min(INFINITE, loss + weight) for loss in self.losses(code - (1 << FIELD * first), pool)[:-1]]
        for taken, low, high in self.cores(code, pool):
            rest = self.losses(code - taken, pool)
            for wilds in range(low, high + 1):
                for more in range(pool + 1 - wilds):
                    if rest[more] < least[wilds + more]:
                        least[wilds + more] = rest[more]
        return (*least, min(least))

    def reach(self, code: int, pool: int) -> int:
        """The classes, as full fields, of which a card fits some meld of these cards."""
        if not code:
            return 0
        key = code << FIELD | pool
        known = self._reaches.get(key)
        if known is None:
            taken = 0
            for core, _, _ in self.cores(code, pool):
                taken |= core
            known = fields(taken) | self.reach(code & -1 << FIELD * (lowest(code) + 1), pool)
            self._reaches.put(key, known)
        return known

    def covers(self, code: int, pool: int) -> int:
        """The numbers of wilds, as bits, with which all of these cards go into melds."""
        if not code:
            return 1
        key = code << FIELD | pool
        known = self._covers.get(key)
        if known is None:
            known = 0
            full = (2 << pool) - 1
            for taken, low, high in self.cores(code, pool):
                known |= both(self.covers(code - taken, pool), (2 << high) - (1 << low), full)
            self._covers.put(key, known)
        return known

    def plans(self, code: int, pool: int, fewest: int) -> dict[int, int]:
        """Every choice of these cards that melds of at least `fewest` naturals hold, with the numbers of wilds."""
        if not code:
            return {0: 1}
        key = (code, pool, fewest)
        known = self._plans.get(key)
        if known is None:
            full = (2 << pool) - 1
            first = lowest(code)
            known = dict(self.plans(code - (1 << FIELD * first), pool, fewest))
            for core, low, high in self.shape.cores(code, first, pool, fewest):
                for taken, wilds in self.plans(code - core, pool, fewest).items():
                    sums = both(wilds, (2 << high) - (1 << low), full)
                    if sums:
                        more = taken + core
                        known[more] = known.get(more, 0) | sums
            self._plans.put(key, known)
        return known


def lowest(code: int) -> int:
    return ((code & -code).bit_length() - 1) // FIELD


def fields(code: int) -> int:
    """Every field that is not empty, filled."""
    full = 0
    while code:
        first = lowest(code)
        full |= FULL << FIELD * first
        code &= -1 << FIELD * (first + 1)
    return full


@lru_cache(maxsize=16)
def profile(shape: Shape) -> Profile:
    """The one profile of a shape: tables of several wild ranks, and groups of several suits, share it."""
    return Profile(shape)
