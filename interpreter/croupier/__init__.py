"""Checked card-game rules to games that are played: by people, by programs, by the thousand."""

from __future__ import annotations

from croupier.events import Event
from croupier.faults import (
    AmbiguousMove, CroupierError, IllegalMove, InvalidMove, MoveError, PositionError, RulesFault, SetupError,
)  # fmt: skip
from croupier.game import Game, Rules, load
from croupier.moves import Move, Moves
from croupier.outcome import Outcome
from croupier.simulate import simulate
from croupier.views import Offer, View, ZoneView
from croupier.whynot import WhyNot

__all__ = [
    "AmbiguousMove", "CroupierError", "Event", "Game", "IllegalMove", "InvalidMove", "Move", "MoveError", "Moves", "Offer", "Outcome",
    "PositionError", "Rules", "RulesFault", "SetupError", "View", "WhyNot", "ZoneView", "load", "simulate",
]  # fmt: skip
