"""What a seat has been shown and still knows, and positions that it cannot tell from the true one.

It knows the log and the state; it never decides what is legal.
"""

__all__ = ["imagining", "remembered", "unseen", "worlds"]
