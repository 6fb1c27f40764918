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
    from croupier_dsl.services.finding import CannotRename, Edit, applied, definition, references, rename, renamed_at
    from croupier_dsl.services.hovering import Told, hover
    from croupier_dsl.services.mending import Mending, mendings
    from croupier_dsl.services.mentions import Mention
    from croupier_dsl.services.outlining import Example, Symbol, examples, outline
    from croupier_dsl.services.tidying import formatting

__all__ = [
    "CannotRename",
    "Completion",
    "Desk",
    "Edit",
    "Example",
    "Mending",
    "Mention",
    "Sight",
    "Symbol",
    "Told",
    "applied",
    "completions",
    "definition",
    "examples",
    "formatting",
    "hover",
    "mendings",
    "outline",
    "references",
    "rename",
    "renamed_at",
]

_HOMES = {
    "completing": "Completion completions",
    "desk": "Desk Sight",
    "finding": "CannotRename Edit applied definition references rename renamed_at",
    "hovering": "Told hover",
    "mending": "Mending mendings",
    "mentions": "Mention",
    "outlining": "Example Symbol examples outline",
    "tidying": "formatting",
}

__getattr__ = door(__name__, _HOMES)
