"""What sentences ask of spots, the places of cards in rows and melds: to functions of a state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.base.values import Fn
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.compile.evaluate import Planner


def all_of(planner: Planner, of: ir.Expr) -> Fn:
    """The places of a row; where a meld is open."""
    lying = planner.program.combos.lying
    if isinstance(of, ir.ZoneContents):
        place = place_of(planner, of)
        return lambda s, e: lying.places(s, place(s, e))
    meld = planner.plan(of)
    return lambda s, e: lying.spots(s, meld(s, e))


def fact(planner: Planner, name: str, spot: Fn) -> Fn:
    """What lies in a spot, whether nothing does, which number it has, what is beside it; nothing of none."""
    lying = planner.program.combos.lying
    if name == "card":
        return lambda s, e: None if (x := spot(s, e)) is None else lying.card_at(s, x)
    if name == "empty":
        return lambda s, e: (x := spot(s, e)) is not None and lying.card_at(s, x) is None
    if name == "neighbours":
        return lambda s, e: [] if (x := spot(s, e)) is None else lying.neighbours(s, x)
    return lambda s, e: None if (x := spot(s, e)) is None else lying.number(name, x)


def place_of(planner: Planner, zone: ir.ZoneContents | ir.ZoneTarget) -> Fn:
    """The number of the zone that is meant; nothing of nobody."""
    base = planner.program.zone_base[zone.name]
    if zone.subject is None:
        return lambda s, e: base
    who = planner.plan(zone.subject)
    return lambda s, e: None if (p := who(s, e)) is None else base + p
