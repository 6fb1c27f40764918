"""List the candidates of a choice: cards, values, groups of cards, melds, groups of melds, spots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from typing import Protocol

from croupier.base.language import tr
from croupier.compile.recognised import barring, parts, some_is, summed
from croupier.lowering.base import (
    among,
    copied,
    copies_of_first,
    count_fired,
    fault_if_full,
    no_copies,
    one_value,
    strict,
    truth,
)
from croupier.lowering.capabilities import cannot
from croupier.lowering.cardsets import (
    cards_where,
    first_copies,
    form_listed,
    in_order,
    lying_in,
    noted_first,
    passing,
    wild_cards,
)
from croupier.lowering.casting import asks_casting, cast_in
from croupier.lowering.collections import (
    by_number,
    for_each,
    lists,
    mask_of,
    meld_found,
    note_first,
    number_of_meld,
    of_melds,
    single,
    start_of,
    stored_melds,
    these_or_all,
    zone_shape,
)
from croupier.lowering.context import Context, Env
from croupier.lowering.expressions import shape_of
from croupier.lowering.kernel import NIL, both
from croupier.lowering.layout import BITS, MOST_AT_ONCE, PACKED
from croupier.lowering.melding import list_pattern, melds_in_hand, sums_of, whole_condition
from croupier.lowering.meldlist import ENDLESS, MOST_GROUPED, MOST_LISTED
from croupier.lowering.names import secret, veiled_among
from croupier.lowering.shapes import (
    Cards,
    FoundMelds,
    Kept,
    Laid,
    Made,
    Meld,
    One,
    OpenSpots,
    Place,
    Several,
    Shape,
    Span,
    Stored,
    StoredMelds,
    join,
    places,
)
from croupier.lowering.shapes import places as places_of
from croupier.lowering.spots import all_that_fit, call
from croupier_dsl import ir
from croupier_dsl.analysis import (
    children,
    features_read,
    slots_read,
    stores_read,
    wild_by_kind,
    zones_turned,
)


class On(Protocol):
    """Handle one candidate value; `asked`: the conditions that still have to be tested for it."""

    def __call__(self, value: Shape, asked: Sequence[ir.Condition] | None = None) -> None: ...


MOST_AWAY = 4
"""The most different distances between the cards of shortest runs that are tested."""


def _moved(word: str, cards: str, far: int) -> str:
    """Return text for the cards whose numbers are higher or lower by `far`."""
    while far > 63:
        cards, far = f"{word}({cards}, 63)", far - 63
    return f"{word}({cards}, {far})"


MOST_SPOTS = 1_024
"""The most spots that are listed while a card is chosen for them."""


def open_in(cx: Context, place: Place) -> str:
    """Return the cards that the chooser could see in this place, as a set."""
    zone, whose = cx.layout.zones[place[0]], cx.layout.owner(*place)
    everything = str(cx.all_cards)
    turned = f"Z[{cx.layout.at('turned')}]" if may_be_turned(cx, zone.name) else "0"
    if zone.top_only:
        at = start_of(cx, place)
        top = cx.out.let(f"BIT(S[{at} + S[{at}]]) if S[{at}] > 0 else 0", "m_")
        everything = top if turned == "0" else f"({top} | {turned})"
    if zone.seen in ("nobody", "everyone"):
        return everything if zone.seen == "everyone" else turned
    assert whose is not None  # cards without an owner are visible to all or to none
    teams = cx.program.teams
    mine = f"{whose} == me" if zone.per == "player" else f"{whose} == me % {teams}"
    if zone.seen == "team" and zone.per == "player":
        mine = f"{whose} % {teams} == me % {teams}"
    plain = whose == "me" and zone.per == "player"
    if zone.seen == "others":
        return turned if plain else f"({turned} if {mine} else {everything})"
    return everything if plain else f"({everything} if {mine} else {turned})"


def hidden_places(cx: Context, places: Sequence[Place]) -> list[tuple[Place, str]]:
    """Return the places where cards may be hidden from the chooser, each with the cards that would be visible there."""
    found = ((place, open_in(cx, place)) for place in places)
    return [(place, seen) for place, seen in found if seen != str(cx.all_cards)]


def as_chosen(cx: Context, cards: str, hidden: Sequence[tuple[Place, str]]) -> Shape:
    """Return several chosen cards in the order of choices: visible ones by kind, then the hidden ones, place by place,
    in their order there."""
    rows = [(zone_shape(cx, *place), seen) for place, seen in hidden]
    dark = cx.out.let(join(f"({mask_of(cx, row)} & ~{seen})" for row, seen in rows), "m_")
    among_them = cx.out.let(f"{cards} & {dark}", "m_")
    parts: list[Shape] = [Cards(((f"({cards} & ~{dark})", None),))]
    for row, _ in rows:
        parts.append(Kept(row, lambda card: f"(({among_them} & {mask_of(cx, card)}) != 0)", among_them))
    return Several(tuple(parts))


def may_be_turned(cx: Context, zone: str) -> bool:
    """Return whether a card in the zone may be turned up at the time of a choice."""
    return zone in zones_turned(cx.facts)


def copies_may_differ(cx: Context, exprs: Sequence[ir.Expr], slot: int) -> bool:
    """Return whether the conditions may differ between copies of a card that is chosen into the slot."""
    if no_copies(cx):
        return False
    found = features_read(cx.facts, exprs)
    if found is not None:
        return any(what == "variable" for what, _ in found)
    return not all(_of_its_kind(cx, expr, slot) for expr in exprs)


def _of_its_kind(cx: Context, expr: ir.Expr, slot: int) -> bool:
    """Return whether the sentence depends on nothing of the slot's card except its kind and its place."""
    match expr:
        case ir.Local(slot=used):
            return used != slot
        case ir.Attribute(card=ir.Local()) | ir.IsKind(card=ir.Local()):
            return True
        case ir.Fits(card=ir.Local()):
            return _of_its_kind(cx, expr.spot, slot)
        case ir.CardFact(fact="wild", card=ir.Local(slot=used)) if used == slot:
            return wild_by_kind(cx.facts)
        case ir.Within(left=ir.Local(slot=used), right=ir.ZoneContents() as zone) if used == slot:
            return _of_its_kind(cx, zone, slot)
        case ir.Defined(name=name, subject=ir.Local(slot=used), further=None) if used == slot:
            definition = cx.definitions[name]
            return definition.subject == ir.CARD and _of_its_kind(cx, definition.body, 1)
    return all(_of_its_kind(cx, child, slot) for child in children(expr))


def pools_of(cx: Context, shape: Shape) -> list[tuple[str, Place]]:
    """Return the cards of a collection by place, in the order of places."""
    if of_melds(cx, shape):
        raise cannot("no_melds")
    found: dict[Place, list[str]] = {}
    for part in _parts(cx, shape):
        if isinstance(part, Cards) and all(place is not None and place[0] for _, place in part.parts):
            for text, place in part.parts:
                if place is not None:
                    found.setdefault(place, []).append(text)
        elif not isinstance(part, Cards) and (known := places_of(part)) and len(known) == 1 and known[0][0]:
            found.setdefault(known[0], []).append(mask_of(cx, part))
        else:
            return _everywhere(cx, mask_of(cx, shape))
    order = in_order(cx, found)
    if order is None:
        return _everywhere(cx, mask_of(cx, shape))
    return [(join(found[place]), place) for place in order]


def copies_pass_alike(
    cx: Context, choice: ir.Choice, pools: list[tuple[str, Place]], asked: Sequence[ir.Condition]
) -> bool:
    """Return whether all cards of a candidate pass the conditions or none do, so that they can be filtered before."""
    forms = {cx.layout.form(zone) for _, (zone, _) in pools}
    alone = forms <= {"row", "pile", "slot"}
    return alone or (
        forms == {"set"}
        and not copies_may_differ(cx, [*(each.expr for each in asked), *cx.listing.waiting], choice.slot)
    )


def known_in(cx: Context, pools: list[tuple[str, Place]]) -> list[tuple[str, Place]]:
    """Return the same pools; with foresight, first check that the notes on cards that the chooser sees are not
    veiled."""
    if cx.foresees:
        pools = [(cx.out.atom(text, "m_"), place) for text, place in pools]
        for text, place in pools:
            veiled_among(cx, place[0], f"{text} & {open_in(cx, place)}")
    return pools


def _parts(cx: Context, shape: Shape) -> Iterator[Shape]:
    """Yield a collection that is put together, part by part."""
    if isinstance(shape, Several):
        for part in shape.parts:
            yield from _parts(cx, part)
    else:
        yield shape


def _everywhere(cx: Context, text: str) -> list[tuple[str, Place]]:
    """Return cards by place, wherever they are; a card out of play sets the fault."""
    cards = cx.out.let(text, "m_")
    cx.out.line(f"if ({cards} & {lying_in(cx, ('', None))}) != 0: {cx.layout.cell('fault')} = 1")
    found = []
    for place in cx.layout.every_place():
        if cx.layout.form(place[0]) == "set":
            found.append((f"({cards} & {lying_in(cx, place)})", place))
        else:
            found.append((cx.out.let(f"{cards} & {mask_of(cx, zone_shape(cx, *place))}", "m_"), place))
    return found


def passing_filters(
    cx: Context, choice: ir.Choice, pools: list[tuple[str, Place]], env: Env
) -> list[tuple[str, Place]]:
    before = [(cx.out.atom(text, "m_"), place) for text, place in pools] if choice.if_possible else pools
    kept = before
    for each in choice.filters:
        mask = cards_where(cx, choice.slot, each.expr, env)
        if cx.covers:
            kept = [(cx.out.atom(text, "m_"), place) for text, place in kept]
        asked = kept
        if mask is not None:
            kept = [(among(cx, text, mask), place) for text, place in kept]
        else:
            kept = [(passing(cx, text, place, choice.slot, each.expr, env), place) for text, place in kept]
        for (text, _), (all_of_them, _) in zip(kept, asked, strict=True) if cx.covers else ():
            count_fired(cx, f"{each.path}.yes", f"POP({text})")
            count_fired(cx, f"{each.path}.no", f"POP({all_of_them} & ~{text})")
    if not choice.if_possible or not choice.filters:
        return kept
    left = [(cx.out.let(text, "m_"), place) for text, place in kept]
    none = cx.out.let(f"{join(text for text, _ in left)} == 0")
    return [(f"({old} if {none} else {new})", place) for (new, place), (old, _) in zip(left, before, strict=True)]


def without_excluded(
    cx: Context, choice: ir.Choice, pools: list[tuple[str, Place]], conditions: Sequence[ir.Condition], env: Env
) -> list[tuple[str, Place]]:
    """Return the pools without the cards that a condition of the form `none of CHOICE where …` excludes; each counts as
    a no."""
    for condition in conditions:
        found = barring(cx.facts, condition.expr, choice.slot)
        if found is None:
            continue
        left = []
        for text, place in pools:
            cards = cx.out.atom(text, "m_")
            mask = cards_where(cx, *found, env)
            gone = passing(cx, cards, place, *found, env) if mask is None else cx.out.let(f"{cards} & {mask}", "m_")
            count_fired(cx, f"{condition.path}.no", f"POP({gone})")
            left.append((f"({cards} & ~{gone})", place))
        pools = left
    return pools


def classes_of(cx: Context, pools: list[tuple[str, Place]], found: Callable[[str, Place | None], None]) -> None:
    """List each candidate, as the set of the cards that are alike, with its place: visible cards by kind, then the
    others by place and position."""
    opened = [(text, place, open_in(cx, place)) for text, place in pools]
    everything = str(cx.all_cards)
    lying = [
        (text if seen == everything else cx.out.let(f"{text} & {seen}", "m_"), place)
        for text, place, seen in opened
        if seen != "0"
    ]
    if len(lying) == 1 and cx.layout.form(lying[0][1][0]) == "set" and no_copies(cx):
        for_each(cx, Cards((lying[0],)), lambda card: found(mask_of(cx, card), lying[0][1]))
    elif lying:
        left = cx.out.let(join(text for text, _ in lying), "m_")
        if len(lying) == 1 and list(cx.program.kind_of) == sorted(cx.program.kind_of):
            _kind_by_kind(cx, left, lying[0][1], found)
        else:
            apart = [each for text, place in lying for each in _by_side(cx, text, place)]
            with cx.out.block(f"while {left} != 0:"):
                kind = cx.out.let(copies_of_first(cx, left), "m_")
                for text, place in apart:
                    _of_kind(cx, cx.out.let(f"{text} & {kind}", "m_"), place, found)
                cx.out.line(f"{left} = {left} & ~{kind}")
    dark = [(text, place, seen) for text, place, seen in opened if seen != everything]
    for text, place, seen in dark:
        hidden = text if seen == "0" else cx.out.let(f"{text} & ~{seen}", "m_")
        if cx.layout.form(place[0]) == "set":
            cx.out.line(f"if {hidden} != 0: {cx.layout.cell('fault')} = 1")
        else:
            _one_by_one_in(cx, hidden, place, found)


def _kind_by_kind(cx: Context, left: str, place: Place, found: Callable[[str, Place | None], None]) -> None:
    """List the visible cards of one place kind by kind; copies have adjacent numbers."""
    turned = ""
    if cx.layout.form(place[0]) == "set" and may_be_turned(cx, place[0]):
        turned = f"Z[{cx.layout.at('turned')}]"
    with cx.out.block(f"while {left} != 0:"):
        cards = cx.out.let(f"{left} & {copies_of_first(cx, left)}", "m_")
        if turned:
            with cx.out.block(f"if REST({cards}) != 0:"):
                first = cx.out.let(f"{cards} & ~{turned}", "m_")
                cx.out.line(f"if {first} != 0: {cards} = {first}")
        _of_kind(cx, cards, place, found, some=True)
        cx.out.line(f"{left} = LESS({left}, {cards})")


def _of_kind(
    cx: Context, cards: str, place: Place, found: Callable[[str, Place | None], None], *, some: bool = False
) -> None:
    """List the visible cards of one kind in one place. `some`: there is at least one."""
    if cx.layout.form(place[0]) == "melds":
        return _in_melds(cx, cards, place, found)
    if cx.layout.form(place[0]) != "set":
        return _one_by_one_in(cx, cards, place, found)
    told = _distinguishing_variables(cx, place[0])
    if told:
        return _by_notes(cx, cards, told, place, found)
    if some:
        return found(cards, place)
    with cx.out.block(f"if {cards} != 0:"):
        found(cards, place)
    return None


def _by_side(cx: Context, cards: str, place: Place) -> list[tuple[str, Place]]:
    """Split cards of a set into those not turned up, which come first, and those turned up."""
    if cx.layout.form(place[0]) != "set" or not may_be_turned(cx, place[0]):
        return [(cards, place)]
    turned = f"Z[{cx.layout.at('turned')}]"
    return [(cx.out.let(f"{cards} & ~{turned}", "m_"), place), (cx.out.let(f"{cards} & {turned}", "m_"), place)]


def _in_melds(cx: Context, cards: str, place: Place, found: Callable[[str, Place], None]) -> None:
    """List cards of one kind in melds, meld by meld; cards with the same place in a meld, or with none, are alike, and
    the first represents them."""
    if not no_copies(cx) and (
        may_be_turned(cx, place[0]) or _distinguishing_variables(cx, place[0]) or place[0] in cx.living
    ):
        raise cannot("copies_told", why=tr("a choice among cards of melds on which something is noted"))
    at = cx.layout.cell("place", "", "%s")
    with cx.out.block(f"if {cards} != 0:"):

        def here(meld: Shape) -> None:
            left = cx.out.let(f"{cards} & {mask_of(cx, meld)}", "m_")
            with cx.out.block(f"while {left} != 0:"):
                first, alike = cx.out.let(f"LOW({left})", "c"), cx.out.let(left, "m_")
                with cx.out.block(f"if REST({left}) != 0:"):
                    cx.out.line(f"{first} = {call(cx, 'first_in', 'S', left, '-1')}")
                    rest = cx.out.let(left, "m_")
                    cx.out.line(f"{alike} = 0")
                    with cx.out.block(f"while {rest} != 0:"):
                        card = cx.out.let(f"LOW({rest})", "c")
                        cx.out.line(f"{rest} = REST({rest})")
                        cx.out.line(f"if {at % card} == {at % first}: {alike} = {alike} | BIT({card})")
                cx.out.line(f"{left} = {left} & ~{alike}")
                if cx.covers:  # the reference asks one after the other
                    cx.out.line(f"if REST({alike}) != 0: {cx.layout.cell('fault')} = 1")
                cx.listing.meld_there = meld
                found(f"BIT({first})" if cx.listing.alone else alike, place)
                cx.listing.meld_there = None

        for_each(cx, zone_shape(cx, *place), here)


def _distinguishing_variables(cx: Context, zone: str) -> list[str]:
    """Return the card variables that everybody sees and that distinguish cards of a set."""
    columns = {column: name for name, column in cx.program.card_variables.items()}
    place = next((place for place in cx.program.places if place.zone.name == zone), None)
    return [] if place is None else [columns[column] for column in cx.program.telling[place.index]]


def _by_notes(
    cx: Context, cards: str, names: Sequence[str], place: Place, found: Callable[[str, Place | None], None]
) -> None:
    """List cards grouped by the values noted on them, the least first."""
    left = cx.out.let(cards, "m_")
    with cx.out.block(f"while {left} != 0:"):
        best = cx.out.let(f"LOW({left})", "c")
        rest = cx.out.let(f"REST({left})", "m_")
        with cx.out.block(f"while {rest} != 0:"):
            card = cx.out.let(f"LOW({rest})", "c")
            cx.out.line(f"{rest} = REST({rest})")
            _keep_least(cx, card, best, names)
        alike = cx.out.let("0", "m_")
        cx.out.line(f"{rest} = {left}")
        with cx.out.block(f"while {rest} != 0:"):
            card = cx.out.let(f"LOW({rest})", "c")
            cx.out.line(f"{rest} = REST({rest})")
            same = [f"{_note(cx, name, card)} == {_note(cx, name, best)}" for name in names]
            cx.out.line(f"if {' and '.join(same)}: {alike} = {alike} | BIT({card})")
        cx.out.line(f"{left} = LESS({left}, {alike})")
        found(alike, place)


def _note(cx: Context, name: str, card: str) -> str:
    return cx.layout.cell("variable", name, card)


def _keep_least(cx: Context, card: str, best: str, names: Sequence[str]) -> None:
    """Write: the card becomes the best if the values noted on it are less."""
    first, *others = names
    cx.out.line(f"if {_note(cx, first, card)} < {_note(cx, first, best)}: {best} = {card}")
    if others:
        with cx.out.block(f"if {_note(cx, first, card)} == {_note(cx, first, best)}:"):
            _keep_least(cx, card, best, others)


def _one_by_one_in(cx: Context, cards: str, place: Place, found: Callable[[str, Place | None], None]) -> None:
    """List cards of a row, pile or slot one by one, by place."""
    row = zone_shape(cx, *place)
    if isinstance(row, One):
        with cx.out.block(f"if {cards} != 0:"):
            found(cards, place)
        return
    with cx.out.block(f"if {cards} != 0:"):
        those = Kept(row, lambda item: f"(({cards} & {mask_of(cx, item)}) != 0)")
        for_each(cx, those, lambda item: found(f"BIT({single(cx, item).text})", place))


def noted_in(cx: Context, zone: str) -> bool:
    return any(cx.program.leaving.get(cx.program.zone_base[zone], ())) or zone in cx.living


def shown(cx: Context, cards: str, place: Place | None) -> str:
    """Return the copy that represents all that are alike: one with a note, if there is one."""
    if cards.startswith("BIT("):
        return cards[4:-1]
    if place is None:
        return f"LOW({cards})"
    copies = len(set(cx.program.kind_of)) < cx.program.cards
    if copies and place[0] in cx.moving.watched and cx.layout.form(place[0]) == "set":
        raise cannot("copies_told", why=tr("a choice in `{zone}`, for which a rule waits", zone=place[0]))
    if place[0] not in cx.living:
        return f"LOW({cards})"
    if not cards.isidentifier():
        cards = cx.out.let(cards, "m_")
    first = cx.out.let(f"LOW({cards})", "c")
    with cx.out.block(f"if REST({cards}) != 0:"):
        cx.out.line(f"{first} = LOW({noted_first(cx, place[0], cards)})")
    return first


def _built_by(cx: Context, choice: ir.Choice, conditions: Sequence[ir.Condition]) -> list[ir.Condition]:
    """Return the conditions by which groups are built: what they have to add up to, what one of the melds has to be."""
    slot, found = choice.slot, []
    for condition in conditions:
        match condition.expr:
            case ir.Order(left=left, right=right) if summed(cx.facts, left, slot):
                if slot not in slots_read(cx.facts, right):
                    found.append(condition)
            case expr if some_is(cx.facts, expr, slot):
                found.append(condition)
    return found


def group_source(
    cx: Context, choice: ir.Choice, melds: FoundMelds | StoredMelds, env: Env
) -> tuple[str, tuple[str, ...]]:
    """Return the cards that melds are made of, and those that go before their copies; none of melds on the table."""
    if isinstance(melds, FoundMelds) and melds.held and not strict(cx, choice.collection):
        return melds.held, melds.noted
    if not isinstance(choice.collection, ir.Melds):
        return cx.out.let("0", "m_"), by_number(cx)
    cards = shape_of(cx, choice.collection.cards, env)
    held = cx.out.let(mask_of(cx, cards), "m_")
    return held, first_copies(cx, cards, held)


def _groups_of_melds(
    cx: Context, choice: ir.Choice, melds: FoundMelds | StoredMelds, left: str, many: str,
    conditions: Sequence[ir.Condition], env: Env, on: On,
) -> None:  # fmt: skip
    """List groups of melds, the smallest groups first; sums and conditions on single melds are tested while a group
    grows."""
    slot = choice.slot
    built = _built_by(cx, choice, conditions)
    adding = [each.expr for each in built if isinstance(each.expr, ir.Order)]
    having = [each.expr for each in built if not isinstance(each.expr, ir.Order)]
    asked = [each for each in conditions if each not in built]
    source, noted = group_source(cx, choice, melds, env)
    bounds = [copied(cx, one_value(cx, rule.right, env)) for rule in adding]
    adds, has = [cx.out.array(MOST_LISTED) for _ in adding], [cx.out.array(MOST_LISTED) for _ in having]
    best = [cx.out.let("0") for _ in adding]
    one, top = cx.out.array(1), cx.out.let("G_top[0]")
    alone = {**env, slot: StoredMelds(one, "1", places(melds))}

    def each(ask: Callable[[str], None]) -> None:
        i = cx.out.name("i")
        cx.known.append({})
        with cx.out.block(f"for {i} in range(0, {many}):"):
            cx.out.line(f"back_to({top})")
            cx.out.line(f"{one}[0] = {number_of_meld(cx, melds, f'{left}[{i}]' if left else i)}")
            ask(i)
        cx.out.line(f"back_to({top})")
        cx.known.pop()

    def is_one(i: str) -> None:
        for test, array in zip(having, has, strict=True):
            cx.out.line(f"{array}[{i}] = 1 if {truth(cx, test, alone)} else 0")

    def adds_up(i: str) -> None:
        for rule, array, most in zip(adding, adds, best, strict=True):
            value = copied(cx, one_value(cx, rule.left, alone))
            cx.out.line(f"{array}[{i}] = {value.text}" + (f" if {value.text} != {NIL} else 0" if value.nil else ""))
            better = ">" if rule.op in (">", ">=") else "<"
            cx.out.line(f"if {i} == 0 or {array}[{i}] {better} {most}: {most} = {array}[{i}]")

    read = {name for what, name in stores_read(cx.facts, *adding) if what == "variable"}
    at_once = cx.covers or any(map(partial(secret, cx), read))
    if at_once:  # it counts, or it shows that the seat does not know it
        each(adds_up)
    if having:
        each(is_one)
    size, most = _sizes_of_groups(cx, choice, source, many, env)
    tests = [f"{bound.text} != {NIL}" for bound in bounds if bound.nil]
    upto = [_last_that_has(cx, array, many) for array in has]
    tests += [f"{last} >= 0" for last in upto]
    possible = " and ".join(tests) or "1"
    lone = cx.out.let("0", "m_")
    with cx.out.block(f"if {possible}:"):  # sums are not tested if no meld meets the conditions on single melds
        if adding and not at_once:
            each(adds_up)
        cx.out.line(f"{lone} = m_lone({source})")
        _no_more_than_cards(cx, choice, melds, left, many, source, lone, most)
    with cx.out.block(f"while {size} <= {most} and ({possible}):"):
        tests = [f"0 {rule.op} {bound.text}" for rule, bound in zip(adding, bounds, strict=True)]
        group, numbers = cx.out.array(MOST_GROUPED), cx.out.array(MOST_GROUPED)
        cx.melds.numbers_of[slot] = numbers
        whole = StoredMelds(group, size, places(melds))
        if not having:
            with cx.out.block(f"if {' and '.join([f'{size} == 0', *tests])}:"):
                on(whole, asked)
        with cx.out.block(f"if {size} > 0:"):
            _grown(cx, melds, left, many, size, (source, noted, lone), (adding, bounds, adds, best), (has, upto),
                        group, numbers, lambda: on(whole, asked), top)  # fmt: skip
        cx.out.line(f"{size} += 1")


def _last_that_has(cx: Context, array: str, many: str) -> str:
    """Return the last meld that is what one of them has to be; -1 if none is."""
    last, i = cx.out.let("-1"), cx.out.name("i")
    with cx.out.block(f"for {i} in range(0, {many}):"):
        cx.out.line(f"if {array}[{i}]: {last} = {i}")
    return last


def _sizes_of_groups(cx: Context, choice: ir.Choice, source: str, many: str, env: Env) -> tuple[str, str]:
    """Return the fewest melds, and the most that there may be."""
    low = one_value(cx, choice.low, env)
    high = None if choice.high is None else copied(cx, one_value(cx, choice.high, env))
    size = cx.out.let(f"{low.text} if {low.text} > 0 else 0")
    most = cx.out.let(many)
    if smallest := _smallest(cx, choice):
        cx.out.line(f"{most} = POP({source}) // {smallest}")
    if high is not None:
        there = f"{high.text} != {NIL} and " if high.nil else ""
        cx.out.line(f"if {there}{most} > {high.text}: {most} = {high.text}")
    cx.out.line(f"if {most} > {MOST_GROUPED}: {most} = {MOST_GROUPED} + 1")
    return size, most


def _no_more_than_cards(
    cx: Context,
    choice: ir.Choice,
    melds: FoundMelds | StoredMelds,
    left: str,
    many: str,
    source: str,
    lone: str,
    most: str,
) -> None:
    """Lower the most melds of a group to what the cards in any of the melds allow."""
    smallest = _smallest(cx, choice)
    if smallest < 2:
        return
    cards, i = cx.out.let(f"LESS({source}, {lone})", "m_"), cx.out.name("i")
    with cx.out.block(f"for {i} in range(0, {many}):"):
        cx.out.line(f"{cards} = {cards} | Gm_meld[{number_of_meld(cx, melds, f'{left}[{i}]' if left else i)}]")
    cx.out.line(f"if POP({cards}) // {smallest} < {most}: {most} = POP({cards}) // {smallest}")


def _smallest(cx: Context, choice: ir.Choice) -> int:
    """Return the fewest cards that a found meld has; 0 if the melds are stored."""
    if not isinstance(choice.collection, ir.Melds):
        return 0
    combos = cx.program.combos
    return min(combos.patterns[part].smallest for part in combos.parts(choice.collection.combo))


def _grown(
    cx: Context, melds: FoundMelds | StoredMelds, left: str, many: str, size: str,
    cards: tuple[str, tuple[str, ...], str],
    sums: tuple[list[ir.Order], list[One], list[str], list[str]], flags: tuple[list[str], list[str]], group: str,
    numbers: str, on: Callable[[], None], top: str,
) -> None:  # fmt: skip
    """List every group of `size` melds: each meld comes after the last one and shares no card with those taken. Each
    level knows the first meld that may come next."""
    room = MOST_GROUPED + 1
    following, used = cx.out.array(room), cx.out.array(room, "Gm_")
    totals, mets = [cx.out.array(room) for _ in sums[0]], [cx.out.array(room) for _ in flags[0]]
    (source, noted, lone), level = cards, cx.out.let("0")
    for array in (following, used, *totals, *mets):
        cx.out.line(f"{array}[0] = 0")
    adding, bounds, adds, best_of = sums
    reaches = [
        f"{best} * {size} {rule.op} {bound.text}" for rule, bound, best in zip(adding, bounds, best_of, strict=True)
    ]
    if reaches:  # else N melds have too little or too much, whichever they are
        cx.out.line(f"{level} = 0 if {both(*reaches)} else -1")
    with cx.out.block(f"while {level} >= 0:"):
        after, gone = cx.out.let(f"{size} - {level} - 1"), cx.out.let(f"{used}[{level}] & {lone}", "m_")
        with cx.out.block(f"if {level} >= {MOST_GROUPED}:"):  # more than there is room for
            cx.out.line(f"{cx.layout.cell('fault')} = 1; {following}[{level}] = {many}")
        still = [cx.out.let(f"{total}[{level}]") for total in totals]
        have = [cx.out.let(f"{each}[{level}]") for each in mets]
        i, go = cx.out.name("i"), cx.out.let("0")
        tests = [
            f"{add}[{i}] {rule.op} {cx.out.let(f'{bound.text} - {total} - {best} * {after}')}"
            for rule, bound, total, add, best in zip(adding, bounds, still, adds, best_of, strict=True)
        ]
        tests += [
            f"({has} or {array}[{i}] or {i} <= {cx.out.let(f'{last} if {after} else -1')})"
            for has, array, last in zip(have, *flags, strict=True)
        ]
        tests.append(f"(Gm_meld[{number_of_meld(cx, melds, f'{left}[{i}]' if left else i)}] & {gone}) == 0")
        with cx.out.block(f"for {i} in range({following}[{level}], {many}):"):
            cx.out.line(f"if {both(*tests)}: {go} = {i} + 1; break")
        cx.out.line(f"{following}[{level}] = {go}")
        cx.out.line(f"if {go} == 0: {level} += -1")
        with cx.out.block("else:"):
            cx.out.line(f"{go} += -1")
            at = cx.out.let(f"{left}[{go}]" if left else go)
            h = cx.out.let(number_of_meld(cx, melds, at), "h")
            with cx.out.block(f"if (Gm_meld[{h}] & {used}[{level}]) != 0:"):
                note_first(cx, noted)
                cx.out.line(f"{h} = deal_beside({level}, {h}, {used}[{level}], {source})")
            with cx.out.block(f"if {h} >= 0:"):
                cx.out.line(f"{group}[{level}] = {h}; {numbers}[{level}] = {at}")
                with cx.out.block(f"if {after} == 0:"):
                    cx.out.line(f"back_to({top})")
                    on()
                with cx.out.block("else:"):
                    cx.out.line(f"{level} += 1; {following}[{level}] = {go}")
                    cx.out.line(f"{used}[{level}] = {used}[{level} - 1] | Gm_meld[{h}]")
                    for array, was, add in zip(totals, still, adds, strict=True):
                        cx.out.line(f"{array}[{level}] = {was} + {add}[{go}]")
                    for array, has, of in zip(mets, have, flags[0], strict=True):
                        cx.out.line(f"{array}[{level}] = {has} or {of}[{go}]")


# ------------------------------------------------------------ offers
def offered_melds(cx: Context, choice: ir.Choice, env: Env) -> FoundMelds | StoredMelds:
    match choice.collection:
        case ir.Melds(combo=combo, cards=cards):
            return _put_by(cx, melds_in_hand(cx, combo, shape_of(cx, cards, env), once=True))
    return _put_by(cx, shape_of(cx, choice.collection, env))


def _put_by(cx: Context, shape: Shape) -> FoundMelds | StoredMelds:
    if not of_melds(cx, shape):
        raise cannot("no_melds")
    return stored_melds(cx, shape)


def _may_read_the_same(cx: Context, choice: ir.Choice) -> bool:
    plain = isinstance(choice.collection, ir.Melds) and not isinstance(cx.combos[choice.collection.combo], ir.Split)
    return not plain and not (_on_table(cx, choice) and len(cx.program.kinds) == cx.program.cards)


def _on_table(cx: Context, choice: ir.Choice) -> bool:
    return isinstance(choice.collection, ir.ZoneContents)


def melds_of_choice(
    cx: Context, choice: ir.Choice, conditions: Sequence[ir.Condition], env: Env, on: On, alone: bool
) -> None:
    """List each meld, or each group of melds, in order. `alone`: whether nothing else is chosen."""
    again = _may_read_the_same(cx, choice)
    needed = () if choice.single or cx.covers or cx.foresees else _needed(cx, choice, conditions)
    with cx.out.block(f"if {_are_there(cx, choice, needed, env)}:") if needed else nullcontext():
        _among_melds(cx, choice, conditions, env, on, again=again, alone=alone)


def _needed(cx: Context, choice: ir.Choice, conditions: Sequence[ir.Condition]) -> tuple[tuple[str, bool], ...]:
    """Return the patterns of which one of the melds has to be, each with whether it may hold wild cards; none if it may
    be of any."""
    match choice.collection:
        case ir.Melds(combo=combo) if not isinstance(cx.combos[combo], ir.Split):
            parts = cx.program.combos.parts(combo)
            for expr in (each.expr for each in conditions if some_is(cx.facts, each.expr, choice.slot)):
                assert isinstance(expr, ir.Exists)
                those, pure = _has_to_be(cx, expr.condition, expr.slot)
                found = [part for part in parts if those is None or part in those]
                if (pure or len(found) < len(parts)) and not any(map(partial(whole_condition, cx), found)):
                    return tuple((part, not pure) for part in found)
    return ()


def _has_to_be(cx: Context, expr: ir.Expr, slot: int) -> tuple[frozenset[str] | None, bool]:
    """Return the patterns that the slot's meld must have for this to hold (None: any), and whether it must be without
    wild cards."""
    match expr:
        case ir.IsCombo(combo=combo, cards=ir.Local(slot=of)) if of == slot:
            return frozenset(cx.program.combos.parts(combo)), False
        case ir.IsEmpty(collection=ir.MeldFact(fact="wilds", meld=ir.Local(slot=of))) if of == slot:
            return None, True
        case ir.Defined(name=name, subject=ir.Local(slot=of), further=None) if of == slot:
            return _has_to_be(cx, cx.definitions[name].body, 1)
        case ir.OptionValue() if truth(cx, expr, {}) == "0":
            return frozenset(), True
        case ir.Logic(op=op, operands=operands):
            found = [_has_to_be(cx, each, slot) for each in operands]
            known = [patterns for patterns, _ in found if patterns is not None]
            if op == "and":
                return frozenset.intersection(*known) if known else None, any(pure for _, pure in found)
            return frozenset().union(*known) if len(known) == len(found) else None, all(pure for _, pure in found)
    return None, False


def _are_there(cx: Context, choice: ir.Choice, needed: Sequence[tuple[str, bool]], env: Env) -> str:
    """Return a test whether there are melds of such patterns at all."""
    assert isinstance(choice.collection, ir.Melds)
    held = cx.out.let(mask_of(cx, shape_of(cx, choice.collection.cards, env)), "m_")
    at_once = [None if wild else _run_to_see_at_once(cx, part, held) for part, wild in needed]
    if None not in at_once:
        return " or ".join(map(str, at_once))
    lists(cx)
    low = cx.out.let("G_top[0]")
    for part, wild in needed:
        list_pattern(cx, part, held, cx.out.let(wild_cards(cx) if wild else "0", "m_"), by_number(cx), 1, str(ENDLESS))
    found = cx.out.let(f"1 if G_top[0] > {low} or G_full[0] else 0")
    cx.out.line(f"G_full[0] = 0; back_to({low})")
    return found


def _run_to_see_at_once(cx: Context, name: str, held: str) -> str | None:
    """Return a test whether there is a run of a pattern without wild cards, by the distances between the cards of the
    shortest; None if these differ too much."""
    pattern, kind_of = cx.program.combos.patterns[name], list(cx.program.kind_of)
    form, copies = form_listed(cx, pattern), Counter(kind_of)
    size, of_runs = form.bounds.smallest, [kind for kind, group in enumerate(form.groups) if group >= 0]
    plain = form.is_run and not (pattern.group or pattern.different or sums_of(cx, name))
    many = {copies[kind] for kind in of_runs}
    if not plain or not form.bounds.holds(size, 0) or kind_of != sorted(kind_of) or len(many) > 1:
        return None
    runs: dict[tuple[int, ...], int] = {}
    for group in form.values:
        for start in range(form.length + 1 - size):
            there = [form.roles.get((group, place), -1) for place in range(start, start + size)]
            if -1 in there or len({*there}) < size:
                return None
            first, *others = map(kind_of.index, there)
            away = tuple(other - first for other in others)
            runs[away] = runs.get(away, 0) | 1 << first
    if len(runs) > MOST_AWAY:
        return None
    copied = [held, *(f"DOWN({held}, {i})" for i in range(1, max(many, default=1)))]
    one = cx.out.let(f"({' | '.join(copied)}) & {sum(1 << kind_of.index(kind) for kind in of_runs)}", "m_")
    tests = []
    for away, first in runs.items():
        beside = [_moved("UP" if other < 0 else "DOWN", one, abs(other)) for other in away]
        tests.append(f"({' & '.join([one, str(first), *beside])}) != 0")
    return " or ".join(tests) or "0"


def _among_melds(
    cx: Context, choice: ir.Choice, conditions: Sequence[ir.Condition], env: Env, on: On, *, again: bool, alone: bool
) -> None:
    melds = offered_melds(cx, choice, env)
    if again and may_come_again(cx, choice, alone):
        _note_alike(cx, choice, melds)
        again = False
    if not choice.single:
        _each_is_judged(cx, choice, melds, conditions, env)
    left, many = _left_by_filters(cx, choice, melds, env)
    top = cx.out.let("G_top[0]")
    if not choice.single:
        return _groups_of_melds(cx, choice, melds, left, many, conditions, env, on)
    seen, before = cx.out.array(MOST_LISTED) if again else "", cx.out.let("0")
    i = cx.out.name("i")
    with cx.out.block(f"for {i} in range(0, {many}):"):
        cx.out.line(f"back_to({top})")
        at = cx.out.let(f"{left}[{i}]" if left else i)
        meld = meld_found(cx, cx.out.let(number_of_meld(cx, melds, at), "h"), places(melds))
        cx.melds.numbers_of[choice.slot] = at
        if not again:
            on(meld)
        else:
            was, j = cx.out.let("0"), cx.out.name("i")
            with cx.out.block(f"for {j} in range(0, {before}):"):
                cx.out.line(f"if reads_same({seen}[{j}], {meld.found}): {was} = 1")
            with cx.out.block(f"if {was} == 0:"):
                rows = cx.out.let("n")
                on(meld)
                cx.out.line(f"if n > {rows}: {seen}[{before}] = {meld.found}; {before} += 1")
    return None


def may_come_again(cx: Context, choice: ir.Choice, alone: bool) -> bool:
    """Return whether a candidate may come again, so that rows are compared. `alone`: nothing else is chosen. With rule
    coverage, conditions on melds are tested for each of them."""
    if choice.type.name == "meld":
        return _may_read_the_same(cx, choice) and (cx.covers or not (alone and choice.single))
    return cx.covers and choice.type.name == "spot"


def _note_alike(cx: Context, choice: ir.Choice, melds: FoundMelds | StoredMelds) -> None:
    """Write, where melds that may read the same are listed for a choice, the first meld that reads like each."""
    first, i, j = cx.out.array(MOST_LISTED), cx.out.name("i"), cx.out.name("i")
    cx.listing.alike[choice.slot], cx.listing.rows_again = first, True
    with cx.out.block(f"for {i} in range(0, {melds.count}):"):
        cx.out.line(f"{first}[{i}] = {i}")
        with cx.out.block(f"for {j} in range(0, {i}):"):
            same = f"reads_same({number_of_meld(cx, melds, j)}, {number_of_meld(cx, melds, i)})"
            cx.out.line(f"if {first}[{i}] == {i} and {first}[{j}] == {j} and {same}: {first}[{i}] = {j}")


def melds_read_alike(cx: Context, choice: ir.Choice, here: Sequence[str], there: Sequence[str]) -> str:
    """Return a test whether the melds of two rows read the same; `here` and `there`: the cells with their numbers."""
    first = cx.listing.alike[choice.slot]
    if choice.single:
        return f"{first}[{here[0]}] == {first}[{there[0]}]"
    same = cx.out.let(f"1 if {here[0]} == {there[0]} else 0")
    for k in range(MOST_GROUPED):
        one, other = (f"{row[1 + k // PACKED]} >> {k % PACKED * BITS} & {(1 << BITS) - 1}" for row in (here, there))
        cx.out.line(f"if {same} and {k} < {here[0]}: {same} = 1 if {first}[{one}] == {first}[{other}] else 0")
    return f"{same} == 1"


def _left_by_filters(cx: Context, choice: ir.Choice, melds: FoundMelds | StoredMelds, env: Env) -> tuple[str, str]:
    """Return an array of the places of those that pass, none for all of them, and how many they are."""
    if not choice.filters:
        return "", melds.count
    left, many, i, top = cx.out.array(MOST_LISTED), cx.out.let("0"), cx.out.name("i"), cx.out.let("G_top[0]")
    cx.known.append({})
    with cx.out.block(f"for {i} in range(0, {melds.count}):"):
        cx.out.line(f"back_to({top})")
        meld = meld_found(cx, cx.out.let(number_of_meld(cx, melds, i), "h"), places(melds))
        with cast_in(cx, meld if any(asks_casting(cx, each.expr) for each in choice.filters) else None):
            test = cx.out.atom(cx.parts.all_judged(cx, choice.filters, {**env, choice.slot: meld}))
        cx.out.line(f"if {test}: {left}[{many}] = {i}; {many} += 1")
    cx.known.pop()
    if choice.if_possible:
        with cx.out.block(f"if {many} == 0:"):
            cx.out.line(f"{many} = {melds.count}")
            cx.out.line(f"for {i} in range(0, {many}): {left}[{i}] = {i}")
    return left, many


# ------------------------------------------------------------ several
def growing_conditions(cx: Context, move: ir.MoveRule) -> list[ir.Condition]:
    """Return the conditions of a move that are tested while groups of melds grow."""
    found: list[ir.Condition] = []
    for at, choice in enumerate(move.choices):
        if choice.type.name == "meld" and not choice.single:
            later = {each.slot for each in move.choices[at + 1 :]}
            here = [each for each in move.conditions if choice.slot in each.mentions]
            found += _built_by(cx, choice, [each for each in here if not later & set(each.mentions)])
    return found


def are_offered(cx: Context, n: str) -> None:
    """Offer the moves of the first `n` rows."""
    if cx.covers:
        cx.out.line(f"are_offered(S, OUT, {n})")


def write_offer_counts(cx: Context) -> None:
    """Write `are_offered(S, OUT, n)`: count each move of the first `n` rows once, and in each row that the conditions
    hold by which groups of melds were built."""
    if not cx.covers:
        return
    row = cx.layout.row
    with cx.out.function("are_offered(S, OUT, n)"):
        with cx.out.block("for i in range(0, n):"):
            cx.out.line(f"move = OUT[i * {row}]")
            with cx.out.block(f"if i == 0 or OUT[(i - 1) * {row}] != move:"):
                for number, move in enumerate(cx.rules.moves):
                    with cx.out.block(f"if move == {number}:"):
                        count_fired(cx, f"{move.path}.offered")
            for number, move in enumerate(cx.rules.moves):
                for condition in growing_conditions(cx, move):
                    with cx.out.block(f"if move == {number}:"):
                        count_fired(cx, f"{condition.path}.yes")
        cx.out.line("return 0")


def _each_is_judged(
    cx: Context, choice: ir.Choice, melds: FoundMelds | StoredMelds, conditions: Sequence[ir.Condition], env: Env
) -> None:
    """Test the conditions by which groups are built for each meld alone, so that coverage shows their refusals."""
    built = _built_by(cx, choice, conditions)
    if not cx.covers:
        return
    if any(barring(cx.facts, each.expr, choice.slot) is not None for each in conditions):
        raise cannot("barred_counted")
    if built:
        one, i, top = cx.out.array(1), cx.out.name("i"), cx.out.let("G_top[0]")
        with cx.out.block(f"for {i} in range(0, {melds.count}):"):
            cx.out.line(f"back_to({top})")
            cx.out.line(f"{one}[0] = {number_of_meld(cx, melds, i)}")
            cx.parts.all_judged(cx, built, {**env, choice.slot: StoredMelds(one, "1", places(melds))})
        cx.out.line(f"back_to({top})")


# ------------------------------------------------------------ rows
def put_melds(cx: Context, choice: ir.Choice, value: Shape, cell: str) -> None:
    """Store the chosen melds in a row."""
    words, numbers = cx.layout.words, cx.melds.numbers_of[choice.slot]
    cx.out.line(f"ZO[{cell}] = {mask_of(cx, value)}")
    if isinstance(value, Meld):
        cx.out.line(f"OUT[{cell} + {words}] = {numbers}")
        return
    assert isinstance(value, StoredMelds)
    cx.out.line(f"OUT[{cell} + {words}] = {value.count}")
    k = cx.out.name("i")
    for i in range(MOST_GROUPED // PACKED):
        cx.out.line(f"OUT[{cell} + {words + 1 + i}] = 0")
    with cx.out.block(f"for {k} in range(0, {value.count}):"):
        cx.out.line(f"OUT[{cell} + {words + 1} + {k} // {PACKED}] += {numbers}[{k}] << {k} % {PACKED} * {BITS}")


def cells_of(cx: Context, choice: ir.Choice, cell: str) -> list[str]:
    """Return the cells of a row that identify the choice."""
    words = cx.layout.words
    if choice.type.name != "meld" and not of_spots(choice):
        return [f"{'OUT' if choice.single else 'ZO'}[{cell}]"]
    cells = 1 + MOST_AT_ONCE if of_spots(choice) else 1 if choice.single else 1 + MOST_GROUPED // PACKED
    return [f"OUT[{cell} + {words + i}]" for i in range(cells)]


def names_of(cx: Context, choice: ir.Choice, number: int) -> list[str]:
    """Return names for the cells of a choice."""
    if choice.type.name != "meld" and not of_spots(choice):
        return [f"{'a' if choice.single else 'm_a'}{number}"]
    more = MOST_AT_ONCE if of_spots(choice) else 0 if choice.single else MOST_GROUPED // PACKED
    return [f"a{number}", *(f"a{number}_{i}" for i in range(more))]


def of_spots(choice: ir.Choice) -> bool:
    """Return whether several spots are chosen."""
    return choice.type.name == "spot" and not choice.single


def put_spots(cx: Context, spots: Stored, cell: str) -> None:
    """Store several chosen spots in a row."""
    first, k = cx.out.let(f"{cell} + {cx.layout.words}"), cx.out.name("i")
    fault_if_full(cx, spots.count, MOST_AT_ONCE + 1)
    cx.out.line(f"OUT[{cell}] = 0; OUT[{first}] = {spots.count}")
    with cx.out.block(f"for {k} in range(0, {MOST_AT_ONCE}):"):
        cx.out.line(f"OUT[{first} + 1 + {k}] = {spots.array}[{k}] if {k} < {spots.count} else 0")


def spots_given(cx: Context, names: Sequence[str]) -> Stored:
    """Return the same, where they are in names."""
    spots = Stored(cx.out.array(MOST_AT_ONCE), names[0])
    for number, name in enumerate(names[1:]):
        cx.out.line(f"{spots.array}[{number}] = {name}")
    return spots


def spots_of_choice(cx: Context, choice: ir.Choice, shape: Shape, env: Env, on: On) -> None:
    """List one spot after another, each once; with rule coverage, conditions are tested each time a spot comes."""
    if not _each_once(cx, shape):
        if cx.covers:  # coverage counts its conditions and the choice each time
            cx.listing.rows_again = True
        else:
            shape = _once(cx, shape)
    cx.known.append({})
    for_each(cx, passing_spots(cx, choice, shape, env), lambda item: on(item))
    cx.known.pop()


def passing_spots(cx: Context, choice: ir.Choice, every: Shape, env: Env) -> Shape:
    """Return the spots of a choice that pass."""
    if not choice.filters:
        return every
    shape = Kept(every, lambda item: cx.parts.all_judged(cx, choice.filters, {**env, choice.slot: item}))
    return these_or_all(cx, shape, every) if choice.if_possible else shape


def list_spots(cx: Context, choice: ir.Choice, env: Env) -> None:
    """List once the spots of a later choice, with the cards that fit each."""
    if choice.slot in cx.listing.spots_ahead:
        return
    shape = shape_of(cx, choice.collection, env)
    shape = shape if _each_once(cx, shape) else _once(cx, shape)
    spots, fitting, room = cx.out.array(MOST_SPOTS), cx.out.array(MOST_SPOTS, "Gm_"), MOST_SPOTS
    count, every = cx.out.let("0"), cx.out.let("0", "m_")

    def put(item: Shape) -> None:
        spot = copied(cx, single(cx, item))
        fault_if_full(cx, count, room)
        cx.out.line(f"{spots}[{count}] = {spot.text}")
        cx.out.line(f"{fitting}[{count}] = {mask_of(cx, all_that_fit(cx, spot))}")
        cx.out.line(f"{every} = {every} | {fitting}[{count}]; {count} += 1")

    def one(item: Shape) -> Shape:
        i = single(cx, item).text
        spot = cx.out.let(f"{spots}[{i}]")
        cx.spots.fitting[spot] = f"{fitting}[{i}]"
        return One(spot, at=places(shape))

    cx.spots.fits_are_asked = True
    for_each(cx, shape, put)
    cx.spots.fits_are_asked = False
    cx.listing.spots_ahead[choice.slot] = Made(Span("0", count), one, places(shape)), every


def fit_ahead(cx: Context, choice: ir.Choice, after: Sequence[ir.Choice]) -> list[str]:
    """Return the cards that fit a spot still to be chosen, where they have to."""

    def fits(part: ir.Expr, spot: int) -> bool:
        match part:
            case ir.Fits(card=ir.Local(slot=card), spot=ir.Local(slot=there)):
                return card == choice.slot and there == spot
        return False

    return [
        cx.listing.spots_ahead[each.slot][1]
        for each in after
        if each.slot in cx.listing.spots_ahead and wild_by_kind(cx.facts) and not each.if_possible
        and any(fits(part, each.slot) for test in each.filters for part in parts(test.expr))
    ]  # fmt: skip


def _each_once(cx: Context, shape: Shape) -> bool:
    """Return whether no spot can come twice, as far as the shape shows."""
    match shape:
        case One() | OpenSpots() | Made(inner=Span() | Laid()):
            return True
        case Kept(inner=inner):
            return _each_once(cx, inner)
    return False


def _once(cx: Context, shape: Shape) -> Shape:
    room = max(cx.program.cards, 256)
    array, count = cx.out.array(room), cx.out.let("0")

    def put(item: Shape) -> None:
        spot, i = cx.out.atom(single(cx, item).text), cx.out.name("i")
        cx.out.line(f"{i} = 0")
        cx.out.line(f"while {i} < {count} and {array}[{i}] != {spot}: {i} += 1")
        with cx.out.block(f"if {i} == {count}:"):
            fault_if_full(cx, count, room)
            cx.out.line(f"{array}[{count}] = {spot}; {count} += 1")

    for_each(cx, shape, put)
    return Stored(array, count)
