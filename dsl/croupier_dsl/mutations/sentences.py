"""What can be changed in an expression or a condition: negated, forced, a part of it left out, a number off by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from croupier_dsl import ir
from croupier_dsl.mutations.change import Change, less

Variant = tuple[str, ir.Expr]
"""What was done, and the expression after it."""

End = Literal["first", "last", "top", "bottom", "random"]
_OTHER_END: dict[End, End] = {
    "first": "last", "last": "first", "top": "bottom", "bottom": "top", "random": "first",
}  # fmt: skip


def conditions(written: tuple[ir.Condition, ...], path: str) -> Iterator[Change[tuple[ir.Condition, ...]]]:
    """Each condition dropped and negated; of several, also all of them dropped."""
    for number, condition in enumerate(written):
        yield Change(condition.path, "dropped", condition.where, less(written, number))
        against = replace(condition, expr=ir.Not(ir.TRUTH, condition.expr))
        yield Change(condition.path, "negated", condition.where, (*written[:number], against, *written[number + 1 :]))
    if len(written) > 1:
        yield Change(path, "dropped", written[0].where, ())


def expressions(expr: ir.Expr, path: str, where: ir.Where | None) -> Iterator[Change[ir.Expr]]:
    """The expression with one thing in it changed."""
    for what, made in variants(expr):
        yield Change(path, what, where, made)


def variants(expr: ir.Expr) -> Iterator[Variant]:
    if expr.type == ir.TRUTH and not isinstance(expr, ir.Constant):
        yield "negated", ir.Not(ir.TRUTH, expr)
    yield from _inside(expr)


def _inside(expr: ir.Expr) -> Iterator[Variant]:
    """What is decided in an expression, changed: the arms of `if`, the sides of `and` and `or`, filters, numbers."""
    match expr:
        case ir.Constant(type=type, value=value):
            yield from _constant(expr, type, value)
        case ir.IfThenElse(then=then, otherwise=otherwise):
            yield "if always", then
            yield "if never", otherwise
            yield from (("then " + what, replace(expr, then=made)) for what, made in _inside(then))
            yield from (("else " + what, replace(expr, otherwise=made)) for what, made in _inside(otherwise))
        case ir.Logic(op=op, operands=operands):
            for number in range(len(operands)):
                kept = less(operands, number)
                made = kept[0] if len(kept) == 1 else replace(expr, operands=kept)
                yield f"without side {number + 1} of {op}", made
        case ir.ListOf(items=items) if len(items) > 1:
            for number in range(len(items)):
                yield f"without item {number + 1}", replace(expr, items=less(items, number))
        case ir.Span(low=ir.Constant() as low, high=high):
            yield "from one more", replace(expr, low=plus_one(low))
            if isinstance(high, ir.Constant):
                yield "to one more", replace(expr, high=plus_one(high))
        case ir.Filter(collection=collection):
            yield "filter dropped", collection
            yield from ((what, replace(expr, collection=made)) for what, made in _inside(collection))
        case ir.Combine(left=left):
            yield f"nothing {expr.op}", left
        case ir.ExtremeThing() | ir.ExtremeValue():
            yield "turned round", replace(expr, which="lowest" if expr.which == "highest" else "highest")
        case ir.Pick(which=which):
            other = _OTHER_END[which]
            yield other, replace(expr, which=other)
        case ir.Neighbour(side="left" | "right"):
            yield "other side", replace(expr, side="right" if expr.side == "left" else "left")
        case ir.Arithmetic(left=left, right=right):
            yield from (("left " + what, replace(expr, left=made)) for what, made in _inside(left))
            yield from (("right " + what, replace(expr, right=made)) for what, made in _inside(right))


def _constant(expr: ir.Constant, type: ir.Type, value: int | bool) -> Iterator[Variant]:
    if type == ir.NUMBER:
        yield "plus one", plus_one(expr)
    elif type == ir.TRUTH:
        yield "negated", replace(expr, value=not value)


def plus_one(expr: ir.Expr, by: int = 1) -> ir.Expr:
    """The number off by one; a plain number stays plain."""
    if isinstance(expr, ir.Constant):
        return replace(expr, value=expr.value + by)
    one = ir.Constant(ir.NUMBER, abs(by))
    return ir.Arithmetic(ir.NUMBER, "+" if by > 0 else "-", expr, one)
