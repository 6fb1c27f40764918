"""Lower expressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias, TypeVar, cast

from croupier.compile.recognised import a_range
from croupier.lowering.base import (
    copied,
    count_fired,
    evaluated,
    fault_if_full,
    found_counted,
    mapped,
    one_value,
    owners_before,
    settled,
    strict,
    truth,
)
from croupier.lowering.capabilities import cannot
from croupier.lowering.cardsets import alike, combined, filtered, grouped, out_of_play, somewhere, wild_cards
from croupier.lowering.casting import (
    about_each,
    asks_casting,
    meld_of_now,
    place_now,
    role_attribute_now,
    role_now,
    spot_of_now,
    wilds_in,
)
from croupier.lowering.collections import (
    ascending,
    at_random,
    count_of,
    empty_list,
    fill,
    fill_melds,
    first_of,
    for_each,
    held,
    last,
    listed_number,
    lists,
    logic,
    mask_of,
    no_melds,
    noting_melds,
    of_melds,
    on_table,
    one_of_lists_of_melds,
    one_of_melds,
    overflow,
    same_lists,
    single,
    some,
    stored,
    total,
    within,
    zone_shape,
)
from croupier.lowering.context import Context, Env
from croupier.lowering.kernel import NIL
from croupier.lowering.melding import (
    accepts_no_cards,
    all_melded,
    all_of_them,
    any_meld,
    empty_is_meld,
    melds_in_hand,
    one_by_one,
)
from croupier.lowering.names import about, about_both, keyed, looked_at, looked_up, variable, zone
from croupier.lowering.shapes import (
    Cards,
    InMeld,
    Kept,
    Laid,
    Made,
    Meld,
    One,
    Place,
    Row,
    Seats,
    Several,
    Shape,
    Span,
    Stored,
    StoredMelds,
    Top,
    places,
)
from croupier.lowering.spots import fits, spot_fact, spots_of
from croupier_dsl import ir
from croupier_dsl.analysis import first_deal, slots_read

Node = TypeVar("Node")
Lowers: TypeAlias = Callable[[Context, Node, Env], Shape]
SENTENCES: dict[type[object], Lowers[ir.Expr]] = {}
"""Functions that lower sentences, by kind."""


def lowers(*kinds: type[Node]) -> Callable[[Lowers[Node]], Lowers[Node]]:
    """Enter a function into the table of sentences."""

    def entered(function: Lowers[Node]) -> Lowers[Node]:
        for kind in kinds:
            SENTENCES[kind] = cast(Lowers[ir.Expr], function)
        return function

    return entered


def shape_of(cx: Context, expr: ir.Expr, env: Env) -> Shape:
    return evaluated(cx, _shape(cx, expr, env)) if strict(cx, expr) else _shape(cx, expr, env)


def _shape(cx: Context, expr: ir.Expr, env: Env) -> Shape:
    if cx.pure:
        for known in reversed(cx.known):
            if expr in known:
                return known[expr]
    return SENTENCES[type(expr)](cx, expr, env)


# ------------------------------------------------------------ one function for each kind of sentence


lowers(ir.Constant)(lambda cx, expr, env: One(str(int(expr.value))))
lowers(ir.Nothing)(lambda cx, expr, env: One(str(NIL), True))
lowers(ir.Players)(lambda cx, expr, env: Span("0", str(cx.program.seats)))
lowers(ir.Teams)(lambda cx, expr, env: Span("0", str(cx.program.teams)))
lowers(ir.Values)(lambda cx, expr, env: Span("0", str(len(cx.program.enums[expr.enum]))))
lowers(ir.VariableValue)(variable)
lowers(ir.ZoneContents)(lambda cx, expr, env: zone(cx, expr.name, expr.subject, env))
lowers(ir.Keyed)(keyed)
lowers(ir.StageCount)(lambda cx, expr, env: One(cx.layout.cell("count", expr.stage)))
lowers(ir.Direction)(lambda cx, expr, env: One(cx.layout.cell("direction")))
lowers(ir.NextActor)(lambda cx, expr, env: One(cx.out.let("next_actor(S)"), True))
lowers(ir.RoleAttribute)(lambda cx, expr, env: role_attribute_now(cx, expr.name, one_value(cx, expr.card, env)))
lowers(ir.Spots)(spots_of)
lowers(ir.SpotFact)(lambda cx, expr, env: spot_fact(cx, expr.fact, one_value(cx, expr.spot, env)))
lowers(ir.Fits)(lambda cx, expr, env: fits(cx, one_value(cx, expr.card, env), one_value(cx, expr.spot, env)))
lowers(ir.SeatNumber)(lambda cx, expr, env: mapped(cx, one_value(cx, expr.player, env), lambda seat: f"({seat} + 1)"))
lowers(ir.Map)(lambda cx, expr, env: _made_of_each(cx, shape_of(cx, expr.collection, env), expr.slot, expr.body, env))
lowers(ir.Count)(lambda cx, expr, env: One(count_of(cx, shape_of(cx, _range_of(cx, expr.collection), env))))
lowers(ir.Sum)(lambda cx, expr, env: One(total(cx, shape_of(cx, _range_of(cx, expr.collection), env))))
lowers(ir.TopSome)(lambda cx, expr, env: _top(cx, one_value(cx, expr.count, env), shape_of(cx, expr.collection, env)))
lowers(ir.ListOf)(lambda cx, expr, env: Several(tuple(shape_of(cx, item, env) for item in expr.items)))
lowers(ir.Melds)(lambda cx, expr, env: melds_in_hand(cx, expr.combo, shape_of(cx, expr.cards, env)))
lowers(ir.IsCombo)(lambda cx, expr, env: _combo_test(cx, expr.combo, shape_of(cx, expr.cards, env)))
lowers(ir.Same)(lambda cx, expr, env: _equal(cx, expr.left, expr.right, env))
lowers(ir.Order)(lambda cx, expr, env: _compared(cx, expr.op, one_value(cx, expr.left, env), expr.right, env))
lowers(ir.Arithmetic)(lambda cx, expr, env: _computed(cx, expr.op, one_value(cx, expr.left, env), expr.right, env))


@lowers(ir.OptionValue)
def _option_value(cx: Context, expr: ir.OptionValue, env: Env) -> Shape:
    if expr.name in cx.layout.options:
        return One(cx.layout.cell("option", expr.name))
    value = cx.program.options[expr.name]
    return One(str(NIL), True) if value is None else One(str(int(value)))


@lowers(ir.Local)
def _local(cx: Context, expr: ir.Local, env: Env) -> Shape:
    if expr.slot not in env:
        raise cannot("unnamed", name=expr.name)
    return looked_at(cx, env[expr.slot])


@lowers(ir.KindLiteral)
def _kind_literal(cx: Context, expr: ir.KindLiteral, env: Env) -> Shape:
    raise cannot("kind_value")


@lowers(ir.Deck)
def _deck(cx: Context, expr: ir.Deck, env: Env) -> Shape:
    if expr is first_deal(cx.facts):
        return out_of_play(cx)
    return Several((*map(partial(cards_in, cx), cx.layout.every_place()), out_of_play(cx)))


@lowers(ir.TableValue)
def _table_value(cx: Context, expr: ir.TableValue, env: Env) -> Shape:
    if expr.further is not None:
        return about_both(cx, expr, env)
    return about(cx, f"table {expr.name}", cx.given_tables[expr.name].subject, expr.subject, env)


@lowers(ir.Defined)
def _defined(cx: Context, expr: ir.Defined, env: Env) -> Shape:
    if expr.further is not None:
        return about_both(cx, expr, env)
    return about(cx, f"define {expr.name}", cx.definitions[expr.name].subject, expr.subject, env)


@lowers(ir.AllPassed)
def _all_passed(cx: Context, expr: ir.AllPassed, env: Env) -> Shape:
    count, served = cx.layout.cell("count", expr.stage), cx.layout.cell("next", expr.stage)
    return One(f"1 if {count} > 0 and {served} == {NIL} else 0")


@lowers(ir.Attribute)
def _attribute(cx: Context, expr: ir.Attribute, env: Env) -> Shape:
    column = cx.program.attributes[expr.name]
    return looked_up(cx, column, one_value(cx, expr.card, env))


@lowers(ir.MeldFact)
def _meld_fact(cx: Context, expr: ir.MeldFact, env: Env) -> Shape:
    meld = shape_of(cx, expr.meld, env)
    return cards_of(cx, meld) if expr.fact == "cards" else wilds_in(cx, meld, expr.fact)


@lowers(ir.Neighbour)
def _neighbour(cx: Context, expr: ir.Neighbour, env: Env) -> Shape:
    return mapped(cx, one_value(cx, expr.player, env), partial(_neighbour_of, cx, expr.side))


@lowers(ir.TeamOf)
def _team_of(cx: Context, expr: ir.TeamOf, env: Env) -> Shape:
    return mapped(cx, one_value(cx, expr.player, env), lambda seat: f"({seat} % {cx.program.teams})")


@lowers(ir.Members)
def _members(cx: Context, expr: ir.Members, env: Env) -> Shape:
    of = copied(cx, one_value(cx, expr.team, env))
    members = [sum(1 << seat for seat in cx.program.members(each)) for each in range(cx.program.teams)]
    whose = f"{cx.out.table(members)}[{of.text}]"
    return Seats(cx.out.let(f"{whose} if {of.text} != {NIL} else 0") if of.nil else whose)


@lowers(ir.Filter)
def _filter(cx: Context, expr: ir.Filter, env: Env) -> Shape:
    return filtered(cx, shape_of(cx, expr.collection, env), expr.slot, expr.condition, env, soft=expr.if_possible)


@lowers(ir.Exists)
def _exists(cx: Context, expr: ir.Exists, env: Env) -> Shape:
    collection, slot, condition = expr.collection, expr.slot, expr.condition
    if strict(cx, (collection, condition)):
        several = one_by_one(cx, collection, env)
        asked = about_each(cx, several, condition, lambda item: truth(cx, condition, {**env, slot: item}))
        return One(some(cx, Kept(several, asked)))
    return One(some(cx, filtered(cx, shape_of(cx, collection, env), slot, condition, env)))


@lowers(ir.IsEmpty)
def _is_empty(cx: Context, expr: ir.IsEmpty, env: Env) -> Shape:
    melded = all_melded(cx, expr.collection, env)
    return One(negated(cx, _some(cx, expr.collection, env)) if melded is None else melded)


@lowers(ir.ExtremeValue)
def _extreme_value(cx: Context, expr: ir.ExtremeValue, env: Env) -> Shape:
    return _extreme(cx, expr.which, shape_of(cx, _range_of(cx, expr.collection), env), [partial(single, cx)])


@lowers(ir.ExtremeThing)
def _extreme_thing(cx: Context, expr: ir.ExtremeThing, env: Env) -> Shape:
    those = shape_of(cx, expr.collection, env)
    outermost = None if expr.then else _outermost(cx, expr.which, those, expr.slot, expr.key)
    return outermost or _extreme(cx, expr.which, those, _ranking(cx, expr, those, env))


@lowers(ir.Best)
def _best(cx: Context, expr: ir.Best, env: Env) -> Shape:
    count = None if expr.count is None else one_value(cx, expr.count, env)
    those = shape_of(cx, expr.collection, env)
    return _best_of(cx, expr.which, count, those, _ranking(cx, expr, those, env))


@lowers(ir.Pick)
def _pick(cx: Context, expr: ir.Pick, env: Env) -> Shape:
    collection = _range_of(cx, expr.collection)
    if expr.which in ("first", "bottom"):
        return first_of(cx, one_by_one(cx, collection, env))
    return _picked(cx, expr.which, shape_of(cx, collection, env))


@lowers(ir.Combine)
def _combine(cx: Context, expr: ir.Combine, env: Env) -> Shape:
    return combined(cx, expr.op, shape_of(cx, expr.left, env), shape_of(cx, expr.right, env))


@lowers(ir.Not)
def _not(cx: Context, expr: ir.Not, env: Env) -> Shape:
    if isinstance(expr.operand, ir.IsEmpty):
        melded = all_melded(cx, expr.operand.collection, env)
        return One(_some(cx, expr.operand.collection, env) if melded is None else negated(cx, melded))
    return One(negated(cx, truth(cx, expr.operand, env)))


@lowers(ir.Logic)
def _logic(cx: Context, expr: ir.Logic, env: Env) -> Shape:
    return One(logic(cx, expr.op, [partial(truth, cx, each, env) for each in _asked_of(cx, expr.op, expr.operands)]))


@lowers(ir.IsKind)
def _is_kind(cx: Context, expr: ir.IsKind, env: Env) -> Shape:
    wanted = {cx.program.kind_index[notation] for notation in expr.notations}
    these = sum(1 << c for c in range(cx.program.cards) if cx.program.kind_of[c] in wanted)
    return One(within(cx, one_value(cx, expr.card, env), Cards(((str(these), None),))))


@lowers(ir.HasKind)
def _has_kind(cx: Context, expr: ir.HasKind, env: Env) -> Shape:
    kind = cx.program.kind_index[expr.notation]
    these = sum(1 << c for c in range(cx.program.cards) if cx.program.kind_of[c] == kind)
    return One(f"(({mask_of(cx, shape_of(cx, expr.cards, env))} & {these}) != 0)")


@lowers(ir.Within)
def _within(cx: Context, expr: ir.Within, env: Env) -> Shape:
    return One(within(cx, shape_of(cx, expr.left, env), shape_of(cx, _range_of(cx, expr.right), env)))


@lowers(ir.Negative)
def _negative(cx: Context, expr: ir.Negative, env: Env) -> Shape:
    return mapped(cx, one_value(cx, expr.operand, env), lambda value: f"-{cx.out.atom(value)}")


# ------------------------------------------------------------ shared helpers
def _range_of(cx: Context, collection: ir.Expr) -> ir.Expr:
    """Return the range that a collection is, also by a definition."""
    return a_range(cx.definitions, collection) or collection


def _some(cx: Context, collection: ir.Expr, env: Env) -> str:
    collection = _range_of(cx, collection)
    match collection:
        case ir.Melds(combo=combo, cards=cards) if not isinstance(cx.combos[combo], ir.Split):
            found = shape_of(cx, cards, env)
            if alike(cx, combo) is None:
                return any_meld(cx, combo, found)
    return some(cx, one_by_one(cx, collection, env))


def negated(cx: Context, test: str) -> str:
    return {"1": "0", "0": "1"}.get(test, f"(not {test})")


# ------------------------------------------------------------ properties of one thing
@lowers(ir.CardFact)
def _card_fact(cx: Context, expr: ir.CardFact, env: Env) -> Shape:
    card = one_value(cx, expr.card, env)
    match expr.fact:
        case "revealed":
            if not cx.layout.turns_cards:
                return One("0")
            turned = f"Z[{cx.layout.at('turned')}]"
            return One(within(cx, card, Cards(((turned, None),))))
        case "wild":
            return One(within(cx, card, Cards(((wild_cards(cx), None),))))
        case "owner":
            cx.names.owners = True
            return mapped(cx, card, lambda c: One(cx.out.let(f"owner(S, {c})"), True))
        case "meld":
            return meld_of_now(cx, card)
        case "spot":
            return spot_of_now(cx, card)
        case "role":
            return role_now(cx, card)
    return place_now(cx, card)


def cards_of(cx: Context, meld: Shape, only: str = "") -> Shape:
    match meld:
        case Meld() if meld.found or on_table(cx, meld):
            return InMeld(meld)
        case Meld(text=text):
            return somewhere(cx, text, meld)
        case _ if of_melds(cx, meld):
            return Made(meld, partial(cards_of, cx), places(meld), whole=True)
        case One(text=text, nil=True) if text == str(NIL):
            return Several(())
    raise cannot("no_melds")


def cards_in(cx: Context, place: Place) -> Shape:
    """Return the cards in a place, in melds or not."""
    there = zone_shape(cx, *place)
    return Made(there, partial(cards_of, cx), (place,), whole=True) if isinstance(there, Laid) else there


def _neighbour_of(cx: Context, side: str, seat: str) -> One:
    seats = cx.program.seats
    if side == "successor":
        return One(cx.out.let(f"successor(S, {seat})"), True)
    step = {"left": 1, "right": seats - 1, "across": seats // 2}[side]
    return One(f"(({seat} + {step}) % {seats})")


def _made_of_each(cx: Context, collection: Shape, slot: int, body: ir.Expr, env: Env) -> Shape:
    at: tuple[tuple[str, str | None], ...] | None = None
    if isinstance(body, ir.ZoneContents) and isinstance(collection, Span) and collection.end.isdigit():
        low, end = int(collection.low), int(collection.end)
        return Several(tuple(shape_of(cx, body, {**env, slot: One(str(i))}) for i in range(low, end)))
    match body:
        case ir.MeldFact(fact="cards", meld=ir.Local(slot=used)) if used == slot and of_melds(cx, collection):
            return cards_of(cx, collection)
        case ir.Local(type=ir.CARD) | ir.MeldFact(meld=ir.Local()):
            at = places(collection)
    make = about_each(cx, collection, body, lambda item: shape_of(cx, body, {**env, slot: item}))
    casts = of_melds(cx, collection) and asks_casting(cx, body)
    return Made(collection, make, at, casts=casts, melds=body.type.name == "meld")


# ------------------------------------------------------------ of collections
def _ranking(cx: Context, expr: ir.ExtremeThing | ir.Best, those: Shape, env: Env) -> list[Callable[[Shape], One]]:
    """Return functions that give the keys of an element, the deciding one first."""

    def of(key: ir.Expr) -> Callable[[Shape], One]:
        return about_each(cx, those, key, lambda item: one_value(cx, key, {**env, expr.slot: item}))

    return [of(key) for key in expr.keys]


def _rank(cx: Context, which: str, keys: Sequence[Callable[[Shape], One]], item: Shape) -> tuple[list[str], str]:
    """Return the keys of an element by name, nothing last, and a test whether it has any; empty if it certainly has."""
    values = [key(item) for key in keys]
    worths = [cx.out.atom(value.text) for value in values]
    ranked = all(value.nil for value in values)
    there = " or ".join(f"{worth} != {NIL}" for worth in worths) if ranked else ""
    if len(worths) > 1 and which == "lowest":
        worths = [
            cx.out.let(f"{-NIL} if {worth} == {NIL} else {worth}") if value.nil else worth
            for worth, value in zip(worths, values, strict=True)
        ]
    return worths, f"({there})" if len(worths) > 1 and there else there


def _better(which: str, one: Sequence[str], other: Sequence[str]) -> str:
    """Return the test whether one rank is better than another: the first key in which they differ decides."""
    sign = ">" if which == "highest" else "<"
    told = f"{one[-1]} {sign} {other[-1]}"
    for mine, theirs in reversed(list(zip(one[:-1], other[:-1], strict=True))):
        told = f"{mine} {sign} {theirs} or ({mine} == {theirs} and ({told}))"
    return told


def _extreme(cx: Context, which: str, collection: Shape, keys: Sequence[Callable[[Shape], One]]) -> Shape:
    found, best = cx.out.let(str(NIL)), [cx.out.let("0") for _ in keys]

    def compare(item: Shape) -> None:
        worths, there = _rank(cx, which, keys, item)
        ranked = f"{there} and " if there else ""
        with cx.out.block(f"if {ranked}({found} == {NIL} or {_better(which, worths, best)}):"):
            cx.out.line(f"{found} = {single(cx, item).text}" if melds is None else f"{found} = 1")
            for held, worth in zip(best, worths, strict=True):
                cx.out.line(f"{held} = {worth}")
            if melds is not None:
                melds[1](item)

    melds = noting_melds(cx, collection) if of_melds(cx, collection) else None
    for_each(cx, collection, compare)
    if melds is not None:
        return melds[0]
    return One(found, True, places(collection))


def _outermost(cx: Context, which: str, those: Shape, slot: int, key: ir.Expr) -> One | None:
    """Return the lowest or highest of a set of cards, of several the first, where cards are numbered as they rank."""
    if not isinstance(those, Cards) or len(those.parts) != 1 or slots_read(cx.facts, key) != {slot} or strict(cx, key):
        return None
    plan, env = cx.program.planner.plan(key), [None] * slot
    worths = [plan(None, [*env, card, *[None] * 8]) for card in range(cx.program.cards)]  # type: ignore[arg-type]  # it reads no state
    if not all(isinstance(worth, int) for worth in worths) or worths != sorted(worths):
        return None
    text, place = those.parts[0]
    cards, found = cx.out.atom(text, "m_"), cx.out.let(str(NIL))
    with cx.out.block(f"if {cards} != 0:"):
        if which == "highest":
            alike = [sum(1 << card for card, other in enumerate(worths) if other == worth) for worth in worths]
            cards = cx.out.let(f"{cards} & {cx.out.table(alike, 'm_')}[HIGH({cards})]", "m_")
        cx.out.line(f"{found} = LOW({cards})")
    return One(found, True, None if place is None else (place,))


def _best_of(
    cx: Context, which: str, count: One | None, collection: Shape, keys: Sequence[Callable[[Shape], One]]
) -> Shape:
    """Return the best `count`, best first: each is inserted among those before it. Without a number, return all that
    equal the best: a better one replaces all before it."""
    room = max(cx.program.cards, 256)
    if of_melds(cx, collection):
        lists(cx)
    items, number = cx.out.array(room), cx.out.let("0")
    ranks = [cx.out.array(room) for _ in keys]

    def at(index: str) -> list[str]:
        return [f"{rank}[{index}]" for rank in ranks]

    def put(item: Shape, index: str, worths: Sequence[str]) -> None:
        number_or_value = listed_number(cx, item) if isinstance(item, Meld) else single(cx, item).text
        cx.out.line(f"{items}[{index}] = {number_or_value}")
        for place, worth in zip(at(index), worths, strict=True):
            cx.out.line(f"{place} = {worth}")
        cx.out.line(f"{number} += 1")

    def insert(item: Shape) -> None:
        worths, there = _rank(cx, which, keys, item)
        i = cx.out.name("i")
        with cx.out.block(f"if {there or 1}:"):
            fault_if_full(cx, number, room)
            cx.out.line(f"{i} = {number}")
            with cx.out.block(f"while {i} > 0 and ({_better(which, worths, at(f'{i} - 1'))}):"):
                for array in (items, *ranks):
                    cx.out.line(f"{array}[{i}] = {array}[{i} - 1]")
                cx.out.line(f"{i} += -1")
            put(item, i, worths)

    def join(item: Shape) -> None:
        worths, there = _rank(cx, which, keys, item)
        with cx.out.block(f"if {there or 1}:"):
            cx.out.line(f"if {number} > 0 and ({_better(which, worths, at('0'))}): {number} = 0")
            with cx.out.block(f"if {number} == 0 or not ({_better(which, at('0'), worths)}):"):
                fault_if_full(cx, number, room)
                put(item, number, worths)

    for_each(cx, collection, join if count is None else insert)
    if count is not None:
        wanted = cx.out.atom(count.text)
        least = f"0 if {wanted} < 0 else {wanted}"
        cx.out.line(f"{number} = {number} if {number} < {wanted} else {least}")
    if of_melds(cx, collection):
        overflow(cx)
        return StoredMelds(items, number, places(collection))
    return Stored(items, number, places(collection))


def _picked(cx: Context, which: str, collection: Shape) -> Shape:
    match which:
        case "random":
            return at_random(cx, collection)
    found = last(cx, collection)
    if which == "top" and cx.dealing:
        cx.out.line(f"if {single(cx, found).text} == {NIL}: {cx.layout.cell('short')} += 1")
    return found


def _top(cx: Context, count: One, collection: Shape) -> Shape:
    wanted = cx.out.atom(count.text)
    if count.nil:
        wanted = cx.out.let(f"0 if {wanted} == {NIL} else {wanted}")
    if not isinstance(collection, Row) or cx.layout.form(collection.place[0]) != "pile":
        return _top_of_list(cx, wanted, collection)
    if cx.dealing:
        cx.out.line(f"if {held(cx, collection.place)} < {wanted}: {cx.layout.cell('short')} += 1")
    return Top(collection, wanted)


def _top_of_list(cx: Context, wanted: str, collection: Shape) -> Stored | StoredMelds:
    """Return the last ones of a list, the last first."""
    several: Stored | StoredMelds
    top: Stored | StoredMelds
    if of_melds(cx, collection):
        melds = no_melds(cx)
        fill_melds(cx, melds, collection)
        several, top = melds, no_melds(cx)
    else:
        several, top = stored(cx, collection), empty_list(cx)
    if cx.dealing:
        cx.out.line(f"if {several.count} < {wanted}: {cx.layout.cell('short')} += 1")
    i = cx.out.name("i")
    many = cx.out.let(f"{wanted} if {wanted} < {several.count} else {several.count}")
    cx.out.line(f"for {i} in range(0, {many}): {top.array}[{i}] = {several.array}[{several.count} - 1 - {i}]")
    cx.out.line(f"{top.count} = {many} if {many} > 0 else 0")
    return replace(top, at=places(collection))


@lowers(ir.Span)
def _span(cx: Context, expr: ir.Span, env: Env) -> Shape:
    low = one_value(cx, expr.low, env)
    if expr.high is None:
        high = One(str(len(cx.program.enums[expr.type.enum]) - 1 if expr.type.enum else ir.LARGEST_NUMBER))
    else:
        high = one_value(cx, expr.high, env)
    start, end = cx.out.atom(low.text), high.text
    if low.nil or high.nil:
        end = cx.out.atom(end)
        test = f"{start} == {NIL} or {end} == {NIL}"
        end = cx.out.let(f"{start} - 1 if {test} else {end}")
    return Span(start, str(int(end) + 1) if end.lstrip("-").isdigit() else f"({end} + 1)")


def _combo_test(cx: Context, combo: str, cards: Shape) -> One:
    if isinstance(cards, Meld) and cards.pattern:  # it is what it was laid as
        return _is_laid_as(cx, combo, cards)
    found = grouped(cx, combo)
    if found is None:
        return One(found_counted(cx, combo, all_of_them(cx, combo, cards)))
    size, groups, group_of = found
    made = cx.out.atom(mask_of(cx, cards), "m_")
    most = "" if size[1] is None else f" and POP({made}) <= {size[1]}"
    one_group = f"({made} == 0 or ({made} & ~{groups}[{group_of}[LOW({made})]]) == 0)"
    return One(found_counted(cx, combo, f"(POP({made}) >= {size[0]}{most} and {one_group})"))


def _is_laid_as(cx: Context, combo: str, meld: Meld) -> One:
    """Return whether a meld was found or laid as the combo; if it may be none, no cards at all may be a meld of the
    combo."""
    parts = cx.program.combos.parts(combo)
    test = " or ".join(f"{meld.pattern} == {cx.melds.pattern_numbers[part]}" for part in parts)
    if meld.nil and accepts_no_cards(cx, combo):
        made = cx.out.let(f"1 if {test} else 0")
        with cx.out.block(f"if {meld.text} == 0:"):
            cx.out.line(f"{made} = {empty_is_meld(cx, combo)}")
        test = f"{made} == 1"
    return One(found_counted(cx, combo, f"({test})"))


# ------------------------------------------------------------ comparisons
def _equal(cx: Context, left: ir.Expr, right: ir.Expr, env: Env) -> One:
    one, other = shape_of(cx, left, env), shape_of(cx, right, env)
    if isinstance(one, One) and isinstance(other, One):
        return One(f"({one.text} == {other.text})")
    if {left.type.name, right.type.name} == {"meld"} and not left.type.many and not right.type.many:
        return One(f"({mask_of(cx, one)} == {mask_of(cx, other)})")
    sets = all(isinstance(each, Cards | Row) or (isinstance(each, One) and not each.nil) for each in (one, other))
    if sets and left.type.name == right.type.name == "card":
        return One(f"({mask_of(cx, one)} == {mask_of(cx, other)})")
    return One(same_lists(cx, ascending(cx, one), ascending(cx, other)))


def _asked_of(cx: Context, op: str, operands: Sequence[ir.Expr]) -> Sequence[ir.Expr]:
    """Return the operands that may ever be evaluated."""
    ends = (number for number, each in enumerate(operands, 1) if settled(cx, each) is (op == "or"))
    return operands[: next(ends, len(operands))]


def _compared(cx: Context, op: str, left: One, right_of: ir.Expr, env: Env) -> One:
    tests = []
    if left.nil and strict(cx, right_of):
        of = copied(cx, left)
        there = [lambda: f"({of.text} != {NIL})", lambda: _compared(cx, op, One(of.text), right_of, env).text]
        return One(logic(cx, "and", there))
    right = one_value(cx, right_of, env)
    if left.nil:
        left = copied(cx, left)
        tests.append(f"{left.text} != {NIL}")
    if right.nil:
        right = copied(cx, right)
        tests.append(f"{right.text} != {NIL}")
    return One("(" + " and ".join([*tests, f"{left.text} {op} {right.text}"]) + ")")


def _computed(cx: Context, op: str, left: One, right_of: ir.Expr, env: Env) -> One:
    right = None if strict(cx, right_of) else one_value(cx, right_of, env)

    def of(a: str, b: str) -> One:
        if op in ("+", "-", "*"):
            number = f"({a} {op} {b})"
            if op == "*" or not small(cx, a) or not small(cx, b):
                number = cx.out.let(number)
                cx.parts.bound(cx, number)
            return One(number)
        divisor = cx.out.atom(b)
        by = "//" if op == "div" else "%"
        if divisor.lstrip("-").isdigit() and int(divisor):
            return One(f"({a} {by} {divisor})")
        return One(cx.out.let(f"{a} {by} {divisor} if {divisor} != 0 else {NIL}"), True)

    def second(a: str) -> One:
        return mapped(cx, one_value(cx, right_of, env) if right is None else right, lambda b: of(a, b))

    return mapped(cx, left, second)


def small(cx: Context, text: str) -> bool:
    """Return whether a sum of this is known to be far from the largest numbers."""
    return text.lstrip("-").isdigit() or text.startswith(("POP(", "T_"))


@lowers(ir.IfThenElse)
def _one_of_two(cx: Context, expr: ir.IfThenElse, env: Env) -> Shape:
    if (answer := settled(cx, expr.condition)) is not None:
        truth(cx, expr.condition, env)
        _arm(cx, expr.arms[not answer])
        return shape_of(cx, expr.then if answer else expr.otherwise, env)
    test = truth(cx, expr.condition, env)
    arms: list[tuple[list[str], Shape]] = []
    for arm, path in zip((expr.then, expr.otherwise), expr.arms, strict=True):
        with cx.out.captured() as lines:
            _arm(cx, path)
            made = shape_of(cx, arm, env)
            arms.append((lines, made))
    (first, yes), (second, no) = arms
    for lines, made in arms:
        owners_before(cx, lines, made)
    if of_melds(cx, Several((yes, no))):
        if expr.type.many and not first and not second and isinstance(yes, Laid) and isinstance(no, Laid):
            holds = cx.out.let(f"1 if {test} else 0")
            return Several((Kept(yes, lambda _: holds), Kept(no, lambda _: f"(not {holds})")))
        melds = [(f"if {test}:", *arms[0]), ("else:", *arms[1])]
        return one_of_lists_of_melds(cx, melds) if expr.type.many else one_of_melds(cx, melds)
    ones = isinstance(yes, One) and isinstance(no, One)
    if not ones and not all(_is_set(cx, made) for made in (yes, no)):
        return _either_list(cx, test, arms)
    result = cx.out.let("0", "m_") if not ones else cx.out.let(str(NIL))
    for head, lines, made in ((f"if {test}:", first, yes), ("else:", second, no)):
        with cx.out.block(head):
            cx.out.written(lines, 1)
            cx.out.line(f"{result} = {single(cx, made).text if ones else mask_of(cx, made)}")
    if not ones:
        return somewhere(cx, result, Several((yes, no)))
    yes, no = single(cx, yes), single(cx, no)
    return One(result, yes.nil or no.nil, places(Several((yes, no))))


def _arm(cx: Context, path: str) -> None:
    if path:
        count_fired(cx, path)


def _is_set(cx: Context, shape: Shape) -> bool:
    return isinstance(shape, Cards) or (isinstance(shape, Several) and not shape.parts)


def _either_list(cx: Context, test: str, arms: Sequence[tuple[list[str], Shape]]) -> Shape:
    """Return one of two lists, stored."""
    several = empty_list(cx)
    for head, (lines, made) in zip((f"if {test}:", "else:"), arms, strict=True):
        with cx.out.block(head):
            cx.out.written(lines, 1)
            fill(cx, several, made)
    return replace(several, at=places(Several(tuple(made for _, made in arms))))
