"""Answer questions about hands from patterns, prices and wild kinds: the best split, going out, all melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from croupier.base.effort import EFFORT
from croupier.base.prices import CHOICE

from .forms import Form
from .listing import melds
from .memory import Memory
from .patterns import Meld, Pattern, Split, check
from .rebuild import rebuild
from .search import Arrangement, search
from .shapes import MOST_ALIKE
from .table import Table, table
from .whole import readings, whole

REMEMBERED = 1 << 12
LISTED = 1 << 15
LONGEST = 1 << 12
NOTHING_FITS = 1 << 60


class Solver:
    """Exact answers, each a function of the multiset of cards alone.

    Of splits that leave equally many points and cards, the first is taken in this order: those in which fewer wilds are
    played as themselves; then group by group of the patterns that are branched over (see `table`), the choice that
    strands least, then the most cards; in a leaf group, the split that leaves its lowest cards. Earlier groups get the
    fewest wilds they can. The heaviest wilds are used, of equals the lowest kinds.
    """

    def __init__(self, patterns: Sequence[Pattern], points: Sequence[int], wild: frozenset[int]) -> None:
        check(patterns, len(points))
        self.patterns = tuple(patterns)
        self.points = tuple(points)
        self.wild = wild
        self.forms = tuple(Form(pattern, index, len(points), wild) for index, pattern in enumerate(patterns))
        self._splits: Memory[tuple[int, ...], Split] = Memory(REMEMBERED)
        self._melds: Memory[tuple[int, ...], tuple[Meld, ...]] = Memory(LISTED, lambda listed: 1 + len(listed))
        self._clears: Memory[tuple[int, ...], bool] = Memory(REMEMBERED)
        self._discards: Memory[tuple[int, ...], frozenset[int]] = Memory(REMEMBERED)

    @cached_property
    def _priced(self) -> Table:
        return table(self.patterns, self.points)

    @cached_property
    def _counted(self) -> Table:
        return table(self.patterns, (0,) * len(self.points))

    def split(self, kinds: Sequence[int]) -> Split:
        hand = tuple(sorted(kinds))
        known = self._splits.get(hand)
        if known is None:
            known = self._work_out_split(hand)
            self._splits.put(hand, known)
        return known

    def clears(self, kinds: Sequence[int]) -> bool:
        """Return whether every card can be put into disjoint melds."""
        hand = tuple(sorted(kinds))
        known = self._clears.get(hand)
        if known is None:
            known = self._best(self._counted, hand, 1) is not None
            self._clears.put(hand, known)
        return known

    def discards(self, kinds: Sequence[int]) -> frozenset[int]:
        """Return the kinds of which one card may go so that the rest clears."""
        hand = tuple(sorted(kinds))
        known = self._discards.get(hand)
        if known is None:
            known = self._work_out_discards(hand)
            self._discards.put(hand, known)
        return known

    def melds(self, kinds: Sequence[int], pattern: int) -> Iterator[Meld]:
        """Yield every meld that can be made of some of the cards, one by one; a list that is not too long is
        remembered."""
        key = (pattern, *sorted(kinds))
        known = self._melds.get(key)
        if known is not None:
            yield from known
            return
        found: list[Meld] = []
        for meld in melds(self.forms[pattern], kinds):
            if len(found) <= LONGEST:
                found.append(meld)
            yield meld
        if len(found) <= LONGEST:
            self._melds.put(key, tuple(found))

    def melds_with(self, wanted: Sequence[int], kinds: Sequence[int], pattern: int) -> Iterator[Meld]:
        """Return every meld that can be made of some of the cards and has all that is wanted."""
        form, wild = self.forms[pattern], self.wild
        fixed = next((kind for kind in wanted if kind not in wild), None)
        if fixed is not None and form.group is None:  # all that is not wild shares a value with it
            kinds = [kind for kind in kinds if kind in wild or form.groups[kind] == form.groups[fixed]]
        least = Counter(wanted)
        return (meld for meld in self.melds(kinds, pattern) if least <= Counter(meld.kinds))

    def whole(self, kinds: Sequence[int], pattern: int) -> Meld | None:
        """Return all the cards as one meld, if they are one."""
        return whole(self.forms[pattern], kinds)

    def readings(self, kinds: Sequence[int], pattern: int) -> Iterator[Meld]:
        """Yield each way to read all the cards as one meld."""
        return readings(self.forms[pattern], kinds)

    def _best(self, prices: Table, hand: tuple[int, ...], beat: int) -> Arrangement | None:
        if len(hand) > MOST_ALIKE:
            raise ValueError(f"a hand of more than {MOST_ALIKE} cards is not solved")
        naturals = [kind for kind in hand if kind not in self.wild]
        wilds = [kind for kind in hand if kind in self.wild]
        best = None
        for cast, pool in _castings(prices, naturals, wilds):
            found = search(prices, cast, pool, beat)
            if found is not None:
                best, beat = found, found.loss
                if beat <= 0 and prices.monotone:
                    break
        return best

    def _work_out_split(self, hand: tuple[int, ...]) -> Split:
        best = self._best(self._priced, hand, NOTHING_FITS)
        parts = [] if best is None else rebuild(self._priced, best)
        left = list(hand)
        melds = []
        for part in parts:
            meld = self.whole(part.cards, part.pattern)
            assert meld is not None
            melds.append(meld)
            for kind in part.cards:
                left.remove(kind)
        melds.sort(key=lambda meld: (meld.pattern, meld.kinds, meld.start))
        return Split(sum(self.points[kind] for kind in left), tuple(melds), tuple(left))

    def _work_out_discards(self, hand: tuple[int, ...]) -> frozenset[int]:
        # If a discard clears the rest, then the hand leaves one card at most.
        if not hand or self._best(self._counted, hand, 2) is None:
            return frozenset()
        found = []
        for kind in sorted(set(hand)):
            rest = list(hand)
            rest.remove(kind)
            if self.clears(rest):
                found.append(kind)
        return frozenset(found)


def _castings(
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
