"""Provide the basics of all other packages: moves, events, chance, values, faults, files, frames, the language of
messages, effort, places of grids, processes, and notes of substitutes for a requested engine.

It knows no game, no rules and no state.
"""

__all__ = [
    "chance", "effort", "events", "faults", "files", "frames", "language", "limits", "moves", "notes", "plain",
    "plane", "prices", "processes", "values",
]  # fmt: skip
