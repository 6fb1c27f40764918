"""Compute the roles that cards may play in a meld, from a pattern and the wild kinds.

A wild in its own place is a natural and plays itself. The role of another wild in a run is the kind that belongs at its
place, -1 if no kind or more than one does; in a set it is -1.

Among groups in sequence, the role of a wild is the kind that has the value of its group. If several kinds have it, the
role is a number below -1 that encodes the value, and whether the group is one of the sequence or one that is added to
it. So a wild keeps its role when other cards leave the meld.
"""

from __future__ import annotations

from collections import Counter

from croupier.base.effort import EFFORT

from .patterns import Bounds, Meld, Pattern, bounds_of, group_of


class Form:
    """The ways in which cards of a hand can be used in the melds of one pattern."""

    __slots__ = (
        "bounds", "further", "group", "groups", "index", "length", "pattern", "places", "roles", "values", "wild",
    )  # fmt: skip

    def __init__(self, pattern: Pattern, index: int, kinds: int, wild: frozenset[int]) -> None:
        self.pattern = pattern
        self.index = index
        self.wild = wild
        self.bounds: Bounds = bounds_of(pattern)
        self.groups = tuple(group_of(pattern, kind) for kind in range(kinds))
        self.values = tuple(sorted({group for group in self.groups if group >= 0}))
        self.length = pattern.length
        self.group = None if pattern.group is None else Form(pattern.group, index, kinds, wild)
        self.further = None if pattern.further is None else Form(pattern.further, index, kinds, wild)
        self.places = pattern.places or ((),) * kinds
        self.roles: dict[tuple[int, int], int] = {}
        for kind, group in enumerate(self.groups):
            if group >= 0:
                for place in self.places[kind]:
                    self.roles[group, place] = -1 if (group, place) in self.roles else kind

    def open_role(self, inner: Form, value: int) -> int:
        """Return the role of a wild in a group with this value; `inner`: the form of the groups, or of those added."""
        meant = [kind for kind, group in enumerate(inner.groups) if group == value]
        return meant[0] if len(meant) == 1 else -2 - 2 * value - (inner is self.further)

    def meaning(self, role: int) -> tuple[int, ...]:
        """Return the kinds that a role below -1 can mean."""
        value, beside = divmod(-2 - role, 2)
        inner = self.further if beside else self.group
        return () if inner is None else tuple(kind for kind, group in enumerate(inner.groups) if group == value)

    def role_meaning(self, kinds: tuple[int, ...]) -> int:
        """Return the role below -1 that means these kinds; -1 if there is none."""
        inner = [each for each in (self.group, self.further) if each is not None]
        roles = [self.open_role(each, value) for each in inner for value in each.values]
        return next((role for role in roles if role < 0 and self.meaning(role) == kinds), -1)

    @property
    def is_run(self) -> bool:
        return self.pattern.places is not None

    def may_join(self, kind: int, naturals: list[int]) -> bool:
        """Return whether the kind differs from these naturals where required."""
        different = self.pattern.different
        return different is None or all(different[kind] != different[other] for other in naturals)

    def as_set(self, held: Counter[int], group: int) -> Meld | None:
        """Return all the cards as a set of this group, or of wilds alone if it is -1; None if they are none.

        A card that cannot be wild has the first claim to the value in which it differs, then the lower kind.
        """
        naturals: list[int] = []
        cards: list[tuple[int, int]] = []
        EFFORT.spend(held.total())
        for kind in sorted(held, key=lambda kind: (kind in self.wild, kind)):
            for _ in range(held[kind]):
                natural = group >= 0 and self.groups[kind] == group and self.may_join(kind, naturals)
                if natural:
                    naturals.append(kind)
                elif kind not in self.wild:
                    return None
                cards.append((kind, kind if natural else -1))
        fits = self.bounds.holds(len(naturals), len(cards) - len(naturals))
        if not fits or not self.pattern.adds_up(held.elements()):
            return None
        cards.sort(key=lambda card: (card[0], -card[1]))
        return Meld(self.index, tuple(kind for kind, _ in cards), tuple(role for _, role in cards), -1)

    def as_run(self, kinds: tuple[int, ...], group: int, start: int) -> Meld | None:
        """Return the cards as a run of this group, in this order; None if they are none.

        A card that cannot be wild has the first claim to the value in which it differs, then the earlier one.
        """
        roles = [self.roles.get((group, place), -1) for place in range(start, start + len(kinds))]
        naturals: list[int] = []
        for claim in (False, True):
            for position, kind in enumerate(kinds):
                if (kind in self.wild) == claim:
                    fits = self.groups[kind] == group and start + position in self.places[kind]
                    if fits and self.may_join(kind, naturals):
                        naturals.append(kind)
                        roles[position] = kind
                    elif not claim:
                        return None
        fits = self.bounds.holds(len(naturals), len(kinds) - len(naturals))
        if not fits or not self.pattern.adds_up(kinds):
            return None
        return Meld(self.index, kinds, tuple(roles), start)
