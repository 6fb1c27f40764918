"""Combos: patterns of cards, such as sets and runs, turned into exact answers about hands."""

from .patterns import Meld, Pattern, Split, WildLimit
from .solver import Solver

__all__ = ["Meld", "Pattern", "Solver", "Split", "WildLimit"]
