"""What may be chosen must not tell what its chooser does not see.

The list of legal moves is shown to the chooser, so whatever decides what is legal becomes known. A value is followed
from the zone it comes from to the place where it decides something; counts, and cards that lie open, may decide. What
statements do is followed too: what they name or keep for later, and what a `must` would find out by looking ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from croupier_dsl import ir
from croupier_dsl.analysis.course import inner_stages, steps
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.checker.following import ME, OPEN, Env, Following, Known, Overheard, Secret, conjuncts
from croupier_dsl.checker.material import Material
from croupier_dsl.errors import structure
from croupier_dsl.source import Span

MOST_ROUNDS = 8
"""How often all statements are gone through, to follow state that is set to other state."""

MOST_CLOSER = 50
"""For how many stages with a `must` only what may happen in them is looked at, where all that ever may is too much."""

WHO: tuple[Literal["me", "other"], ...] = ("me", "other")


def check_secrecy(
    checker: Material,
    moves: tuple[ir.MoveRule, ...],
    play: ir.Stage | None,
    said_once: tuple[ir.Stage, ...],
    triggers: tuple[ir.Trigger, ...],
    zones: tuple[ir.Zone, ...],
    variables: tuple[ir.Variable, ...],
    cards: ir.Cards | None,
    combos: tuple[ir.Combo, ...],
    shown: tuple[ir.Shown, ...],
) -> None:
    """Look at everything that decides what a player may choose, and at what the table shows everybody."""
    guard = Secrecy(checker, zones, variables, cards, combos)
    guard.said_once = {stage.name: stage for stage in said_once}
    stages = () if play is None else inner_stages(said_once, play, *said_once)
    guard.learn(moves, stages, triggers)
    for move in moves:
        guard.move(move)
    guard.musts(stages, moves, triggers)
    for one in shown:
        guard.told_to_all(one)


@dataclass(slots=True)
class Held:
    """State has been set to a card, which may yet be shown in the same list; `slot`: the local that has it."""

    name: str
    who: str
    known: Known
    slot: int | None


class Secrecy(Following):
    """Goes through statements in their order, and asks of everything that decides whether it may."""

    cause: Secret | None = None
    """What decides whether the statement is done at all."""
    left_out: Secret | None = None
    """What decides, of all that follows in the list, whether it is done at all."""
    said_once: Mapping[str, ir.Stage] = MappingProxyType({})
    settable: frozenset[str] = frozenset()
    """All that may be set, filled, emptied or counted within a stage with a `must`."""

    # ------------------------------------------------------------ what is learnt from all statements

    def learn(
        self, moves: tuple[ir.MoveRule, ...], stages: tuple[ir.Stage, ...], triggers: tuple[ir.Trigger, ...]
    ) -> None:
        """Find out who has seen the cards that state may hold."""
        holding = [variable for variable in self.variables.values() if variable.type.name in ("card", "meld", "spot")]
        if not holding:
            return
        with self.listening():
            for variable in holding:
                self.keep(variable.name, "", self.heard(variable.start, {}))
            settled = self.repeat(lambda: self.go_through(moves, stages, triggers), lambda: dict(self.held))
        if not settled:
            for variable in holding:
                self.keep(variable.name, "", Known(variable.name, variable.name))

    def repeat(self, go_through: Callable[[], None], found: Callable[[], object]) -> bool:
        """Until nothing more is found; has that come about?"""
        for _ in range(MOST_ROUNDS):
            before = found()
            self.followed.clear()
            go_through()
            if found() == before:
                return True
        return False

    def go_through(
        self, moves: Iterable[ir.MoveRule], stages: Iterable[ir.Stage], triggers: Iterable[ir.Trigger]
    ) -> None:
        """All statements; `stages` from the outside in."""
        stages = tuple(stages)
        causes = {} if self.foretold is None else self.arriving(stages)
        offered = {name: causes[stage.name] for stage in stages if causes.get(stage.name) for name in stage.moves}
        legality = {move.name: self.told_apart(move, offered.get(move.name)) for move in moves}
        for stage in stages:
            self.cause = causes.get(stage.name)
            for statements in (stage.begin, stage.end):
                self.whole(statements, {0: ME})
            self.cause = self.cause or next((secret for name in stage.moves if (secret := legality.get(name))), None)
            self.whole(stage.otherwise, {0: ME})
            self.cause = None
        for trigger in triggers:
            self.trigger(trigger)

    def told_to_all(self, shown: ir.Shown) -> None:
        """What the table shows may not be known to some alone."""
        known = self.heard(shown.value, {1: replace(OPEN, who="other")})
        holder = known.secret[0] if known.secret else known.private or known.hidden if _of_cards(shown.value) else ""
        if holder and shown.where is not None:
            name = shown.path.partition(".")[2]
            span = next(word.span for word in self.checker.names.ruleset.show if word.text == name)
            self.checker.diagnostics.add(structure.shown_to_all(span, name, holder))

    def told_apart(self, move: ir.MoveRule, cause: Secret | None) -> Secret | None:
        """Go through a move, which this decides about; gives the secret that decides whether it is made."""
        with self.listening() as overheard:
            self.cause = cause
            self.move(move, overheard)
            self.cause = None
        return cause or overheard.secret

    def arriving(self, stages: tuple[ir.Stage, ...]) -> dict[str, Secret | None]:
        """By stage, the secret that decides whether, how often or for whom it is performed within the outermost."""
        causes: dict[str, Secret | None] = {stages[0].name: None} if stages else {}
        for stage in stages:
            for step in steps(stage, self.said_once):
                parts: list[ir.Expr] = [condition.expr for condition in (*step.when, *step.until)]
                parts += [] if step.times is None else [step.times]
                if step.by is not None:
                    parts += [part for part in (step.by.players, step.by.start) if part is not None]
                cause = causes.get(step.name) or causes.get(stage.name)
                causes[step.name] = cause or self.first_secret(parts, {0: ME})
                self.foretell(step.name, "", causes[step.name])
        return causes

    def trigger(self, trigger: ir.Trigger) -> None:
        each = OPEN if trigger.each is None else self.heard(trigger.each, {0: ME})
        for known in self.one_by_one(trigger.each, each):
            env: Env = {0: ME, 1: known}
            parts = [part for condition in trigger.conditions for part in conjuncts(condition.expr)]
            self.assume(parts, env)
            cause = each.secret or self.first_secret(parts, env)
            self.because_of(cause, trigger.do, env)

    def one_by_one(self, collection: ir.Expr | None, known: Known) -> list[Known]:
        """Of players, oneself and the others: they do not see the same."""
        if collection is None or collection.type.name != "player" or known.who or self.overheard is None:
            return [known]
        return [replace(known, who=who) for who in WHO]

    def first_secret(self, parts: Iterable[ir.Expr], env: Env) -> Secret | None:
        found = [self.heard(part, env).secret for part in parts]
        return next((secret for secret in found if secret is not None), None)

    def keep(self, name: str, who: str, known: Known) -> None:
        """State may hold a card of which this is known."""
        self.held[name, who] = self.joined([self.held.get((name, who), OPEN), known])

    def foretell(self, name: str, who: str, secret: Secret | None) -> None:
        """What this will be depends on a secret."""
        secret = secret or self.cause or self.left_out
        if self.foretold is not None and secret is not None:
            self.foretold.setdefault((name, who), secret)

    # ------------------------------------------------------------ the places that decide

    def musts(
        self, stages: tuple[ir.Stage, ...], moves: tuple[ir.MoveRule, ...], triggers: tuple[ir.Trigger, ...]
    ) -> None:
        """What is asked of the end of a stage, by looking ahead through all that may happen in it."""
        bound = [stage for stage in stages if stage.must]
        anywhere = self.foreseen(moves, stages, triggers) if bound else {}
        closer = 0
        for stage in bound:
            span = self.checker.names.stages[stage.name].stage.name.span
            foretold = anywhere
            if self.asked(stage, foretold) is not None and closer < MOST_CLOSER:
                closer += 1
                within = inner_stages(self.said_once.values(), stage)
                offered = {name for one in within for name in one.moves}
                foretold = self.foreseen([move for move in moves if move.name in offered], within, triggers)
            self.foretold = foretold
            self.followed.clear()
            self.conditions(stage.must, {0: ME}, span)
            self.foretold = None
            self.followed.clear()

    def asked(self, stage: ir.Stage, foretold: dict[tuple[str, str], Secret]) -> Secret | None:
        """The secret that a `must` asks for, if this is what depends on one."""
        self.foretold = foretold
        self.followed.clear()
        parts = [part for condition in stage.must for part in conjuncts(condition.expr)]
        secret = self.first_secret(parts, {0: ME})
        self.foretold = None
        return secret

    def foreseen(
        self, moves: Iterable[ir.MoveRule], stages: tuple[ir.Stage, ...], triggers: tuple[ir.Trigger, ...]
    ) -> dict[tuple[str, str], Secret]:
        """What these may set, fill or empty by a look at something hidden."""
        foretold = self.foretold = {}
        moves = tuple(moves)
        self.settable = frozenset(_settable((moves, stages, triggers)))
        with self.listening():
            settled = self.repeat(lambda: self.go_through(moves, stages, triggers), lambda: dict(foretold))
        if not settled:
            some = next(iter(foretold.values()))
            foretold |= {(name, ""): some for name in (*self.variables, *self.zones, "next", "direction")}
        self.foretold = None
        return foretold

    def move(self, move: ir.MoveRule, overheard: Overheard | None = None) -> None:
        """`overheard`: what is told by whether it can be made, which then decides about what it does."""
        span = self.checker.names.moves[move.name].name.span
        env: Env = {0: ME}
        self.choices(move.choices, env, span)
        self.conditions(move.conditions, env, span)
        if overheard is not None:
            self.cause = self.cause or overheard.secret
        self.whole(move.do, env)

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
        parts = [part for condition in conditions for part in conjuncts(condition.expr)]
        self.assume(parts, env)
        for part in parts:
            self.look(part, env)

    # ------------------------------------------------------------ statements

    def whole(self, statements: tuple[ir.Statement, ...], env: Env) -> None:
        """A whole list of statements."""
        for held in self.statements(statements, env):
            self.keep(held.name, held.who, held.known)
        self.left_out = None

    def because_of(self, cause: Secret | None, statements: tuple[ir.Statement, ...], env: Env) -> list[Held]:
        """Statements that are done, or are not, as a secret has it."""
        before, self.cause = self.cause, self.cause or cause
        held = self.statements(statements, env)
        self.cause = before
        return held

    def statements(self, statements: tuple[ir.Statement, ...], env: Env) -> list[Held]:
        """Only what is asked in a list decides; the statements before it may lay cards open.

        Gives what state has been set to and may yet be shown.
        """
        held: list[Held] = []
        for statement in statements:
            if any(isinstance(part, ir.Ask | ir.EndStage) for part in nodes(statement)):
                for one in held:
                    self.keep(one.name, one.who, one.known)
                held.clear()
            held += self.statement(statement, env, held)
        return held

    def statement(self, statement: ir.Statement, env: Env, held: list[Held]) -> list[Held]:
        match statement:
            case ir.Ask():
                self.ask(statement, env)
            case ir.EndStage():
                self.left_out = self.left_out or self.cause
                for name in self.settable:
                    self.foretell(name, "", None)
            case ir.Let():
                env[statement.slot] = self.heard(statement.value, env)
            case ir.Reveal(cards=card):
                self.shown(card, OPEN, env, held)
            case ir.Shuffle(zone=ir.ZoneTarget(name=name)):
                for key in [key for key in env if key != 0]:
                    env[key] = replace(env[key], astray=name)
            case ir.Move():
                self.moved(statement, env, held)
            case ir.Swap(one=one, other=other):
                self.swapped(one, other, env, held)
            case ir.SetVariable(name=name, subject=subject, value=value):
                return self.set(name, subject, value, env)
            case ir.AddToVariable(name=name, subject=subject, amount=value):
                self.set(name, subject, value, env)
            case ir.SetNext(player=value) | ir.SetDirection(value=value):
                name = "next" if isinstance(statement, ir.SetNext) else "direction"
                self.foretell(name, "", self.heard(value, env).secret)
            case ir.If():
                return self.branches(statement, env)
            case ir.ForEach(collection=collection, slot=slot):
                each = self.heard(collection, env)
                found: list[Held] = []
                for known in self.one_by_one(collection, each):
                    found += self.because_of(each.secret, statement.body, {**env, slot: known})
                return found
            case ir.Labelled() | ir.Perform():
                return self.statements(statement.body, env)
            case _:
                pass
        return []

    def ask(self, statement: ir.Ask, env: Env) -> None:
        assert self.span is not None
        if self.overheard is None:
            self.choices(statement.choices, env, self.span)
            return
        with self.listening() as overheard:  # where nothing can be chosen, what follows is left out
            self.choices(statement.choices, env, self.span)
        self.left_out = self.left_out or overheard.secret

    def branches(self, statement: ir.If, env: Env) -> list[Held]:
        cause: Secret | None = None
        found: list[Held] = []
        for branch in statement.branches:
            inner = dict(env)
            if branch.condition is not None:
                cause = cause or self.heard(branch.condition, inner).secret
                self.assume(conjuncts(branch.condition), inner)
            found += self.because_of(cause, branch.body, inner)
        return found

    def set(self, name: str, subject: ir.Expr | None, value: ir.Expr, env: Env) -> list[Held]:
        known = self.heard(value, env)
        of = OPEN if subject is None else self.heard(subject, env)
        who = "" if subject is None or subject.type.many else of.who
        self.foretell(name, who, known.secret or of.secret)
        for key in [key for key in env if isinstance(key, ir.VariableValue) and key.name == name]:
            del env[key]
        variable = self.variables.get(name)
        if variable is None or variable.type.name not in ("card", "meld", "spot"):
            return []
        return [Held(name, who, known, value.slot if isinstance(value, ir.Local) else None)]

    def moved(self, statement: ir.Move, env: Env, held: list[Held]) -> None:
        what, to = statement.what, statement.to
        known = self.heard(what, env)
        if isinstance(to, ir.SpotTarget):
            self.foretell_all(known.secret or self.heard(to.spot, env).secret, (what, to.spot), env)
            return
        of = OPEN if to.subject is None else self.heard(to.subject, env)
        secret = known.secret or of.secret
        self.foretell_all(secret, (what,), env)
        self.foretell(to.name, "" if to.subject is None else of.who, secret)
        zone = self.zones.get(to.name)
        if zone is not None:
            self.shown(what, self.seen(zone, of.who), env, held)

    def swapped(self, one: ir.Expr, other: ir.Expr, env: Env, held: list[Held]) -> None:
        """Each comes to lie where the other lay: hidden, unless both were to be seen."""
        first, second = self.heard(one, env), self.heard(other, env)
        self.foretell_all(first.secret or second.secret, (one, other), env)
        both = self.joined([first, second])
        for card in (one, other):
            self.shown(card, both, env, held)

    def foretell_all(self, secret: Secret | None, parts: tuple[ir.Expr, ...], env: Env) -> None:
        """The zones that these come from hold what a secret leaves there."""
        if self.foretold is None or (secret or self.cause) is None:
            return
        for node in nodes(parts):
            if isinstance(node, ir.ZoneContents):
                self.foretell(node.name, "" if node.subject is None else self.heard(node.subject, env).who, secret)

    def shown(self, card: ir.Expr, lies: Known, env: Env, held: list[Held]) -> None:
        """Cards come to lie where this is known of them: so it is of state that has been set to them."""
        if isinstance(card, ir.Local):
            env[card.slot] = replace(env.get(card.slot, OPEN), hidden=lies.hidden, private=lies.private)
        elif isinstance(card, ir.VariableValue):
            env[card] = lies
        for one in held:
            same = isinstance(card, ir.VariableValue) and card.name == one.name
            if same or (isinstance(card, ir.Local) and card.slot == one.slot):
                hidden, private = one.known.hidden and lies.hidden, one.known.private and lies.private
                one.known = replace(one.known, hidden=hidden, private=private)


def _settable(parts: object) -> Iterator[str]:
    """The names of all that these may change."""
    yield from ("next", "direction")
    for node in nodes(parts):
        match node:
            case ir.SetVariable(name=name) | ir.AddToVariable(name=name) | ir.Stage(name=name):
                yield name
            case ir.Move() | ir.Swap():
                yield from (part.name for part in nodes(node) if isinstance(part, ir.ZoneContents | ir.ZoneTarget))
            case _:
                pass


def _of_cards(value: ir.Expr) -> bool:
    return value.type.name in ("card", "meld")
