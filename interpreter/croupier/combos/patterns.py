"""Combo declarations as plain integers: the demands on the cards of a meld, and a solved hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier_dsl import frozen

UNLIMITED = 1 << 30
INFINITE = 1 << 60
"""A loss greater than any that cards can come to."""


@frozen
class WildLimit:
    """The limits on wild cards in one meld. A wild in its own place counts as a natural."""

    most: int | None = None  # at most this many
    fewer_than_naturals: int | None = None  # d: wilds <= naturals - d


@frozen
class Adding:
    """A bound on a sum of a meld's cards: one entry for each kind; None: no bound."""

    column: tuple[int, ...]
    least: int | None
    most: int | None

    def holds(self, total: int) -> bool:
        return (self.least is None or total >= self.least) and (self.most is None or total <= self.most)


@frozen
class Pattern:
    """One kind of meld. Every tuple has one entry for each kind of card."""

    name: str
    same: tuple[int, ...] | None  # the value that all members share; -1: the kind has none, and can only be wild
    different: tuple[int, ...] | None  # the number of the value that no two members share; -1 as above
    places: tuple[tuple[int, ...], ...] | None  # ascending places in the sequence; None: a set
    length: int  # the sequence has the places 0..length-1; 0 in a set
    smallest: int
    largest: int | None
    wilds: WildLimit
    declared: bool = False  # whether a wild in play represents one kind even if several would do
    adding: tuple[Adding, ...] = ()
    group: Pattern | None = None  # the pattern at each place of a sequence of groups; sizes are then numbers of groups
    beside: int = 0  # the number for each group next to it: cards, or melds of `further`
    further: Pattern | None = None
    shut: bool = False  # is anything asked of all the cards together, or are there groups? Then no card is ever added

    @property
    def takes_wilds(self) -> bool:
        """Return whether a wild card can represent another in the pattern, or in a group of it."""
        inner = [each for each in (self.group, self.further) if each is not None]
        return self.wilds.most != 0 or any(each.takes_wilds for each in inner)

    def adds_up(self, kinds: Iterable[int]) -> bool:
        """Return whether all the cards together meet the bounds."""
        if not self.adding:
            return True
        held = tuple(kinds)
        return all(rule.holds(sum([rule.column[kind] for kind in held])) for rule in self.adding)


@frozen
class Meld:
    """Cards that satisfy a pattern, each with the role it plays."""

    pattern: int  # index into the patterns
    kinds: tuple[int, ...]  # in a sequence in order of place, else ascending
    roles: tuple[int, ...]  # the kind that each card represents; below 0 if that is open (see `forms`)
    start: int  # first place of a sequence, -1 in a set
    groups: tuple[int, ...] = ()  # how many cards each place of a sequence of groups has; the others are next to it


@frozen
class Split:
    """A hand arranged into melds, and its deadwood."""

    points: int
    melds: tuple[Meld, ...]
    left: tuple[int, ...]


@frozen
class Bounds:
    """The bounds of a pattern on the numbers of naturals and wilds in a meld."""

    smallest: int
    cap: int
    most: int
    fewer: int | None

    def wilds(self, naturals: int, gaps: int, pool: int) -> tuple[int, int]:
        """Return the least and the most wilds, of `pool`, that make a meld with `naturals`; least > most if none do."""
        low = self.smallest - naturals
        if gaps > low:
            low = gaps
        high = self.cap - naturals
        if high > pool:
            high = pool
        if high > self.most:
            high = self.most
        if self.fewer is not None and high > naturals - self.fewer:
            high = naturals - self.fewer
        return (low if low > 0 else 0), high

    def holds(self, naturals: int, wilds: int) -> bool:
        low, high = self.wilds(naturals, 0, wilds)
        return low <= wilds <= high

    @property
    def free(self) -> bool:
        """Whether wilds are unlimited."""
        return self.fewer is None and self.most >= UNLIMITED

    @property
    def always_allowed(self) -> int:
        """The number of wilds allowed in a meld of any size."""
        if self.fewer is None:
            return self.most
        return min(self.most, max(0, (self.smallest - self.fewer) // 2))


def bounds_of(pattern: Pattern) -> Bounds:
    cap = UNLIMITED if pattern.largest is None else pattern.largest
    if pattern.places is not None:
        cap = min(cap, pattern.length)
    if pattern.different is not None:
        cap = min(cap, len({value for value in pattern.different if value >= 0}))
    most = UNLIMITED if pattern.wilds.most is None else pattern.wilds.most
    return Bounds(pattern.smallest, cap, most, pattern.wilds.fewer_than_naturals)


def group_of(pattern: Pattern, kind: int) -> int:
    """Return the value by which a natural card of this kind joins others in a meld; -1 if it cannot."""
    if pattern.different is not None and pattern.different[kind] < 0:
        return -1
    if pattern.places is not None and not pattern.places[kind]:
        return -1
    return 0 if pattern.same is None else pattern.same[kind]


def single_cards() -> Pattern:
    """Return the pattern of any single card."""
    return Pattern("", None, None, None, 0, 1, 1, WildLimit(most=0))


def check(patterns: Sequence[Pattern], kinds: int) -> None:
    """Refuse declarations that have no meaning."""
    for pattern in patterns:
        for column in (pattern.same, pattern.different, pattern.places):
            if column is not None and len(column) != kinds:
                raise ValueError(f"{pattern.name}: {len(column)} entries for {kinds} kinds")
        if pattern.smallest < 1:
            raise ValueError(f"{pattern.name}: a meld has at least one card")
        for places in pattern.places or ():
            if list(places) != sorted(set(places)) or any(not 0 <= place < pattern.length for place in places):
                raise ValueError(f"{pattern.name}: places ascend within 0..{pattern.length - 1}, not {places}")


def within(inner: Pattern, outer: Pattern) -> bool:
    """Return whether every meld of `inner` is known to be one of `outer` too."""
    if (inner.same, inner.different, inner.places, inner.length) != (
        outer.same,
        outer.different,
        outer.places,
        outer.length,
    ):
        return False
    small, wide = bounds_of(inner), bounds_of(outer)
    if small.smallest < wide.smallest or small.cap > wide.cap or small.most > wide.most:
        return False
    return wide.fewer is None or (small.fewer is not None and small.fewer >= wide.fewer)
