"""Check the choices of a player, and lists of conditions."""

from __future__ import annotations

from dataclasses import replace

from croupier_dsl import ir, signatures, syntax
from croupier_dsl.analysis.walk import locals_read, nodes
from croupier_dsl.checker.comparisons import operands
from croupier_dsl.checker.context import Context, attempt, free, place
from croupier_dsl.checker.conversion import element
from croupier_dsl.checker.expressions import expression, number_of
from croupier_dsl.checker.filters import innermost_collection, truth_of
from croupier_dsl.checker.properties import collection_of, having_taken, require_finite, without_further
from croupier_dsl.checker.scope import Scope
from croupier_dsl.errors import meaning, sorts
from croupier_dsl.language import later
from croupier_dsl.literals import Invalid, ungroup
from croupier_dsl.source import Span

ONE = ir.Constant(ir.NUMBER, 1)


def conditions_of(
    cx: Context, written: tuple[syntax.Condition, ...], scope: Scope, path: str, what: str
) -> tuple[ir.Condition, ...]:
    """Return the conditions; an unnamed sentence is split at its `and`s, and its parts are numbered from 1."""
    found: list[ir.Condition | None] = []
    number = 0
    for condition in written:
        if condition.name is not None:
            found.append(condition_of(cx, condition.expr, scope, f"{path}.{condition.name.text}", what))
            continue
        for part in operands(condition.expr):
            number += 1
            found.append(condition_of(cx, part, scope, f"{path}.{number}", what))
    return tuple(condition for condition in found if condition is not None)


def condition_of(cx: Context, written: syntax.Expr, scope: Scope, path: str, what: str) -> ir.Condition | None:
    meant = attempt(cx, lambda: without_loose_kinds(cx, truth_of(cx, written, scope, what), written.span))
    if meant is None:
        return None
    mentions = tuple(sorted(locals_read(meant) & set(scope.chosen)))
    return ir.Condition(path, meant, mentions, " ".join(written.span.text.split()), place(written.span))


def without_loose_kinds(cx: Context, meant: ir.Expr, span: Span) -> ir.Expr:
    """Return the meaning of a whole sentence; Invalid if it uses a kind of card as a card."""
    for literal in [part for part in nodes(meant) if isinstance(part, ir.KindLiteral)]:
        raise Invalid(sorts.loose_kind(cx.spans.of(literal, span), literal.notation))
    return meant


def choices_of(
    cx: Context, written: tuple[syntax.Choice, ...], scope: Scope, path: str
) -> tuple[tuple[ir.Choice, ...], Scope]:
    """Return the choices, and the scope after them. A choice may use those before it."""
    found: list[ir.Choice] = []
    for choice in written:
        name = choice.name
        if name.text in signatures.NO_NAMES:
            cx.diagnostics.add(meaning.reserved_word(name.span, name.text, cx.names.declared))
        if any(slot in scope.chosen for slot in _slots_named(scope, name.text)):
            cx.diagnostics.add(meaning.chosen_twice(name.span, name.text))
        meant, after = choice_and_scope(cx, choice, scope, f"{path}.{name.text}")
        if meant is not None:
            found.append(meant)
        scope = after
    return tuple(found), scope


def choice_and_scope(cx: Context, choice: syntax.Choice, scope: Scope, path: str) -> tuple[ir.Choice | None, Scope]:
    meant = attempt(cx, lambda: choice_of(cx, choice, scope, path))
    if meant is None:
        return None, scope.knowing(choice.name.text, None)
    local = ir.Local(meant.type, meant.slot, meant.name)
    cx.references.declare(local, choice.name, path)
    after = scope.knowing(choice.name.text, local)
    return meant, replace(after, chosen=(*scope.chosen, meant.slot))


def choice_of(cx: Context, choice: syntax.Choice, scope: Scope, path: str) -> ir.Choice:
    name, domain = choice.name.text, choice.domain
    slot = scope.slots.take()
    single = domain.amount is None
    low, high = (ONE, ONE) if domain.amount is None else amount_of(cx, domain.amount, scope)
    collection, filters, if_possible = domain_of(cx, choice, scope, slot, path)
    require_finite(collection, domain.collection.span)
    type = element(collection.type) if single else collection.type
    return ir.Choice(name, slot, type, single, low, high, collection, filters, if_possible, place(choice.name.span))


def amount_of(cx: Context, written: syntax.Expr, scope: Scope) -> tuple[ir.Expr, ir.Expr | None]:
    """Return the number of elements to choose, from `3`, `1..3` or `1..`: the least and the most, None for no limit."""
    bare = ungroup(written)
    if not isinstance(bare, syntax.Range):
        number = number_of(cx, written, scope)
        return number, number
    low = number_of(cx, bare.low, scope)
    high = None if bare.high is None else number_of(cx, bare.high, scope)
    least, most = ir.number_in(low), ir.number_in(high)
    if least is not None and most is not None and least > most:
        raise Invalid(sorts.range_runs_backwards(written.span, str(least), str(most)))
    return low, high


def domain_of(
    cx: Context, choice: syntax.Choice, scope: Scope, slot: int, path: str
) -> tuple[ir.Expr, tuple[ir.Condition, ...], bool]:
    """Return the domain of a choice, the conditions on its elements, and whether they are dropped if no element meets
    them."""
    written = ungroup(choice.domain.collection)
    if isinstance(written, syntax.Where):
        chain, outside = without_further(written.collection, scope)
        links, collection = innermost_collection(cx, chain, outside)
        if not links:
            having_taken(outside, collection)
            without_loose_kinds(cx, collection, written.span)
            candidate = ir.Local(element(collection.type), slot, choice.name.text)
            cx.references.declare(candidate, choice.name, path)
            inside = scope.about(candidate).knowing(choice.name.text, candidate)
            inside = replace(inside, chosen=(*scope.chosen, slot))
            if written.alias is not None:
                called = replace(candidate)
                cx.references.declare(called, written.alias)
                inside = inside.knowing(free(written.alias, cx.names).text, called)
            parts = enumerate(operands(written.condition), 1)
            filters = [
                condition_of(cx, part, inside, f"{path}.{n}", later("the condition after `where`")) for n, part in parts
            ]
            return collection, tuple(f for f in filters if f is not None), written.if_possible
    collection = collection_of(expression(cx, written, scope), written.span, scope)
    return without_loose_kinds(cx, collection, written.span), (), False


def _slots_named(scope: Scope, name: str) -> tuple[int, ...]:
    local = scope.names.get(name)
    return (local.slot,) if local is not None else ()


def sentence(cx: Context, written: syntax.Expr, scope: Scope, want: ir.Type | None = None) -> ir.Expr:
    return without_loose_kinds(cx, expression(cx, written, scope, want), written.span)
