"""The possible values of state in any position: the range of numbers, and whether it may be none."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from croupier_dsl import ir
from croupier_dsl.analysis.moving import own_parts, owners, stages_by_name, zones_filled
from croupier_dsl.analysis.reading import Facts, remembered, set_by_statements
from croupier_dsl.analysis.settled import (
    EMPTY,
    NOTHING,
    UNKNOWN,
    Budget,
    Declared,
    Evaluator,
    Found,
    Known,
    Position,
    Several,
    any_local,
    any_state,
)
from croupier_dsl.analysis.settled.known import either
from croupier_dsl.analysis.walk import nodes

ROUNDS = 6
"""The number of rounds of propagation; a range that is still growing then is unbounded."""
SPENT = 200_000
"""The number of parts of sentences that may be evaluated for it; beyond that, values of state are unknown."""
SOMETHING = Known(none=False)
Cards = Callable[[Evaluator], int | None]
"""A function that returns the number of cards at a table, if that is known."""
Changes = list[tuple[list[ir.SetVariable | ir.AddToVariable], dict[int, Found]]]
"""The statements of each owner that change variables, with the known values of locals there, by slot."""


@remembered
def values_of_state(facts: Facts) -> Mapping[str, Known]:
    """Return the possible values of each variable, for all options and players: from its start, and all assignments."""
    found: dict[str, Known] = {}
    table, changes = _any_table(facts, Budget(SPENT)), _changes(facts)
    for number in range(2 * ROUNDS):
        made = _round(facts, table.at(_in_play(found)), changes, found)
        if made == found:
            return found
        if number >= ROUNDS:
            made = {name: _widened(found[name], known) for name, known in made.items()}
        found = made
    return dict.fromkeys(facts.variables, UNKNOWN)


@remembered
def ranges(facts: Facts) -> dict[str, tuple[int, int]]:
    """Return the minimum and maximum of each numeric variable."""
    values, most = values_of_state(facts), ir.LARGEST_NUMBER
    numbers = ((name, known) for name, known in values.items() if facts.variables[name].type == ir.NUMBER)
    return {
        name: (-most if known.low is None else known.low, most if known.high is None else known.high)
        for name, known in numbers
    }


@remembered
def may_be_none(facts: Facts) -> frozenset[str]:
    """Return the variables that may be none at some time."""
    return frozenset(name for name, known in values_of_state(facts).items() if known.none)


@remembered
def never_set(facts: Facts) -> frozenset[str]:
    """Return the state that begins as one plain value and that no statement changes."""
    plain = {name for name, of in facts.variables.items() if isinstance(of.start, ir.Constant | ir.Nothing)}
    return frozenset(plain - set_by_statements(facts))


def possible_value(facts: Facts, expr: ir.Expr, here: Mapping[int, Found]) -> Known:
    """Return the possible values of an expression, in any position. `here`: the known values of locals, by slot."""
    return _any_table(facts, Budget()).at(_in_play(values_of_state(facts))).of(expr, here)


@remembered
def depths_between(facts: Facts) -> dict[int, tuple[int, int | None]]:
    """Return, for each move to a depth of a pile, by identity, the range of the depth that all players know (None:
    unbounded), from the domain of the choice.
    """
    found: dict[int, tuple[int, int | None]] = {}
    for owner in owners(facts):
        parts = list(nodes(own_parts(owner)))
        here: dict[int, Found] = {}
        for choice in (each for each in parts if isinstance(each, ir.Choice) and each.single):
            if isinstance(choice.collection, ir.Span) and choice.type == ir.NUMBER:
                low, high = choice.collection.low, choice.collection.high
                most = None if high is None else possible_value(facts, high, here).high
                here[choice.slot] = Known(possible_value(facts, low, here).low, most, none=False)
        for part in parts:
            if isinstance(part, ir.Move) and isinstance(part.to, ir.ZoneTarget) and part.to.under is not None:
                known = possible_value(facts, part.to.under, here)
                found[id(part)] = max(known.low or 0, 0), known.high
    return found


# ---------------------------------------------------------------- positions


def in_any_position(facts: Facts, table: Evaluator, cards: Cards, under_way: Collection[str], acts: bool) -> Evaluator:
    """Return an evaluator for any position of one table.

    `cards`: the number of cards at a table; `under_way`: the stages with an iteration in progress; `acts`: whether
    there is a current player.
    """
    position = _in_play(values_of_state(facts))

    def local(expr: ir.Local) -> Known:
        return SOMETHING if acts and not expr.slot else any_local(expr)

    def state(there: Evaluator, expr: ir.Expr) -> Found:
        match expr:
            case ir.StageCount(stage=name):
                return Known(int(name in under_way), _times(there, stages_by_name(facts)[name]), False)
            case ir.ZoneContents(name=name):
                if name not in zones_filled(facts):
                    return EMPTY if expr.type.many else NOTHING
                return Several(None, 0, cards(table)) if expr.type.many else UNKNOWN
            case ir.Deck():
                number = cards(table)
                return Several(None, number or 0, number)
        return position.state(there, expr)

    return table.at(Position(local, state))


def _any_table(facts: Facts, budget: Budget) -> Evaluator:
    """Return any table, whatever its options and players."""
    players = Known(min(facts.rules.players), max(facts.rules.players), False)
    return Evaluator(_declared(facts), players, {}, budget)


@remembered
def _declared(facts: Facts) -> Declared:
    return Declared.of(facts.rules)


def _in_play(values: Mapping[str, Known]) -> Position:
    """Return positions in which variables have these possible values."""

    def state(table: Evaluator, expr: ir.Expr) -> Found:
        if not isinstance(expr, ir.VariableValue) or expr.type.many:
            return any_state(table, expr)
        known = values.get(expr.name, NOTHING)
        alone = expr.subject is None or not table.of(expr.subject).none
        return known if alone else known.or_none()

    return Position(state=state)


def _times(table: Evaluator, stage: ir.Stage) -> int | None:
    """Return the maximum number of iterations of a stage."""
    if stage.times is not None:
        times = table.of(stage.times)
        return None if times.high is None else max(times.high, 0)
    if stage.until:
        return None
    several = stage.by is not None and stage.by.players.type.many and not stage.by.at_once
    return table.players.high if several else 1


# ---------------------------------------------------------------- one round of propagation


def _round(facts: Facts, table: Evaluator, all_changes: Changes, before: Mapping[str, Known]) -> dict[str, Known]:
    """Return the possible values of each variable after one round, given those before."""
    found = {name: _first(table, of) for name, of in facts.variables.items()}
    for changes, here in all_changes:
        for name, made in _given(table, changes, here, before):
            found[name] = found[name] if made.fault else either(found[name], made)  # a fault gives no value
    return found


def _changes(facts: Facts) -> Changes:
    found = []
    for owner in owners(facts):
        parts = list(nodes(own_parts(owner)))
        changes = [each for each in parts if isinstance(each, ir.SetVariable | ir.AddToVariable)]
        once = {each.slot for each in parts if isinstance(each, ir.Let | ir.Choice)}
        here: dict[int, Found] = {each.slot: SOMETHING for each in parts if isinstance(each, ir.ForEach)}
        found.append((changes, {slot: known for slot, known in here.items() if slot not in once}))
    return [each for each in found if each[0]]


def _first(table: Evaluator, of: ir.Variable) -> Known:
    """Return the start value. Outside its stage or zone the variable is none."""
    if of.type.many:
        return SOMETHING
    start = table.of(of.start, {1: SOMETHING})
    return replace(start, none=True) if of.life or start.fault or not start.some else start


def _given(
    table: Evaluator,
    changes: Iterable[ir.SetVariable | ir.AddToVariable],
    here: Mapping[int, Found],
    before: Mapping[str, Known],
) -> Iterator[tuple[str, Known]]:
    """Yield each variable that a statement changes, and what it may be then."""
    for change in changes:
        match change:
            case ir.SetVariable(name=name, value=value):
                yield name, SOMETHING if value.type.many else table.of(value, here)
            case ir.AddToVariable(name=name, amount=amount):
                more = table.of(amount, here)
                known = before.get(name, NOTHING)
                if more.some:
                    low = None if known.low is None or more.low is None else known.low + min(more.low, 0)
                    high = None if known.high is None or more.high is None else known.high + max(more.high, 0)
                    grown = Known(low, high, False) if known.some else more
                    yield name, either(grown, replace(more, none=False)) if known.none else grown


def _widened(before: Known, after: Known) -> Known:
    """Return the range with each end that has changed removed."""
    low = after.low if after.low == before.low else None
    high = after.high if after.high == before.high else None
    return replace(after, low=low, high=high)
