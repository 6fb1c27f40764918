"""Check expressions: find the function for each kind, and limit the size of the result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from croupier_dsl import ir, syntax
from croupier_dsl.analysis.walk import entry
from croupier_dsl.checker.comparisons import combine_of, fits_of, in_of, is_of, order_of
from croupier_dsl.checker.context import Context
from croupier_dsl.checker.conversion import as_number, fit, unify
from croupier_dsl.checker.extent import DEEPEST, LARGEST, Extent, extent
from croupier_dsl.checker.filters import exists_of, of_values, truth_of, values_listed, where_of
from croupier_dsl.checker.keys import type_wanted, with_its_key
from croupier_dsl.checker.names import list_of, name_meant, number_meant, range_of
from croupier_dsl.checker.properties import having_taken, linked, without_further
from croupier_dsl.checker.scope import Scope
from croupier_dsl.errors import meaning, sorts, structure
from croupier_dsl.language import later
from croupier_dsl.literals import Invalid
from croupier_dsl.source import Span


def expression(cx: Context, written: syntax.Expr, scope: Scope, want: ir.Type | None = None) -> ir.Expr:
    """Return the meaning of an expression. `want`: the type that its place prefers, for literals."""
    cx.progress.depth += 1
    try:
        if cx.progress.depth > DEEPEST:
            raise Invalid(structure.too_deep(written.span, DEEPEST))
        if scope.further is not None and not isinstance(written, syntax.Name | syntax.Of):
            scope = replace(scope, further=None)
        meant = cx.spans.note(construct(cx, written, scope, want), written.span)
        if cx.progress.depth == 1:
            measured(cx, meant, written.span)
        return meant
    finally:
        cx.progress.depth -= 1


def measured(cx: Context, meant: object, span: Span) -> Extent:
    """Return the size of a meaning with everything that it uses; Invalid if it is too large."""
    found = extent(meant, cx.definitions.extents)
    if found.depth > DEEPEST:
        raise Invalid(structure.too_deep_with_all(span, DEEPEST))
    if found.parts > LARGEST:
        raise Invalid(structure.too_large_with_all(span, LARGEST))
    return found


def construct(cx: Context, written: syntax.Expr, scope: Scope, want: ir.Type | None) -> ir.Expr:
    return EXPRESSIONS[type(written)](cx, written, scope, want)


def sides_of(cx: Context, written: syntax.Logic, scope: Scope) -> Iterator[ir.Expr]:
    """Yield the operands of `and` or `or`; the error explains `is J or Q`, where a value was joined in place of a
    condition."""
    before: syntax.Expr | None = None
    for part in written.operands:
        try:
            yield truth_of(cx, part, scope, f"each side of `{written.op}`")
        except Invalid as invalid:
            bare = isinstance(part, syntax.Name | syntax.Number | syntax.Alternatives)
            joined = written.op == "or" and bare and isinstance(before, syntax.Is | syntax.In)
            if not joined or not (invalid.diagnostic.code == "E402" or part.span.text in cx.kinds):
                raise
            assert isinstance(before, syntax.Is | syntax.In)
            left, right, other = (each.span.text for each in (before.left, before.right, part))
            advice = sorts.negated_alternative(left, right, other, before.negated)
            raise Invalid(replace(invalid.diagnostic, help=advice)) from None
        before = part


def number_of(cx: Context, written: syntax.Expr, scope: Scope) -> ir.Expr:
    return fit(cx, expression(cx, written, scope, ir.NUMBER), ir.NUMBER, written.span, scope)


def summand(cx: Context, written: syntax.Expr, scope: Scope) -> ir.Expr:
    """Return a number; a truth counts 1 or 0."""
    meant = as_number(cx, expression(cx, written, scope, ir.NUMBER), scope)
    return fit(cx, meant, ir.NUMBER, written.span, scope)


def within_bounds(meant: ir.Arithmetic, span: Span) -> ir.Arithmetic:
    """Return the sum, difference or product; Invalid if plain numbers exceed the limit."""
    worth = plainly(meant)
    if worth is not None and abs(worth) > ir.LARGEST_NUMBER:
        raise Invalid(sorts.number_beyond(span, worth, ir.LARGEST_NUMBER))
    return meant


def plainly(meant: ir.Expr) -> int | None:
    """Return the value of a sentence of plain numbers; None for any other."""
    match meant:
        case ir.Constant(type=ir.NUMBER, value=value):
            return value
        case ir.Negative(operand=operand):
            return None if (worth := plainly(operand)) is None else -worth
        case ir.Arithmetic(op="+" | "-" | "*" as op, left=left, right=right):
            if (a := plainly(left)) is None or (b := plainly(right)) is None:
                return None
            return a + b if op == "+" else a - b if op == "-" else a * b
    return None


# ------------------------------------------------------------ one function for each kind of expression


def chain_of(cx: Context, written: syntax.Of, scope: Scope, want: ir.Type | None) -> ir.Expr:
    if of_values(written):
        return values_listed(cx, written)
    whole = with_its_key(cx, written, scope)
    return linked(cx, whole, expression(cx, whole.thing, scope, type_wanted(cx, whole.link)), scope)


def for_of(cx: Context, written: syntax.For, scope: Scope, want: ir.Type | None) -> ir.Expr:
    chain, inside = without_further(written, scope)
    return having_taken(inside, expression(cx, chain, inside, want))


def if_then_else_of(cx: Context, written: syntax.IfThenElse, scope: Scope, want: ir.Type | None) -> ir.Expr:
    condition = truth_of(cx, written.condition, scope, later("the condition after `if`"))
    then = expression(cx, written.then, scope, want)
    wanted = then.type if want is None and then.type != ir.NONE else want
    otherwise = expression(cx, written.otherwise, scope, wanted)
    then, otherwise = unify(cx, then, otherwise, written.span, scope)
    return ir.IfThenElse(then.type, condition, then, otherwise)


def not_of(cx: Context, written: syntax.Not, scope: Scope, want: ir.Type | None) -> ir.Expr:
    return ir.Not(ir.TRUTH, truth_of(cx, written.operand, scope, later("the condition after `not`")))


def logic_of(cx: Context, written: syntax.Logic, scope: Scope, want: ir.Type | None) -> ir.Expr:
    return ir.Logic(ir.TRUTH, written.op, tuple(sides_of(cx, written, scope)))


def arithmetic_of(cx: Context, written: syntax.Arithmetic, scope: Scope, want: ir.Type | None) -> ir.Expr:
    try:
        left, right = summand(cx, written.left, scope), summand(cx, written.right, scope)
    except Invalid:
        kind = "_".join(end.span.text for end in (written.left, written.right))
        if written.op == "-" and kind in cx.kinds:  # `red-3`, as messages write it
            raise Invalid(meaning.unknown_name(written.span, written.span.text, [kind])) from None
        raise
    return within_bounds(ir.Arithmetic(ir.NUMBER, written.op, left, right), written.span)


def negative_of(cx: Context, written: syntax.Negative, scope: Scope, want: ir.Type | None) -> ir.Expr:
    operand = summand(cx, written.operand, scope)
    if isinstance(operand, ir.Constant):
        return ir.Constant(ir.NUMBER, -operand.value)
    return ir.Negative(ir.NUMBER, operand)


EXPRESSIONS = dict([
    entry(syntax.Name, name_meant),
    entry(syntax.Number, number_meant),
    entry(syntax.Nothing, lambda cx, written, scope, want: ir.Nothing(ir.NONE)),
    entry(syntax.Group, lambda cx, written, scope, want: expression(cx, written.inner, scope, want)),
    entry(syntax.Range, range_of),
    entry(syntax.Alternatives, list_of),
    entry(syntax.Of, chain_of),
    entry(syntax.For, for_of),
    entry(syntax.Where, where_of),
    entry(syntax.Exists, exists_of),
    entry(syntax.IfThenElse, if_then_else_of),
    entry(syntax.Not, not_of),
    entry(syntax.Logic, logic_of),
    entry(syntax.Is, is_of),
    entry(syntax.In, in_of),
    entry(syntax.Fits, fits_of),
    entry(syntax.Order, order_of),
    entry(syntax.Arithmetic, arithmetic_of),
    entry(syntax.Negative, negative_of),
    entry(syntax.Combine, combine_of),
])  # fmt: skip
"""The function for each kind of expression."""
