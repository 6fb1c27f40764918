"""The parts of one file as a tree, and the examples in it that can be run."""

from __future__ import annotations

from pathlib import Path

from croupier_dsl import paths
from croupier_dsl.classes import frozen
from croupier_dsl.outline.reading import entries
from croupier_dsl.reader import Entry, Mapping, Scalar
from croupier_dsl.services.desk import Desk
from croupier_dsl.source import Span

_DEEP: tuple[paths.Kind, ...] = ("stage", "steps", "stages", "ruleset")
_LEAVES: tuple[paths.Kind, ...] = ("sentence", "word", "text", "statement", "words", "filter", "domain")


@frozen
class Symbol:
    """A part of a file: its name, sort, span, key, and inner parts."""

    name: str
    sort: str
    span: Span
    key: Span
    inner: tuple[Symbol, ...] = ()


@frozen
class Example:
    """A scenario that can be run, with the place of its name."""

    name: str
    span: Span


def outline(desk: Desk, path: Path) -> list[Symbol]:
    """Return the sections of a file and their declarations; for play the stages, for a sidecar file its entries."""
    desk.sight(path)
    document = desk.known(path).document(path)
    if document is None or not isinstance(document.root, Mapping):
        return []
    root = document.root
    known = {id(part.key): part for part in paths.walk(paths.whole(root)) if part.key is not None}
    return [_symbol(entry, known, 0) for entry in root.entries]


def _symbol(entry: Entry, known: dict[int, paths.Part], depth: int) -> Symbol:
    part = known.get(id(entry.key))
    kind = part.kind if part is not None else "entry" if depth else "section"
    stage = part is not None and part.kind in _DEEP
    inside = entries(entry.value) if (depth == 0 or stage) and (part is None or part.kind not in _LEAVES) else ()
    inner = tuple(_symbol(each, known, depth + 1) for each in inside)
    name = " ".join(entry.key.text.split())
    return Symbol(name, "section" if depth == 0 else kind, entry.key.span.to(_end(entry)), entry.key.span, inner)


def _end(entry: Entry) -> Span:
    value = entry.value
    empty = isinstance(value, Scalar) and value.empty
    return entry.key.span if empty or value.span.end < entry.key.span.end else value.span


def examples(desk: Desk, path: Path) -> list[Example]:
    """Return the scenarios of a file."""
    desk.sight(path)
    document = desk.known(path).document(path)
    there = document.root.get("scenarios") if document is not None and isinstance(document.root, Mapping) else None
    return [Example(entry.key.text, entry.key.span) for entry in entries(there)]
