"""A sentence to what options, players and types settle of its worth: a value, the range it lies in, or nothing."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from croupier_dsl import ir

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a value: a truth, a number or a place in a list of words from `low` to `high` (None: no end).

    `perhaps_none`: it may also be none.
    """

    low: int | None = None
    high: int | None = None
    perhaps_none: bool = True

    @property
    def exact(self) -> int | None:
        """The value, if there is but one."""
        return self.low if self.low is not None and self.low == self.high and not self.perhaps_none else None


UNKNOWN = Known()
YES, NO = Known(1, 1, False), Known(0, 0, False)


def exactly(value: int) -> Known:
    return Known(value, value, False)


@dataclass
class Folding:
    """Folds sentences for one choice of options (what they are worth, by name) and one number of players."""

    rules: ir.Rules
    options: Mapping[str, Known]
    players: int
    _tables: dict[str, ir.Table] = field(init=False)
    _definitions: dict[str, ir.Definition] = field(init=False)
    _enums: dict[str, tuple[str, ...]] = field(init=False)
    _found: dict[str, Known] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._tables = {table.name: table for table in self.rules.tables}
        self._definitions = {definition.name: definition for definition in self.rules.definitions}
        self._enums = {enum.name: enum.values for enum in self.rules.enums}

    def truth(self, expr: ir.Expr) -> bool | None:
        """Does it hold? None where that depends on more than the options; a truth that is none counts as no."""
        found = self.fold(expr)
        if found.low == 0 and found.high == 0:
            return False
        return True if found.exact == 1 else None

    def fold(self, expr: ir.Expr) -> Known:
        match expr:
            case ir.Constant(value=value):
                return exactly(int(value))
            case ir.OptionValue(name=name):
                return self.options.get(name, UNKNOWN)
            case ir.Count(collection=collection):
                return self._count(collection)
            case ir.Sum():
                return Known(None, None, False)
            case ir.StageCount():
                return Known(0, None, False)
            case ir.SeatNumber():
                return Known(1, self.players, True)
            case ir.Negative(operand=operand):
                one = self.fold(operand)
                low, high = (None if end is None else -end for end in (one.high, one.low))
                return Known(low, high, one.perhaps_none)
            case ir.Arithmetic(op=op, left=left, right=right):
                return _arithmetic(op, self.fold(left), self.fold(right))
            case ir.IfThenElse(condition=condition, then=then, otherwise=otherwise):
                holds = self.truth(condition)
                if holds is not None:
                    return self.fold(then if holds else otherwise)
                return _either(self.fold(then), self.fold(otherwise))
            case ir.TableValue(name=name, subject=subject):
                found = self._once(f"tables.{name}", lambda: self._row(self._tables[name]))
                return found if subject is None else Known(found.low, found.high, True)
            case ir.Defined(name=name, subject=subject):
                found = self._once(f"define.{name}", lambda: self.fold(self._definitions[name].body))
                return found if subject is None else Known(found.low, found.high, True)
        return self._truth(expr) if expr.type == ir.TRUTH else UNKNOWN

    def _once(self, name: str, worth: Callable[[], Known]) -> Known:
        """What a definition or table is worth, found out the first time that it is asked."""
        if name not in self._found:
            self._found[name] = worth()
        return self._found[name]

    def _truth(self, expr: ir.Expr) -> Known:
        match expr:
            case ir.Not(operand=operand):
                holds = self.truth(operand)
                return _answer(None if holds is None else not holds)
            case ir.Logic(op=op, operands=operands):
                settling = op == "or"
                answers = [self.truth(part) for part in operands]
                if settling in answers:
                    return _answer(settling)
                return _answer(None if None in answers else not settling)
            case ir.Order(op=op, left=left, right=right):
                return _answer(_ordered(op, self.fold(left), self.fold(right)))
            case ir.Same(left=left, right=right) if not left.type.many:
                return _answer(_same(self.fold(left), self.fold(right)))
            case ir.Within(left=left, right=right) if not left.type.many:
                return _answer(self._within(self.fold(left), right))
            case ir.IsEmpty(collection=ir.Players() | ir.Teams() | ir.Values()):
                return NO
            case ir.Exists(condition=condition) if self.truth(condition) is False:
                return NO
        return UNKNOWN

    def _count(self, collection: ir.Expr) -> Known:
        match collection:
            case ir.Players():
                return exactly(self.players)
            case ir.Values(enum=enum):
                return exactly(len(self._enums[enum]))
            case ir.Filter(collection=inner):
                return Known(0, self._count(inner).high, False)
        return Known(0, None, False)

    def _row(self, table: ir.Table) -> Known:
        """What the table gives for a key that is known."""
        key = self.fold(table.key).exact
        if key is None:
            return UNKNOWN
        rest = None
        for row in table.rows:
            if row.keys is None:
                rest = row
            elif key in row.keys:
                return self.fold(row.value)
        return self.fold(rest.value) if rest is not None else UNKNOWN

    def _within(self, one: Known, several: ir.Expr) -> bool | None:
        match several:
            case ir.ListOf(items=items) if not any(item.type.many for item in items):
                answers = [_same(one, self.fold(item)) for item in items]
                if True in answers:
                    return True
                return None if None in answers else False
            case ir.Span(low=low, high=high):
                above = _ordered(">=", one, self.fold(low))
                below = True if high is None else _ordered("<=", one, self.fold(high))
                if above is False or below is False:
                    return False
                return True if above and below else None
        return None


def _answer(holds: bool | None) -> Known:
    return UNKNOWN if holds is None else YES if holds else NO


def _either(one: Known, other: Known) -> Known:
    """What is known of a value that is one of two."""
    low = None if one.low is None or other.low is None else min(one.low, other.low)
    high = None if one.high is None or other.high is None else max(one.high, other.high)
    return Known(low, high, one.perhaps_none or other.perhaps_none)


def _arithmetic(op: str, one: Known, other: Known) -> Known:
    none = one.perhaps_none or other.perhaps_none
    match op:
        case "+":
            return Known(_plus(one.low, other.low), _plus(one.high, other.high), none)
        case "-":
            return Known(_plus(one.low, _minus(other.high)), _plus(one.high, _minus(other.low)), none)
    left, right = one.exact, other.exact
    if left is None or right is None or (op != "*" and right == 0):
        return UNKNOWN
    return exactly(left * right if op == "*" else left // right if op == "div" else left % right)


def _plus(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _minus(one: int | None) -> int | None:
    return None if one is None else -one


def _ordered(op: str, one: Known, other: Known) -> bool | None:
    """The comparison, if all values agree on it; with none it is false."""
    compare = _COMPARE[op]
    upwards = op[0] == ">"
    best = (one.high, other.low) if upwards else (one.low, other.high)
    worst = (one.low, other.high) if upwards else (one.high, other.low)
    if best[0] is not None and best[1] is not None and not compare(best[0], best[1]):
        return False
    if one.perhaps_none or other.perhaps_none or worst[0] is None or worst[1] is None:
        return None
    return True if compare(worst[0], worst[1]) else None


def _same(one: Known, other: Known) -> bool | None:
    """Are they equal? Nothing is known of two values that may both be none."""
    if one.exact is not None and other.exact is not None:
        return one.exact == other.exact
    if one.perhaps_none and other.perhaps_none:
        return None
    ends = ((one.low, other.high), (other.low, one.high))
    apart = any(low is not None and high is not None and low > high for low, high in ends)
    return False if apart else None
