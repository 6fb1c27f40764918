"""Turn patterns and prices into groups of kinds that may share a meld, and define how a hand is counted.

One pattern is the *leaf*: its groups share no card, so each is solved separately once the groups of other patterns, the
*branches*, have taken their cards. A hand's natural cards are counted in one integer, its *stock*: a field for each
kind, those in one leaf group adjacent, and above them one more for each kind in each branch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .memory import Memory
from .patterns import Bounds, Pattern, bounds_of, group_of, within
from .profiles import Profile, both, lowest, profile
from .shapes import FIELD, FULL, Card, Shape

CARD = 1  # the weight of a card is CARD + POINT * points: fewest points first, then fewest cards
POINT = 1 << 12
MOST_POINTS = 1 << 32
OFFERED = 1 << 18  # how many options are remembered in all


# Cards that the melds of one branch group may take, as they are counted in a stock; the numbers of wilds that go with
# them, as bits; the weight lost for certain if they are chosen, beyond the least; the cards by the group's own classes.
Option = tuple[int, int, int, int]
# All that is worth while for a branch group to take, and the least weight lost for certain.
Offer = tuple[tuple[Option, ...], int]


@dataclass(frozen=True, slots=True)
class Group:
    """Kinds that may share a meld of one pattern."""

    pattern: int
    kinds: tuple[int, ...]  # class by class
    offset: int  # of the group's fields in a stock
    mask: int
    profile: Profile

    def classes_in(self, code: int) -> list[int]:
        found = []
        while code:
            index = lowest(code)
            found += [index] * (code >> FIELD * index & FULL)
            code &= -1 << FIELD * (index + 1)
        return found

    def kinds_in(self, code: int) -> list[int]:
        return [self.kinds[index] for index in self.classes_in(code)]

    def number(self, code: int) -> int:
        return len(self.classes_in(code))


class Table:
    """The facts about hands that do not depend on which kinds are wild."""

    def __init__(self, patterns: tuple[Pattern, ...], points: tuple[int, ...]) -> None:
        if any(abs(price) >= MOST_POINTS for price in points):
            raise ValueError("a card's points are out of range")
        self.patterns = patterns
        self.bounds: tuple[Bounds, ...] = tuple(bounds_of(pattern) for pattern in patterns)
        self.weights: tuple[int, ...] = tuple(CARD + POINT * price for price in points)
        self.monotone = all(weight >= 0 for weight in self.weights)
        self.active = _needed(patterns)
        members = {index: _members(patterns[index], len(points)) for index in self.active}
        # The leaf is the pattern with the fewest groups: they are the largest, and hardest to take apart card by card.
        self.leaf = min(self.active, key=lambda index: len(members[index]), default=-1)
        self.leaves: list[Group] = []
        self.branches: list[Group] = []
        self.unit = [0] * len(points)  # a card of the kind, as it counts among the kinds of a stock
        self.counts = [0] * len(points)  # and wherever else a stock counts it
        self.only = [0] * len(points)  # the full field of a kind in its branch, if it has but one
        self.forlorn = list(self.weights)  # a kind's weight, if it has no branch
        self.overlapping = False
        self._lay_out(members)
        self.guard = sum(unit << FIELD - 1 for unit in self.unit)
        # Kinds of no leaf: they are lost unless a branch takes them.
        self._in_leaves = {kind for leaf in self.leaves for kind in leaf.kinds}
        self.outside = tuple(
            (self.unit[kind].bit_length() - 1, self.weights[kind])
            for kind in range(len(points))
            if kind not in self._in_leaves
        )
        self.offers: Memory[tuple[int, int, int, int], Offer] = Memory(OFFERED, lambda offer: len(offer[0]))
        self._opens: dict[int, int] = {}
        self._reserved: dict[int, int] = {}

    def _lay_out(self, members: dict[int, list[tuple[int, ...]]]) -> None:
        offset = 0
        for kinds in members.get(self.leaf, []):
            leaf = self._group(self.leaf, kinds, self.weights, offset)
            self.leaves.append(leaf)
            for position, kind in enumerate(leaf.kinds):
                self.unit[kind] = 1 << offset + FIELD * position
            offset += FIELD * len(kinds)
        for kind, unit in enumerate(self.unit):
            if not unit:
                self.unit[kind] = 1 << offset
                offset += FIELD
        self.counts = list(self.unit)
        for index in self.active:
            if index == self.leaf:
                continue
            for kinds in members[index]:
                # Weights are left out: groups of equal build then share one profile, whatever their cards are worth.
                branch = self._group(index, kinds, (0,) * len(self.weights), offset)
                self.branches.append(branch)
                for position, kind in enumerate(branch.kinds):
                    unit = 1 << offset + FIELD * position
                    another = self.counts[kind] != self.unit[kind]
                    self.overlapping |= another
                    self.only[kind] = 0 if another else unit * FULL
                    self.forlorn[kind] = 0
                    self.counts[kind] += unit
                offset += FIELD * len(kinds)

    def _group(self, index: int, kinds: tuple[int, ...], weights: Sequence[int], offset: int) -> Group:
        cards, ordered = self._cards(index, kinds, weights)
        pattern = self.patterns[index]
        apart = self.monotone and index == self.leaf
        shape = Shape(self.bounds[index], cards, pattern.length, pattern.different is not None, apart)
        return Group(index, ordered, offset, (1 << FIELD * len(kinds)) - 1, profile(shape))

    def _cards(
        self, index: int, kinds: tuple[int, ...], weights: Sequence[int]
    ) -> tuple[tuple[Card, ...], tuple[int, ...]]:
        pattern = self.patterns[index]
        cards = []
        for kind in kinds:
            places = () if pattern.places is None else pattern.places[kind]
            different = -1 if pattern.different is None else pattern.different[kind]
            cards.append((Card(places, different, weights[kind]), kind))
        cards.sort()
        return tuple(card for card, _ in cards), tuple(kind for _, kind in cards)

    def reserved(self, branch: Group) -> int:
        """Return the kinds of a branch, as full fields of a stock."""
        known = self._reserved.get(branch.offset)
        if known is None:
            known = self._reserved[branch.offset] = sum(self.unit[kind] * FULL for kind in branch.kinds)
        return known

    def knows(self, kind: int, patterns: Sequence[int]) -> bool:
        """Return whether the kind belongs to a group of one of these patterns."""
        return any(group_of(self.patterns[index], kind) >= 0 for index in patterns)

    def fewest(self, branch: Group, pool: int) -> int:
        """Return 2 if a lone natural among wilds does as well in a leaf group, so that it need not be planned for
        here."""
        lone, leaf = self.bounds[branch.pattern].wilds(1, 0, pool), self.bounds[self.leaf].wilds(1, 0, pool)
        if leaf[0] <= lone[0] and lone[1] <= leaf[1] and self._in_leaves.issuperset(branch.kinds):
            return 2
        return 1

    def opens(self, pool: int) -> int:
        """Return the numbers of wilds, as bits, that make melds of nothing but wilds."""
        known = self._opens.get(pool)
        if known is None:
            full = (2 << pool) - 1
            sizes = 0
            for index in self.active:
                low, high = self.bounds[index].wilds(0, 0, pool)
                sizes |= (2 << high) - (1 << low) if low <= high else 0
            known, before = 1, 0
            while known != before:
                known, before = known | both(known, sizes, full), known
            self._opens[pool] = known
        return known


def _needed(patterns: tuple[Pattern, ...]) -> tuple[int, ...]:
    """Return the patterns that are not known to be special cases of another."""
    needed = []
    for index, pattern in enumerate(patterns):
        wider = [other for other, outer in enumerate(patterns) if other != index and within(pattern, outer)]
        if not any(other < index or not within(patterns[other], pattern) for other in wider):
            needed.append(index)
    return tuple(needed)


def _members(pattern: Pattern, kinds: int) -> list[tuple[int, ...]]:
    groups: dict[int, list[int]] = {}
    for kind in range(kinds):
        value = group_of(pattern, kind)
        if value >= 0:
            groups.setdefault(value, []).append(kind)
    return [tuple(groups[value]) for value in sorted(groups)]


@lru_cache(maxsize=16)
def table(patterns: tuple[Pattern, ...], points: tuple[int, ...]) -> Table:
    """Return the one table of these patterns and prices: it does not depend on which kinds are wild."""
    return Table(patterns, points)
