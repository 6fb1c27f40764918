"""Check zones and state that exist once per number or word, and which one is meant: `bet of 2 of me`."""

from __future__ import annotations

from typing import cast

from croupier_dsl import ir, syntax
from croupier_dsl.checker.context import Context
from croupier_dsl.checker.conversion import element, many
from croupier_dsl.checker.scope import ME, Scope
from croupier_dsl.errors import keys as errors
from croupier_dsl.literals import Invalid
from croupier_dsl.resolver import Declared
from croupier_dsl.source import Span


def all_keys(cx: Context, name: str) -> ir.Expr | None:
    """Return the keys of a zone or variable that exists once per key; None while this is being computed, or after an
    error, which is reported once."""
    if name not in cx.definitions.keys:
        cx.definitions.keys[name] = None
        cx.definitions.keys[name] = listed_keys(cx, keys_written(cx, name))
    return cx.definitions.keys[name]


def keys_written(cx: Context, name: str) -> syntax.Expr:
    written = cx.names.keys_of(cx.names.head(name))
    assert written is not None, name
    return written


def listed_keys(cx: Context, written: syntax.Expr) -> ir.Expr:
    span = written.span
    if isinstance(written, syntax.Name):
        named = syntax.Of(span, syntax.Property(span, "values"), written)
        found = cx.parts.expression(cx, named, Scope())
    else:
        found = cx.parts.expression(cx, written, Scope())
    type = element(found.type)
    if not (type.enum or type == ir.NUMBER) or (isinstance(found, ir.Span) and found.high is None):
        raise Invalid(errors.keys_of_what(span, span.text.strip()))
    if isinstance(found, ir.Span) and isinstance(found.low, ir.Constant) and isinstance(found.high, ir.Constant):
        number = found.high.value - found.low.value + 1
        if number > ir.MOST_KEYS:
            raise Invalid(errors.too_many_keys(span, number, ir.MOST_KEYS))
    return found if found.type.many else ir.ListOf(many(type), (found,))


# ------------------------------------------------------------ in sentences


def with_its_key(cx: Context, written: syntax.Of, scope: Scope) -> syntax.Of:
    """Return `bet of 2 of me` as the property `bet` with the key 2, if `bet` exists once per number."""
    link, thing = written.link, written.thing
    if isinstance(link, syntax.Key):
        raise Invalid(errors.no_keys_before(link.span, isinstance(link.value, syntax.Number | syntax.Range)))
    if not isinstance(link, syntax.Property) or link.key is not None or not isinstance(thing, syntax.Of):
        return written
    declared = cx.names.declared.get(link.name)
    if declared is None or declared.key is None or declared.subject is None:
        return written
    owner = thing.thing
    match thing.link:
        case syntax.Key(value=value):
            pass
        case syntax.Property(name="values") if isinstance(owner, syntax.Of) and isinstance(owner.link, syntax.Property):
            listed = syntax.Name(owner.link.span, owner.link.name)
            value, owner = syntax.Of(thing.span, thing.link, listed), owner.thing
        case syntax.Property(span, name, None) if name in ("it", *scope.names) or name in cx.names.values(declared.key):
            value = syntax.Name(span, name)
        case _:
            return written
    return syntax.Of(written.span, syntax.Property(link.span, link.name, value), owner)


def type_wanted(cx: Context, link: syntax.Link) -> ir.Type | None:
    """Return the type that a property expects of its thing, for literals; None if any will do."""
    declared = cx.names.declared.get(link.name) if isinstance(link, syntax.Property) else None
    if declared is None or (isinstance(link, syntax.Property) and link.key is not None):
        return None
    if declared.key is not None:
        return declared.key
    subject = declared.subject
    return subject if subject is not None and (subject.enum or subject == ir.NUMBER) else None


def keyed_by(cx: Context, declared: Declared, thing: ir.Expr, span: Span, scope: Scope) -> ir.Keyed:
    """Return the keyed zone or variable for a thing, which is its key or its owner; the other one is the nearest
    subject of that type."""
    if thing.type != declared.key:
        return one_keyed(cx, declared, nearest_subject(declared, declared.key, span, scope), thing, span)
    owner = None if declared.subject is None else nearest_subject(declared, declared.subject, span, scope)
    return one_keyed(cx, declared, thing, owner, span)


def nearest_subject(declared: Declared, type: ir.Type | None, span: Span, scope: Scope) -> ir.Expr:
    subjects = (*reversed(scope.subjects), ME) if scope.acts else tuple(reversed(scope.subjects))
    found = next((subject for subject in subjects if subject.type == type), None)
    if found is None:
        raise Invalid(errors.which_of_them(span, declared.name, cast(ir.Type, type)))
    return found


def one_keyed(cx: Context, declared: Declared, key: ir.Expr, owner: ir.Expr | None, span: Span) -> ir.Keyed:
    """Return one of a keyed zone or variable; Invalid if the key is known and not in the list."""
    if isinstance(key, ir.Constant):
        refuse_unlisted(cx, declared, key, cx.spans.of(key, span))
    return ir.Keyed(ir.KEY, declared.name, key, owner)


def refuse_unlisted(cx: Context, declared: Declared, key: ir.Constant, span: Span) -> None:
    head = cx.names.head(declared.name)
    keys = None if declared.key is None and head.keys is None else all_keys(cx, declared.name)
    ends = (keys.low, keys.high) if isinstance(keys, ir.Span) else ()
    low, high = (end.value if isinstance(end, ir.Constant) else key.value for end in ends or (key, key))
    listed = keys.items if isinstance(keys, ir.ListOf) else ()
    plain = all(isinstance(item, ir.Constant) for item in listed)
    if low <= key.value <= high and (not listed or not plain or key in listed):
        return
    written = keys_written(cx, declared.name)
    raise Invalid(errors.out_of_keys(span, declared.name, span.text.strip(), written.span.text.strip()))
