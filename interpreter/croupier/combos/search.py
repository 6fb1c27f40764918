"""A hand's naturals and wilds turned into the arrangement of melds that leaves the least weight.

For every branch group (a rank, say) the search chooses what its melds take; what is left of every leaf group (a suit)
is looked up. Wilds only count: every answer is a list by the number of wilds used, and in the end the lists are added.

Where much is still to be chosen, a choice is followed only as long as it may be better than the best one found: what
the leaves lose at least is looked up with all cards free that branches to come may take. And it is followed only if no
earlier one came to the same standpoint with as little lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from croupier.effort import EFFORT

from .choices import Choices, choices
from .profiles import INFINITE, Losses, both
from .shapes import FULL, MOST_ALIKE
from .table import Group, Option, Table

NODE = 40
"""What one choice costs of the purse: as much as so many steps elsewhere."""
MUCH = 24
"""With so many arrangements to come, it pays to ask what they lose at least."""
REMEMBERED = 1 << 17
"""How many standpoints of one search are remembered."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The best that a search has found."""

    loss: int
    naturals: tuple[int, ...]
    pool: tuple[int, ...]
    taken: tuple[tuple[Group, int], ...]  # by branch, what it takes of its own classes
    stock: int  # what the branches leave


def search(table: Table, naturals: Sequence[int], pool: Sequence[int], beat: int) -> Arrangement | None:
    """The arrangement of least loss, if that is less than `beat`; of equals the first one met."""
    given = choices(table, naturals, len(pool), beat)
    if given is None:
        return None
    found = _Search(table, given, pool, beat)
    found.descend(0, given.stock, table.opens(len(pool)), given.dead, ())
    if found.found is None:
        return None
    stock, path = found.found
    return Arrangement(found.best, tuple(naturals), tuple(pool), tuple(zip(given.branches, path, strict=True)), stock)


class _Search:
    """One search: `best` and `found` are the least loss so far, and where it was met."""

    def __init__(self, table: Table, given: Choices, pool: Sequence[int], beat: int) -> None:
        self.table = table
        self.best = beat
        self.found: tuple[int, tuple[int, ...]] | None = None
        self.options = given.options
        self.leaves = given.leaves
        self.wilds = len(pool)
        self.full = (2 << self.wilds) - 1
        self.guard = table.guard if table.overlapping else 0
        depth = len(given.options)
        # By level: how many arrangements are to come, the kinds that branches to come may take (full fields), how many
        # of each they take without wilds, and by the number of wilds used what is lost of the others less what these
        # branches may save by taking more.
        self.ahead = [1] * (depth + 1)
        self.later = [0] * (depth + 1)
        self.free = [0] * (depth + 1)
        self.spare: list[Sequence[int]] = [unused(table, pool)] * (depth + 1)
        self.saved = [0] * (depth + 1)
        for level in range(depth - 1, -1, -1):
            self.ahead[level] = self.ahead[level + 1] * len(given.options[level])
        if self.ahead[0] >= MUCH:
            self._look_ahead(given)
        self.met: dict[Hashable, int] = {}

    def _look_ahead(self, given: Choices) -> None:
        freely: Counter[int] = Counter()
        saved: Sequence[int] = [0] * (self.wilds + 1)
        unit, unused_then = self.table.unit, self.spare[-1]
        numbers = range(self.wilds + 1)
        for level in range(len(given.options) - 1, -1, -1):
            self.later[level] = self.later[level + 1] | self.table.reserved(given.branches[level])
            more = _taken(self.table, given.branches[level], given.options[level], self.wilds, freely)
            self.free[level] = sum(unit[kind] * min(number, MOST_ALIKE) for kind, number in freely.items())
            saved = [max(saved[some] + more[wilds - some] for some in range(wilds + 1)) for wilds in numbers]
            self.spare[level] = [
                min(unused_then[used + extra] - saved[extra] for extra in range(self.wilds + 1 - used))
                for used in numbers
            ]
            self.saved[level] = max(saved)

    def descend(self, level: int, stock: int, used: int, dead: int, path: tuple[int, ...]) -> None:
        EFFORT.spend(NODE)
        much = self.ahead[level] >= MUCH
        if much or level == len(self.options):
            loss = self._least(level, stock, used)
            if loss >= self.best:
                return
            if level == len(self.options):
                self.best, self.found = loss, (stock, path)
                return
            if self._met(level, stock, used):
                return
        monotone, full, guard = self.table.monotone, self.full, self.guard
        for taken_stock, taken_wilds, more_dead, taken in self.options[level]:
            if dead + more_dead >= self.best and monotone:
                continue
            sums = both(used, taken_wilds, full)
            if not sums or (guard and ((stock | guard) - taken_stock) & guard != guard):
                continue
            self.descend(level + 1, stock - taken_stock, sums, dead + more_dead, (*path, taken))

    def _least(self, level: int, stock: int, used: int) -> int:
        """What is lost at least, whatever the branches to come take; what is lost, if there are none."""
        free = self.free[level]
        total = 0
        for position, weight in self.table.outside:
            number = stock >> position & FULL
            if number:
                total += weight * (number - min(number, free >> position & FULL) if weight > 0 else number)
        enough, wilds, monotone = self.best + self.saved[level], self.wilds, self.table.monotone
        lists: list[Losses] = []
        for leaf in self.leaves:
            code = stock >> leaf.offset & leaf.mask
            if code:
                known = leaf.profile.losses(code, wilds, free >> leaf.offset & leaf.mask)
                total += known[-1]
                if total >= enough and monotone:
                    return total - self.saved[level]
                lists.append(known)
        if not wilds:
            return total
        for known in lists:
            total -= known[-1]
        return total + _least(lists, used, self.spare[level], wilds)

    def _met(self, level: int, stock: int, used: int) -> bool:
        """Did an earlier choice come to where this one does, and lose no more?"""
        later = self.later[level]
        lost = 0
        for position, weight in self.table.outside:
            if not later >> position & FULL:
                lost += (stock >> position & FULL) * weight
        points: list[Hashable] = [level, used, stock & later if self.guard else 0]
        for leaf in self.leaves:
            code = stock >> leaf.offset & leaf.mask
            point, more = leaf.profile.standpoint(code, self.wilds, later >> leaf.offset & leaf.mask)
            points.append(point)
            lost += more
        key = tuple(points)
        before = self.met.get(key)
        if before is not None and before <= lost:
            return True
        if len(self.met) < REMEMBERED:
            self.met[key] = lost
        return False


def _taken(table: Table, branch: Group, options: Sequence[Option], pool: int, freely: Counter[int]) -> list[int]:
    """What the branch may take without wilds, added to `freely` by kind; and for each number of wilds, the most weight
    that it may take beyond that."""
    choices = [(Counter(branch.kinds_in(taken)), bits) for _, bits, _, taken in options]
    most: Counter[int] = Counter()
    for kinds, bits in choices:
        if bits & 1:
            most |= kinds
    freely += most
    more = [0] * (pool + 1)
    for kinds, bits in choices:
        if not bits & 1:
            low = (bits & -bits).bit_length() - 1
            beyond = (kinds - most).items()
            more[low] = max(more[low], sum(number * max(0, table.weights[kind]) for kind, number in beyond))
    return list(accumulate(more, max))


def unused(table: Table, pool: Sequence[int]) -> list[int]:
    """By the number of wilds used, the weight of the others: the heaviest are used first."""
    weights = sorted((table.weights[kind] for kind in pool), reverse=True)
    return [sum(weights[used:]) for used in range(len(weights) + 1)]


def add(one: Sequence[int], other: Sequence[int], pool: int) -> list[int]:
    """By the number of wilds, the least sum of an entry of each."""
    sums = [INFINITE] * (pool + 1)
    for wilds in range(pool + 1):
        base = one[wilds]
        if base < INFINITE:
            for more in range(pool + 1 - wilds):
                if base + other[more] < sums[wilds + more]:
                    sums[wilds + more] = base + other[more]
    return sums


def as_losses(wilds: int, pool: int) -> list[int]:
    """Numbers of wilds given as bits: no loss at these, and no way at others."""
    return [0 if wilds >> number & 1 else INFINITE for number in range(pool + 1)]


def _least(lists: Sequence[Losses], used: int, spare: Sequence[int], pool: int) -> int:
    sums: Sequence[int] = as_losses(used, pool)
    for known in lists:
        sums = add(sums, known, pool)
    return min(loss + more for loss, more in zip(sums, spare, strict=True))
