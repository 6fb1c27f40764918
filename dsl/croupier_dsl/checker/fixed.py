"""What is fixed before play to its value, for a number of players and a choice of options; as far as can be said here.

It knows the arithmetic of options. What it does not know it leaves to those who bind the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from croupier_dsl import ir

Value = int | bool | None
MOST = 10_000
"""The longest list that is gone through."""


class Unknown(Exception):
    """Something that is not known here."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of players, before its options are settled: what there is to look things up in.

    What a sentence is about: a `card`, of which `columns` say where its attributes are, or a meld with so many
    `naturals`.
    """

    players: int
    values: Mapping[str, Value]
    enums: Mapping[str, tuple[str, ...]]
    made: Mapping[str, ir.Table | ir.Definition | None]
    card: ir.Kind | None = None
    columns: Mapping[str, int] = field(default_factory=dict)
    naturals: int | None = None

    def value(self, expr: ir.Expr) -> Value:
        match expr:
            case ir.Constant():
                return expr.value
            case ir.Nothing():
                return None
            case ir.OptionValue(name=name) if name in self.values:
                return self.values[name]
            case ir.Count(collection=ir.MeldFact(fact="naturals")) if self.naturals is not None:
                return self.naturals
            case ir.Attribute(name=name, card=ir.Local(slot=1)) if self.card is not None:
                return self.card.values[self.columns[name]]
            case ir.IsKind(card=ir.Local(slot=1), notations=notations) if self.card is not None:
                return self.card.notation in notations
            case ir.Count():
                return len(self.several(expr.collection))
            case ir.Sum():
                return sum(value for value in self.several(expr.collection) if value is not None)
            case ir.ExtremeValue():
                found = [value for value in self.several(expr.collection) if value is not None]
                return (max if expr.which == "highest" else min)(found, default=None)
            case ir.Not():
                return not self.value(expr.operand)
            case ir.Logic():
                return (all if expr.op == "and" else any)(bool(self.value(part)) for part in expr.operands)
            case ir.Same():
                return self.value(expr.left) == self.value(expr.right)
            case ir.Within():
                return self._within(self.value(expr.left), expr.right)
            case ir.Order():
                return _ordered(expr.op, self.value(expr.left), self.value(expr.right))
            case ir.Arithmetic():
                return _computed(expr.op, self.value(expr.left), self.value(expr.right))
            case ir.Negative():
                operand = self.value(expr.operand)
                return None if operand is None else -operand
            case ir.IfThenElse():
                return self.value(expr.then if self.value(expr.condition) else expr.otherwise)
            case ir.TableValue(subject=None | ir.Local(slot=1)) if isinstance(
                table := self.made.get(expr.name), ir.Table
            ):
                return self._looked_up(table)
            case ir.Defined(subject=None | ir.Local(slot=1)) if isinstance(
                definition := self.made.get(expr.name), ir.Definition
            ):
                return self.value(definition.body)
            case _:
                raise Unknown

    def several(self, expr: ir.Expr) -> tuple[Value, ...]:
        match expr:
            case ir.Players():
                return tuple(range(self.players))
            case ir.Values():
                return tuple(range(len(self.enums[expr.enum])))
            case ir.ListOf():
                return tuple(value for item in expr.items for value in self._one_or_more(item))
            case ir.Span(high=high) if high is not None:
                low, top = self.value(expr.low), self.value(high)
                if low is None or top is None:
                    return ()
                if top - low >= MOST:
                    raise Unknown
                return tuple(range(low, top + 1))
            case _:
                raise Unknown

    def _one_or_more(self, expr: ir.Expr) -> tuple[Value, ...]:
        return self.several(expr) if expr.type.many or isinstance(expr, ir.Span) else (self.value(expr),)

    def _within(self, value: Value, expr: ir.Expr) -> bool:
        if value is None:
            return False
        match expr:
            case ir.Span():
                low, high = self.value(expr.low), None if expr.high is None else self.value(expr.high)
                return low is not None and low <= value and (expr.high is None or (high is not None and value <= high))
            case ir.ListOf():
                return any(self._within(value, item) for item in expr.items)
            case _:
                return value in self._one_or_more(expr)

    def _looked_up(self, table: ir.Table) -> Value:
        key = self.value(table.key)
        row = next((row for row in table.rows if row.keys is None or key in row.keys), None)
        return None if row is None or key is None else self.value(row.value)


def _ordered(op: str, left: Value, right: Value) -> bool:
    if left is None or right is None:
        return False
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[op]


def _computed(op: str, left: Value, right: Value) -> Value:
    if left is None or right is None:
        return None
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "div":
            return left // right if right else None
        case _:
            return left % right if right else None


@dataclass(frozen=True, slots=True)
class Misfit:
    """What does not fit: a value that an option cannot have, or a need that does not hold."""

    option: ir.Option
    need: ir.Condition | None


def settled(options: tuple[ir.Option, ...], given: Mapping[str, Value], table: Table) -> tuple[Table, Misfit | None]:
    """The values of all options for so many players, and the first thing that does not fit."""
    values: dict[str, Value] = {}
    there = Table(table.players, values, table.enums, table.made)
    for option in options:
        values[option.name] = given[option.name] if option.name in given else there.value(option.default)
        if not _possible(option, there):
            return there, Misfit(option, None)
    unmet = (Misfit(option, need) for option, need in _needs(options) if not there.value(need.expr))
    return there, next(unmet, None)


def _needs(options: tuple[ir.Option, ...]) -> Iterator[tuple[ir.Option, ir.Condition]]:
    for option in options:
        for need in option.needs:
            yield option, need


def _possible(option: ir.Option, there: Table) -> bool:
    value = there.values[option.name]
    if option.among:
        return value in option.among
    if option.type != ir.NUMBER:
        return value is not None
    low = None if option.low is None else there.value(option.low)
    high = None if option.high is None else there.value(option.high)
    return value is not None and not (low is not None and value < low) and not (high is not None and value > high)
