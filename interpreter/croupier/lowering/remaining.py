"""How many cards the best arrangement of one kind of set leaves over: a number, whichever arrangement that is.

Groups of such sets share no card, and of a group only the number of its cards matters; so what it takes with so many
wilds stands in a table, worked out from what the reference's own solver has, and groups share out the wilds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.combos.counted import Counted
from croupier.combos.patterns import Pattern
from croupier.combos.table import table
from croupier.lowering.solving import Unsolved

if TYPE_CHECKING:
    from croupier.lowering.kernel import Kernel

MOST_WILD = 12
"""So many of the cards may be wild; with more of them the reference is asked."""

TEXT = """
def left_X(m_cards, m_wild):
    m_pool = m_cards & m_wild
    wild = POP(m_pool)
    if wild > {wilds}:
        return -1
    for g in range(0, {groups}):
        {plain}[g] = POP(m_cards & ~m_wild & {kinds}[g])
        {cast}[g] = 0
    all = POP(m_cards)
    least = all
    cast = 0
    while cast >= 0:
        pool = wild - cast
        for w in range(0, pool + 1):
            {used}[w] = {opens}[w]
        for g in range(0, {groups}):
            n = {plain}[g] + {cast}[g]
            if n > 0:
                w = pool
                while w >= 0:
                    most = -1
                    for more in range(0, w + 1):
                        melded = {used}[w - more] + {takes}[n * {row} + more]
                        if {used}[w - more] >= 0 and {takes}[n * {row} + more] >= 0 and melded > most:
                            most = melded
                    {used}[w] = most
                    w += -1
        for w in range(0, pool + 1):
            if {used}[w] >= 0 and all - {used}[w] - w < least:
                least = all - {used}[w] - w
        cast = recast_X(m_pool, cast, wild - {allowed})
    return least

def recast_X(m_pool, cast, most):
    for g in range(0, {groups}):
        if (m_pool & {kinds}[g]) != 0:
            if cast < most and {cast}[g] < POP(m_pool & {kinds}[g]):
                {cast}[g] += 1
                return cast + 1
            cast += -{cast}[g]
            {cast}[g] = 0
    return -1
"""
"""Wild cards may also be played as themselves: `recast` goes through how many of each group are. As in the reference,
it is not so many that the others could break no limit."""


def remaining(
    kernel: Kernel, patterns: tuple[Pattern, ...], points: tuple[int, ...], kind_of: Sequence[int], end: str
) -> str:
    """The text of `left_X(m_cards, m_wild)`, with `end` in place of `X`: how many of the cards are left over; -1 if the
    reference has to be asked. Unsolved if it is not known how."""
    if any(points) or any(each.adding or each.group or each.further or each.shut or each.declared for each in patterns):
        raise Unsolved
    if any(_takes_any_card(pattern, points) for pattern in patterns):
        return f"def left_{end}(m_cards, m_wild):\n    return -1 if (m_cards & m_wild) != 0 else 0"
    of = table(patterns, points)
    if of.branches or not of.leaves or len(of.leaves) > 64:
        raise Unsolved
    profiles = [leaf.profile for leaf in of.leaves]
    if any(type(profile) is not Counted or profile.shape.varied for profile in profiles):
        raise Unsolved
    copies = [[card for card, kind in enumerate(kind_of) if kind in leaf.kinds] for leaf in of.leaves]
    most = max(map(len, copies))
    counted = profiles[0]
    assert isinstance(counted, Counted)
    wilds = [counted.wilds(cards, 1, MOST_WILD, 1) for cards in range(most + 1)]
    takes = [
        max((cards for cards in range(number + 1) if wilds[cards] >> used & 1), default=-1)
        for number in range(most + 1)
        for used in range(MOST_WILD + 1)
    ]
    opens = [0 if of.opens(MOST_WILD) >> used & 1 else -1 for used in range(MOST_WILD + 1)]
    names = {
        "wilds": MOST_WILD, "groups": len(copies), "row": MOST_WILD + 1, "takes": kernel.table(takes),
        "kinds": kernel.table([sum(1 << card for card in cards) for cards in copies], "m_"),
        "opens": kernel.table(opens), "used": kernel.array(MOST_WILD + 1), "plain": kernel.array(len(copies)),
        "cast": kernel.array(len(copies)), "allowed": min(of.bounds[index].always_allowed for index in of.active),
    }  # fmt: skip
    return re.sub(r"_X\b", f"_{end}", TEXT.strip("\n").format(**names))


def _takes_any_card(pattern: Pattern, points: tuple[int, ...]) -> bool:
    """Is each card a meld of its own, if none is wild?"""
    of = table((pattern,), points)
    alone = [leaf.profile for leaf in of.leaves]
    single = all(isinstance(profile, Counted) and profile.wilds(1, 1, 0, 1) & 1 for profile in alone)
    return single and sorted(kind for leaf in of.leaves for kind in leaf.kinds) == list(range(len(points)))
