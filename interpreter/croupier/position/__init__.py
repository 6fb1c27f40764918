"""A state as plain data, and plain data as a state again.

It includes hidden cards, so a written position reveals everything.
"""

__all__ = ["read", "write"]
