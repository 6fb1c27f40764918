"""Convert a state to plain data and back.

It includes hidden cards, so a written position reveals everything.
"""

__all__ = ["read", "write"]
