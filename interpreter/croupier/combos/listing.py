"""Cards turned into all the melds of one pattern that can be made of some of them, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from .forms import Form
from .patterns import Meld


def melds(form: Form, kinds: Sequence[int]) -> Iterator[Meld]:
    """Every meld of some of the cards, once: by the value that is shared, then by start, then by cards.

    Sets of wilds alone, whatever they stand for, come last.
    """
    return _runs(form, Counter(kinds)) if form.is_run else _sets(form, Counter(kinds))


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
    """Every choice of these cards that is neither too small nor too large, in order of kinds."""
    todo: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    while todo:
        position, taken = todo.pop()
        if len(taken) >= form.bounds.smallest:
            yield Counter(taken)
        if len(taken) < form.bounds.cap:
            for later in range(len(kinds) - 1, position - 1, -1):
                if taken.count(kinds[later]) < held[kinds[later]]:
                    todo.append((later, (*taken, kinds[later])))


def _runs(form: Form, held: Counter[int]) -> Iterator[Meld]:
    alone = form.bounds.holds(0, form.bounds.smallest)
    seen: set[Meld] = set()
    for group in form.values:
        if alone or any(form.groups[kind] == group for kind in held):
            for start in range(form.length):
                for meld, naturals in _runs_from(form, held, group, start):
                    if naturals or -1 not in meld.roles:
                        yield meld
                    elif meld not in seen:
                        # A run of wilds alone that has no roles looks the same in every group.
                        seen.add(meld)
                        yield meld


def _runs_from(form: Form, held: Counter[int], group: int, start: int) -> Iterator[tuple[Meld, int]]:
    """The runs of a group from a place on, with their numbers of naturals."""
    bounds = form.bounds
    own = [kind for kind in sorted(held) if form.groups[kind] == group]
    wilds = [kind for kind in sorted(held) if kind in form.wild]
    # No more naturals than that can still come from a place on.
    ahead = [0] * (form.length + 1)
    for place in range(form.length - 1, start - 1, -1):
        ahead[place] = ahead[place + 1] + any(place in form.places[kind] for kind in own)
    todo: list[tuple[tuple[int, ...], tuple[int, ...], int]] = [((), (), 0)]
    while todo:
        kinds, roles, naturals = todo.pop()
        number = len(kinds)
        wilds_in = number - naturals
        if number and bounds.holds(naturals, wilds_in):
            yield Meld(form.index, kinds, roles, start), naturals
        place = start + number
        if place >= form.length or number >= bounds.cap:
            continue
        before = [] if form.pattern.different is None else _naturals(form, group, start, kinds, roles)
        fitting = [
            kind
            for kind in own
            if place in form.places[kind] and kinds.count(kind) < held[kind] and form.may_join(kind, before)
        ]
        grown = [((*kinds, kind), (*roles, kind), naturals + 1) for kind in fitting]
        if wilds_in < bounds.most and (bounds.fewer is None or wilds_in < naturals + ahead[place + 1] - bounds.fewer):
            role = form.roles.get((group, place), -1)
            grown += [
                ((*kinds, kind), (*roles, role), naturals)
                for kind in wilds
                if kind not in fitting and kinds.count(kind) < held[kind]
            ]
        grown.sort(key=lambda run: run[0], reverse=True)
        todo += grown


def _naturals(form: Form, group: int, start: int, kinds: tuple[int, ...], roles: tuple[int, ...]) -> list[int]:
    """Those of a run's cards that play themselves by right."""
    naturals: list[int] = []
    for place, (kind, role) in enumerate(zip(kinds, roles, strict=True), start):
        in_place = form.groups[kind] == group and place in form.places[kind]
        if in_place and kind == role and form.may_join(kind, naturals):
            naturals.append(kind)
    return naturals
