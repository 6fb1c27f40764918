"""Goes through everything that a meaning is made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from croupier_dsl import ir

_FIELDS: dict[type[object], tuple[str, ...]] = {}


def _field_names(kind: type[object]) -> tuple[str, ...]:
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(f.name for f in fields(kind)) if is_dataclass(kind) else ()
    return _FIELDS[kind]


def walk(node: object) -> Iterator[object]:
    """The node and every node inside it, types and positions left out."""
    todo = [node]
    while todo:
        part = todo.pop()
        if isinstance(part, tuple):
            todo.extend(reversed(part))
        elif not isinstance(part, ir.Type | ir.Where):
            names = _field_names(type(part))
            if names:
                yield part
            todo.extend([getattr(part, name) for name in reversed(names)])


def locals_read(node: object) -> set[int]:
    """The slots that a meaning reads."""
    return {part.slot for part in walk(node) if isinstance(part, ir.Local)}


def loose_kinds(node: object) -> list[ir.KindLiteral]:
    """The kinds of card that stand where a card is wanted. (`IsKind` and `HasKind` hold theirs as notations.)"""
    return [part for part in walk(node) if isinstance(part, ir.KindLiteral)]
