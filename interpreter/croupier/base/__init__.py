"""What everything else is made with: moves, events, chance, values, faults, files, the language spoken, effort, places
of grids, processes, and notes of what was played otherwise than asked for.

It knows no game, no rules and no state.
"""

__all__ = [
    "chance", "effort", "events", "faults", "files", "language", "limits", "moves", "notes", "plane", "prices",
    "processes", "values",
]  # fmt: skip
