"""Refuse choices that reveal to their chooser more than the chooser sees.

The list of legal moves is shown to the chooser, so every value that decides what is legal becomes known. A value is
followed from its zone to the place where it decides something; counts and open cards may decide. Statements are
followed too: the values that they name or store, and what a `must` would learn by looking ahead.

Functions over statements take a `Walk` first; the table `FOLLOWS` leads from each kind of statement to its function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from croupier_dsl import ir
from croupier_dsl.analysis.course import inner_stages, steps
from croupier_dsl.analysis.walk import children, entry, nodes
from croupier_dsl.checker.context import Context
from croupier_dsl.checker.following import (
    HOLDS_CARDS,
    ME,
    OPEN,
    Disclosure,
    Env,
    Flow,
    Known,
    Secret,
    Who,
    assume,
    conjuncts,
    joined,
    knowledge_of,
    look,
    placed,
    recording,
    seen,
)
from croupier_dsl.errors import structure

MOST_ROUNDS = 8
"""The number of passes over all statements, to follow state that is set to other state."""

MOST_CLOSER = 50
"""The number of stages with a `must` for which only the statements within each are considered, if all statements are
too many."""

PLAYERS: tuple[Who, ...] = ("me", "other")
Moves = tuple[ir.MoveRule, ...]
Stages = tuple[ir.Stage, ...]
Triggers = tuple[ir.Trigger, ...]
Statements = tuple[ir.Statement, ...]


def check_secrecy(
    cx: Context,
    moves: Moves,
    play: ir.Stage | None,
    said_once: Stages,
    triggers: Triggers,
    zones: tuple[ir.Zone, ...],
    variables: tuple[ir.Variable, ...],
    cards: ir.Cards | None,
    combos: tuple[ir.Combo, ...],
    shown: tuple[ir.Shown, ...],
) -> None:
    """Check everything that decides what a player may choose, and the values shown at the table."""
    flow = Flow(
        cx,
        {zone.name: zone for zone in zones},
        {variable.name: variable for variable in variables},
        None if cards is None else cards.wild,
        {combo.name: combo for combo in combos},
    )
    stages = () if play is None else inner_stages(said_once, play, *said_once)
    parts: tuple[ir.MoveRule | ir.Stage | ir.Trigger, ...] = (*moves, *stages, *triggers)
    may_lie_open = frozenset(name for part in parts for name in _turned_up(part, flow.zones))
    walk = Walk(flow, {stage.name: stage for stage in said_once}, may_lie_open)
    _learn(walk, moves, stages, triggers)
    for move in moves:
        _move(walk, move)
    _musts(walk, stages, moves, triggers)
    for one in shown:
        _check_shown(flow, one)


@dataclass(slots=True)
class Held:
    """A card that state was set to, and that the same list may still show; `slot`: its local."""

    name: str
    who: str
    known: Known
    slot: int | None


CHANGES_UNSEEN = (
    ir.Deck, ir.NextActor, ir.Direction, ir.AllPassed,
    ir.CardFact, ir.RoleAttribute, ir.MeldFact, ir.Spots, ir.SpotFact, ir.Melds,
    ir.IsCombo, ir.Fits, ir.Keyed,
)  # fmt: skip
"""Expressions that read more than one zone or variable, or values that many statements change implicitly."""


class Lookahead:
    """The statements that may run before the end of a stage with a `must`; without `bound`, of all such stages.

    `changes`: the state and zones that they set, fill, empty or count, with the owner; statements of others may change
    any owner's.
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
        """Return whether the stage may be running then; when a stage around it ends, its `must` is not checked."""
        return self.bound is None or stage in self.stages

    def is_elsewhere(self, standing: tuple[str, ...]) -> bool:
        """Return whether another player may act in one of these stages."""
        return self.bound is None or not self.elsewhere.isdisjoint(standing)

    def change(self, name: str, who: str, standing: tuple[str, ...]) -> None:
        self.changes.add((name, "" if self.is_elsewhere(standing) else who))

    def may_change(self, name: str, who: str) -> bool:
        """Return whether this may change."""
        if self.bound is None or name in self.stages:
            return True
        life = "" if name not in self.variables else self.variables[name].life
        return any(changed == name and (of == who or not of or not who) for changed, of in self.changes) or (
            life != "" and life != name and (life in self.stages or self.may_change(life, ""))
        )

    def left_out_by(self, ended: str, standing: tuple[str, ...]) -> frozenset[str]:
        """Return what may stay unchanged if a stage ends early: everything that its steps set from the ending one
        on."""
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


@dataclass(slots=True)
class LeftOut:
    """The secret that decides whether the rest of a list runs."""

    secret: Secret | None = None


@dataclass(frozen=True, slots=True)
class Walk:
    """The way through statements in their order. `may_lie_open`: the zones in which some statement may turn cards up.
    `origins`: by local, the collection that it comes from. `cause`: the secret that decides whether the statements run.
    `lookahead`: the stages and moves that are considered while a `must` is checked. `standing`: the stages of the list:
    its own, or those that offer its move."""

    flow: Flow
    said_once: Mapping[str, ir.Stage]
    may_lie_open: frozenset[str]
    origins: dict[int, ir.Expr] = field(default_factory=dict)
    cause: Secret | None = None
    left_out: LeftOut = field(default_factory=LeftOut)
    lookahead: Lookahead | None = None
    standing: tuple[str, ...] = ()


def _recording(walk: Walk) -> tuple[Walk, Disclosure]:
    """Return the same walk for values that the referee reads, and a record of what they would reveal."""
    flow, disclosed = recording(walk.flow)
    return replace(walk, flow=flow), disclosed


# ---------------------------------------------------------------- facts learnt from all statements


def _learn(walk: Walk, moves: Moves, stages: Stages, triggers: Triggers) -> None:
    """Find the seats that have seen the cards that state may hold."""
    flow = walk.flow
    holding = [variable for variable in flow.variables.values() if variable.type.name in HOLDS_CARDS]
    if not holding:
        return
    inner, _ = _recording(walk)
    for variable in holding:
        _keep(flow, variable.name, "", knowledge_of(flow, variable.start, {}))
    if not _repeat(flow, lambda: _go_through(inner, moves, stages, triggers), lambda: dict(flow.held)):
        for variable in holding:
            _keep(flow, variable.name, "", Known(variable.name, variable.name))


def _repeat(flow: Flow, go_through: Callable[[], None], found: Callable[[], object]) -> bool:
    """Follow statements until nothing more is found; return whether that has been reached."""
    for _ in range(MOST_ROUNDS):
        before = found()
        flow.followed.clear()
        go_through()
        if found() == before:
            return True
    return False


def _go_through(walk: Walk, moves: Moves, stages: Stages, triggers: Triggers) -> None:
    """Follow all statements; `stages` from the outside in."""
    causes = {} if walk.flow.foretold is None else _arriving(walk, stages)
    offered = {name: causes[stage.name] for stage in stages if causes.get(stage.name) for name in stage.moves}
    legality = {move.name: _told_by(walk, move, stages, offered.get(move.name)) for move in moves}
    for stage in stages:
        inside = replace(walk, standing=(stage.name,), cause=causes.get(stage.name))
        for statements in (stage.begin, stage.end):
            _whole(inside, statements, {0: ME})
        cause = inside.cause or next((secret for name in stage.moves if (secret := legality.get(name))), None)
        _whole(replace(inside, cause=cause), stage.otherwise, {0: ME})
    for trigger in triggers:
        _trigger(walk, trigger)


def _check_shown(flow: Flow, shown: ir.Shown) -> None:
    """Report a value that the table shows everybody although only some players know it."""
    variable = flow.variables.get(shown.value.name) if isinstance(shown.value, ir.VariableValue) else None
    if variable is None and isinstance(shown.value, ir.VariableValue):
        return  # its declaration is wrong, and that is reported
    known = knowledge_of(flow, shown.value, {1: replace(OPEN, who="other")})
    holder = known.secret.name if known.secret else ""
    open_state = variable is not None and variable.seen == "everyone"
    if _of_cards(shown.value) and not open_state:  # of state that all see, each seat is shown the cards it knows
        holder = holder or known.private or known.hidden
    if holder and shown.where is not None:
        name = shown.path.partition(".")[2]
        span = next(word.span for word in flow.cx.names.ruleset.show if word.text == name)
        flow.cx.diagnostics.add(structure.shown_to_all(span, name, holder))


def _told_by(walk: Walk, move: ir.MoveRule, stages: Stages, cause: Secret | None) -> Secret | None:
    """Follow a move that depends on `cause`; return the secret that decides whether it is made."""
    standing = tuple(stage.name for stage in stages if move.name in stage.moves)
    inner, disclosed = _recording(replace(walk, standing=standing, cause=cause))
    _move(inner, move)
    return cause or disclosed.secret


def _arriving(walk: Walk, stages: Stages) -> dict[str, Secret | None]:
    """Return, by stage, the secret that decides whether, how often or for whom it is performed within the outermost."""
    causes: dict[str, Secret | None] = {stages[0].name: None} if stages else {}
    for stage in stages:
        for step in steps(stage, walk.said_once):
            parts: list[ir.Expr] = [condition.expr for condition in (*step.when, *step.until)]
            parts += [] if step.times is None else [step.times]
            if step.by is not None:
                parts += [part for part in (step.by.players, step.by.start) if part is not None]
            cause = causes.get(step.name) or causes.get(stage.name)
            causes[step.name] = cause or _first_secret(walk.flow, parts, {0: ME})
            _foretell(walk, step.name, "", causes[step.name])
    return causes


def _trigger(walk: Walk, trigger: ir.Trigger) -> None:
    flow = walk.flow
    each = OPEN if trigger.each is None else knowledge_of(flow, trigger.each, {0: ME})
    if trigger.each is not None:
        walk.origins[1] = trigger.each
    for known in _one_by_one(flow, trigger.each, each):
        env: Env = {0: ME, 1: known}
        if not _may_fire(walk, trigger, env):
            continue
        parts = [part for condition in trigger.conditions for part in conjuncts(condition.expr)]
        assume(flow, parts, env)
        cause = each.secret or _first_secret(flow, parts, env)
        _whole(replace(walk, cause=walk.cause or cause), trigger.do, env)


def _may_fire(walk: Walk, trigger: ir.Trigger, env: Env) -> bool:
    """Return whether something that happens in the stage may trigger the rule.

    Before the first decision, all rules have fired while their conditions held. So a rule fires on the way to the end
    of a stage only if something that its conditions read changes there.
    """
    lookahead = walk.lookahead
    if walk.flow.foretold is None or lookahead is None:
        return True
    if trigger.enters:
        return lookahead.may_change(trigger.enters, "")
    parts = (trigger.each, *(condition.expr for condition in trigger.conditions))
    read: list[tuple[object, Env]] = [(part, env) for part in parts]
    met: set[str] = set()
    while read:
        root, known = read.pop()
        for node in nodes(root):
            match node:
                case ir.ZoneContents(name=name, subject=who) | ir.VariableValue(name=name, subject=who):
                    of = "" if who is None else knowledge_of(walk.flow, who, known).who if known else ""
                    if lookahead.may_change(name, of):
                        return True
                case ir.StageCount(stage=name):
                    if lookahead.may_change(name, ""):
                        return True
                case ir.Defined(name=name) | ir.TableValue(name=name):
                    made = walk.flow.cx.definitions.made.get(name)
                    if made is not None and name not in met:
                        met.add(name)
                        read.append((made, {}))
                case ir.Local(slot=0) if lookahead.elsewhere:  # another player may act
                    return True
                case ir.Pick(which="random"):
                    return True
                case _ if isinstance(node, CHANGES_UNSEEN):
                    return True
    return False


def _one_by_one(flow: Flow, collection: ir.Expr | None, known: Known) -> list[Known]:
    """Return the knowledge about oneself and about other players separately, as they see different things; else the
    knowledge unchanged."""
    if collection is None or collection.type.name != "player" or known.who or flow.disclosed is None:
        return [known]
    return [replace(known, who=who) for who in PLAYERS]


def _first_secret(flow: Flow, parts: Iterable[ir.Expr], env: Env) -> Secret | None:
    found = [knowledge_of(flow, part, env).secret for part in parts]
    return next((secret for secret in found if secret is not None), None)


def _keep(flow: Flow, name: str, who: str, known: Known) -> None:
    """Record that state may hold a card with this knowledge."""
    flow.held[name, who] = joined([flow.held.get((name, who), OPEN), known])


def _foretell(walk: Walk, name: str, who: str, secret: Secret | None) -> None:
    """Record that a value depends on a secret."""
    secret = secret or walk.cause or walk.left_out.secret
    if walk.flow.foretold is not None and secret is not None:
        walk.flow.foretold.setdefault((name, who), secret)


# ---------------------------------------------------------------- the places that decide


def _musts(walk: Walk, stages: Stages, moves: Moves, triggers: Triggers) -> None:
    """Check the `must` conditions of stages, with everything that may happen before their end."""
    bound = [stage for stage in stages if stage.must]
    anywhere = _foreseen(walk, moves, stages, triggers) if bound else {}
    closer = 0
    for stage in bound:
        span = walk.flow.cx.names.stages[stage.name].stage.name.span
        foretold = anywhere
        if _asked(walk.flow, stage, foretold) is not None and closer < MOST_CLOSER:
            closer += 1
            within = inner_stages(walk.said_once.values(), stage)
            offered = {name for one in within for name in one.moves}
            inside = tuple(move for move in moves if move.name in offered)
            foretold = _foreseen(walk, inside, within, triggers, stage)
        walk.flow.followed.clear()
        _conditions(replace(walk.flow, foretold=foretold, span=span), stage.must, {0: ME})
        walk.flow.followed.clear()


def _asked(flow: Flow, stage: ir.Stage, foretold: dict[tuple[str, str], Secret]) -> Secret | None:
    """Return the secret that a `must` reads, if these values depend on one."""
    flow.followed.clear()
    parts = [part for condition in stage.must for part in conjuncts(condition.expr)]
    return _first_secret(replace(flow, foretold=foretold), parts, {0: ME})


def _foreseen(
    walk: Walk, moves: Moves, stages: Stages, triggers: Triggers, bound: ir.Stage | None = None
) -> dict[tuple[str, str], Secret]:
    """Return what these parts may set, fill or empty because of something hidden; `bound`: before the end of this
    stage."""
    foretold: dict[tuple[str, str], Secret] = {}
    flow = replace(walk.flow, foretold=foretold)
    lookahead = Lookahead(moves, stages, triggers, walk.said_once, flow.variables, bound)
    inner, _ = _recording(replace(walk, flow=flow, lookahead=lookahead))
    settled, before = True, -1
    while settled and before < len(lookahead.changes):  # what changes may bring about a rule that changes more
        before = len(lookahead.changes)
        settled = _repeat(flow, lambda: _go_through(inner, moves, stages, triggers), lambda: dict(foretold))
    if not settled:
        some = next(iter(foretold.values()))
        foretold |= {(name, ""): some for name in (*flow.variables, *flow.zones, "next", "direction")}
    return foretold


def _move(walk: Walk, move: ir.MoveRule) -> None:
    """Follow a move. If the referee evaluates it, whatever its conditions reveal decides about its statements."""
    flow = replace(walk.flow, span=walk.flow.cx.names.moves[move.name].name.span)
    walk = replace(walk, flow=flow)
    env: Env = {0: ME}
    _choices(walk, move.choices, env)
    _conditions(flow, move.conditions, env)
    _nameable(walk, move.choices, env)
    if flow.disclosed is not None:
        walk = replace(walk, cause=walk.cause or flow.disclosed.secret)
    _whole(walk, move.do, env)


def _choices(walk: Walk, choices: Iterable[ir.Choice], env: Env) -> None:
    for choice in choices:
        for bound in (choice.low, choice.high):
            if bound is not None:
                look(walk.flow, bound, env)
        walk.origins[choice.slot] = choice.collection
        env[choice.slot] = look(walk.flow, choice.collection, env)
        _conditions(walk.flow, choice.filters, env)


def _nameable(walk: Walk, choices: Iterable[ir.Choice], env: Env) -> None:
    """Require the remaining candidates of a choice to be visible, or to be named by place."""
    flow = walk.flow
    if flow.disclosed is not None or flow.span is None:
        return
    for choice in choices:
        zone = env.get(choice.slot, OPEN).unlocated
        if zone and choice.type.name == "card" and zone not in walk.may_lie_open:
            where = flow.cx.spans.of(choice.collection, flow.span)
            flow.cx.diagnostics.add(structure.cannot_be_named(where, zone))


def _conditions(flow: Flow, conditions: Iterable[ir.Condition], env: Env) -> None:
    """Check conditions that must all hold: each may use what the others ensure."""
    parts = [part for condition in conditions for part in conjuncts(condition.expr)]
    assume(flow, parts, env)
    for part in parts:
        look(flow, part, env)


# ---------------------------------------------------------------- lists of statements


def _whole(walk: Walk, statements: Statements, env: Env) -> None:
    """Follow a whole list of statements."""
    for held in _list(replace(walk, left_out=LeftOut()), statements, env):
        _keep(walk.flow, held.name, held.who, held.known)


def _list(walk: Walk, statements: Statements, env: Env) -> list[Held]:
    """Follow a list of statements and return the values that state was set to and that may be shown later.

    Only its conditions decide something; earlier statements of the list may reveal cards.
    """
    held: list[Held] = []
    for statement in statements:
        if any(isinstance(part, ir.Ask | ir.EndStage) for part in nodes(statement)):
            for one in held:
                _keep(walk.flow, one.name, one.who, one.known)
            held.clear()
        follow = FOLLOWS.get(type(statement))
        held += [] if follow is None else follow(walk, statement, env, held)
    return held


def _because_of(walk: Walk, cause: Secret | None, statements: Statements, env: Env) -> list[Held]:
    """Follow statements that run or not depending on a secret."""
    return _list(replace(walk, cause=walk.cause or cause), statements, env)


def _changed(walk: Walk, name: str, who: str) -> None:
    """Record that something is set, filled or emptied while a `must` is checked."""
    if walk.lookahead is not None:
        walk.lookahead.change(name, who, walk.standing)


def _taken_from(walk: Walk, what: ir.Expr, env: Env) -> None:
    """Record that the zones from which these cards may be taken change."""
    if walk.lookahead is None:
        return
    met: set[int] = set()
    todo = [what]
    while todo:
        for node in nodes(todo.pop()):
            match node:
                case ir.ZoneContents(name=name, subject=who):
                    _changed(walk, name, "" if who is None else knowledge_of(walk.flow, who, env).who)
                case ir.Local(slot=slot) if node.type.name in HOLDS_CARDS and slot not in met:
                    met.add(slot)
                    if slot in walk.origins:
                        todo.append(walk.origins[slot])
                case ir.VariableValue() | ir.Deck() | ir.Defined() | ir.TableValue() if node.type.name in HOLDS_CARDS:
                    for name in walk.flow.zones:
                        _changed(walk, name, "")


# ---------------------------------------------------------------- one function for each kind of statement


def _ask(walk: Walk, statement: ir.Ask, env: Env, held: list[Held]) -> list[Held]:
    if walk.flow.disclosed is None:
        _choices(walk, statement.choices, env)
        _nameable(walk, statement.choices, env)
        return []
    inner, disclosed = _recording(walk)  # where nothing can be chosen, what follows is left out
    _choices(inner, statement.choices, env)
    walk.left_out.secret = walk.left_out.secret or disclosed.secret
    return []


def _end_stage(walk: Walk, statement: ir.EndStage, env: Env, held: list[Held]) -> list[Held]:
    lookahead = walk.lookahead
    if lookahead is None or lookahead.is_under_way(statement.stage):
        walk.left_out.secret = walk.left_out.secret or walk.cause
        if walk.left_out.secret is not None and lookahead is not None:
            for name in lookahead.left_out_by(statement.stage, walk.standing):
                _foretell(walk, name, "", None)
    return []


def _let(walk: Walk, statement: ir.Let, env: Env, held: list[Held]) -> list[Held]:
    walk.origins[statement.slot] = statement.value
    env[statement.slot] = knowledge_of(walk.flow, statement.value, env)
    return []


def _reveal(walk: Walk, statement: ir.Reveal, env: Env, held: list[Held]) -> list[Held]:
    _lay(statement.cards, OPEN, env, held)
    return []


def _shuffle(walk: Walk, statement: ir.Shuffle, env: Env, held: list[Held]) -> list[Held]:
    name = statement.zone.name
    _changed(walk, name, "")
    for key in [key for key in env if key != 0]:
        env[key] = replace(env[key], displaced=name)
    return []


def _set_variable(walk: Walk, statement: ir.SetVariable, env: Env, held: list[Held]) -> list[Held]:
    return _set(walk, statement.name, statement.subject, statement.value, env)


def _add(walk: Walk, statement: ir.AddToVariable, env: Env, held: list[Held]) -> list[Held]:
    _set(walk, statement.name, statement.subject, statement.amount, env)
    return []


def _set(walk: Walk, name: str, subject: ir.Expr | None, value: ir.Expr, env: Env) -> list[Held]:
    flow = walk.flow
    known = knowledge_of(flow, value, env)
    of = OPEN if subject is None else knowledge_of(flow, subject, env)
    who = "" if subject is None or subject.type.many else of.who
    _changed(walk, name, who)
    _foretell(walk, name, who, known.secret or of.secret)
    for key in [key for key in env if isinstance(key, ir.VariableValue) and key.name == name]:
        del env[key]
    variable = flow.variables.get(name)
    if variable is None or variable.type.name not in HOLDS_CARDS:
        return []
    return [Held(name, who, known, value.slot if isinstance(value, ir.Local) else None)]


def _set_next(walk: Walk, statement: ir.SetNext, env: Env, held: list[Held]) -> list[Held]:
    _changed(walk, "next", "")
    _foretell(walk, "next", "", knowledge_of(walk.flow, statement.player, env).secret)
    return []


def _set_direction(walk: Walk, statement: ir.SetDirection, env: Env, held: list[Held]) -> list[Held]:
    _changed(walk, "direction", "")
    _foretell(walk, "direction", "", knowledge_of(walk.flow, statement.value, env).secret)
    return []


def _if(walk: Walk, statement: ir.If, env: Env, held: list[Held]) -> list[Held]:
    cause: Secret | None = None
    found: list[Held] = []
    for branch in statement.branches:
        inner = dict(env)
        if branch.condition is not None:
            cause = cause or knowledge_of(walk.flow, branch.condition, inner).secret
            assume(walk.flow, conjuncts(branch.condition), inner)
        found += _because_of(walk, cause, branch.body, inner)
    return found


def _for_each(walk: Walk, statement: ir.ForEach, env: Env, held: list[Held]) -> list[Held]:
    walk.origins[statement.slot] = statement.collection
    each = knowledge_of(walk.flow, statement.collection, env)
    found: list[Held] = []
    for known in _one_by_one(walk.flow, statement.collection, each):
        found += _because_of(walk, each.secret, statement.body, {**env, statement.slot: known})
    return found


def _body(walk: Walk, statement: ir.Labelled | ir.Perform, env: Env, held: list[Held]) -> list[Held]:
    return _list(walk, statement.body, env)


def _move_cards(walk: Walk, statement: ir.Move, env: Env, held: list[Held]) -> list[Held]:
    flow, what, to = walk.flow, statement.what, statement.to
    known = knowledge_of(flow, what, env)
    _taken_from(walk, what, env)
    if isinstance(to, ir.SpotTarget):
        _taken_from(walk, to.spot, env)
        _foretell_all(walk, known.secret or knowledge_of(flow, to.spot, env).secret, (what, to.spot), env)
        return []
    of = OPEN if to.subject is None else knowledge_of(flow, to.subject, env)
    if to.round:  # only told about all of them together
        first = None if to.start is None else knowledge_of(flow, to.start, env).secret
        of = replace(of, who="", secret=of.secret or first)
    deep = OPEN if to.under is None else knowledge_of(flow, to.under, env)
    _changed(walk, to.name, "" if to.subject is None else of.who)
    zone = flow.zones.get(to.name)
    told = known.secret
    if zone is not None and told is not None and told.ahead and _drawn(walk, what, seen(zone, of.who), env):
        told = _first_secret(flow, [part for node in children(what) for part in _asked_of(node)], env)
    secret = told or of.secret or deep.secret
    _foretell_all(walk, secret, (what,), env)
    _foretell(walk, to.name, "" if to.subject is None else of.who, secret)
    if zone is not None:
        _lay(what, seen(zone, of.who), env, held)
    return []


def _drawn(walk: Walk, what: ir.Expr, lies: Known, env: Env) -> bool:
    """Return whether cards that the player has not seen enter a zone that the player sees. Looking ahead ends there,
    whatever happens to their origin."""
    if walk.lookahead is None or walk.lookahead.is_elsewhere(walk.standing):
        return False
    match what:
        case ir.Pick(collection=ir.ZoneContents() as zone) | ir.TopSome(collection=ir.ZoneContents() as zone):
            return bool(knowledge_of(walk.flow, zone, env).hidden) and not lies.hidden
    return False


def _swap(walk: Walk, statement: ir.Swap, env: Env, held: list[Held]) -> list[Held]:
    """Follow a swap: each card takes the place of the other, and is hidden unless the player sees both."""
    one, other = statement.one, statement.other
    first, second = knowledge_of(walk.flow, one, env), knowledge_of(walk.flow, other, env)
    _taken_from(walk, one, env)
    _taken_from(walk, other, env)
    _foretell_all(walk, first.secret or second.secret, (one, other), env)
    both = joined([first, second])
    for card in (one, other):
        _lay(card, both, env, held)
    return []


def _foretell_all(walk: Walk, secret: Secret | None, parts: tuple[ir.Expr, ...], env: Env) -> None:
    """Record that the contents of the zones of these cards depend on a secret."""
    if walk.flow.foretold is None or (secret or walk.cause) is None:
        return
    for node in nodes(parts):
        if isinstance(node, ir.ZoneContents):
            who = "" if node.subject is None else knowledge_of(walk.flow, node.subject, env).who
            _foretell(walk, node.name, who, secret)


def _lay(card: ir.Expr, lies: Known, env: Env, held: list[Held]) -> None:
    """Record the knowledge about cards in their new place, also for state that has been set to them."""
    if isinstance(card, ir.Local):
        env[card.slot] = placed(env.get(card.slot, OPEN), lies)
    elif isinstance(card, ir.VariableValue):
        env[card] = lies
    for one in held:
        same = isinstance(card, ir.VariableValue) and card.name == one.name
        if same or (isinstance(card, ir.Local) and card.slot == one.slot):
            hidden, private = one.known.hidden and lies.hidden, one.known.private and lies.private
            one.known = replace(one.known, hidden=hidden, private=private)


FOLLOWS = dict([
    entry(ir.Ask, _ask),
    entry(ir.EndStage, _end_stage),
    entry(ir.Let, _let),
    entry(ir.Reveal, _reveal),
    entry(ir.Shuffle, _shuffle),
    entry(ir.Move, _move_cards),
    entry(ir.Swap, _swap),
    entry(ir.SetVariable, _set_variable),
    entry(ir.AddToVariable, _add),
    entry(ir.SetNext, _set_next),
    entry(ir.SetDirection, _set_direction),
    entry(ir.If, _if),
    entry(ir.ForEach, _for_each),
    entry(ir.Labelled, _body),
    entry(ir.Perform, _body),
])  # fmt: skip
"""The function for each kind of statement: it updates the knowledge and returns values that state was set to."""


def _asked_of(part: ir.Expr) -> list[ir.Expr]:
    """Return the parts that are evaluated to find a zone or number, without the contents of the zone."""
    return children(part) if isinstance(part, ir.ZoneContents) else [part]


def _settable(parts: object) -> Iterator[str]:
    """Yield the names of everything that these parts may change; a card known by a local name may be in any named
    zone."""
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
    """Return the zones in which the statements of a part may turn cards up: the named ones, or all, if the cards have
    names of the game."""
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
