"""Track what cards represent in the melds that a sentence is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TypeVar

from croupier.kernel.nodes import Name
from croupier.kernel.read import array_named
from croupier.kernel.source import declared, made
from croupier.lowering.base import copied, kind_tables, mapped
from croupier.lowering.capabilities import LONGEST, cannot
from croupier.lowering.cardsets import form_listed, somewhere
from croupier.lowering.collections import (
    fill_melds,
    listed_number,
    lists,
    meld_found,
    number_of_meld,
    of_melds,
    on_table,
)
from croupier.lowering.context import Context, Env
from croupier.lowering.kernel import NIL
from croupier.lowering.meldlist import MOST_LISTED
from croupier.lowering.shapes import Cards, FoundMelds, InHand, InMeld, Made, Meld, One, Shape, StoredMelds, places
from croupier.lowering.spots import (
    call,
    kinds_beside,
    meld_of,
    open_meanings,
    place_of,
    role,
    role_attribute,
    spot_of,
    wilds_of,
)
from croupier_dsl import ir
from croupier_dsl.analysis import CAST, nodes, stores_read

Found = TypeVar("Found")

ARRAYS: Mapping[str, Name] = {
    name: array_named(name) for name in ("G_card", "G_from", "G_upto", "Gm_meld", "G_follows", "G_lies", "G_stands")
}
"""Arrays of found melds."""


def asks_casting(cx: Context, expr: ir.Expr | ir.Table) -> bool:
    """Return whether the expression reads what cards represent."""
    return cx.casting.asked and CAST in stores_read(cx.facts, expr)


# ------------------------------------------------------------ which cards are cast
@contextmanager
def cast_in(cx: Context, meld: Shape | None) -> Iterator[None]:
    """Cast the cards of a meld in hand, or of several, in it while the block runs. Values computed in it have to be
    stored before its end."""
    last = cx.casting.now[-1:]  # in whose melds cards are cast that are in several
    if not isinstance(meld, Meld | StoredMelds) or not cx.casting.asked or last == (meld,):
        yield
        return
    if isinstance(meld, Meld) and not meld.found:
        yield
        return
    before = cx.casting.now
    _cast_meld(cx, meld)
    cx.casting.now = (*before, meld)
    yield
    _cast_anew(cx, before)


def _cast_meld(cx: Context, meld: InHand, function: str = "cast_meld") -> None:
    lists(cx)
    if isinstance(meld, StoredMelds | FoundMelds):
        i = cx.out.name("i")
        with cx.out.block(f"for {i} in range(0, {meld.count}):"):
            cx.out.line(f"{function}({number_of_meld(cx, meld, i)})")
    elif meld.nil:
        cx.out.line(f"if {meld.found} != {NIL}: {function}({meld.found})")
    else:
        cx.out.line(f"{function}({meld.found})")


def _cast_anew(cx: Context, melds: tuple[InHand, ...]) -> None:
    cx.out.drop_last("Gm_cast[0] = 0", "cast_meld(")  # the cast just before is unused
    cx.out.line("Gm_cast[0] = 0")
    for number, each in enumerate(melds):
        _cast_meld(cx, each, "cast_still" if number < cx.casting.base else "cast_meld")
    cx.casting.now = melds


def cast_by_list(cx: Context, env: Env) -> None:
    """Cast the melds that a list of statements holds, from here on."""
    melds = _in_hand(env)
    if not cx.casting.asked or not (melds or cx.casting.base):
        return
    lists(cx)
    cx.out.line("Gm_gone[0] = 0")
    cx.casting.base = len(melds)
    _cast_anew(cx, melds)


def _in_hand(env: Env) -> tuple[InHand, ...]:
    """Return the melds in hand that a list has named."""
    those = (env[slot] for slot in sorted(env))
    return tuple(each for each in those if isinstance(each, InHand) and (not isinstance(each, Meld) or each.found))


def listed_in_hand(cx: Context, value: Shape) -> Shape:
    """Return a value for a name: a meld in hand gets a number, if any sentence reads what its cards represent."""
    if not isinstance(value, Meld) or value.found or not cx.casting.asked or on_table(cx, value):
        return value
    lists(cx)
    number = cx.out.let(str(NIL))
    with cx.out.block(f"if {value.text} != 0:"):
        cx.out.line(f"{number} = {listed_number(cx, value)}")
    return replace(value, found=number, nil=True)


# ------------------------------------------------------------ melds that a part of a list names
def named_in_part(cx: Context, statements: object, env: Env) -> tuple[int, ...]:
    """Write, before a part of a list that may be skipped or repeated, empty places for the melds that it may name.
    Return their slots."""
    named = {node.slot: node.value.type for node in nodes(statements) if isinstance(node, ir.Let)}
    loops = (node for node in nodes(statements) if isinstance(node, ir.ForEach))
    named |= {node.slot: replace(node.collection.type, many=False) for node in loops}
    slots = tuple(sorted(slot for slot, type_ in named.items() if type_.name == "meld"))
    if not cx.casting.asked or not slots:
        return ()
    for slot in slots:
        if slot not in cx.casting.perhaps:
            before, many = env.get(slot), named[slot].many
            cx.casting.perhaps[slot] = _place_for_some(cx) if many else Meld("0", None, "0", cx.out.let(str(NIL)), True)
            note_named(cx, slot, before)
    if not cx.casting.base:
        lists(cx)
        cx.out.line("Gm_gone[0] = 0")
    cast_after_part(cx, slots, env)
    return slots


def _place_for_some(cx: Context) -> StoredMelds:
    return StoredMelds(cx.out.array(MOST_LISTED), cx.out.let("0"))


def note_named(cx: Context, slot: int, value: Shape | None) -> None:
    """Write, where a list names a meld, a note of it, if it may be read where its value is uncertain."""
    match cx.casting.perhaps.get(slot), value:
        case Meld(found=name), Meld(found=found):
            cx.out.line(f"{name} = {found or NIL}")
        case Meld(found=name), _:
            cx.out.line(f"{name} = {NIL}")
        case StoredMelds(count=count) as those, _:
            cx.out.line(f"{count} = 0")
            if isinstance(value, StoredMelds | FoundMelds) and value != those:
                fill_melds(cx, those, value)


def cast_after_part(cx: Context, slots: Sequence[int], env: Env) -> None:
    """Write, after a part of a list that may have been performed: the melds that it named stay cast."""
    if slots:
        env |= {slot: cx.casting.perhaps[slot] for slot in slots}
        cx.casting.now = _in_hand(env)
        cx.casting.base = len(cx.casting.now)


@contextmanager
def casting_apart(cx: Context) -> Iterator[None]:
    """Keep casts made in the block from later text."""
    before = cx.casting.now, cx.casting.base, cx.casting.perhaps
    cx.casting.perhaps = {}
    yield
    cx.casting.now, cx.casting.base, cx.casting.perhaps = before


def cast_melds(cx: Context, melds: Sequence[Shape], gone: str = "0") -> None:
    """Cast melds from here on, without cards that have left them (`gone`), wherever the list continues."""
    if not cx.casting.asked:
        return
    lists(cx)
    cx.out.scratch |= {"G_by_list": MOST_LISTED, "G_by_list_many": 1}
    found = StoredMelds("G_by_list", "G_by_list_many[0]")
    cx.out.line(f"{found.count} = 0")
    for each in melds:
        fill_melds(cx, found, each)
    cx.out.line(f"Gm_gone[0] = {gone}")
    cx.casting.base = 1
    _cast_anew(cx, (found,))


def end_cast_of_cards(cx: Context, cards: str) -> None:
    """Write that these cards were moved and are not cast any more."""
    if cx.casting.base:
        cx.out.line(f"Gm_gone[0] = Gm_gone[0] | {cards}")
        cx.out.line(f"Gm_cast[0] = Gm_cast[0] & ~{cards}")


def end_casting(cx: Context) -> None:
    """End the casting of a list."""
    leave_casting(cx)
    cx.casting.now, cx.casting.base, cx.casting.perhaps = (), 0, {}


def leave_casting(cx: Context) -> None:
    """End casting where a list is left in its middle."""
    if cx.casting.base:
        cx.out.line("Gm_cast[0] = 0")


def nothing_cast(cx: Context) -> None:
    """Forget all casts, where a list or a choice begins."""
    cx.casting.now, cx.casting.base, cx.casting.perhaps = (), 0, {}
    if cx.casting.asked:
        lists(cx)
        cx.out.line("Gm_cast[0] = 0")


def about_each(
    cx: Context, collection: Shape, expr: ir.Expr, body: Callable[[Shape], Found]
) -> Callable[[Shape], Found]:
    """Return `body` so that cards are cast as the expression requires: in each meld of the collection; in the meld
    whose cards are the collection; and as they are cast where it is written, wherever it is evaluated."""
    if not asks_casting(cx, expr):
        return body
    outside = cx.casting.now
    of = collection.meld if isinstance(collection, InMeld) else None

    def inside(item: Shape) -> Found:
        there = cx.casting.now
        if there != outside:
            _cast_anew(cx, outside)
        with cast_in(cx, item if isinstance(item, Meld) else of):
            found = under_name(cx, body(item))
        if there != outside:
            _cast_anew(cx, there)
        return found

    return inside


def under_name(cx: Context, found: Found) -> Found:
    if isinstance(found, One):
        return copied(cx, found)  # type: ignore[return-value]  # it is one as well
    return cx.out.atom(found) if isinstance(found, str) else found  # type: ignore[return-value]  # likewise


# ------------------------------------------------------------ what cards represent
def _cast_or_lying(cx: Context, card: One, cast: str, lying: Callable[[One], One]) -> One:
    """Return the result of the function `cast` for a card cast in a meld in hand, else of `lying` for one on the
    table."""
    if not cx.casting.asked or (card.at and all(cx.layout.form(zone) == "melds" for zone, _ in card.at)):
        return lying(card)
    _asks_cast(cx)

    def of(c: str) -> One:
        found = cx.out.let(str(NIL))
        with cx.out.block(f"if (Gm_cast[0] & BIT({c})) != 0:"):
            cx.out.line(f"{found} = {cast}({c})" if cast else "pass")
        with cx.out.block("else:"):
            cx.out.line(f"{found} = {lying(One(c, at=card.at)).text}")
        return One(found, True)

    return mapped(cx, card, of)


def role_attribute_now(cx: Context, name: str, card: One) -> One:
    """Return an attribute of what a card represents, if all that it may represent agree in it."""
    if cx.casting.asked and name not in cx.casting.roles:
        cx.casting.roles[name] = function = cx.out.name("cast_role_")
        columns = [attribute.name for attribute in cx.program.rules.cards.attributes]
        values = [kind.values[columns.index(name)] for kind in cx.program.kinds]
        column = cx.out.table([NIL if value is None else int(value) for value in values])
        with cx.out.function(f"{function}(card)"):
            cx.out.line("i = G_cast_at[card]")
            cx.out.line(f"if G_stands[i] >= 0: return {column}[G_stands[i]]")
            cx.out.line("n = open_kinds(G_in[card], i)")
            cx.out.line(f"if n == 0: return {NIL}")
            cx.out.line(f"found = {column}[G_means[0]]")
            with cx.out.block("for i in range(1, n):"):
                cx.out.line(f"if {column}[G_means[i]] != found: return {NIL}")
            cx.out.line("return found")
    return _cast_or_lying(cx, card, cx.casting.roles.get(name, ""), lambda c: role_attribute(cx, name, c))


def role_now(cx: Context, card: One) -> One:
    """Return the card that a card represents, if it is only one."""
    return _cast_or_lying(cx, card, "cast_role", partial(role, cx))


def place_now(cx: Context, card: One) -> One:
    """Return the place of a card in its run, or in a row."""
    return _cast_or_lying(cx, card, "cast_place", partial(place_of, cx))


def spot_of_now(cx: Context, card: One) -> One:
    """Return the spot that a card holds; a card that is cast in a meld in hand holds none."""
    found = _cast_or_lying(cx, card, "", partial(spot_of, cx))
    known = None if card.at is None else tuple(p for p in card.at if cx.layout.form(p[0]) in ("row", "melds"))
    return found if found.at is not None else One(found.text, True, known)


def meld_of_now(cx: Context, card: One) -> Meld:
    """Return the meld that a card is cast in, or that contains it."""
    if not cx.casting.asked or (card.at and all(cx.layout.form(zone) == "melds" for zone, _ in card.at)):
        return meld_of(cx, card)
    _asks_cast(cx)
    of, found = copied(cx, card), cx.out.let(str(NIL))
    with cx.out.block(f"if {of.text} != {NIL}:" if of.nil else "if 1:"):
        cx.out.line(f"if (Gm_cast[0] & BIT({of.text})) != 0: {found} = G_in[{of.text}]")
        if cx.layout.casts:
            with cx.out.block("else:"):
                lying = meld_of(cx, One(of.text, at=card.at))
                cx.out.line(f"if {lying.text} != 0: {found} = take_up(S, {lying.text}, {lying.pattern})")
    return meld_found(cx, found, None, nil=True)


def wilds_in(cx: Context, meld: Shape, which: str) -> Shape:
    """Return the cards of a meld, or of several, that represent others, or those that represent themselves."""
    match meld:
        case Meld() if meld.found:
            return InMeld(meld, which)
        case Meld() if on_table(cx, meld):
            return wilds_of(cx, meld, standing_in=which == "wilds")
        case Meld():  # for equal cards, none of them wild
            return Cards(()) if which == "wilds" else somewhere(cx, meld.text, meld)
        case One(text=text, nil=True) if text == str(NIL):
            return Cards(())
        case _ if of_melds(cx, meld):
            return Made(meld, lambda each: wilds_in(cx, each, which), places(meld))
    raise cannot("no_melds")


def _asks_cast(cx: Context) -> None:
    lists(cx)
    cx.casting.roles.setdefault("", "")


def write_casting(cx: Context) -> None:
    """Write the functions of cast cards, if any are used."""
    if cx.layout.casts and cx.melds.listings:
        _take_up(cx)
    if not cx.casting.roles:
        if cx.casting.asked:
            _use(cx, ("casting",), {"CARDS": ir.MOST_CARDS})
        return
    kinds = len(cx.program.kinds)
    mates: list[int] = []
    some: list[int] = []
    differs: list[int] = []
    lying: list[int] = []
    forms = [form_listed(cx, pattern) for pattern in cx.program.combos.patterns.values()]
    meanings = open_meanings(forms, kinds_as_set)
    for name, pattern in cx.program.combos.patterns.items():
        form = form_listed(cx, pattern)
        if pattern.length > LONGEST or max(pattern.different or (0,)) >= LONGEST:
            raise cannot("cast_long", combo=name)
        groups = form.groups
        alike = {own: sum(1 << kind for kind, its in enumerate(groups) if its == own) for own in set(groups)}
        mates += [alike[own] if own >= 0 else 0 for own in groups]
        some.append(sum(those for own, those in alike.items() if own >= 0))
        differs += pattern.different or (0,) * kinds
        lying += [sum(1 << place for place in places) for places in form.places]
    patterns = cx.program.combos.patterns.values()
    beside = [kinds_as_set(kinds_beside(form)) for form in forms]
    tables = {
        "Tm_meant": cx.out.table(meanings or (0,), "m_"), "Tm_beside": cx.out.table(beside, "m_"),
        "T_grouped": cx.out.table([int(pattern.group is not None) for pattern in patterns]),
        "Tm_mates": cx.out.table(mates, "m_"), "Tm_some": cx.out.table(some, "m_"), "T_differs": cx.out.table(differs),
        "T_places": cx.out.table(lying),
        "T_varied": cx.out.table([int(pattern.different is not None) for pattern in patterns]),
        "T_run": cx.out.table([int(pattern.places is not None) for pattern in patterns]),
        "T_kind": kind_tables(cx)[1],
        "T_sample": cx.out.table([NIL if card is None else card for card in cx.program.combos.sample]),
    }  # fmt: skip
    named = {name: array_named(table) for name, table in tables.items()}
    _use(
        cx,
        ("casting", "cast_roles"),
        {"CARDS": ir.MOST_CARDS, "KINDS": kinds, "MEANINGS": len(meanings) // len(forms), "NOTHING": NIL, **named},
    )


def kinds_as_set(kinds: set[int]) -> int:
    return sum(1 << kind for kind in kinds)


def _use(cx: Context, names: tuple[str, ...], given: Mapping[str, int | Name]) -> None:
    arrays = {name: array for name, array in ARRAYS.items() if name in declared(names)}
    cx.out.modules.append(made(names, "", {**arrays, **given}))


def _take_up(cx: Context) -> None:
    """Write `take_up(S, m_cards, pattern)`: a meld on the table as one that has been listed."""
    with cx.out.function("take_up(S, m_cards, pattern)"):
        cx.out.line("h = new_meld(POP(m_cards))")
        cx.out.line("if h < 0: return 0")
        cx.out.line("Gm_meld[h] = m_cards; G_follows[h] = pattern")
        with cx.out.block("for i in range(G_from[h], G_upto[h]):"):
            cx.out.line(f"card = {call(cx, 'first_in', 'S', 'm_cards', '-1')}; m_cards = m_cards & ~BIT(card)")
            cx.out.line("G_card[i] = card")
            cx.out.line(f"G_stands[i] = {cx.layout.cell('role', '', 'card')}")
            cx.out.line(f"G_lies[i] = {cx.layout.cell('place', '', 'card')}")
        cx.out.line("return h")
