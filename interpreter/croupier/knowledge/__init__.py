"""The knowledge of a seat from all that it was shown, and other positions of its information set.

It knows the log and the state; it never decides what is legal.
"""

__all__ = ["imagining", "remembered", "unseen", "worlds"]
