"""Checked card-game rules to games that are played: by people, by programs, by the thousand."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from croupier.simulate import simulate  # now, since later the package of the same name would stand in its place

if TYPE_CHECKING:
    from croupier.events import Event
    from croupier.faults import (
        AmbiguousMove,
        CroupierError,
        IllegalMove,
        InvalidMove,
        MoveError,
        PositionError,
        RulesFault,
        SetupError,
    )
    from croupier.game import Game, Rules, load
    from croupier.moves import Move, Moves
    from croupier.outcome import Outcome
    from croupier.record import Record, RecordError
    from croupier.views import Offer, View, ZoneView
    from croupier.whynot import WhyNot

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
    "events": ("Event",),
    "faults": (
        "AmbiguousMove",
        "CroupierError",
        "IllegalMove",
        "InvalidMove",
        "MoveError",
        "PositionError",
        "RulesFault",
        "SetupError",
    ),
    "game": ("Game", "Rules", "load"),
    "moves": ("Move", "Moves"),
    "outcome": ("Outcome",),
    "record": ("Record", "RecordError"),
    "views": ("Offer", "View", "ZoneView"),
    "whynot": ("WhyNot",),
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
