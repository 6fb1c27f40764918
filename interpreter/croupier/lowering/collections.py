"""Lower collections: iterate over a shape, count, search and sort it, and turn it into a set of cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from croupier.lowering.base import (
    among,
    by_chance,
    copied,
    copies_of_first,
    fault_if_full,
    kind_tables,
    note,
    unforeseen,
)
from croupier.lowering.capabilities import cannot
from croupier.lowering.context import Context
from croupier.lowering.kernel import NIL, both
from croupier.lowering.layout import PLAYING
from croupier.lowering.meldlist import MOST_LISTED, lists_of_melds
from croupier.lowering.shapes import (
    Alike,
    Cards,
    FoundMelds,
    InMeld,
    Kept,
    Laid,
    Listed,
    Made,
    Meld,
    One,
    OpenSpots,
    Place,
    Row,
    Seats,
    Several,
    Shape,
    Span,
    Stored,
    StoredMelds,
    Top,
    join,
    places,
)
from croupier_dsl import ir

Body = Callable[[Shape], None]
Found = TypeVar("Found")

MOST = ir.LONGEST_RANGE
DEEPEST = 24
"""The most tests in one expression: compilers limit the depth of parentheses."""


def meld_found(cx: Context, number: str, at: tuple[Place, ...] | None, *, nil: bool = False) -> Meld:
    """Return a meld that has been listed, by its number."""
    if not nil:
        return Meld(f"Gm_meld[{number}]", at, f"G_follows[{number}]", number)
    cards, pattern = cx.out.let("0", "m_"), cx.out.let("-1")
    cx.out.line(f"if {number} != {NIL}: {cards} = Gm_meld[{number}]; {pattern} = G_follows[{number}]")
    return Meld(cards, at, pattern, number, True)


def in_found(cx: Context, shape: InMeld, body: Body) -> None:
    """Go through the cards of a listed meld."""
    meld, kind_of, i = shape.meld, kind_tables(cx)[1], cx.out.name("i")
    wild = cx.out.atom(cx.parts.wild_cards(cx), "m_") if shape.only else ""
    with cx.out.block(f"if {meld.text} != 0:"):
        with cx.out.block(f"for {i} in range(G_from[{meld.found}], G_upto[{meld.found}]):"):
            card = cx.out.let(f"G_card[{i}]", "c")
            stands_in = f"({wild} & BIT({card})) != 0 and G_stands[{i}] != {kind_of}[{card}]"
            test = {"": "1", "wilds": stands_in, "naturals": f"not ({stands_in})"}[shape.only]
            with cx.out.block(f"if {test}:"):
                body(One(card, at=meld.at))


def of_melds(cx: Context, shape: Shape) -> bool:
    """Return whether the elements are melds."""
    match shape:
        case Meld() | Laid() | Alike() | FoundMelds() | StoredMelds():
            return True
        case Made(melds=melds):
            return melds
        case Kept(inner=inner):
            return of_melds(cx, inner)
        case Several(parts=parts):
            return any(map(partial(of_melds, cx), parts))
    return False


def on_table(cx: Context, meld: Meld) -> bool:
    """Return whether the meld is known to be on the table."""
    return meld.at is not None and all(cx.layout.form(zone) == "melds" for zone, _ in meld.at)


def noting_melds(cx: Context, shape: Shape) -> tuple[Meld, Body]:
    """Return a meld, none as yet, and what makes it one of a collection of melds."""
    cards, pattern, number = cx.out.let("0", "m_"), cx.out.let("-1"), cx.out.let(str(NIL))
    listed = are_listed(cx, shape)
    if listed and not cx.melds.listings:
        lists(cx)

    def note(item: Shape) -> None:
        assert isinstance(item, Meld)
        cx.out.line(f"{cards} = {item.text}; {pattern} = {item.pattern}")
        if listed:
            cx.out.line(f"{number} = {listed_number(cx, item)}")

    return Meld(cards, places(shape), pattern, number if listed else "", True), note


LISTED, ON_TABLE, IN_HAND = "listed", "on the table", "in a hand"


def _kept_as(cx: Context, shape: Shape) -> set[str]:
    """Return how the melds of a collection are stored: listed, on the table, or made of a hand without a list."""
    match shape:
        case Meld(found=found):
            return {LISTED} if found else {ON_TABLE} if on_table(cx, shape) else {IN_HAND}
        case Laid():
            return {ON_TABLE}
        case Alike():
            return {IN_HAND}
        case Kept(inner=inner):
            return _kept_as(cx, inner)
        case Several(parts=parts):
            return set().union(*(_kept_as(cx, part) for part in parts))
        case FoundMelds() | StoredMelds() | Made(melds=True):
            return {LISTED}
    return set()


def are_listed(cx: Context, shape: Shape) -> bool:
    """Return whether the melds have to be listed: some are, or they are stored in different ways."""
    found = _kept_as(cx, shape)
    return LISTED in found or len(found) > 1


def lists(cx: Context) -> None:
    """Write once what listing melds requires."""
    cx.melds.listings += 1
    if cx.melds.listings == 1:
        lists_of_melds(cx.out, *kind_tables(cx), cx.program.kind_of, cx.orders)


def by_number(cx: Context) -> tuple[str, ...]:
    """Return the sets that order copies by number alone: one, empty, for each of the `orders`."""
    return ("0",) * cx.orders


def note_first(cx: Context, noted: tuple[str, ...]) -> None:
    """Write, before melds are listed or dealt, which copies go before the others."""
    for order, cards in enumerate(noted):
        cx.out.line(f"Gm_noted[{order}] = {cards}")


def overflow(cx: Context) -> None:
    cx.out.line(f"if G_full[0]: {cx.layout.cell('fault')} = 1; G_full[0] = 0")


def listed_number(cx: Context, meld: Meld) -> str:
    """Return the number of a meld, which is listed now if it has not been."""
    if meld.found:
        return meld.found
    at = meld.at or ()
    lying = bool(at) and all(cx.layout.form(zone) == "melds" for zone, _ in at)
    return f"take_up(S, {meld.text}, {meld.pattern})" if lying else f"alike_meld({meld.text}, {meld.pattern})"


def stored_melds(cx: Context, shape: Shape) -> FoundMelds | StoredMelds:
    """Return the melds as such that have been listed, so that they stay what they are."""
    if isinstance(shape, FoundMelds | StoredMelds):
        return shape
    several = no_melds(cx)
    fill_melds(cx, several, shape)
    return replace(several, at=places(shape))


def number_of_meld(cx: Context, melds: FoundMelds | StoredMelds, at: str) -> str:
    """Return the number among all listed melds of the one at a place."""
    return f"{melds.low} + {at}" if isinstance(melds, FoundMelds) else f"{melds.array}[{at}]"


def no_melds(cx: Context) -> StoredMelds:
    lists(cx)
    return StoredMelds(cx.out.array(MOST_LISTED), cx.out.let("0"))


def fill_melds(cx: Context, several: StoredMelds, shape: Shape) -> None:
    """Append the melds to the list."""

    def put(meld: Shape) -> None:
        assert isinstance(meld, Meld)
        fault_if_full(cx, several.count, MOST_LISTED)
        cx.out.line(f"{several.array}[{several.count}] = {listed_number(cx, meld)}")
        cx.out.line(f"{several.count} += 1")

    for_each(cx, shape, put)
    overflow(cx)


def one_of_melds(cx: Context, arms: Sequence[tuple[str, list[str], Shape]]) -> Meld:
    """Return the meld, or none, of one of several arms: each with its test and the lines before it."""
    meld, note = noting_melds(cx, Several(tuple(made for _, _, made in arms)))
    for head, lines, made in arms:
        with cx.out.block(head):
            cx.out.written(lines, 1)
            if isinstance(made, Meld):
                for_each(cx, made, note)
            else:  # nothing
                cx.out.line("pass")
    if meld.found:
        overflow(cx)
    return meld


def one_of_lists_of_melds(cx: Context, arms: Sequence[tuple[str, list[str], Shape]]) -> StoredMelds:
    """Return the melds of one of several arms; melds on the table stay there."""
    found = no_melds(cx)
    for head, lines, made in arms:
        with cx.out.block(head):
            cx.out.written(lines, 1)
            fill_melds(cx, found, made)
    return replace(found, at=places(Several(tuple(made for _, _, made in arms))))


def alike_melds(cx: Context, shape: Alike, body: Body) -> None:
    cards = cx.out.let(mask_of(cx, shape.cards), "m_")
    left = cx.out.let(f"{cards} & {shape.telling}", "m_")
    with cx.out.block(f"while {left} != 0:"):
        group = cx.out.let(f"{cards} & {shape.groups}[{shape.group_of}[LOW({left})]]", "m_")
        cx.out.line(f"{left} = {left} & ~{group}")
        with cx.out.block(f"if POP({group}) >= {shape.size}:"):
            body(Meld(cx.out.let(f"m_lowest({group}, {shape.size})", "m_"), places(shape.cards), shape.pattern))


def zone_shape(cx: Context, name: str, subject: str | None) -> Shape:
    """Return the contents of a place."""
    place = (name, subject)
    match cx.layout.form(name):
        case "set":
            return Cards(((cx.layout.cards_at(name, subject), place),), whole=True)
        case "melds":
            return Laid(place)
        case "slot":
            at = start_of(cx, place)
            return One(f"(S[{at} + 1] if S[{at}] else {NIL})", True, (place,))
    return Row(place)


def start_of(cx: Context, place: tuple[str, str | None]) -> str:
    """Return the number of the first cell of a place; for a zone without an owner, of an empty one."""
    zone, subject = place
    at = cx.layout.at("zone", zone, subject)
    if subject in cx.perhaps:
        return cx.out.let(f"{cx.layout.at('void')} if {subject} == {NIL} else {at}")
    return cx.out.atom(at)


def held(cx: Context, place: tuple[str, str | None]) -> str:
    """Return how many cards, or melds, a place holds."""
    at = start_of(cx, place)
    return f"POP(Z[{at} + 1])" if cx.layout.form(place[0]) == "row" else f"S[{at}]"


def held_in_row(cx: Context, shape: Shape) -> str:
    """Return text for the set of the cards of a row, which is part of the position; empty for any other shape."""
    if not isinstance(shape, Row) or cx.layout.form(shape.place[0]) != "row":
        return ""
    return f"Z[{start_of(cx, shape.place)} + 1]"


# ------------------------------------------------------------ one by one
def for_each(cx: Context, shape: Shape, body: Body, *, stop: str = "") -> None:
    match shape:
        case One():
            _one(cx, shape, body)
        case Meld(text=text):
            with cx.out.block(f"if {text} != 0:"):
                body(shape)
        case Cards():
            _cards(cx, shape, body, stop)
        case Row(place=place):
            _row(cx, place, body)
        case Top(row=row, count=count):
            at = start_of(cx, row.place)
            many, i = cx.out.let(f"{count} if {count} < S[{at}] else S[{at}]"), cx.out.name("i")
            with cx.out.block(f"for {i} in range({at} + S[{at}], {at} + S[{at}] - {many}, -1):"):
                body(One(cx.out.let(f"S[{i}]", "c"), at=(row.place,)))
        case Span(low=low, end=end):
            i = cx.out.name("i")
            if not low.lstrip("-").isdigit() or not end.lstrip("-").isdigit() or int(end) - int(low) > MOST:
                low, end = cx.out.atom(low), cx.out.atom(end)
                cx.out.line(f"if {end} - {low} > {MOST}: {cx.layout.cell('fault')} = 1")
                end = cx.out.let(f"{low} if {end} - {low} > {MOST} else {end}")
            with cx.out.block(f"for {i} in range({low}, {end}):"):
                body(One(i))
        case Seats(text=text):
            left, seat = cx.out.let(text), cx.out.let("0", "i")
            with cx.out.block(f"while {left}:"):
                cx.out.line(f"while {left} & 1 == 0: {left} = {left} >> 1; {seat} += 1")
                found = cx.out.let(seat, "i")
                cx.out.line(f"{left} = {left} >> 1; {seat} += 1")
                body(One(found))
        case Several(parts=parts):
            _in_turn(cx, parts, body, stop)
        case Stored(array=array, count=count, at=at_):
            i = cx.out.name("i")
            with cx.out.block(f"for {i} in range(0, {count}):"):
                body(One(cx.out.let(f"{array}[{i}]", "c"), at=at_))
        case Listed(at=first):
            i = cx.out.name("i")
            with cx.out.block(f"for {i} in range({first} + 1, {first} + 1 + S[{first}]):"):
                body(One(cx.out.let(f"S[{i}]", "c")))
        case Kept(inner=inner, test=test):

            def tested(item: Shape) -> None:
                passes = test(item)
                if passes != "0":
                    with cx.out.block(f"if {passes}:"):
                        body(item)

            for_each(cx, inner, tested, stop=stop)
        case Made(inner=inner, make=make):
            casts = shape.casts

            def inside(item: Shape) -> None:
                with cx.parts.cast_in(cx, item if casts else None):
                    made = make(item)
                    if not isinstance(made, One):
                        for_each(cx, made, body, stop=stop)
                    elif casts:
                        made = copied(cx, made)
                if isinstance(made, One):
                    for_each(cx, made, body, stop=stop)
                elif stop:
                    cx.out.line(f"if {stop} != {NIL}: break")

            for_each(cx, inner, inside, stop=stop)
        case Laid(place=place):
            at, i, step = start_of(cx, place), cx.out.name("i"), cx.layout.words + 1
            with cx.out.block(f"for {i} in range(0, S[{at}]):"):
                cell = cx.out.let(f"{at} + 1 + {i} * {step}")
                body(Meld(cx.out.let(f"Z[{cell} + 1]", "m_"), (place,), f"S[{cell}]"))
        case InMeld(meld=meld) if meld.found:
            in_found(cx, shape, body)
        case InMeld(meld=meld):
            cx.parts.each_in_meld(cx, meld, body)
        case OpenSpots(meld=meld):
            cx.parts.each_open(cx, meld, body)
        case FoundMelds(low=low, count=count, at=at_):
            i = cx.out.name("i")
            with cx.out.block(f"for {i} in range({low}, {low} + {count}):"):
                body(meld_found(cx, cx.out.let(i, "h"), at_))
        case StoredMelds(array=array, count=count, at=at_):
            i = cx.out.name("i")
            with cx.out.block(f"for {i} in range(0, {count}):"):
                body(meld_found(cx, cx.out.let(f"{array}[{i}]", "h"), at_))
        case Alike():
            alike_melds(cx, shape, body)


def _one(cx: Context, value: One, body: Body) -> None:
    if not value.nil:
        return body(value)
    text = cx.out.atom(value.text)
    with cx.out.block(f"if {text} != {NIL}:"):
        body(replace(value, text=text, nil=False))
    return None


def _in_turn(cx: Context, parts: tuple[Shape, ...], body: Body, stop: str) -> None:
    for number, part in enumerate(parts):
        if stop and number:
            with cx.out.block(f"if {stop} == {NIL}:"):
                for_each(cx, part, body, stop=stop)
        else:
            for_each(cx, part, body, stop=stop)


def _cards(cx: Context, cards: Cards, body: Body, stop: str) -> None:
    if cards.by_kind and len(cards.parts) > 1:
        return _by_kind(cx, cards, body, stop)
    for number, (text, place) in enumerate(cards.parts):

        def loop(text: str = text, place: tuple[str, str | None] | None = place) -> None:
            left = cx.out.let(text, "m_")
            with cx.out.block(f"while {left} != 0:"):
                card = cx.out.let(f"LOW({left})", "c")
                cx.out.line(f"{left} = REST({left})")
                body(One(card, at=None if place is None else (place,)))

        if stop and number:
            with cx.out.block(f"if {stop} == {NIL}:"):
                loop()
        else:
            loop()
    return None


def _by_kind(cx: Context, cards: Cards, body: Body, stop: str) -> None:
    texts = [(cx.out.let(text, "m_"), place) for text, place in cards.parts]
    left = cx.out.let(join(text for text, _ in texts), "m_")
    with cx.out.block(f"while {left} != 0:"):
        kind = cx.out.let(copies_of_first(cx, left), "m_")
        cx.out.line(f"{left} = {left} & ~{kind}")
        _cards(cx, Cards(tuple((f"{text} & {kind}", place) for text, place in texts)), body, stop)
        if stop:
            cx.out.line(f"if {stop} != {NIL}: break")


def _row(cx: Context, place: tuple[str, str | None], body: Body) -> None:
    at, i = start_of(cx, place), cx.out.name("i")
    form = cx.layout.form(place[0])
    first = f"{at} + {cx.layout.before(form)}"
    with cx.out.block(f"for {i} in range({first}, {first} + S[{at}]):"):
        card = cx.out.let(f"S[{i}]", "c")
        if form != "row":
            body(One(card, at=(place,)))
        else:
            with cx.out.block(f"if {card} != {NIL}:"):
                body(One(card, at=(place,)))


def single(cx: Context, shape: Shape) -> One:
    if not isinstance(shape, One):
        raise cannot("one_value")
    return shape


# ------------------------------------------------------------ the first, the last, any
def _at_end(cx: Context, shape: Shape, *, last: bool) -> Shape | None:
    """Return the first or last element, if it is directly accessible; None if the others have to be gone through."""
    match shape:
        case One() | Meld():
            return shape
        case Cards(parts=((text, place),)):
            cards, end = cx.out.atom(text, "m_"), "HIGH" if last else "LOW"
            at = None if place is None else (place,)
            return One(cx.out.let(f"{end}({cards}) if {cards} != 0 else {NIL}"), True, at)
        case Row(place=place) if cx.layout.form(place[0]) == "pile":
            first = start_of(cx, place)
            cell = f"S[{first} + S[{first}]]" if last else f"S[{first} + 1]"
            return One(cx.out.let(f"{cell} if S[{first}] else {NIL}"), True, (place,), top=last)
        case Stored(array=array, count=count, at=of):
            return One(cx.out.let(f"{array}[{f'{count} - 1' if last else 0}] if {count} > 0 else {NIL}"), True, of)
        case Listed(at=first):
            cell = f"S[{first} + S[{first}]]" if last else f"S[{first} + 1]"
            return One(cx.out.let(f"{cell} if S[{first}] > 0 else {NIL}"), True)
    return None


def first_of(cx: Context, shape: Shape) -> Shape:
    """Return the first element; nothing, or an empty meld, if there is none."""
    if isinstance(shape, Span):
        least = cx.out.atom(shape.low)
        return One(cx.out.let(f"{least} if {least} < {shape.end} else {NIL}"), True)
    return _at_end(cx, shape, last=False) or _found(cx, shape)


def _found(cx: Context, shape: Shape) -> Shape:
    found = cx.out.let(str(NIL))
    melds = noting_melds(cx, shape) if of_melds(cx, shape) else None

    def take(item: Shape) -> None:
        if melds is not None:
            melds[1](item)
            cx.out.line(f"{found} = 1")
        else:
            cx.out.line(f"{found} = {single(cx, item).text}")
        cx.out.line("break")

    with cx.out.block(f"for {cx.out.name('i')} in range(0, 1):"):
        for_each(cx, shape, take, stop=found)
    return One(found, True, places(shape)) if melds is None else melds[0]


def last(cx: Context, shape: Shape) -> Shape:
    """Return the last element; nothing if there is none."""
    at_hand = _at_end(cx, shape, last=True)
    if at_hand is not None:
        return at_hand
    match shape:
        case Kept(inner=Row(place=place), test=test) if cx.layout.form(place[0]) == "pile":
            return _last_of_pile(cx, place, test)
    if of_melds(cx, shape):
        last, note = noting_melds(cx, shape)
        for_each(cx, shape, note)
        return last
    found = cx.out.let(str(NIL))
    for_each(cx, shape, lambda item: cx.out.line(f"{found} = {single(cx, item).text}"))
    return One(found, True, places(shape))


def _last_of_pile(cx: Context, place: tuple[str, str | None], test: Callable[[Shape], str]) -> One:
    """Return the last card of a pile that passes, searched from the top down."""
    at, found, i = start_of(cx, place), cx.out.let(str(NIL)), cx.out.name("i")
    with cx.out.block(f"for {i} in range({at} + S[{at}], {at}, -1):"):
        card = cx.out.let(f"S[{i}]", "c")
        passes = test(One(card, at=(place,)))
        cx.out.line(f"if {passes}: {found} = {card}; break")
    return One(found, True, (place,))


def some(cx: Context, shape: Shape) -> str:
    """Return a test whether there is an element."""
    match shape:
        case One(text=text, nil=nil):
            return f"({text} != {NIL})" if nil else "1"
        case Meld(text=text) | InMeld(meld=Meld(text=text), only=""):
            return f"({text} != 0)"
        case Cards():
            return f"({shape.mask} != 0)"
        case Row(place=place) | Laid(place=place):
            return f"({held_in_row(cx, shape)} != 0)" if held_in_row(cx, shape) else f"({held(cx, place)} > 0)"
        case Seats(text=text):
            return f"({text} != 0)"
        case Span(low=low, end=end):
            return f"({low} < {end})"
        case Stored(count=count) | StoredMelds(count=count) | FoundMelds(count=count):
            return f"({count} > 0)"
        case Listed(at=first):
            return f"(S[{first}] > 0)"
        case Several(parts=parts):
            return logic(cx, "or", [partial(some, cx, part) for part in parts])
        case Kept(inner=inner, mask=mask) if mask:
            return f"(({mask_of(cx, inner)} & {mask}) != 0)"
    found = _found(cx, shape)
    return f"({found.text} != 0)" if isinstance(found, Meld) else f"({single(cx, found).text} != {NIL})"


def _may_share(cx: Context, melds: Shape) -> bool:
    """Return whether a card may be in several of the melds."""
    found = _kept_as(cx, melds)
    return LISTED in found or (IN_HAND in found and isinstance(melds, Several))


def count_of(cx: Context, shape: Shape) -> str:
    """Return text for the number of elements."""
    match shape:
        case Stored(count=count) | StoredMelds(count=count) | FoundMelds(count=count):
            return count
        case Listed(at=first):
            return f"S[{first}]"
        case Cards():
            return f"POP({shape.mask})"
        case InMeld(meld=meld, only=""):
            return f"POP({meld.text})"
        case Made(inner=inner, whole=True) if not _may_share(cx, inner):
            return f"POP({mask_of(cx, inner)})"
        case Row(place=place) | Laid(place=place):
            return held(cx, place)
        case Span(low="0", end=end):
            return end
        case Several(parts=parts) if not any(isinstance(part, One) for part in parts):
            return "(" + " + ".join(count_of(cx, part) for part in parts) + ")" if parts else "0"
        case Kept(inner=inner, mask=mask) if mask:
            return f"POP({mask_of(cx, inner)} & {mask})"
    number = cx.out.let("0")
    for_each(cx, shape, lambda item: cx.out.line(f"{number} += 1"))
    return number


def total(cx: Context, shape: Shape) -> str:
    """Return text for the sum of the numbers."""
    number = cx.out.let("0")
    for_each(cx, shape, lambda item: cx.out.line(f"{number} += {single(cx, item).text}"))
    cx.parts.bound(cx, number)
    return number


def mask_of(cx: Context, shape: Shape) -> str:
    """Return the cards of a card, a meld or a collection of either, as a set."""
    match shape:
        case Cards():
            return shape.mask
        case Meld(text=text) | InMeld(meld=Meld(text=text), only=""):
            return text
        case One(text=text, nil=False):
            return f"BIT({text})"
        case Several(parts=parts):
            return join([mask_of(cx, part) for part in parts])
        case Kept(inner=inner, mask=mask) if mask:
            return among(cx, mask_of(cx, inner), mask)
        case Made(inner=inner, whole=True):
            return mask_of(cx, inner)
    if lying := held_in_row(cx, shape):
        return cx.out.let(lying, "m_")
    if isinstance(shape, Row) and cx.layout.form(shape.place[0]) == "pile":
        at = cx.out.atom(start_of(cx, shape.place))
        return cx.out.let(f"HELD(S, {at} + 1, S[{at}])", "m_")
    found = cx.out.let("0", "m_")
    for_each(cx, shape, lambda item: cx.out.line(f"{found} = {found} | {mask_of(cx, item)}"))
    return found


def seat_bits(cx: Context, shape: Shape) -> str:
    """Return numbers from 0 to 62 as bits of a number."""
    match shape:
        case Seats(text=text):
            return text
        case Span(low="0", end=end) if end.isdigit():
            return str((1 << int(end)) - 1)
        case One(text=text, nil=False):
            return f"(1 << {text})"
    found = cx.out.let("0")
    for_each(cx, shape, lambda item: cx.out.line(f"{found} = {found} | 1 << {single(cx, item).text}"))
    return found


def within(cx: Context, value: Shape, shape: Shape) -> str:
    """Return a test whether the value, or every card of a meld, is in the collection."""
    if not isinstance(value, One):
        return f"(({mask_of(cx, value)} & ~{mask_of(cx, shape)}) == 0)"
    text = cx.out.atom(value.text)
    guard = f"{text} != {NIL}" if value.nil else "1"
    match shape:
        case Cards():
            return both(guard, f"(({shape.mask} & BIT({text})) != 0)")
        case Span(low=low, end=end):
            return both(guard, f"{text} >= {low}", f"{text} < {end}")
        case Seats(text=bits):
            return both(guard, f"(({bits} >> {text} & 1) != 0)")
        case One(text=other, nil=nil):
            return both(guard, f"{text} == {other}") if nil or value.nil else f"({text} == {other})"
        case Several(parts=parts):
            inside = partial(partial(logic, cx), "or", [partial(within, cx, One(text), part) for part in parts])
            return logic(cx, "and", [lambda: guard, inside]) if value.nil else inside()
        case Kept(inner=inner, test=test):
            return logic(cx, "and", [lambda: within(cx, One(text, value.nil), inner), lambda: test(One(text))])
    if lying := held_in_row(cx, shape):
        return both(guard, f"(({lying} & BIT({text})) != 0)")
    found = cx.out.let("0")

    def hit(item: Shape) -> None:
        cx.out.line(f"if {single(cx, item).text} == {text}: {found} = 1")

    for_each(cx, shape, hit)
    return f"({found} == 1)"


def at_random(cx: Context, shape: Shape) -> Shape:
    """Return one of the elements, drawn; nothing, without a draw, if there are none."""
    number = cx.out.atom(count_of(cx, shape))
    found = cx.out.let(str(NIL))
    melds = noting_melds(cx, shape) if of_melds(cx, shape) else None
    with cx.out.block(f"if {number} > 0:"):
        unforeseen(cx)
        tried = f" if {cx.layout.cell('trial')} == {PLAYING} else 0" if cx.layout.looks else ""
        drawn = cx.out.let(f"{by_chance(cx, number)}{tried}")
        if isinstance(shape, Span):
            cx.out.line(f"{found} = {shape.low} + {drawn}")
        else:

            def reach(item: Shape) -> None:
                with cx.out.block(f"if {drawn} == 0:"):
                    if melds is not None:
                        melds[1](item)
                    else:
                        cx.out.line(f"{found} = {single(cx, item).text}")
                cx.out.line(f"{drawn} += -1")

            for_each(cx, shape, reach)
        note(cx, 1)
    return One(found, True, places(shape)) if melds is None else melds[0]


# ------------------------------------------------------------ tests of several parts
def logic(cx: Context, op: str, parts: list[Callable[[], str]]) -> str:
    """Return `and` or `or` of tests, each evaluated only if needed."""
    text = ""
    for number, part in enumerate(parts):
        if number and number % DEEPEST == 0:
            text = cx.out.let(text)
        with cx.out.captured() as lines:
            test = part()
        if not number:
            cx.out.written(lines)
            text = test
        elif not lines:
            text = f"({text} {op} {test})"
        else:
            result = cx.out.let(text)
            cx.out.line(f"if {result}:" if op == "and" else f"if not {result}:")
            cx.out.written(lines, 1)
            cx.out.line(f"    {result} = {test}")
            text = result
    return text or ("1" if op == "and" else "0")


def stored(cx: Context, shape: Shape) -> Stored:
    """Return the elements put down, so that they stay what they are."""
    several = empty_list(cx)
    fill(cx, several, shape)
    return replace(several, at=places(shape))


def most_stored(cx: Context) -> int:
    """Return how many values a stored list has room for."""
    return max(cx.program.cards, 256)


def empty_list(cx: Context) -> Stored:
    return Stored(cx.out.array(most_stored(cx)), cx.out.let("0"))


def fill(cx: Context, several: Stored, shape: Shape) -> None:
    """Append the elements to the list."""

    def put(item: Shape) -> None:
        fault_if_full(cx, several.count, most_stored(cx))
        cx.out.line(f"{several.array}[{several.count}] = {single(cx, item).text}")
        cx.out.line(f"{several.count} += 1")

    for_each(cx, shape, put)


def these_or_all(cx: Context, some: Shape, every: Shape) -> Stored | StoredMelds:
    """Return some elements, or all if there are none of them."""
    if of_melds(cx, every):
        melds = no_melds(cx)
        fill_melds(cx, melds, some)
        with cx.out.block(f"if {melds.count} == 0:"):
            fill_melds(cx, melds, every)
        return replace(melds, at=places(every))
    found = stored(cx, some)
    with cx.out.block(f"if {found.count} == 0:"):
        fill(cx, found, every)
    return replace(found, at=places(every))


def ascending(cx: Context, shape: Shape, *, once: bool = False) -> Stored:
    """Return the elements put down, the least first. `once`: each once."""
    array, count = cx.out.array(most_stored(cx)), cx.out.let("0")

    def put(item: Shape) -> None:
        value, i = cx.out.atom(single(cx, item).text), cx.out.name("i")
        cx.out.line(f"{i} = 0")
        cx.out.line(f"while {i} < {count} and {array}[{i}] < {value}: {i} += 1")
        with cx.out.block(f"if {i} == {count} or {array}[{i}] != {value}:" if once else "if 1:"):
            fault_if_full(cx, count, most_stored(cx))
            j = cx.out.name("i")
            cx.out.line(f"for {j} in range({count}, {i}, -1): {array}[{j}] = {array}[{j} - 1]")
            cx.out.line(f"{array}[{i}] = {value}; {count} += 1")

    for_each(cx, shape, put)
    return Stored(array, count)


def same_lists(cx: Context, one: Stored, other: Stored) -> str:
    """Return a test whether two lists have the same values in the same order."""
    same, i = cx.out.let(f"1 if {one.count} == {other.count} else 0"), cx.out.name("i")
    with cx.out.block(f"if {same}:"), cx.out.block(f"for {i} in range(0, {one.count}):"):
        cx.out.line(f"if {one.array}[{i}] != {other.array}[{i}]: {same} = 0; break")
    return f"({same} == 1)"


def written_down(cx: Context, values: Stored, at: str, room: int) -> None:
    """Store a list in the position, from a cell on."""
    first, i = cx.out.atom(at), cx.out.name("i")
    fault_if_full(cx, values.count, room + 1)
    cx.out.line(f"S[{first}] = {values.count}")
    cx.out.line(f"for {i} in range(0, {values.count}): S[{first} + 1 + {i}] = {values.array}[{i}]")
