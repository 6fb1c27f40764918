"""Pass choices to the effects of a move, and keep melds until then."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.lowering.base import owners_before, without_counting
from croupier.lowering.candidates import (
    as_chosen,
    cells_of,
    group_source,
    hidden_places,
    of_spots,
    offered_melds,
    open_in,
    spots_given,
)
from croupier.lowering.capabilities import cannot
from croupier.lowering.collections import (
    meld_found,
    note_first,
    number_of_meld,
    stored,
)
from croupier.lowering.context import Context, Env
from croupier.lowering.keeping import again_listed, keep_chosen
from croupier.lowering.layout import BITS, PACKED
from croupier.lowering.meldlist import MOST_GROUPED
from croupier.lowering.shapes import Cards, Meld, One, Shape, StoredMelds, places
from croupier_dsl import ir
from croupier_dsl.analysis import nodes, reached, sources


def decided_at_once(cx: Context, stage: ir.Stage) -> bool:
    return stage.by is not None and stage.by.at_once


def chosen_before(cx: Context, choice: ir.Choice, names: Sequence[str]) -> Shape:
    """Return the value of a choice for the effects of the move; the collection gives the places of cards."""
    if of_spots(choice):
        return spots_given(cx, names)
    name = names[0]
    if choice.type.name == "card":
        at = lying(cx, choice)
        if choice.single:
            return One(name, at=at)
        rows = [place for place in at or _perhaps_lying(cx, choice) if cx.layout.form(place[0]) not in ("set", "melds")]
        if rows and (hidden := hidden_places(cx, rows)):
            return stored(cx, as_chosen(cx, name, hidden))
        if at is not None and any(cx.layout.form(zone) != "set" for zone, _ in at):
            return Cards(((name, None),))
        if at is not None and len(at) > 1:
            parts = tuple((cx.out.let(f"{name} & {cx.layout.cards_at(*place)}", "m_"), place) for place in at)
            return Cards(parts, by_kind=True)
        return Cards(((name, at[0] if at else None),))
    return One(name) if choice.single else Cards(((name, None),))


def chosen_for(cx: Context, move: ir.MoveRule, choice: ir.Choice, names: Sequence[str]) -> Shape:
    """Return the same, as it comes to what a move does; where several have chosen at once, others may have taken the
    cards since."""
    found, name = chosen_before(cx, choice, names), names[0]
    if choice.type.name != "card" or move.name not in offered_at_once(cx):
        return found
    known = lying(cx, choice)
    if known is not None and not any(_others_may_take(cx, place) for place in known):
        return found
    if choice.single:
        return One(name)
    if any(cx.layout.form(place[0]) != "set" and open_in(cx, place) != str(cx.all_cards) for place in known or ()):
        raise cannot("several_hidden")
    return Cards(((name, None),))


def _others_may_take(cx: Context, place: tuple[str, str | None]) -> bool:
    """Return whether another player of a simultaneous choice may take cards from the place, or a rule may."""
    zone, whose = place
    moves = [move for move in cx.rules.moves if move.name in offered_at_once(cx)]
    for move in moves:
        for node in reached(cx.facts, move.do, move.choices):
            match node:
                case ir.ZoneContents(name=name, subject=ir.Local(slot=0)) if name == zone and whose is not None:
                    pass
                case ir.Deck():
                    return True
                case ir.ZoneContents(name=name) if name == zone:
                    return True
    read = (node for trigger in cx.rules.triggers for node in reached(cx.facts, trigger.do))
    return any(isinstance(node, ir.Deck) or (isinstance(node, ir.ZoneContents) and node.name == zone) for node in read)


def _perhaps_lying(cx: Context, choice: ir.Choice) -> list[tuple[str, str | None]]:
    """Return all places where cards of a choice may be."""
    zones = sources(cx.facts, choice.collection, {})
    known = zones if zones <= set(cx.layout.zones) else set(cx.layout.zones)
    return [(zone, of) for zone in cx.layout.zones if zone in known for of in cx.layout.subjects(zone)]


def lying(cx: Context, choice: ir.Choice) -> tuple[tuple[str, str | None], ...] | None:
    found: list[tuple[str, str | None]] = []
    for zone in sources(cx.facts, choice.collection, {}):
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
    """Return the moves of which several choose one at once."""
    return {name for stage in cx.layout.stages if decided_at_once(cx, stage) for name in stage.moves}


def keep_melds(cx: Context, stage: ir.Stage) -> None:
    """Keep chosen melds as they are until all have chosen: earlier moves of others may change what would be listed
    then."""
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
                    env[choice.slot] = chosen_before(cx, choice, given)
                    continue
                env[choice.slot] = melds_given(cx, choice, given, env)
                at = cx.out.let(layout.pending_melds("me", j))
                keep_chosen(cx, at, env[choice.slot], layout.kept_melds)
                kept = int(layout.at("pending")) + 1 + j * layout.width + layout.words
                for k in range(len(given)):
                    cx.out.line(f"S[{kept + k} + me * {layout.row}] = {0 if k else f'-1 - {at}'}")


def melds_given(cx: Context, choice: ir.Choice, names: Sequence[str], env: Env, *, kept: bool = False) -> Shape:
    """Return the chosen melds when the move is made: they are listed again, unless they are `kept` in the position,
    which a negative number shows: others may have taken their cards since."""
    if not kept:
        return _listed_again(cx, choice, names, env)
    with cx.out.captured() as lines:
        shape = _listed_again(cx, choice, names, env)
    owners_before(cx, lines, shape)
    again, at = again_listed(cx), cx.out.let(f"-1 - {names[0]}")
    if isinstance(shape, Meld):
        number = cx.out.let("0", "h")
        cx.out.line(f"if {names[0]} < 0: {number} = {again}(S, {at}, 0)")
        with cx.out.block("else:"):
            cx.out.written(lines, 1)
            cx.out.line(f"{number} = {shape.found}")
        return meld_found(cx, number, None)
    assert isinstance(shape, StoredMelds)
    group, count, k = cx.out.array(MOST_GROUPED), cx.out.let("0"), cx.out.name("i")
    with cx.out.block(f"if {names[0]} < 0:"):
        cx.out.line(f"{count} = S[{at}]")
        cx.out.line(f"for {k} in range(0, {count}): {group}[{k}] = {again}(S, {at}, {k})")
    with cx.out.block("else:"):
        cx.out.written(lines, 1)
        cx.out.line(f"{count} = {shape.count}")
        cx.out.line(f"for {k} in range(0, {count}): {group}[{k}] = {shape.array}[{k}]")
    return StoredMelds(group, count)


def _listed_again(cx: Context, choice: ir.Choice, names: Sequence[str], env: Env) -> Meld | StoredMelds:
    with without_counting(cx):
        melds = offered_melds(cx, choice, env)
    if choice.single:
        return meld_found(cx, cx.out.let(number_of_meld(cx, melds, names[0]), "h"), places(melds))
    with without_counting(cx):
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
