"""A tally line by line of the text: its elements, tint and counts."""

from __future__ import annotations

from typing import Literal

from croupier.workbench.coverage.tally import RARE, Tally
from croupier_dsl import Element

Tint = Literal["often", "rare", "partly", "never", "told"]


def by_line_of(tally: Tally) -> dict[str, dict[int, list[Element]]]:
    """Return the elements of each line of each file."""
    found: dict[str, dict[int, list[Element]]] = {}
    for element in tally.elements.all.values():
        if element.where is not None:
            found.setdefault(element.where.file, {}).setdefault(element.where.line, []).append(element)
    return found


def tint_of(tally: Tally, elements: list[Element]) -> Tint:
    """Return the tint of a line: the worst of its expected elements."""
    expected = [element.path for element in elements if element.expected]
    missing = [path for path in expected if path not in tally.counts and path not in tally.excused]
    if missing:
        return "never" if len(missing) == len(expected) else "partly"
    few = max(1, tally.played * RARE)
    return "rare" if any(tally.games.get(path, 0) < few for path in expected) else "often" if expected else "told"


def counts_of(tally: Tally, elements: list[Element]) -> list[str]:
    """Return each part of a line with its count, those that never fired first."""
    told = sorted(elements, key=lambda element: tally.counts.get(element.path, 0))
    return [f"{element.path}: {tally.counts.get(element.path, 0):,}" for element in told]
