"""Many games by players that decide without a person, and what came of them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from croupier.simulate.runs import GameResult, play_game, play_games, simulate

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

_HOMES = {"Compared": "comparison", "compare": "comparison", "Report": "report", "Share": "report", "sum_up": "report"}


def __getattr__(name: str) -> object:
    """What sums games up is imported when it is first used: `import croupier` brings this package along."""
    if name in _HOMES:
        found: object = getattr(import_module(f"croupier.simulate.{_HOMES[name]}"), name)
        return found
    raise AttributeError(f"module 'croupier.simulate' has no attribute {name!r}")
