"""Turn zones, their contents and properties of spots (places in rows and melds) into functions of a state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.base.faults import RulesFault
from croupier.base.language import tr
from croupier.base.values import Env, Fn, Value
from croupier.compile.collections import searched
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.compile.evaluate import Planner
    from croupier.model.state import State


def spots(planner: Planner, of: ir.Expr) -> Fn:
    """Return the places of a row; where a meld is open."""
    layout = planner.program.combos.layout
    if isinstance(of, ir.ZoneContents):
        place = place_of(planner, of)
        return lambda s, e: layout.places(s, place(s, e))
    meld = planner.plan(of)
    return lambda s, e: layout.spots(s, meld(s, e))


def fact(planner: Planner, name: str, spot: Fn) -> Fn:
    """Return a property of a spot: its card, whether it is empty, its number, its neighbours; None without a spot."""
    layout = planner.program.combos.layout
    if name == "card":
        return lambda s, e: None if (x := spot(s, e)) is None else layout.card_at(s, x)
    if name == "empty":
        return lambda s, e: (x := spot(s, e)) is not None and layout.card_at(s, x) is None
    if name == "neighbours":
        return lambda s, e: [] if (x := spot(s, e)) is None else layout.neighbours(s, x)
    return lambda s, e: None if (x := spot(s, e)) is None else layout.number(name, x)


def number_of_card(planner: Planner, name: str, held: ir.CardFact) -> Fn:
    """Return the place, line or column of the spot that a card holds: in a row without making the spot."""
    layout, card, casting = planner.program.combos.layout, planner.plan(held.card), planner.casting
    return lambda s, e: None if (c := card(s, e)) is None else layout.number_of_card(s, name, c, casting(e))


def place_of(planner: Planner, zone: ir.ZoneContents | ir.ZoneTarget) -> Fn:
    """Return the number of the zone's place; None without an owner."""
    base = planner.program.zone_base[zone.name]
    if zone.subject is None:
        return lambda s, e: base
    changed = isinstance(zone, ir.ZoneTarget)
    who = to_change(planner, zone.subject) if changed else planner.plan(zone.subject)
    return lambda s, e: None if (p := who(s, e)) is None else base + p


def contents(planner: Planner, zone: ir.ZoneContents) -> Fn:
    """Return the cards of a zone, of a slot its card, of melds these; the very list where it holds nothing else."""
    program = planner.program
    base = program.zone_base[zone.name]
    form = program.zones[zone.name].form
    if zone.subject is None:
        lying: Fn = lambda s, e: s.zones[base]  # noqa: E731  # one of two ways to the same list
    else:
        who = planner.plan(zone.subject)
        lying = lambda s, e: [] if (p := who(s, e)) is None else s.zones[base + p]  # noqa: E731  # the other
    if form == "slot":
        return lambda s, e: cards[0] if (cards := lying(s, e)) else None
    if form == "row":
        return lambda s, e: [card for card in searched(lying(s, e)) if card is not None]
    return lying


def which_of(planner: Planner, expr: ir.Keyed) -> Fn:
    """Return the index among the places of this name: None for an unknown key, which is a fault where it is changed."""
    changed, planner.changed = planner.changed, False
    which, name, here = planner.plan(expr.key), expr.name, planner.here
    who = None if expr.owner is None else planner.plan(expr.owner)
    planner.changed = changed
    slots = {key: slot for slot, key in enumerate(planner.program.keys[name])}
    type_, spell = expr.key.type, planner.program.spell

    def slot(s: State, e: Env) -> Value:
        key = which(s, e)
        found = slots.get(key)
        if found is None and key is not None and changed:
            raise RulesFault(tr("{here}: {name} has no entry for {key}", here=here, name=name, key=spell(type_, key)))
        if found is None or who is None:
            return found
        return None if (owner := who(s, e)) is None else owner * len(slots) + found

    return slot


def to_change(planner: Planner, subject: ir.Expr) -> Fn:
    """Return the subject whose variable or zone a statement changes; an unknown key is a fault."""
    planner.changed = True
    fn = planner.plan(subject)
    planner.changed = False
    return fn
