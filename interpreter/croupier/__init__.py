"""Checked card-game rules to games that are played: by people, by programs, by the thousand."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from croupier.simulate import simulate  # now, since later the package of the same name would stand in its place

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
    "base.events": ("Event",),
    "base.faults": (
        "AmbiguousMove",
        "CroupierError",
        "IllegalMove",
        "InvalidMove",
        "MoveError",
        "PositionError",
        "RulesFault",
        "SetupError",
    ),
    "table.game": ("Game", "Rules", "load"),
    "base.moves": ("Move", "Moves"),
    "seat.outcome": ("Outcome",),
    "table.record": ("Record", "RecordError"),
    "seat.views": ("Offer", "View", "ZoneView"),
    "seat.whynot": ("WhyNot",),
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that what needs no engine starts quickly."""
    for module, names in _HOMES.items():
        if name in names:
            found: object = getattr(import_module(f"croupier.{module}"), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module 'croupier' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
