"""Play games by checked card-game rules: by people, by programs, by the thousand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.simulate import simulate  # now, since importing the package later would replace it
from croupier_dsl import door

if TYPE_CHECKING:
    from croupier.base.events import Event
    from croupier.base.faults import (
        AmbiguousMove,
        CroupierError,
        IllegalMove,
        InvalidMove,
        MoveError,
        PositionError,
        RulesFault,
        SetupError,
    )
    from croupier.base.moves import Move, Moves
    from croupier.seat.outcome import Outcome
    from croupier.seat.views import Offer, View, ZoneView
    from croupier.seat.whynot import WhyNot
    from croupier.table.game import Game, Rules, load
    from croupier.table.record import Record, RecordError

__all__ = [
    "AmbiguousMove",
    "CroupierError",
    "Event",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "Move",
    "MoveError",
    "Moves",
    "Offer",
    "Outcome",
    "PositionError",
    "Record",
    "RecordError",
    "Rules",
    "RulesFault",
    "SetupError",
    "View",
    "WhyNot",
    "ZoneView",
    "load",
    "simulate",
]

_HOMES = {
    "base.events": "Event",
    "base.faults": "AmbiguousMove CroupierError IllegalMove InvalidMove MoveError PositionError RulesFault SetupError",
    "base.moves": "Move Moves",
    "seat.outcome": "Outcome",
    "seat.views": "Offer View ZoneView",
    "seat.whynot": "WhyNot",
    "table.game": "Game Rules load",
    "table.record": "Record RecordError",
}

__getattr__ = door(__name__, _HOMES)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
