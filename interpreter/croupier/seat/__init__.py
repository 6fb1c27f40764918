"""What one seat may be shown and told: views, logs, foresight, arrangements, outcomes, why a move may not be made.

Whatever leaves the engine passes here. It knows the true state and gives away what the seat may know.
"""

__all__ = ["arrangement", "foresight", "inference", "outcome", "pointing", "views", "whynot"]
