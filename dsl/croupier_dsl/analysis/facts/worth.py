"""The possible values of state in any position: the range of numbers, and whether it may be none."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from croupier_dsl import ir
from croupier_dsl.analysis.facts.moving import Moving
from croupier_dsl.analysis.settled import EMPTY, NOTHING, UNKNOWN, Declared, Evaluator, Found, Known, Purse, Several
from croupier_dsl.analysis.settled.known import either
from croupier_dsl.analysis.walk import nodes

ROUNDS = 6
"""The number of rounds of propagation; a range that is still growing then is unbounded."""
SPENT = 200_000
"""The number of parts of sentences that may be evaluated for it; beyond that, values of state are unknown."""
SOMETHING = Known(none=False)
Cards = Callable[[Evaluator], int | None]
"""A function that returns the number of cards at a table, if that is known."""


class Worth(Moving):
    """The part of the table of facts that is about what values may be."""

    @cached_property
    def worths(self) -> Mapping[str, Known]:
        """Return the possible values of each variable, for all options and players: from its start, and all
        assignments.
        """
        found: dict[str, Known] = {}
        table = self._any_table(Purse(SPENT))
        for number in range(2 * ROUNDS):
            made = self._round(_InPlay(table, found), found)
            if made == found:
                return found
            if number >= ROUNDS:
                made = {name: _widened(found[name], known) for name, known in made.items()}
            found = made
        return dict.fromkeys(self.variables, UNKNOWN)

    @property
    def any_table(self) -> Evaluator:
        """Return any table, whatever its options and players."""
        return self._any_table(Purse())

    def _any_table(self, purse: Purse) -> Evaluator:
        players = Known(min(self.rules.players), max(self.rules.players), False)
        return Evaluator(self._declared, players, {}, purse)

    @cached_property
    def _declared(self) -> Declared:
        return Declared.of(self.rules)

    @cached_property
    def ranges(self) -> dict[str, tuple[int, int]]:
        """Return the minimum and maximum of each numeric variable."""
        numbers = ((name, known) for name, known in self.worths.items() if self.variables[name].type == ir.NUMBER)
        most = ir.LARGEST_NUMBER
        return {
            name: (-most if known.low is None else known.low, most if known.high is None else known.high)
            for name, known in numbers
        }

    @cached_property
    def may_be_none(self) -> frozenset[str]:
        """Return the variables that may be none at some time."""
        return frozenset(name for name, known in self.worths.items() if known.none)

    def at(self, table: Evaluator, cards: Cards, under_way: Collection[str], acts: bool) -> Evaluator:
        """Return an evaluator for any position of one table.

        `cards`: the number of cards at a table; `under_way`: the stages with an iteration in progress; `acts`: whether
        there is a current player.
        """
        return _AtTable(self, table, cards, under_way, acts)

    @cached_property
    def filled(self) -> frozenset[str]:
        """Return the zones into which some statement may move a card."""
        targets = [node.to for owner in self.owners for node in nodes(owner) if isinstance(node, ir.Move)]
        found = {target.name for target in targets if isinstance(target, ir.ZoneTarget)}
        if any(isinstance(target, ir.SpotTarget) for target in targets):
            found |= {name for _, name in self.zones_of_spots}
        return frozenset(found)

    @cached_property
    def never_set(self) -> frozenset[str]:
        """Return the state that begins as one plain value and that no statement changes."""
        plain = {name for name, of in self.variables.items() if isinstance(of.start, ir.Constant | ir.Nothing)}
        return frozenset(plain - self.set_by_statements)

    def worth(self, expr: ir.Expr, here: Mapping[int, Found]) -> Known:
        """Return the possible values of an expression, in any position. `here`: the known values of locals, by slot."""
        return _InPlay(self.any_table, self.worths).of(expr, here)

    @cached_property
    def depths_between(self) -> dict[int, tuple[int, int | None]]:
        """Return, for each move to a depth of a pile, by identity, the range of the depth that all players know (None:
        unbounded), from the domain of the choice.
        """
        found: dict[int, tuple[int, int | None]] = {}
        for owner in self.owners:
            parts = list(nodes(owner if not isinstance(owner, ir.Stage) else (owner.begin, owner.otherwise, owner.end)))
            here: dict[int, Found] = {}
            for choice in (each for each in parts if isinstance(each, ir.Choice) and each.single):
                if isinstance(choice.collection, ir.Span) and choice.type == ir.NUMBER:
                    low, high = choice.collection.low, choice.collection.high
                    most = None if high is None else self.worth(high, here).high
                    here[choice.slot] = Known(self.worth(low, here).low, most, none=False)
            for part in parts:
                if isinstance(part, ir.Move) and isinstance(part.to, ir.ZoneTarget) and part.to.under is not None:
                    known = self.worth(part.to.under, here)
                    found[id(part)] = max(known.low or 0, 0), known.high
        return found

    def _round(self, table: Evaluator, before: Mapping[str, Known]) -> dict[str, Known]:
        """Return the possible values of each variable after one round, given those before."""
        found = {name: self._first(table, of) for name, of in self.variables.items()}
        for changes, here in self._changing:
            for name, made in _given(table, changes, here, before):
                found[name] = found[name] if made.fault else either(found[name], made)  # a fault gives no value
        return found

    @cached_property
    def _changing(self) -> list[tuple[list[ir.SetVariable | ir.AddToVariable], dict[int, Found]]]:
        """Return the statements that change variables, owner by owner, with the known values of locals there,
        by slot.
        """
        found = []
        for owner in self.owners:
            own = (owner.begin, owner.otherwise, owner.end) if isinstance(owner, ir.Stage) else (owner,)
            parts = list(nodes(own))
            changes = [each for each in parts if isinstance(each, ir.SetVariable | ir.AddToVariable)]
            once = {each.slot for each in parts if isinstance(each, ir.Let | ir.Choice)}
            here: dict[int, Found] = {each.slot: SOMETHING for each in parts if isinstance(each, ir.ForEach)}
            found.append((changes, {slot: known for slot, known in here.items() if slot not in once}))
        return [each for each in found if each[0]]

    def _first(self, table: Evaluator, of: ir.Variable) -> Known:
        """Return the start value. Outside its stage or zone the variable is none."""
        if of.type.many:
            return SOMETHING
        start = table.of(of.start, {1: SOMETHING})
        return replace(start, none=True) if of.life or start.fault or not start.some else start


class _InPlay(Evaluator):
    """Works sentences out over what state may be."""

    def __init__(self, table: Evaluator, worths: Mapping[str, Known]) -> None:
        super().__init__(table.declared, table.players, table.options, table.purse)
        self.worths = worths

    def state(self, expr: ir.Expr) -> Found:
        if not isinstance(expr, ir.VariableValue) or expr.type.many:
            return super().state(expr)
        known = self.worths.get(expr.name, NOTHING)
        alone = expr.subject is None or not self.of(expr.subject).none
        return known if alone else known.or_none()


class _AtTable(_InPlay):
    """Evaluates sentences over the possible state at one table: the number of iterations of stages, and of cards in a
    zone.
    """

    def __init__(self, facts: Worth, table: Evaluator, cards: Cards, under_way: Collection[str], acts: bool) -> None:
        super().__init__(table, facts.worths)
        self.acts = acts
        self.facts = facts
        self.table = table
        self.cards = cards
        self.under_way = under_way

    def state(self, expr: ir.Expr) -> Found:
        match expr:
            case ir.StageCount(stage=name):
                return Known(int(name in self.under_way), self._times(self.facts.stages[name]), False)
            case ir.ZoneContents(name=name):
                if name not in self.facts.filled:
                    return EMPTY if expr.type.many else NOTHING
                return Several(None, 0, self.cards(self.table)) if expr.type.many else UNKNOWN
            case ir.Deck():
                number = self.cards(self.table)
                return Several(None, number or 0, number)
        return super().state(expr)

    def local(self, expr: ir.Local) -> Known:
        return SOMETHING if self.acts and not expr.slot else super().local(expr)

    def _times(self, stage: ir.Stage) -> int | None:
        """Return the maximum number of iterations of a stage."""
        if stage.times is not None:
            times = self.of(stage.times)
            return None if times.high is None else max(times.high, 0)
        if stage.until:
            return None
        several = stage.by is not None and stage.by.players.type.many and not stage.by.at_once
        return self.players.high if several else 1


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
