"""Edits of texts: what they make of files, quick fixes for diagnostics, and the canonical layout."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from pathlib import Path

from croupier_dsl.diagnostics import Diagnostic, Diagnostics
from croupier_dsl.frozen import frozen
from croupier_dsl.layout import formatted
from croupier_dsl.services.desk import Desk
from croupier_dsl.source import SourceFile, Span


@frozen
class Edit:
    """A replacement for a stretch of a file."""

    span: Span
    text: str


@frozen
class QuickFix:
    """An edit that fixes a diagnostic."""

    diagnostic: Diagnostic
    edit: Edit


def applied(edits: Iterable[Edit]) -> dict[Path, str]:
    """Return the texts of files with edits made in them."""
    found: dict[Path, str] = {}
    for edit in sorted(edits, key=lambda each: each.span.start, reverse=True):
        source = edit.span.source
        if source.path is not None:
            text = found.get(source.path, source.text)
            found[source.path] = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return found


def quick_fixes(desk: Desk, path: Path, start: int, end: int) -> list[QuickFix]:
    """Return the fixes in a stretch of a text."""
    wanted = path.resolve()
    found: list[QuickFix] = []
    for diagnostic in desk.sight(path).found:
        fix = diagnostic.fix
        if fix is None or fix.span.source.path is None or fix.span.source.path.resolve() != wanted:
            continue
        if fix.span.start <= end and start <= fix.span.end:
            found.append(QuickFix(diagnostic, Edit(fix.span, fix.text)))
    return found


def formatting(desk: Desk, path: Path) -> list[Edit]:
    """Return the edits, line by line, so that a cursor stays in place; empty if the text is not YAML."""
    source = SourceFile(path.name, desk.text(path), path)
    text = formatted(source, Diagnostics())
    if text is None or text == source.text:
        return []
    old, new = source.text.splitlines(keepends=True), text.splitlines(keepends=True)
    starts = [0]
    for line in old:
        starts.append(starts[-1] + len(line))
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [
        Edit(Span(source, starts[one], starts[two]), "".join(new[three:four]))
        for sort, one, two, three, four in matcher.get_opcodes()
        if sort != "equal"
    ]
