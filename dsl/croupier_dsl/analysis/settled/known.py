"""Known values before play, with arithmetic and comparisons of them."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from croupier_dsl import ir
from croupier_dsl.classes import frozen

COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "div": operator.floordiv, "mod": operator.mod,
}  # fmt: skip


@frozen
class Known:
    """The known facts on one value: a boolean, a number, a player, a team, a kind of card or the index of an
    enumeration's word, from `low` to `high` (None: unbounded).

    `none`: it may be none; `some`: it may be anything else. If it can be neither, to work it out is a fault.
    """

    low: int | None = None
    high: int | None = None
    none: bool = True
    some: bool = True

    @property
    def exact(self) -> int | None:
        """Return the value, if there is but one and that is not none."""
        return self.low if self.low is not None and self.low == self.high and self.some and not self.none else None

    @property
    def settled(self) -> bool:
        """Return whether there is exactly one possible value, none included."""
        return not self.some if self.none else self.exact is not None

    @property
    def nothing(self) -> bool:
        """Return whether the value is certainly none."""
        return self.none and not self.some

    @property
    def fault(self) -> bool:
        """Return whether the evaluation certainly fails."""
        return not self.none and not self.some

    @property
    def truth(self) -> bool | None:
        """Return whether it holds; None if that depends. A value that is none counts as false."""
        if not self.some:
            return False if self.none else None
        if self.low is None or self.low != self.high:
            return None
        if self.low == 0:
            return False
        return True if self.low == 1 and not self.none else None

    def or_none(self) -> Known:
        """Return the same of what may besides be none."""
        return self if self.none or self.fault else replace(self, none=True)


UNKNOWN = Known()
NOTHING = Known(some=False)
FAULT = Known(none=False, some=False)
YES, NO = Known(1, 1, False), Known(0, 0, False)


@frozen
class Several:
    """The known facts on a collection: its `items`, or only that it has from `least` to `most` (None: unbounded).

    There being fewer than none of them, to work it out is a fault.
    """

    items: tuple[int, ...] | None = None
    least: int = 0
    most: int | None = None

    @property
    def broken(self) -> bool:
        """Return whether the evaluation certainly fails."""
        return self.most == -1

    @property
    def count(self) -> Known:
        return FAULT if self.broken else Known(self.least, self.most, False)


ANY = Several()
EMPTY = Several((), 0, 0)
BROKEN = Several(None, 0, -1)
Found = Known | Several


@lru_cache(maxsize=1024)
def exactly(value: int) -> Known:
    return Known(int(value), int(value), False)


def value_or_none(value: int | None) -> Known:
    """Return a value that is known, be it none."""
    return NOTHING if value is None else exactly(value)


def these(items: tuple[int, ...]) -> Several:
    return Several(items, len(items), len(items))


def so_many(number: int) -> Several:
    """Return a collection of this number of unknown things."""
    return Several(None, number, number)


def answer(holds: bool | None) -> Known:
    """Return a truth, which is never none."""
    return Known(0, 1, False) if holds is None else YES if holds else NO


def either(one: Known, other: Known) -> Known:
    """Return the known facts on a value that is one of two."""
    if one.fault or other.fault:
        return UNKNOWN
    found = [known for known in (one, other) if known.some]
    lows, highs = [known.low for known in found], [known.high for known in found]
    return Known(
        None if None in lows else min((low for low in lows if low is not None), default=None),
        None if None in highs else max((high for high in highs if high is not None), default=None),
        one.none or other.none,
        bool(found),
    )


def negative(one: Known) -> Known:
    return replace(one, low=_minus(one.high), high=_minus(one.low)) if one.some else one


def arithmetic(op: str, one: Known, other: Known) -> Known:
    """Return `one op other`: none with anything is none, division by zero is none, and a result beyond the bounds of
    numbers is a fault.
    """
    if not one.some:
        return one
    if not other.some:
        return NOTHING if other.none else UNKNOWN if one.none else FAULT
    none = one.none or other.none
    left, right = one.exact, other.exact
    if left is not None and right is not None:
        if op in ("div", "mod") and not right:
            return NOTHING
        value = _ARITHMETIC[op](left, right)
        return exactly(value) if abs(value) <= ir.LARGEST_NUMBER else FAULT
    match op:
        case "+":
            return Known(_plus(one.low, other.low), _plus(one.high, other.high), none)
        case "-":
            return Known(_plus(one.low, _minus(other.high)), _plus(one.high, _minus(other.low)), none)
    return UNKNOWN


def _plus(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _minus(one: int | None) -> int | None:
    return None if one is None else -one


def ordered(op: str, one: Known, other: Known) -> Known:
    """Return the comparison, if all values agree on it; a comparison with none is false."""
    if not one.some:
        return NO if one.none else FAULT
    if not other.some:
        return NO if other.none else UNKNOWN if one.none else FAULT
    compare = COMPARE[op]
    upwards = op[0] == ">"
    best = (one.high, other.low) if upwards else (one.low, other.high)
    worst = (one.low, other.high) if upwards else (one.high, other.low)
    if best[0] is not None and best[1] is not None and not compare(best[0], best[1]):
        return NO
    if one.none or other.none or worst[0] is None or worst[1] is None:
        return answer(None)
    return answer(True if compare(worst[0], worst[1]) else None)


def same(one: Known, other: Known) -> Known:
    """Return whether the values are equal; unknown if both may be none."""
    if one.fault or other.fault:
        return FAULT
    if one.settled and other.settled:
        return answer(one.exact == other.exact)
    if one.none and other.none:
        return answer(None)
    if one.nothing or other.nothing:
        return NO
    ends = ((one.low, other.high), (other.low, one.high))
    apart = any(low is not None and high is not None and low > high for low, high in ends)
    return answer(False if apart else None)


def joined(parts: list[Several]) -> Several:
    """Return the known contents of collections one after another."""
    if any(part.broken for part in parts):
        return BROKEN
    least = sum(part.least for part in parts)
    items: list[int] = []
    for part in parts:
        if part.items is None:
            mosts = [part.most for part in parts]
            return Several(None, least, None if None in mosts else sum(most for most in mosts if most is not None))
        items += part.items
    return these(tuple(items))
