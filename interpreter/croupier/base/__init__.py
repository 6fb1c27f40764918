"""What everything else is made with: moves, events, chance, values, faults, files, the language spoken, effort and
processes.

It knows no game, no rules and no state.
"""

__all__ = ["chance", "effort", "events", "faults", "files", "language", "limits", "moves", "processes", "values"]
