"""Find the declaration of a part and its uses, and make edits: renaming everywhere, quick fixes, the layout."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import Path

from croupier_dsl.classes import frozen
from croupier_dsl.diagnostics import Diagnostic, Diagnostics
from croupier_dsl.language import tr
from croupier_dsl.layout import formatted
from croupier_dsl.services.desk import Desk, Sight, placed
from croupier_dsl.services.mentions import Mention
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


_NAME = re.compile(r"[0-9]*[A-Za-z_][A-Za-z0-9_]*")
_ID = re.compile(r"[A-Za-z0-9_]+(-[A-Za-z0-9_]+)*")
_WITH_HYPHENS = ("clauses", "rulings", "questions", "books", "scenarios", "presets")
_FILES = re.compile(r"^(of|uses)\b")


class CannotRename(Exception):
    """Why a part cannot have that name, or cannot be given another here."""


def mention_at(desk: Desk, path: Path, offset: int) -> tuple[Sight, Mention] | None:
    """Return the part that is named at a place of a text, as far as it has been understood."""
    sight = desk.known(path)
    where = placed(sight, path, desk.text(path), offset)
    found = sight.at(*where) if where is not None else None
    return (sight, found) if found is not None else None


def definition(desk: Desk, path: Path, offset: int) -> list[Span]:
    """Return the declarations of the part named at a place; for the name of a file, its beginning."""
    found = mention_at(desk, path, offset)
    if found is None:
        return [] if (named := _file_named(desk, path, offset)) is None else [named]
    sight, mention = found
    declared = [each.span for each in sight.of(mention.path) if each.declares]
    if not declared and (part := sight.nodes.get(mention.path)) is not None:
        declared = [part.span]
    return declared or [each.span for each in sight.of(mention.path.rpartition(".")[0]) if each.declares]


def _file_named(desk: Desk, path: Path, offset: int) -> Span | None:
    """Return the beginning of the file for a name in `of` or `uses`."""
    text = desk.text(path)
    word = next((w for w in _ID.finditer(text) if w.start() <= offset <= w.end()), None)
    if word is None:
        return None
    sight = desk.known(path)
    for document in sight.documents:
        source = document.source
        if source.path is not None and source.path.stem == word[0] and source.path.resolve() != path.resolve():
            return Span(source, 0, 0)
    return None


def references(desk: Desk, path: Path, offset: int) -> list[Span]:
    """Return every place that names the part: in its ruleset, its sidecar files, and rulesets that build on it."""
    found = mention_at(desk, path, offset)
    return _distinct(mention.span for mention in _everywhere(desk, *found)) if found is not None else []


def _everywhere(desk: Desk, sight: Sight, mention: Mention) -> Iterator[Mention]:
    yield from sight.of(mention.path)
    homes = {document.source.path for document in sight.documents if document.source.path is not None}
    for other in desk.relatives(sight.path):
        if any(_FILES.match(line) for line in desk.text(other).splitlines()):
            related = desk.sight(other)
            if homes & {document.source.path for document in related.documents}:
                yield from (each for each in related.of(mention.path) if _same(each, sight, related))


def _same(mention: Mention, sight: Sight, other: Sight) -> bool:
    """Return whether a path leads to the same part in both: its declarations, if both have one, are in the same
    place.
    """
    here = {_place(each.span) for each in sight.of(mention.path) if each.declares}
    there = {_place(each.span) for each in other.of(mention.path) if each.declares}
    return not here or not there or bool(here & there)


def _place(span: Span) -> tuple[str, int]:
    return str(span.source.path or span.source.name), span.start


def _distinct(spans: Iterable[Span]) -> list[Span]:
    """Return each place once, in the order of files and of their texts."""
    found = {(*_place(span), span.end): span for span in spans}
    return [found[key] for key in sorted(found)]


# ---------------------------------------------------------------- another name


def renamed_at(desk: Desk, path: Path, offset: int) -> Span:
    """Return the name at a place, if it can be given another one. Raise CannotRename if that fails."""
    found = mention_at(desk, path, offset)
    if found is None:
        raise CannotRename(tr("no name declared by the ruleset is at this place"))
    sight, mention = found
    declared = [each.span for each in sight.of(mention.path) if each.declares]
    if not declared:
        raise CannotRename(tr("`{name}` is not declared in these files", name=mention.span.text))
    bundled = desk.bundled.resolve() if desk.bundled is not None else None
    for span in declared:
        home = span.source.path
        below = bundled is not None and home is not None and bundled in home.resolve().parents
        if below and bundled not in path.resolve().parents and home is not None:
            told = tr("`{name}` is declared in {file}, which is bundled", name=span.text, file=home.name)
            raise CannotRename(told)
    return mention.span


def rename(desk: Desk, path: Path, offset: int, name: str) -> list[Edit]:
    """Return the edits that give a part another name, wherever it is named. Raise CannotRename if that fails.

    The edits are tried before they are returned: a valid file stays valid.
    """
    fresh = desk.sight(path)
    if fresh.understood.written is None:
        raise CannotRename(tr("fix the errors in the file first"))
    renamed_at(desk, path, offset)
    found = mention_at(desk, path, offset)
    assert found is not None
    mention = found[1]
    wanted = _ID if mention.path.split(".")[0] in _WITH_HYPHENS else _NAME
    if not wanted.fullmatch(name):
        raise CannotRename(tr("`{name}` is not a valid name: use one word of letters, digits and `_`", name=name))
    if mention.span.text == name:
        return []
    spans = _distinct(each.span for each in _everywhere(desk, fresh, mention))
    edits = [Edit(span, name) for span in spans if span.text == mention.span.text]
    _try(desk, fresh, edits)
    return edits


def _try(desk: Desk, sight: Sight, edits: list[Edit]) -> None:
    """Raise CannotRename if the edits cause a new error."""
    after = Desk(desk.bundled, replace(desk.files, open={**desk.files.open}, kept={}))
    for source, text in applied(edits).items():
        after.put(source, text)
    homes = {document.source.path for document in sight.documents}
    touched = [sight.path, *(other for other in desk.relatives(sight.path) if other in desk.seen)]
    for main in touched:
        before = desk.sight(main)
        if main != sight.path and not homes & {document.source.path for document in before.documents}:
            continue
        known = {_said(found) for found in before.found}
        worse = next((found for found in after.sight(main).found if _said(found) not in known), None)
        if worse is not None:
            raise CannotRename(tr("this would cause an error: {message}", message=worse.message))


def _said(diagnostic: Diagnostic) -> tuple[str, int]:
    span = diagnostic.span
    return diagnostic.code, span.line if span is not None else 0
