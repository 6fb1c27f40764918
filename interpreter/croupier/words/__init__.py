"""Moves, cards, players and reasons in words: the notation for games, and sentences.

It knows states as they are written down, and changes none.
"""

__all__ = ["facts", "meaning", "naming", "nearest", "notation", "nouns", "phrases", "players", "short", "stands_for"]
