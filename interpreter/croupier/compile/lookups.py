"""Look up what the state holds directly: all the cards, the owner of a card, and values for two things at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.base.values import Env, Fn, Value, cards_of
from croupier.compile.collections import heed

if TYPE_CHECKING:
    from croupier.compile.evaluate import Planner
    from croupier.model.state import State


def every_card(s: State) -> list[int]:
    """Return all the cards, zone by zone in their order, those out of play last.

    The order reveals nothing about cards' places.
    """
    found = [card for zone in s.zones for card in cards_of(zone)]
    if len(found) < s.program.cards:
        found.extend(card for card, home in enumerate(s.home) if home < 0)
    heed(len(found))
    return found


def owner_of(s: State, card: int) -> int | None:
    """Return the player in whose zone the card is; in a zone that no player owns, the player who placed it there."""
    home = s.home[card]
    if home < 0:
        return None
    place = s.program.places[home]
    return place.subject if place.zone.per == "player" else s.placed[card]


def for_both(planner: Planner, body: Fn, of: Fn, more: Fn) -> Fn:
    """Return the body of a definition or table with two parameters; its value is None if either is None."""

    def run(s: State, e: Env) -> Value:
        if (thing := of(s, e)) is None or (other := more(s, e)) is None:
            return None
        return body(s, planner.cast(planner.cast(planner.about(e, thing, other), thing), other))

    return run
