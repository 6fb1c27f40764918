"""Write marks of passages to the file with the clauses; comments, order and layout are kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from croupier.base.files import rewrite
from croupier.base.language import tr
from croupier.workbench.book.text import BookError
from croupier_dsl import Diagnostics, Json, Mark, SourceFile, ir, plain
from croupier_dsl.reader import Entry, Node, Scalar, Sequence, read
from croupier_dsl.reader import Mapping as Keys

Marks = Mapping[str, tuple[Mark, ...]]
"""The marks of one clause by book."""
KEY = "passage"


@dataclass(frozen=True, slots=True)
class _Edit:
    start: int
    end: int
    text: str


def with_marks(clause: ir.Clause, id: str, marks: Iterable[Mark]) -> Marks:
    """Return the marks of a clause, with those from one book replaced."""
    found: dict[str, list[Mark]] = {}
    for book, text in clause.passages:
        if book != id and (mark := Mark.parse(text)) is not None:
            found.setdefault(book, []).append(mark)
    found[id] = sorted(set(marks))
    order = {book: place for place, book in enumerate(clause.books)}
    return {book: tuple(found[book]) for book in sorted(found, key=lambda book: order.get(book, len(order)))}


def write_marks(ruleset: Path, changes: Mapping[str, Marks], by_book: bool) -> list[Path]:
    """Write the marks of clauses, by id, to their files. Return the files that have changed.

    `by_book`: the ruleset has several books, so marks are written with the book they belong to.
    """
    left = dict(changes)
    written: list[tuple[Path, str]] = []
    for path in (ruleset, ruleset.with_name(f"{ruleset.stem}.clauses.yaml")):
        if path.is_file() and left:
            text = path.read_bytes().decode("utf-8-sig")
            new = edited(text, str(path), left, by_book)
            for id in _clauses(text, str(path)):
                left.pop(id, None)
            if new != text:
                written.append((path.resolve(), new))
    if left:
        raise BookError(
            tr(
                "{ruleset}: no clause {clause} in it or in the file of its clauses",
                ruleset=ruleset,
                clause=next(iter(left)),
            )
        )
    for path, new in written:
        rewrite(path, new)
    return [path for path, _ in written]


def edited(text: str, name: str, changes: Mapping[str, Marks], by_book: bool) -> str:
    """Return the text of a file of clauses with the marks in it."""
    clauses = _clauses(text, name)
    edits = [
        edit for id, marks in changes.items() if id in clauses for edit in _edits(text, clauses[id], marks, by_book)
    ]
    new = text
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        new = new[: edit.start] + edit.text + new[edit.end :]
    if _without(_plain(new, name)) != _without(_plain(text, name)):
        raise BookError(
            tr("{name}: the marks cannot be added without other changes; write one clause per line", name=name)
        )
    return new


def _plain(text: str, name: str) -> Json:
    document = read(SourceFile(name, text), Diagnostics())
    return None if document is None else plain(document.root)


def _without(data: Json) -> Json:
    """Return the same without any marks."""
    if isinstance(data, dict) and isinstance(clauses := data.get("clauses"), dict):
        bare: dict[str, Json] = {
            id: {key: value for key, value in body.items() if key != KEY} if isinstance(body, dict) else body
            for id, body in clauses.items()
        }
        return {**data, "clauses": bare}
    return data


def _clauses(text: str, name: str) -> dict[str, Keys]:
    """Return the clauses in a file, by id, with their syntax nodes."""
    document = read(SourceFile(name, text), Diagnostics())
    root = document.root if document else None
    node = root.get("clauses") if isinstance(root, Keys) else None
    pairs = node.entries if isinstance(node, Keys) else ()
    return {entry.key.text: entry.value for entry in pairs if isinstance(entry.value, Keys)}


def _edits(text: str, body: Keys, marks: Marks, by_book: bool) -> list[_Edit]:
    value = _spelled(marks, by_book)
    there = body.entry(KEY)
    if there is not None:
        start, end = there.value.span.start, there.value.span.end
        if "#" in text[start:end]:
            line = there.key.span.line
            raise BookError(
                tr(
                    "{where}: there is a comment among these marks; move it elsewhere",
                    where=f"{there.key.span.source.name}:{line}",
                )
            )
        if _block(text, there.value):  # a value on lines of its own moves to its key
            start = there.key.span.end
            value = f": {value}"
        return [_Edit(start, end, value)]
    after = body.entry("place") or body.entry("book")
    if text.startswith("{", body.span.start):
        if after is not None:
            return [_Edit(after.value.span.end, after.value.span.end, f", {KEY}: {value}")]
        joint = ", " if body.entries else ""
        return [_Edit(body.span.start + 1, body.span.start + 1, f"{KEY}: {value}{joint}")]
    return [_on_a_line(text, body, after, value)]


def _on_a_line(text: str, body: Keys, after: Entry | None, value: str) -> _Edit:
    """Return the edit that puts the marks on a line of their own, indented like the keys next to them."""
    first = body.entries[0].key.span.start
    if after is None:
        line = text.rfind("\n", 0, first) + 1
        return _Edit(first, first, f"{KEY}: {value}{_ending(text)}{' ' * (first - line)}")
    indent = " " * (after.key.span.column - 1)
    end = text.find("\n", after.value.span.end)
    if end < 0:
        return _Edit(len(text), len(text), f"{_ending(text)}{indent}{KEY}: {value}")
    return _Edit(end + 1, end + 1, f"{indent}{KEY}: {value}{_ending(text)}")


def _block(text: str, value: Node) -> bool:
    """Return whether the node is on lines of its own."""
    match value:
        case Keys() | Sequence():
            return not text.startswith(("{", "["), value.span.start)
        case Scalar(style=style):
            return style in ("literal", "folded")


def _ending(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _spelled(marks: Marks, by_book: bool) -> str:
    listed = {book: _several(found) for book, found in marks.items() if found}
    if not by_book and len(listed) == 1:
        return next(iter(listed.values()))
    return "{" + ", ".join(f"{book}: {found}" for book, found in listed.items()) + "}"


def _several(marks: tuple[Mark, ...]) -> str:
    return str(marks[0]) if len(marks) == 1 else f"[{', '.join(map(str, marks))}]"
