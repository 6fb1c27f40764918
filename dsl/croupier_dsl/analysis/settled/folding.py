"""Simplify expressions of the IR without a change of meaning in any position."""

from __future__ import annotations

from dataclasses import replace

from croupier_dsl import ir
from croupier_dsl.analysis.settled.evaluator import Evaluator


def static(expr: ir.Expr) -> bool | None:
    """Return whether the expression holds in every position (True), in none (False), or depends (None)."""
    match expr:
        case ir.Constant(value=bool() as value):
            return value
        case ir.Nothing():
            return False
    return None


def plain(expr: ir.Expr, table: Evaluator) -> ir.Expr | None:
    """Return the number, truth or word that it is always worth, or nothing, if it is settled."""
    if expr.type.many or not (expr.type.enum or expr.type in (ir.NUMBER, ir.TRUTH)):
        return None
    found = table.of(expr)
    if found.exact is None:
        return ir.Nothing(expr.type) if found.nothing else None
    return constant(expr.type, found.exact)


def constant(type: ir.Type, value: int) -> ir.Constant:
    return ir.Constant(type, bool(value) if type == ir.TRUTH else value)


def simpler(expr: ir.Expr) -> ir.Expr:
    """Return the expression without operands that do not matter; its parts are folded already."""
    match expr:
        case ir.Logic(op=op, operands=operands):
            left = tuple(operand for operand in operands if static(operand) is not (op == "and"))
            return left[0] if len(left) == 1 else replace(expr, operands=left) if left else expr
        case ir.IfThenElse():
            known = static(expr.condition)
            return expr if known is None else expr.then if known else expr.otherwise
        case ir.Filter() if static(expr.condition) is True:
            return expr.collection
    return expr
