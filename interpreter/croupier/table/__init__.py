"""A sitting: the places of rulesets, a game with moves and undo, and its record on disk.

It is what programs use. It knows all below, and no command line.
"""

__all__ = ["cache", "catalogue", "course", "display", "finishing", "game", "kept", "record", "takeback"]
