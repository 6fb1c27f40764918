"""The edits that bring a text into the canonical layout."""

from __future__ import annotations

from difflib import SequenceMatcher
from pathlib import Path

from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.layout import formatted
from croupier_dsl.services.desk import Desk
from croupier_dsl.services.finding import Edit
from croupier_dsl.source import SourceFile, Span


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
