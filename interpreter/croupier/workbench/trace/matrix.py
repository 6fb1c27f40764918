"""Make the trace of a ruleset: the parts and scenarios of each clause, and unexplained parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.workbench.trace.sources import NEEDED, Sources
from croupier_dsl import ir
from croupier_dsl.analysis import stages

if TYPE_CHECKING:
    from croupier.workbench.trace.reach import Reached

DECLARED = ("options", "tables", "zones", "state", "combos", "define", "effects", "moves", "whenever")
"""Sections whose parts are declared by name."""
WHOLE = ("players", "teams", "limit", "cards", "result")
"""Sections that are one part each."""


@dataclass(frozen=True, slots=True)
class Element:
    """A part of the ruleset, with its place; None: built into the engine.

    `reached`: the number of games that reached it; None: not measured.
    """

    path: str
    where: ir.Where | None
    reached: int | None = None


@dataclass(frozen=True, slots=True)
class Traced:
    """A clause, the parts that say they come from it, and the scenarios that say they show it.

    Where it has been looked: `also`, the scenarios that come to one of the parts and do not say so, and `reached`, how
    often games came to them.
    """

    clause: ir.Clause
    elements: tuple[Element, ...]
    scenarios: tuple[str, ...]
    also: tuple[str, ...] = ()
    reached: int | None = None
    asked: bool = True

    @property
    def needed(self) -> bool:
        """Return whether the clause holds a rule.

        Advice, flavour and examples need neither a part nor a scenario, and a variant is responsible only for its own
        scenarios, not for the rulebook of its game.
        """
        return self.asked and self.clause.kind in NEEDED

    @property
    def lacks(self) -> tuple[str, ...]:
        """Return what a clause with a rule lacks: `element`, `scenario`."""
        if not self.needed:
            return ()
        found = (("element", self.elements), ("scenario", self.scenarios))
        return tuple(what for what, there in found if not there)


@dataclass(frozen=True, slots=True)
class TracedRuling:
    """A ruling, and what cites it: parts and scenarios."""

    ruling: ir.Ruling
    elements: tuple[Element, ...]
    scenarios: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unexplained:
    """A part that no clause explains, and the rulings that do; none: it states no reason."""

    element: Element
    rulings: tuple[str, ...]
    engine: bool = False


@dataclass(frozen=True, slots=True)
class Trace:
    """A ruleset against its rulebooks, both ways."""

    rules: ir.Rules
    clauses: tuple[Traced, ...]
    rulings: tuple[TracedRuling, ...]
    unexplained: tuple[Unexplained, ...]
    games: int | None = None

    @property
    def lacking(self) -> tuple[Traced, ...]:
        """Return the clauses that hold a rule and lack a part or a scenario."""
        return tuple(traced for traced in self.clauses if traced.lacks)

    @property
    def complete(self) -> bool:
        return not self.lacking


def trace(rules: ir.Rules, play: Reached | None = None) -> Trace:
    """Return the trace of a ruleset; a clause that only `nowhere` lists has no elements.

    `play`: what play has reached.
    """
    sources = Sources(rules)
    known = [clause.id for clause in rules.clauses] + [ruling.id for ruling in rules.rulings]
    elements: dict[str, list[Element]] = {name: [] for name in known}
    for entry in sources.entries:
        for source in entry.sources:
            if source in elements:
                count = play.counts.get(entry.path) if play is not None else None
                elements[source].append(Element(entry.path, entry.where, count))
    scenarios: dict[str, list[str]] = {name: [] for name in known}
    for scenario in rules.scenarios:
        for source in dict.fromkeys(scenario.sources):
            if source in scenarios:
                scenarios[source].append(scenario.name)
    clauses = tuple(_traced(c, tuple(elements[c.id]), tuple(scenarios[c.id]), play, rules) for c in rules.clauses)
    rulings = tuple(TracedRuling(r, tuple(elements[r.id]), tuple(scenarios[r.id])) for r in rules.rulings)
    games = play.games if play is not None else None
    return Trace(rules, clauses, rulings, tuple(_unexplained(rules, sources)), games)


def _traced(
    clause: ir.Clause, elements: tuple[Element, ...], scenarios: tuple[str, ...], play: Reached | None, rules: ir.Rules
) -> Traced:
    asked = not rules.of
    if play is None:
        return Traced(clause, elements, scenarios, asked=asked)
    coming = {name for element in elements for name in play.scenarios.get(element.path, ())} - {*scenarios}
    return Traced(clause, elements, scenarios, tuple(sorted(coming)), sum(e.reached or 0 for e in elements), asked)


def _unexplained(rules: ir.Rules, sources: Sources) -> Iterator[Unexplained]:
    """Yield parts that only rulings explain, and declared parts that nothing explains, in the order of the sections."""
    declared = {*WHOLE, *(f"{stage.path}" for stage in stages(rules))}
    for part in rules.parts:
        section, _, name = part.path.partition(".")
        own = sources.own(part.path)
        element = Element(part.path, part.where)
        if own is not None:
            if not any(source in sources.clauses for source in own.sources):
                yield Unexplained(element, own.sources)
        elif part.path in declared or (section in DECLARED and name and "." not in name):
            yield from [Unexplained(element, ())] if next(sources.above(part.path), None) is None else []
    if not any(part.path == "limit" for part in rules.parts):
        stated = sources.own("limit")
        yield Unexplained(Element("limit", None), stated.sources if stated else (), engine=True)
