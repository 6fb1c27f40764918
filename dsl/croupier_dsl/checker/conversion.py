"""Convert a meaning to the type that its place expects."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

from croupier_dsl import ir
from croupier_dsl.checker.context import Context
from croupier_dsl.checker.scope import Scope
from croupier_dsl.errors import meaning, sorts
from croupier_dsl.literals import Invalid, is_number
from croupier_dsl.source import Span


def many(type: ir.Type) -> ir.Type:
    return replace(type, many=True)


def element(type: ir.Type) -> ir.Type:
    return replace(type, many=False)


def fit(cx: Context, meant: ir.Expr, wanted: ir.Type, span: Span, scope: Scope, what: str = "") -> ir.Expr:
    """Return the value converted to the wanted type; Invalid if that is impossible. `what`: the place, for the
    message."""
    found = convert(meant, wanted, scope)
    if found is None:
        if element(wanted).enum and isinstance(meant, ir.Constant) and meant.type == ir.TRUTH:
            values = cx.names.values(element(wanted))
            raise Invalid(meaning.not_a_value(span, span.text.strip(), values))
        advice = advice_on_truth(meant, wanted, span)
        if meant.type.enum and (wanted.enum or wanted == ir.NUMBER):
            advice = values_hint(cx, element(meant.type), element(wanted))
        raise Invalid(sorts.wrong_type(span, meant.type, wanted, what, advice))
    return found


def advice_on_truth(meant: ir.Expr, wanted: ir.Type, span: Span) -> str:
    """Return advice about a value in place of a condition, as in `where hearts`."""
    if wanted != ir.TRUTH or not isinstance(meant, ir.Constant) or not meant.type.enum:
        return ""
    return sorts.truth_about(span.text.strip(), meant.type.enum)


def convert(meant: ir.Expr, wanted: ir.Type, scope: Scope) -> ir.Expr | None:
    """Return the value as one of the wanted type, or None: none has every type, one thing is a collection of one, and a
    meld is its cards."""
    if meant.type == wanted:
        return meant
    if meant.type == ir.NONE:
        return ir.ListOf(wanted, ()) if wanted.many else ir.Nothing(wanted)
    if wanted == ir.CARDS and element(meant.type) == ir.MELD:
        return cards_of(meant, scope)
    if wanted.many and many(meant.type) == wanted:
        return ir.ListOf(wanted, (meant,))
    return None


def cards_of(meld: ir.Expr, scope: Scope) -> ir.Expr:
    """Return the cards of a meld, or of several melds."""
    if not meld.type.many:
        return ir.MeldFact(ir.CARDS, "cards", meld)
    each = scope.local(ir.MELD, "it")
    return ir.Map(ir.CARDS, meld, each.slot, ir.MeldFact(ir.CARDS, "cards", each))


def common_type(left: ir.Type, right: ir.Type) -> ir.Type | None:
    """Return the type to which both sides can be converted; None if there is none."""
    if left == right or right == ir.NONE:
        return left
    if left == ir.NONE:
        return right
    if element(left) == element(right):
        return many(left)
    if {element(left), element(right)} == {ir.MELD, ir.CARD}:
        return ir.CARDS
    return None


def unify(cx: Context, left: ir.Expr, right: ir.Expr, span: Span, scope: Scope) -> tuple[ir.Expr, ir.Expr]:
    """Return both sides converted to one type; Invalid if that is impossible."""
    wanted = common_type(left.type, right.type)
    if wanted is None:
        raise Invalid(sorts.types_differ(span, left.type, right.type, values_hint(cx, left.type, right.type)))
    return fit(cx, left, wanted, span, scope), fit(cx, right, wanted, span, scope)


def values_hint(cx: Context, *types: ir.Type) -> str:
    """Return advice about mixed-up values of lists: the intended type, or the values of each list."""
    lists = {t.enum: cx.names.enums[t.enum] for t in types if t.enum in cx.names.enums}
    for own, other in permutations(lists, 2):
        if own not in cx.names.attributes and set(lists[own]) <= set(lists[other]):
            return sorts.own_type(own, "/".join(lists[own]), other)
    words = [name for name, values in lists.items() if any(map(is_number, values))]
    joined = {name: "/".join(values) for name, values in lists.items()}
    return sorts.values_of_lists(joined, words if any(t.name == "number" for t in types) else ())


def as_number(cx: Context, meant: ir.Expr, scope: Scope) -> ir.Expr:
    """Return a truth, or each of several, as a number: 1 for yes, else 0. Other values are returned unchanged."""
    if meant.type == ir.TRUTH:
        return ir.IfThenElse(ir.NUMBER, meant, ir.Constant(ir.NUMBER, 1), ir.Constant(ir.NUMBER, 0))
    if meant.type != many(ir.TRUTH):
        return meant
    if isinstance(meant, ir.Map) and meant.body.type == ir.TRUTH:
        return ir.Map(many(ir.NUMBER), meant.collection, meant.slot, as_number(cx, meant.body, scope))
    each = scope.local(ir.TRUTH, "it")
    return ir.Map(many(ir.NUMBER), meant, each.slot, as_number(cx, each, scope))
