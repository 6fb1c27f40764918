"""Turn an arrangement, which only counts, into its melds, with the cards in each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .patterns import INFINITE
from .profiles import Profile, lowest
from .search import Arrangement, as_losses, unused
from .shapes import FIELD
from .table import Group, Table


@dataclass(frozen=True, slots=True)
class Part:
    """One meld: the pattern, and the cards in it."""

    pattern: int
    cards: tuple[int, ...]


def rebuild(table: Table, found: Arrangement) -> list[Part]:
    """Return the melds of the arrangement. The heaviest wilds are used, of equals the first in order of kind."""
    pool = len(found.pool)
    leaves = [(leaf, code) for leaf in table.leaves if (code := found.stock >> leaf.offset & leaf.mask)]
    lists: list[Sequence[int]] = [as_losses(table.opens(pool), pool)]
    lists += [as_losses(branch.profile.covers(taken, pool), pool) for branch, taken in found.taken]
    lists += [leaf.profile.losses(code, pool)[:-1] for leaf, code in leaves]
    shares = _share_out(lists, unused(table, found.pool), pool)
    hollow: list[tuple[int, list[int], int]] = []  # pattern, naturals, number of wilds
    hollow += [(pattern, [], size) for pattern, size in _open_melds(table, shares[0])]
    for (branch, taken), share in zip(found.taken, shares[1:], strict=False):
        hollow += _melds(branch, _taken_apart(branch.profile, taken, share))
    for (leaf, code), share in zip(leaves, shares[1 + len(found.taken) :], strict=True):
        hollow += _melds(leaf, _least_lost(leaf.profile, code, share))
    wilds = sorted(found.pool, key=lambda kind: (-table.weights[kind], kind))[: sum(shares)]
    wilds.sort(reverse=True)
    parts = []
    for pattern, naturals, number in hollow:
        parts.append(Part(pattern, tuple(sorted([*naturals, *(wilds.pop() for _ in range(number))]))))
    return parts


def _melds(group: Group, cores: list[tuple[int, int]]) -> list[tuple[int, list[int], int]]:
    return [(group.pattern, group.kinds_in(taken), wilds) for taken, wilds in cores]


def _share_out(lists: Sequence[Sequence[int]], spare: Sequence[int], pool: int) -> list[int]:
    """Return the number of wilds for each list in the least sum: the earlier lists get as few as possible."""
    if not pool:
        return [0] * len(lists)
    # ahead[i][w]: the least that lists i.. and the unused wilds lose, when w wilds are used before them.
    ahead: list[list[int]] = [list(spare)]
    for entries in reversed(lists):
        behind = [INFINITE] * (pool + 1)
        for before in range(pool + 1):
            for more in range(pool + 1 - before):
                behind[before] = min(behind[before], entries[more] + ahead[-1][before + more])
        ahead.append(behind)
    ahead.reverse()
    shares = []
    before = 0
    for index, entries in enumerate(lists):
        share = next(
            more
            for more in range(pool + 1 - before)
            if entries[more] + ahead[index + 1][before + more] == ahead[index][before]
        )
        shares.append(share)
        before += share
    return shares


def _open_melds(table: Table, wilds: int) -> list[tuple[int, int]]:
    """Return melds of wilds alone, (pattern, size), that use this number of wilds: the largest first."""
    melds = []
    while wilds:
        pattern, size = next(
            (pattern, size)
            for size in range(wilds, 0, -1)
            for pattern in table.active
            if table.bounds[pattern].holds(0, size) and table.opens(wilds - size) >> (wilds - size) & 1
        )
        melds.append((pattern, size))
        wilds -= size
    return melds


def _taken_apart(profile: Profile, code: int, wilds: int) -> list[tuple[int, int]]:
    """Return cores, each with its number of wilds, that hold all these cards and use this number of wilds."""
    melds = []
    while code:
        code, wilds, meld = next(
            (code - taken, wilds - share, (taken, share))
            for taken, low, high in profile.cores(code, wilds)
            for share in range(low, high + 1)
            if profile.covers(code - taken, wilds - share) >> (wilds - share) & 1
        )
        melds.append(meld)
    return melds


def _least_lost(profile: Profile, code: int, wilds: int) -> list[tuple[int, int]]:
    """Return cores, each with its number of wilds, that use this number and leave as little as possible."""
    melds = []
    while code:
        first = lowest(code)
        least = profile.losses(code, wilds)[wilds]
        if profile.losses(code - (1 << FIELD * first), wilds)[wilds] + profile.shape.cards[first].weight == least:
            code -= 1 << FIELD * first
            continue
        code, wilds, meld = next(
            (code - taken, wilds - share, (taken, share))
            for taken, low, high in profile.cores(code, wilds)
            for share in range(low, high + 1)
            if profile.losses(code - taken, wilds - share)[wilds - share] == least
        )
        melds.append(meld)
    return melds
