"""Rewrite calculations for easier wording, with the same value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from croupier_dsl import ir

SIGNS = ("+", "-", "*")
"""The operators that are written as signs where several of them meet."""
_NEUTRAL = {"+": 0, "-": 0, "*": 1}


def plain_sum(expr: ir.Expr, may_lack: Callable[[ir.Expr], bool]) -> ir.Expr:
    """Without `plus 0` and `times 1`, with the factors and summands of `1 if a, otherwise 0` in its cases."""
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
    match expr.op, left, right:
        case "+", ir.Constant(), ir.IfThenElse(then=ir.Constant() as one, otherwise=ir.Constant() as two):
            return replace(right, then=_sum(left, one), otherwise=_sum(left, two))
        case "*", ir.IfThenElse() as cases, other if _counts(cases) and not may_lack(other):
            return replace(cases, then=other)
        case "*", other, ir.IfThenElse() as cases if _counts(cases) and not may_lack(other):
            return replace(cases, then=other)
    return replace(expr, left=left, right=right)


def summands(expr: ir.Expr, may_lack: Callable[[ir.Expr], bool]) -> list[tuple[bool, ir.Expr]]:
    """Return the summands, each with whether it is subtracted; the expression alone if it is not a sum."""
    simple = plain_sum(expr, may_lack)
    match simple:
        case ir.Arithmetic(op="+" | "-" as op, left=left, right=right):
            less = op == "-"
            return [*summands(left, may_lack), *((off != less, part) for off, part in summands(right, may_lack))]
        case ir.Negative(operand=operand):
            return [(not off, part) for off, part in summands(operand, may_lack)]
    return [(False, simple)]


def in_signs(expr: ir.Arithmetic) -> bool:
    """Return whether the expression has several steps of adding, subtracting and multiplying."""
    sides = (expr.left, expr.right)
    return expr.op in SIGNS and any(isinstance(side, ir.Arithmetic) and side.op in SIGNS for side in sides)


def _counts(cases: ir.IfThenElse) -> bool:
    """Return whether the expression is `1 if a, otherwise 0`."""
    return _is(cases.then, 1) and _is(cases.otherwise, 0)


def _sum(left: ir.Constant, right: ir.Constant) -> ir.Constant:
    return replace(left, value=left.value + right.value)


def _is(expr: ir.Expr, number: int) -> bool:
    return isinstance(expr, ir.Constant) and expr.type == ir.NUMBER and expr.value == number
