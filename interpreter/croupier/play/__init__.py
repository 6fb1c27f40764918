"""Play from decision to decision: legal moves, and the moves that a `must` allows.

It knows programs and states, and what a seat knows where a `must` looks ahead; no texts, files or screens.
"""

__all__ = ["flow", "legal", "must", "setup"]
