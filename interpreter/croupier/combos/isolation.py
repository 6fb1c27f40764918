"""Compute the other kinds that a card needs to be melded at all. Compiled rules test this first in a hand. Cards are
bits here, one for each kind."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from .patterns import Pattern, bounds_of, group_of

MOST_WILDS = 7  # a first look at hands with more would show nothing


class Mates(NamedTuple):
    """The sets of kinds with which a kind can be melded; any one of them suffices."""

    any_of: int  # one natural of these kinds
    twice: bool  # another of the same kind
    crowds: tuple[tuple[int, int], ...]  # (kinds, how many naturals of them, the card itself included)
    windows: tuple[int, ...]  # one of each of these kinds


class Look(NamedTuple):
    """The data of a first look at one number of wilds."""

    mates: tuple[Mates, ...]  # by kind
    lone: int  # wilds that meld a card without a mate; 0: none do
    limits: bool  # may it matter that a wild is in its own place?


@lru_cache(maxsize=256)
def looks(patterns: tuple[Pattern, ...], kinds: int, wilds: int) -> Look:
    """Return the data of a first look at this number of wilds, whichever kinds are wild."""
    any_of = [0] * kinds
    twice = [False] * kinds
    crowds: list[list[tuple[int, int]]] = [[] for _ in range(kinds)]
    windows: list[list[int]] = [[] for _ in range(kinds)]
    lone: list[int] = []
    for pattern in patterns:
        bounds = bounds_of(pattern)
        least, most = bounds.wilds(1, 0, wilds)
        if 0 < least <= most:
            lone.append(least)
        reach = min(wilds, bounds.most)
        groups: dict[int, list[int]] = {}
        for kind in range(kinds):
            groups.setdefault(group_of(pattern, kind), []).append(kind)
        groups.pop(-1, None)
        for members in groups.values():
            together = sum(1 << kind for kind in members)
            there = _by_place(pattern, members)
            for kind in members:
                mine = 1 << kind
                if bounds.smallest == 1:
                    any_of[kind] |= mine
                elif pattern.places is None and reach == 0:
                    crowds[kind].append((together, bounds.smallest))
                elif pattern.places is None:
                    any_of[kind] |= together & ~mine
                    twice[kind] = twice[kind] or pattern.different is None
                elif reach == 0 and all(row.bit_count() <= 1 for row in there):
                    windows[kind] += _windows(there, pattern.places[kind], bounds.smallest)
                else:
                    for place in pattern.places[kind]:
                        for other in range(max(0, place - reach - 1), min(pattern.length, place + reach + 2)):
                            if other != place:
                                any_of[kind] |= there[other]
    mates = tuple(Mates(any_of[kind], twice[kind], tuple(crowds[kind]), tuple(windows[kind])) for kind in range(kinds))
    allowed = min((bounds_of(pattern).always_allowed for pattern in patterns), default=0)
    return Look(mates, min(lone, default=0), allowed < wilds)


def near(pattern: Pattern, kind: int, other: int) -> bool:
    """Return whether naturals of both kinds may be in one meld of the smallest size."""
    together = group_of(pattern, kind)
    if together < 0 or together != group_of(pattern, other) or pattern.smallest < 2:
        return False
    if pattern.places is not None:
        apart = [abs(one - two) for one in pattern.places[kind] for two in pattern.places[other]]
        return any(0 < places < pattern.smallest for places in apart)
    return pattern.different is None or pattern.different[kind] != pattern.different[other]


def _by_place(pattern: Pattern, members: Sequence[int]) -> list[int]:
    there = [0] * pattern.length
    if pattern.places is not None:
        for kind in members:
            for place in pattern.places[kind]:
                there[place] |= 1 << kind
    return there


def _windows(there: Sequence[int], places: Sequence[int], size: int) -> list[int]:
    """Return the cards of every run of the smallest size over one of these places."""
    found = []
    for place in places:
        for start in range(max(0, place - size + 1), min(place, len(there) - size) + 1):
            cards = there[start : start + size]
            if all(cards):
                found.append(reduce(or_, cards))
    return found
