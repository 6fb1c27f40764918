"""Mutations of an expression or a condition: negated, forced, a part left out, a number off by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, TypeVar

from croupier_dsl import ir
from croupier_dsl.analysis.walk import one_by_one
from croupier_dsl.mutations.change import Change, less

Variant = tuple[str, ir.Expr]
"""The description of a mutation, and the resulting expression."""

End = Literal["first", "last", "top", "bottom", "random"]
_OTHER_END: dict[End, End] = {
    "first": "last", "last": "first", "top": "bottom", "bottom": "top", "random": "first",
}  # fmt: skip
Sign = Literal["<", "<=", ">", ">="]
_NEARLY: dict[Sign, Sign] = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}

Holder = TypeVar("Holder")


def conditions(written: tuple[ir.Condition, ...], path: str) -> Iterator[Change[tuple[ir.Condition, ...]]]:
    """Yield each condition dropped, negated, and changed within; of several, also all of them dropped."""
    for number, condition in enumerate(written):
        yield Change(condition.path, "dropped", condition.where, less(written, number))
        for what, made in variants(condition.expr):
            other = replace(condition, expr=made)
            yield Change(condition.path, what, condition.where, (*written[:number], other, *written[number + 1 :]))
    if len(written) > 1:
        yield Change(path, "dropped", written[0].where, ())


def expressions(expr: ir.Expr, path: str, where: ir.Where | None) -> Iterator[Change[ir.Expr]]:
    """Yield the expression with one thing in it changed."""
    for what, made in variants(expr):
        yield Change(path, what, where, made)


def variants(expr: ir.Expr) -> Iterator[Variant]:
    """Yield the expression with one thing in it changed, wherever in it; a truth also as its opposite."""
    if expr.type == ir.TRUTH:
        yield "negated", _against(expr)
    yield from _here(expr)
    yield from _below(expr)


def _below(expr: ir.Expr) -> Iterator[Variant]:
    """Yield the expression with one of its direct or indirect parts changed."""
    match expr:
        case ir.IfThenElse():  # what it tests is forced both ways
            yield from ((what, replace(expr, then=made)) for what, made in (*_here(expr.then), *_below(expr.then)))
            yield from (
                (what, replace(expr, otherwise=made))
                for what, made in (*_here(expr.otherwise), *_below(expr.otherwise))
            )
            return
        case ir.Filter(condition=condition) | ir.Exists(condition=condition):
            yield "negated inside", replace(expr, condition=_against(condition))
    yield from within(expr)


def within(holder: Holder) -> Iterator[tuple[str, Holder]]:
    """Yield an expression, statement or target with one of the expressions that it holds changed."""
    for part, put in one_by_one(holder):
        if isinstance(part, ir.Expr):
            yield from ((what, put(made)) for what, made in (*_here(part), *_below(part)))


def _against(expr: ir.Expr) -> ir.Expr:
    """Return the negation of a boolean; for a negated one, its operand."""
    match expr:
        case ir.Not():
            return expr.operand
        case ir.Constant(value=value):
            return replace(expr, value=not value)
    return ir.Not(ir.TRUTH, expr)


def _here(expr: ir.Expr) -> Iterator[Variant]:
    """Yield the expression itself changed: a number, the arms of `if`, the sides of `and`, a filter, an end."""
    match expr:
        case ir.Constant(type=type) if type == ir.NUMBER:
            yield f"{expr.value + 1} for {expr.value}", plus_one(expr)
        case ir.IfThenElse():
            yield "if always", expr.then
            yield "if never", expr.otherwise
        case ir.Logic(op=op, operands=operands):
            for number in range(len(operands)):
                kept = less(operands, number)
                made = kept[0] if len(kept) == 1 else replace(expr, operands=kept)
                yield f"without side {number + 1} of {op}", made
        case ir.ListOf(items=items) if len(items) > 1:
            for number in range(len(items)):
                yield f"without item {number + 1}", replace(expr, items=less(items, number))
        case ir.Filter():
            yield "filter dropped", expr.collection
        case ir.Combine(op=op):
            yield f"nothing {op}", expr.left
        case ir.ExtremeThing(which=which) | ir.ExtremeValue(which=which) | ir.Best(which=which):
            other: Literal["highest", "lowest"] = "lowest" if which == "highest" else "highest"
            yield f"{other} for {which}", replace(expr, which=other)
            if not isinstance(expr, ir.ExtremeValue):
                for number in range(len(expr.then)):
                    yield f"without key {number + 2}", replace(expr, then=less(expr.then, number))
        case ir.Pick(which=which):
            end = _OTHER_END[which]
            yield f"{end} for {which}", replace(expr, which=end)
        case ir.Neighbour(side="left" | "right"):
            yield "other side", replace(expr, side="right" if expr.side == "left" else "left")
        case ir.Neighbour(side="successor"):
            yield "left for successor", replace(expr, side="left")
        case ir.Order(op=op):
            sign = _NEARLY[op]
            yield f"{sign} for {op}", replace(expr, op=sign)


def plus_one(expr: ir.Expr, by: int = 1) -> ir.Expr:
    """Return the number off by one; a plain number stays plain."""
    if isinstance(expr, ir.Constant):
        return replace(expr, value=expr.value + by)
    one = ir.Constant(ir.NUMBER, abs(by))
    return ir.Arithmetic(ir.NUMBER, "+" if by > 0 else "-", expr, one)
