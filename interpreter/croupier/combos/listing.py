"""Yield all melds of one pattern that some of the cards form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from croupier.base.effort import EFFORT
from croupier.base.prices import ENTRIES, MELD, TRIED
from croupier.combos.forms import Form
from croupier.combos.laying import Laid, stands_for
from croupier.combos.patterns import Adding, Meld

WIDEST = 1 << 12
"""The most different sums that are tracked one by one; with more, only the least and the greatest count."""
MOST = 64
"""The most cards that are counted one by one."""


class Sums:
    """The sums that further cards can reach, taken class by class in one order. `of`: for each class the value of one
    of its cards, and their number; a choice takes `least` to `cap` cards."""

    __slots__ = ("_ahead", "_cap", "_high", "_least", "_low", "adding", "of")

    def __init__(self, adding: Adding, of: Sequence[tuple[int, int]], least: int, cap: int) -> None:
        self.adding = adding
        self.of = of
        self._low, self._high = [0], [0]
        for value, number in reversed(of):
            self._low.append(self._low[-1] + min(0, value) * number)
            self._high.append(self._high[-1] + max(0, value) * number)
        self._low.reverse()
        self._high.reverse()
        held = sum(number for _, number in of)
        # Without an upper bound, as many as the least are as good as more.
        self._least, self._cap = least, cap if cap < held else None
        self._ahead: list[list[int]] | None = None
        if self._high[0] - self._low[0] <= WIDEST and held <= MOST:
            self._ahead = self._counted(least if self._cap is None else cap)

    def _counted(self, top: int) -> list[list[int]]:
        """Return, for the classes from each on and each number of cards (`top`: that many, or more without an upper
        bound), the possible sums, as bits from the lowest on."""
        tables = [[1] + [0] * top]
        for at in range(len(self.of) - 1, -1, -1):
            value, number = self.of[at]
            EFFORT.spend(number * top // ENTRIES)
            table = [bits << self._low[at + 1] - self._low[at] for bits in tables[-1]]
            found = list(table)
            for size, bits in enumerate(table):
                for more in range(1, number + 1):
                    there = size + more
                    if there > top:
                        if self._cap is not None:
                            break
                        there = top
                    shift = value * more
                    found[there] |= bits << shift if shift >= 0 else bits >> -shift
            tables.append(found)
        tables.reverse()
        return tables

    def reaches(self, at: int, spare: int, size: int, total: int) -> bool:
        """Return whether up to `spare` more of a class and later ones can reach a valid number of cards and a valid
        sum."""
        value = self.of[at][0]
        return any(self._comes_right(at + 1, size + more, total + value * more) for more in range(spare + 1))

    def _comes_right(self, at: int, size: int, total: int) -> bool:
        low, high = total + self._low[at], total + self._high[at]
        least, most = self.adding.least, self.adding.most
        least = low if least is None else max(least, low)
        most = high if most is None else min(most, high)
        if least > most or (self._cap is not None and size > self._cap):
            return False
        if self._ahead is None:
            return True
        wanted = (1 << most - least + 1) - 1 << least - low
        counts = self._ahead[at]
        last = len(counts) if self._cap is None else self._cap - size + 1
        return any(bits & wanted for bits in counts[max(0, self._least - size) : last])


def melds(form: Form, kinds: Sequence[int]) -> Iterator[Meld]:
    """Yield every meld of some of the cards, once: by the shared value, then by start, then by cards.

    Sets of wilds alone come last, whatever they represent. If wilds are declared, each meld comes once for each of the
    kinds that an open role may be.
    """
    held = Counter(kinds)
    if form.group is not None:
        return sequences(form, held)
    found = _runs(form, held) if form.is_run else _sets(form, held)
    return (meld for some in found for meld in declared(form, some)) if form.pattern.declared else found


def declared(form: Form, meld: Meld) -> Iterator[Meld]:
    """Yield the meld with each open role given to a kind, in every way that wilds of one kind are not told apart by."""
    places = range(meld.start, meld.start + len(meld.kinds)) if form.is_run else (-1,) * len(meld.kinds)
    open_roles = [i for i, role in enumerate(meld.roles) if role < 0]
    if not open_roles or max(meld.roles) < 0:
        yield meld
        return
    todo = [meld.roles]
    for i in open_roles:
        EFFORT.spend(MELD * len(todo))
        todo = [
            (*roles[:i], kind, *roles[i + 1 :])
            for roles in todo
            for kind in stands_for(form, Laid(meld.kinds, roles, tuple(places)), places[i])
            if form.is_run or all(roles[j] <= kind for j in open_roles if j < i and meld.kinds[j] == meld.kinds[i])
        ]
    yield from (Meld(meld.pattern, meld.kinds, roles, meld.start) for roles in todo)


def _sets(form: Form, held: Counter[int]) -> Iterator[Meld]:
    wilds = sorted(kind for kind in held if kind in form.wild)
    for group in form.values:
        naturals = {kind for kind in held if form.groups[kind] == group}
        if naturals:
            for chosen in _some(form, sorted(naturals.union(wilds)), held):
                meld = form.as_set(chosen, group)
                if meld is not None and max(meld.roles) >= 0:
                    yield meld
    if form.bounds.holds(0, form.bounds.smallest):
        for chosen in _some(form, wilds, held):
            meld = form.as_set(chosen, -1)
            if meld is not None:
                yield meld


def _some(form: Form, kinds: Sequence[int], held: Counter[int]) -> Iterator[Counter[int]]:
    """Yield every choice of these cards that is neither too small nor too large, and adds up, in order of kinds."""
    least, cap = form.bounds.smallest, form.bounds.cap
    sums = [Sums(rule, [(rule.column[kind], held[kind]) for kind in kinds], least, cap) for rule in form.pattern.adding]
    todo: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = [(0, (), (0,) * len(sums))]
    while todo:
        position, taken, totals = todo.pop()
        EFFORT.spend(MELD + TRIED * len(sums) * (len(kinds) - position))
        size = len(taken)
        if size >= least and all(rule.adding.holds(total) for rule, total in zip(sums, totals, strict=True)):
            yield Counter(taken)
        if size < cap:
            for later in range(len(kinds) - 1, position - 1, -1):
                spare = held[kinds[later]] - taken.count(kinds[later]) - 1
                if spare >= 0:
                    now = tuple([total + rule.of[later][0] for rule, total in zip(sums, totals, strict=True)])
                    if all(rule.reaches(later, spare, size + 1, total) for rule, total in zip(sums, now, strict=True)):
                        todo.append((later, (*taken, kinds[later]), now))


Part = tuple[tuple[int, ...], tuple[int, ...]]
"""Kinds of cards, and the roles that they play."""


def sequences(form: Form, held: Counter[int], whole: bool = False) -> Iterator[Meld]:
    """Yield every sequence of groups of some of the cards, with the cards next to them; `whole`: of all the cards.

    Cards that make the same sequence in several ways make it once if their roles are the same.
    """
    assert form.group is not None
    at: dict[int, dict[Part, None]] = {}
    for group in melds(form.group, sorted(held.elements())):
        for place, part in _at_places(form, group):
            at.setdefault(place, {})[part] = None
    for start in sorted(at):
        seen: set[tuple[tuple[int, int], ...]] = set()
        todo: list[tuple[Part, ...]] = [()]
        while todo:
            groups = todo.pop()
            cards = tuple([kind for kinds, _ in groups for kind in kinds])
            nexts = at.get(start + len(groups), {}) if len(groups) < form.bounds.cap else {}
            EFFORT.spend(MELD + len(cards) + TRIED * len(nexts))
            rest = held - Counter(cards)
            if whole and not form.pattern.beside and _left_behind(form, rest, start + len(groups)):
                continue
            if groups and form.bounds.holds(len(groups), 0):
                roles = tuple([role for _, played in groups for role in played])
                for beside, played in _beside(form, rest, len(groups), whole):
                    kinds = (*cards, *beside)
                    key = tuple(sorted(zip(kinds, (*roles, *played), strict=True)))
                    if key not in seen and form.pattern.adds_up(kinds):
                        seen.add(key)
                        yield Meld(
                            form.index, kinds, (*roles, *played), start, tuple([len(kinds) for kinds, _ in groups])
                        )
            more = [part for part in nexts if not Counter(part[0]) - rest]
            todo.extend((*groups, part) for part in reversed(more))


def _left_behind(form: Form, rest: Counter[int], place: int) -> bool:
    """Return whether some of these cards fit no place from this one on."""
    EFFORT.spend(len(rest))
    return any(kind not in form.wild and not any(at >= place for at in form.places[kind]) for kind in rest)


def _at_places(form: Form, group: Meld) -> Iterator[tuple[int, Part]]:
    """Yield the places of a sequence that a group fits, with the roles of its cards there."""
    assert form.group is not None
    own = [kind for kind, role in zip(group.kinds, group.roles, strict=True) if kind == role]
    for place in set.intersection(*(set(form.places[kind]) for kind in own)) if own else range(form.length):
        values = {form.group.groups[kind] for kind in own or range(len(form.places)) if place in form.places[kind]}
        values.discard(-1)
        if values:
            role = form.open_role(form.group, values.pop()) if len(values) == 1 else -1
            yield place, (group.kinds, tuple([role if played < 0 else played for played in group.roles]))


def _beside(form: Form, rest: Counter[int], groups: int, whole: bool) -> Iterator[Part]:
    """Yield what may be next to this number of groups, from the remaining cards; `whole`: all of these."""
    number = form.pattern.beside * groups
    if not number:
        yield from () if whole and rest else (((), ()),)
        return
    assert form.further is not None
    offered = list(dict.fromkeys(_lying_beside(form, meld) for meld in melds(form.further, sorted(rest.elements()))))
    todo: list[tuple[int, tuple[tuple[int, int], ...], int]] = [(0, (), 0)]
    while todo:
        position, taken, made = todo.pop()
        EFFORT.spend(MELD + len(taken))
        if made == number:
            if not whole or len(taken) == rest.total():
                order = sorted(taken, key=lambda one: (one[0], one[0] != one[1], one[1]))
                yield tuple([kind for kind, _ in order]), tuple([role for _, role in order])
            continue
        left = rest - Counter([kind for kind, _ in taken])
        if whole and not left:
            continue
        # of all the cards, the lowest that is left comes next
        EFFORT.spend(TRIED * (len(offered) if whole else len(offered) - position))
        for later in range(len(offered) - 1, -1 if whole else position - 1, -1):
            kinds, roles = offered[later]
            if not Counter(kinds) - left and (not whole or min(left) in kinds):
                todo.append((later, (*taken, *zip(kinds, roles, strict=True)), made + 1))


def _lying_beside(form: Form, meld: Meld) -> Part:
    """Return the cards of a group that is added to a sequence, with their roles."""
    assert form.further is not None
    own = next((kind for kind, role in zip(meld.kinds, meld.roles, strict=True) if kind == role), None)
    role = -1 if own is None else form.open_role(form.further, form.further.groups[own])
    return meld.kinds, tuple([role if played < 0 else played for played in meld.roles])


def _runs(form: Form, held: Counter[int]) -> Iterator[Meld]:
    bounds = form.bounds
    alone = bounds.holds(0, bounds.smallest)
    spare = min(bounds.most, sum(number for kind, number in held.items() if kind in form.wild))
    seen: set[Meld] = set()
    for group in form.values:
        there = {place for kind in held if form.groups[kind] == group for place in form.places[kind]}
        if alone or there:
            for start in range(form.length + 1 - bounds.smallest):
                # the smallest run from here on has no more empty places than there are wilds for them
                if sum(place not in there for place in range(start, start + bounds.smallest)) > spare:
                    continue
                for kinds in _laid_out(form, held, group, start):
                    EFFORT.spend(MELD)
                    meld = form.as_run(kinds, group, start)
                    if meld is None:
                        continue
                    if -1 in meld.roles and form.wild.issuperset(kinds):
                        # A run of wilds alone whose roles are open may look the same in every group.
                        if meld in seen:
                            continue
                        seen.add(meld)
                    yield meld


def _laid_out(form: Form, held: Counter[int], group: int, start: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to lay cards in a row from a place on, each in its own place or wild, within the limit on
    wilds."""
    bounds = form.bounds
    own = [kind for kind in sorted(held) if form.groups[kind] == group]
    usable = [kind for kind in sorted(held) if kind in form.wild or form.groups[kind] == group]
    # No more naturals than that can still come from a place on.
    ahead = [0] * (form.length + 1)
    for place in range(form.length - 1, start - 1, -1):
        ahead[place] = ahead[place + 1] + any(place in form.places[kind] for kind in own)
    todo: list[tuple[tuple[int, ...], int]] = [((), 0)]
    while todo:
        kinds, in_place = todo.pop()
        if kinds:
            yield kinds
        place = start + len(kinds)
        if place >= form.length or len(kinds) >= bounds.cap:
            continue
        wilds = len(kinds) - in_place
        room = wilds < bounds.most and (bounds.fewer is None or wilds < in_place + ahead[place + 1] - bounds.fewer)
        for kind in reversed(usable):
            if kinds.count(kind) < held[kind]:
                if form.groups[kind] == group and place in form.places[kind]:
                    todo.append(((*kinds, kind), in_place + 1))
                elif room and kind in form.wild:
                    todo.append(((*kinds, kind), in_place))
