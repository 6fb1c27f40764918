"""Find the one meld that all the cards form together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from .forms import Form
from .listing import melds, sequences
from .patterns import Meld

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
