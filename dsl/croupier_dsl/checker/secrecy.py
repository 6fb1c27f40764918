"""What may be chosen must not tell what its chooser does not see.

The list of legal moves is shown to the chooser, so whatever decides what is legal becomes known. A value is followed
from the zone it comes from to the place where it decides something; counts, and cards that lie open, may decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from croupier_dsl import ir
from croupier_dsl.checker.material import Material
from croupier_dsl.errors import structure
from croupier_dsl.source import Span


@dataclass(frozen=True, slots=True)
class Known:
    """What the chooser knows of a value: `hidden`: the zone whose cards it may not look at; `who`: is it oneself?"""

    hidden: str = ""
    who: Literal["", "me", "other"] = ""


OPEN = Known()
ME = Known(who="me")
Env = dict[int, Known]


def check_secrecy(
    checker: Material,
    moves: tuple[ir.MoveRule, ...],
    play: ir.Stage | None,
    zones: tuple[ir.Zone, ...],
    variables: tuple[ir.Variable, ...],
) -> None:
    """Look at everything that decides what a player may choose."""
    guard = Secrecy(checker, zones, variables)
    for move in moves:
        span = checker.names.moves[move.name].name.span
        env: Env = {0: ME}
        guard.choices(move.choices, env, span)
        guard.conditions(move.conditions, env, span)
        guard.statements(move.do, env, span)
    if play is not None:
        guard.stage(play)


class Secrecy:
    """Follows values through the meaning of a sentence."""

    def __init__(self, checker: Material, zones: tuple[ir.Zone, ...], variables: tuple[ir.Variable, ...]) -> None:
        self.checker = checker
        self.zones = {zone.name: zone for zone in zones}
        self.variables = {variable.name: variable for variable in variables}
        self.quiet = False
        self.outside: Span | None = None
        self.span: Span | None = None
        self.followed: dict[tuple[str, Known, int, bool], Known] = {}

    @contextmanager
    def silently(self) -> Iterator[None]:
        """Follow a value that the referee reads: it may be anything."""
        before, self.quiet = self.quiet, True
        yield
        self.quiet = before

    # ------------------------------------------------------------ the places that decide

    def stage(self, stage: ir.Stage) -> None:
        span = self.checker.names.stages[stage.name].stage.name.span
        self.conditions(stage.must, {0: ME}, span)
        for statements in (stage.begin, stage.otherwise, stage.end):
            self.statements(statements, {0: ME}, span)
        for step in stage.steps:
            self.stage(step)

    def choices(self, choices: Iterable[ir.Choice], env: Env, span: Span) -> None:
        for choice in choices:
            self.span = span
            for bound in (choice.low, choice.high):
                if bound is not None:
                    self.look(bound, env)
            env[choice.slot] = self.look(choice.collection, env)
            self.conditions(choice.filters, env, span)

    def conditions(self, conditions: Iterable[ir.Condition], env: Env, span: Span) -> None:
        """All hold or nothing is legal: what one makes sure of, the others may use."""
        self.span = span
        parts = [part for condition in conditions for part in _conjuncts(condition.expr)]
        self.assume(parts, env)
        for part in parts:
            self.look(part, env)

    def statements(self, statements: Iterable[ir.Statement], env: Env, span: Span) -> None:
        """Only what is asked in a list decides; the statements before it may lay cards open."""
        self.span = span
        for statement in statements:
            match statement:
                case ir.Ask():
                    self.choices(statement.choices, env, span)
                case ir.Let():
                    with self.silently():
                        env[statement.slot] = self.look(statement.value, env)
                case ir.Reveal(cards=ir.Local(slot=slot)):
                    env[slot] = OPEN
                case ir.Move(what=ir.Local(slot=slot), to=ir.ZoneTarget(name=name, subject=subject)):
                    with self.silently():
                        env[slot] = self.zone(name, subject, env)
                case ir.If():
                    for branch in statement.branches:
                        self.statements(branch.body, dict(env), span)
                case ir.ForEach():
                    with self.silently():
                        inner = {**env, statement.slot: self.look(statement.collection, env)}
                    self.statements(statement.body, inner, span)
                case ir.Labelled():
                    self.statements(statement.body, env, span)
                case _:
                    pass

    # ------------------------------------------------------------ what a sentence makes sure of

    def assume(self, parts: Iterable[ir.Expr], env: Env) -> None:
        """`revealed` opens a card, `it is not me` tells another player from oneself."""
        for part in parts:
            match part:
                case ir.CardFact(fact="revealed", card=ir.Local(slot=slot)):
                    env[slot] = replace(env.get(slot, OPEN), hidden="")
                case ir.Not(operand=ir.Same(left=ir.Local(slot=slot), right=ir.Local(slot=0))):
                    env[slot] = replace(env.get(slot, OPEN), who="other")
                case ir.Same(left=ir.Local(slot=slot), right=ir.Local(slot=0)):
                    env[slot] = replace(env.get(slot, OPEN), who="me")
                case _:
                    pass

    def inside(self, collection: ir.Expr, slot: int, condition: ir.Expr, env: Env) -> Known:
        """What is known of the elements that a condition leaves."""
        inner = {**env, slot: self.look(collection, env)}
        parts = _conjuncts(condition)
        self.assume(parts, inner)
        for part in parts:
            self.look(part, inner)
        return inner[slot]

    # ------------------------------------------------------------ following a value

    def decide(self, known: Known, by: ir.Expr) -> Known:
        """A value decides something here: it must be open."""
        if known.hidden:
            self.report(known.hidden, "zone", by)
        return OPEN

    def report(self, name: str, kind: str, by: ir.Expr) -> None:
        if self.quiet or self.span is None:
            return
        span = self.outside or self.checker.span_of(by, self.span)
        self.checker.diagnostics.add(structure.secret_read(span, name, kind))

    def zone(self, name: str, subject: ir.Expr | None, env: Env) -> Known:
        """Does the chooser see the cards of this zone?"""
        zone = self.zones.get(name)
        who = self.look(subject, env).who if subject is not None else ""
        if zone is None or (_sees(zone.seen, who) and not zone.top_only):
            return OPEN
        return Known(hidden=name)

    def variable(self, value: ir.VariableValue, env: Env) -> Known:
        of = self.look(value.subject, env) if value.subject is not None else OPEN
        variable = self.variables.get(value.name)
        if variable is None:
            return OPEN
        if not _sees(variable.seen, of.who):
            self.report(value.name, "state", value)
        return self.decide(of, value)

    def named(self, value: ir.Defined | ir.TableValue, env: Env) -> Known:
        """Through a definition or a table, for what is known of its subject."""
        of = self.look(value.subject, env) if value.subject is not None else OPEN
        made = self.checker.made.get(value.name)
        if made is None:
            return OPEN
        before = self.outside
        if self.span is not None:
            self.outside = self.outside or self.checker.span_of(value, self.span)
        key = (value.name, of, self.outside.start if self.outside else -1, self.quiet)
        if key not in self.followed:
            inner: Env = {0: ME, 1: of}
            if isinstance(made, ir.Definition):
                self.followed[key] = self.look(made.body, inner)
            else:
                self.decide(self.look(made.key, inner), made.key)
                self.followed[key] = self.joined([self.look(row.value, inner) for row in made.rows])
        self.outside = before
        return self.followed[key]

    def joined(self, several: Iterable[Known]) -> Known:
        return next((known for known in several if known.hidden), OPEN)

    def look(self, meant: ir.Expr, env: Env) -> Known:
        """What is known of a value, everything on the way to it being looked at."""
        match meant:
            case ir.Local(slot=slot):
                return env.get(slot, OPEN)
            case (
                ir.Constant() | ir.Nothing() | ir.KindLiteral() | ir.OptionValue() | ir.Players() | ir.Teams()
                | ir.Values() | ir.StageCount() | ir.NextActor() | ir.Direction()
            ):  # fmt: skip
                return OPEN
            case ir.Deck():
                return Known(hidden="deck")
            case ir.ZoneContents(name=name, subject=subject):
                return self.zone(name, subject, env)
            case ir.VariableValue():
                return self.variable(meant, env)
            case ir.Defined() | ir.TableValue():
                return self.named(meant, env)
            case ir.CardFact(fact="owner" | "revealed", card=card):
                self.look(card, env)
                return OPEN
            case ir.Attribute(card=card) | ir.RoleAttribute(card=card) | ir.CardFact(card=card) | ir.IsKind(card=card):
                return self.decide(self.look(card, env), meant)
            case ir.MeldFact(meld=meld):
                return self.look(meld, env)
            case ir.Neighbour(player=player):
                return Known(who="other" if self.look(player, env).who == "me" else "")
            case ir.TeamOf(player=player):
                return Known(who="me" if self.look(player, env).who == "me" else "")
            case ir.SeatNumber(player=player):
                self.look(player, env)
                return OPEN
            case ir.Members(team=team):
                self.look(team, env)
                return OPEN
            case _:
                return self.look_at_many(meant, env)

    def look_at_many(self, meant: ir.Expr, env: Env) -> Known:
        match meant:
            case ir.Map(collection=collection, slot=slot, body=body):
                return self.look(body, {**env, slot: self.look(collection, env)})
            case ir.Filter(collection=collection, slot=slot, condition=condition):
                return self.inside(collection, slot, condition, env)
            case ir.Exists(collection=collection, slot=slot, condition=condition):
                self.inside(collection, slot, condition, env)
                return OPEN
            case ir.Count(collection=collection) | ir.IsEmpty(collection=collection):
                self.look(collection, env)
                return OPEN
            case ir.Sum(collection=collection) | ir.ExtremeValue(collection=collection):
                return self.decide(self.look(collection, env), meant)
            case ir.ExtremeThing(collection=collection, slot=slot, key=key):
                found = self.look(collection, env)
                self.decide(self.look(key, {**env, slot: found}), meant)
                return found
            case ir.Pick(which="top", collection=ir.ZoneContents(name=name, subject=subject)) if self.top_only(name):
                who = self.look(subject, env).who if subject is not None else ""
                return OPEN if _sees(self.zones[name].seen, who) else Known(hidden=name)
            case ir.Pick(collection=collection):
                return self.look(collection, env)
            case ir.TopSome(count=count, collection=collection):
                self.look(count, env)
                return self.look(collection, env)
            case ir.ListOf(items=items):
                return self.joined([self.look(item, env) for item in items])
            case ir.Combine(left=left, right=right):
                first, second = self.look(left, env), self.look(right, env)
                if meant.op == "without" and second.hidden != first.hidden:
                    self.decide(second, meant)
                return self.joined([first, second])
            case ir.Melds(cards=cards) | ir.IsCombo(cards=cards) | ir.HasKind(cards=cards):
                return self.decide(self.look(cards, env), meant)
            case _:
                return self.look_at_operators(meant, env)

    def look_at_operators(self, meant: ir.Expr, env: Env) -> Known:
        match meant:
            case ir.Same(left=left, right=right) | ir.Within(left=left, right=right):
                first, second = self.look(left, env), self.look(right, env)
                emptiness = isinstance(left, ir.Nothing) or isinstance(right, ir.Nothing)
                if first.hidden != second.hidden and not emptiness:
                    self.decide(self.joined([first, second]), meant)
                return OPEN
            case ir.IfThenElse(condition=condition, then=then, otherwise=otherwise):
                self.look(condition, env)
                return self.joined([self.look(then, env), self.look(otherwise, env)])
            case ir.Logic(operands=operands):
                inner = dict(env)
                if meant.op == "and":
                    self.assume(operands, inner)
                for operand in operands:
                    self.look(operand, inner)
                return OPEN
            case ir.Not(operand=operand) | ir.Negative(operand=operand):
                self.look(operand, env)
                return OPEN
            case ir.Order(left=left, right=right) | ir.Arithmetic(left=left, right=right):
                self.look(left, env)
                self.look(right, env)
                return OPEN
            case ir.Span(low=low, high=high):
                self.look(low, env)
                if high is not None:
                    self.look(high, env)
                return OPEN
            case ir.Fits(card=card, spot=spot):
                self.decide(self.look(card, env), meant)
                self.look(spot, env)
                return OPEN
            case _:
                raise AssertionError(f"secrecy of {type(meant).__name__}")

    def top_only(self, name: str) -> bool:
        return name in self.zones and self.zones[name].top_only


def _sees(seen: Literal["nobody", "owner", "team", "others", "everyone"], who: str) -> bool:
    """Does the chooser see what belongs to this player (or team)? Where that is not certain: no."""
    match seen:
        case "everyone":
            return True
        case "owner" | "team":
            return who == "me"
        case "others":
            return who == "other"
        case "nobody":
            return False
        case _:
            assert_never(seen)


def _conjuncts(meant: ir.Expr) -> list[ir.Expr]:
    """The sentences that must all hold for this one to hold."""
    if isinstance(meant, ir.Logic) and meant.op == "and":
        return [part for operand in meant.operands for part in _conjuncts(operand)]
    return [meant]
