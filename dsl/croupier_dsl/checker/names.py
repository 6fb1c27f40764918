"""Resolve a bare name: a local name, a property of the nearest subject that has it, a name of the table, else a
literal."""

from __future__ import annotations

from collections.abc import Mapping

from croupier_dsl import ir, signatures, syntax
from croupier_dsl.checker.context import Context, Poisoned
from croupier_dsl.checker.conversion import common_type, element, many, unify, values_hint
from croupier_dsl.checker.properties import owners_of, property_of, read_value
from croupier_dsl.checker.scope import ME, Scope
from croupier_dsl.diagnostics import Diagnostic
from croupier_dsl.errors import keys, meaning, sense, sorts, stages, structure
from croupier_dsl.errors.sense import SORTS
from croupier_dsl.literals import Invalid, ungroup
from croupier_dsl.source import Span


def name_meant(cx: Context, name: syntax.Name, scope: Scope, want: ir.Type | None) -> ir.Expr:
    """Return the meaning of a bare name."""
    meant = value_of_name(cx, name, scope, want)
    cx.references.add(name.span, name.text, meant)
    return meant


def value_of_name(cx: Context, name: syntax.Name, scope: Scope, want: ir.Type | None) -> ir.Expr:
    text, span = name.text, name.span
    if text in scope.names:
        local = scope.names[text]
        if local is None:
            raise Poisoned
        cx.used.given[id(local)] = local
        if want is not None and text in cx.names.values(element(want)):
            cx.diagnostics.add(sense.given_hides_a_word(span, text, want.enum))
        return local
    if text == "it":
        if not scope.subjects:
            raise Invalid(meaning.no_it(span))
        return scope.subjects[-1]
    if text == "me":
        if not scope.acts:
            raise Invalid(meaning.nobody_acts(span))
        return ME
    if text not in cx.names.declared and (value := listed_value(cx, text, want)) is not None:
        return value
    found = property_of_nearest(cx, text, span, scope)
    declared = cx.names.of(None).get(text)
    if found is not None or declared is not None:
        warn_of_hidden_word(cx, name, want)
    if found is not None:
        return found
    if declared is not None:
        return read_value(cx, declared, None, span, scope)
    return builtin(text, span, scope) or literal_of(cx, text, span, scope, want)


def warn_of_hidden_word(cx: Context, name: syntax.Name, want: ir.Type | None) -> None:
    """Warn that a name refers to a declaration where a word of a list could be meant."""
    declared = cx.names.declared.get(name.text)
    if want is not None and declared is not None and name.text in cx.names.values(element(want)):
        told = sense.hides_a_word(name.span, name.text, SORTS.get(declared.sort, declared.sort), want.enum)
        cx.diagnostics.add(told)


def listed_value(cx: Context, text: str, want: ir.Type | None) -> ir.Constant | None:
    """Return the word of the expected list by this name, even if it is also a builtin such as `next`; else None."""
    wanted = None if want is None else element(want)
    return enum_value(cx, wanted, text) if wanted is not None and text in cx.names.values(wanted) else None


def property_of_nearest(cx: Context, text: str, span: Span, scope: Scope) -> ir.Expr | None:
    if text in signatures.OF_COLLECTIONS:
        return None
    subjects = (*reversed(scope.subjects), ME) if scope.acts else tuple(reversed(scope.subjects))
    for subject in subjects:
        found = property_of(cx, subject, text, span, scope)
        if found is not None:
            return found
    return None


_THINGS: Mapping[str, type[ir.Players | ir.Teams | ir.Deck | ir.Direction]] = {
    "players": ir.Players, "teams": ir.Teams, "deck": ir.Deck, "direction": ir.Direction,
}  # fmt: skip


def builtin(text: str, span: Span, scope: Scope) -> ir.Expr | None:
    """Return the meaning of a builtin name; None for other names."""
    type = signatures.THINGS.get(text)
    if type is None:
        return None
    if text == "all_passed":
        if not scope.served:
            raise Invalid(stages.nobody_passed(span))
        return ir.AllPassed(type, scope.stages[-1])
    if text in _THINGS:
        return _THINGS[text](type)
    if not scope.goes_round:
        raise Invalid(structure.nothing_goes_round(span))
    return ir.NextActor(type)


def literal_of(cx: Context, text: str, span: Span, scope: Scope, want: ir.Type | None) -> ir.Expr:
    """Return a literal: a value of the expected type, else of the one type that has it."""
    wanted = element(want) if want is not None else None
    if (value := listed_value(cx, text, want)) is not None:
        return value
    if text in ("no", "yes"):
        return ir.Constant(ir.TRUTH, text == "yes")
    if text in cx.kinds and (wanted is None or wanted == ir.CARD):
        return ir.KindLiteral(ir.CARD, text)
    homes = cx.names.homes(text)
    if len(homes) == 1:
        return enum_value(cx, homes[0], text)
    if homes:
        raise Invalid(meaning.ambiguous_value(span, text, [home.enum for home in homes]))
    raise Invalid(unknown_name(cx, text, span, scope, wanted))


def unknown_name(cx: Context, text: str, span: Span, scope: Scope, wanted: ir.Type | None) -> Diagnostic:
    if text in signatures.NOUNS and text not in signatures.BUILTINS:
        return meaning.noun_is_no_value(span, text)
    if text in cx.kinds and wanted is not None:
        printed = zip(cx.names.attributes, cx.kinds[text], strict=True)
        value = next((each for attribute, each in printed if attribute == wanted.enum), None)
        word = cx.names.values(wanted)[value] if value is not None and wanted.enum else ""
        return meaning.kind_for_a_value(span, text, wanted, word)
    declared = cx.names.declared.get(text)
    if declared is not None and declared.key is not None:
        return keys.which_of_them(span, text, declared.key)
    if owners := owners_of(cx, text):
        return meaning.nobody_has_it(span, text, owners, performed=scope.chance and bool(scope.stages))
    if text in cx.names.moves:
        return meaning.move_is_no_value(span, text)
    if text == "value":
        return meaning.value_of_what(span, list(cx.names.attributes))
    return meaning.unknown_name(span, text, [*scope.names, *cx.names.everything()])


def enum_value(cx: Context, type: ir.Type, text: str) -> ir.Constant:
    return ir.Constant(type, cx.names.values(type).index(text))


def number_meant(cx: Context, number: syntax.Number, scope: Scope, want: ir.Type | None) -> ir.Expr:
    """Return a number, or a value that is spelled like one: a word of a list (`rank is 7`), a kind of card (`it
    is 7`)."""
    wanted, text = element(want) if want is not None else None, str(number.value)
    if wanted is not None and text in cx.names.values(wanted):
        value = enum_value(cx, wanted, text)
        cx.references.add(number.span, text, value)
        return value
    if wanted == ir.CARD and text in cx.kinds:
        return ir.KindLiteral(ir.CARD, text)
    return ir.Constant(ir.NUMBER, number.value)


def list_of(cx: Context, written: syntax.Alternatives, scope: Scope, want: ir.Type | None) -> ir.Expr:
    """Return the list `a/b/c`. Names are resolved first, because they determine the type of the numbers."""
    meant = of_one_type(cx, written.items, scope, want)
    type = ir.NONE
    for item, part in zip(written.items, meant, strict=True):
        common = common_type(type, element(part.type))
        if common is None:
            raise Invalid(sorts.types_differ(item.span, type, part.type, values_hint(cx, type, part.type)))
        type = element(common)
    if type == ir.NONE:
        raise Invalid(sorts.no_type(written.span))
    return ir.ListOf(many(type), tuple(meant))


def range_of(cx: Context, written: syntax.Range, scope: Scope, want: ir.Type | None) -> ir.Expr:
    if written.high is None:
        low = cx.parts.expression(cx, written.low, scope, want)
        return ir.Span(many(ordered_type(low, written.low.span)), low, None)
    low, high = of_one_type(cx, (written.low, written.high), scope, want)
    low, high = unify(cx, low, high, written.span, scope)
    type = ordered_type(low, written.span)
    least, most = ir.number_in(low), ir.number_in(high)
    if least is not None and most is not None and least > most:
        raise Invalid(sorts.range_runs_backwards(written.span, written.low.span.text, written.high.span.text))
    return ir.Span(many(type), low, high)


def ordered_type(value: ir.Expr, span: Span) -> ir.Type:
    if value.type.many or not (value.type.enum or value.type == ir.NUMBER):
        raise Invalid(sorts.no_order(span, value.type))
    return value.type


def of_one_type(cx: Context, items: tuple[syntax.Expr, ...], scope: Scope, want: ir.Type | None) -> list[ir.Expr]:
    """Return several values of one type; items that are not numbers are resolved first."""
    found: dict[int, ir.Expr] = {}
    for number, item in sorted(enumerate(items), key=lambda pair: says_little(cx, pair[1])):
        found[number] = cx.parts.expression(cx, item, scope, want)
        if want is None and found[number].type not in (ir.NONE, ir.NUMBER):
            want = found[number].type
    return [found[number] for number in range(len(items))]


def says_little(cx: Context, item: syntax.Expr) -> bool:
    """Return whether the type of the item depends on the other items: a number, or a word that is also a builtin."""
    bare = ungroup(item)
    if isinstance(bare, syntax.Name):
        return bare.text in signatures.BUILTINS and bool(cx.names.homes(bare.text))
    return isinstance(bare, syntax.Number)
