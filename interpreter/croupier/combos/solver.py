"""Answer questions about hands from patterns, prices and wild kinds: best split, going out, all melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from croupier.base.effort import EFFORT
from croupier.base.prices import CHOICE
from croupier.combos.forms import Form
from croupier.combos.listing import melds, sequences
from croupier.combos.memory import Memory
from croupier.combos.patterns import INFINITE, Meld, Pattern, Split, check
from croupier.combos.profiles import Profile, lowest
from croupier.combos.search import Arrangement, as_losses, search, unused
from croupier.combos.shapes import FIELD, MOST_ALIKE
from croupier.combos.table import Group, Table, table

OPEN = -1  # a place of a run that is left to a wild


def whole(form: Form, kinds: Sequence[int]) -> Meld | None:
    """Return all the cards as one meld: with the fewest wilds, then the least shared value, then start, then order of
    cards.

    A set of wilds alone that need not share a value comes after those that do.
    """
    held = Counter(kinds)
    if form.group is not None:
        return next(sequences(form, held, whole=True), None)
    if not form.bounds.smallest <= len(kinds) <= form.bounds.cap:
        return None
    fixed = {form.groups[kind] for kind in held if kind not in form.wild}
    if len(fixed) > 1 or -1 in fixed:
        return None
    return _run(form, held, sorted(fixed) or form.values) if form.is_run else _set(form, held, fixed)


def readings(form: Form, kinds: Sequence[int]) -> Iterator[Meld]:
    """Yield each way to read all the cards as one meld, in the order in which melds are listed."""
    if form.group is not None:
        yield from sequences(form, Counter(kinds), whole=True)
    elif form.bounds.smallest <= len(kinds) <= form.bounds.cap:
        exact = replace(form.pattern, smallest=len(kinds), largest=len(kinds))
        yield from melds(Form(exact, form.index, len(form.groups), form.wild), kinds)


def _set(form: Form, held: Counter[int], fixed: set[int]) -> Meld | None:
    own = sorted(fixed or {form.groups[kind] for kind in held if form.groups[kind] >= 0})
    sets = (form.as_set(held, group) for group in (own if fixed else [*own, -1]))
    return min((meld for meld in sets if meld is not None), key=lambda meld: meld.roles.count(-1), default=None)


def _run(form: Form, held: Counter[int], groups: Sequence[int]) -> Meld | None:
    size = held.total()
    first, last = 0, form.length - size
    for kind in held:
        if kind not in form.wild:
            first = max(first, form.places[kind][0] - size + 1)
            last = min(last, form.places[kind][-1])
    best: tuple[int, int, int, tuple[int, ...]] | None = None
    for group in groups:
        for start in range(first, last + 1):
            for naturals in _layouts(form, held, group, start, size):
                wilds = naturals.count(OPEN)
                if (best is None or wilds <= best[0]) and form.bounds.holds(size - wilds, wilds):
                    found = wilds, group, start, _filled(held, naturals)
                    best = found if best is None else min(best, found)
    return None if best is None else form.as_run(best[3], best[1], best[2])


def _layouts(form: Form, held: Counter[int], group: int, start: int, size: int) -> Iterator[tuple[int, ...]]:
    """Yield every choice of naturals in their places that leaves none but wilds over: for each place the kind, or
    OPEN."""
    own = [kind for kind in sorted(held) if form.groups[kind] == group]
    fixed = [kind for kind in own if kind not in form.wild]
    todo: list[tuple[int, ...]] = [()]
    while todo:
        layout = todo.pop()
        place = start + len(layout)
        missing = [kind for kind in fixed if layout.count(kind) < held[kind]]
        if len(layout) == size:
            if not missing:
                yield layout
            continue
        if any(form.places[kind][-1] < place for kind in missing):
            continue
        todo.append((*layout, OPEN))
        before = [kind for kind in layout if kind != OPEN]
        for kind in own:
            if place in form.places[kind] and layout.count(kind) < held[kind] and form.may_join(kind, before):
                todo.append((*layout, kind))


def _filled(held: Counter[int], naturals: tuple[int, ...]) -> tuple[int, ...]:
    """Return the layout with the cards that are not natural in its open places, in ascending order."""
    rest = iter(sorted((held - Counter(naturals)).elements()))
    return tuple(next(rest) if kind == OPEN else kind for kind in naturals)


@dataclass(frozen=True, slots=True)
class Part:
    """One meld: the pattern, and the cards in it."""

    pattern: int
    cards: tuple[int, ...]


def rebuild(table: Table, found: Arrangement) -> list[Part]:
    """Return the melds of the arrangement. The heaviest wilds are used, of equals the first in order of kind."""
    pool = len(found.pool)
    leaves = [(leaf, code) for leaf in table.leaves if (code := found.stock >> leaf.offset & leaf.mask)]
    lists: list[Sequence[int]] = [as_losses(table.opens(pool), pool)]
    lists += [as_losses(branch.profile.covers(taken, pool), pool) for branch, taken in found.taken]
    lists += [leaf.profile.losses(code, pool)[:-1] for leaf, code in leaves]
    shares = _share_out(lists, unused(table, found.pool), pool)
    hollow: list[tuple[int, list[int], int]] = []  # pattern, naturals, number of wilds
    hollow += [(pattern, [], size) for pattern, size in _open_melds(table, shares[0])]
    for (branch, taken), share in zip(found.taken, shares[1:], strict=False):
        hollow += _melds(branch, _taken_apart(branch.profile, taken, share))
    for (leaf, code), share in zip(leaves, shares[1 + len(found.taken) :], strict=True):
        hollow += _melds(leaf, _least_lost(leaf.profile, code, share))
    wilds = sorted(found.pool, key=lambda kind: (-table.weights[kind], kind))[: sum(shares)]
    wilds.sort(reverse=True)
    parts = []
    for pattern, naturals, number in hollow:
        parts.append(Part(pattern, tuple(sorted([*naturals, *(wilds.pop() for _ in range(number))]))))
    return parts


def _melds(group: Group, cores: list[tuple[int, int]]) -> list[tuple[int, list[int], int]]:
    return [(group.pattern, group.kinds_in(taken), wilds) for taken, wilds in cores]


def _share_out(lists: Sequence[Sequence[int]], spare: Sequence[int], pool: int) -> list[int]:
    """Return the number of wilds for each list in the least sum: the earlier lists get as few as possible."""
    if not pool:
        return [0] * len(lists)
    # ahead[i][w]: the least that lists i.. and the unused wilds lose, when w wilds are used before them.
    ahead: list[list[int]] = [list(spare)]
    for entries in reversed(lists):
        behind = [INFINITE] * (pool + 1)
        for before in range(pool + 1):
            for more in range(pool + 1 - before):
                behind[before] = min(behind[before], entries[more] + ahead[-1][before + more])
        ahead.append(behind)
    ahead.reverse()
    shares = []
    before = 0
    for index, entries in enumerate(lists):
        share = next(
            more
            for more in range(pool + 1 - before)
            if entries[more] + ahead[index + 1][before + more] == ahead[index][before]
        )
        shares.append(share)
        before += share
    return shares


def _open_melds(table: Table, wilds: int) -> list[tuple[int, int]]:
    """Return melds of wilds alone, (pattern, size), that use this number of wilds: the largest first."""
    melds = []
    while wilds:
        pattern, size = next(
            (pattern, size)
            for size in range(wilds, 0, -1)
            for pattern in table.active
            if table.bounds[pattern].holds(0, size) and table.opens(wilds - size) >> (wilds - size) & 1
        )
        melds.append((pattern, size))
        wilds -= size
    return melds


def _taken_apart(profile: Profile, code: int, wilds: int) -> list[tuple[int, int]]:
    """Return cores, each with its number of wilds, that hold all these cards and use this number of wilds."""
    melds = []
    while code:
        code, wilds, meld = next(
            (code - taken, wilds - share, (taken, share))
            for taken, low, high in profile.cores(code, wilds)
            for share in range(low, high + 1)
            if profile.covers(code - taken, wilds - share) >> (wilds - share) & 1
        )
        melds.append(meld)
    return melds


def _least_lost(profile: Profile, code: int, wilds: int) -> list[tuple[int, int]]:
    """Return cores, each with its number of wilds, that use this number and leave as little as possible."""
    melds = []
    while code:
        first = lowest(code)
        least = profile.losses(code, wilds)[wilds]
        if profile.losses(code - (1 << FIELD * first), wilds)[wilds] + profile.shape.cards[first].weight == least:
            code -= 1 << FIELD * first
            continue
        code, wilds, meld = next(
            (code - taken, wilds - share, (taken, share))
            for taken, low, high in profile.cores(code, wilds)
            for share in range(low, high + 1)
            if profile.losses(code - taken, wilds - share)[wilds - share] == least
        )
        melds.append(meld)
    return melds


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
