"""Check `PROPERTY of THING`: properties of one thing, and of many things through each of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, cast

from croupier_dsl import ir, signatures, syntax
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.checker.context import Context
from croupier_dsl.checker.conversion import as_number, cards_of, element, fit, many
from croupier_dsl.checker.keys import keyed_by, one_keyed, refuse_unlisted
from croupier_dsl.checker.scope import Further, Scope
from croupier_dsl.diagnostics import Diagnostic
from croupier_dsl.errors import effects, meaning, sense, sorts, structure
from croupier_dsl.language import later
from croupier_dsl.literals import Invalid
from croupier_dsl.resolver import Declared, words_in
from croupier_dsl.source import Span


def link_on(cx: Context, link: syntax.Link, thing: ir.Expr, scope: Scope) -> ir.Expr:
    """Return a link of the chain `a of b of c` applied to the meaning of the rest of the chain."""
    match link:
        case syntax.Property(span, _, key) if key is not None:
            keyed = by_key(cx, link, thing, scope)
            cx.references.add(span, link.name, keyed)
            return cx.spans.note(keyed, span)
        case syntax.Key():
            raise AssertionError("keys are checked with their table")
        case syntax.Property(span, name):
            found = property_of(cx, thing, name, span, scope)
            if found is None and name in signatures.OF_COLLECTIONS and not thing.type.many:
                raise Invalid(sorts.not_a_collection(span, thing.type))
            if found is None:
                raise Invalid(not_a_property(cx, thing.type, name, span))
            cx.references.add(span, name, found)
            return cx.spans.note(found, span)
        case syntax.Top(span, count):
            thing = collection_of(thing, span, scope)
            require_order(cx, thing, "top", span)
            if count is None:
                return ir.Pick(element(thing.type), "top", thing)
            return ir.TopSome(thing.type, how_many(cx, count, scope), thing)
        case syntax.Extreme():
            return extreme_of(cx, link, collection_of(thing, link.span, scope), scope)


def linked(cx: Context, written: syntax.Of, thing: ir.Expr, scope: Scope) -> ir.Expr:
    """Return the first link of a chain applied to the meaning of the rest; warn if a list in it could be read in two
    ways."""
    found = link_on(cx, written.link, thing, scope)
    listed, link = written.thing, written.link
    if (
        isinstance(listed, syntax.Alternatives)
        and isinstance(link, syntax.Property)
        and link.name not in signatures.OF_COLLECTIONS
        and element(found.type) == element(thing.type)
        and not (isinstance(thing, ir.ListOf) and all(isinstance(item, ir.Constant) for item in thing.items))
    ):
        cx.diagnostics.add(sense.list_first(listed.span, link.span.text, [i.span.text for i in listed.items]))
    return found


def by_key(cx: Context, link: syntax.Property, thing: ir.Expr, scope: Scope) -> ir.Expr:
    """Return `bet of 2` of one owner or of several; a list of keys gives the values in the order of the keys."""
    declared, span = cx.names.declared[link.name], link.span
    assert link.key is not None
    assert declared.key is not None
    if thing.type.many and element(thing.type) == declared.subject:
        each = scope.local(element(thing.type), "it")
        found = by_key(cx, link, each, scope)
        return ir.Map(many(found.type), thing, each.slot, found)
    if thing.type != declared.subject:
        raise Invalid(not_a_property(cx, thing.type, link.name, span))
    key = cx.parts.expression(cx, link.key, scope, declared.key)
    if key.type == many(declared.key):
        one = scope.local(declared.key, "it")
        found = read_value(cx, declared, one_keyed(cx, declared, one, thing, span), span, scope)
        return ir.Map(many(found.type), key, one.slot, found)
    key = fit(cx, key, declared.key, link.key.span, scope, later("the key"))
    return read_value(cx, declared, one_keyed(cx, declared, key, thing, link.key.span), span, scope)


def how_many(cx: Context, count: syntax.Expr, scope: Scope) -> ir.Expr:
    scope = replace(scope, further=None)
    return fit(cx, cx.parts.expression(cx, count, scope, ir.NUMBER), ir.NUMBER, count.span, scope, later("the count"))


def extreme_of(cx: Context, link: syntax.Extreme, thing: ir.Expr, scope: Scope) -> ir.Expr:
    """Return the highest or lowest value, the thing with the best property, or the best N or all the best of them."""
    span, which, by = link.span, link.which, link.by
    if not by and not (thing.type.enum or element(thing.type) == ir.NUMBER):
        raise Invalid(sorts.no_extreme(span, which, thing.type))
    if not by and link.count is None:
        return ir.ExtremeValue(element(thing.type), which, thing)
    each = scope.local(element(thing.type), "it")
    key, *then = [ranking(cx, each, name, scope) for name in by] or [each]
    for number, name in enumerate(by):
        if name.text in (earlier.text for earlier in by[:number]):
            raise Invalid(sorts.key_again(name.span, name.text))
    if link.count is None and not link.all:
        return ir.ExtremeThing(element(thing.type), which, thing, each.slot, key, tuple(then))
    require_finite(thing, span)
    count = None if link.count is None else how_many(cx, link.count, scope)
    return ir.Best(thing.type, which, count, thing, each.slot, key, tuple(then))


def ranking(cx: Context, each: ir.Expr, by: syntax.Name, scope: Scope) -> ir.Expr:
    """Return the value by which each thing is ranked; a truth counts 1 if it holds, else 0."""
    key = property_of(cx, each, by.text, by.span, scope)
    if key is None:
        raise Invalid(not_a_property(cx, each.type, by.text, by.span))
    cx.references.add(by.span, by.text, key)
    key = as_number(cx, key, scope) if key.type == ir.TRUTH else key
    if key.type.many or not (key.type.enum or key.type == ir.NUMBER):
        raise Invalid(sorts.no_order(by.span, key.type))
    return key


def require_finite(collection: ir.Expr, span: Span) -> None:
    """Raise Invalid for a range that is filtered or ranked and has no end, or too many numbers."""
    if not isinstance(collection, ir.Span):
        return
    low, high = collection.low, collection.high
    if high is None:
        raise Invalid(sorts.endless_choice(span))
    if isinstance(low, ir.Constant) and isinstance(high, ir.Constant) and high.value - low.value >= ir.LONGEST_RANGE:
        raise Invalid(sorts.range_beyond(span, high.value - low.value + 1, ir.LONGEST_RANGE))


def collection_of(thing: ir.Expr, span: Span, scope: Scope) -> ir.Expr:
    """Return the thing as a collection, a meld as its cards; Invalid if it is neither."""
    if thing.type == ir.MELD:
        return cards_of(thing, scope)
    if not thing.type.many:
        raise Invalid(sorts.not_a_collection(span, thing.type))
    return thing


def property_of(cx: Context, thing: ir.Expr, name: str, span: Span, scope: Scope) -> ir.Expr | None:
    """Return NAME of a thing; None if the thing has no such property."""
    declared = cx.names.of(thing.type).get(name)
    if declared is not None and declared.sort != "combo":
        subject = thing if declared.key is None else keyed_by(cx, declared, thing, span, scope)
        return read_value(cx, declared, subject, span, scope)
    if name == "spots" and thing.type == ir.CARDS:
        return spots_of(cx, thing, span)
    if thing.type.many:
        return property_of_many(cx, thing, name, span, scope)
    if thing.type == ir.NONE:
        return None
    fact = fact_of(cx, thing, name, span, scope)
    if fact is not None:
        return fact
    if name == "empty" and isinstance(thing, ir.ZoneContents):
        return ir.IsEmpty(ir.TRUTH, thing)
    if thing.type == ir.MELD:
        return property_of(cx, cards_of(thing, scope), name, span, scope)
    return None


def spots_of(cx: Context, thing: ir.Expr, span: Span) -> ir.Expr:
    """Return the places of a row, or of the row of each of several owners."""
    if isinstance(thing, ir.ZoneContents) and _form(cx.names.zones[thing.name]) in ("row", signatures.EDGELESS):
        return ir.Spots(signatures.SPOTS, thing)
    if isinstance(thing, ir.Map):
        return replace(thing, type=signatures.SPOTS, body=spots_of(cx, thing.body, span))
    raise Invalid(sorts.no_spots(span, thing.type, thing.name if isinstance(thing, ir.ZoneContents) else ""))


def property_of_many(cx: Context, thing: ir.Expr, name: str, span: Span, scope: Scope) -> ir.Expr | None:
    if name in signatures.PICKS:
        if name == "random" and not scope.chance:
            raise Invalid(structure.no_chance_here(span))
        require_order(cx, thing, name, span)
        which = cast(Literal["first", "last", "top", "bottom", "random"], name)
        return ir.Pick(element(thing.type), which, thing)
    match name:
        case "count":
            return ir.Count(ir.NUMBER, thing)
        case "empty":
            return ir.IsEmpty(ir.TRUTH, thing)
        case "sum":
            if thing.type == many(ir.TRUTH):
                thing = as_number(cx, thing, scope)
            if thing.type != many(ir.NUMBER):
                raise Invalid(sorts.sum_of_no_numbers(span, thing.type))
            return ir.Sum(ir.NUMBER, thing)
    if thing.type == ir.CARDS and name in cx.names.combos:
        cx.used.names.add(name)
        return ir.Melds(signatures.MELDS, name, thing)
    if name in cx.names.attributes and isinstance(thing, ir.Map) and _is_role(thing.body):
        of_role = property_of(cx, thing.body, name, span, scope)  # also of a role that is open, if all agree in it
        return None if of_role is None else replace(thing, type=many(of_role.type), body=of_role)
    each = scope.local(element(thing.type), "it")
    found = property_of(cx, each, name, span, scope)
    return None if found is None else ir.Map(many(found.type), thing, each.slot, found)


def _is_role(meant: ir.Expr) -> bool:
    return isinstance(meant, ir.CardFact) and meant.fact == "role"


def hear_values(cx: Context, written: syntax.Expr, type: ir.Type) -> None:
    """Record the words of a list that are values of the type."""
    for word in words_in(written):
        if type.enum and word.text in cx.names.values(type):
            cx.references.add_name(word.span, f"{cx.names.path_of(type.enum)}.{word.text}")


def fact_of(cx: Context, thing: ir.Expr, name: str, span: Span, scope: Scope) -> ir.Expr | None:
    """Return a builtin property of a thing; None if it has none of this name."""
    type = signatures.FACTS.get(thing.type, {}).get(name)
    if type is None:
        return None
    if thing.type == ir.CARD:
        if name == "wild" and (cx.names.ruleset.cards is None or cx.names.ruleset.cards.wild is None):
            raise Invalid(sorts.nothing_is_wild(span))
        if name in ("line", "column", "neighbours"):
            return fact_of(cx, ir.CardFact(ir.SPOT, "spot", thing), name, span, scope)
        card_facts = Literal["owner", "revealed", "wild", "meld", "spot", "role", "place"]
        return ir.CardFact(type, cast(card_facts, name), thing)
    if thing.type == ir.SPOT:
        if name in signatures.GRID_WORDS and not cx.names.grids:
            if name in cx.names.declared:
                return None
            raise Invalid(sorts.no_grid(span, name))
        spot_facts = Literal["card", "empty", "place", "line", "column", "neighbours"]
        return ir.SpotFact(type, cast(spot_facts, name), thing)
    if thing.type == ir.MELD and name == "spots":
        return ir.Spots(type, thing)
    if thing.type == ir.MELD:
        return ir.MeldFact(type, cast(Literal["cards", "wilds", "naturals"], name), thing)
    if thing.type == ir.TEAM:
        return ir.Members(type, thing)
    if name == "team":
        return ir.TeamOf(type, thing)
    if name == "seat":
        return ir.SeatNumber(type, thing)
    if name == "successor" and not scope.goes_round:
        raise Invalid(structure.nothing_goes_round(span))
    return ir.Neighbour(type, cast(Literal["left", "right", "across", "successor"], name), thing)


def read_value(cx: Context, declared: Declared, subject: ir.Expr | None, span: Span, scope: Scope) -> ir.Expr:
    """Return the value of a declared name, for its subject if it has one."""
    if declared.sort == "effect":
        raise Invalid(effects.effect_is_no_value(span, declared.name))
    cx.used.names.add(declared.name)
    type, name = cx.parts.type_of(cx, declared, span), declared.name
    match declared.sort:
        case "option":
            return ir.OptionValue(type, name)
        case "stage":
            return ir.StageCount(type, name)
        case "zone":
            return ir.ZoneContents(type, name, subject)
        case "variable":
            return ir.VariableValue(type, name, subject)
        case "attribute":
            assert subject is not None
            if isinstance(subject, ir.CardFact) and subject.fact == "role":
                return ir.RoleAttribute(type, name, subject.card)
            return ir.Attribute(type, name, subject)
        case "table" | "definition":
            if isinstance(subject, ir.Constant):
                refuse_unlisted(cx, declared, subject, cx.spans.of(subject, span))
            if not scope.acts and speaks_of_me(cx, name):
                raise Invalid(meaning.nobody_acts_for(span, name))
            make = ir.TableValue if declared.sort == "table" else ir.Defined
            return make(type, name, subject, further_given(cx, declared, span, scope))
        case "combo":
            raise Invalid(sorts.combo_of_what(span, name))


def speaks_of_me(cx: Context, name: str) -> bool:
    """Return whether the definition of this name depends on the current player."""
    if name not in cx.definitions.acting:
        cx.definitions.acting[name] = any(
            (isinstance(part, ir.Local) and part.slot == 0)
            or (isinstance(part, ir.Defined | ir.TableValue) and speaks_of_me(cx, part.name))
            for part in nodes(cx.definitions.made.get(name))
        )
    return cx.definitions.acting[name]


def without_further(written: syntax.Expr, scope: Scope) -> tuple[syntax.Expr, Scope]:
    """Return a chain without its `for`, and the scope in which one of its properties takes the second subject."""
    if not isinstance(written, syntax.For):
        return written, scope
    return written.thing, replace(scope, further=Further(written.further, replace(scope, further=None)))


def having_taken(scope: Scope, meant: ir.Expr) -> ir.Expr:
    """Return the meaning of a chain; Invalid if no property of it has taken the second subject."""
    if scope.further is not None and scope.further.taken is None:
        raise Invalid(sorts.nothing_takes(scope.further.written.span))
    return meant


def further_given(cx: Context, declared: Declared, span: Span, scope: Scope) -> ir.Expr | None:
    """Return the second subject that a table or definition takes from the `for` of its chain; None if it takes none."""
    wanted, given = declared.further, scope.further
    if wanted is None:
        return None
    if given is None:
        raise Invalid(sorts.further_missing(span, declared.name, wanted))
    if given.taken not in (None, span):
        raise Invalid(sorts.further_taken(span, declared.name, given.taken.text, given.written.span.text))
    given.taken = span
    meant = cx.parts.expression(cx, given.written, given.scope, wanted)
    return fit(cx, meant, wanted, given.written.span, given.scope, later("the value after `for`"))


def known_properties(cx: Context, type: ir.Type) -> list[str]:
    """Return every property that things of this type have, for suggestions, starting with the ruleset's own."""
    facts = signatures.FACTS.get(type, {})
    found = [
        *cx.names.of(type),
        *(fact for fact in facts if cx.names.grids or fact not in signatures.GRID_WORDS),
    ]
    if type.many:
        found = [*known_properties(cx, element(type)), *found, *signatures.OF_COLLECTIONS]
    if type == ir.MELD:
        found += known_properties(cx, ir.CARDS)
    return found


def owners_of(cx: Context, name: str) -> list[str]:
    """Return the types that have a property of this name, for suggestions."""
    owners = [str(owner) for owner, properties in cx.names.properties.items() if owner and name in properties]
    return owners + [str(owner) for owner, facts in signatures.FACTS.items() if name in facts]


def not_a_property(cx: Context, type: ir.Type, name: str, span: Span) -> Diagnostic:
    """Return the error that things of this type have no such property, with a way to get one."""
    known, owners, of = known_properties(cx, type), owners_of(cx, name), str(element(type))
    there = cx.names.declared.get(name)
    alone = there is not None and there.subject is None and there.sort not in ("combo", "effect", "attribute")
    declared = ""
    if there is not None or name in signatures.NO_NAMES | signatures.NOT_DECLARED:
        pass
    elif type in (ir.CARD, ir.CARDS) and cx.names.attributes:
        declared = f"tables: {{{name} of card by {next(iter(cx.names.attributes))}: {{…}}}}"
    elif element(type) in (ir.CARD, ir.PLAYER, ir.TEAM):
        declared = f"define: {{{name} of {of}: …}}"
    return meaning.no_such_property(span, type, name, known, owners, alone=alone, declared=declared)


def require_order(cx: Context, thing: ir.Expr, word: str, span: Span) -> None:
    """Raise Invalid for `top of hand` and the like if the zone is a set, which has no order."""
    zone = unordered_zone(thing, {name for name, zone in cx.names.zones.items() if _form(zone) == "set"})
    if zone is not None and word != "random":
        raise Invalid(sorts.no_order_in_a_set(span, word, zone))


def _form(zone: syntax.Declaration) -> str:
    return zone.thing.sort.text if isinstance(zone.thing.sort, syntax.Name) else ""


def unordered_zone(thing: ir.Expr, sets: set[str]) -> str | None:
    """Return the set from which the cards of this collection come; None if they come from no set."""
    match thing:
        case ir.ZoneContents(name=name) if name in sets:
            return name
        case ir.Filter():
            return unordered_zone(thing.collection, sets)
        case ir.Combine():
            return unordered_zone(thing.left, sets)
        case _:
            return None
