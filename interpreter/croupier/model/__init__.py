"""What is played, as data: a program (rules with options and seats settled), its plans, a state, and who sees what.

It knows how play is written down, not how it goes on: nothing here changes a state.
"""

__all__ = ["copies", "plans", "program", "state", "turns", "visibility"]
