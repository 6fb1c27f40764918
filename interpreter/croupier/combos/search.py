"""Search for the arrangement of a hand's naturals and wilds into melds that leaves the least weight.

For every branch group (a rank, say) the search chooses what its melds take; the rest of every leaf group (a suit) is
looked up. Wilds are only counted: every result is a list by the number of wilds used, and at the end the lists are
added.

If many choices remain, a choice is followed only while it may beat the best one found. The bound is the least loss of
the leaves, with all cards free that later branches may take, or, if wilds tie many choices together, at prices that
branches bid (see `bids`). A choice is also dropped if an earlier one reached the same standpoint with no more loss.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from croupier.base.effort import EFFORT
from croupier.base.prices import NODE
from croupier.combos.bids import Bids
from croupier.combos.choices import Choices, choices
from croupier.combos.patterns import INFINITE
from croupier.combos.profiles import Losses, both
from croupier.combos.shapes import FULL, MOST_ALIKE, WHOLE, part_of, prices
from croupier.combos.table import Group, Option, Table
from croupier.combos.walked import Walked


class Outlook:
    """Bounds by level: the kinds that later branches may take, the number of each they take without wilds, and how much
    cheaper the others of a kind are to leave over.

    What these branches take beyond that they pay for in wilds: `spare` is the loss by the number of wilds used so far,
    for the unused ones and all that later ones may save. The more is saved in this way, by `share`, the dearer are the
    cards to leave over; the best share differs from hand to hand. Without a share only the loss after all branches is
    computed.
    """

    __slots__ = ("cheaper", "free", "saved", "spare", "to_come")

    def __init__(self, table: Table, given: Choices, spare: Sequence[int], share: int | None) -> None:
        depth = len(given.options)
        self.to_come = [0] * (depth + 1)
        self.free = [0] * (depth + 1)
        self.cheaper = [0] * (depth + 1)
        self.saved = [0] * (depth + 1)
        self.spare = [spare] * (depth + 1)
        if share is None:
            return
        numbers = range(len(spare))
        freely: Counter[int] = Counter()
        dearly: set[int] = set()
        saved = [0] * len(spare)
        for level in range(depth - 1, -1, -1):
            branch = given.branches[level]
            self.to_come[level] = self.to_come[level + 1] | table.reserved(branch)
            more = _taken(table, branch, given.options[level], share, freely, dearly, len(spare))
            self.free[level] = sum(table.unit[kind] * min(number, MOST_ALIKE) for kind, number in freely.items())
            self.cheaper[level] = sum(table.unit[kind] * (WHOLE - share) for kind in dearly)
            saved = [max(saved[some] + more[wilds - some] for some in range(wilds + 1)) for wilds in numbers]
            self.saved[level] = saved[-1]
            self.spare[level] = [
                min(spare[used + extra] - saved[extra] for extra in range(len(spare) - used)) for used in numbers
            ]


def _taken(
    table: Table,
    branch: Group,
    options: Sequence[Option],
    share: int,
    freely: Counter[int],
    dearly: set[int],
    numbers: int,
) -> list[int]:
    """Return, for each number of wilds, the most that the branch may save by taking more than it may without them. What
    it may take without is added to `freely`, kinds of which it may take more to `dearly`."""
    choices = [(Counter(branch.kinds_in(taken)), bits) for _, bits, _, taken in options]
    most: Counter[int] = Counter()
    for kinds, bits in choices:
        if bits & 1:
            most |= kinds
    freely += most
    more = [0] * numbers
    for kinds, bits in choices:
        if not bits & 1:
            low = (bits & -bits).bit_length() - 1
            beyond = kinds - most
            dearly.update(beyond)
            saves = sum(number * part_of(table.weights[kind], WHOLE - share) for kind, number in beyond.items())
            more[low] = max(more[low], saves)
    return list(accumulate(more, max))


FEW = 64
"""With fewer arrangements in all, to look at each costs less than to find out what they lose at least."""
MUCH = 12
"""The number of remaining arrangements from which it pays to compute a bound."""
MANY = 1 << 12
"""The number from which it pays to start with one of few losses."""
LOTS = 1 << 12
"""The number from which it pays to look for the best prices."""
SHARES = (0, 4)
REMEMBERED = 1 << 17
"""The number of standpoints of one search that are remembered."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The best arrangement that a search has found."""

    loss: int
    naturals: tuple[int, ...]
    pool: tuple[int, ...]
    taken: tuple[tuple[Group, int], ...]  # by branch, what it takes of its own classes
    stock: int  # what the branches leave


def search(table: Table, naturals: Sequence[int], pool: Sequence[int], beat: int) -> Arrangement | None:
    """Return the arrangement of least loss, if that is less than `beat`; of equals the first one met."""
    given = choices(table, naturals, len(pool), beat)
    if given is None:
        return None
    found = _Search(table, given, pool)
    found.run(beat)
    if found.found is None:
        return None
    stock, path = found.found
    return Arrangement(found.best, tuple(naturals), tuple(pool), tuple(zip(given.branches, path, strict=True)), stock)


class _Search:
    """One search. `best`: the least loss so far; `found`: the choices that gave it."""

    def __init__(self, table: Table, given: Choices, pool: Sequence[int]) -> None:
        self.table = table
        self.given = given
        self.options = given.options
        self.leaves = given.leaves
        self.wilds = len(pool)
        self.full = (2 << self.wilds) - 1
        self.guard = table.guard if table.overlapping else 0
        self.best = INFINITE
        self.found: tuple[int, tuple[int, ...]] | None = None
        self.met: dict[Hashable, int] = {}
        self.sums: dict[tuple[Losses, Losses], Losses] = {}
        depth = len(given.options)
        self.ahead = [1] * (depth + 1)  # by level, how many arrangements are to come
        for level in range(depth - 1, -1, -1):
            self.ahead[level] = self.ahead[level + 1] * len(given.options[level])
        spare = unused(table, pool)
        self.few = self.ahead[0] < FEW
        self.outlook = Outlook(table, given, spare, None if self.few else WHOLE)
        self.bids: Bids | None = None
        opens = table.opens(self.wilds)
        walked = all(isinstance(leaf.profile, Walked) for leaf in self.leaves)
        if self.wilds and self.ahead[0] >= LOTS and table.monotone and walked:
            self.bids = Bids(table, given, spare, self.outlook.to_come)
        self.least = 0 if self.few else self._least(0, given.stock, opens)
        if self.wilds and not self.few and self.bids is None:
            for share in SHARES:
                before, self.outlook = self.outlook, Outlook(table, given, spare, share)
                least = self._least(0, given.stock, opens)
                if least > self.least:
                    self.least = least
                else:
                    self.outlook = before
        self.least = max(self.least, given.dead) if table.monotone else self.least
        self.enough = self.least if table.monotone else -INFINITE  # nothing can be better

    def run(self, beat: int) -> None:
        """Find the least loss below `beat`, and its choices. The search begins with a bound close to the minimum, then
        raises it: choices above the bound need not be followed."""
        step = max(1, sum(map(abs, self.table.weights)) // len(self.table.weights) // 4)
        limit = self.least + 1 if self.ahead[0] >= MANY else beat
        while self.found is None:
            self.best = min(limit, beat)
            self.met.clear()
            if self.bids is not None:
                self.options = self.bids.options(self.best)
            self.descend(0, self.given.stock, self.table.opens(self.wilds), self.given.dead, ())
            if limit >= beat:
                return
            limit += step
            step *= 2

    def descend(self, level: int, stock: int, used: int, dead: int, path: tuple[int, ...]) -> None:
        if self.best <= self.enough:
            return
        EFFORT.spend(NODE)
        much = self.ahead[level] >= MUCH and not self.few
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
        """Return the least loss, whatever later branches take; the exact loss if there are none."""
        if self.bids is not None:
            return self.bids.least(level, stock, used, self.best)
        outlook = self.outlook
        free, cheaper = outlook.free[level], outlook.cheaper[level]
        total = 0
        for position, weight in self.table.outside:
            number = stock >> position & FULL
            if number:
                total += sum(prices(weight, number, free >> position & FULL, cheaper >> position & FULL))
        enough, wilds, monotone = self.best + outlook.saved[level], self.wilds, self.table.monotone
        lists: list[Losses] = []
        for leaf in self.leaves:
            code = stock >> leaf.offset & leaf.mask
            if code:
                known = leaf.profile.losses(
                    code, wilds, free >> leaf.offset & leaf.mask, cheaper >> leaf.offset & leaf.mask
                )
                total += known[-1]
                if total >= enough and monotone:
                    return total - outlook.saved[level]
                lists.append(known)
        spare = outlook.spare[level]
        if not wilds:
            return total + spare[0]
        if not lists:
            return total + min(spare[number] for number in range(wilds + 1) if used >> number & 1)
        sums = lists[0]
        for known in lists[1:]:
            sums = self._added(sums, known)
        least = min(
            sums[number]
            + min([more for before, more in enumerate(spare[number:]) if used >> before & 1], default=INFINITE)
            for number in range(wilds + 1)
        )
        return total - sum(known[-1] for known in lists) + least

    def _added(self, one: Losses, other: Losses) -> Losses:
        """Return, by the number of wilds, the least sum of an entry of each."""
        key = (one, other)
        known = self.sums.get(key)
        if known is None:
            if len(self.sums) >= REMEMBERED >> 2:
                self.sums.clear()
            known = self.sums[key] = tuple(add(one, other, self.wilds))
        return known

    def _met(self, level: int, stock: int, used: int) -> bool:
        """Return whether an earlier choice reached the same standpoint with no more loss."""
        later = self.outlook.to_come[level]
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


def unused(table: Table, pool: Sequence[int]) -> list[int]:
    """Return, by the number of wilds used, the weight of the others: the heaviest are used first."""
    weights = sorted((table.weights[kind] for kind in pool), reverse=True)
    return [sum(weights[used:]) for used in range(len(weights) + 1)]


def add(one: Sequence[int], other: Sequence[int], pool: int) -> list[int]:
    """Return, by the number of wilds, the least sum of an entry of each."""
    sums = [INFINITE] * (pool + 1)
    for wilds in range(pool + 1):
        base = one[wilds]
        if base < INFINITE:
            for more in range(pool + 1 - wilds):
                if base + other[more] < sums[wilds + more]:
                    sums[wilds + more] = base + other[more]
    return sums


def as_losses(wilds: int, pool: int) -> list[int]:
    """Return losses for numbers of wilds given as bits: 0 at these, infinite at others."""
    return [0 if wilds >> number & 1 else INFINITE for number in range(pool + 1)]
