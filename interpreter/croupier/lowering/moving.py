"""Lower moves of cards: from any place to any place, one or many, in order, with the notes made on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from croupier.lowering.base import by_chance, copied, count_fired, fault_if, note, one_value, unforeseen
from croupier.lowering.cardsets import lying_in, noted
from croupier.lowering.casting import end_cast_of_cards
from croupier.lowering.collections import (
    count_of,
    empty_list,
    first_of,
    for_each,
    mask_of,
    of_melds,
    overflow,
    seat_bits,
    single,
    some,
    start_of,
    stored,
    stored_melds,
    within,
    written_down,
    zone_shape,
)
from croupier.lowering.context import Context, Deep, Env, Together
from croupier.lowering.expressions import cards_of, negated, shape_of
from croupier.lowering.keeping import keep_chosen
from croupier.lowering.kernel import NIL, VEILED
from croupier.lowering.knowing import (
    emptied,
    mark_chance,
    note_arrival,
    note_arrival_at,
    note_shuffled,
    note_swap,
    pause,
    remove_gathered,
    unseen_owner_places,
)
from croupier.lowering.modules import place_tables, program_places
from croupier.lowering.shapes import (
    Cards,
    FoundMelds,
    Kept,
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
from croupier.lowering.spots import (
    call,
    home_among,
    of_spot,
    out_of_meld,
    place_number,
    written,
    zones_of,
)
from croupier_dsl import ir
from croupier_dsl.analysis import depths_between, told_depths

FORMS = ("set", "pile", "row", "slot", "melds")


def under_names(cx: Context, shape: Shape) -> Shape:
    """Return a shape that keeps the value of a name, even if its source changes."""
    match shape:
        case One():
            return replace(shape, text=cx.out.let(shape.text), top=False)
        case Cards(parts=parts):
            return replace(shape, parts=tuple((cx.out.let(text, "m_"), place) for text, place in parts), whole=False)
        case Meld(text=text, pattern=pattern):
            return replace(shape, text=cx.out.let(text, "m_"), pattern=cx.out.let(pattern))
        case Span(low=low, end=end):
            return Span(cx.out.let(low), cx.out.let(end))
        case Seats(text=text):
            return Seats(cx.out.let(text))
        case Several(parts=parts):
            return Several(tuple(under_names(cx, part) for part in parts))
    return stored_melds(cx, shape) if of_melds(cx, shape) else stored(cx, shape)


def shuffle(cx: Context, name: str, subject: str | None) -> None:
    form = cx.layout.form(name)
    at = start_of(cx, (name, subject))
    mark_chance(cx)
    cards, first, number = "S", f"{at} + 1", f"S[{at}]"
    i, other, card = cx.out.name("i"), cx.out.name(), cx.out.name()
    if form == "row":  # the gaps stay where they are
        cards, first, number = "G_cards", "0", cx.out.let("0")
        for_each(cx, Row((name, subject)), lambda item: _gather(cx, item, number))
    last = f"{number} - 1"
    if cx.layout.looks:
        last = cx.out.let(last)
        with cx.out.block(f"if {cx.layout.cell('trial')}:"):
            cx.out.line(f"{last} = 0")
            if cx.layout.zones[name].seen == "nobody":  # the order of hidden cards is unknown
                unshown = f"Z[{cx.layout.at('unshown')}]"
                cx.out.line(f"{unshown} = {unshown} | {mask_of(cx, zone_shape(cx, name, subject))}")
            else:
                unforeseen(cx)
    with cx.out.block(f"for {i} in range({last}, 0, -1):"):
        cx.out.line(f"{other} = {first} + {by_chance(cx, f'{i} + 1')}")
        cx.out.line(f"{card} = {cards}[{first} + {i}]")
        cx.out.line(f"{cards}[{first} + {i}] = {cards}[{other}]; {cards}[{other}] = {card}")
    if form == "row":
        cx.out.line(f"{number} = 0")
        first = f"{at} + {cx.layout.before('row')}"
        with cx.out.block(f"for {i} in range({first}, {first} + S[{at}]):"), cx.out.block(f"if S[{i}] != {NIL}:"):
            cx.out.line(f"S[{i}] = G_cards[{number}]; {number} += 1")
    note_shuffled(cx, name, subject)
    note(cx, 1)


def _gather(cx: Context, card: Shape, number: str) -> None:
    cx.out.line(f"G_cards[{number}] = {single(cx, card).text}; {number} += 1")


def move_to(cx: Context, statement: ir.Move, to: ir.ZoneTarget, subject: str | None, env: Env) -> None:
    """Move cards to a zone, on top of a pile or to some depth of it."""
    what, name = statement.what, to.name
    cx.dealing = cx.deals
    just, cx.moving.just_set = cx.moving.just_set, None
    match what:
        case ir.VariableValue(name=variable, subject=None) if just is not None and just[0] == variable:
            shape: Shape = just[1]
        case _:
            shape = shape_of(cx, what, env)
    cx.dealing = False
    if of_melds(cx, shape) and cx.layout.form(name) != "melds":
        shape = cards_of(cx, shape)
    if cx.casting.base:
        end_cast_of_cards(cx, cx.out.let(mask_of(cx, shape), "m_"))
    if to.bottom:
        cx.moving.deep = Deep(lowest=cx.out.let("0"))
    elif to.under is not None:
        shape = under_names(cx, shape)
        cx.moving.deep = _under(cx, statement, to.under, shape, (name, subject), env)
    match shape:
        case Several(parts=(One() as one,)):
            _one_to(cx, one, name, subject)
        case One():
            _one_to(cx, shape, name, subject)
        case _ if cx.layout.form(name) == "melds":
            melds_to(cx, shape, name, subject)
        case _ if cx.layout.form(name) == "set" and name not in cx.moving.watched:
            _set_to(cx, shape, name, subject)
        case _:
            _each_in_order(cx, shape, partial(_put, cx, name=name, subject=subject), (name, subject))
    cx.moving.deep = None
    moved_to(cx, env, name, subject)


def deal_round(cx: Context, what: ir.Expr, to: ir.ZoneTarget, env: Env) -> Stored:
    """Deal cards around the zones of several owners, one at a time, cards of a pile from its top. Return the owners."""
    assert to.subject is not None
    cx.moving.just_set = None
    owners = _in_turn(cx, to.subject, to.start, env)
    cx.dealing = cx.deals
    shape = shape_of(cx, what, env)
    cx.dealing = False
    if cx.casting.base:
        end_cast_of_cards(cx, cx.out.let(mask_of(cx, shape), "m_"))
    cards = _from_the_top(cx, shape)
    fault_if(cx, f"{cards.count} > 0 and {owners.count} == 0")
    place = shape.row.place if isinstance(shape, Top) else shape.place if isinstance(shape, Row) else None
    on_top = place is not None and cx.layout.form(place[0]) == "pile" and place[0] != to.name
    number = cx.out.name("i")
    with cx.out.block(f"for {number} in range(0, {cards.count}):"):
        card = cx.out.let(f"{cards.array}[{number}]", "c")
        owner = cx.out.let(f"{owners.array}[{number} % {owners.count}]")
        at = (place,) if place is not None and on_top else None
        _put(cx, One(card, at=at, top=on_top), to.name, owner)
    moved_to(cx, env, to.name, None)
    return owners


def _in_turn(cx: Context, subject: ir.Expr, start: ir.Expr | None, env: Env) -> Stored:
    """Return the owners that are dealt to: in their order, or in turn order from the player who begins."""
    cx.names.changes = True
    owners = stored(cx, shape_of(cx, subject, env))
    cx.names.changes = False
    if start is None:
        return owners
    first, ordered = copied(cx, one_value(cx, start, env)), empty_list(cx)
    turn, i, seats = cx.out.name("i"), cx.out.name("i"), cx.program.seats
    with cx.out.block(f"for {turn} in range(0, {seats}):"):
        seat = cx.out.let(f"({first.text} + {turn} * {cx.layout.cell('direction')} + {seats}) % {seats}")
        if first.nil:  # as they come
            cx.out.line(f"{seat} = {seat} if {first.text} != {NIL} else {turn}")
        with cx.out.block(f"for {i} in range(0, {owners.count}):"):
            with cx.out.block(f"if {owners.array}[{i}] == {seat}:"):
                cx.out.line(f"{ordered.array}[{ordered.count}] = {seat}")
                cx.out.line(f"{ordered.count} += 1")
    if not first.nil:
        return ordered
    with cx.out.block(f"if {first.text} == {NIL}:"), cx.out.block(f"for {i} in range(0, {owners.count}):"):
        cx.out.line(f"{ordered.array}[{i}] = {owners.array}[{i}]")
    return ordered


def _from_the_top(cx: Context, shape: Shape) -> Stored:
    """Return cards place by place; a pile begins with its top."""
    if isinstance(shape, Top) or (isinstance(shape, Row) and cx.layout.form(shape.place[0]) != "pile"):
        return stored(cx, shape)
    found, known = empty_list(cx), places(shape)
    those = cx.out.let(mask_of(cx, shape), "m_")

    def take(card: str) -> None:
        cx.out.line(f"if ({those} & BIT({card})) != 0: {found.array}[{found.count}] = {card}; {found.count} += 1")

    def at(place: Place) -> None:
        if cx.layout.form(place[0]) != "pile":
            return for_each(cx, zone_shape(cx, *place), lambda card: take(single(cx, card).text))
        first, i = start_of(cx, place), cx.out.name("i")
        with cx.out.block(f"for {i} in range({first} + S[{first}], {first}, -1):"):
            take(cx.out.let(f"S[{i}]", "c"))
        return None

    _place_by_place(cx, known, at)
    return found


def _place_by_place(cx: Context, known: tuple[Place, ...] | None, at: Callable[[Place], None]) -> None:
    """Run `at` for the known places, or for all places of ordered zones, in the order of places."""
    if known is not None and len(known) == 1:
        return at(known[0])
    zones = {zone for zone, _ in known} if known is not None else {*zones_of(cx, "pile", "row", "slot")}
    for zone in (zone for zone in cx.layout.zones if zone in zones):
        subjects = cx.layout.subjects(zone)
        if subjects == [None]:
            at((zone, None))
            continue
        whose = cx.out.name("i")
        with cx.out.block(f"for {whose} in range(0, {len(subjects)}):"):
            at((zone, whose))
    return None


# ------------------------------------------------------------ at once
def no_gathered(cx: Context) -> Together:
    """Return an empty list of cards that move together."""
    cards, places_ = cx.out.array(cx.program.cards), cx.out.array(cx.program.cards)
    return Together(cards, places_, cx.out.let("0"), cx.out.let("0", "m_"))


def gather(cx: Context, together: Together, what: ir.Expr, name: str, subject: str | None, env: Env) -> None:
    """Add cards to those that move together, with their place; each only once."""
    shape = shape_of(cx, what, env)
    if of_melds(cx, shape):
        shape = cards_of(cx, shape)
    place = cx.out.atom(place_number(cx, name, subject))

    def goes(card: One) -> None:
        stays = "0" if cx.layout.form(name) == "pile" else lies_in(cx, card.text, name, subject)
        with cx.out.block(f"if ({together.mask} & BIT({card.text})) == 0 and {negated(cx, stays)}:"):
            cx.out.line(f"{together.cards}[{together.count}] = {card.text}")
            cx.out.line(f"{together.places}[{together.count}] = {place}")
            cx.out.line(f"{together.mask} = {together.mask} | BIT({card.text})")
            cx.out.line(f"{together.count} += 1")

    if isinstance(shape, One):
        card = copied(cx, shape)
        with cx.out.block(f"if {card.text} != {NIL}:" if card.nil else "if 1:"):
            goes(card)
        return
    _each_in_order(cx, shape, goes)


def move_gathered(
    cx: Context, together: Together, zones: Sequence[str], laid: Callable[[str, str | None], None]
) -> None:
    """Pick up all the listed cards, then put them down in places of these zones. `laid`: writes text after each
    arrival."""
    pause(cx)
    i = cx.out.name("i")
    with cx.out.block(f"for {i} in range(0, {together.count}):"):
        card, place = cx.out.let(f"{together.cards}[{i}]", "c"), cx.out.let(f"{together.places}[{i}]")
        origin = home_number(cx, card) if cx.moving.watched else ""
        note_arrival_at(cx, card, place)
        remove_card(cx, One(card))
        if origin:
            cx.out.line(f"comes(S, {card}, {origin}, {place})")
    with cx.out.block(f"for {i} in range(0, {together.count}):"):
        card, place = cx.out.let(f"{together.cards}[{i}]", "c"), cx.out.let(f"{together.places}[{i}]")
        note(cx, 1)
        for zone in zones:
            base, several = cx.program.zone_base[zone], cx.layout.subjects(zone) != [None]
            with cx.out.block(f"if {_by_zone(cx, place, zone)}:"):
                subject = cx.out.let(f"{place} - {base}") if several else None
                _put_card(cx, card, zone, subject)
                laid(zone, subject)
    pause(cx)
    if cx.casting.base:
        end_cast_of_cards(cx, together.mask)


def moved_to(cx: Context, env: Env, name: str, subject: str | None) -> None:
    """Add a place to those where the cards of locals may be."""
    every: list[Place] = [(name, each) for each in cx.layout.subjects(name)] if subject is None else [(name, subject)]
    for slot, value in env.items():
        env[slot] = _perhaps_at(cx, value, every)


def _perhaps_at(cx: Context, value: Shape, every: Sequence[Place]) -> Shape:
    """Return the same cards, which may now be in these places."""
    match value:
        case One(at=known) | Meld(at=known) | Stored(at=known) | StoredMelds(at=known) | FoundMelds(at=known) if known:
            at = (*known, *(place for place in every if place not in known))
            return replace(value, at=at, top=False) if isinstance(value, One) else replace(value, at=at)
        case Cards(parts=parts):
            return replace(value, parts=tuple((text, None) for text, _ in parts), whole=False)
        case Several(parts=several):
            return Several(tuple(_perhaps_at(cx, part, every) for part in several))
    return value


def _one_to(cx: Context, card: One, name: str, subject: str | None) -> None:
    moving = copied(cx, card)
    if not moving.nil:
        return _put(cx, moving, name, subject)
    with cx.out.block(f"if {moving.text} != {NIL}:"):
        _put(cx, moving, name, subject)
    return None


def home_number(cx: Context, card: str) -> str:
    """Return the number of the place where a card is."""
    cx.moving.homing = True
    return cx.out.let(f"home(S, {card})")


def _put(cx: Context, card: One, name: str, subject: str | None) -> None:
    if not cx.moving.watched:
        return _put_there(cx, card, name, subject)
    origin = home_number(cx, card.text)
    _put_there(cx, card, name, subject)
    cx.out.line(f"comes(S, {card.text}, {origin}, {place_number(cx, name, subject)})")
    return None


def _put_there(cx: Context, card: One, name: str, subject: str | None) -> None:
    """Take one card from where it is, and lay it there."""
    form = cx.layout.form(name)
    if card.at is not None and set(card.at) == {(name, subject)} and form != "pile":
        return
    if form != "pile" and (card.at is None or any(zone == name for zone, _ in card.at)):
        inside = lies_in(cx, card.text, name, subject)
        with cx.out.block(f"if {negated(cx, inside)}:"):
            note_arrival(cx, card.text, name, subject)
            remove_card(cx, card)
            _put_card(cx, card.text, name, subject)
            note(cx, 1)
        return
    note_arrival(cx, card.text, name, subject)
    remove_card(cx, card)
    _put_card(cx, card.text, name, subject)
    note(cx, 1)


def lies_in(cx: Context, card: str, name: str, subject: str | None) -> str:
    if cx.layout.form(name) == "set":
        return f"(({cx.layout.cards_at(name, subject)} & BIT({card})) != 0)"
    if cx.layout.form(name) == "melds":
        return f"(({mask_of(cx, zone_shape(cx, name, subject))} & BIT({card})) != 0)"
    return within(cx, One(card), zone_shape(cx, name, subject))


def remove_card(cx: Context, card: One) -> None:
    """Remove a card from its place."""
    place = card.at[0] if card.at is not None and len(card.at) == 1 else None
    if card.top and place is not None:
        at = start_of(cx, place)
        _end_state(cx, place, card.text)
        cx.out.line(f"S[{at}] += -1")
    elif place is not None and cx.layout.form(place[0]) == "set":
        there = cx.layout.cards_at(*place) if place[0] else f"Z[{cx.layout.at('zone')}]"
        _end_state(cx, place, card.text)
        cx.out.line(f"{there} = {there} & ~BIT({card.text})")
    else:
        cx.moving.takes = True
        cx.out.line(f"take(S, {card.text})")
    if cx.layout.turns_cards:
        turned = f"Z[{cx.layout.at('turned')}]"
        cx.out.line(f"{turned} = {turned} & ~BIT({card.text})")


def _end_state(cx: Context, place: Place, card: str) -> None:
    """End the state that lives while the card is there; note who placed it at its destination."""
    zone, subject = place
    for variable in cx.living.get(zone, ()):
        noted(cx, variable.name, card, str(NIL))
    if cx.layout.owned and zone:
        mine = cx.layout.zones[zone].per == "player"
        owner = cx.layout.owner(zone, subject) if mine else cx.layout.cell("acted")
        cx.out.line(f"{cx.layout.cell('placed', '', card)} = {owner}")


def _put_card(cx: Context, card: str, name: str, subject: str | None) -> None:
    """Put a card into a place."""
    count_fired(cx, cx.layout.zones[name].path)
    form = cx.layout.form(name)
    if form == "set":
        there = cx.layout.cards_at(name, subject)
        cx.out.line(f"{there} = {there} | BIT({card})")
    elif form == "melds":  # a card outside any combo cannot enter
        fault_if(cx, "1")
    elif form == "row":
        _into_row(cx, card, (name, subject))
    elif cx.moving.deep is not None:
        _laid_deep(cx, card, (name, subject), cx.moving.deep)
    else:
        at = start_of(cx, (name, subject))
        if form != "pile":
            fault_if(cx, f"S[{at}] >= {cx.layout.room(name)}")
        cx.out.line(f"S[{at} + 1 + S[{at}]] = {card}; S[{at}] += 1")
    begin_state(cx, card, name)


def _under(cx: Context, statement: ir.Move, under: ir.Expr, shape: Shape, place: Place, env: Env) -> Deep:
    """Return under how many cards of a pile others are put, and which seats do not learn it; a fault if fewer cards
    stay there."""
    moving = cx.out.let(mask_of(cx, shape), "m_")
    number, told = copied(cx, one_value(cx, under, env)).text, told_depths(cx.facts)[id(statement)]
    with cx.out.block(f"if {moving} != 0:"):
        fault_if(cx, f"{number} < 0 or {number} > {call(cx, 'staying', 'S', start_of(cx, place), moving)}")
    if told == "everyone" or not cx.knows:
        return Deep(number=number, moving=moving)
    actor = seat_bits(cx, env[0]) if told == "actor" and 0 in env else "0"
    least, most = depths_between(cx.facts).get(id(statement), (0, None))
    one = cx.out.let(f"POP({moving}) == 1")
    cards = cx.program.cards
    return Deep(
        number=number,
        moving=moving,
        blind=cx.out.let(f"{cx.program.everyone} & ~{actor}"),
        least=cx.out.let(f"{least} if {one} else 0"),
        most=cx.out.let(f"{cards if most is None else min(most, cards)} if {one} else {cards}"),
    )


def _laid_deep(cx: Context, card: str, place: Place, deep: Deep) -> None:
    """Put a card into a pile below others."""
    at = start_of(cx, place)
    if deep.lowest:
        cx.out.line(call(cx, "slip", "S", at, card, deep.lowest))
        cx.out.line(f"{deep.lowest} += 1")
        return
    depth = call(cx, "depth_of", "S", at, deep.number, deep.moving)
    cx.out.line(call(cx, "slip", "S", at, card, depth))
    if cx.knows and deep.blind != "0":
        cx.out.line(f"blurred(S, {card}, {place_number(cx, *place)}, {deep.blind}, {deep.least}, {deep.most})")


def _into_row(cx: Context, card: str, place: Place) -> None:
    """Put a card at the end of a row, or into the first free place of a row of fixed size, or of a grid without an
    edge."""
    at, size = start_of(cx, place), cx.layout.row_size(place[0])
    first = f"{at} + {cx.layout.before('row')}"
    if cx.layout.zones[place[0]].edgeless:
        i = cx.out.let(call(cx, "free_in_plane", "S", at), "i")
        fault_if(cx, call(cx, "grown_to", "S", at, i))
        cx.out.line(f"S[{first} + {i}] = {card}")
    elif size:
        i = cx.out.let("0", "i")
        cx.out.line(f"while {i} < {size} and S[{first} + {i}] != {NIL}: {i} += 1")
        fault_if(cx, f"{i} >= {size}")
        cx.out.line(f"S[{first} + {i}] = {card}")
    else:
        fault_if(cx, f"S[{at}] >= {cx.layout.room(place[0])}")
        cx.out.line(f"S[{first} + S[{at}]] = {card}; S[{at}] += 1")
    cx.out.line(f"Z[{at} + 1] = Z[{at} + 1] | BIT({card})")


def begin_state(cx: Context, card: str, zone: str) -> None:
    """Begin the state that lives while the card is there."""
    for variable in cx.living.get(zone, ()):
        env: Env = {0: One(cx.layout.cell("acted"), True), 1: One(card)}
        if variable.type.many or variable.type.name == "meld":
            begins_at(cx, variable, cx.layout.at("variable", variable.name, card), shape_of(cx, variable.start, env))
        else:
            noted(cx, variable.name, card, one_value(cx, variable.start, env).text)


def begins_at(cx: Context, variable: ir.Variable, at: str, start: Shape) -> None:
    """Give state that is a list, or melds, its starting value, from a cell on."""
    if variable.type.name == "meld":
        keep_chosen(cx, cx.out.atom(at), start, cx.layout.stride[variable.name])
    else:
        written_down(cx, stored(cx, start), at, cx.layout.room_of(variable.type))


def _set_to(cx: Context, shape: Shape, name: str, subject: str | None) -> None:
    """Move many cards to an unordered zone, where their order does not matter."""
    known = places(shape)
    if cx.knows:
        return _set_to_in_order(cx, shape, known, name, subject)
    apart = name not in cx.living and not cx.layout.owned and not cx.moving.watched
    if not apart or known is None or any(zone in cx.living for zone, _ in known):
        return _one_by_one(cx, shape, name, subject)
    moving = cx.out.let(mask_of(cx, shape), "m_")
    from_sets = all(cx.layout.form(zone) == "set" for zone, _ in known)
    if not from_sets and not isinstance(shape, Top | Row):
        return _one_by_one(cx, Cards(((moving, None),)), name, subject)
    came = f"POP({moving} & ~{cx.layout.cards_at(name, subject)})"
    count_fired(cx, cx.layout.zones[name].path, came)
    note(cx, came)
    if isinstance(shape, Top):
        at = start_of(cx, shape.row.place)
        cx.out.line(f"S[{at}] += -POP({moving})")
    elif isinstance(shape, Row):
        emptied(cx, shape.place)
    else:
        for zone, whose in known:
            there = cx.layout.cards_at(zone, whose) if zone else f"Z[{cx.layout.at('zone')}]"
            cx.out.line(f"{there} = {there} & ~{moving}")
    there = cx.layout.cards_at(name, subject)
    cx.out.line(f"{there} = {there} | {moving}")
    if cx.layout.turns_cards:
        turned = f"Z[{cx.layout.at('turned')}]"
        cx.out.line(f"{turned} = {turned} & ~{moving}")
    return None


def _set_to_in_order(
    cx: Context, shape: Shape, known: tuple[Place, ...] | None, name: str, subject: str | None
) -> None:
    """Move them zone by zone, where it matters who sees which card leave."""
    put, to = partial(_put, cx, name=name, subject=subject), (name, subject)
    if known is not None and len(known) == 1:
        meld = Cards(((shape.text, known[0]),)) if isinstance(shape, Meld) else shape
        return _gathered(cx, meld, put, to)
    sets = known is not None and all(cx.layout.form(zone) == "set" for zone, _ in known)
    if not sets and not isinstance(shape, Cards):
        those = cards_of(cx, shape) if of_melds(cx, shape) else shape
        return _home_by_home(cx, stored(cx, those), put)
    return _from_wherever(cx, mask_of(cx, shape), known, put)


def _one_by_one(cx: Context, shape: Shape, name: str, subject: str | None) -> None:
    moving = under_names(cx, Cards(((mask_of(cx, shape), None),)))
    for_each(cx, moving, lambda card: _put(cx, single(cx, card), name, subject))


Each: TypeAlias = Callable[[One], None]
"""A function to run for each of several cards."""


def _each_in_order(cx: Context, shape: Shape, each: Each, to: Place | None = None) -> None:
    """Go through many cards: zone by zone in the order of zones, within one in its order. `to`: the place that `each`
    moves them to."""
    known = places(shape)
    if isinstance(shape, Top):
        return _gathered(cx, shape, each, to)
    if known is not None and len(known) == 1:
        return _gathered(cx, shape, each, to)
    if isinstance(shape, Cards):
        return _from_wherever(cx, shape.mask, known, each)
    if isinstance(shape, Several):
        parts = [part for part in shape.parts if not (isinstance(part, Several) and not part.parts)]
        order = [rank(cx, part) for part in parts]
        if None not in order and len(set(order)) == len(order):
            ranked = sorted(zip(order, parts, strict=True), key=lambda pair: pair[0] or 0)
            return _gathered(cx, Several(tuple(part for _, part in ranked)), each, to)
    return _home_by_home(cx, stored(cx, shape), each)


def rank(cx: Context, shape: Shape) -> int | None:
    """Return the number of the one place of all its cards, in the order of places; None if they may be in several."""
    known = places(shape)
    if known is None or len(known) != 1:
        return None
    (zone, subject) = known[0]
    if not zone:
        return -1
    if subject is not None and not subject.isdigit():
        return None
    return cx.layout.every_place().index((zone, subject))


def _home_by_home(cx: Context, cards: Stored, each: Each) -> None:
    """Go through the cards of a list, place by place in the order of places, in one in its order."""
    homes, i, home = cx.out.array(max(cx.program.cards, 256)), cx.out.name("i"), cx.out.name("i")
    with cx.out.block(f"for {i} in range(0, {cards.count}):"):
        cx.out.line(f"{homes}[{i}] = {home_number(cx, f'{cards.array}[{i}]')}")
    with cx.out.block(f"for {home} in range(-1, {len(cx.layout.every_place())}):"):
        with cx.out.block(f"for {i} in range(0, {cards.count}):"):
            with cx.out.block(f"if {homes}[{i}] == {home}:"):
                each(One(cx.out.let(f"{cards.array}[{i}]", "c")))


def _from_wherever(cx: Context, cards: str, known: tuple[Place, ...] | None, each: Each) -> None:
    """Go through cards of several places in the order of places, cards out of play first; only the `known` places, if
    these are of different zones."""
    left = cx.out.let(cards, "m_")

    def those(text: str, place: Place) -> None:
        part = cx.out.let(text, "m_")
        cx.out.line(f"{left} = {left} & ~{part}")
        for_each(cx, Cards(((part, place),)), lambda card: each(single(cx, card)))

    def at(place: Place) -> None:
        if cx.layout.form(place[0]) == "set":
            those(f"{left} & {lying_in(cx, place)}", place)
        elif cx.layout.form(place[0]) == "melds":
            those(f"{left} & {mask_of(cx, zone_shape(cx, *place))}", place)
        else:
            row = zone_shape(cx, *place)
            with cx.out.block(f"if {some(cx, row)}:"):
                those(mask_of(cx, Kept(row, lambda card: f"(({left} & {mask_of(cx, card)}) != 0)")), place)

    zones = ["", *cx.layout.zones]
    if known is not None and len({zone for zone, _ in known}) == len(known):
        for place in sorted(known, key=lambda place: zones.index(place[0])):
            at(place)
        return
    at(("", None))
    for zone in cx.layout.zones:
        subjects = cx.layout.subjects(zone)
        if subjects == [None]:
            at((zone, None))
        else:
            whose = cx.out.name("i")
            with cx.out.block(f"for {whose} in range(0, {len(subjects)}):"):
                at((zone, whose))


def _gathered(cx: Context, shape: Shape, each: Each, to: Place | None) -> None:
    """List all cards before any moves, because moves change the places."""
    number, i = cx.out.let("0"), cx.out.name("i")

    known = places(shape)
    at = known if known is not None and len(known) == 1 else None
    if isinstance(shape, Cards) and at is not None:
        kept = under_names(cx, shape)
        return for_each(cx, kept, lambda card: each(single(cx, card)))
    for_each(cx, shape, lambda card: _gather(cx, card, number))
    ends = {variable.name for zone, _ in known or () for variable in cx.living.get(zone, ())}
    plain = not cx.layout.owned and not cx.moving.watched and not cx.knows
    if to is not None and plain and remove_gathered(cx, shape, number):
        melded = any(isinstance(part, Made) for part in (shape.parts if isinstance(shape, Several) else (shape,)))
        with cx.out.block(f"for {i} in range(0, {number}):"):
            card = cx.out.let(f"G_cards[{i}]", "c")
            for variable in sorted(ends):
                noted(cx, variable, card, str(NIL))
            if melded:
                cx.out.line(f"{cx.layout.cell('role', '', card)} = {NIL}")
                cx.out.line(f"{cx.layout.cell('place', '', card)} = {NIL}")
            if cx.layout.turns_cards:
                turned = f"Z[{cx.layout.at('turned')}]"
                cx.out.line(f"{turned} = {turned} & ~BIT({card})")
            _put_card(cx, card, *to)
        return note(cx, number)
    with cx.out.block(f"for {i} in range(0, {number}):"):
        each(One(cx.out.let(f"G_cards[{i}]", "c"), at=at))
    return None


def write_home_function(cx: Context) -> None:
    """Write `home(S, card)`: the number of its place among all, -1 out of play. `comes(S, card, origin, to)`: a card
    has come from one place to another."""
    with cx.out.function("home(S, card)"):
        for number, place in enumerate(cx.layout.every_place()):
            cx.out.line(f"if {lies_in(cx, 'card', *place)}: return {number}")
        cx.out.line("return -1")
    if cx.moving.watched:
        _comes(cx)


def _comes(cx: Context) -> None:
    """Add the card to the rules that wait for it at its new place, and remove it from those at the old one."""
    with cx.out.function("comes(S, card, origin, to)"):
        cx.out.line("if origin == to: return 0")
        for zone, rules in cx.moving.watched.items():
            first = int(place_number(cx, zone, "0"))
            end = first + len(cx.layout.subjects(zone))
            for rule in rules:
                at = int(cx.layout.at("entered", rule))
                with cx.out.block(f"if origin >= {first} and origin < {end}:"):
                    cx.out.line("i = 1")
                    cx.out.line(f"while i <= S[{at}] and S[{at} + i] != card: i += 1")
                    with cx.out.block(f"if i <= S[{at}]:"):
                        remove_element(cx, at, "i")
                cx.out.line(f"if to >= {first} and to < {end}: S[{at}] += 1; S[{at} + S[{at}]] = card")
        cx.out.line("return 0")


def remove_element(cx: Context, at: int, place: str) -> None:
    """Remove one element of a list; the others move up."""
    j = cx.out.name("i")
    cx.out.line(f"for {j} in range({place}, S[{at}]): S[{at} + {j}] = S[{at} + {j} + 1]")
    cx.out.line(f"S[{at}] += -1")


# ------------------------------------------------------------ from any place
def taker(cx: Context) -> None:
    """Write `take(S, card)`: remove the card from its place."""
    with cx.out.function("take(S, card)"):
        places = [*cx.layout.every_place(), ("", None)]
        for place in places:
            if cx.layout.form(place[0]) == "pile":
                _take_top(cx, place)
        for zone, subject in sorted(places, key=lambda place: cx.layout.form(place[0]) not in ("set", "melds")):
            form = cx.layout.form(zone)
            if form == "set":
                there = cx.layout.cards_at(zone, subject) if zone else f"Z[{cx.layout.at('zone')}]"
                with cx.out.block(f"if ({there} & BIT(card)) != 0:"):
                    _end_state(cx, (zone, subject), "card")
                    cx.out.line(f"{there} = {there} & ~BIT(card); return 0")
            elif form == "melds":
                _take_from_meld(cx, (zone, subject))
            else:
                _take_from(cx, (zone, subject), form)
        cx.out.line("return 0")


def owner(cx: Context) -> None:
    """Write `owner(S, card)`: the owner of the card's zone; in a zone that no player owns, the player who put it
    there."""
    with cx.out.function("owner(S, card)"):
        for place in cx.layout.every_place():
            mine = cx.layout.zones[place[0]].per == "player"
            inside = lies_in(cx, "card", *place)
            with cx.out.block(f"if {inside}:"):
                if not mine and (cx.foresees or place in unseen_owner_places(cx)):
                    with cx.out.block(f"if {cx.layout.cell('placed', '', 'card')} == {VEILED}:"):
                        if cx.foresees:
                            cx.out.line(f"{cx.layout.cell('unforeseen')} = 2")
                        unforeseen(cx)
                        cx.out.line("return 0")
                cx.out.line(f"return {cx.layout.owner(*place) if mine else cx.layout.cell('placed', '', 'card')}")
        cx.out.line(f"return {NIL}")


def _take_from_meld(cx: Context, place: Place) -> None:
    """Remove the card from its meld; the rest stays, and an empty meld is removed."""
    at, step = start_of(cx, place), cx.layout.words + 1
    with cx.out.block(f"for i in range(0, S[{at}]):"):
        with cx.out.block(f"if (Z[{at} + 2 + i * {step}] & BIT(card)) != 0:"):
            _end_state(cx, place, "card")
            out_of_meld(cx, f"{at} + 1 + i * {step}", "card")
            with cx.out.block(f"if Z[{at} + 2 + i * {step}] == 0:"):
                cx.out.line(f"S[{at}] += -1")
                cx.out.line(f"for j in range(i * {step}, S[{at}] * {step}): S[{at} + 1 + j] = S[{at} + 1 + j + {step}]")
            cx.out.line("return 0")


def _take_top(cx: Context, place: Place) -> None:
    """Write the quick case that the card is on top of a pile, from which most are taken."""
    at = start_of(cx, place)
    with cx.out.block(f"if S[{at}] > 0:"), cx.out.block(f"if S[{at} + S[{at}]] == card:"):
        _end_state(cx, place, "card")
        cx.out.line(f"S[{at}] += -1; return 0")


def _take_from(cx: Context, place: Place, form: str) -> None:
    at, first = start_of(cx, place), cx.layout.before(form)
    with cx.out.block(f"for i in range(S[{at}] - 1, -1, -1):"), cx.out.block(f"if S[{at} + {first} + i] == card:"):
        _end_state(cx, place, "card")
        if form == "row":
            cx.out.line(f"S[{at} + {first} + i] = {NIL}")
            cx.out.line(f"Z[{at} + 1] = Z[{at} + 1] & ~BIT(card)")
        else:
            cx.out.line(f"S[{at}] += -1")
            cx.out.line(f"for j in range(i, S[{at}]): S[{at} + 1 + j] = S[{at} + 2 + j]")
        cx.out.line("return 0")


def one_card(cx: Context, what: ir.Expr, env: Env) -> One:
    """Return the card that is moved to a spot; more than one is a fault."""
    shape = shape_of(cx, what, env)
    if isinstance(shape, One):
        return copied(cx, shape)
    kept = under_names(cx, shape)
    fault_if(cx, f"{count_of(cx, kept)} > 1")
    return copied(cx, single(cx, first_of(cx, kept)))


def lay_on_spot(cx: Context, what: ir.Expr, spot: ir.Expr, env: Env) -> None:
    """Move one card to a spot of a meld or a row; nothing happens without a spot."""
    card, where = one_card(cx, what, env), copied(cx, one_value(cx, spot, env))
    with cx.out.block(f"if {card.text} != {NIL}:" if card.nil else "if 1:"):
        if where.nil:
            fault_if(cx, f"{where.text} == {NIL}")
        end_cast_of_cards(cx, f"BIT({card.text})")
        fault_if(cx, f"{_lay(cx)}(S, {card.text}, {where.text})")
    for zone in zones_of(cx, "row", "melds"):
        moved_to(cx, env, zone, None)


def swap(cx: Context, one: ir.Expr, other: ir.Expr, env: Env) -> None:
    """Swap two cards; a card with itself, or with nothing, does not move."""
    first, second = copied(cx, one_value(cx, one, env)), copied(cx, one_value(cx, other, env))
    with cx.out.block(f"if {first.text} != {NIL} and {second.text} != {NIL}:"):
        end_cast_of_cards(cx, f"(BIT({first.text}) | BIT({second.text}))")
        fault_if(cx, f"{_swap(cx)}(S, {first.text}, {second.text})")
    for zone in cx.layout.zones:
        moved_to(cx, env, zone, None)


# ------------------------------------------------------------ by the number of the place
def _by_zone(cx: Context, place: str, zone: str) -> str:
    """Return a test whether the place is one of this zone."""
    base = cx.program.zone_base[zone]
    return f"{place} >= {base} and {place} < {base + len(cx.layout.subjects(zone))}"


def _moved_there(cx: Context, place: str, *forms: str) -> None:
    """Count that a card moved to a place of these forms."""
    for zone in zones_of(cx, *forms) if cx.covers else ():
        with cx.out.block(f"if {_by_zone(cx, place, zone)}:"):
            count_fired(cx, cx.layout.zones[zone].path)


def _melded(cx: Context, pattern: str) -> None:
    """Count the pattern that a meld was laid as."""
    for number, combo in enumerate(cx.program.combos.patterns if cx.covers else ()):
        with cx.out.block(f"if {pattern} == {number}:"):
            count_fired(cx, f"{cx.combos[combo].path}.laid")


def _write_begin_state(cx: Context, place: str, card: str) -> None:
    """Begin the state that lives while the card is there."""
    for zone in cx.living:
        with cx.out.block(f"if {_by_zone(cx, place, zone)}:"):
            begin_state(cx, card, zone)


def _write_end_state(cx: Context, place: str, card: str) -> None:
    """End the state that lives while the card is there."""
    zones = list(cx.layout.zones) if cx.layout.owned else list(cx.living)
    for zone in zones:
        subject = None
        if cx.layout.subjects(zone) != [None]:
            subject = f"({place} - {cx.program.zone_base[zone]})"
        with cx.out.block(f"if {_by_zone(cx, place, zone)}:"):
            _end_state(cx, (zone, subject), card)


def _came(cx: Context, card: str, origin: str, place: str) -> None:
    """Update the rules that wait for cards, for one that moved between places."""
    if cx.moving.watched:
        cx.moving.homing = True
        cx.out.line(f"comes(S, {card}, {origin}, {place})")


def _hidden(cx: Context, card: str) -> None:
    if cx.layout.turns_cards:
        turned = f"Z[{cx.layout.at('turned')}]"
        cx.out.line(f"{turned} = {turned} & ~BIT({card})")


@written("lay(S, card, spot)")
def _lay(cx: Context) -> None:
    """Write `lay(S, card, spot)`: a card comes to a spot; 1 if it cannot."""
    cx.moving.takes = True
    origin = home_number(cx, "card") if cx.moving.watched else ""
    form, start = (place_tables(cx)[name].name for name in ("T_form", "T_start"))
    edgeless = [int(place.edgeless) for place in program_places(cx)]
    cx.out.line(f"place = {of_spot(cx, 'place', 'spot')}")
    if zones_of(cx, "row"):
        with cx.out.block(f"if {form}[place] > 1:"):
            cx.out.line(f"at = {of_spot(cx, 'at', 'spot')}")
            cx.out.line(f"start = {start}[place]")
            if any(edgeless):
                grows = f"{cx.out.table(edgeless)}[place] and {call(cx, 'grown_to', 'S', 'start', 'at')}"
                cx.out.line(f"if {grows}: return 1")
            cx.out.line("if at >= S[start]: return 1")
            there = f"S[start + {cx.layout.before('row')} + at]"
            cx.out.line(f"if {there} != {NIL} and {there} != card: return 1")
            note_arrival_at(cx, "card", "place")
            cx.out.line("take(S, card)")
            _hidden(cx, "card")
            cx.out.line(f"{there} = card; Z[start + 1] = Z[start + 1] | BIT(card)")
            _moved_there(cx, "place", "row")
            _write_begin_state(cx, "place", "card")
            _came(cx, "card", origin, "place")
            note(cx, 1)
            cx.out.line("return 0")
    if zones_of(cx, "melds"):
        cx.out.line(f"cell = {call(cx, 'fitting', 'S', 'card', 'spot')}")
        cx.out.line("if cell < 0: return 1")
        note_arrival_at(cx, "card", "place")
        cx.out.line(f"role = {cx.layout.cell('role', '', 'card')}; take(S, card)")
        _hidden(cx, "card")
        with cx.out.block(f"if role != {NIL}:"):  # one meld has lost it
            cx.out.line(f"cell = {call(cx, 'fitting', 'S', 'card', 'spot')}")
            cx.out.line("if cell < 0: return 1")
        cx.out.line(call(cx, "cast", "S", "cell", "card", of_spot(cx, "at", "spot")))
        _moved_there(cx, "place", "melds")
        _melded(cx, "S[cell]")
        _write_begin_state(cx, "place", "card")
        _came(cx, "card", origin, "place")
        note(cx, 2)
    cx.out.line("return 0")


@written("swap(S, a, b)")
def _swap(cx: Context) -> None:
    """Write `swap(S, a, b)`: two cards change places; 1 if they cannot."""
    home, melds = home_among(cx, *FORMS), zones_of(cx, "melds")
    form, start = (place_tables(cx)[name].name for name in ("T_form", "T_start"))
    cx.out.line("if a == b: return 0")
    for card in "ab":
        cx.out.line(f"place_{card} = {home}(S, {card})")
    cx.out.line("if place_a < 0 or place_b < 0: return 1")
    cx.out.line(f"if place_a == place_b and {form}[place_a] == 0: return 0")
    for card in "ab":
        cx.out.line(f"cell_{card} = {call(cx, 'cell_of', 'S', card, f'place_{card}')}")
    in_melds = f"{form}[place_%s] < 0"
    if melds:
        cx.out.line("spot_a = 0; spot_b = 0")
        cx.out.line(f"if place_a == place_b and {in_melds % 'a'} and cell_a == cell_b: return 1")
        for card, other in ("ab", "ba"):
            with cx.out.block(f"if {in_melds % card}:"):
                cx.out.line(f"spot_{card} = {call(cx, 'spot_of', 'S', card, f'place_{card}')}")
                cx.out.line(f"if ({call(cx, 'm_fits', 'S', f'spot_{card}')} & BIT({other})) == 0: return 1")
    note_swap(cx, "a", "b")
    for card in "ab":
        _hidden(cx, card)
        _write_end_state(cx, f"place_{card}", card)
        if melds:
            with cx.out.block(f"if {in_melds % card}:"):
                out_of_meld(cx, f"cell_{card}", card)
    for card, other in ("ab", "ba"):
        with cx.out.block(f"if {form}[place_{card}] == 0:"):
            cx.out.line(f"Z[cell_{card}] = Z[cell_{card}] & ~BIT({card}) | BIT({other})")
        with cx.out.block("else:"):
            if not melds:
                cx.out.line(f"S[cell_{card}] = {other}")
                continue
            with cx.out.block(f"if {in_melds % card}:"):
                at = of_spot(cx, "at", f"spot_{card}")
                cx.out.line(call(cx, "cast", "S", f"cell_{card}", other, at))
            cx.out.line(f"else: S[cell_{card}] = {other}")
    if zones_of(cx, "row"):
        with cx.out.block("if place_a != place_b:"):
            for card, other in ("ab", "ba"):
                with cx.out.block(f"if {form}[place_{card}] > 1:"):
                    cx.out.line(f"start = {start}[place_{card}]")
                    cx.out.line(f"Z[start + 1] = Z[start + 1] & ~BIT({card}) | BIT({other})")
    for card in "ab":
        _moved_there(cx, f"place_{card}", *FORMS)
        if melds:
            with cx.out.block(f"if {in_melds % card}:"):
                _melded(cx, f"S[cell_{card}]")
                note(cx, 1)
    note(cx, 2)
    for card, other in ("ab", "ba"):
        _write_begin_state(cx, f"place_{other}", card)
        _came(cx, card, f"place_{card}", f"place_{other}")
    cx.out.line("return 0")


# ------------------------------------------------------------ melds
def melds_to(cx: Context, shape: Shape, name: str, subject: str | None) -> None:
    """Move melds to a place as they were found. Sets the fault if a card is in no meld."""
    if not of_melds(cx, shape):
        return fault_if(cx, some(cx, shape))
    melds, at = stored_melds(cx, shape), start_of(cx, (name, subject))
    place = known[0] if (known := places(shape)) is not None and len(known) == 1 else None

    def lay(meld: Shape) -> None:
        assert isinstance(meld, Meld)
        if len(cx.program.kinds) < cx.program.cards:  # copies are in the order of their numbers
            cx.out.line(f"may_lie({meld.found})")
            overflow(cx)
        i = cx.out.name("i")
        with cx.out.block(f"for {i} in range(G_from[{meld.found}], G_upto[{meld.found}]):"):
            card = cx.out.let(f"G_card[{i}]", "c")
            origin = home_number(cx, card) if cx.moving.watched else ""
            note_arrival(cx, card, name, subject)
            remove_card(cx, One(card, at=None if place is None else (place,)))
            count_fired(cx, cx.layout.zones[name].path)
            if origin:
                cx.out.line(f"comes(S, {card}, {origin}, {place_number(cx, name, subject)})")
            cx.out.line(f"{cx.layout.cell('role', '', card)} = G_stands[{i}]")
            cx.out.line(f"{cx.layout.cell('place', '', card)} = G_lies[{i}]")
            begin_state(cx, card, name)
        _melded(cx, meld.pattern)
        note(cx, f"G_upto[{meld.found}] - G_from[{meld.found}] + 1")
        fault_if(cx, f"S[{at}] >= {cx.layout.most_melds}")
        cell = cx.out.let(f"{at} + 1 + S[{at}] * {cx.layout.words + 1}")
        cx.out.line(f"S[{cell}] = {meld.pattern}; Z[{cell} + 1] = {meld.text}")
        cx.out.line(f"S[{at}] += 1")

    for_each(cx, melds, lay)
    return None
