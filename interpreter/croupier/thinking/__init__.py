"""Search players on compiled rules, and all players by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier_dsl import door

if TYPE_CHECKING:
    from croupier.thinking import search
    from croupier.thinking.advice import hint
    from croupier.thinking.game_players import GamePlayers
    from croupier.thinking.named import LEVELS, SEARCH, Maker, player
    from croupier.thinking.reviewing import review
    from croupier.thinking.search import Budget, Search, Thought

__all__ = [
    "LEVELS",
    "SEARCH",
    "Budget",
    "GamePlayers",
    "Maker",
    "Search",
    "Thought",
    "hint",
    "player",
    "review",
    "search",
]

_HOMES = {
    "advice": "hint",
    "game_players": "GamePlayers",
    "named": "LEVELS SEARCH Maker player",
    "reviewing": "review",
    "search": "Budget Search Thought search",
}

__getattr__ = door(__name__, _HOMES)
