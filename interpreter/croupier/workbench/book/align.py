"""Compare the clauses of a ruleset with the text of a book: unchanged, changed, gone and new passages.

A passage is recognised by its digest; among several with one digest, the one at the expected position is taken. The
rest is compared by sketches: a mark and a passage that agree in enough places belong together, the most similar first.
Passages in another order than before have moved; the smallest set that explains the order is chosen.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from croupier.workbench.book.digest import digest, likeness, sketch
from croupier.workbench.book.text import Book, Passage
from croupier_dsl import SKETCH_LENGTH, Mark, ir

ALIKE = 12
"""The number of places, of 32, in which the sketches of a passage and its changed form agree."""
ALIKE_IN_PLACE = 7
"""The same for a passage at exactly the expected position: an edit leaves little of a short one."""
BAND = 2
"""Sketches are compared if they agree in two neighbouring places at least; most that are alike do."""
MOST_COMPARED = 200_000
"""The maximum number of pairs compared.

In a book with more similar passages, some changed ones count as gone and new.
"""

MOST_COPIES = 10_000
"""For passages with more copies in a book than this, the marks are taken in order."""

State = Literal["unchanged", "moved", "changed", "gone"]


@dataclass(frozen=True, slots=True)
class Found:
    """The fate of a passage that a clause comes from. `alike`: agreeing places of 32; 0 if it is gone."""

    clause: str
    mark: Mark
    state: State
    passage: Passage | None
    alike: int


@dataclass(frozen=True, slots=True)
class Alignment:
    """A ruleset against one of its books.

    `found`: in the order of the clauses; `uncovered`: rows and sentences that no clause comes from; `unlinked`: clauses
    of this book whose passage is not known.
    """

    id: str
    book: Book
    found: tuple[Found, ...]
    uncovered: tuple[Passage, ...]
    unlinked: tuple[ir.Clause, ...]

    def having(self, state: State) -> tuple[Found, ...]:
        return tuple(one for one in self.found if one.state == state)

    @property
    def covered(self) -> int:
        """Return the number of rows and sentences that have a clause."""
        return sum(passage.kind != "heading" for passage in self.book.passages) - len(self.uncovered)

    @property
    def settled(self) -> bool:
        """Return whether each passage has its clause, and each clause its unchanged passage."""
        return not (self.uncovered or self.unlinked or self.having("changed") or self.having("gone"))


def align(rules: ir.Rules, id: str, book: Book) -> Alignment:
    """Return the clauses of a book against its text. `id`: what the ruleset calls the book; empty if it names none."""
    marks: list[tuple[str, Mark]] = []
    unlinked: list[ir.Clause] = []
    for clause in rules.clauses:
        if clause.books and id not in clause.books:
            continue
        own = [mark for of, text in clause.passages if of == id and (mark := Mark.parse(text)) is not None]
        marks.extend((clause.id, mark) for mark in own)
        if not own:
            unlinked.append(clause)
    places = match(sorted({mark for _, mark in marks}), book.passages)
    taken = {passage.number for passage, _ in places.values() if passage is not None}
    moved = _moved({mark: passage for mark, (passage, _) in places.items() if passage is not None})
    found = tuple(_found(clause, mark, *places[mark], mark in moved) for clause, mark in marks)
    uncovered = tuple(p for p in book.passages if p.kind != "heading" and p.number not in taken)
    return Alignment(id, book, found, uncovered, tuple(unlinked))


def _found(clause: str, mark: Mark, passage: Passage | None, alike: int, moved: bool) -> Found:
    if passage is None:
        return Found(clause, mark, "gone", None, 0)
    state: State = "changed" if alike < SKETCH_LENGTH + 1 else "moved" if moved else "unchanged"
    return Found(clause, mark, state, passage, min(alike, SKETCH_LENGTH))


Places = dict[Mark, tuple[Passage | None, int]]


def match(marks: Sequence[Mark], passages: Sequence[Passage]) -> Places:
    """Return (passage, likeness) of each mark, in the order of the marks; a likeness above 32 means that the digest is
    the same."""
    places: Places = dict.fromkeys(marks, (None, 0))
    by_digest: dict[str, list[Passage]] = defaultdict(list)
    for passage in passages:
        by_digest[digest(passage.text)].append(passage)
    copies: dict[str, list[Mark]] = defaultdict(list)
    for mark in marks:
        copies[mark.digest].append(mark)
    taken: set[int] = set()
    for same in sorted(copies, key=lambda same: len(copies[same]) * len(by_digest[same])):  # what is clear comes first
        drift = _Drift(places) if len(by_digest[same]) > 1 else _Drift({})
        for mark, passage in _pairs(copies[same], by_digest[same], drift):
            places[mark] = (passage, SKETCH_LENGTH + 1)
            taken.add(passage.number)
    left = [mark for mark in marks if places[mark][0] is None]
    free = [passage for passage in passages if passage.number not in taken]
    for alike, mark, passage in _alike(left, free, _Drift(places)):
        if places[mark][0] is None and passage.number not in taken:
            places[mark] = (passage, alike)
            taken.add(passage.number)
    return places


def _pairs(marks: list[Mark], passages: list[Passage], drift: _Drift) -> Iterable[tuple[Mark, Passage]]:
    """Return marks and passages with the same words, each at the nearest possible to the expected position."""
    if len(marks) == len(passages) or len(marks) * len(passages) > MOST_COPIES:
        return zip(marks, passages, strict=False)
    near = sorted(
        (abs(p.number - drift.expected(m.number)), at, m, p.number) for m in marks for at, p in enumerate(passages)
    )
    found: dict[Mark, int] = {}
    for _, at, mark, _ in near:
        if mark not in found and at not in found.values():
            found[mark] = at
    return [(mark, passages[at]) for mark, at in found.items()]


def _alike(marks: Iterable[Mark], passages: Sequence[Passage], drift: _Drift) -> Iterable[tuple[int, Mark, Passage]]:
    """Return (places in common, mark, passage) of similar pairs in order of similarity; among equal ones, the passage
    at the expected position first."""
    marks = list(marks)
    if not marks:
        return []
    bands: dict[tuple[int, str], list[int]] = defaultdict(list)
    sketches = [sketch(passage.text) for passage in passages]
    for at, drawn in enumerate(sketches):
        for place in range(0, SKETCH_LENGTH, BAND):
            bands[place, drawn[place : place + BAND]].append(at)
    by_number = {passage.number: at for at, passage in enumerate(passages)}
    pairs: list[tuple[int, int, int, int]] = []
    compared = 0
    for number, mark in enumerate(marks):
        near = {at for place in range(0, SKETCH_LENGTH, BAND) for at in bands[place, mark.sketch[place : place + BAND]]}
        expected = drift.expected(mark.number)
        near.update(at for at in (by_number.get(expected),) if at is not None)
        compared += len(near)
        if compared > MOST_COMPARED:
            break
        for at in near:
            alike, away = likeness(mark.sketch, sketches[at]), abs(passages[at].number - expected)
            if alike >= (ALIKE if away else ALIKE_IN_PLACE):
                pairs.append((-alike, away, number, at))
    return [(-alike, marks[number], passages[at]) for alike, _, number, at in sorted(pairs)]


class _Drift:
    """The expected position of a passage, from its unchanged neighbours."""

    def __init__(self, places: Places) -> None:
        known = sorted((mark.number, passage.number) for mark, (passage, _) in places.items() if passage is not None)
        self.old = [old for old, _ in known]
        self.new = [new for _, new in known]

    def expected(self, number: int) -> int:
        at = bisect_right(self.old, number) - 1
        return number + (self.new[at] - self.old[at] if at >= 0 else 0)


def _moved(places: dict[Mark, Passage]) -> set[Mark]:
    """Return the passages outside the longest row of those that kept their order."""
    order = sorted(places, key=lambda mark: (mark.number, places[mark].number))
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for at, mark in enumerate(order):
        number = places[mark].number
        place = bisect_left(tails, number)
        before.append(ends[place - 1] if place else -1)
        if place == len(tails):
            tails.append(number)
            ends.append(at)
        else:
            tails[place], ends[place] = number, at
    kept: set[int] = set()
    at = ends[-1] if ends else -1
    while at >= 0:
        kept.add(at)
        at = before[at]
    return {mark for at, mark in enumerate(order) if at not in kept}
