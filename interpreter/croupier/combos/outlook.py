"""Bound the loss that the remaining branches of a search can save, whatever they choose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate

from .choices import Choices
from .shapes import MOST_ALIKE, WHOLE, part_of
from .table import Group, Option, Table


class Outlook:
    """Bounds by level: the kinds that later branches may take, the number of each they take without wilds, and how much
    cheaper the others of a kind are to leave over.

    What these branches take beyond that they pay for in wilds: `spare` is the loss by the number of wilds used so far,
    for the unused ones and all that later ones may save. The more is saved in this way, by `share`, the dearer are the
    cards to leave over; the best share differs from hand to hand. Without a share only the loss after all branches is
    computed.
    """

    __slots__ = ("cheaper", "free", "later", "saved", "spare")

    def __init__(self, table: Table, given: Choices, spare: Sequence[int], share: int | None) -> None:
        depth = len(given.options)
        self.later = [0] * (depth + 1)
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
            self.later[level] = self.later[level + 1] | table.reserved(branch)
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
