"""Check `where`, `some of` and `none of`: the collection that they filter, and the condition on its elements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from croupier_dsl import ir, signatures, syntax
from croupier_dsl.analysis.walk import locals_read
from croupier_dsl.checker.context import Context, Poisoned, free
from croupier_dsl.checker.conversion import element, fit, many
from croupier_dsl.checker.keys import type_wanted, with_its_key
from croupier_dsl.checker.properties import collection_of, having_taken, linked, require_finite, without_further
from croupier_dsl.checker.scope import Scope
from croupier_dsl.diagnostics import Diagnostic
from croupier_dsl.errors import meaning, sense, sorts
from croupier_dsl.language import later
from croupier_dsl.literals import Invalid


def where_of(cx: Context, written: syntax.Where, scope: Scope, want: ir.Type | None) -> ir.Expr:
    """Return the meaning of a filter. In `owner of highest by rank of trick where …` the trick is filtered first, then
    the properties before it are applied."""
    _, outside, links, collection, each, condition = tested(cx, written, scope)
    found: ir.Expr = ir.Filter(collection.type, collection, each.slot, condition, written.if_possible)
    return having_taken(outside, lay_on(cx, links, cx.spans.note(found, written.span), outside))


def exists_of(cx: Context, written: syntax.Exists, scope: Scope, want: ir.Type | None) -> ir.Expr:
    chain, outside, links, collection, each, condition = tested(cx, written, scope)
    if written.negated:
        warn_of_swallowed(cx, written, condition, each)
    if links:
        selections = tuple(links)
        kept = ir.Filter(collection.type, collection, each.slot, condition, False)
        left = having_taken(outside, lay_on(cx, links, kept, outside))
        empty = ir.IsEmpty(ir.TRUTH, collection_of(left, chain.span, scope))
        warn_of_idle(cx, selections)
        return empty if written.negated else ir.Not(ir.TRUTH, empty)
    having_taken(outside, collection)
    found = ir.Exists(ir.TRUTH, collection, each.slot, condition)
    return ir.Not(ir.TRUTH, cx.spans.note(found, written.span)) if written.negated else found


def tested(
    cx: Context, written: syntax.Where | syntax.Exists, scope: Scope
) -> tuple[syntax.Expr, Scope, list[syntax.Of], ir.Expr, ir.Local, ir.Expr]:
    """Return the chain and its scope, its links and innermost collection, the element in hand and its condition."""
    chain, outside = without_further(written.collection, scope)
    links, collection = innermost_collection(cx, chain, outside)
    require_finite(collection, chain.span)
    each, inside = element_in_hand(cx, collection, written.alias, scope)
    try:
        condition = such_that(cx, written, links, collection, inside, outside)
    except Invalid as invalid:
        raise Invalid(_swallowing(written, invalid.diagnostic)) from None
    return chain, outside, links, collection, each, condition


def _swallowing(written: syntax.Where | syntax.Exists, wrong: Diagnostic) -> Diagnostic:
    """Advise parentheses if a sum that follows a filter was read as part of its condition."""
    last = written.condition
    while isinstance(last, syntax.Logic):
        last = last.operands[-1]
    if wrong.code != "E402" or not isinstance(last, syntax.Is | syntax.In):
        return wrong
    first = last.right
    while isinstance(first, syntax.Arithmetic):
        first = first.left
    if first is last.right or wrong.span != first.span or isinstance(written, syntax.Exists):
        return wrong
    return replace(wrong, help=sorts.after_filter(written.collection.span.to(first.span), last.right.span.end))


def warn_of_swallowed(cx: Context, written: syntax.Exists, condition: ir.Expr, each: ir.Local) -> None:
    """Warn about an `or` after `none of … where` whose second part does not use the elements, unless it is in
    parentheses."""
    said = written.condition
    if not isinstance(said, syntax.Logic) or said.op != "or" or not isinstance(condition, ir.Logic):
        return
    for part, meant in zip(said.operands[1:], condition.operands[1:], strict=False):
        if each.slot not in locals_read(meant):
            whole, other = written.collection.span.to(said.operands[0].span), part.span.text.strip()
            cx.diagnostics.add(sense.swallowed(part.span, whole, other))


def warn_of_idle(cx: Context, links: Sequence[syntax.Of]) -> None:
    """Warn about `some of top 4 of heap where …`: the heap is filtered first, so taking the top changes nothing.

    It finds something if and only if the filter does, unless a property follows the selection.
    """
    if all(selects(link.link) for link in links):
        cx.diagnostics.add(sense.idle_selection(links[0].link.span.to(links[-1].link.span), links[0].span))


def selects(link: syntax.Link) -> bool:
    """Return whether the link takes some elements of a collection."""
    match link:
        case syntax.Property(name=name, key=key):
            return key is None and name in signatures.PICKS
        case syntax.Top() | syntax.Extreme():
            return True
        case syntax.Key():
            return False


def such_that(
    cx: Context,
    written: syntax.Where | syntax.Exists,
    links: list[syntax.Of],
    collection: ir.Expr,
    inside: Scope,
    scope: Scope,
) -> ir.Expr:
    """Return the condition on each element; if it would fit the whole chain better, the error suggests parentheses."""
    try:
        return truth_of(cx, written.condition, inside, later("the condition after `where`"))
    except Invalid as invalid:
        if links and not cx.progress.explaining and suits_the_whole(cx, written, links, collection, scope):
            advice = meaning.wants_parentheses(written.collection.span)
            raise Invalid(replace(invalid.diagnostic, help=advice)) from None
        raise


def suits_the_whole(
    cx: Context, written: syntax.Where | syntax.Exists, links: list[syntax.Of], collection: ir.Expr, scope: Scope
) -> bool:
    cx.progress.explaining = True
    try:
        whole = lay_on(cx, list(links), collection, scope)
        if not whole.type.many:
            return False
        around = replace(scope, further=None)
        truth_of(cx, written.condition, element_in_hand(cx, whole, written.alias, around)[1], "")
        return True
    except (Invalid, Poisoned):
        return False
    finally:
        cx.progress.explaining = False


def innermost_collection(cx: Context, written: syntax.Expr, scope: Scope) -> tuple[list[syntax.Of], ir.Expr]:
    """Return the innermost collection of a chain, and the properties before it, the nearest last. The spots of a row
    belong to the row, not to its cards."""
    links: list[syntax.Of] = []
    while isinstance(written, syntax.Of) and not of_values(written):
        links.append(with_its_key(cx, written, scope))
        written = links[-1].thing
    found = cx.parts.expression(cx, written, scope, type_wanted(cx, links[-1].link) if links else None)
    while links and (not found.type.many or (found.type == ir.CARDS and _spots(links[-1].link))):
        link = links.pop()
        found = cx.spans.note(linked(cx, link, found, scope), link.span)
    return links, collection_of(found, written.span, scope)


def element_in_hand(
    cx: Context, collection: ir.Expr, alias: syntax.Name | None, scope: Scope
) -> tuple[ir.Local, Scope]:
    """Return the local for one element, and the scope in which it is the nearest subject."""
    each = scope.local(element(collection.type), alias.text if alias is not None else "it")
    inner = scope.about(each)
    cx.references.declare(each, alias)
    return each, inner.knowing(free(alias, cx.names).text, each) if alias is not None else inner


def lay_on(cx: Context, links: list[syntax.Of], thing: ir.Expr, scope: Scope) -> ir.Expr:
    while links:
        link = links.pop()
        thing = cx.spans.note(linked(cx, link, thing, scope), link.span)
    return thing


def truth_of(cx: Context, written: syntax.Expr, scope: Scope, what: str) -> ir.Expr:
    return fit(cx, cx.parts.expression(cx, written, scope, ir.TRUTH), ir.TRUTH, written.span, scope, what)


def values_listed(cx: Context, written: syntax.Of) -> ir.Expr:
    """Return `values of kind`: all words of a list."""
    name = written.thing
    assert isinstance(name, syntax.Name)
    if name.text in cx.names.declared:
        cx.references.add_name(name.span, cx.names.path_of(name.text))
    if name.text in cx.names.number_values:
        cx.used.names.add(name.text)
        numbers = cx.names.number_values[name.text]
        return ir.ListOf(many(ir.NUMBER), tuple(ir.Constant(ir.NUMBER, number) for number in numbers))
    if name.text not in cx.names.enums:
        known = [*cx.names.enums, *cx.names.number_values]
        raise Invalid(meaning.values_of_what(name.span, name.text, known))
    cx.used.names.add(name.text)
    return ir.Values(ir.Type("enum", name.text, many=True), name.text)


def _spots(link: syntax.Link) -> bool:
    return isinstance(link, syntax.Property) and link.name == "spots"


def of_values(written: syntax.Of) -> bool:
    return (
        isinstance(written.link, syntax.Property)
        and written.link.name == "values"
        and isinstance(written.thing, syntax.Name)
    )
