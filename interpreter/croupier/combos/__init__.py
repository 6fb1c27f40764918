"""Combos: patterns of cards, such as sets and runs, turned into exact answers about hands; melds that lie on a table.

It knows kinds of cards and patterns, and of a state no more than where cards lie. Others use the solver, what binds
the combos of rules to it, and melds as they are told and as they lie; the lowering, what the solver knows beforehand.
"""

from .patterns import Adding, Meld, Pattern, Split, WildLimit
from .solver import Solver

__all__ = [
    "Adding",
    "Meld",
    "Pattern",
    "Solver",
    "Split",
    "WildLimit",
    "binding",
    "counted",
    "forms",
    "isolation",
    "lying",
    "patterns",
    "table",
    "told",
    "walked",
]
