"""Words for expressions with a value, or several."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from croupier.rulebook.conditions import is_local, may_lack, speaks_of_one
from croupier.rulebook.context import Context
from croupier.rulebook.grammar import Group, Scope, Thing
from croupier.rulebook.sums import SIGNS, in_signs, plain_sum
from croupier.rulebook.tables import GROUPS, THINGS, clause_of, group_of, groups, thing_of, things
from croupier.words.nouns import Noun, head
from croupier_dsl import ir
from croupier_dsl.analysis import children, nodes
from croupier_dsl.saying import alone, as_truth, own_word

CALCULATIONS = (ir.Arithmetic, ir.Negative, ir.IfThenElse)
DEEP = 4
"""The number of nested relative clauses that may fail before no more are tried."""
Case = tuple[tuple[ir.Expr, Scope] | None, ir.Expr, Scope]
"""A condition and its scope, or None for all other cases; the value in that case, and its scope."""


def place_of(cx: Context, zone: ir.ZoneContents, scope: Scope) -> Thing:
    """Return a zone as a place; of many owners, theirs."""
    return owned_by(cx, cx.words.zone(zone.name), zone.subject, scope)


def card_in_slot(cx: Context, place: Thing) -> Thing:
    """Return the words for the card in a slot.

    A slot that is itself called a card, `the card turned up`, keeps its words.
    """
    if is_called_card(cx, place):
        return place
    return Thing(cx.text("card_in", x=place), feminine=cx.words.sort(ir.CARD).feminine)


def is_called_card(cx: Context, place: Thing) -> bool:
    """Whether a slot is called as the card in it."""
    return cx.words.sort(ir.CARD).one in head(place.text)


def owned_by(cx: Context, noun: Noun, subject: ir.Expr | None, scope: Scope) -> Thing:
    """`your hand`, `the stock`, `row 2`; of many owners, theirs."""
    if isinstance(subject, ir.Keyed):
        if isinstance(subject.key, ir.StageCount) and cx.words.stage(subject.key.stage).one == noun.one:
            return Thing(cx.text("this", noun=noun), feminine=noun.feminine)
        numbered = with_key(cx, noun, subject.key, scope)
        if subject.owner is None and isinstance(subject.key, ir.Constant):
            if subject.key.type != ir.NUMBER:
                return cx.grammar.the(numbered, noun.plural)
            return Thing(cx.text("numbered", noun=numbered), noun.plural, noun.feminine)
        noun, subject = numbered, subject.owner
    if subject is None:
        return cx.grammar.the(noun, noun.plural)
    if subject.type == ir.TRUTH:
        whole = cx.grammar.the(noun, noun.plural)
        if isinstance(subject, ir.Local):
            return replace(whole, text=cx.text("depending_on", x=whole, y=thing_of(cx, subject, scope)))
        return replace(whole, text=cx.text("depending_on_claim", x=whole, claim=clause_of(cx, subject, scope)))
    return cx.grammar.of(operand_of(cx, subject, scope), noun)


def owner_and_noun(cx: Context, noun: Noun, subject: ir.Expr | None, scope: Scope) -> tuple[Thing | None, Noun]:
    """Return the owner, if there is one, and the noun, with its key."""
    if isinstance(subject, ir.Keyed) and subject.owner is not None:
        noun, subject = with_key(cx, noun, subject.key, scope), subject.owner
    return None if subject is None or isinstance(subject, ir.Keyed) else thing_of(cx, subject, scope), noun


def with_key(
    cx: Context, noun: Noun, key: ir.Expr, scope: Scope, words: Callable[[Context, ir.Expr, Scope], Thing] | None = None
) -> Noun:
    """Return the noun with its key: `row 2`, `row of that number`, `stake for this hand`."""
    if isinstance(key, ir.StageCount) and key.stage != cx.between:
        tail = cx.text("for_this", noun=cx.words.stage(key.stage))
        return replace(noun, one=f"{noun.one} {tail}", many=f"{noun.many} {tail}")
    told = (words or operand_of)(cx, key, scope)
    number = isinstance(key, ir.Constant) and key.type == ir.NUMBER
    tail = told.text if number else cx.text("of_key", x=told)
    return replace(noun, one=f"{noun.one} {tail}", many=f"{noun.many} {tail}")


# ------------------------------------------------------------ one of many, and several
def short_noun(cx: Context, noun: Noun) -> Noun:
    """Return a short form of a noun that was just mentioned: `player` for `player still in`."""
    sorts = (cx.words.sort(type_) for type_ in (ir.PLAYER, ir.CARD))
    return next((sort for sort in sorts if noun.one.startswith(f"{sort.one} ")), cx.grammar.short(noun))


def naming_one(cx: Context, noun: Noun, slot: int, scope: Scope) -> Scope:
    """Return a scope in which one of a collection has a name."""
    return scope.deeper(slot, element_of(cx, noun, scope), short_noun(cx, noun))


def element_of(cx: Context, noun: Noun, scope: Scope) -> Thing:
    """One of a collection, told from those that have a name already: `that card`, `the other card`."""
    noun = short_noun(cx, noun)
    before = [told for _, told in scope.named].count(noun.one)
    key = ("that", "the_other", "the_further")[min(before, 2)]
    told = cx.text(key, noun=noun, n=cx.grammar.ordinal(before + 1))
    return Thing(told, feminine=noun.feminine, person=noun.person)


def span_words(cx: Context, low: ir.Expr, high: ir.Expr | None, scope: Scope) -> str:
    """`2 to 5`; of two listed values that follow one another, `jack or queen`."""
    if high is None:
        return cx.text("from", a=span_end(cx, low, scope))
    match low, high:
        case ir.Constant(value=least), ir.Constant(value=most) if low.type.enum and most == least + 1:
            return cx.grammar.listed([thing_of(cx, end, scope).text for end in (low, high)], "or")
    return cx.text("from_to", a=span_end(cx, low, scope), b=span_end(cx, high, scope))


def span_end(cx: Context, expr: ir.Expr, scope: Scope) -> Thing:
    """One end of a run of numbers or ranks: in brackets if that depends."""
    found = operand_of(cx, expr, scope, (ir.IfThenElse,))
    if isinstance(expr, ir.Constant) and expr.type.enum == "rank":
        word = own_word(cx.words.enums, expr.type, expr.value)
        return replace(found, text=cx.grammar.rank(found.text, word in cx.grammar.phrases["ranks_feminine"]))
    return found


def stated_value(cx: Context, expr: ir.Expr, scope: Scope) -> Thing:
    """Return the words for a value on the right of `is`; a value of an enumeration by its own word."""
    match expr:
        case ir.Constant(type=type_, value=value) if type_.enum and type_.enum not in cx.words.attributes:
            return Thing(cx.grammar.cited(cx.words.value(type_, value), True))
        case ir.ListOf(items=items) if items:
            return Thing(cx.grammar.listed([stated_value(cx, item, scope).text for item in items], "or"), True)
    return thing_of(cx, expr, scope)


def meant_number(cx: Context, path: str, value: ir.Expr) -> Thing | None:
    """Return a number as the value of a part, with what it means there: `2 (doubled)`; None if it has no meaning."""
    if not isinstance(value, ir.Constant) or value.type != ir.NUMBER:
        return None
    meaning = cx.words.meaning(path, value.value)
    return Thing(cx.text("number_meant", n=thing_of(cx, value, Scope()), meaning=meaning)) if meaning else None


def joined_by_and(cx: Context, several: ir.Expr, scope: Scope) -> Thing:
    """Return a list joined by `and`: `1 and 2`, where a single value would be `1 or 2`."""
    if not isinstance(several, ir.ListOf) or not several.items:
        return thing_of(cx, several, scope)
    return Thing(cx.grammar.listed([thing_of(cx, item, scope).text for item in several.items], "and"), True)


def contents_of(cx: Context, noun: Noun, zone: str, place: Thing) -> Group:
    """Return the contents of zones of one name: `your cards taken` implies already that these are cards."""
    called = cx.words.zone(zone)
    if called.plural and noun.many in called.base.split():
        return Group(noun, lambda plural: cx.text("among", x=place), place, among=True)
    return in_place(cx, noun, place)


def in_place(cx: Context, noun: Noun, place: Thing) -> Group:
    return Group(noun, lambda plural: cx.text("in_place", x=place))


def with_key_noun(cx: Context, many: Group, slot: int, what: object) -> Group:
    """Return numbers with the noun for keys, if `what` uses them as keys."""
    by = any(isinstance(node, ir.Keyed) and is_local(node.key, slot) for node in nodes(what))
    return replace(many, noun=cx.grammar.key(many.noun)) if by else many


def places_together(
    cx: Context, zone: ir.ZoneContents, slot: int, collection: ir.Expr, owners: Group, scope: Scope
) -> Thing | None:
    """Return the zones of many owners, or of a run of numbers, all together: `their hands`, `columns 1 to 7`."""
    return together(cx, cx.words.zone(zone.name), zone.subject, slot, collection, owners, scope)


def together(
    cx: Context, noun: Noun, subject: ir.Expr | None, slot: int, collection: ir.Expr, owners: Group, scope: Scope
) -> Thing | None:
    """Return what many owners have, or a run of numbers, all together: `stakes 1 and 2`, `the piles of all suits`."""
    noun = replace(noun, one=noun.many, plural=True)
    match subject, collection:
        case ir.Local(slot=used), _ if used == slot:
            return cx.grammar.of(whole_of(cx, owners), noun)
        case ir.Keyed(key=ir.Local(slot=used), owner=owner), ir.Span(
            low=ir.Constant() as low, high=ir.Constant() as high
        ) if used == slot and not (isinstance(owner, ir.Local) and owner.slot == slot):
            ends = [thing_of(cx, low, scope), thing_of(cx, high, scope)]
            two = low.value + 1 == high.value
            told = cx.grammar.listed([e.text for e in ends], "and") if two else cx.text("span", a=ends[0], b=ends[1])
            told = f"{noun.many} {told}"
            numbered = replace(noun, one=told, many=told)
            return cx.grammar.the(numbered) if owner is None else cx.grammar.of(thing_of(cx, owner, scope), numbered)
        case ir.Keyed(key=ir.Local(slot=used), owner=None), ir.ListOf() if used == slot:
            return cx.grammar.the(with_key(cx, noun, collection, scope, joined_by_and))
        case ir.Keyed(key=ir.Local(slot=used), owner=None), ir.Values() if used == slot:
            return cx.grammar.of(whole_of(cx, owners), noun)
    return None


def container_of(cx: Context, expr: ir.Expr, scope: Scope, plural: bool = False) -> Thing:
    """Return a zone by its own name, not as its cards; anything else as it is called."""
    match expr:
        case ir.ZoneContents():
            return place_of(cx, expr, scope)
        case ir.Map(collection=collection, slot=slot, body=ir.ZoneContents() as body):
            owners = group_of(cx, collection, scope)
            if plural and (held := places_together(cx, body, slot, collection, owners, scope)):
                return held
            any_owner = Thing(cx.text("any", many=owners), feminine=owners.noun.feminine, person=True)
            return thing_of(cx, body, scope.bind(slot, any_owner))
    return thing_of(cx, expr, scope)


def cards_of_melds(cx: Context, melds: ir.Expr, scope: Scope) -> Group:
    """Return the cards of many melds: by their zone, if it is all its melds."""
    noun = cx.words.sort(ir.CARD)
    if isinstance(melds, ir.ZoneContents):
        return in_place(cx, noun, thing_of(cx, melds, scope))
    everything = whole_of(cx, group_of(cx, melds, scope))
    return Group(noun, lambda plural: cx.text("of_all", x=everything))


@groups(ir.Combine)
def combined_group(cx: Context, expr: ir.Combine, scope: Scope) -> Group:
    left, right = expr.left, expr.right
    many = group_of(cx, left, scope)
    if expr.op == "with":
        if isinstance(left, ir.ZoneContents | ir.Map) and isinstance(right, ir.ZoneContents | ir.Map):

            def places(plural: bool) -> str:
                sides = [container_of(cx, side, scope, plural) for side in (left, right)]
                told = [cx.text("in_place", x=side).strip() for side in sides]
                return " " + cx.grammar.listed(told, "and" if plural else "or")

            return Group(many.noun, places)
        sides = [whole_of(cx, group_of(cx, side, scope)) if side.type.many else thing_of(cx, side, scope)
                 for side in (left, right)]  # fmt: skip
        joined = Thing(cx.grammar.both([side.text for side in sides]), True, many.noun.feminine)
        called = {group_of(cx, side, scope).noun for side in (left, right) if side.type.many}
        noun = many.noun if len(called) == 1 else cx.words.sort(replace(expr.type, many=False))
        return Group(noun, lambda plural: cx.text("among", x=joined), joined)
    but = cx.text("except", x=joined_by_and(cx, right, scope))
    whole = many.whole and replace(many.whole, text=f"{many.whole.text}{but}")
    return Group(many.noun, lambda plural: f"{many.rest(plural)}{but}", whole, among=many.among)


@groups(ir.TopSome)
def top_group(cx: Context, expr: ir.TopSome, scope: Scope) -> Group:
    count, place = expr.count, thing_of(cx, expr.collection, scope)
    noun = cx.words.sort(ir.CARD)
    if isinstance(count, ir.Constant) and count.value == 1:
        top = Thing(cx.text("top_of", x=place), False, noun.feminine)
        return Group(noun, lambda plural: cx.text("among", x=top), top)
    amount = (
        cx.text("top_some", n=count.value, x=place)
        if isinstance(count, ir.Constant)
        else cx.text("top_many", count=thing_of(cx, count, scope), x=place)
    )
    return Group(noun, lambda plural: cx.text("among", x=Thing(amount)), Thing(amount, True, noun.feminine))


def whole_of(cx: Context, many: Group) -> Thing:
    """Return all of them."""
    return many.whole or Thing(cx.text("all_of", many=many), True, many.noun.feminine, person=many.noun.person)


def counted_within(cx: Context, name: str) -> Thing:
    """Return the stage within which the performances of a stage are counted."""
    around = cx.words.stages[name].path.rpartition(".")[0].rpartition(".")[2]
    return cx.grammar.the(cx.words.stage(around))


def counts_over_game(cx: Context, stage: str) -> bool:
    """Return whether the iterations of a stage are counted over the whole game."""
    found = cx.words.stages[stage]
    return found.by is None or found.path.count(".") < 2


def just_mentioned(cx: Context, expr: object, slot: int, type_: ir.Type) -> Thing:
    """Return the words for a thing that was just mentioned:

    `it` if the expression has no other candidate, else `that card`.
    """
    noun = with_key_noun(cx, Group(cx.words.sort(type_), str), slot, expr).noun
    element = element_of(cx, noun, Scope())
    return replace(element, its=True) if speaks_of_one(expr, slot, noun.person, partial(body_of, cx)) else element


def body_of(cx: Context, name: str) -> ir.Expr | None:
    """Return the body of a definition that is written out where it is used; None for a titled one."""
    return None if cx.titled(name) else cx.words.definitions[name].body


def calculation(cx: Context, expr: ir.Arithmetic, scope: Scope) -> Thing:
    """Return a calculation in signs."""
    a, b = (calculation_term(cx, expr, side, scope) for side in (expr.left, expr.right))
    return cx.a_thing(f"reckoned_{expr.op}", a=a, b=b)


def calculation_term(cx: Context, around: ir.Arithmetic, part: ir.Expr, scope: Scope) -> Thing:
    """Return a part of a calculation of several steps, written in signs; in brackets where they are needed."""
    if not isinstance(part, ir.Arithmetic) or part.op not in SIGNS:
        return operand_of(cx, part, scope)
    signs = {op: cx.text(f"reckoned_{op}", a="", b="").strip() for op in SIGNS}
    a, b = (calculation_term(cx, part, side, scope).text for side in (part.left, part.right))
    told = f"{a} {signs[part.op]} {b}"
    loose = part.op != "*" and around.op == "*"
    return Thing(f"({told})" if loose or (around.op == "-" and part is around.right) else told)


def operand_of(cx: Context, expr: ir.Expr, scope: Scope, nested: tuple[type[ir.Expr], ...] = CALCULATIONS) -> Thing:
    """Part of a calculation, or what something belongs to: in brackets if it is a calculation itself."""
    found, told = thing_of(cx, expr, scope), expr
    while isinstance(told, ir.Defined) and not cx.titled(told.name):
        told = cx.words.definitions[told.name].body
    return replace(found, text=f"({found.text})") if isinstance(told, nested) else found


def value_words(cx: Context, expr: ir.Expr, scope: Scope, noun: Noun) -> Thing:
    """Return the value of a thing with this noun; the word for none agrees with it."""
    if isinstance(expr, ir.Nothing) and noun.feminine:
        return Thing(cx.grammar.phrases["nothing_feminine"])
    return thing_of(cx, expr, scope)


def with_further(cx: Context, thing: Thing, use: ir.Defined | ir.TableValue, scope: Scope) -> Thing:
    """Add the second subject of a definition or table, where it takes one."""
    if use.further is None:
        return thing
    return replace(thing, text=cx.text("for", x=thing, y=thing_of(cx, use.further, scope)))


def cases_of(cx: Context, expr: ir.Expr, scope: Scope) -> list[Case]:
    """Return the value in each case, through untitled definitions: a condition (None for all others), a value."""
    match expr:
        case ir.Defined(name=name) if not cx.titled(name):
            return cases_of(cx, cx.words.definitions[name].body, scope_of_body(cx, expr, scope))
        case ir.IfThenElse():
            return [((expr.condition, scope), expr.then, scope), *cases_of(cx, expr.otherwise, scope)]
    return [(None, expr, scope)]


def scope_of_body(cx: Context, use: ir.Defined, scope: Scope) -> Scope:
    """Return the scope of a body told where it is used: what it is about is called what the argument is called
    there.
    """
    inner = {0: scope.slots[0]} if 0 in scope.slots else {}
    inner.update((slot, thing_of(cx, thing, scope)) for slot, thing in enumerate(children(use), 1))
    return Scope(inner, scope.named, scope.depth)


def is_shared(cx: Context, cards: ir.Expr, scope: Scope, per: str = "table") -> bool:
    """Return whether a card, or all of these, are in a place without an owner; or in places of each of `per`."""
    match cards:
        case ir.ZoneContents(name=name):
            return cx.words.zones[name].per == per
        case ir.Local(slot=slot):
            return per == "table" and slot in scope.shared
        case ir.Map(body=inner) if per != "table":
            return is_shared(cx, inner, scope, per)
        case ir.Filter(collection=inner) | ir.Pick(collection=inner) | ir.ExtremeThing(collection=inner):
            return is_shared(cx, inner, scope, per)
        case ir.TopSome(collection=inner) | ir.Best(collection=inner) | ir.Combine(op="without", left=inner):
            return is_shared(cx, inner, scope, per)
        case ir.Combine(left=one, right=other) | ir.IfThenElse(then=one, otherwise=other):
            return is_shared(cx, one, scope, per) and is_shared(cx, other, scope, per)
        case ir.Defined(name=name):
            return is_shared(cx, cx.words.definitions[name].body, Scope(), per)
    return False


@things(ir.ExtremeThing)
def extreme_thing(cx: Context, expr: ir.ExtremeThing, scope: Scope) -> Thing:
    """Return the element whose key is highest: `the card with the highest rank among …`."""
    many, key, which = group_of(cx, expr.collection, scope), expr.key, expr.which
    noun = property_noun(cx, key, expr.slot)
    among = replace(many, noun=short_noun(cx, many.noun), whole=whole_of(cx, many))
    if expr.then or as_truth(key) != key:
        made = cx.text("ranked_one", many=among, keys=ranking_words(cx, expr, many, scope))
    elif noun is not None:
        made = cx.text(f"{which}_thing", many=among, key=noun)
    else:
        told = thing_of(cx, key, naming_one(cx, many.noun, expr.slot, scope))
        made = cx.text(f"{which}_thing_by", many=many, key=told)
    return Thing(made, feminine=many.noun.feminine, person=many.noun.person)


def ranking_words(cx: Context, expr: ir.ExtremeThing | ir.Best, many: Group, scope: Scope) -> str:
    """Return the keys of a ranking, with its tie-breaks: `by the highest rank, of equals …`."""
    inside, told = naming_one(cx, many.noun, expr.slot, scope), []
    for key in expr.keys:
        noun = property_noun(cx, key, expr.slot)
        if (asked := as_truth(key)) != key:
            told.append(cx.text(f"by_{expr.which}_truth", claim=clause_of(cx, asked, inside)))
        elif noun is not None:
            told.append(cx.text(f"by_{expr.which}", key=noun))
        else:
            told.append(cx.text(f"by_{expr.which}_thing", key=thing_of(cx, key, inside)))
    return cx.text("of_equals").join(told)


@groups(ir.Best)
def best_group(cx: Context, expr: ir.Best, scope: Scope) -> Group:
    """Return the elements with the highest key, with their number: `the 3 cards of highest rank among …`."""
    many, key = group_of(cx, expr.collection, scope), expr.key
    among = replace(many, noun=short_noun(cx, many.noun), whole=whole_of(cx, many))
    some = "all" if expr.count is None else "some" if isinstance(expr.count, ir.Constant) else "many"
    count = Thing("") if expr.count is None else thing_of(cx, expr.count, scope)
    noun = property_noun(cx, key, expr.slot)
    form = f"{expr.which}_{some}"
    if is_local(key, expr.slot):
        made = cx.text(f"{form}_values", count=count, many=many)
    elif expr.then or as_truth(key) != key or (noun is None and expr.count is None):
        made = cx.text(f"ranked_{some}", count=count, many=among, keys=ranking_words(cx, expr, many, scope))
    elif noun is not None:
        made = cx.text(form, count=count, many=among, key=noun)
    else:
        told = thing_of(cx, key, naming_one(cx, many.noun, expr.slot, scope))
        made = cx.text(f"{form}_by", count=count, many=many, key=told)
    whole = Thing(made, True, many.noun.feminine, person=many.noun.person)
    return Group(many.noun, lambda plural: cx.text("among", x=whole), whole, among=True)


def property_noun(cx: Context, key: ir.Expr, slot: int) -> Noun | None:
    """Return the noun of a plain property of the element."""
    match key:
        case ir.Defined(name=name, subject=ir.Local(slot=used), further=None) if used == slot and not cx.titled(name):
            return property_noun(cx, cx.words.definitions[name].body, 1)
        case ir.Defined(name=name, subject=ir.Local(slot=used), further=None) if used == slot:
            return cx.words.definition(name)
        case ir.Attribute(name=name, card=ir.Local(slot=used)) if used == slot:
            return cx.words.attribute(name)
        case ir.TableValue(name=name, subject=ir.Local(slot=used), further=None) if used == slot:
            return cx.words.table(name)
        case ir.VariableValue(name=name, subject=ir.Local(slot=used)) if used == slot:
            return cx.words.variable(name)
        case ir.VariableValue(name=name, subject=ir.Keyed(key=ir.Local(slot=used), owner=None)) if used == slot:
            return cx.words.variable(name)
    return None


@things(ir.Pick)
def picked_thing(cx: Context, expr: ir.Pick, scope: Scope) -> Thing:
    which, collection = expr.which, expr.collection
    if which == "first" and isinstance(collection, ir.Players):
        return Thing(cx.text("first_seat_player"), person=True)
    many = group_of(cx, collection, scope)
    place = place_of(cx, collection, scope) if isinstance(collection, ir.ZoneContents) else None
    if place is not None and which in ("top", "bottom"):
        made = cx.text(f"{which}_of", x=place)
    elif which == "random" and many.rest(False):
        made = cx.text("pick_random_of", one=many.noun, many=many)
    else:
        made = cx.text(f"pick_{which}", many=many)
    return Thing(made, feminine=many.noun.feminine, person=many.noun.person)


def mapped_group(cx: Context, collection: ir.Expr, slot: int, body: ir.Expr, scope: Scope) -> Group:
    """Return the property of many: `the points of the cards in your hand`, `cards in the hand of any player`."""
    match body:
        case ir.Map(collection=ir.MeldFact(fact="cards", meld=meld) as held) if is_local(meld, slot):
            cards = ir.Map(held.type, collection, slot, held)
            return mapped_group(cx, cards, body.slot, body.body, scope)
    if isinstance(body, ir.MeldFact) and body.fact == "cards" and is_local(body.meld, slot):
        return cards_of_melds(cx, collection, scope)
    owners = with_key_noun(cx, group_of(cx, collection, scope), slot, body)
    if isinstance(body, ir.MeldFact) and body.fact in ("wilds", "naturals") and is_local(body.meld, slot):
        key, melds = f"{body.fact}_of_meld", whole_of(cx, owners)
        return Group(cx.words.sort(ir.CARD), lambda plural: cx.text(key if plural else f"{key}_one", x=melds))
    any_owner = Thing(cx.text("any", many=owners), feminine=owners.noun.feminine, person=owners.noun.person)
    inner = scope.bind(slot, any_owner)
    if isinstance(body, ir.ZoneContents) and (there := places_together(cx, body, slot, collection, owners, scope)):
        one = group_of(cx, body, inner)
        all_there = contents_of(cx, one.noun, body.name, there)
        return replace(all_there, rest=lambda plural: (all_there if plural else one).rest(plural))
    if body.type.many or body.type.name in ("card", "meld"):
        one = group_of(cx, body, inner)
        if isinstance(body, ir.SpotFact):
            every = group_of(cx, body, scope.bind(slot, whole_of(cx, owners)))
            return replace(one, rest=every.rest)
        if isinstance(body, ir.Map) and isinstance(body.body, ir.ZoneContents):
            every = group_of(cx, body, scope.bind(slot, whole_of(cx, owners)))
            return Group(one.noun, lambda plural: (every if plural else one).rest(plural))
        return one
    plain, further = alone(body, slot)
    by_name = isinstance(plain, ir.Defined) and cx.titled(plain.name)
    of_all_at_once = not by_name or (further is None and not isinstance(collection, ir.Span | ir.ListOf))
    noun = property_noun(cx, plain, slot) if of_all_at_once else None
    if noun is not None:
        of_all = cx.text("of_all", x=whole_of(cx, owners))
        rest = of_all if further is None else cx.text("for", x=Thing(of_all), y=thing_of(cx, further, scope))
        return Group(noun, lambda plural: rest)
    value = cx.words.sort(replace(body.type, many=False))
    each = Thing(cx.text("each", many=owners), feminine=owners.noun.feminine, person=owners.noun.person)
    of_each = thing_of(cx, body, scope.bind(slot, each))
    told = thing_of(cx, body, naming_one(cx, owners.noun, slot, scope))
    # what follows would seem to be about the clause
    clear = of_each.text.endswith(each.text) or not owners.narrowed
    whole = of_each if clear and of_each.text.count(each.text) == 1 else None
    return Group(value, lambda plural: cx.text("value_for_each", x=told, many=owners), whole)


def for_each_number(cx: Context, values: Mapping[int, str], between: str = "; ", some: bool = False) -> str:
    """Return the value for each number of players; once if it is the same for all. `some`: there are other numbers."""
    numbers: dict[str, list[str]] = {}
    for n, told in values.items():
        numbers.setdefault(told, []).append(str(n))
    if len(numbers) == 1 and not some:
        return next(iter(numbers))
    return between.join(
        cx.text("value_with_players", value=told, n=ranged_words(cx, ns)) for told, ns in numbers.items()
    )


def ranged_words(cx: Context, words: Sequence[str], join: str = "or") -> str:
    """Words listed, with numbers that follow one another as `2 to 5`."""
    runs: list[list[str]] = []
    for word in words:
        if runs and word.isdecimal() and runs[-1][-1].isdecimal() and int(word) == int(runs[-1][-1]) + 1:
            runs[-1].append(word)
        else:
            runs.append([word])
    told: list[str] = []
    for run in runs:
        told += [cx.text("span", a=run[0], b=run[-1])] if len(run) > 2 else run
    return cx.grammar.listed(told, join)


def by_players(cx: Context, expr: ir.Expr) -> Thing | None:
    """Return a value that goes by the number of players alone: `6 with 2 players, 5 with 3 or 4 players`; else None."""
    told = known_by_players(cx, expr)
    if not told:
        return None
    return Thing(for_each_number(cx, {n: thing_of(cx, value, Scope()).text for n, value in told.items()}, ", "), True)


def known_by_players(cx: Context, expr: ir.Expr) -> dict[int, ir.Constant]:
    """Return the value for each number of players, if nothing else decides it; else nothing."""
    found = {n: program.planner.settled.of(expr) for n, program in cx.setting.programs.items()}
    if expr.type.many or not all(each.settled and each.exact is not None for each in found.values()):
        return {}
    return {n: ir.Constant(expr.type, each.exact) for n, each in found.items() if each.exact is not None}


# ------------------------------------------------------------ one thing: a function for each kind of value


@things(ir.Constant)
def _constant(cx: Context, expr: ir.Constant, scope: Scope) -> Thing:
    type_, word = expr.type, cx.words.value(expr.type, expr.value)
    return Thing(
        cx.grammar.cited(word) if type_.enum or type_ == ir.NUMBER else word,
        plural=type_ == ir.NUMBER and expr.value not in (0, 1),
    )


@things(ir.Nothing)
def _nothing(cx: Context, expr: ir.Nothing, scope: Scope) -> Thing:
    return Thing(cx.grammar.phrases["nothing"])


@things(ir.KindLiteral)
def _kind(cx: Context, expr: ir.KindLiteral, scope: Scope) -> Thing:
    return Thing(cx.words.kind(expr.notation))


@things(ir.Local)
def _local(cx: Context, expr: ir.Local, scope: Scope) -> Thing:
    return scope.slots.get(expr.slot) or cx.grammar.the(cx.words.sort(expr.type), expr.type.many)


@things(ir.OptionValue)
def _option(cx: Context, expr: ir.OptionValue, scope: Scope) -> Thing:
    label = cx.words.label(f"options.{expr.name}").partition(" (")[0]
    return Thing(cx.grammar.phrases["option"].format(name=label))


@things(ir.VariableValue)
def _variable(cx: Context, expr: ir.VariableValue, scope: Scope) -> Thing:
    return owned_by(cx, _many(cx.words.variable(expr.name), expr), expr.subject, scope)


@things(ir.ZoneContents)
def _zone(cx: Context, expr: ir.ZoneContents, scope: Scope) -> Thing:
    place = place_of(cx, expr, scope)
    return card_in_slot(cx, place) if cx.words.zones[expr.name].form == "slot" else place


@things(ir.Keyed)
def _keyed(cx: Context, expr: ir.Keyed, scope: Scope) -> Thing:
    """Return the number or word itself, and whose it is."""
    key = thing_of(cx, expr.key, scope)
    return key if expr.owner is None else cx.a_thing("key_of", x=key, y=thing_of(cx, expr.owner, scope))


@things(ir.TableValue)
def _table(cx: Context, expr: ir.TableValue, scope: Scope) -> Thing:
    return with_further(cx, owned_by(cx, _many(cx.words.table(expr.name), expr), expr.subject, scope), expr, scope)


@things(ir.Defined)
def _defined(cx: Context, expr: ir.Defined, scope: Scope) -> Thing:
    if cx.titled(expr.name):
        noun = _many(cx.words.definition(expr.name), cx.words.definitions[expr.name])
        return with_further(cx, owned_by(cx, noun, expr.subject, scope), expr, scope)
    return thing_of(cx, cx.words.definitions[expr.name].body, scope_of_body(cx, expr, scope))


@things(ir.StageCount)
def _stage_count(cx: Context, expr: ir.StageCount, scope: Scope) -> Thing:
    """Return the words for the number of the present iteration; between iterations, the number of those begun."""
    noun = cx.words.stage(expr.stage)
    if expr.stage == cx.between:
        return cx.a_thing("stages_begun", stage=noun)
    if counts_over_game(cx, expr.stage):
        return cx.a_thing("stage_number", stage=cx.grammar.the(noun))
    return cx.a_thing("stage_number_within", stage=cx.grammar.the(noun), around=counted_within(cx, expr.stage))


@things(ir.NextActor)
def _next_actor(cx: Context, expr: ir.NextActor, scope: Scope) -> Thing:
    return replace(cx.a_thing("next_actor"), person=True)


@things(ir.Direction)
def _direction(cx: Context, expr: ir.Direction, scope: Scope) -> Thing:
    return cx.a_thing("direction")


@things(ir.RoleAttribute)
def _role_attribute(cx: Context, expr: ir.RoleAttribute, scope: Scope) -> Thing:
    noun = cx.words.attribute(expr.name)
    told = cx.text("role_noun", noun=noun, x=thing_of(cx, expr.card, scope))
    return Thing(told, noun.plural, noun.feminine)


@things(ir.Attribute)
def _attribute(cx: Context, expr: ir.Attribute, scope: Scope) -> Thing:
    card = thing_of(cx, expr.card, scope)
    if isinstance(expr.card, ir.Defined):  # `the colour of whose lantern`
        card = replace(card, its=card.its or card.relative)
    return cx.grammar.of(card, cx.words.attribute(expr.name))


@things(ir.CardFact)
def _card_fact(cx: Context, expr: ir.CardFact, scope: Scope) -> Thing:
    card = thing_of(cx, expr.card, scope)
    if expr.fact == "owner" and is_shared(cx, expr.card, scope):
        return replace(cx.a_thing("owner_of_laid", x=card), person=True)
    if expr.fact == "owner" and is_shared(cx, expr.card, scope, "player"):
        return replace(cx.a_thing("owner_of_held", x=card), person=True)
    if expr.fact == "meld":
        return cx.a_thing("meld_of_card", x=card)
    return replace(cx.a_thing(f"{expr.fact}_of_card", x=card), person=expr.fact == "owner")


@things(ir.SpotFact)
def _spot_fact(cx: Context, expr: ir.SpotFact, scope: Scope) -> Thing:
    """Return the words for the card in a place, or the number of that place; or for the places next to it."""
    if expr.type.many:
        return whole_of(cx, group_of(cx, expr, scope))
    noun = cx.words.sort(expr.type)
    return Thing(cx.text(f"{expr.fact}_of_spot", x=thing_of(cx, expr.spot, scope)), feminine=noun.feminine)


@things(ir.SeatNumber)
def _seat_number(cx: Context, expr: ir.SeatNumber, scope: Scope) -> Thing:
    noun = cx.grammar.noun(cx.grammar.phrases["sort_seat_number"])
    return cx.grammar.of(thing_of(cx, expr.player, scope), noun)


@things(ir.Neighbour)
def _neighbour(cx: Context, expr: ir.Neighbour, scope: Scope) -> Thing:
    near = thing_of(cx, expr.player, scope)
    key = f"neighbour_{expr.side}_you" if near.you else f"neighbour_{expr.side}"
    return Thing(cx.text(key, x=near), person=True)


@things(ir.TeamOf)
def _team_of(cx: Context, expr: ir.TeamOf, scope: Scope) -> Thing:
    player = thing_of(cx, expr.player, scope)
    return player if cx.words.alone else cx.grammar.of(player, cx.words.sort(ir.TEAM))


@things(ir.Count)
def _count(cx: Context, expr: ir.Count, scope: Scope) -> Thing:
    return cx.a_thing("number_of", many=group_of(cx, expr.collection, scope))


@things(ir.Sum)
def _sum(cx: Context, expr: ir.Sum, scope: Scope) -> Thing:
    return cx.a_thing("sum_of", many=group_of(cx, expr.collection, scope))


@things(ir.ExtremeValue)
def _extreme_value(cx: Context, expr: ir.ExtremeValue, scope: Scope) -> Thing:
    many, which, of = group_of(cx, expr.collection, scope), expr.which, None
    if isinstance(expr.collection, ir.Map):
        of = property_noun(cx, expr.collection.body, expr.collection.slot)
    single = of is not None and not of.plural
    of_one = many.whole is not None and not many.whole.plural
    if isinstance(expr.collection, ir.ListOf):
        many = replace(many, whole=joined_by_and(cx, expr.collection, scope))
    told = cx.text(f"{which}_{'one' if single else 'of_each' if of_one else 'of'}", many=many)
    return Thing(told, single and many.noun.plural, single and many.noun.feminine)


@things(ir.IfThenElse)
def _either(cx: Context, expr: ir.IfThenElse, scope: Scope) -> Thing:
    if (told := by_players(cx, expr)) is not None:
        return told
    first = operand_of(cx, plain_sum(expr.then, partial(may_lack, cx)), scope, (ir.IfThenElse,))
    other = thing_of(cx, expr.otherwise, scope)
    return replace(first, text=cx.text("either", a=first, claim=clause_of(cx, expr.condition, scope), b=other))


@things(ir.Arithmetic)
def _arithmetic(cx: Context, expr: ir.Arithmetic, scope: Scope) -> Thing:
    chosen = any(isinstance(node, ir.IfThenElse | ir.TableValue) for node in nodes(expr))
    if chosen and (told := by_players(cx, expr)) is not None:
        return told
    if (simpler := plain_sum(expr, partial(may_lack, cx))) != expr:
        return thing_of(cx, simpler, scope)
    if in_signs(expr):
        return calculation(cx, expr, scope)
    a, b = (operand_of(cx, side, scope) for side in (expr.left, expr.right))
    return cx.a_thing(f"arithmetic_{expr.op}", a=a, b=b)


@things(ir.Negative)
def _negative(cx: Context, expr: ir.Negative, scope: Scope) -> Thing:
    return cx.a_thing("minus", x=operand_of(cx, expr.operand, scope))


def _otherwise(cx: Context, expr: ir.Expr, scope: Scope) -> Thing:
    """Return the words for a collection, or for a truth."""
    if type(expr) in GROUPS:
        return whole_of(cx, group_of(cx, expr, scope))
    return cx.a_thing("whether", claim=clause_of(cx, expr, scope))


THINGS[object] = _otherwise

# ------------------------------------------------------------ many things: a function for each kind of collection


def _noun_of_each(cx: Context, expr: ir.Expr) -> Noun:
    return cx.words.sort(replace(expr.type, many=False))


def _called(cx: Context, expr: ir.Expr, scope: Scope) -> Group:
    """Return many things that have one name: a variable, a choice, a titled definition."""
    thing = thing_of(cx, expr, scope)
    thing = replace(thing, plural=True) if expr.type.many else thing
    return Group(_noun_of_each(cx, expr), lambda plural: cx.text("among", x=thing), thing, among=True)


GROUPS[object] = _called


@groups(ir.ZoneContents)
def _zone_contents(cx: Context, expr: ir.ZoneContents, scope: Scope) -> Group:
    return contents_of(cx, _noun_of_each(cx, expr), expr.name, place_of(cx, expr, scope))


def _everything(cx: Context, expr: ir.Expr, scope: Scope) -> Group:
    """Return a collection of all there are."""
    noun = _noun_of_each(cx, expr)
    key = {"Players": "all_players", "Teams": "all_teams", "Deck": "all_cards"}[type(expr).__name__]
    whole = Thing(cx.grammar.phrases[key], True, noun.feminine, person=noun.person)
    of = cx.text("of_the_game") if isinstance(expr, ir.Deck) else ""
    return Group(noun, lambda plural: of, whole)


GROUPS.update(dict.fromkeys((ir.Players, ir.Teams, ir.Deck), _everything))


@groups(ir.Values)
def _values(cx: Context, expr: ir.Values, scope: Scope) -> Group:
    return Group(cx.words.sort(ir.Type("enum", expr.enum)), lambda plural: "")


@groups(ir.Members)
def _members(cx: Context, expr: ir.Members, scope: Scope) -> Group:
    noun, owner = _noun_of_each(cx, expr), thing_of(cx, expr.team, scope)
    if cx.words.alone:
        return Group(noun, lambda plural: cx.text("among", x=owner), owner)
    return Group(noun, lambda plural: cx.text("of_team", x=owner))


@groups(ir.Map)
def _map(cx: Context, expr: ir.Map, scope: Scope) -> Group:
    return mapped_group(cx, expr.collection, expr.slot, expr.body, scope)


@groups(ir.Melds)
def _melds(cx: Context, expr: ir.Melds, scope: Scope) -> Group:
    made_of, made = whole_of(cx, group_of(cx, expr.cards, scope)), cx.words.combo(expr.combo)
    if isinstance(cx.words.combos[expr.combo], ir.Split):
        return Group(_noun_of_each(cx, expr), lambda plural: cx.text("best_of", x=made_of, combo=made))
    return Group(made, lambda plural: cx.text("made_of", x=made_of), narrowed=True)


@groups(ir.MeldFact)
def _meld_fact(cx: Context, expr: ir.MeldFact, scope: Scope) -> Group:
    noun, fact, melds = _noun_of_each(cx, expr), expr.fact, thing_of(cx, expr.meld, scope)
    if fact == "cards" and isinstance(expr.meld, ir.ZoneContents):
        return in_place(cx, noun, melds)
    return Group(noun, lambda plural: cx.text(f"{fact}_of_meld" if plural else f"{fact}_of_meld_one", x=melds))


@groups(ir.SpotFact)
def _at_spot(cx: Context, expr: ir.SpotFact, scope: Scope) -> Group:
    if expr.fact == "card":
        return replace(in_place(cx, _noun_of_each(cx, expr), thing_of(cx, expr.spot, scope)), narrowed=True)
    if expr.fact == "neighbours":
        near = thing_of(cx, expr.spot, scope)
        return Group(cx.words.sort(ir.SPOT), lambda plural: cx.text("beside", x=near))
    return _called(cx, expr, scope)


@groups(ir.Spots)
def _spots(cx: Context, expr: ir.Spots, scope: Scope) -> Group:
    """Return the words for the places of a row, or the open places of a meld."""
    noun = cx.words.sort(ir.SPOT)
    if isinstance(expr.of, ir.ZoneContents):
        return in_place(cx, noun, place_of(cx, expr.of, scope))
    meld = thing_of(cx, expr.of, scope)
    return Group(noun, lambda plural: cx.text("spots_of_meld", x=meld))


@groups(ir.ListOf)
def _list(cx: Context, expr: ir.ListOf, scope: Scope) -> Group:
    noun = _noun_of_each(cx, expr)
    if not expr.items:
        return Group(noun, lambda plural: "", Thing(cx.grammar.phrases["nothing"]))
    each = tuple(thing_of(cx, item, scope).text for item in expr.items)
    told, namely = cx.grammar.listed(each, "or"), joined_by_and(cx, expr, scope).text
    return Group(noun, lambda plural: cx.text("namely", values=namely), Thing(told, True), items=each)


@groups(ir.Span)
def _span(cx: Context, expr: ir.Span, scope: Scope) -> Group:
    told = cx.text("span_from", a=span_end(cx, expr.low, scope))
    if expr.high is not None:
        told = cx.text("span_of", a=span_end(cx, expr.low, scope), b=span_end(cx, expr.high, scope))
    whole = Thing(span_words(cx, expr.low, expr.high, scope), True)
    return Group(_noun_of_each(cx, expr), lambda plural: told, whole, link=",")


@groups(ir.Defined)
def _defined_group(cx: Context, expr: ir.Defined, scope: Scope) -> Group:
    if not cx.titled(expr.name):
        return group_of(cx, cx.words.definitions[expr.name].body, scope_of_body(cx, expr, scope))
    noun = cx.words.definition(expr.name)
    owner = None if expr.subject is None else thing_of(cx, expr.subject, scope)
    if expr.further is not None or not expr.type.many or noun.plural or (owner is not None and owner.you):
        return _called(cx, expr, scope)
    of = "" if owner is None else cx.text("of_all", x=owner)
    return Group(noun, lambda plural: of, thing_of(cx, expr, scope))


@groups(ir.IfThenElse)
def _either_group(cx: Context, expr: ir.IfThenElse, scope: Scope) -> Group:
    if not expr.type.many:
        return _called(cx, expr, scope)
    one, other = (thing_of(cx, side, scope) for side in (expr.then, expr.otherwise))
    either = cx.text("either", a=one, claim=clause_of(cx, expr.condition, scope), b=other)
    return Group(_noun_of_each(cx, expr), lambda plural: cx.text("among", x=Thing(either)), Thing(either, True))


def _many(noun: Noun, typed: ir.Expr | ir.Definition) -> Noun:
    """Return the noun of a table, variable or definition, in the plural if it holds many things."""
    return replace(noun, plural=True) if typed.type.many else noun
