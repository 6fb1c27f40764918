"""Measure the size and depth of a sentence with all definitions and tables that it uses."""

from __future__ import annotations

from croupier_dsl import ir
from croupier_dsl.analysis.walk import inside
from croupier_dsl.classes import frozen

LARGEST = 10_000
"""The most parts of a sentence, each definition counted wherever it is used."""
DEEPEST = 60
"""The greatest depth of a sentence, with the definitions that it uses."""


@frozen
class Extent:
    parts: int
    depth: int


NOTHING = Extent(0, 0)


def extent(part: object, made: dict[str, Extent]) -> Extent:
    """Return the size and depth of a part of a sentence; `made`: the extents of definitions and tables, by name."""
    parts, depth = 0, 0
    for inner in inside(part):
        found = extent(inner, made)
        parts, depth = parts + found.parts, max(depth, found.depth)
    if isinstance(part, ir.Defined | ir.TableValue):
        used = made.get(part.name, NOTHING)
        parts, depth = parts + used.parts, max(depth, used.depth)
    return Extent(parts + 1, depth + 1) if isinstance(part, ir.Expr) else Extent(parts, depth)
