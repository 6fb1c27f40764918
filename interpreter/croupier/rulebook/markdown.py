"""Render a rulebook as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier.rulebook.document import Block, Document, Grid, Item, Items, Paragraph, Section

_SPECIAL = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>|"})


def markdown(document: Document) -> str:
    """Return the whole document, ending in a line break."""
    lines = [f"# {_plain(document.title)}", "", *_blocks(document.lead)]
    for section in document.sections:
        lines += _section(section, 2)
    return "\n".join(lines).rstrip("\n") + "\n"


def _section(section: Section, level: int) -> Iterator[str]:
    yield f"{'#' * min(level, 6)} {_plain(section.title)}"
    yield ""
    yield from _blocks(section.blocks)
    for inner in section.sections:
        yield from _section(inner, level + 1)


def _blocks(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Paragraph(text=text):
                yield _plain(text)
            case Items(items=items, ordered=ordered):
                yield from _items(items, ordered, "")
            case Grid(head=head, rows=rows):
                yield _row(head)
                yield "|" + "---|" * len(head)
                yield from (_row(row) for row in rows)
        yield ""


def _items(items: tuple[Item, ...], ordered: bool, indent: str) -> Iterator[str]:
    for number, item in enumerate(items, 1):
        mark = f"{number}." if ordered else "-"
        yield f"{indent}{mark} {_plain(item.text)}"
        yield from _items(item.below, item.ordered, indent + " " * (len(mark) + 1))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(map(_plain, cells))} |"


def _plain(text: str) -> str:
    """Text in which nothing is a mark of Markdown."""
    escaped = " ".join(text.split()).translate(_SPECIAL)
    return f"\\{escaped}" if escaped.startswith(("#", "+", "-")) else escaped
