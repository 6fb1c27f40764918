"""Determine which cards a seat sees, and name hidden cards by position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.base.faults import RulesFault
from croupier.base.language import tr

if TYPE_CHECKING:
    from croupier.model.program import Program
    from croupier.model.state import State


def among(program: Program, seats: int, seat: int | None) -> bool:
    """Return whether the seat is one of these, given as bits. None (a spectator): whether all are."""
    return seats == program.everyone if seat is None else bool(seats >> seat & 1)


def sees(s: State, seat: int | None, card: int) -> bool:
    """Return whether the seat sees the card; None: whether a spectator does."""
    place = s.home[card]
    if place < 0:
        return False
    program = s.program
    if among(program, program.places[place].viewers, seat) or card in s.revealed:
        return True
    return among(program, program.places[place].top_viewers, seat) and s.zones[place][-1] == card


def seeing(s: State, card: int) -> int:
    """Return the seats that see the card, as bits."""
    return sum(1 << seat for seat in range(s.program.seats) if sees(s, seat, card))


def position(s: State, card: int) -> int:
    """Return the place of a hidden card in its zone, from 0.

    In an unordered zone that no seat sees into it would reveal the card.
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
