"""Yield the ways of playing some wild cards as naturals, if limits on wilds make that worthwhile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from croupier.base.effort import EFFORT
from croupier.base.prices import CHOICE

from .table import Table


def castings(
    table: Table, naturals: Sequence[int], wilds: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield (naturals, wilds) for every choice of wild cards to play as naturals; first, none.

    A wild in its own place that breaks no limit as a wild need not be cast as a natural. So a meld with one that is
    cast holds at least as many others as the limits allow in any meld.
    """
    yield tuple(naturals), tuple(wilds)
    limited = [index for index in table.active if table.bounds[index].always_allowed < len(wilds)]
    if not limited:
        return
    most = len(wilds) - min(table.bounds[index].always_allowed for index in limited)
    candidates = [kind for kind in sorted(wilds) if table.knows(kind, limited)]
    choices: list[tuple[int, ...]] = [()]
    for position, kind in enumerate(candidates):
        alike = position and candidates[position - 1] == kind
        # Of equal cards, a later one is only taken with the earlier ones.
        before = candidates[:position].count(kind)
        EFFORT.spend(CHOICE * len(choices))
        choices += [
            (*chosen, kind) for chosen in choices if len(chosen) < most and (not alike or chosen.count(kind) == before)
        ]
    choices.sort(key=lambda chosen: (len(chosen), chosen))
    for chosen in choices[1:]:
        rest = list(wilds)
        for kind in chosen:
            rest.remove(kind)
        yield tuple(sorted([*naturals, *chosen])), tuple(rest)
