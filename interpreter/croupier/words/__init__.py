"""Moves, cards, players and reasons in words: the notation that games are told and typed in, and sentences said.

It knows states as they are written down, and changes none.
"""

__all__ = ["facts", "meaning", "naming", "nearest", "notation", "nouns", "phrases", "short", "stands_for"]
