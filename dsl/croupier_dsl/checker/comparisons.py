"""Check comparisons (`is`, `in`, `<`, …) and `with` and `without`."""

from __future__ import annotations

from croupier_dsl import ir, signatures, syntax
from croupier_dsl.checker.context import Context
from croupier_dsl.checker.conversion import cards_of, common_type, element, fit, many, unify, values_hint
from croupier_dsl.checker.names import ordered_type
from croupier_dsl.checker.properties import having_taken, property_of, without_further
from croupier_dsl.checker.scope import Scope
from croupier_dsl.errors import sorts
from croupier_dsl.language import later
from croupier_dsl.literals import Invalid, ungroup


def negated(meant: ir.Expr, written: syntax.Is | syntax.In) -> ir.Expr:
    return ir.Not(ir.TRUTH, meant) if written.negated else meant


def operands_meant(
    cx: Context, left: syntax.Expr, right: syntax.Expr, scope: Scope, first: ir.Expr | None = None
) -> tuple[ir.Expr, ir.Expr]:
    """Return both operands; a literal takes the type of the other side. `first`: the left one, if it is known
    already."""
    first = first or cx.parts.expression(cx, left, scope)
    second = cx.parts.expression(cx, right, scope, first.type if first.type != ir.NONE else None)
    if isinstance(first, ir.Constant) and element(first.type) != element(second.type):
        first = cx.parts.expression(cx, left, scope, second.type)
    return first, second


def is_of(cx: Context, written: syntax.Is, scope: Scope, want: ir.Type | None) -> ir.Expr:
    return negated(equality(cx, written, scope), written)


def equality(cx: Context, written: syntax.Is, scope: Scope) -> ir.Expr:
    """Return a truth of the left side (`pile is empty`), a test for a kind of card (`it is QS`), or an equality."""
    left, right = cx.parts.expression(cx, written.left, scope), written.right
    word, inside = without_further(right, scope)
    if isinstance(word, syntax.Name) and word.text not in scope.names:
        found = quality_of(cx, left, word, inside)
        if found is not None:
            return having_taken(inside, found)
    first, second = operands_meant(cx, written.left, right, scope, left)
    kinds = _notations(second)
    if kinds is None and _notations(first) is not None:
        first, kinds = second, _notations(first)
    if kinds is not None and first.type == ir.CARD and not isinstance(first, ir.KindLiteral):
        return ir.IsKind(ir.TRUTH, first, kinds)
    if first.type.many and second.type == ir.NONE:
        raise Invalid(sorts.collection_is_none(written.span))
    if first.type.many or second.type.many:
        raise Invalid(sorts.collections_compared(written.span, first.type, second.type))
    if first.type == ir.CARD and isinstance(second, ir.Constant) and second.type.enum in cx.names.attributes:
        asked = f"{second.type.enum} of {written.left.span.text}"
        advice = sorts.truth_about(right.span.text, asked)
        raise Invalid(sorts.types_differ(written.span, first.type, second.type, advice))
    first, second = unify(cx, first, second, written.span, scope)
    return ir.Same(ir.TRUTH, first, second)


def quality_of(cx: Context, left: ir.Expr, word: syntax.Name, scope: Scope) -> ir.Expr | None:
    """Return the truth of this name that the left side has; None if it has none."""
    combo = cx.names.combos.get(word.text)
    if combo is not None and left.type in (ir.MELD, ir.CARDS):
        cx.used.names.add(word.text)
        cx.references.add_name(word.span, f"combos.{word.text}")
        if isinstance(combo, syntax.Split):
            raise Invalid(sorts.split_is_no_meld(word.span, word.text))
        return ir.IsCombo(ir.TRUTH, word.text, left)
    if left.type == ir.NONE or word.text in cx.names.values(element(left.type)):
        return None
    if word.text in ("count", "sum", *signatures.PICKS):
        return None
    is_one = not left.type.many and left.type != ir.MELD and not isinstance(left, ir.ZoneContents)
    if word.text == "empty" and is_one and left.type != ir.SPOT:
        raise Invalid(sorts.never_empty(word.span, left.type))
    found = property_of(cx, left, word.text, word.span, scope)
    if found is None or found.type != ir.TRUTH:
        return None
    cx.references.add(word.span, word.text, found)
    return found


def in_of(cx: Context, written: syntax.In, scope: Scope, want: ir.Type | None) -> ir.Expr:
    return negated(membership(cx, written, scope), written)


def membership(cx: Context, written: syntax.In, scope: Scope) -> ir.Expr:
    first, second = operands_meant(cx, written.left, written.right, scope)
    kinds = _notations(second)
    if kinds is not None and first.type == ir.CARD and not isinstance(first, ir.KindLiteral):
        return ir.IsKind(ir.TRUTH, first, kinds)
    if element(first.type) == ir.CARD and element(second.type) == ir.MELD:
        second = cards_of(second, scope)
    if isinstance(first, ir.KindLiteral) and element(second.type) == ir.CARD:
        return ir.HasKind(ir.TRUTH, first.notation, fit(cx, second, ir.CARDS, written.right.span, scope))
    if first.type.many:
        raise Invalid(sorts.many_in(written.left.span, first.type))
    if second.type == ir.NONE or common_type(first.type, element(second.type)) is None:
        raise Invalid(
            sorts.types_differ(written.span, first.type, second.type, values_hint(cx, first.type, second.type))
        )
    return ir.Within(ir.TRUTH, fit(cx, first, element(second.type), written.left.span, scope), second)


def order_of(cx: Context, written: syntax.Order, scope: Scope, want: ir.Type | None) -> ir.Expr:
    first, second = operands_meant(cx, written.left, written.right, scope)
    for operand, side in ((first, written.left), (second, written.right)):
        if operand.type != ir.NONE:
            ordered_type(operand, side.span)
    if ir.NONE in (first.type, second.type):
        raise Invalid(sorts.order_with_none(written.span))
    first, second = unify(cx, first, second, written.span, scope)
    return ir.Order(ir.TRUTH, written.op, first, second)


def fits_of(cx: Context, written: syntax.Fits, scope: Scope, want: ir.Type | None) -> ir.Expr:
    def part(side: syntax.Expr, type: ir.Type, what: str) -> ir.Expr:
        return fit(cx, cx.parts.expression(cx, side, scope), type, side.span, scope, what)

    card = part(written.card, ir.CARD, later("the first part of `fits`"))
    spot = part(written.spot, ir.SPOT, later("the second part of `fits`"))
    return ir.Fits(ir.TRUTH, card, spot)


def combine_of(cx: Context, written: syntax.Combine, scope: Scope, want: ir.Type | None) -> ir.Expr:
    """Return the meaning of `with` or `without`; a meld combined with cards counts as its cards."""
    left = cx.parts.expression(cx, written.left, scope, want)
    right = cx.parts.expression(cx, written.right, scope, left.type)
    if ir.NONE in (left.type, right.type):
        raise Invalid(sorts.no_type(written.span))
    if element(left.type) == ir.CARD and element(right.type) == ir.MELD:
        right = cards_of(right, scope)
    if element(left.type) == ir.MELD and (not left.type.many or element(right.type) == ir.CARD):
        left = cards_of(left, scope)
        right = cards_of(right, scope) if element(right.type) == ir.MELD else right
    if element(left.type) != element(right.type):
        raise Invalid(sorts.types_differ(written.span, left.type, right.type, values_hint(cx, left.type, right.type)))
    left = fit(cx, left, many(left.type), written.left.span, scope)
    return ir.Combine(left.type, written.op, left, right)


def _notations(meant: ir.Expr) -> tuple[str, ...] | None:
    """Return the notations of a literal that names only kinds of card; None for any other expression."""
    if isinstance(meant, ir.KindLiteral):
        return (meant.notation,)
    if isinstance(meant, ir.ListOf) and meant.items and all(isinstance(item, ir.KindLiteral) for item in meant.items):
        return tuple(item.notation for item in meant.items if isinstance(item, ir.KindLiteral))
    return None


def operands(written: syntax.Expr) -> tuple[syntax.Expr, ...]:
    """Return the sentences that a sentence joins with `and`."""
    whole = ungroup(written)
    return whole.operands if isinstance(whole, syntax.Logic) and whole.op == "and" else (written,)
