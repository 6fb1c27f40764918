"""What the state answers by itself: all the cards, whose a card is; and what is looked up for two things at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.base.values import Env, Fn, Value, cards_of
from croupier.compile.collections import heed

if TYPE_CHECKING:
    from croupier.compile.evaluate import Planner
    from croupier.model.state import State


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


def for_both(planner: Planner, body: Fn, of: Fn, more: Fn) -> Fn:
    """The body of a table or definition for its subject and one thing more; of nothing, or for nothing, nothing."""

    def run(s: State, e: Env) -> Value:
        if (thing := of(s, e)) is None or (other := more(s, e)) is None:
            return None
        return body(s, planner.cast(planner.cast(planner.about(e, thing, other), thing), other))

    return run
