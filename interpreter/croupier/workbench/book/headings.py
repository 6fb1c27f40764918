"""Derive the ids, sections and titles of clauses from the headings of a book."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator

from croupier.workbench.book.digest import normal
from croupier.workbench.book.text import Book, Passage

MOST_WORDS = 3
LONGEST_PLACE = 60
BARE = "c"
"""The id, before its number, of a clause without a heading above it."""
_SMALLEST = "a an the of to in on at for and or with le la les l un une des de du d et ou en au aux à pour avec"
_SMALL = frozenset(_SMALLEST.split())


def clause_names(passages: Iterable[Passage]) -> dict[int, str]:
    """Return ids of clauses, `bidding-1`, `bidding-2`, … by the number of the passage.

    Headings of one name share the numbering.
    """
    counted: Counter[str] = Counter()
    names: dict[int, str] = {}
    for passage in passages:
        name = short(passage.heading) or BARE
        counted[name] += 1
        joint = "" if name == BARE else "-"
        names[passage.number] = f"{name}{joint}{counted[name]}"
    return names


def short(heading: str) -> str:
    """Return the first words of a heading that say something, in plain letters, as the name of a clause may
    have them.
    """
    return "-".join([word for word in _plain(normal(heading)) if word not in _SMALL][:MOST_WORDS])


def _plain(words: str) -> Iterator[str]:
    letters = unicodedata.normalize("NFKD", words.replace("œ", "oe").replace("ß", "ss"))
    bare = "".join(ch for ch in letters if not unicodedata.combining(ch))
    yield from (word[:20] for word in re.findall(r"[a-z]+|[0-9]+", bare))


def place_of(passage: Passage) -> str:
    """Return the heading above a passage, as a person would write it; empty if there is none."""
    return _written(passage.heading)


def title_of(book: Book) -> str:
    """Return the title of a book: its first passage, if that is a heading; else an empty string."""
    first = book.passages[0]
    return _written(first.heading) if first.kind == "heading" else ""


def _written(heading: str) -> str:
    """Return a heading on one line, without signs that would end a text in quotes."""
    words = "".join(ch if ch.isprintable() and ch != "\\" else " " for ch in heading.replace('"', "'")).split()
    told = " ".join(words)
    if told.isupper():
        told = " ".join(word.capitalize() for word in words)
    return told if len(told) <= LONGEST_PLACE else f"{told[: LONGEST_PLACE - 1].rstrip()}…"
