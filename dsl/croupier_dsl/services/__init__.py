"""Editor services for authors: functions of open texts and a place in one that return data, without protocol or screen.

A `Desk` holds the texts; each service is a function of it. `desk.sight(path)` reads changed texts; services that do not
need this answer from the last known state, to be fast during typing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier_dsl.doors import door

if TYPE_CHECKING:
    from croupier_dsl.services.completing import Completion, completions
    from croupier_dsl.services.desk import Desk, Sight
    from croupier_dsl.services.finding import (
        CannotRename,
        Edit,
        QuickFix,
        applied,
        definition,
        formatting,
        quick_fixes,
        references,
        rename,
        renamed_at,
    )
    from croupier_dsl.services.hovering import HoverText, hover
    from croupier_dsl.services.mentions import Mention
    from croupier_dsl.services.outlining import Example, Symbol, examples, outline

__all__ = [
    "CannotRename",
    "Completion",
    "Desk",
    "Edit",
    "Example",
    "HoverText",
    "Mention",
    "QuickFix",
    "Sight",
    "Symbol",
    "applied",
    "completions",
    "definition",
    "examples",
    "formatting",
    "hover",
    "outline",
    "quick_fixes",
    "references",
    "rename",
    "renamed_at",
]

_HOMES = {
    "completing": "Completion completions",
    "desk": "Desk Sight",
    "finding": "CannotRename Edit QuickFix applied definition formatting quick_fixes references rename renamed_at",
    "hovering": "HoverText hover",
    "mentions": "Mention",
    "outlining": "Example Symbol examples outline",
}

__getattr__ = door(__name__, _HOMES)
