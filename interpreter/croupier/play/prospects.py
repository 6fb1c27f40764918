"""What a `must` asks for, followed backward: can a card that may not stay in its zone still leave it, whatever is done?

Only what can never happen is told. Asked is a condition such as `none of hand where owed`: each card of the zone with
that noted on it has to leave by a move that takes it. What such a move could ever take is judged from all the cards
that might come to be there: each meld that some of them make, each meld on the table with any of them added. Where the
rules move cards in other ways than by choice, nothing is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.base.values import Env, Meld
from croupier.compile.recognised import asks_fitting, asks_wild, nothing_noted, steady
from croupier_dsl import ir
from croupier_dsl.analysis import nodes

if TYPE_CHECKING:
    from croupier.model.plans import ChoicePlan, MovePlan, StagePlan
    from croupier.model.program import Program
    from croupier.model.state import Frame, State

MOST_KEPT = 500


class Unclear(Exception):
    """The rules move cards in ways that this does not follow."""


@dataclass(frozen=True, slots=True)
class Debt:
    """A condition by number: no card of the actor's zone may have this noted on it."""

    number: int
    zone: str
    variable: str


@dataclass(frozen=True, slots=True)
class Ways:
    """How cards may still move: the choices that take cards of the zone, with their moves; from which zones cards may
    come to it or to the table, by name, True if only wild ones do."""

    debt: Debt
    takers: tuple[tuple[MovePlan, ChoicePlan], ...]
    sources: tuple[tuple[str, bool], ...]


class Prospects:
    """The answers for one stage with a `must`."""

    def __init__(self, program: Program, stage: StagePlan) -> None:
        self.program = program
        self.stage = stage
        self.debts = tuple(_debts(program, stage.stage))
        self._ways: dict[tuple[object, ...], Ways | None] = {}
        self._melds: dict[tuple[object, ...], list[Counter[int]]] = {}

    def hopeless(self, s: State, depth: int, seat: int) -> frozenset[int]:
        """The conditions that can never hold again in the stage at this depth of the frames."""
        return frozenset(debt.number for debt in self.debts if self._owing(s, debt, seat, depth))

    def _owing(self, s: State, debt: Debt, seat: int, depth: int) -> bool:
        column = s.card_variables[self.program.card_variables[debt.variable]]
        place = self.program.places[self.program.zone_base[debt.zone]]
        zone = s.zones[place.index + (seat if place.zone.per == "player" else 0)]
        owed = [card for card in zone if column[card]]
        if not owed or not self.program.combos.wild_for_good(s):
            return False
        key = (debt, *((frame.stage.index, frame.child) for frame in s.frames[depth:]))
        if key not in self._ways:
            self._ways[key] = _ways(self.program, debt, s.frames[depth:])
        ways = self._ways[key]
        return ways is not None and any(not self._may_go(s, card, ways, seat) for card in owed)

    def _may_go(self, s: State, card: int, ways: Ways, seat: int) -> bool:
        """Might some move ever take the card?"""
        pool = self._pool(s, ways, card, seat)
        if any(other in (s.unknown or ()) for other in pool):
            return True
        return any(self._may_take(s, card, pool, ways, move, choice, seat) for move, choice in ways.takers)

    def _pool(self, s: State, ways: Ways, card: int, seat: int) -> list[int]:
        """The cards that may come to be in the zone, or to be laid from it."""
        found = {card}
        for name, wild_only in ways.sources:
            for place in self.program.places:
                if place.zone.name == name and place.subject in (None, seat):
                    for item in s.zones[place.index]:
                        cards = item.cards if isinstance(item, Meld) else () if item is None else (item,)
                        found.update(c for c in cards if not wild_only or self.program.combos.is_wild(s, c))
        return sorted(found)

    def _may_take(
        self, s: State, card: int, pool: list[int], ways: Ways, move: MovePlan, choice: ChoicePlan, seat: int
    ) -> bool:  # fmt: skip
        kinds, kind = tuple(sorted(self.program.kind_of[c] for c in pool)), self.program.kind_of[card]
        if choice.choice.type.name == "meld":
            collection = choice.choice.collection
            assert isinstance(collection, ir.Melds)
            if not self.program.combos.adds_for_good(collection.combo):
                return True
            return any(meld[kind] for meld in self._makes(s, collection.combo, kinds))
        env: Env = [None] * max(move.slots, move.do.slots)
        env[0], env[choice.slot] = seat, card
        slot = choice.slot
        asked = [*choice.filters] if not choice.choice.if_possible else []
        if choice.choice.single:
            asked += [plan for each in move.choices for plan in each.conditions]
        if any(steady(plan.condition.expr, slot, ways.debt.variable) and not plan.test(s, env) for plan in asked):
            return False
        tests = [plan.condition.expr for each in move.choices if not each.choice.if_possible for plan in each.filters]
        if any(asks_fitting(test, slot) for test in tests):
            return self._may_fit(s, kind, kinds, ways)
        return True

    def _may_fit(self, s: State, kind: int, kinds: tuple[int, ...], ways: Ways) -> bool:
        """Might a card of the kind ever be added to a meld, one on the table or one still to be laid?"""
        combos = self.program.combos
        if any(meld[kind] for name in combos.open_patterns for meld in self._makes(s, name, kinds)):
            return True
        moving = dict(ways.sources)
        kind_of = self.program.kind_of
        for place in self.program.places:
            if place.zone.form != "melds":
                continue
            loose = moving.get(place.zone.name)
            for meld in s.zones[place.index]:
                if loose is False:
                    return True
                stay = Counter(kind_of[c] for c in meld.cards if loose is None or not combos.is_wild(s, c))
                wanted = stay + Counter((kind,))
                there = tuple(sorted([*kinds, *stay.elements()]))
                made = self._makes(s, meld.combo, there) if meld.combo in combos.open_patterns else []
                if any(wanted <= meld for meld in made):
                    return True
        return False

    def _makes(self, s: State, combo: str, kinds: tuple[int, ...]) -> list[Counter[int]]:
        """The melds of a combo that some cards of these kinds make, as kinds."""
        combos = self.program.combos
        key = (combo, kinds, combos.wild_kinds(s))
        found = self._melds.get(key)
        if found is None:
            if len(self._melds) >= MOST_KEPT:
                self._melds.clear()
            solver = combos.solver(s, combo)
            found = [Counter(meld.kinds) for number in range(len(solver.forms)) for meld in solver.melds(kinds, number)]
            self._melds[key] = found
        return found


def _debts(program: Program, stage: ir.Stage) -> Iterator[Debt]:
    """Of the conditions, those by which nothing of a zone of the actor may have something noted on it there."""
    for number, condition in enumerate(stage.must):
        found = nothing_noted(condition.expr)
        if found is not None:
            known = next(v for v in program.rules.variables if v.name == found[1])
            if known.life == found[0] and known.type == ir.TRUTH and known.seen == "everyone":
                yield Debt(number, *found)


# ---------------------------------------------------------------- how cards may still move


def _ways(program: Program, debt: Debt, frames: list[Frame]) -> Ways | None:
    """How cards may still move from here to the end of the stage of the first frame; None if that is not clear."""
    try:
        return _followed(program, debt, frames)
    except Unclear:
        return None


def _followed(program: Program, debt: Debt, frames: list[Frame]) -> Ways:
    stages = list(_still_to_come(frames))
    around = {above.name for above in _above(frames[0].stage)}
    moves = {move.index: move for stage in stages for move in stage.moves}
    lists: list[tuple[object, MovePlan | None]] = [(move.move.do, move) for move in moves.values()]
    lists += [((plan.stage.begin, plan.stage.otherwise, plan.stage.end), None) for plan in stages]
    lists += [(trigger.trigger, None) for trigger in program.triggers]
    moved: list[tuple[frozenset[str], bool, str]] = []
    zones = _Zones(program)
    for part, move in lists:
        locals_ = zones.locals_of(part, move)
        for node in nodes(part):
            match node:
                case ir.EndStage(stage=name) if name in around:
                    raise Unclear
                case ir.SetVariable(name=debt.variable, value=value) if value != ir.Constant(ir.TRUTH, True):
                    raise Unclear
                case ir.Ask() | ir.Swap():
                    raise Unclear
                case ir.Move(what=what, to=to):
                    names, wild = zones.of(what, locals_)
                    chosen = move is not None and isinstance(what, ir.Local) and what.slot in zones.chosen(move)
                    if debt.zone in names and not chosen:
                        raise Unclear
                    moved.append((names, wild, to.name if isinstance(to, ir.ZoneTarget) else ""))
    laid = {zone.name for zone in program.rules.zones if zone.form == "melds"} | {""}
    sources: dict[str, bool] = {debt.zone: False}
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
        and debt.zone in zones.of(choice.choice.collection, zones.locals_of((), move))[0]
    )
    for _, choice in takers:
        if choice.choice.type.name == "meld" and not isinstance(choice.choice.collection, ir.Melds):
            raise Unclear
    return Ways(debt, takers, tuple(sorted(sources.items())))


def _above(stage: StagePlan) -> Iterator[StagePlan]:
    """The stages that may be around a stage."""
    todo, met = [*stage.parents], set[str]()
    while todo:
        above = todo.pop()
        if above.name not in met:
            met.add(above.name)
            todo += above.parents
            yield above


def _still_to_come(frames: list[Frame]) -> Iterator[StagePlan]:
    """The stages that may still be performed, or go on, before the first is complete."""
    met: set[str] = set()
    for at, frame in enumerate(frames):
        plan = frame.stage
        again = at > 0 and not plan.once
        if at > 0:
            yield _alone(plan)
        elif len(frames) == 1:
            yield plan
        for step in plan.steps if again else plan.steps[frame.child :]:
            yield from map(_alone, step.within(met))


def _alone(plan: StagePlan) -> StagePlan:
    if plan.stage.by is not None:
        raise Unclear  # somebody else may act
    return plan


class _Zones:
    """From which zones the cards of a sentence may come."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.definitions = {definition.name: definition.body for definition in program.rules.definitions}

    def chosen(self, move: MovePlan) -> set[int]:
        return {choice.slot for choice in move.choices}

    def locals_of(self, part: object, move: MovePlan | None) -> dict[int, tuple[ir.Expr, bool]]:
        """What the locals of a list are bound to, True if only wild cards are let through."""
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
        """The zones by name, and whether only wild cards come from them."""
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
