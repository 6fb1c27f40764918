"""What state may be worth in any position: the range of numbers, and what may be none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from croupier_dsl import ir
from croupier_dsl.analysis.facts.moving import Moving
from croupier_dsl.analysis.settled import NOTHING, UNKNOWN, Declared, Evaluator, Found, Known
from croupier_dsl.analysis.settled.known import either
from croupier_dsl.analysis.walk import nodes

ROUNDS = 6
"""So often what is added up is followed; what has not come to rest then may be any number."""
SOMETHING = Known(none=False)


class Worth(Moving):
    """The part of the table of facts that is about what values may be."""

    @cached_property
    def worths(self) -> Mapping[str, Known]:
        """What each variable may be worth, whatever options and players: from its start, and all that it is set to."""
        found: dict[str, Known] = {}
        for number in range(2 * ROUNDS):
            made = self._round(_InPlay(self, found), found)
            if made == found:
                return found
            if number >= ROUNDS:
                made = {name: _widened(found[name], known) for name, known in made.items()}
            found = made
        return dict.fromkeys(self.variables, UNKNOWN)

    @cached_property
    def ranges(self) -> dict[str, tuple[int, int]]:
        """Of each variable that is a number, the least and the most that it may be."""
        numbers = ((name, known) for name, known in self.worths.items() if self.variables[name].type == ir.NUMBER)
        most = ir.LARGEST_NUMBER
        return {
            name: (-most if known.low is None else known.low, most if known.high is None else known.high)
            for name, known in numbers
        }

    @cached_property
    def may_be_none(self) -> frozenset[str]:
        """The variables that may be none at some time."""
        return frozenset(name for name, known in self.worths.items() if known.none)

    def worth(self, expr: ir.Expr, here: Mapping[int, Found]) -> Known:
        """What one value may be, in any position. `here`: what is known of locals, by slot."""
        return _InPlay(self, self.worths).of(expr, here)

    def _round(self, table: Evaluator, before: Mapping[str, Known]) -> dict[str, Known]:
        """What each variable may be, if they were worth this before."""
        found = {name: self._first(table, of) for name, of in self.variables.items()}
        for owner in self.owners:
            own = (owner.begin, owner.otherwise, owner.end) if isinstance(owner, ir.Stage) else (owner,)
            for name, made in _given(table, own, before):
                found[name] = found[name] if made.fault else either(found[name], made)  # a fault gives no value
        return found

    def _first(self, table: Evaluator, of: ir.Variable) -> Known:
        """What it starts with. Outside the stage or the place that it lives in it is none."""
        if of.type.many:
            return SOMETHING
        start = table.of(of.start, {1: SOMETHING})
        return replace(start, none=True) if of.life or start.fault or not start.some else start


class _InPlay(Evaluator):
    """Works sentences out over what state may be."""

    def __init__(self, facts: Worth, worths: Mapping[str, Known]) -> None:
        rules = facts.rules
        super().__init__(Declared.of(rules), Known(min(rules.players), max(rules.players), False), {})
        self.worths = worths

    def state(self, expr: ir.Expr) -> Found:
        if not isinstance(expr, ir.VariableValue) or expr.type.many:
            return super().state(expr)
        known = self.worths.get(expr.name, NOTHING)
        alone = expr.subject is None or not self.of(expr.subject).none
        return known if alone else known.or_none()


def _given(table: Evaluator, own: object, before: Mapping[str, Known]) -> Iterator[tuple[str, Known]]:
    """Each variable that some statement changes, and what it may be then."""
    once = {node.slot for node in nodes(own) if isinstance(node, ir.Let | ir.Choice)}
    here = {node.slot: SOMETHING for node in nodes(own) if isinstance(node, ir.ForEach) and node.slot not in once}
    for node in nodes(own):
        match node:
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
    """Any number, at an end that has not come to rest."""
    low = after.low if after.low == before.low else None
    high = after.high if after.high == before.high else None
    return replace(after, low=low, high=high)
