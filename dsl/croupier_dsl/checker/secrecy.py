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
from croupier_dsl.analysis.walk import children, nodes
from croupier_dsl.checker.context import Context
from croupier_dsl.checker.following import ME, OPEN, Env, Following, Known, Overheard, Secret, conjuncts
from croupier_dsl.errors import structure
from croupier_dsl.source import Span

MOST_ROUNDS = 8
"""How often all statements are gone through, to follow state that is set to other state."""

MOST_CLOSER = 50
"""For how many stages with a `must` only what may happen in them is looked at, where all that ever may is too much."""

WHO: tuple[Literal["me", "other"], ...] = ("me", "other")


def check_secrecy(
    cx: Context,
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
    guard = Secrecy(cx, zones, variables, cards, combos)
    guard.origins = {}
    guard.said_once = {stage.name: stage for stage in said_once}
    stages = () if play is None else inner_stages(said_once, play, *said_once)
    guard.learn(moves, stages, triggers)
    parts: tuple[ir.MoveRule | ir.Stage | ir.Trigger, ...] = (*moves, *stages, *triggers)
    guard.may_lie_open = frozenset(name for part in parts for name in _turned_up(part, guard.zones))
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


HOLDS_CARDS = ("card", "meld", "spot")
CHANGES_UNSEEN = (
    ir.Deck, ir.NextActor, ir.Direction, ir.AllPassed,
    ir.CardFact, ir.RoleAttribute, ir.MeldFact, ir.Spots, ir.SpotFact, ir.Melds,
    ir.IsCombo, ir.Fits, ir.Keyed,
)  # fmt: skip
"""Parts of sentences that read more than one zone or variable, or what many statements change on their way."""


class Course:
    """What may happen on the way to the end of a stage with a `must`; of all such stages where none is `bound`.

    `changes`: what is set, filled, emptied or counted there, and whose; of what others do, anybody's.
    """

    def __init__(
        self,
        moves: tuple[ir.MoveRule, ...],
        stages: tuple[ir.Stage, ...],
        triggers: tuple[ir.Trigger, ...],
        said_once: Mapping[str, ir.Stage],
        variables: Mapping[str, ir.Variable],
        bound: ir.Stage | None,
    ) -> None:
        self.moves = {move.name: move for move in moves}
        self.stages = {stage.name: stage for stage in stages}
        self.said_once = said_once
        self.variables = variables
        self.bound = bound
        self.everything = frozenset(_settable((moves, stages, triggers)))
        self.changes: set[tuple[str, str]] = set()
        others = [stage for stage in stages if stage.by is not None and stage is not bound]
        self.elsewhere = {stage.name for stage in inner_stages(said_once.values(), *others)}

    def is_under_way(self, stage: str) -> bool:
        """Return whether the stage may be performed there: where a stage around ends, its `must` is not asked."""
        return self.bound is None or stage in self.stages

    def is_elsewhere(self, standing: tuple[str, ...]) -> bool:
        """Return whether somebody else may act in one of these stages."""
        return self.bound is None or not self.elsewhere.isdisjoint(standing)

    def change(self, name: str, who: str, standing: tuple[str, ...]) -> None:
        self.changes.add((name, "" if self.is_elsewhere(standing) else who))

    def may_change(self, name: str, who: str) -> bool:
        """Return whether this may become another one."""
        if self.bound is None or name in self.stages:
            return True
        life = "" if name not in self.variables else self.variables[name].life
        return any(changed == name and (of == who or not of or not who) for changed, of in self.changes) or (
            life != "" and life != name and (life in self.stages or self.may_change(life, ""))
        )

    def left_out_by(self, ended: str, standing: tuple[str, ...]) -> frozenset[str]:
        """Return what may remain as it is where a stage ends before its time: what its steps set from the one on in
        which it is ended."""
        stage = self.stages.get(ended)
        if self.bound is None or stage is None:
            return self.everything
        parts: tuple[ir.Stage, ...] = (stage,)
        if standing and ended not in standing:
            inside = [inner_stages(self.said_once.values(), step) for step in steps(stage, self.said_once)]
            at = next((n for n, some in enumerate(inside) if any(one.name in standing for one in some)), 0)
            parts = tuple(one for some in inside[at:] for one in some)
        parts = inner_stages(self.said_once.values(), *parts)
        offered = tuple(self.moves[name] for part in parts for name in part.moves if name in self.moves)
        return frozenset(_settable((parts, offered)))


class Secrecy(Following):
    """Goes through statements in their order, and asks of everything that decides whether it may."""

    cause: Secret | None = None
    """What decides whether the statement is done at all."""
    left_out: Secret | None = None
    """What decides, of all that follows in the list, whether it is done at all."""
    said_once: Mapping[str, ir.Stage] = MappingProxyType({})
    course: Course | None = None
    """The stages and moves that are gone through while a `must` is asked."""
    origins: dict[int, ir.Expr]
    """By local of the list that is followed, what it is found among."""
    may_lie_open: frozenset[str] = frozenset()
    """The zones in which some statement may turn cards up."""
    standing: tuple[str, ...] = ()
    """The stages in which the list may be gone through that is followed: its own, or those that offer its move."""

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
        legality = {move.name: self.told_apart(move, stages, offered.get(move.name)) for move in moves}
        for stage in stages:
            self.standing = (stage.name,)
            self.cause = causes.get(stage.name)
            for statements in (stage.begin, stage.end):
                self.whole(statements, {0: ME})
            self.cause = self.cause or next((secret for name in stage.moves if (secret := legality.get(name))), None)
            self.whole(stage.otherwise, {0: ME})
            self.cause = None
        self.standing = ()
        for trigger in triggers:
            self.trigger(trigger)

    def told_to_all(self, shown: ir.Shown) -> None:
        """What the table shows may not be known to some alone."""
        variable = self.variables.get(shown.value.name) if isinstance(shown.value, ir.VariableValue) else None
        if variable is None and isinstance(shown.value, ir.VariableValue):
            return  # its declaration is wrong, and that is reported
        known = self.heard(shown.value, {1: replace(OPEN, who="other")})
        holder = known.secret.name if known.secret else ""
        open_state = variable is not None and variable.seen == "everyone"
        if _of_cards(shown.value) and not open_state:  # of state that all see, each seat is shown the cards it knows
            holder = holder or known.private or known.hidden
        if holder and shown.where is not None:
            name = shown.path.partition(".")[2]
            span = next(word.span for word in self.cx.names.ruleset.show if word.text == name)
            self.cx.diagnostics.add(structure.shown_to_all(span, name, holder))

    def told_apart(self, move: ir.MoveRule, stages: tuple[ir.Stage, ...], cause: Secret | None) -> Secret | None:
        """Go through a move, which this decides about; gives the secret that decides whether it is made."""
        self.standing = tuple(stage.name for stage in stages if move.name in stage.moves)
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
        if trigger.each is not None:
            self.origins[1] = trigger.each
        for known in self.one_by_one(trigger.each, each):
            env: Env = {0: ME, 1: known}
            if not self.may_fire(trigger, env):
                continue
            parts = [part for condition in trigger.conditions for part in conjuncts(condition.expr)]
            self.assume(parts, env)
            cause = each.secret or self.first_secret(parts, env)
            before, self.cause = self.cause, self.cause or cause
            self.whole(trigger.do, env)
            self.cause = before

    def may_fire(self, trigger: ir.Trigger, env: Env) -> bool:
        """Return whether something that happens in the stage may bring the rule about.

        Before anybody chooses, all rules have fired as long as their conditions hold. So one fires on the way to the
        end of a stage only if something changes there that its conditions read.
        """
        course = self.course
        if self.foretold is None or course is None:
            return True
        if trigger.enters:
            return course.may_change(trigger.enters, "")
        parts = (trigger.each, *(condition.expr for condition in trigger.conditions))
        read: list[tuple[object, Env]] = [(part, env) for part in parts]
        met: set[str] = set()
        while read:
            root, known = read.pop()
            for node in nodes(root):
                match node:
                    case ir.ZoneContents(name=name, subject=who) | ir.VariableValue(name=name, subject=who):
                        of = "" if who is None else self.heard(who, known).who if known else ""
                        if course.may_change(name, of):
                            return True
                    case ir.StageCount(stage=name):
                        if course.may_change(name, ""):
                            return True
                    case ir.Defined(name=name) | ir.TableValue(name=name):
                        made = self.cx.definitions.made.get(name)
                        if made is not None and name not in met:
                            met.add(name)
                            read.append((made, {}))
                    case ir.Local(slot=0) if course.elsewhere:  # somebody else may be the one who acts
                        return True
                    case ir.Pick(which="random"):
                        return True
                    case _ if isinstance(node, CHANGES_UNSEEN):
                        return True
        return False

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
            span = self.cx.names.stages[stage.name].stage.name.span
            foretold = anywhere
            if self.asked(stage, foretold) is not None and closer < MOST_CLOSER:
                closer += 1
                within = inner_stages(self.said_once.values(), stage)
                offered = {name for one in within for name in one.moves}
                foretold = self.foreseen([move for move in moves if move.name in offered], within, triggers, stage)
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
        self,
        moves: Iterable[ir.MoveRule],
        stages: tuple[ir.Stage, ...],
        triggers: tuple[ir.Trigger, ...],
        bound: ir.Stage | None = None,
    ) -> dict[tuple[str, str], Secret]:
        """What these may set, fill or empty by a look at something hidden; `bound`: on the way to the end of this
        stage."""
        foretold = self.foretold = {}
        moves = tuple(moves)
        course = self.course = Course(moves, stages, triggers, self.said_once, self.variables, bound)
        settled, before = True, -1
        with self.listening():
            while settled and before < len(course.changes):  # what changes may bring about a rule that changes more
                before = len(course.changes)
                settled = self.repeat(lambda: self.go_through(moves, stages, triggers), lambda: dict(foretold))
        if not settled:
            some = next(iter(foretold.values()))
            foretold |= {(name, ""): some for name in (*self.variables, *self.zones, "next", "direction")}
        self.foretold = self.course = None
        return foretold

    def move(self, move: ir.MoveRule, overheard: Overheard | None = None) -> None:
        """`overheard`: what is told by whether it can be made, which then decides about what it does."""
        span = self.cx.names.moves[move.name].name.span
        env: Env = {0: ME}
        self.choices(move.choices, env, span)
        self.conditions(move.conditions, env, span)
        self.nameable(move.choices, env, span)
        if overheard is not None:
            self.cause = self.cause or overheard.secret
        self.whole(move.do, env)

    def choices(self, choices: Iterable[ir.Choice], env: Env, span: Span) -> None:
        for choice in choices:
            self.span = span
            for bound in (choice.low, choice.high):
                if bound is not None:
                    self.look(bound, env)
            self.origins[choice.slot] = choice.collection
            env[choice.slot] = self.look(choice.collection, env)
            self.conditions(choice.filters, env, span)

    def nameable(self, choices: Iterable[ir.Choice], env: Env, span: Span) -> None:
        """What is left to choose from, every condition asked, has to be seen or to lie at a place."""
        if self.overheard is not None:
            return
        for choice in choices:
            zone = env.get(choice.slot, OPEN).loose
            if zone and choice.type.name == "card" and zone not in self.may_lie_open:
                where = self.cx.spans.of(choice.collection, span)
                self.cx.diagnostics.add(structure.cannot_be_named(where, zone))

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

    def changed(self, name: str, who: str) -> None:
        """Something is set, filled or emptied while a `must` is asked."""
        if self.course is not None:
            self.course.change(name, who, self.standing)

    def taken_from(self, what: ir.Expr, env: Env) -> None:
        """The zones from which these cards may be taken change."""
        if self.course is None:
            return
        met: set[int] = set()
        todo = [what]
        while todo:
            for node in nodes(todo.pop()):
                match node:
                    case ir.ZoneContents(name=name, subject=who):
                        self.changed(name, "" if who is None else self.heard(who, env).who)
                    case ir.Local(slot=slot) if node.type.name in HOLDS_CARDS and slot not in met:
                        met.add(slot)
                        if slot in self.origins:
                            todo.append(self.origins[slot])
                    case ir.VariableValue() | ir.Deck() | ir.Defined() | ir.TableValue() if (
                        node.type.name in HOLDS_CARDS
                    ):
                        for name in self.zones:
                            self.changed(name, "")

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
                if self.course is None or self.course.is_under_way(statement.stage):
                    self.left_out = self.left_out or self.cause
                    if self.left_out is not None and self.course is not None:
                        for name in self.course.left_out_by(statement.stage, self.standing):
                            self.foretell(name, "", None)
            case ir.Let():
                self.origins[statement.slot] = statement.value
                env[statement.slot] = self.heard(statement.value, env)
            case ir.Reveal():
                self.shown(statement.cards, OPEN, env, held)
            case ir.Shuffle(zone=ir.ZoneTarget(name=name)):
                self.changed(name, "")
                for key in [key for key in env if key != 0]:
                    env[key] = replace(env[key], astray=name)
            case ir.Move():
                self.moved(statement, env, held)
            case ir.Swap():
                self.swapped(statement.one, statement.other, env, held)
            case ir.SetVariable(name=name):
                return self.set(name, statement.subject, statement.value, env)
            case ir.AddToVariable(name=name):
                self.set(name, statement.subject, statement.amount, env)
            case ir.SetNext(player=value) | ir.SetDirection(value=value):
                name = "next" if isinstance(statement, ir.SetNext) else "direction"
                self.changed(name, "")
                self.foretell(name, "", self.heard(value, env).secret)
            case ir.If():
                return self.branches(statement, env)
            case ir.ForEach(slot=slot):
                self.origins[slot] = statement.collection
                each = self.heard(statement.collection, env)
                found: list[Held] = []
                for known in self.one_by_one(statement.collection, each):
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
            self.nameable(statement.choices, env, self.span)
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
        self.changed(name, who)
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
        self.taken_from(what, env)
        if isinstance(to, ir.SpotTarget):
            self.taken_from(to.spot, env)
            self.foretell_all(known.secret or self.heard(to.spot, env).secret, (what, to.spot), env)
            return
        of = OPEN if to.subject is None else self.heard(to.subject, env)
        if to.round:  # of several it is told to none in particular
            first = None if to.start is None else self.heard(to.start, env).secret
            of = replace(of, who="", secret=of.secret or first)
        deep = OPEN if to.under is None else self.heard(to.under, env)
        self.changed(to.name, "" if to.subject is None else of.who)
        zone = self.zones.get(to.name)
        told = known.secret
        if zone is not None and told is not None and told.ahead and self.drawn(what, self.seen(zone, of.who), env):
            told = self.first_secret([part for node in children(what) for part in _asked_of(node)], env)
        secret = told or of.secret or deep.secret
        self.foretell_all(secret, (what,), env)
        self.foretell(to.name, "" if to.subject is None else of.who, secret)
        if zone is not None:
            self.shown(what, self.seen(zone, of.who), env, held)

    def drawn(self, what: ir.Expr, lies: Known, env: Env) -> bool:
        """Return whether cards that the player has not seen come to lie where the player sees them: looking ahead ends
        there, whatever else has become of the zone that they come from."""
        if self.course is None or self.course.is_elsewhere(self.standing):
            return False
        match what:
            case ir.Pick(collection=ir.ZoneContents() as zone) | ir.TopSome(collection=ir.ZoneContents() as zone):
                return bool(self.heard(zone, env).hidden) and not lies.hidden
        return False

    def swapped(self, one: ir.Expr, other: ir.Expr, env: Env, held: list[Held]) -> None:
        """Each comes to lie where the other lay: hidden, unless both were to be seen."""
        first, second = self.heard(one, env), self.heard(other, env)
        self.taken_from(one, env)
        self.taken_from(other, env)
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
            env[card.slot] = replace(
                env.get(card.slot, OPEN), hidden=lies.hidden, private=lies.private, loose=lies.loose
            )
        elif isinstance(card, ir.VariableValue):
            env[card] = lies
        for one in held:
            same = isinstance(card, ir.VariableValue) and card.name == one.name
            if same or (isinstance(card, ir.Local) and card.slot == one.slot):
                hidden, private = one.known.hidden and lies.hidden, one.known.private and lies.private
                one.known = replace(one.known, hidden=hidden, private=private)


def _asked_of(part: ir.Expr) -> list[ir.Expr]:
    """What is asked to find a zone, or the number itself: not what lies in the zone."""
    return children(part) if isinstance(part, ir.ZoneContents) else [part]


def _settable(parts: object) -> Iterator[str]:
    """The names of all that these may change; cards that go by a name may be of any zone that is named."""
    yield from ("next", "direction")
    by_name = False
    for node in nodes(parts):
        match node:
            case ir.SetVariable(name=name) | ir.AddToVariable(name=name) | ir.Stage(name=name):
                yield name
            case ir.Move() | ir.Swap():
                yield from (part.name for part in nodes(node) if isinstance(part, ir.ZoneContents | ir.ZoneTarget))
                by_name = by_name or any(isinstance(part, ir.Local) for part in nodes(node))
            case _:
                pass
    if by_name:
        for node in nodes(parts):
            match node:
                case ir.Choice(collection=cards) | ir.Let(value=cards) | ir.ForEach(collection=cards):
                    if cards.type.name in HOLDS_CARDS:
                        yield from (part.name for part in nodes(cards) if isinstance(part, ir.ZoneContents))


def _turned_up(part: ir.MoveRule | ir.Stage | ir.Trigger, zones: Iterable[str]) -> Iterable[str]:
    """Return the zones in which the statements of a part may turn cards up: those it names, or any where it does so
    with cards that go by a name of the game."""
    revealed = [node.cards for node in nodes(part) if isinstance(node, ir.Reveal)]
    if not revealed:
        return ()
    for node in nodes(part):
        match node:
            case ir.VariableValue() | ir.Deck() | ir.Defined() | ir.TableValue() if node.type.name in HOLDS_CARDS:
                return zones
            case _:
                pass
    return {node.name for node in nodes(part) if isinstance(node, ir.ZoneContents)}


def _of_cards(value: ir.Expr) -> bool:
    return value.type.name in ("card", "meld")
