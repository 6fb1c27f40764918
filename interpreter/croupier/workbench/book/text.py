"""Split a plain text file into the passages of a rulebook: headings, rows of tables, and sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from croupier.base.faults import CroupierError
from croupier.base.language import tr
from croupier.workbench.book.digest import normal

MOST_BYTES = 4 * 1024 * 1024
MOST_PASSAGES = 20_000
LONGEST_HEADING = 60
WIDEST_COLUMN = 110
"""The longest line of a text whose lines are broken by width, so that a full line continues in the next."""

Kind = Literal["heading", "row", "sentence"]

_ITEM = re.compile(r"\s*(?:[-*•‣◦–—]|\d{1,3}[.)]|[a-zA-Z][.)])\s+")
_RULE = re.compile(r"[\s\-=_*~#.·•|+]*")
_MARKED_HEADING = re.compile(r"\s*#{1,6}\s+")
_PAGE = re.compile(r"\W*\d{1,3}\W*")
_BREAK = re.compile(r"(?<![.!?…])[.!?…]++\s?[»”\"')\]*_]*+\s++(?=[«“\"'(\[*_]{0,4}[A-ZÀ-ÖØ-Þ0-9])")
_ABBREVIATIONS = "e.g i.e p.ex ex cf etc env approx ca no nr vs max min fig p pp mr mrs dr st"
_NO_BREAK = re.compile(rf"(?:\b(?:{'|'.join(map(re.escape, _ABBREVIATIONS.split()))})|\b[A-Za-z])\.$", re.I)
_MAGIC = {
    b"%PDF": "a PDF", b"PK\x03\x04": "a packed document", b"\xd0\xcf\x11\xe0": "an old office document",
    b"\x1f\x8b": "compressed", b"\x89PNG": "a picture", b"\xff\xd8\xff": "a picture", b"{\\rtf": "RTF",
}  # fmt: skip


class BookError(CroupierError):
    """A file that cannot be read as a rulebook; the message names it and says what helps."""


@dataclass(frozen=True, slots=True)
class Passage:
    """`number`: from 1; `first` to `last`: its lines, from 1; `heading`: the one above it; `text` as it is written."""

    number: int
    first: int
    last: int
    kind: Kind
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Book:
    """`name`: what to call it in messages."""

    name: str
    passages: tuple[Passage, ...]

    def spot(self, passage: Passage) -> str:
        """Return the position of a passage: its line, and its number among the passages that begin there, if there are
        several:

        `26.2`.
        """
        before = passage.number - 1
        while before and self.passages[before - 1].first == passage.first:
            before -= 1
        several = before + 1 < passage.number or (
            passage.number < len(self.passages) and self.passages[passage.number].first == passage.first
        )
        return f"{passage.first}.{passage.number - before}" if several else f"{passage.first}"


def read_book(path: Path) -> Book:
    """Return the book in a file. Raise BookError if it is not plain text in UTF-8, too large, or empty."""
    if path.exists() and not path.is_file():
        raise BookError(tr("{path}: a rulebook must be a plain text file", path=path))
    with path.open("rb") as file:
        raw = file.read(MOST_BYTES + 1)
    return book_of(_decoded(raw, str(path)), str(path))


def book_of(text: str, name: str) -> Book:
    """Return the book that a text is."""
    found: list[Passage] = []
    for passage in _passages(text):
        found.append(passage)
        if len(found) > MOST_PASSAGES:
            raise BookError(
                tr(
                    "{name}: more than {most} passages; split it into several books",
                    name=name,
                    most=MOST_PASSAGES,
                )
            )
    if not found:
        raise BookError(tr("{name}: contains no words", name=name))
    return Book(name, tuple(found))


def _decoded(raw: bytes, name: str) -> str:
    for magic, what in _MAGIC.items():
        if raw.startswith(magic):
            raise BookError(
                tr(
                    "{name}: this is {what}, not plain text; save it as plain text in UTF-8",
                    name=name,
                    what=what,
                )
            )
    if len(raw) > MOST_BYTES:
        raise BookError(tr("{name}: larger than the limit of {most} MiB", name=name, most=MOST_BYTES // 1024 // 1024))
    wide = raw.startswith((b"\xff\xfe", b"\xfe\xff"))
    if b"\x00" in raw and not wide:
        raise BookError(
            tr("{name}: not text, because it contains zero bytes; save it as plain text in UTF-8", name=name)
        )
    try:
        text = raw.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BookError(
            tr("{name}: not UTF-8 at line {line}; save it again as text in UTF-8", name=name, line=line)
        ) from error
    strange = sum(not (ch.isprintable() or ch.isspace() or ch in "\u00ad\u200b\u200c\u200d\u2060\ufeff") for ch in text)
    if strange * 20 > len(text):
        raise BookError(tr("{name}: not text, because much of it is unprintable", name=name))
    return text


# ---------------------------------------------------------------- blocks


@dataclass(slots=True)
class _Block:
    """Lines that belong together: a paragraph, an item of a list, a row, a heading."""

    first: int
    lines: list[str]
    marked: bool = False
    row: bool = False


def _passages(text: str) -> Iterator[Passage]:
    heading, number = "", 0
    for block in _blocks(text):
        kind = _kind(block)
        pieces = [(0, block.lines[0])] if kind != "sentence" else _sentences("\n".join(block.lines))
        for offset, piece in pieces:
            told = _MARKED_HEADING.sub("", piece).strip()
            if not normal(told):
                continue
            number += 1
            if kind == "heading" and not _PAGE.fullmatch(told):
                heading = " ".join(told.strip("#*_ ").split())
            first = block.first + offset
            yield Passage(number, first, first + told.count("\n"), kind, heading, told)


def _blocks(text: str) -> Iterator[_Block]:
    lines = text.splitlines()
    longest = max((len(line) for line in lines), default=0)
    full = 0.7 * longest if longest <= WIDEST_COLUMN else float("inf")
    block: _Block | None = None
    for number, line in enumerate(lines, 1):
        bare = line.strip()
        ends = not bare or _RULE.fullmatch(bare) is not None
        row = "\t" in bare or bare.count("|") > 1
        marked = _MARKED_HEADING.match(line) is not None
        item = _ITEM.match(line)
        if block is not None and (ends or row or marked or item is not None or not _goes_on(block, bare, full)):
            yield block
            block = None
        if ends:
            continue
        if block is None:
            block = _Block(number, [bare[len(item[0].lstrip()):] if item else bare], marked, row)  # fmt: skip
        else:
            block.lines.append(bare)
        if row or marked:
            yield block
            block = None
    if block is not None:
        yield block


def _goes_on(block: _Block, line: str, full: float) -> bool:
    """Return whether the line continues the sentence or paragraph before it."""
    before = block.lines[-1]
    if before.endswith(("-", "\u00ad")) or line[:1].islower():
        return True
    return len(before) >= full


def _kind(block: _Block) -> Kind:
    """Return the kind of a block: a heading is marked as one, or is a short line that is not a sentence and has no
    number, or only a page number.
    """
    line = block.lines[0]
    if block.marked or block.row:
        return "heading" if block.marked else "row"
    short = len(block.lines) == 1 and len(line) <= LONGEST_HEADING
    plain = not any(ch.isdigit() for ch in line) and not line.rstrip("*_ ").endswith(
        (".", "!", "?", "…", ":", ";", ",")
    )
    return "heading" if short and (plain or _PAGE.fullmatch(line)) else "sentence"


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield (number of lines before it, sentence) for each sentence of a block."""
    start = lines = 0
    for found in _BREAK.finditer(text):
        if _NO_BREAK.search(text, max(start, found.start() - 8), found.start() + 1):
            continue
        yield lines, text[start : found.end()].strip()
        lines += text.count("\n", start, found.end())
        start = found.end()
    yield lines, text[start:].strip()
