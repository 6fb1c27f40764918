"""Cards turned into the melds of one pattern that can be made of them, one by one, each card with its role.

A wild in its own place is a natural and plays itself. The role of another wild in a run is the kind that belongs at its place,
-1 if no kind or more than one does; in a set it is -1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from .patterns import Bounds, Meld, Pattern, bounds_of, group_of


class Listing:
    """The melds of one pattern, when some kinds are wild."""

    __slots__ = ("bounds", "groups", "index", "pattern", "places", "roles", "values", "wild")

    def __init__(self, pattern: Pattern, index: int, kinds: int, wild: frozenset[int]) -> None:
        self.pattern = pattern
        self.index = index
        self.wild = wild
        self.bounds: Bounds = bounds_of(pattern)
        self.groups = tuple(group_of(pattern, kind) for kind in range(kinds))
        self.values = tuple(sorted({group for group in self.groups if group >= 0}))
        self.places = pattern.places or ((),) * kinds
        self.roles: dict[tuple[int, int], int] = {}
        for kind, group in enumerate(self.groups):
            if group >= 0:
                for place in self.places[kind]:
                    self.roles[group, place] = -1 if (group, place) in self.roles else kind

    def melds(self, kinds: Sequence[int]) -> Iterator[Meld]:
        """Every meld of some of the cards, once: by shared value, then by start, then by cards; in a set of wilds alone, last."""
        held = Counter(kinds)
        if self.pattern.places is not None:
            yield from self._runs(held)
        else:
            yield from self._sets(held)

    def whole(self, kinds: Sequence[int]) -> Meld | None:
        """All the cards as one meld: with the fewest wilds, then the least shared value, start and order of cards."""
        held = Counter(kinds)
        if not held or len(kinds) > self.bounds.cap:
            return None
        fixed = {self.groups[kind] for kind in held if kind not in self.wild}
        if len(fixed) > 1 or -1 in fixed:
            return None
        own = sorted(fixed or {self.groups[kind] for kind in held if self.groups[kind] >= 0})
        if self.pattern.places is not None:
            return self._whole_run(held, len(kinds), own if fixed else self.values)
        return self._whole_set(held, len(kinds), own if fixed else [*own, -1])

    # Sets

    def _whole_set(self, held: Counter[int], size: int, groups: Sequence[int]) -> Meld | None:
        best: tuple[int, Meld] | None = None
        for group in groups:
            meld = self._as_set(held, group)
            if meld is not None:
                wilds = meld.roles.count(-1)
                if self.bounds.holds(size - wilds, wilds) and (best is None or wilds < best[0]):
                    best = wilds, meld
        return None if best is None else best[1]

    def _as_set(self, held: Counter[int], group: int) -> Meld | None:
        """The cards as a set of this group; -1: wilds alone. Limits are not looked at."""
        different = self.pattern.different
        seen: set[int] = set()
        cards: list[tuple[int, int]] = []
        # Cards that cannot be wild have the first claim to their value.
        for kind in sorted(held, key=lambda kind: (kind in self.wild, kind)):
            for _ in range(held[kind]):
                natural = group >= 0 and self.groups[kind] == group
                if natural and different is not None:
                    natural = different[kind] not in seen
                    seen.add(different[kind])
                if not natural and kind not in self.wild:
                    return None
                cards.append((kind, kind if natural else -1))
        cards.sort(key=lambda card: (card[0], -card[1]))
        return Meld(self.index, tuple(kind for kind, _ in cards), tuple(role for _, role in cards), -1)

    def _sets(self, held: Counter[int]) -> Iterator[Meld]:
        wilds = sorted(kind for kind in held if kind in self.wild)
        for group in self.values:
            naturals = sorted(kind for kind in held if self.groups[kind] == group)
            if naturals:
                for chosen in self._some(sorted({*naturals, *wilds}), held):
                    meld = self._as_set(chosen, group)
                    if meld is not None and any(role >= 0 for role in meld.roles) and self._allows(meld):
                        yield meld
        if self.bounds.holds(0, max(self.bounds.smallest, 0)):
            for chosen in self._some(wilds, held):
                meld = self._as_set(chosen, -1)
                if meld is not None and self._allows(meld):
                    yield meld

    def _some(self, kinds: Sequence[int], held: Counter[int]) -> Iterator[Counter[int]]:
        """Every choice of some of these cards that is not too large, in order of kinds."""
        todo: list[tuple[int, tuple[int, ...]]] = [(0, ())]
        while todo:
            position, taken = todo.pop()
            if len(taken) >= self.bounds.smallest:
                yield Counter(taken)
            if len(taken) < self.bounds.cap:
                for later in range(len(kinds) - 1, position - 1, -1):
                    kind = kinds[later]
                    if taken.count(kind) < held[kind]:
                        todo.append((later, (*taken, kind)))

    def _allows(self, meld: Meld) -> bool:
        wilds = meld.roles.count(-1)
        return self.bounds.holds(len(meld.kinds) - wilds, wilds)

    # Runs

    def _runs(self, held: Counter[int]) -> Iterator[Meld]:
        alone = self.bounds.holds(0, self.bounds.smallest)
        seen: set[Meld] = set()
        for group in self.values:
            if alone or any(self.groups[kind] == group for kind in held):
                for start in range(self.pattern.length):
                    for meld, naturals in self._grown(held, group, start, None):
                        # Runs of wilds alone that have no roles look the same in every group.
                        if naturals or -1 not in meld.roles:
                            yield meld
                        elif meld not in seen:
                            seen.add(meld)
                            yield meld

    def _whole_run(self, held: Counter[int], size: int, groups: Sequence[int]) -> Meld | None:
        best: tuple[int, Meld] | None = None
        for group in groups:
            for start in range(*self._starts(held, size)):
                for meld, naturals in self._grown(held, group, start, size):
                    if best is None or size - naturals < best[0]:
                        best = size - naturals, meld
                if best is not None and best[0] == 0:
                    break
        return None if best is None else best[1]

    def _starts(self, held: Counter[int], size: int) -> tuple[int, int]:
        """Where a run of this size may start that every card which is not wild fits into."""
        first, last = 0, self.pattern.length - size
        for kind in held:
            if kind not in self.wild:
                places = self.places[kind]
                if not places:
                    return 0, 0
                first = max(first, places[0] - size + 1)
                last = min(last, places[-1])
        return first, last + 1

    def _grown(self, held: Counter[int], group: int, start: int, size: int | None) -> Iterator[tuple[Meld, int]]:
        """The runs of a group from a place on, with their numbers of naturals; of all the cards, if `size` is given."""
        different = self.pattern.different
        last = self.pattern.length if size is None else start + size
        all_naturals = [kind for kind in sorted(held) if self.groups[kind] == group]
        wilds = [kind for kind in sorted(held) if kind in self.wild]
        fixed = [kind for kind in held if kind not in self.wild]
        # Cards at places ahead: no more naturals than that can still come.
        ahead = [0] * (last + 1)
        for place in range(last - 1, start - 1, -1):
            ahead[place] = ahead[place + 1] + any(place in self.places[kind] for kind in all_naturals)
        bounds = self.bounds
        todo: list[tuple[tuple[int, ...], tuple[int, ...], int]] = [((), (), 0)]
        while todo:
            kinds, roles, naturals = todo.pop()
            number = len(kinds)
            wilds_in = number - naturals
            if size is None or number == size:
                if number and bounds.holds(naturals, wilds_in):
                    yield Meld(self.index, kinds, roles, start), naturals
            place = start + number
            if place >= last or number >= bounds.cap:
                continue
            nexts: list[tuple[tuple[int, ...], tuple[int, ...], int]] = []
            free = [kind for kind in all_naturals if place in self.places[kind] and kinds.count(kind) < held[kind]]
            if different is not None:
                values = {different[kind] for kind, plays in zip(kinds, roles, strict=True) if kind == plays}
                free = [kind for kind in free if different[kind] not in values]
            for kind in free:
                nexts.append(((*kinds, kind), (*roles, kind), naturals + 1))
            if wilds_in < bounds.most and (
                bounds.fewer is None or wilds_in + 1 <= naturals + ahead[place + 1] - bounds.fewer
            ):
                role = self.roles.get((group, place), -1)
                for kind in wilds:
                    if kind not in free and kinds.count(kind) < held[kind]:
                        nexts.append(((*kinds, kind), (*roles, role), naturals))
            if size is not None:
                nexts = [grown for grown in nexts if self._can_use_all(fixed, held, grown[0], place + 1, last)]
            nexts.sort(key=lambda grown: grown[0], reverse=True)
            todo += nexts

    def _can_use_all(
        self, fixed: Sequence[int], held: Counter[int], taken: tuple[int, ...], place: int, last: int
    ) -> bool:
        """Has every card that is not wild, and not yet taken, a place ahead?"""
        return all(
            taken.count(kind) == held[kind] or any(place <= ahead < last for ahead in self.places[kind])
            for kind in fixed
        )
