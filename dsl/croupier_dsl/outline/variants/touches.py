"""The places that a variant's file touches, and collisions between them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Literal

from croupier_dsl.classes import frozen
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.errors import variants as errors
from croupier_dsl.outline.reading import entries, several
from croupier_dsl.outline.variants.lines import Layer
from croupier_dsl.paths import (
    BY_PATH,
    LISTS,
    Part,
    exact,
    find,
    is_arm,
    is_block,
    kind_below,
    reach,
    renamed,
    same,
    short,
    whole,
)
from croupier_dsl.reader import Mapping, Node, Scalar
from croupier_dsl.source import Span

Sort = Literal["change", "add", "append", "remove", "default", "own"]
OWN = ("text", "because", "told", "books", "clauses", "rulings", "questions", "equivalent")
OF_ONE_GAME = ("text:game.line", "text:game.short", "text:game.short.of")
"""Texts about a whole game, which touch nothing: each variant has its own."""
"""Sections of a variant whose entries take the place of those below, by key."""
_BESIDE = re.compile(r"(?P<path>.*\S)\s+(?P<where>before|after)\s+(?P<name>\S.*)")


@frozen
class Touch:
    """One entry of a variant.

    `path`: the place it touches; `written`: the path with the whole declaration, if one is given; `where` and `beside`:
    the position of a new part and its neighbour; `around`: the enclosing blocks that its path leaves out.
    """

    sort: Sort
    path: str
    written: str
    span: Span
    key: Scalar
    node: Node | None
    where: str = ""
    beside: str = ""
    around: tuple[str, ...] = ()

    def within(self, other: Touch) -> bool:
        return self.path.startswith(f"{other.path}.") or other.path in self.around

    def covers(self, other: Touch) -> bool:
        return self.path == other.path or other.within(self)


def touches(layer: Layer, below: Mapping) -> tuple[Touch, ...]:
    """Return the places that a variant touches, in the order of application. `below`: the tree that it changes."""
    root = whole(below)
    return tuple(replace(touch, around=_around(root, touch.path)) for touch in _touches(layer.root, below))


def _around(root: Part, path: str) -> tuple[str, ...]:
    """Return the blocks around the part at a path that the path does not name."""
    part: Part | None = reach(root, path)[0]
    found: list[str] = []
    while part is not None:
        found += part.around
        part = part.above
    return tuple(found)


def _touches(root: Mapping, below: Mapping) -> Iterator[Touch]:
    for item in several(root.get("remove")):
        if isinstance(item, Scalar):
            path = exact(whole(below), _flat(item.text))
            yield Touch("remove", path, path, item.span, item, None)
    for entry in entries(root.get("change")):
        written = exact(whole(below), _flat(entry.key.text))
        yield Touch("change", _headless(written, below), written, entry.key.span, entry.key, entry.value)
    for entry in entries(root.get("options")):
        path = f"options.{_flat(entry.key.text)}.starting"
        yield Touch("default", path, path, entry.key.span, entry.key, entry.value)
    for entry in entries(root.get("add")):
        found = _BESIDE.fullmatch(_flat(entry.key.text))
        written = exact(whole(below), found["path"] if found else _flat(entry.key.text))
        path = _headless(written, below)
        there = find(whole(below), path)
        where, beside = (found["where"], found["name"]) if found else ("", "")
        inside = (
            there is not None and there.kind == "statement" and (bool(beside) or is_block(there.node) or is_arm(there))
        )
        listed = there is not None and (there.kind in LISTS or inside)
        sort: Sort = "append" if listed else "add"
        if there is None and _list_to_be(path, below):
            sort = "append"
        yield Touch(sort, path, written, entry.key.span, entry.key, entry.value, where, beside)
    for section in OWN:
        for entry in entries(root.get(section)):
            key = renamed(entry.key, short(whole(below), entry.key.text)) if section in BY_PATH else entry.key
            path = f"{section}{':' if section in BY_PATH else '.'}{_flat(key.text)}"
            if path not in OF_ONE_GAME:
                yield Touch("own", path, path, entry.key.span, key, entry.value)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _headless(written: str, below: Mapping) -> str:
    """Return the path of a declaration that is named with its whole head: `tables.points of card by rank`."""
    section, dot, head = written.partition(".")
    if (
        section in ("tables", "zones", "state", "define", "effects")
        and dot
        and " " in head
        and "." not in head.split(" ")[0]
    ):
        part = find(whole(below), written)
        return part.path if part is not None else f"{section}.{head.split(' ')[0]}"
    return written


def _list_to_be(path: str, below: Mapping) -> bool:
    """Return whether this is the place of a list that does not exist yet."""
    part, rest = reach(whole(below), path)
    return (
        bool(rest)
        and "." not in rest
        and kind_below(part, rest) in LISTS
        and part.kind not in ("statements", "effects")
    )


# ---------------------------------------------------------------- collisions


def check_one(found: tuple[Touch, ...], diagnostics: Diagnostics) -> None:
    """Report two entries of one variant that touch one place."""
    for late, early in _meeting(found, found):
        if late.span.start > early.span.start or (late.span.source is not early.span.source and late is not early):
            diagnostics.add(errors.touched_twice(late.span, _shown(late), early.span, _shown(early)))


def check_two(
    late: Layer,
    found: tuple[Touch, ...],
    early: Layer,
    before: tuple[Touch, ...],
    above: tuple[Touch, ...],
    diagnostics: Diagnostics,
) -> None:
    """Report two independent variants that touch one place with different results, unless one `above` both decides."""
    for one, other in collisions(found, before):
        if settling(above, one, other) is None:
            note = errors.conflict(one.span, _shown(one), late.name, other.span, _shown(other), early.name)
            diagnostics.add(note)


def collisions(late: tuple[Touch, ...], early: tuple[Touch, ...]) -> Iterator[tuple[Touch, Touch]]:
    """Return the pairs that do different things to one place."""
    return (pair for pair in _meeting(late, early) if not identical(*pair))


def settling(above: tuple[Touch, ...], one: Touch, other: Touch) -> Touch | None:
    """Return the touch that settles a collision of two others, if there is one.

    Where one of the two replaces what is around the place that the other touches, the inner place is enough.
    """
    outer, inner = (one, other) if other.within(one) else (other, one)
    for touch in above:
        around = touch.covers(outer) or outer.sort in ("change", "add")
        if touch.sort in ("change", "remove", "default", "own") and touch.covers(inner) and around:
            return touch
    return None


def gives_way(one: Touch, other: Touch, first: bool) -> bool:
    """Return whether this touch is the one left out of two that collide if a third settles them.

    The place that the third changes has to stay.
    """
    if one.sort == "remove" or other.sort == "remove":
        return one.sort == "remove"
    return not first if one.path == other.path else one.within(other)


def identical(one: Touch, other: Touch) -> bool:
    """Return whether both make the same change to the same place."""
    alike = (one.sort, one.written, one.where, one.beside) == (other.sort, other.written, other.where, other.beside)
    return alike and same(one.node, other.node)


def _meeting(late: tuple[Touch, ...], early: tuple[Touch, ...]) -> Iterator[tuple[Touch, Touch]]:
    """Yield the pairs that touch one place, or of which one touches what is inside the other."""
    places: dict[str, list[Touch]] = {}
    for touch in early:
        places.setdefault(touch.path, []).append(touch)
    inside: dict[str, list[Touch]] = {}
    for touch in early:
        for above in _above(touch):
            inside.setdefault(above, []).append(touch)
    for touch in late:
        around = (other for above in _above(touch) for other in places.get(above, ()))
        for other in (*places.get(touch.path, ()), *around, *inside.get(touch.path, ())):
            if other is not touch and not (touch.sort == other.sort == "append" and touch.path == other.path):
                outer = other if touch.within(other) else touch if other.within(touch) else None
                if outer is None or outer.sort != "append":
                    yield touch, other


def _above(touch: Touch) -> Iterable[str]:
    """Return the paths that lead to a place, without the last name: `a.b.c` gives `a` and `a.b`."""
    if touch.sort == "own":
        return ()
    return (*(touch.path[: found.start()] for found in re.finditer(r"\.", touch.path)), *touch.around)


def _shown(touch: Touch) -> str:
    path = touch.path.removesuffix(".starting") if touch.sort == "default" else touch.path
    return path.replace(":", ".", 1) if touch.sort == "own" else path
