"""Answer questions about combos, patterns of cards such as sets and runs, in hands and on the table.

It knows kinds of cards and patterns, and of a state only the places of cards. Other packages use the solver, its
binding to the combos of rules, and melds as text and on the table; `lowering` uses what the solver knows before play.
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
    "layout",
    "patterns",
    "table",
    "told",
    "walked",
]
