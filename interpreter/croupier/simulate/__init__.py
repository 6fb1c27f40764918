"""Many games by players that decide without a person, and what came of them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from croupier.simulate.runs import GameResult, play_game, play_games, simulate

if TYPE_CHECKING:
    from croupier.simulate.report import Report, Share, sum_up

__all__ = ["GameResult", "Report", "Share", "play_game", "play_games", "simulate", "sum_up"]


def __getattr__(name: str) -> object:
    """What sums games up is imported when it is first used: `import croupier` brings this package along."""
    if name in ("Report", "Share", "sum_up"):
        found: object = getattr(import_module("croupier.simulate.report"), name)
        return found
    raise AttributeError(f"module 'croupier.simulate' has no attribute {name!r}")
