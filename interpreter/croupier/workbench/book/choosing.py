"""Resolve `--book` and `--link` to books of a ruleset, and to clauses with their passages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from croupier.base.language import tr
from croupier.workbench.book.align import Alignment, align
from croupier.workbench.book.linking import language_of
from croupier.workbench.book.text import Book, BookError, Passage, read_book
from croupier_dsl import ir, nearest

MOST_BOOKS = 20
_NAMED = re.compile(r"([\w-]{1,40})=(.+)", re.S)
_LINES = re.compile(r"(\d{1,7})(?:[-–](\d{1,7})|\.(\d{1,3}))?")


def alignments(rules: ir.Rules, given: Sequence[str]) -> list[Alignment]:
    """Return the ruleset against each file, given as `FILE` or `BOOK=FILE`.

    Raise BookError if it is unclear which book it is.
    """
    if len(given) > MOST_BOOKS:
        raise BookError(tr("{n} books exceed the limit of {most}", n=len(given), most=MOST_BOOKS))
    known = [id for id, _ in rules.books]
    found: dict[str, Alignment] = {}
    for text in given:
        named = _NAMED.fullmatch(text)
        if named is not None and (named[1] in known or not Path(text).exists()):
            id, path = named[1], Path(named[2])
            if id not in known:
                near = nearest(id, known)
                raise BookError(
                    tr(
                        "the ruleset has no book {id}; {hint}",
                        id=id,
                        hint=tr("did you mean {near}?", near=near) if near else _have(known),
                    )
                )
            book = read_book(path)
        else:
            path = Path(text)
            book = read_book(path)
            id = _whose(rules, known, book, path)
        if id in found:
            raise BookError(tr("two files are given for the book {id}; write BOOK=FILE", id=id or "…"))
        found[id] = align(rules, id, book)
    return list(found.values())


def _have(known: list[str]) -> str:
    return tr("it has {names}", names=", ".join(known)) if known else tr("it lists no books")


def _whose(rules: ir.Rules, known: list[str], book: Book, path: Path) -> str:
    """Return the book of the ruleset that a text is: the only one.

    Or by its passages, by the file's name, or its language.
    """
    if len(known) <= 1:
        return known[0] if known else ""
    counted = {id: sum(one.state != "gone" for one in align(rules, id, book).found) for id in known}
    best = max(counted.values())
    if best and list(counted.values()).count(best) == 1:
        return max(known, key=lambda id: counted[id])
    for wanted in (re.split(r"[^a-z0-9]+", path.stem.lower()), [language_of(book.passages)]):
        fitting = [id for id in known if id.lower() in wanted]
        if len(fitting) == 1:
            return fitting[0]
    raise BookError(
        tr("{path}: name the book that this is: {names}", path=path, names=" or ".join(f"{id}={path}" for id in known))
    )


def linked(rules: ir.Rules, found: Sequence[Alignment], given: Sequence[str]) -> dict[tuple[str, str], list[Passage]]:
    """Return, by (clause, book), the passages on the lines given as `CLAUSE=LINES` or `CLAUSE=BOOK:LINES`."""
    clauses = {clause.id for clause in rules.clauses}
    books = {one.id: one for one in found}
    links: dict[tuple[str, str], list[Passage]] = {}
    for text in given:
        clause, sign, rest = (part.strip() for part in text.partition("="))
        id, _, lines = rest.rpartition(":")
        spans = [_LINES.fullmatch(part.strip()) for part in lines.split(",")]
        if not sign or not all(spans):
            raise BookError(tr("expected CLAUSE=LINES, such as deal=12 or deal=12.2,14-16; found {text}", text=text))
        if clause not in clauses:
            near = nearest(clause, clauses)
            hint = "; " + tr("did you mean {near}?", near=near) if near else ""
            raise BookError(tr("the ruleset has no clause {clause}", clause=clause) + hint)
        if not id and len(books) == 1:
            id = next(iter(books))
        if id not in books:
            raise BookError(
                tr("name the book: {names}", names=" or ".join(f"{clause}={book}:{lines}" for book in books))
            )
        passages = links.setdefault((clause, id), [])
        for span in spans:
            if span is not None:
                passages += _on_lines(books[id].book, int(span[1]), int(span[2] or span[1]), int(span[3] or 0))
    return links


def _on_lines(book: Book, first: int, last: int, which: int) -> list[Passage]:
    """Return the passages that begin on these lines, or only one of them, from 1.

    Else the one that the first line is in.
    """
    found = [passage for passage in book.passages if first <= passage.first <= last]
    if which:
        found = found[which - 1 : which]
    elif not found:
        found = [passage for passage in book.passages if passage.first <= first <= passage.last]
    if not found:
        spot = f"{first}.{which}" if which else f"{first}" if last == first else f"{first} to {last}"
        raise BookError(tr("{name}: line {spot} is not in a passage", name=book.name, spot=spot))
    return found
