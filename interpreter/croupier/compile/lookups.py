"""What the state answers by itself: all the cards, whose a card is, which of several zones is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.base.faults import RulesFault
from croupier.base.language import tr
from croupier.base.values import Env, Fn, Value, cards_of
from croupier.compile.collections import heed

if TYPE_CHECKING:
    from croupier.compile.evaluate import Planner
    from croupier.model.state import State
    from croupier_dsl import ir


def every_card(s: State) -> list[int]:
    """All the cards, zone by zone as they lie, those out of play last.

    An order that tells nothing about what lies where.
    """
    found = [card for zone in s.zones for card in cards_of(zone)]
    if len(found) < s.program.cards:
        found.extend(card for card, home in enumerate(s.home) if home < 0)
    heed(len(found))
    return found


def owner_of(s: State, card: int) -> int | None:
    """The player in whose zone the card lies; in a zone that no player owns, who put it there."""
    home = s.home[card]
    if home < 0:
        return None
    place = s.program.places[home]
    return place.subject if place.zone.per == "player" else s.placed[card]


def which_of(planner: Planner, expr: ir.Keyed) -> Fn:
    """Which of all that have this name: nothing of a key that there is none for, or, where it is changed, a fault."""
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
            raise RulesFault(tr("{here}: there is no {name} of {key}", here=here, name=name, key=spell(type_, key)))
        if found is None or who is None:
            return found
        return None if (owner := who(s, e)) is None else owner * len(slots) + found

    return slot


def to_change(planner: Planner, subject: ir.Expr) -> Fn:
    """Whose variable, or which zone, a statement changes: a key that there is none for is a fault."""
    planner.changed = True
    fn = planner.plan(subject)
    planner.changed = False
    return fn
