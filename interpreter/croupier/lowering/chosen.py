"""What has been chosen, as it comes to what a move does, and melds that are kept until then."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import cast

from croupier.lowering.base import aside, full, owners_before
from croupier.lowering.candidates import cells_of, group_source, number_of_meld, offered_melds, open_in
from croupier.lowering.capabilities import cannot
from croupier.lowering.collections import (
    for_each,
    listed_number,
    lists,
    mask_of,
    meld_found,
    note_first,
    of_melds,
    overflow,
    stored,
    zone_shape,
)
from croupier.lowering.context import Context, Env
from croupier.lowering.kernel import NIL
from croupier.lowering.layout import BITS, CARD_BITS, MANY_MELDS, PACKED, STANDS_BITS
from croupier.lowering.meldlist import MOST_GROUPED
from croupier.lowering.shapes import Cards, Kept, Meld, One, Place, Shape, StoredMelds, places
from croupier_dsl import ir
from croupier_dsl.analysis import nodes


def decided_at_once(cx: Context, stage: ir.Stage) -> bool:
    return stage.by is not None and stage.by.at_once


def chosen_before(cx: Context, choice: ir.Choice, name: str) -> Shape:
    """What has been chosen, as it comes to what the move does: where cards may lie is told by the collection."""
    if choice.type.name == "card":
        at = lying(cx, choice)
        if choice.single:
            return One(name, at=at)
        if at is not None and any(cx.layout.form(zone) != "set" for zone, _ in at):
            if len(at) == 1 and open_in(cx, at[0]) != str(cx.all_cards):  # they come as they lie
                return stored(cx, Kept(zone_shape(cx, *at[0]), lambda card: f"(({name} & {mask_of(cx, card)}) != 0)"))
            return Cards(((name, None),))
        if at is not None and len(at) > 1:
            parts = tuple((cx.out.let(f"{name} & {cx.layout.cards_at(*place)}", "m_"), place) for place in at)
            return Cards(parts, by_kind=True)
        return Cards(((name, at[0] if at else None),))
    return One(name) if choice.single else Cards(((name, None),))


def chosen_for(cx: Context, move: ir.MoveRule, choice: ir.Choice, name: str) -> Shape:
    """The same, as it comes to what a move does; where several have chosen at once, others may have taken the cards
    since."""
    found = chosen_before(cx, choice, name)
    if choice.type.name != "card" or move.name not in offered_at_once(cx):
        return found
    known = lying(cx, choice)
    if known is not None and not any(_others_may_take(cx, place) for place in known):
        return found
    if choice.single:
        return One(name)
    if any(cx.layout.form(place[0]) != "set" and open_in(cx, place) != str(cx.all_cards) for place in known or ()):
        raise cannot("face_down_at_once")
    return Cards(((name, None),))


def _others_may_take(cx: Context, place: tuple[str, str | None]) -> bool:
    """May one of those who choose at once take cards from the place of another, or a rule from anybody's?"""
    zone, whose = place
    moves = [move for move in cx.rules.moves if move.name in offered_at_once(cx)]
    for move in moves:
        for node in cx.facts.reached(move.do, move.choices):
            match node:
                case ir.ZoneContents(name=name, subject=ir.Local(slot=0)) if name == zone and whose is not None:
                    pass
                case ir.Deck():
                    return True
                case ir.ZoneContents(name=name) if name == zone:
                    return True
    read = (node for trigger in cx.rules.triggers for node in cx.facts.reached(trigger.do))
    return any(isinstance(node, ir.Deck) or (isinstance(node, ir.ZoneContents) and node.name == zone) for node in read)


def lying(cx: Context, choice: ir.Choice) -> tuple[tuple[str, str | None], ...] | None:
    found: list[tuple[str, str | None]] = []
    for zone in cx.facts.sources(choice.collection, {}):
        if zone not in cx.layout.zones:
            return None
        whose = {
            node.subject for node in nodes(choice.collection) if isinstance(node, ir.ZoneContents) and node.name == zone
        }
        if whose == {None}:
            found.append((zone, None))
        elif len(whose) == 1 and isinstance(me := next(iter(whose)), ir.Local) and me.slot == 0:
            found.append((zone, "me"))
        else:
            return None
    zones = list(cx.layout.zones)
    return tuple(sorted(found, key=lambda place: zones.index(place[0])))


def offered_at_once(cx: Context) -> set[str]:
    """The moves of which several choose one at once."""
    return {name for stage in cx.layout.stages if decided_at_once(cx, stage) for name in stage.moves}


def keep_melds(cx: Context, stage: ir.Stage) -> None:
    """Melds that have been chosen are kept as they are until all have chosen: what others do first may change what
    would be listed then."""
    layout = cx.layout
    for move in cx.rules.moves:
        if move.name not in stage.moves or all(choice.type.name != "meld" for choice in move.choices):
            continue
        with cx.out.block(f"if OUT[i * {layout.row}] == {cx.flow.move_numbers[move.name]}:"):
            cx.pure, cx.known = False, [{}]
            env: Env = {0: One("me")}
            for j, choice in enumerate(move.choices):
                cell = f"i * {layout.row} + {1 + j * layout.width}"
                given = cells_of(cx, choice, cell)
                if choice.type.name != "meld":
                    env[choice.slot] = chosen_before(cx, choice, given[0])
                    continue
                env[choice.slot] = melds_given(cx, choice, given, env)
                at = cx.out.let(layout.pending_melds("me", j))
                keep_chosen(cx, at, env[choice.slot], layout.kept_melds)
                kept = int(layout.at("pending")) + 1 + j * layout.width + layout.words
                for k in range(len(given)):
                    cx.out.line(f"S[{kept + k} + me * {layout.row}] = {0 if k else f'-1 - {at}'}")


def melds_given(cx: Context, choice: ir.Choice, names: Sequence[str], env: Env, *, kept: bool = False) -> Shape:
    """What has been chosen, where the move is made: its melds are listed once more, unless they are `kept` in the
    position, which a number below nought tells: others may have taken their cards since, wherever these lie now."""
    if not kept:
        return _listed_again(cx, choice, names, env)
    with cx.out.captured() as lines:
        shape = _listed_again(cx, choice, names, env)
    owners_before(cx, lines, shape)
    again, at = _chosen_again(cx), cx.out.let(f"-1 - {names[0]}")
    if isinstance(shape, Meld):
        number = cx.out.let("0", "h")
        with cx.out.block(f"if {names[0]} < 0:"):
            cx.out.line(f"{number} = {again}(S, {at}, 0)")
        with cx.out.block("else:"):
            cx.out.written(lines, 1)
            cx.out.line(f"{number} = {shape.found}")
        return meld_found(cx, number, None)
    assert isinstance(shape, StoredMelds)
    group, count, k = cx.out.array(MOST_GROUPED), cx.out.let("0"), cx.out.name("i")
    with cx.out.block(f"if {names[0]} < 0:"):
        cx.out.line(f"{count} = S[{at}]")
        with cx.out.block(f"for {k} in range(0, {count}):"):
            cx.out.line(f"{group}[{k}] = {again}(S, {at}, {k})")
    with cx.out.block("else:"):
        cx.out.written(lines, 1)
        cx.out.line(f"{count} = {shape.count}")
        with cx.out.block(f"for {k} in range(0, {count}):"):
            cx.out.line(f"{group}[{k}] = {shape.array}[{k}]")
    return StoredMelds(group, count)


def _listed_again(cx: Context, choice: ir.Choice, names: Sequence[str], env: Env) -> Meld | StoredMelds:
    with aside(cx):
        melds = offered_melds(cx, choice, env)
    if choice.single:
        return meld_found(cx, cx.out.let(number_of_meld(cx, melds, names[0]), "h"), places(melds))
    with aside(cx):
        source, noted = group_source(cx, choice, melds, env)
    group, used, k = cx.out.array(MOST_GROUPED), cx.out.let("0", "m_"), cx.out.name("i")
    packed = cx.out.array(MOST_GROUPED // PACKED)
    for i, name in enumerate(names[1:]):
        cx.out.line(f"{packed}[{i}] = {name}")
    with cx.out.block(f"for {k} in range(0, {names[0]}):"):
        at = cx.out.let(f"{packed}[{k} // {PACKED}] >> {k} % {PACKED} * {BITS} & {(1 << BITS) - 1}")
        note_first(cx, noted)
        cx.out.line(f"{group}[{k}] = deal_beside({k}, {number_of_meld(cx, melds, at)}, {used}, {source})")
        cx.out.line(f"{used} = {used} | Gm_meld[{group}[{k}]]")
    return StoredMelds(group, names[0], places(melds))


# ------------------------------------------------------------ melds in the position
def keep_chosen(cx: Context, at: str, melds: Shape, room: int) -> None:
    """Melds that have been chosen or named come to stand in the position, from a cell on, in so many cells."""
    name = cx.parts.helper(cx, "keep_chosen(S, at, h, room)", partial(_keep_chosen, cx))
    lists(cx)
    cx.out.line(f"S[{at}] = 0")
    if not of_melds(cx, melds):  # nothing
        return
    for_each(cx, melds, lambda meld: cx.out.line(f"{name}(S, {at}, {listed_number(cx, cast(Meld, meld))}, {room})"))
    overflow(cx)


def kept_meld(cx: Context, at: str, number: str, lying: tuple[Place, ...] | None) -> Meld:
    """One of the melds that stand in the position from a cell on, or none; `lying`: where its cards may lie."""
    found = cx.out.let(str(NIL), "h")
    with cx.out.block(f"if {number} < S[{at}]:"):
        cx.out.line(f"{found} = {_chosen_again(cx)}(S, {at}, {number})")
    return meld_found(cx, found, lying, nil=True)


def kept_list(cx: Context, at: str, lying: tuple[Place, ...] | None) -> StoredMelds:
    """All of them; none if nothing has been named."""
    again, group, i = _chosen_again(cx), cx.out.array(MANY_MELDS * MOST_GROUPED), cx.out.name("i")
    count = cx.out.let(f"S[{at}] if S[{at}] > 0 else 0")
    full(cx, count, MANY_MELDS * MOST_GROUPED + 1)
    with cx.out.block(f"for {i} in range(0, {count}):"):
        cx.out.line(f"{group}[{i}] = {again}(S, {at}, {i})")
    return StoredMelds(group, count, lying)


def _behind_melds(cx: Context, number: str) -> None:
    """`p`: where the meld of a number stands, or the first that does not."""
    cx.out.line("p = at + 1")
    with cx.out.block(f"for i in range(0, {number}):"):
        cx.out.line("p += 2 + S[p + 1]")


def _keep_chosen(cx: Context) -> None:
    _behind_melds(cx, "S[at]")
    with cx.out.block("if p + 2 + G_upto[h] - G_from[h] > at + room:"):
        cx.out.line(f"{cx.layout.cell('fault')} = 1")
        cx.out.line("return 0")
    cx.out.line("S[at] += 1")
    cx.out.line("S[p] = G_follows[h]")
    cx.out.line("S[p + 1] = G_upto[h] - G_from[h]")
    cx.out.line("p += 2")
    with cx.out.block("for i in range(G_from[h], G_upto[h]):"):
        card = f"G_card[i] << {CARD_BITS} | G_stands[i] + 1 << {STANDS_BITS} | G_lies[i] + 1"
        cx.out.line(f"S[p] = {card}")
        cx.out.line("p += 1")
    cx.out.line("return 0")


def _chosen_again(cx: Context) -> str:
    """`chosen_again(S, at, k)`: of melds that stand in the position from a cell on the number of one of them."""
    lists(cx)
    return cx.parts.helper(cx, "chosen_again(S, at, k)", partial(_listed_from_position, cx))


def _listed_from_position(cx: Context) -> None:
    _behind_melds(cx, "k")
    cx.out.line("h = new_meld(S[p + 1])")
    with cx.out.block("if h < 0:"):
        cx.out.line(f"{cx.layout.cell('fault')} = 1")
        cx.out.line("return 0")
    cx.out.line("G_follows[h] = S[p]")
    cx.out.line("m_all = 0")
    cx.out.line("p += 2")
    with cx.out.block("for i in range(G_from[h], G_upto[h]):"):
        cx.out.line(f"G_card[i] = S[p] >> {CARD_BITS}")
        cx.out.line(f"G_stands[i] = (S[p] >> {STANDS_BITS} & {(1 << CARD_BITS - STANDS_BITS) - 1}) - 1")
        cx.out.line(f"G_lies[i] = (S[p] & {(1 << STANDS_BITS) - 1}) - 1")
        cx.out.line("m_all = m_all | BIT(G_card[i])")
        cx.out.line("p += 1")
    cx.out.line("Gm_meld[h] = m_all")
    cx.out.line("return h")
