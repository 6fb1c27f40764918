"""One expression of the IR whose parts may be known to what it is worth, as far as that can be told beforehand."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace

from croupier_dsl import ir

_ORDER: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "div": operator.floordiv, "mod": operator.mod,
}  # fmt: skip


def static(expr: ir.Expr) -> bool | None:
    """Does it hold or not, in every position? None if that depends."""
    match expr:
        case ir.Constant(value=bool() as value):
            return value
        case ir.Nothing():
            return False
    return None


def fold(expr: ir.Expr) -> ir.Expr:
    """The expression, or a simpler one that means the same in every position; what is inside it is folded already."""
    match expr:
        case ir.Not(operand=operand) if (known := static(operand)) is not None:
            return _truth(not known)
        case ir.Logic(op=op, operands=operands):
            return _logic(expr, op, operands)
        case ir.IfThenElse(condition=condition, then=then, otherwise=otherwise):
            known = static(condition)
            return expr if known is None else then if known else otherwise
        case ir.Same(left=left, right=right) if _plain(left) and _plain(right):
            return _truth(_worth(left) == _worth(right))
        case ir.Order(op=op, left=left, right=right) if _plain(left) and _plain(right):
            low, high = _worth(left), _worth(right)
            return _truth(low is not None and high is not None and _ORDER[op](low, high))
        case ir.Within(left=ir.Constant(value=value), right=right) if (held := _listed(right)) is not None:
            return _truth(value in held)
        case ir.Arithmetic(op=op, left=ir.Constant(value=left), right=ir.Constant(value=right)):
            if op in ("div", "mod") and not right:
                return ir.Nothing(expr.type)
            return ir.Constant(expr.type, _ARITHMETIC[op](left, right))
        case ir.Filter(collection=collection, condition=condition) if static(condition) is True:
            return collection
        case ir.Exists(condition=condition) if static(condition) is False:
            return _truth(False)
        case ir.Negative(operand=ir.Constant(value=value)):
            return ir.Constant(expr.type, -value)
    return expr


def _logic(expr: ir.Logic, op: str, operands: tuple[ir.Expr, ...]) -> ir.Expr:
    """Without what does not matter; settled if one of them settles it."""
    settles = op == "or"
    known = [static(operand) for operand in operands]
    if settles in known:
        return _truth(settles)
    left = tuple(operand for operand, worth in zip(operands, known, strict=True) if worth is None)
    if not left:
        return _truth(not settles)
    return left[0] if len(left) == 1 else replace(expr, operands=left)


def _plain(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Constant | ir.Nothing)


def _worth(expr: ir.Expr) -> int | bool | None:
    return expr.value if isinstance(expr, ir.Constant) else None


def _listed(expr: ir.Expr) -> set[int | bool] | None:
    """The values of a list or range, if they are all known."""
    match expr:
        case ir.ListOf(items=items):
            found: set[int | bool] = set()
            for item in items:
                part = _listed(item)
                if part is None:
                    return None
                found |= part
            return found
        case ir.Constant(value=value):
            return {value}
        case ir.Span(low=ir.Constant(value=low), high=ir.Constant(value=high)) if high - low < 10_000:
            return set(range(low, high + 1))
    return None


def _truth(value: bool) -> ir.Constant:
    return ir.Constant(ir.TRUTH, value)
