"""A sitting: where rulesets are found and kept, a game with its moves made and taken back, and its record on disk.

It is what programs use. It knows all below, and no command line.
"""

__all__ = ["cache", "catalogue", "course", "game", "kept", "record", "takeback"]
