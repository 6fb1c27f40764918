"""Compute how many cards the best arrangement into one kind of set leaves over: the same number for any best
arrangement.

Groups of such sets share no card, and only the number of cards of a group matters. A table, computed by the reference's
own solver, has the cards that a group takes by number of wilds, and the groups share the wilds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.combos.counted import Counted
from croupier.combos.patterns import Pattern
from croupier.combos.table import table
from croupier.kernel.nodes import NUMBERS, SETS, Name
from croupier.kernel.source import made
from croupier.lowering.solving import Unsolved

if TYPE_CHECKING:
    from croupier.lowering.kernel import Kernel

MOST_WILD = 12
"""The most wild cards; with more, the reference is asked."""


def remaining(
    kernel: Kernel, patterns: tuple[Pattern, ...], points: tuple[int, ...], kind_of: Sequence[int], end: str
) -> None:
    """Have the program use `left_over`, with `end` after its name: how many of some cards are left over, -1 if the
    reference has to be asked. Raises Unsolved if the patterns are not supported."""
    if any(points) or any(each.adding or each.group or each.further or each.shut or each.declared for each in patterns):
        raise Unsolved
    if any(_takes_any_card(pattern, points) for pattern in patterns):
        with kernel.function(f"left_over_{end}(m_cards, m_wild)"):
            kernel.line("return -1 if (m_cards & m_wild) != 0 else 0")
        return
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
    groups = [sum(1 << card for card in cards) for cards in copies]
    given: dict[str, int | Name] = {
        "WILDS": MOST_WILD,
        "GROUPS": len(copies),
        "ALLOWED": min(of.bounds[index].always_allowed for index in of.active),
        "T_takes": Name(kernel.table(takes), NUMBERS),
        "T_opens": Name(kernel.table(opens), NUMBERS),
        "T_group": Name(kernel.table(groups, "m_"), SETS),
    }
    kernel.modules.append(made(("sets_left",), end, given))


def _takes_any_card(pattern: Pattern, points: tuple[int, ...]) -> bool:
    """Return whether each card is a meld of its own, if none is wild."""
    of = table((pattern,), points)
    alone = [leaf.profile for leaf in of.leaves]
    single = all(isinstance(profile, Counted) and profile.wilds(1, 1, 0, 1) & 1 for profile in alone)
    return single and sorted(kind for leaf in of.leaves for kind in leaf.kinds) == list(range(len(points)))
