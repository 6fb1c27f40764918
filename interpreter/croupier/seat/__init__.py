"""The information given to one seat: views, logs, foresight, arrangements, outcomes, reasons against a move.

Whatever leaves the engine passes here. It knows the true state and gives away what the seat may know.
"""

__all__ = ["arrangement", "beats", "foresight", "inference", "outcome", "pointing", "views", "whynot"]
