"""Play itself: from decision to decision, which moves are legal, and what a `must` leaves of them.

It knows programs and states, and what a seat knows where a `must` looks ahead; nobody's words, files or screens.
"""

__all__ = ["flow", "legal", "must", "setup"]
