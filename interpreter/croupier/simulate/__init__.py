"""Many games by players that decide without a person, and what came of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.simulate.runs import GameResult, play_game, play_games, simulate
from croupier_dsl import door

if TYPE_CHECKING:
    from croupier.simulate.comparison import Compared, compare
    from croupier.simulate.report import Report, Share, sum_up

__all__ = [
    "Compared",
    "GameResult",
    "Report",
    "Share",
    "compare",
    "play_game",
    "play_games",
    "simulate",
    "sum_up",
]

__getattr__ = door(__name__, {"comparison": "Compared compare", "report": "Report Share sum_up"})
