"""A state as plain data, and plain data as a state again.

It knows everything of a state, hidden cards too: whoever writes a position shows it all.
"""

__all__ = ["read", "write"]
