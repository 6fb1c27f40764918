"""Keep the values of names in the position while a list waits for an answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from croupier.lowering.candidates import cells_of, open_in
from croupier.lowering.casting import cast_by_list, cast_melds, nothing_cast
from croupier.lowering.chosen import chosen_before, chosen_for, lying, melds_given, offered_at_once
from croupier.lowering.collections import lists, stored, written_down
from croupier.lowering.context import Context, Env
from croupier.lowering.keeping import keep_chosen, kept_list, kept_meld
from croupier.lowering.shapes import Cards, Listed, One, Place, Shape
from croupier_dsl import ir
from croupier_dsl.analysis import nodes, sources, sources_of_locals


def put_down(cx: Context, slot: int, value: Shape) -> None:
    move = cx.flow.asking_now
    if move is None:
        return
    at = cx.layout.at("local", f"{move.name} {slot}")
    if kinds_of_locals(cx, move)[slot] == "melds":
        melds = types_of_locals(cx, move)[slot]
        keep_chosen(cx, str(at), value, cx.layout.many_melds if melds.many else cx.layout.kept_melds)
    elif isinstance(value, One):
        cx.out.line(f"S[{at}] = {value.text}")
    else:
        written_down(cx, stored(cx, value), at, cx.program.cards)


def kept_local(cx: Context, move: ir.MoveRule, slot: int) -> Shape:
    """Return the kept value of a name."""
    at, veiled = cx.layout.at("local", f"{move.name} {slot}"), slot in veiled_locals(cx, move)
    match kinds_of_locals(cx, move)[slot]:
        case "one":
            return One(f"S[{at}]", True, veiled=veiled)
        case "cards":
            return Cards(((f"Z[{at}]", None),))
        case "melds":
            lying = may_lie(cx, move, slot)
            return kept_list(cx, str(at), lying) if _are_many(move, slot) else kept_meld(cx, str(at), "0", lying)
    return Listed(at, veiled)


def _are_many(move: ir.MoveRule, slot: int) -> bool:
    """Return whether the slot of a list with questions holds several values."""
    for node in nodes(move):
        match node:
            case ir.Let(slot=named, value=value) if named == slot:
                return value.type.many
            case ir.Choice(slot=named, single=single) if named == slot:
                return not single
    return False


def may_lie(cx: Context, move: ir.MoveRule, slot: int) -> tuple[Place, ...] | None:
    """Return where the cards of melds named in a list with questions may be; None if unknown."""
    found: set[str] = set()
    for node in nodes(move):
        match node:
            case ir.Let(slot=named, value=value) if named == slot:
                found |= sources(cx.facts, value, sources_of_locals(cx.facts, move))
            case ir.Choice(slot=named, collection=value) | ir.ForEach(slot=named, collection=value) if named == slot:
                found |= sources(cx.facts, value, sources_of_locals(cx.facts, move))
            case ir.Move(to=ir.ZoneTarget(name=name)):
                found.add(name)
            case ir.Move(to=ir.SpotTarget()) | ir.Swap():
                return None
            case _:
                pass
    if not found <= set(cx.layout.zones):
        return None
    return tuple((zone, each) for zone in cx.layout.zones if zone in found for each in cx.layout.subjects(zone))


def types_of_locals(cx: Context, move: ir.MoveRule) -> dict[int, ir.Type]:
    """Return the type of each slot of a list with questions."""
    found: dict[int, ir.Type] = {}
    for node in nodes(move):
        match node:
            case ir.Let(slot=slot, value=value):
                found[slot] = value.type
            case ir.Choice(slot=slot, type=type_):
                found[slot] = type_
            case ir.ForEach(slot=slot, collection=collection):
                found[slot] = collection.type
    return found


def covert_locals(cx: Context, move: ir.MoveRule) -> set[int]:
    """Return the slots that may reveal more to the current player than that player sees."""
    code = cx.program.moves[cx.flow.move_numbers[move.name]].do
    return {*code.covert, *(loop for loop, left in code.left.items() if left in code.covert)}


def veiled_locals(cx: Context, move: ir.MoveRule) -> set[int]:
    """Return the slots whose values may be unknown to a seat that imagines them."""
    if not cx.foresees:
        return set()
    return covert_locals(cx, move) | {slot for slot, type_ in types_of_locals(cx, move).items() if type_.name == "card"}


def kinds_of_locals(cx: Context, move: ir.MoveRule) -> dict[int, str]:
    """Return how each slot of a list with questions is kept: one value, a set of cards, a list, melds."""
    found: dict[int, str] = {}
    for node in nodes(move):
        match node:
            case ir.Let(slot=slot, value=value):
                found[slot] = "melds" if value.type.name == "meld" else "list" if value.type.many else "one"
            case ir.Choice(slot=slot, single=single, type=type_):
                in_order = type_.name == "spot" or (type_.name == "card" and _in_an_order(cx, node))
                several = "list" if in_order else "cards"
                found[slot] = "melds" if type_.name == "meld" else "one" if single else several
            case ir.ForEach(slot=slot, collection=collection):
                found[slot] = "melds" if collection.type.name == "meld" else "one"
    return found


def _in_an_order(cx: Context, choice: ir.Choice) -> bool:
    """Return whether the cards of a choice of several have an order of their own, or some may be hidden."""
    known = lying(cx, choice)
    if known is None or len(known) > 1:
        return True
    return any(cx.layout.zones[place[0]].top_only or open_in(cx, place) != str(cx.all_cards) for place in known)


def kept_env(cx: Context, move: ir.MoveRule, env: Env) -> Env:
    """Return the locals after an answer: their kept values."""
    return {0: One(cx.layout.cell("actor"))} | {slot: kept_local(cx, move, slot) for slot in env if slot}


def named_there(cx: Context, move: ir.MoveRule, named: Collection[int]) -> Env:
    """Return the same in a function of its own, with the cards of melds cast as they were when the list stopped."""
    env = kept_env(cx, move, dict.fromkeys(named, One("")))
    if ("gone", move.name) in cx.layout.cells:
        cast_kept(cx, move, env, gone=f"Z[{cx.layout.at('gone', move.name)}]")
    return env


def cast_kept(cx: Context, move: ir.MoveRule, env: Env, gone: str = "0") -> None:
    """Cast the cards of all melds named in a list with questions, from here on, wherever it names them."""
    if not cx.casting.asked:
        return
    melds = sorted(slot for slot, kind in kinds_of_locals(cx, move).items() if kind == "melds")
    if melds:
        cast_melds(cx, [env.get(slot) or kept_local(cx, move, slot) for slot in melds], gone)


def cast_named(cx: Context, env: Env) -> None:
    """Cast the melds that a list of statements has named so far."""
    if cx.flow.asking_now is None:
        cast_by_list(cx, env)
    else:
        cast_kept(cx, cx.flow.asking_now, env)


def keep_row(
    cx: Context, move: ir.MoveRule, choices: Sequence[ir.Choice], named: Callable[[], Env], row: str = "i"
) -> None:
    """Keep a chosen row in the position. `named`: as for `list_ways`; melds are listed again to find their numbers."""
    layout, melds = cx.layout, any(choice.type.name == "meld" for choice in choices)
    kinds, env = kinds_of_locals(cx, move), {}
    if melds or any(kinds[choice.slot] == "list" for choice in choices):
        cx.out.line(f"me = {layout.cell('actor')}")
    if melds:
        cx.pure, cx.known = False, [{}]
        lists(cx)
        cx.out.line("forget_melds()")
        nothing_cast(cx)
        env = named()
    for j, choice in enumerate(choices):
        cell = f"{row} * {layout.row} + {1 + j * layout.width}"
        at, given = layout.at("local", f"{move.name} {choice.slot}"), cells_of(cx, choice, cell)
        kept = move.name in offered_at_once(cx) and choice in move.choices
        if choice.type.name == "meld":
            env[choice.slot] = melds_given(cx, choice, given, env, kept=kept)
            keep_chosen(cx, str(at), env[choice.slot], layout.kept_melds)
            continue
        if melds:
            env[choice.slot] = chosen_before(cx, choice, given)
        if choice.single:
            cx.out.line(f"S[{at}] = OUT[{cell}]")
        elif kinds[choice.slot] == "list":
            written_down(cx, stored(cx, chosen_for(cx, move, choice, given)), str(at), cx.program.cards)
        else:
            cx.out.line(f"Z[{at}] = ZO[{cell}]")
            _holds(cx, move, choice.slot)
    if melds:
        nothing_cast(cx)


def _holds(cx: Context, move: ir.MoveRule, slot: int) -> None:
    """Note that a set has a value, because a set may be empty."""
    held = cx.layout.cell("held", move.name)
    cx.out.line(f"{held} = {held} | {1 << slot}")
