"""A printed rulebook as data: sections of paragraphs, lists and tables, each with the parts of the ruleset it
describes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import TypeAlias

from croupier_dsl import frozen
from croupier_dsl.analysis import held

Json: TypeAlias = "str | int | bool | list[Json] | dict[str, Json] | None"


@frozen
class Paragraph:
    """`paths`: the parts of the ruleset that it describes, as `because` names them."""

    text: str
    paths: tuple[str, ...] = ()


@frozen
class Item:
    """A point of a list, perhaps with points below it."""

    text: str
    paths: tuple[str, ...] = ()
    below: tuple[Item, ...] = ()
    ordered: bool = False


@frozen
class Items:
    """A list; `ordered`: its points come one after the other."""

    items: tuple[Item, ...]
    ordered: bool = False


@frozen
class Grid:
    """A table, with a heading for each column."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    paths: tuple[str, ...] = ()


Block = Paragraph | Items | Grid


@frozen
class Section:
    """`anchor`: what a link leads to; unique in the document."""

    title: str
    anchor: str
    blocks: tuple[Block, ...] = ()
    sections: tuple[Section, ...] = ()
    paths: tuple[str, ...] = ()


@frozen
class Document:
    """`language` is a code such as `en`; `sections` come in the order of reading."""

    title: str
    language: str
    lead: tuple[Block, ...]
    sections: tuple[Section, ...]


def told(document: Document) -> dict[str, list[str]]:
    """Return the texts for each part of the ruleset, by path: sentences, points of lists, rows of tables."""
    found: dict[str, list[str]] = {}

    def note(paths: tuple[str, ...], text: str) -> None:
        for path in paths:
            found.setdefault(path, []).append(text)

    def visit(item: Item) -> None:
        note(item.paths, item.text)
        for lower in item.below:
            visit(lower)

    for part in _parts(document):
        match part:
            case Paragraph(text=text, paths=paths):
                note(paths, text)
            case Items(items=items):
                for item in items:
                    visit(item)
            case Grid(rows=rows, paths=paths):
                note(paths, "; ".join(" ".join(row) for row in rows))
            case Section(title=title, paths=paths):
                note(paths, title)
    return found


def texts(document: Document) -> Iterator[str]:
    """Yield every piece of text in the document."""
    todo: list[object] = [document]
    while todo:
        part = todo.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, tuple):
            todo.extend(reversed(part))
        elif is_dataclass(part):
            skipped = ("paths", "anchor", "language")
            todo.extend(reversed([value for name, value in held(part) if name not in skipped]))


def to_json(part: object) -> Json:
    """Return the document, or a part of it, as plain data."""
    if is_dataclass(part) and not isinstance(part, type):
        kind: dict[str, Json] = {"kind": type(part).__name__.lower()}
        return kind | {name: to_json(value) for name, value in held(part)}
    if isinstance(part, tuple):
        return [to_json(item) for item in part]
    assert isinstance(part, str | int | bool) or part is None
    return part


def _parts(document: Document) -> Iterator[Block | Section]:
    yield from document.lead
    todo = list(reversed(document.sections))
    while todo:
        section = todo.pop()
        yield section
        yield from section.blocks
        todo.extend(reversed(section.sections))
