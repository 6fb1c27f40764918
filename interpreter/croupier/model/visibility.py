"""Which cards lie open to a seat, and by what place a card is named that does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.base.faults import RulesFault
from croupier.base.language import tr

if TYPE_CHECKING:
    from croupier.model.state import State


def sees(s: State, seat: int, card: int) -> bool:
    """Does the card lie open to the seat?"""
    place = s.home[card]
    if place < 0:
        return False
    program = s.program
    if program.places[place].viewers >> seat & 1 or card in s.revealed:
        return True
    return bool(program.places[place].top_viewers >> seat & 1) and s.zones[place][-1] == card


def seeing(s: State, card: int) -> int:
    """The seats to which the card lies open."""
    return sum(1 << seat for seat in range(s.program.seats) if sees(s, seat, card))


def position(s: State, card: int) -> int:
    """The place of a hidden card in its zone, from 0.

    In an unordered zone that nobody sees into it would tell what the card is.
    """
    place = s.home[card]
    zone = s.program.places[place].zone
    if zone.form == "set":
        raise RulesFault(
            tr(
                "a player cannot choose a card of {name} without seeing it; draw one at random: random of {name}",
                name=zone.name,
            )
        )
    found: int = s.zones[place].index(card)
    return found
