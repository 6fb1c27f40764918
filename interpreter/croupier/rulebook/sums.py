"""Calculations to such as are more easily said, and come to the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from croupier_dsl import ir

_NEUTRAL = {"+": 0, "-": 0, "*": 1}


def plain_sum(expr: ir.Expr, may_lack: Callable[[ir.Expr], bool]) -> ir.Expr:
    """Without `plus 0` and `times 1`; `3 times (1 if a, otherwise 0)` as `3 if a, otherwise 0`."""
    if not isinstance(expr, ir.Arithmetic):
        return expr
    left, right = plain_sum(expr.left, may_lack), plain_sum(expr.right, may_lack)
    neutral = _NEUTRAL.get(expr.op)
    if neutral is not None and _is(right, neutral):
        return left
    if neutral is not None and expr.op != "-" and _is(left, neutral):
        return right
    if expr.op == "-" and _is(left, 0):
        return ir.Negative(expr.type, right)
    if expr.op == "*":
        for one, other in ((left, right), (right, left)):
            match one:
                case ir.IfThenElse(then=then, otherwise=otherwise) if (
                    _is(then, 1) and _is(otherwise, 0) and not may_lack(other)
                ):
                    return replace(one, then=other)
    return replace(expr, left=left, right=right)


def _is(expr: ir.Expr, number: int) -> bool:
    return isinstance(expr, ir.Constant) and expr.type == ir.NUMBER and expr.value == number
