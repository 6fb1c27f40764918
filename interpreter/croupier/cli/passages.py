"""`croupier trace --book`: compare rulebooks with clauses, in lines for a terminal or as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from croupier.base.language import tr
from croupier.workbench.book.align import Alignment, Found
from croupier.workbench.book.choosing import alignments, linked
from croupier.workbench.book.refresh import Refreshed, refresh
from croupier.workbench.book.text import Book, Passage
from croupier.workbench.book.writing import Marks, write_marks
from croupier_dsl import ir

SHORT = 72
"""The length of a passage as shown, in characters."""
Plain = dict[str, object]


def show_books(name: str, rules: ir.Rules, given: Sequence[str]) -> bool:
    """Show each book next to the clauses: a summary, then the passages to review. Return whether all are settled."""
    found = alignments(rules, given)
    for number, one in enumerate(found):
        if number:
            click.echo()
        for line in _lines(name, one):
            click.echo(line)
    return all(one.settled for one in found)


def books_as_data(rules: ir.Rules, given: Sequence[str]) -> tuple[Plain, bool]:
    """Return the same, complete; docs/tutorials/from-a-rulebook.md says what the keys mean."""
    found = alignments(rules, given)
    settled = all(one.settled for one in found)
    return {"ruleset": rules.name, "settled": settled, "books": [_data(one) for one in found]}, settled


def write_books(
    name: str, path: Path, rules: ir.Rules, given: Sequence[str], by_hand: Sequence[str], quiet: bool
) -> None:
    """Put the marks of the passages into the file of the clauses, and say which were guessed."""
    found = alignments(rules, given)
    made = refresh(rules, found, linked(rules, found, by_hand))
    old = {clause.id: sorted(clause.passages) for clause in rules.clauses}
    marks = {id: new for id, new in made.marks.items() if old[id] != sorted(_pairs(new))}
    files = write_marks(path, marks, len(rules.books) > 1)
    for line in _told(name, made, len(marks), files):
        click.echo(line, err=quiet)
    click.echo(err=quiet)


def _pairs(marks: Marks) -> Iterator[tuple[str, str]]:
    for book, many in marks.items():
        yield from ((book, str(mark)) for mark in many)


# ---------------------------------------------------------------- in lines


def summary(name: str, one: Alignment) -> str:
    """Return how a book and its clauses match, in one line."""
    counted = [
        tr("{n} unchanged", n=len(one.having("unchanged"))),
        tr("{n} moved", n=len(one.having("moved"))),
        tr("{n} changed", n=len(one.having("changed"))),
        tr("{n} gone", n=len(one.having("gone"))),
    ]
    whole = sum(passage.kind != "heading" for passage in one.book.passages)
    title = f" ({one.id})" if one.id else ""
    told = ", ".join(part for part in counted if not part.startswith("0 ")) or tr("none known")
    more = ", " + tr("{n} clauses without one", n=len(one.unlinked)) if one.unlinked else ""
    return tr(
        "{ruleset}: {k} of {n} passages have a clause; passages of clauses: {told}",
        ruleset=f"{name}{title}", k=one.covered, n=whole, told=f"{told}{more}",
    )  # fmt: skip


def _lines(name: str, one: Alignment) -> Iterator[str]:
    yield summary(name, one)
    for state, meaning in (
        ("changed", tr("changed (update the clause, then --write):")),
        ("gone", tr("gone (is the rule still in the book?):")),
        ("moved", tr("moved (the words are the same):")),
    ):
        found = [each for each in one.found if each.state == state]
        if found:
            yield f"\n{meaning}"
            yield from (_one(one.book, each) for each in found)
    if one.uncovered:
        yield "\n" + tr("passages without a clause:")
        yield from (_passage(one.book, passage) for passage in one.uncovered)
    if one.unlinked:
        yield "\n" + tr("clauses without a passage (--write looks for them, --link CLAUSE=LINES sets one):")
        yield from (f"  {clause.id}{f' ({clause.place})' if clause.place else ''}" for clause in one.unlinked)


def _one(book: Book, found: Found) -> str:
    if found.passage is None:
        return "  " + tr("{clause}: was passage {n}", clause=found.clause, n=found.mark.number)
    where = tr("line {line}", line=book.spot(found.passage))
    if found.state == "changed":
        where += ", " + tr("{n} % alike", n=round(100 * found.alike / 32))
    return "  " + tr("{clause}: {where}: {text}", clause=found.clause, where=where, text=_short(found.passage.text))


def _passage(book: Book, passage: Passage) -> str:
    under = f" ({passage.heading})" if passage.heading else ""
    where = tr("line {line}", line=book.spot(passage))
    return "  " + tr("{where}: {text}", where=f"{where}{under}", text=_short(passage.text))


def _short(text: str) -> str:
    told = " ".join("".join(ch if ch.isprintable() else " " for ch in text).split())
    return told if len(told) <= SHORT else told[: SHORT - 1].rstrip() + "…"


def _told(name: str, made: Refreshed, count: int, files: Sequence[Path]) -> Iterator[str]:
    if not files:
        yield tr("{ruleset}: every mark is up to date, nothing was written", ruleset=name)
        return
    where = ", ".join(str(path) for path in files)
    yield tr("{ruleset}: marks of {n} clauses written to {files}", ruleset=name, n=count, files=where)
    if made.renewed:
        yield tr("{n} changed or moved passages are now up to date", n=made.renewed)
    if made.guessed:
        yield "\n" + tr("matched by their words; please check them (correct with --link CLAUSE=LINES):")
        for one, link in made.guessed:
            where = (f"{one.id}:" if one.id else "") + one.book.spot(link.passage)
            yield f"  {link.clause}={where}  {round(100 * link.share)} %  {_short(link.passage.text)}"


# ---------------------------------------------------------------- as data


def _data(one: Alignment) -> Plain:
    return {
        "book": one.id,
        "file": one.book.name,
        "passages": len(one.book.passages),
        "covered": one.covered,
        "clauses": [_found_data(found) for found in one.found],
        "unlinked": [clause.id for clause in one.unlinked],
        "uncovered": [
            {"passage": p.number, "lines": [p.first, p.last], "heading": p.heading, "text": p.text}
            for p in one.uncovered
        ],
    }


def _found_data(found: Found) -> Plain:
    passage = found.passage
    return {
        "clause": found.clause,
        "state": found.state,
        "mark": str(found.mark),
        "passage": passage.number if passage else None,
        "lines": [passage.first, passage.last] if passage else None,
        "alike": round(found.alike / 32, 2),
    }
