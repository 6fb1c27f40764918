"""A hand's naturals and wilds turned into the arrangement of melds that leaves the least weight.

For every branch group (a rank, say) the search chooses what its melds take; what is left of every leaf group (a suit)
is looked up. Wilds only count: every answer is a list by the number of wilds used, and in the end the lists are added.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.effort import EFFORT

from .choices import choices
from .profiles import INFINITE, Losses, both
from .shapes import FULL
from .table import Group, Table


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
    wilds = len(pool)
    full = (2 << wilds) - 1
    given = choices(table, naturals, wilds, beat)
    if given is None:
        return None
    options = given.options
    depth = len(options)
    monotone = table.monotone
    leaves = [(leaf.offset, leaf.mask, leaf.profile.losses) for leaf in given.leaves]
    spare = unused(table, pool)
    guard = table.guard if table.overlapping else 0
    best = beat
    found: tuple[int, tuple[int, ...]] | None = None

    def loss_of(stock: int, used: int) -> int:
        total = 0
        for position, weight in table.outside:
            total += (stock >> position & FULL) * weight
        lists: list[Losses] = []
        for offset, mask, losses in leaves:
            code = stock >> offset & mask
            if code:
                known = losses(code, wilds)
                total += known[-1]
                if total >= best and monotone:
                    return total
                lists.append(known)
        if not wilds:
            return total
        for known in lists:
            total -= known[-1]
        return total + _least(lists, used, spare, wilds)

    def descend(level: int, stock: int, used: int, dead: int, path: tuple[int, ...]) -> None:
        nonlocal best, found
        EFFORT.spend(40)  # a leaf costs as much as forty steps elsewhere
        if level == depth:
            loss = loss_of(stock, used)
            if loss < best:
                best, found = loss, (stock, path)
            return
        for taken_stock, taken_wilds, more_dead, taken in options[level]:
            if dead + more_dead >= best and monotone:
                continue
            sums = both(used, taken_wilds, full)
            if not sums or (guard and ((stock | guard) - taken_stock) & guard != guard):
                continue
            descend(level + 1, stock - taken_stock, sums, dead + more_dead, (*path, taken))

    descend(0, given.stock, table.opens(wilds), given.dead, ())
    if found is None:
        return None
    stock, path = found
    return Arrangement(best, tuple(naturals), tuple(pool), tuple(zip(given.branches, path, strict=True)), stock)


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
