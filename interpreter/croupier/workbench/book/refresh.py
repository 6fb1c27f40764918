"""Update the marks of a ruleset from its books: present passages, and newly found ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from croupier.workbench.book.align import Alignment
from croupier.workbench.book.digest import mark
from croupier.workbench.book.linking import Link, language_of, links
from croupier.workbench.book.text import Passage
from croupier.workbench.book.writing import Marks, with_marks
from croupier_dsl import Mark, ir


@dataclass(slots=True)
class Refreshed:
    """`marks`: by clause, what is to be written. `guessed`: (where, link) of clauses that were linked by their words;
    `renewed`: how many passages had changed or moved."""

    marks: dict[str, Marks] = field(default_factory=dict)
    guessed: list[tuple[Alignment, Link]] = field(default_factory=list)
    renewed: int = 0


def refresh(
    rules: ir.Rules, found: Sequence[Alignment], by_hand: Mapping[tuple[str, str], Sequence[Passage]]
) -> Refreshed:
    """Return the marks of clauses after an edit: a person's links come first.

    Else recognised passages, as they are now; else suggestions by words.
    """
    made = Refreshed()
    clauses = {clause.id: clause for clause in rules.clauses}
    for one in found:
        known: dict[str, list[Mark]] = {}
        for passage in one.found:
            here = passage.passage
            new = passage.mark if here is None else mark(here.number, here.text)
            made.renewed += passage.state in ("changed", "moved")
            known.setdefault(passage.clause, []).append(new)
        free = [clause for clause in one.unlinked if (clause.id, one.id) not in by_hand]
        for link in links(free, one.book.passages, language_of(one.book.passages)):
            made.guessed.append((one, link))
            known[link.clause] = [mark(link.passage.number, link.passage.text)]
        for (id, book), passages in by_hand.items():
            if book == one.id:
                known[id] = [mark(passage.number, passage.text) for passage in passages]
        for id, marks in known.items():
            merged = clauses[id]
            if id in made.marks:  # the marks of another book, which are not in the clause yet
                spelled = tuple((of, str(each)) for of, many in made.marks[id].items() for each in many)
                merged = ir.Clause(
                    id, merged.book, merged.place, merged.kind, merged.text, merged.also_in, None, spelled
                )
            made.marks[id] = with_marks(merged, one.id, marks)
    return made
