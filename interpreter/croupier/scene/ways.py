"""Find the things on the table by which moves are chosen: those that a move takes, and the places where they go.

A way is an option: it may make several choices at once. A card in a column, for example, means the column and the
number of cards from there on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.scene.model import Option

if TYPE_CHECKING:
    from croupier.scene.choices import Choices

MOST = 200
"""With more legal moves than this, places are looked up for two moves of each first choice."""
EACH = 2


@dataclass(frozen=True, slots=True)
class Marks:
    """The ids of a move on the table. `things`: these are clicked or dragged for it; `places`: there they go.

    `along`: by the first card of a sequence in a column, the cards that go with it.
    """

    things: tuple[str, ...]
    places: tuple[str, ...]
    along: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(slots=True)
class Ways:
    """Options by things: `of` by the thing that is clicked, `onto` by the thing and the place where it is dropped.

    They are numbered: first the options of the groups, then `more`.
    """

    of: dict[str, list[int]]
    onto: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    along: dict[str, tuple[str, ...]] = field(default_factory=dict)
    more: list[Option] = field(default_factory=list)
    held: tuple[str, ...] = ()
    """Things that all moves left take, though no choice names them."""


@dataclass(frozen=True, slots=True)
class Point:
    """The progress of a choice: the number of choices made, and the things taken of the next."""

    at: int = 0
    taken: tuple[str, ...] = ()


def ways(
    c: Choices, left: Sequence[int], point: Point | None, options: Sequence[Option], chosen: Sequence[str]
) -> Ways:
    """Return the ways that go on from a point; None: no move has been named. `chosen`: the ids of the things taken."""
    found = Ways(_of_targets(options))
    if len(left) > MOST:
        _sampled(c, left, options, found)
        return found
    numbers = {option.path: number for number, option in enumerate(options)}
    marks = {index: c.marks(index) for index in left}

    def note(those: Sequence[int], ids: frozenset[str], finish: bool = False) -> list[int]:
        """Return the numbers of the options that lead towards these moves by these things."""
        told = []
        for option in _named(c, those, point, ids, finish):
            if not option.move and point is not None and not _goes_on(c, option, left, point):
                continue
            if option.path not in numbers:
                numbers[option.path] = len(options) + len(found.more)
                found.more.append(option)
            told.append(numbers[option.path])
        return list(dict.fromkeys(told))

    things: dict[str, list[int]] = {}
    places: dict[str, list[int]] = {}
    pairs: dict[tuple[str, str], list[int]] = {}
    for index, mark in marks.items():
        found.along.update((id, more) for id, more in mark.along if id not in found.along)
        for place in mark.places:
            if point is not None or not mark.things:
                places.setdefault(place, []).append(index)
        for thing in mark.things:
            things.setdefault(thing, []).append(index)
            for place in (*mark.places, *mark.things):
                if c.homes.get(thing, thing) != c.homes.get(place, place):
                    pairs.setdefault((thing, place), []).append(index)
    for place, those in places.items():
        if place not in found.of and place not in things and len(those) < len(left):
            _add(found.of, place, note(those, frozenset((place,))))
    for thing, those in things.items():
        if thing not in chosen:
            _add(found.of, thing, note(those, frozenset((thing,))))
    for (thing, place), those in pairs.items():
        _add(found.onto.setdefault(thing, {}), place, note(those, frozenset((thing, place)), thing in chosen))
    found.onto = {thing: onto for thing, onto in found.onto.items() if onto}
    if point is not None:
        found.held = tuple(thing for thing, those in things.items() if len(those) == len(left) and not chosen)
        for thing in found.held:
            found.of.pop(thing, None)
    return found


def _add(found: dict[str, list[int]], id: str, numbers: list[int]) -> None:
    if numbers:
        found[id] = numbers


def _of_targets(options: Sequence[Option]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for number, option in enumerate(options):
        for target in option.targets:
            found.setdefault(target, []).append(number)
    return found


def _goes_on(c: Choices, option: Option, left: Sequence[int], point: Point) -> bool:
    """Return whether an option makes a choice: fewer moves are left, or more things are taken."""
    if option.moves < len(left):
        return True
    return Point(*c.followed(option.path)[1:]).taken != point.taken


def _named(
    c: Choices, those: Sequence[int], point: Point | None, ids: frozenset[str], finish: bool
) -> Iterator[Option]:
    """Yield the options for moves of one name after the other."""
    if point is not None:
        yield from _toward(c, list(those), point, ids, finish, False)
        return
    named: dict[str, list[int]] = {}
    for index in those:
        named.setdefault(c.moves[index].name, []).append(index)
    for some in named.values():
        yield from _toward(c, some, Point(), ids, finish, True)


def _toward(
    c: Choices, those: list[int], point: Point, ids: frozenset[str], finish: bool, begun: bool
) -> Iterator[Option]:
    """Yield the options that go as far as these moves agree, taking of several things those with these ids.

    `finish`: the things taken are all, if there is such a move. `begun`: a choice has been made on the way.
    """
    name = c.moves[those[0]].name
    order, at, taken = c.order(name), point.at, point.taken
    while at < len(order):
        place = order[at]
        if c.many(name, place):
            whole = [index for index in those if taken and Counter(c.parts(index, place)) == Counter(taken)]
            if finish and whole:
                those, at, taken, begun = whole, at + 1, (), True
                continue
            meant = (_meant(c, index, place, taken, ids) for index in those)
            more = next(filter(None, meant), ())  # some of the moves may take no more than one of equal cards
            those = [index for index in those if not Counter((*taken, *more)) - Counter(c.parts(index, place))]
            if not more and len(those) > 1:
                break
            taken, begun = (*taken, *more), begun or bool(more)
            break
        values: dict[str, list[int]] = {}
        for index in those:
            values.setdefault(c.moves[index].choices[place][1], []).append(index)
        if len(values) > 1:
            if not begun:
                for some in values.values():
                    yield from _toward(c, some, Point(at + 1), ids, finish, True)
                return
            break
        at, begun = at + 1, True
    if begun:
        yield c.so_far(those, at, taken)


def _meant(c: Choices, index: int, place: int, taken: Sequence[str], ids: frozenset[str]) -> tuple[str, ...]:
    """Return the things of a choice, not taken yet, that are meant by these ids: one for each id."""
    rest = Counter(c.parts(index, place)) - Counter(taken)
    free, found = set(ids), []
    for part in rest:
        there = free & set(c.ids(index, place, part))
        if there:
            free -= there
            found.append(part)
    return tuple(found)


def _sampled(c: Choices, left: Sequence[int], options: Sequence[Option], found: Ways) -> None:
    """Note the places where the things of options are dropped, from a few moves for each first choice."""
    seen: Counter[tuple[str, str]] = Counter()
    names = {number: option.path[0] for number, option in enumerate(options)}
    for index in left:
        name = c.moves[index].name
        order = c.order(name)
        firsts = [""] if not order else c.parts(index, order[0]) if c.many(name, order[0]) else [
            c.moves[index].choices[order[0]][1]
        ]  # fmt: skip
        if all(seen[name, first] >= EACH for first in firsts):
            continue
        seen.update((name, first) for first in firsts)
        mark = c.marks(index)
        for thing in mark.things:
            for place in mark.places:
                numbers = [number for number in found.of.get(thing, ()) if names[number] == name]
                if numbers and c.homes.get(thing, thing) != place:
                    onto = found.onto.setdefault(thing, {})
                    onto[place] = list(dict.fromkeys([*onto.get(place, ()), *numbers]))
