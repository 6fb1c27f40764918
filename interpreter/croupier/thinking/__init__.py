"""Search players on compiled rules, and all players by name."""

from croupier.thinking import search
from croupier.thinking.advice import hint
from croupier.thinking.game_players import GamePlayers
from croupier.thinking.named import LEVELS, SEARCH, Maker, player
from croupier.thinking.review import review
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
