"""Compute the choices of a search from a hand's naturals: what each branch may take, without dominated choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .table import Group, Offer, Option, Table


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of the branches for a hand."""

    stock: int  # all naturals
    branches: tuple[Group, ...]
    options: tuple[tuple[Option, ...], ...]  # for each of these branches
    leaves: tuple[Group, ...]  # that have cards
    dead: int  # weight that is lost whatever is chosen, as far as can be seen


def choices(table: Table, naturals: Sequence[int], wilds: int, beat: int) -> Choices | None:
    """Return the choices; None if it is plain that no less than `beat` can be lost."""
    counts = table.counts
    stock = sum([counts[kind] for kind in naturals])
    leaves = []
    reached = 0
    for leaf in table.leaves:
        code = stock >> leaf.offset & leaf.mask
        if code:
            leaves.append(leaf)
            reached |= leaf.profile.reach(code, wilds) << leaf.offset
    dead = 0
    lonely = 0
    for kind in naturals:
        if not reached & counts[kind]:
            lonely |= table.only[kind]
            dead += table.forlorn[kind]
    branches = []
    options = []
    for branch in table.branches:
        code = stock >> branch.offset & branch.mask
        if code:
            offered, least = _offer(table, branch, code, lonely >> branch.offset & branch.mask, wilds)
            dead += least
            if len(offered) > 1 or offered[0][0]:
                branches.append(branch)
                options.append(offered)
    if dead >= beat and table.monotone:
        return None
    return Choices(stock, tuple(branches), tuple(options), tuple(leaves), dead)


def _offer(table: Table, group: Group, code: int, alone: int, wilds: int) -> Offer:
    """Return what the branch may take of these cards, of which nothing else can use those `alone`.

    A plan is dropped if it leaves out such a card although taking it costs nothing. A further card loosens every limit
    on wilds; only the size of a meld, or a card that cannot be next to it, may prevent it.
    """
    key = (group.offset, code, alone, wilds)
    known = table.offers.get(key)
    if known is not None:
        return known
    joins = table.monotone and _one_meld_holds(table, group, code, wilds)
    certain = joins and group.number(code & alone) >= table.bounds[group.pattern].smallest
    kept = []
    fixed = code & alone if joins else 0
    for taken, bits in group.profile.plans(code, wilds, table.fewest(group, wilds), fixed).items():
        missed = (code - taken) & alone
        if missed and certain:
            continue
        lost = sum(table.weights[kind] for kind in group.kinds_in(missed))
        kept.append((lost, taken, bits))
    least = min(lost for lost, _, _ in kept)
    kept.sort(key=lambda plan: (plan[0], -group.number(plan[1]), plan[1]))
    options = (
        (sum(table.unit[kind] for kind in group.kinds_in(taken)), bits, lost - least, taken)
        for lost, taken, bits in kept
    )
    known = tuple(options), least
    table.offers.put(key, known)
    return known


def _one_meld_holds(table: Table, group: Group, code: int, wilds: int) -> bool:
    """Return whether one meld has room for all these cards and all the wilds."""
    shape = group.profile.shape
    if shape.length or group.number(code) + wilds > table.bounds[group.pattern].cap:
        return False
    values = [shape.cards[index].different for index in group.classes_in(code)]
    return not shape.varied or len(set(values)) == len(values)
