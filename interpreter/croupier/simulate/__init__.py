"""Play many games without people, and sum them up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.simulate.runs import (
    GameResult,
    add_games,
    ledger_of,
    met,
    play_game,
    play_games,
    seating,
    simulate,
    summed,
)
from croupier_dsl import door

if TYPE_CHECKING:
    from croupier.simulate.comparison import Compared, Setting, Settings, Spread, compare, play_rows, settings
    from croupier.simulate.compiled import On
    from croupier.simulate.ledger import Ledger
    from croupier.simulate.report import Report, Share
    from croupier.simulate.sums import Sums, sum_up

__all__ = [
    "Compared",
    "GameResult",
    "Ledger",
    "On",
    "Report",
    "Setting",
    "Settings",
    "Share",
    "Spread",
    "Sums",
    "add_games",
    "compare",
    "ledger_of",
    "met",
    "play_game",
    "play_games",
    "play_rows",
    "seating",
    "settings",
    "simulate",
    "sum_up",
    "summed",
]

_HOMES = {
    "comparison": "Compared Setting Settings Spread compare play_rows settings",
    "compiled": "On",
    "ledger": "Ledger",
    "report": "Report Share",
    "sums": "Sums sum_up",
}

__getattr__ = door(__name__, _HOMES)
