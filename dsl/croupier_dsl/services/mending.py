"""Quick fixes for the errors at a place, as far as their diagnostics have any: the intended name."""

from __future__ import annotations

from pathlib import Path

from croupier_dsl.diagnostics import Diagnostic
from croupier_dsl.frozen import frozen
from croupier_dsl.services.desk import Desk
from croupier_dsl.services.finding import Edit


@frozen
class Mending:
    """An edit that fixes a diagnostic."""

    diagnostic: Diagnostic
    edit: Edit


def mendings(desk: Desk, path: Path, start: int, end: int) -> list[Mending]:
    """Return the fixes in a stretch of a text."""
    wanted = path.resolve()
    found: list[Mending] = []
    for diagnostic in desk.sight(path).found:
        fix = diagnostic.fix
        if fix is None or fix.span.source.path is None or fix.span.source.path.resolve() != wanted:
            continue
        if fix.span.start <= end and start <= fix.span.end:
            found.append(Mending(diagnostic, Edit(fix.span, fix.text)))
    return found
