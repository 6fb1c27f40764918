"""Leave out of the rules what the step or the branch around it decides.

A step that is done only if there is a declarer need not say what happens without one, and a branch need not ask again
for what those before it have asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar, cast

from croupier_dsl import ir
from croupier_dsl.analysis import Declared, Evaluator, Known, exactly, nodes, rebuilt

Part = TypeVar("Part")
Held = tuple[tuple[ir.Expr, bool], ...]
"""Conditions, each with whether it holds."""
LASTING = (
    ir.VariableValue, ir.Constant, ir.Nothing, ir.ListOf, ir.Span, ir.Same, ir.Within, ir.Order, ir.Not, ir.Logic,
    ir.Count, ir.Players, ir.Teams,
)  # fmt: skip
"""Kinds of expressions whose value changes only where a statement sets a variable."""


@dataclass(frozen=True)
class _Course:
    """The rules, and the facts at each place where a move is offered or a shared stage is performed.

    `fleeting`: the variables that may change between any two statements.
    """

    rules: ir.Rules
    fleeting: frozenset[str]
    offered: dict[str, list[Held]] = field(default_factory=dict)
    performed: dict[str, list[Held]] = field(default_factory=dict)


def without_decided(rules: ir.Rules) -> ir.Rules:
    """Return the rules with conditions replaced by their truth, where the step or branch around them decides it."""
    lives = frozenset(variable.name for variable in rules.variables if variable.per == "card")
    course = _Course(rules, _set_in(rules.triggers) | lives)
    play = _stage(course, rules.play, ())
    nested = any(stage.performs for stage in nodes(rules.stages) if isinstance(stage, ir.Stage))
    stages = [
        _stage(course, stage, () if nested else _common(course.performed.get(stage.name, ()))) for stage in rules.stages
    ]
    return replace(
        rules,
        play=play,
        stages=tuple(stages),
        moves=tuple(_move(course, move) for move in rules.moves),
        effects=tuple(replace(effect, do=_statements(course, effect.do, ())) for effect in rules.effects),
        triggers=tuple(replace(trigger, do=_statements(course, trigger.do, ())) for trigger in rules.triggers),
    )


def without_absent_cards(rules: ir.Rules, kinds: Collection[str]) -> ir.Rules:
    """Return the rules with properties of cards replaced by `no` where no card has them.

    `kinds`: the kinds of which there is a card, by how they are written.
    """
    known = _before_play(rules)
    dealt = [exactly(at) for at, kind in enumerate(rules.cards.kinds) if kind.notation in kinds]
    absent = {
        made.name
        for made in rules.definitions
        if made.type == ir.TRUTH and made.subject == ir.CARD and made.further is None
        if all(known.truth(made.body, {1: kind}) is False for kind in dealt)
    }

    def left(node: object) -> object:
        if isinstance(node, ir.Defined) and node.name in absent:
            return ir.Constant(ir.TRUTH, False)
        return rebuilt(node, left)

    return cast(ir.Rules, left(rules)) if absent else rules


def _before_play(rules: ir.Rules) -> Evaluator:
    """Return what settles sentences for any number of players that the rules have."""
    return Evaluator(Declared.of(rules), Known(min(rules.players), max(rules.players), False), {})


def without_barred_values(rules: ir.Rules) -> ir.Rules:
    """Return the rules with moves whose choices list the words that their conditions allow, where the rules settle that
    for each word of an enumeration.
    """
    known = _before_play(rules)
    return replace(rules, moves=tuple(_with_listed(known, move, rules) for move in rules.moves))


def _with_listed(known: Evaluator, move: ir.MoveRule, rules: ir.Rules) -> ir.MoveRule:
    words = {enum.name: range(len(enum.values)) for enum in rules.enums}
    choices, conditions = list[ir.Choice](), move.conditions
    for choice in move.choices:
        if choice.single and isinstance(choice.collection, ir.Values):
            allowed = list(words[choice.collection.enum])
            held = tuple[ir.Condition, ...]()
            for condition in (*choice.filters, *conditions):
                verdicts = [known.truth(condition.expr, {choice.slot: exactly(value)}) for value in allowed]
                if None in verdicts:
                    held = (*held, condition)
                else:
                    allowed = [value for value, holds in zip(allowed, verdicts, strict=True) if holds]
            if allowed and len(allowed) < len(words[choice.collection.enum]):
                items = tuple(ir.Constant(choice.type, value) for value in allowed)
                listed = ir.ListOf(choice.collection.type, items)
                conditions = tuple(each for each in conditions if each in held)
                filters = tuple(each for each in choice.filters if each in held)
                choice = replace(choice, collection=listed, filters=filters)
        choices.append(choice)
    return replace(move, choices=tuple(choices), conditions=conditions)


def _stage(course: _Course, stage: ir.Stage, known: Held) -> ir.Stage:
    when = tuple(_decided(each, known) for each in stage.when)
    changing = _changing(course, stage)
    own = (fact for each in when for fact in _facts(each.expr, True) if not _variables(fact[0]) & changing)
    inside = (*known, *own)
    for name in stage.moves:
        course.offered.setdefault(name, []).append(inside)
    for name in stage.performs:
        course.performed.setdefault(name, []).append(inside)
    return replace(
        stage,
        when=when,
        until=tuple(_decided(each, inside) for each in stage.until),
        must=tuple(_decided(each, inside) for each in stage.must),
        begin=_statements(course, stage.begin, inside),
        steps=tuple(_stage(course, step, inside) for step in stage.steps),
        otherwise=_statements(course, stage.otherwise, inside),
        end=_statements(course, stage.end, inside),
    )


def _move(course: _Course, move: ir.MoveRule) -> ir.MoveRule:
    known = _common(course.offered.get(move.name, ()))
    conditions = tuple(_decided(each, known) for each in move.conditions)
    return replace(move, conditions=conditions, do=_statements(course, move.do, known))


def _common(places: Sequence[Held]) -> Held:
    """Return the facts that hold at every one of these places."""
    return tuple(fact for fact in places[0] if all(fact in other for other in places[1:])) if places else ()


def _changing(course: _Course, stage: ir.Stage) -> frozenset[str]:
    """Return the variables that may change while a stage is under way."""
    shared = {one.name: one for one in course.rules.stages}
    moves = {move.name: move for move in course.rules.moves}
    under_way, todo = dict[str, ir.Stage](), [stage]
    while todo:
        one = todo.pop()
        if one.name not in under_way:
            under_way[one.name] = one
            todo += [*one.steps, *(shared[name] for name in one.performs)]
    used = [moves[name] for one in under_way.values() for name in one.moves]
    reset = frozenset(variable.name for variable in course.rules.variables if variable.life in under_way)
    return _set_in((*under_way.values(), *used)) | reset | course.fleeting


def _set_in(part: object) -> frozenset[str]:
    return frozenset(node.name for node in nodes(part) if isinstance(node, ir.SetVariable | ir.AddToVariable))


def _variables(expr: ir.Expr) -> frozenset[str]:
    return frozenset(node.name for node in nodes(expr) if isinstance(node, ir.VariableValue))


def _facts(condition: ir.Expr, holds: bool) -> Iterator[tuple[ir.Expr, bool]]:
    """Yield what holds, or fails, if a condition holds or fails."""
    match condition:
        case ir.Not(operand=operand):
            yield from _facts(operand, not holds)
        case ir.Logic(op=op, operands=operands) if (op == "and") == holds:
            for operand in operands:
                yield from _facts(operand, holds)
        case _ if all(isinstance(node, LASTING) or not isinstance(node, ir.Expr) for node in nodes(condition)):
            yield condition, holds


def _statements(course: _Course, statements: Iterable[ir.Statement], known: Held) -> tuple[ir.Statement, ...]:
    found: list[ir.Statement] = []
    for statement in statements:
        set_here = _set_in(statement)
        match statement:
            case ir.If(branches=branches):
                found.append(replace(statement, branches=tuple(_branches(course, branches, known))))
            case ir.ForEach(body=body):
                lasting = _without(known, set_here)
                found.append(replace(statement, body=_statements(course, body, lasting)))
            case ir.Labelled(body=body):
                found.append(replace(statement, body=_statements(course, body, known)))
            case ir.Perform():
                found.append(statement)
            case _:
                found.append(_decided(statement, known))
        known = _without(known, set_here)
    return tuple(found)


def _branches(course: _Course, branches: Iterable[ir.Branch], known: Held) -> Iterator[ir.Branch]:
    for branch in branches:
        condition, inside = branch.condition, known
        if condition is not None:
            condition = _decided(condition, known)
            inside = (*known, *_steady(course, _facts(condition, True)))
            known = (*known, *_steady(course, _facts(condition, False)))
        yield replace(branch, condition=condition, body=_statements(course, branch.body, inside))


def _steady(course: _Course, facts: Iterable[tuple[ir.Expr, bool]]) -> Iterator[tuple[ir.Expr, bool]]:
    return (fact for fact in facts if not _variables(fact[0]) & course.fleeting)


def _without(known: Held, changed: frozenset[str]) -> Held:
    return tuple(fact for fact in known if not _variables(fact[0]) & changed)


def _decided(part: Part, known: Held) -> Part:
    """Return a part with each known condition in it replaced by its truth."""
    if not known:
        return part

    def made(node: object) -> object:
        for condition, holds in known:
            if node == condition:
                return ir.Constant(ir.TRUTH, holds)
        return rebuilt(node, made)

    return cast(Part, made(part))
