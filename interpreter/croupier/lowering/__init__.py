"""Turn bound rules into a small imperative program over whole numbers, one flat array and sets of cards.

It knows rules and programs, not how the reference plays them; its text can be read, printed and run.
"""

__all__ = [
    "capabilities", "host", "kernel", "layout", "listing", "melding", "observing", "playouts", "stages", "whole",
]  # fmt: skip
