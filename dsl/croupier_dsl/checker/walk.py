"""Goes through everything that a meaning is made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache

from croupier_dsl import ir


@cache
def _field_names(node: type) -> tuple[str, ...]:
    return tuple(f.name for f in fields(node)) if is_dataclass(node) else ()


def walk(node: object) -> Iterator[object]:
    """The node and every node inside it, types and positions left out."""
    if isinstance(node, tuple):
        for item in node:
            yield from walk(item)
    elif is_dataclass(node) and not isinstance(node, ir.Type | ir.Where):
        yield node
        for name in _field_names(type(node)):
            yield from walk(getattr(node, name))


def locals_read(node: object) -> set[int]:
    """The slots that a meaning reads."""
    return {part.slot for part in walk(node) if isinstance(part, ir.Local)}


def loose_kinds(node: object) -> list[ir.KindLiteral]:
    """The kinds of card that stand where a card is wanted. (`IsKind` and `HasKind` hold theirs as notations.)"""
    return [part for part in walk(node) if isinstance(part, ir.KindLiteral)]
