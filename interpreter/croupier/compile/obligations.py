"""Find how cards may still move in a stage whose `must` demands that no card with a certain note is in a zone.

Moves of cards are followed backwards, from the text alone, because callers may not know the position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.compile.recognised import asks_wild, fits_spot_of, nothing_noted
from croupier_dsl import ir
from croupier_dsl.analysis import nodes

if TYPE_CHECKING:
    from croupier.model.plans import ChoicePlan, MovePlan, StagePlan
    from croupier.model.program import Program

Course = Sequence[tuple["StagePlan", int]]
"""Stages under way, each inside the one before it, with how many of its steps have been reached."""


class Unclear(Exception):
    """The rules move cards in ways that this analysis does not follow."""


@dataclass(frozen=True, slots=True)
class Obligation:
    """A condition by number: no card of the actor's zone may have this noted on it."""

    number: int
    zone: str
    variable: str


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways in which cards may still move: the choices that take cards of the zone, with their moves; the zones from
    which cards may come to it or to the table, by name, True if only wild ones do; for zones that cards leave only when
    another card takes their spot, the choices of these others."""

    obligation: Obligation
    takers: tuple[tuple[MovePlan, ChoicePlan], ...]
    sources: tuple[tuple[str, bool], ...]
    exchanged: tuple[tuple[str, tuple[ChoicePlan, ...]], ...] = ()


def obligations(program: Program, stage: ir.Stage) -> Iterator[Obligation]:
    """Yield the conditions by which no card in a zone of the player may have a certain note."""
    for number, condition in enumerate(stage.must):
        found = nothing_noted(condition.expr)
        if found is not None:
            known = next(v for v in program.rules.variables if v.name == found[1])
            if known.life == found[0] and known.type == ir.TRUTH and known.seen == "everyone":
                yield Obligation(number, *found)


# ---------------------------------------------------------------- ways of cards


def ways(program: Program, obligation: Obligation, course: Course) -> Ways | None:
    """Return how cards may still move from here to the end of the stage of the first of these; None if that is
    unclear."""
    try:
        return _followed(program, obligation, course)
    except Unclear:
        return None


def _followed(program: Program, obligation: Obligation, course: Course) -> Ways:
    stages = list(_still_to_come(course))
    around = {above.name for above in _above(course[0][0])}
    moves = {move.index: move for stage in stages for move in stage.moves}
    lists: list[tuple[object, MovePlan | None]] = [(move.move.do, move) for move in moves.values()]
    lists += [((plan.stage.begin, plan.stage.otherwise, plan.stage.end), None) for plan in stages]
    lists += [(trigger.trigger, None) for trigger in program.triggers]
    moved: list[tuple[frozenset[str], bool, str]] = []
    zones = _Zones(program)
    others: dict[str, list[ChoicePlan | None]] = {}
    for part, move in lists:
        locals_ = zones.locals_of(part, move)
        for node in nodes(part):
            match node:
                case ir.EndStage(stage=name) if name in around:
                    raise Unclear
                case ir.SetVariable(name=obligation.variable, value=value) if value != ir.Constant(ir.TRUTH, True):
                    raise Unclear
                case ir.Ask() | ir.Swap():
                    raise Unclear
                case ir.Move(what=what, to=to):
                    names, wild = zones.of(what, locals_)
                    chosen = move is not None and isinstance(what, ir.Local) and what.slot in zones.chosen(move)
                    if obligation.zone in names and not chosen:
                        raise Unclear
                    for name in names:
                        others.setdefault(name, []).append(_takes_spot_of(program, zones, obligation, move, what))
                    moved.append((names, wild, to.name if isinstance(to, ir.ZoneTarget) else ""))
    laid = {zone.name for zone in program.rules.zones if zone.form == "melds"} | {""}
    sources: dict[str, bool] = {obligation.zone: False}
    for _ in range(len(moved) + 1):
        for names, wild, goal in moved:
            if goal in sources or goal in laid:
                for name in names:
                    sources[name] = sources.get(name, True) and wild
    takers = tuple(
        (move, choice)
        for move in moves.values()
        for choice in move.choices
        if choice.choice.type.name in ("card", "meld")
        and obligation.zone in zones.of(choice.choice.collection, zones.locals_of((), move))[0]
    )
    for _, choice in takers:
        if choice.choice.type.name == "meld" and not isinstance(choice.choice.collection, ir.Melds):
            raise Unclear
    exchanged = [(name, tuple(each for each in found if each is not None)) for name, found in others.items()]
    only = tuple((name, found) for name, found in exchanged if name in sources and len(found) == len(others[name]))
    return Ways(obligation, takers, tuple(sorted(sources.items())), only)


def _takes_spot_of(
    program: Program, zones: _Zones, obligation: Obligation, move: MovePlan | None, what: ir.Expr
) -> ChoicePlan | None:
    """Return the choice of a card of the zone that has to fit the spot of the card that is moved.

    None if there is none, or if what fits there could change.
    """
    if move is None or not isinstance(what, ir.Local) or program.combos.wholes:
        return None
    for choice in move.choices:
        fits = any(fits_spot_of(plan.condition.expr, choice.slot, what.slot) for plan in choice.filters)
        own = zones.of(choice.choice.collection, zones.locals_of((), move))[0] == {obligation.zone}
        if choice.choice.single and own and fits and not choice.choice.if_possible:
            return choice
    return None


def _above(stage: StagePlan) -> Iterator[StagePlan]:
    """Yield the stages that may be around a stage."""
    todo, met = [*stage.parents], set[str]()
    while todo:
        above = todo.pop()
        if above.name not in met:
            met.add(above.name)
            todo += above.parents
            yield above


def _still_to_come(course: Course) -> Iterator[StagePlan]:
    """Yield the stages that may still be performed, or go on, before the first is complete."""
    met: set[str] = set()
    for at, (plan, reached) in enumerate(course):
        again = at > 0 and not plan.once
        if at > 0:
            yield _alone(plan)
        elif len(course) == 1:
            yield plan
        for step in plan.steps if again else plan.steps[reached:]:
            yield from map(_alone, step.within(met))


def _alone(plan: StagePlan) -> StagePlan:
    if plan.stage.by is not None:
        raise Unclear  # another player may act
    return plan


class _Zones:
    """Finds the zones from which the cards of a sentence may come."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.definitions = {definition.name: definition.body for definition in program.rules.definitions}

    def chosen(self, move: MovePlan) -> set[int]:
        return {choice.slot for choice in move.choices}

    def locals_of(self, part: object, move: MovePlan | None) -> dict[int, tuple[ir.Expr, bool]]:
        """Return the expressions that the locals of a list are bound to, with True if only wild cards pass."""
        found: dict[int, tuple[ir.Expr, bool]] = {}
        for choice in move.choices if move is not None else ():
            tests = choice.filters if not choice.choice.if_possible else []
            wild = any(asks_wild(plan.condition.expr, choice.slot) for plan in tests)
            found[choice.slot] = (choice.choice.collection, wild)
        for node in nodes(part):
            if isinstance(node, ir.Let | ir.ForEach):
                expr = node.value if isinstance(node, ir.Let) else node.collection
                if found.get(node.slot, (expr, False))[0] != expr:
                    raise Unclear
                found[node.slot] = (expr, False)
        return found

    def of(self, expr: ir.Expr, bound: dict[int, tuple[ir.Expr, bool]], depth: int = 0) -> tuple[frozenset[str], bool]:
        """Return the zones by name, and whether only wild cards come from them."""
        if depth > 20:
            raise Unclear
        if isinstance(expr, ir.Local) and expr.slot in bound:
            inner, wild = bound[expr.slot]
            names, also = self.of(inner, bound, depth + 1)
            return names, wild or also
        if isinstance(expr, ir.Defined) and expr.subject is None:
            return self.of(self.definitions[expr.name], {}, depth + 1)
        names_: set[str] = set()
        own = {node.slot for node in nodes(expr) if isinstance(node, ir.Each)}
        for node in nodes(expr):
            match node:
                case ir.ZoneContents(subject=subject) if subject is not None and not _me(subject):
                    raise Unclear
                case ir.ZoneContents(name=name):
                    names_.add(name)
                case ir.Local(type=type_, slot=slot) if type_.name in ("card", "meld") and slot not in own:
                    if slot not in bound:
                        raise Unclear
                    names_ |= self.of(bound[slot][0], bound, depth + 1)[0]
                case ir.Defined(type=type_, name=name) if type_.name in ("card", "meld"):
                    names_ |= self.of(self.definitions[name], {}, depth + 1)[0]
                case ir.Deck() | ir.SpotFact() | ir.CardFact(fact="role"):
                    raise Unclear
                case ir.VariableValue(type=type_) | ir.TableValue(type=type_) if type_.name in ("card", "meld"):
                    raise Unclear
        wild = isinstance(expr, ir.Filter) and not expr.if_possible and asks_wild(expr.condition, expr.slot)
        return frozenset(names_), wild


def _me(subject: ir.Expr) -> bool:
    return isinstance(subject, ir.Local) and subject.slot == 0
