"""Many games by players that decide without a person, and what came of them."""

from __future__ import annotations

from croupier.simulate.report import Report, report
from croupier.simulate.runs import GameResult, play_game, play_games, simulate

__all__ = ["GameResult", "Report", "play_game", "play_games", "report", "simulate"]
