"""Define the data of play: a program (rules with options and seats fixed), its plans, a state, and visibility.

It represents play but does not run it: nothing here changes a state.
"""

__all__ = ["copies", "encoded", "plans", "program", "state", "turns", "visibility"]
