"""Write the tree of a ruleset as a self-contained text: parts as they were written, with comments and layout, and
changed parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from croupier_dsl.reader import Entry, Mapping, Node, Scalar, Sequence
from croupier_dsl.source import Comment, SourceFile, Span

WIDTH = 120
_TRAILING = re.compile(r"[ \t]*#[^\n]*")
_BARE = re.compile(r"[\w(][\w ()/.<>=*+'’-]*")


def flattened(root: Mapping, comments: Iterable[Comment] = ()) -> str:
    """Return the text of a tree. `comments` are kept: at the top, if their neighbour is gone."""
    writer = _Writer()
    lines: list[str] = []
    for entry in root.entries:
        written = writer.entry(entry, 0)
        if lines and len(written) > 1 and written[0].strip() and not written[0].startswith("#"):
            written = ["", *written]
        lines += written
    head = [comment.span.text for comment in comments if not writer.has(comment.span)]
    while lines and not lines[0].strip():
        lines.pop(0)
    return "\n".join([*head, *lines]) + "\n"


class _Writer:
    """Writes nodes; remembers which stretches of which files it has copied."""

    def __init__(self) -> None:
        self.copied: dict[SourceFile, list[tuple[int, int]]] = {}

    def has(self, span: Span) -> bool:
        return any(start <= span.start < end for start, end in self.copied.get(span.source, ()))

    def copy(self, source: SourceFile, start: int, end: int) -> str:
        self.copied.setdefault(source, []).append((start, end))
        return source.text[start:end].replace("\r", "")

    # ------------------------------------------------------------ lines of a block

    def entry(self, entry: Entry, indent: int) -> list[str]:
        """Return the lines of a key and its value, with the comments around them."""
        value, key = entry.value, self.scalar(entry.key, 0)
        lines = self.leading(entry.key, indent)
        if entry.patcher is not None:
            lines += self.leading(entry.patcher, indent)
        gap = _gap(entry)
        note = self.between(entry, gap)
        pad = " " * indent
        if isinstance(value, Scalar) and value.empty:
            return [*lines, f"{pad}{key}:{note}"]
        in_line = self.in_line(value)
        if in_line is not None:
            return [*lines, f"{pad}{key}: {in_line}{self.trailing(value)}"]
        if not _mended(value) and gap is not None and "\n" not in gap:
            text = self.whole(value, indent)
            return [*lines, f"{pad}{key}:{gap or ' '}{text}{self.trailing(value)}"]
        if isinstance(value, Scalar) or (not _mended(value) and _is_flow(value)):
            return [*lines, f"{pad}{key}: {self.whole(value, indent)}{self.trailing(value)}"]
        return [*lines, f"{pad}{key}:{note}", *self.block(value, indent + 2)]

    def block(self, node: Node, indent: int) -> list[str]:
        """Return the lines of a mapping or a list that starts on a line of its own."""
        match node:
            case Mapping() if not node.edited and not _is_flow(node):
                return self.stretch(node, indent)
            case Sequence() if not node.edited and not _is_flow(node):
                return self.stretch(node, indent)
            case Mapping():
                return [line for entry in node.entries for line in self.entry(entry, indent)]
            case Sequence():
                return [line for item in node.items for line in self.item(item, indent)]
            case Scalar():
                return [f"{' ' * indent}{self.scalar(node, indent)}"]

    def item(self, item: Node, indent: int) -> list[str]:
        """Return the lines of one item of a list."""
        pad = " " * indent
        lines = self.leading(item, indent)
        if isinstance(item, Mapping) and not (_is_flow(item) and self.in_line(item) is not None):
            inner = self.block(item, indent + 2)
            first = next((n for n, line in enumerate(inner) if line.strip() and not line.lstrip().startswith("#")), 0)
            inner[first] = f"{pad}- {inner[first].lstrip()}"
            return [*lines, *inner]
        text = self.in_line(item)
        return [*lines, f"{pad}- {text if text is not None else self.whole(item, indent)}{self.trailing(item)}"]

    def stretch(self, node: Mapping | Sequence, indent: int) -> list[str]:
        """Return a block as in its file, from the comments above it to the end of its last line."""
        source, start = node.span.source, node.span.start
        line = _line_start(source, start)
        column = start - line
        if source.text[line:start].strip():  # it starts after a dash
            text = " " * column + self.copy(source, start, node.span.end)
        else:
            text = self.copy(source, _above(source, start), node.span.end)
        lines = _shifted(text.rstrip(), column, indent, first=True)
        return [*lines[:-1], lines[-1] + self.trailing(node)]

    # ------------------------------------------------------------ on one line

    def in_line(self, node: Node) -> str | None:
        """Return a node on one line, in flow style; None if that is impossible."""
        match node:
            case Scalar():
                text = self.scalar(node, 0)
                return text if "\n" not in text and node.style not in ("literal", "folded") else None
            case Mapping() if _is_flow(node) and node.edited:
                pairs = [(self.scalar(entry.key, 0), self.flow(entry.value)) for entry in node.entries]
                return _joined("{", [f"{key}: {value}" if value is not None else None for key, value in pairs], "}")
            case Sequence() if node.edited and (_is_flow(node) or all(isinstance(i, Scalar) for i in node.items)):
                if not _is_flow(node) and node.span.text.lstrip().startswith("-"):
                    return None
                return _joined("[", [self.flow(item) for item in node.items], "]")
            case _ if not _mended(node) and _is_flow(node) and "\n" not in node.span.text:
                return self.copy(node.span.source, node.span.start, node.span.end)
            case _:
                return None

    def flow(self, node: Node) -> str | None:
        """Return a node within { } or [ ]."""
        text = self.in_line(node)
        if text is None or not isinstance(node, Scalar) or text[:1] in "'\"":
            return text
        return None if re.search(r"[,\[\]{}]|: |^[-?:] ", text) else text

    # ------------------------------------------------------------ words

    def scalar(self, node: Scalar, indent: int) -> str:
        """Return a scalar as it was written, or a made one, quoted if necessary."""
        raw = node.span.text
        if node.style != "plain":
            return self.whole(node, indent)
        if raw.split() == node.text.split():
            self.copy(node.span.source, node.span.start, node.span.end)
            return " ".join(raw.split())
        return node.text if _BARE.fullmatch(node.text) else _quoted(node.text)

    def whole(self, node: Node, indent: int) -> str:
        """Return a node as in its file, with the lines after its first shifted along."""
        source, start = node.span.source, node.span.start
        text = self.copy(source, start, node.span.end)
        column = _indent(source, start)
        lines = _shifted(text, column, indent, first=False)
        return "\n".join(lines)

    # ------------------------------------------------------------ comments

    def leading(self, node: Node, indent: int) -> list[str]:
        """Return the empty lines and comments above a key or an item that starts a line."""
        source, start = node.span.source, node.span.start
        line = _line_start(source, start)
        if source.text[line:start].strip(" -") or node.span.start == node.span.end:
            return []
        top = _above(source, start)
        text = self.copy(source, top, line)
        return [f"{' ' * indent}{part.strip()}" if part.strip() else "" for part in text.split("\n")[:-1]]

    def trailing(self, node: Node) -> str:
        """Return the comment after a node, on its last line."""
        source, end = node.span.source, node.span.end
        found = _TRAILING.match(source.text, end)
        return self.copy(source, end, found.end()) if found and node.span.start < end else ""

    def between(self, entry: Entry, gap: str | None) -> str:
        """Return the comment after a key whose value is on lines of its own."""
        if gap is None:
            found = _TRAILING.match(entry.key.span.source.text, entry.key.span.end + 1)
            return self.copy(entry.key.span.source, entry.key.span.end + 1, found.end()) if found else ""
        first = gap.split("\n")[0]
        start = entry.value.span.start - len(gap)
        return self.copy(entry.key.span.source, start, start + len(first)).rstrip()


def _joined(opening: str, parts: list[str | None], closing: str) -> str | None:
    known = [part for part in parts if part is not None]
    text = f"{opening}{', '.join(known)}{closing}"
    return text if len(known) == len(parts) and len(text) < WIDTH else None


def _mended(node: Node) -> bool:
    return not isinstance(node, Scalar) and node.edited


def _is_flow(node: Node) -> bool:
    """Return whether the node is written with { } or [ ], or would be, if it was made."""
    if isinstance(node, Scalar):
        return False
    if node.edited and isinstance(node, Mapping):
        keys = [entry.key.span for entry in node.entries]
        if node.span.start == node.span.end or (keys and keys[0].start == keys[0].end):
            return True
    return node.span.text[:1] in ("{", "[")


def _gap(entry: Entry) -> str | None:
    """Return the text between the colon of a key and its value, if the value is the original one."""
    source, value = entry.key.span.source, entry.value.span
    if value.source is not source or value.start < entry.key.span.end:
        return None
    found = re.compile(r"[^:\n]*?:(?P<gap>(?:\s|#[^\n]*)*)$").fullmatch(source.text[entry.key.span.end : value.start])
    return found["gap"].replace("\r", "") if found else None


def _line_start(source: SourceFile, at: int) -> int:
    return source.text.rfind("\n", 0, at) + 1


def _indent(source: SourceFile, at: int) -> int:
    """Return the indentation of the line that contains a place."""
    start = _line_start(source, at)
    line = source.text[start:at]
    return len(line) - len(line.lstrip(" -")) if line.strip(" -") else len(line)


def _above(source: SourceFile, at: int) -> int:
    """Return the start of the comments and empty lines directly above a line."""
    top = _line_start(source, at)
    while top > 0:
        before = _line_start(source, top - 1)
        line = source.text[before : top - 1].strip()
        if line and not line.startswith("#"):
            break
        top = before
    return top


def _shifted(text: str, column: int, indent: int, *, first: bool) -> list[str]:
    """Return lines with their indentation moved from one column to another; `first`: including the first of them."""
    found: list[str] = []
    for number, line in enumerate(text.split("\n")):
        if number == 0 and not first:
            found.append(line)
            continue
        bare = line.lstrip(" ")
        here = len(line) - len(bare)
        found.append(" " * max(indent + here - column, 0 if number == 0 else min(indent, 0)) + bare if bare else "")
    return found


def _quoted(text: str) -> str:
    doubled = text.replace("'", "''")
    return f"'{doubled}'"
