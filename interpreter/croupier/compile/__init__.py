"""Compile checked rules to a program: fix options, turn sentences into closures and statements into operations, draw
chance.

It knows the rules and the state that they read and change, and nothing of turns, seats' views or words.
"""

__all__ = [
    "binding",
    "obligations",
    "effects",
    "evaluate",
    "execute",
    "groups",
    "options",
    "recognised",
    "watcher",
    "wholes",
]
