"""The canonical layout of a file of rules: indents of two, single blanks, at most one empty line.

Flow collections on one line stay there; those over several lines are put on one if they fit, else each entry gets a
line of its own. Words, quotes, comments and order stay as they were written.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from croupier_dsl.classes import frozen
from croupier_dsl.diagnostics import CompileError, Diagnostics
from croupier_dsl.files import Files
from croupier_dsl.outline.opening import Opener
from croupier_dsl.reader import Document, Entry, Mapping, Node, Scalar, Sequence, read
from croupier_dsl.source import SourceFile, Span
from croupier_dsl.structure import plain

WIDTH = 120
_FOLD = re.compile(r"[ \t]*\n[ \t]*")


def formatted(source: SourceFile, diagnostics: Diagnostics) -> str | None:
    """Return the text of a file in the canonical layout, or unchanged if that would alter its meaning.

    None if it is not YAML.
    """
    before = len(diagnostics.errors)
    document = read(source, diagnostics)
    if document is None or len(diagnostics.errors) > before:
        return None
    text = _Writer(document).text()
    again = read(SourceFile(source.name, text), Diagnostics())
    return text if again is not None and _said(again) == _said(document) else source.text


@frozen
class Laid:
    """The text of a file, and the same text in the canonical layout."""

    path: Path
    before: str
    after: str


def laid_out(path: Path, files: Files | None = None) -> list[Laid]:
    """Return a file, and its sidecar files if it is a ruleset, in the canonical layout.

    Raise CompileError if one cannot be read.
    """
    diagnostics = Diagnostics()
    opener = Opener(diagnostics, files=files or Files())
    found: list[Laid] = []
    for each in (path, *opener.beside(path)):
        source = opener.source(each)
        text = formatted(source, diagnostics) if source is not None else None
        if source is not None and text is not None:
            found.append(Laid(each, source.text, text))
    if diagnostics.errors:
        raise CompileError(diagnostics.errors)
    return found


def _said(document: Document) -> tuple[str, list[str]]:
    """Return the contents of a document, in order, and its comments, ignoring the number of blanks between words."""
    comments = [" ".join(comment.span.text.split()) for comment in document.comments]
    return re.sub(" +", " ", json.dumps(plain(document.root))), comments


@dataclass(slots=True)
class _Line:
    """A line of output: its text and its comment.

    `column`: the column of the comment in the file; `within`: it is part of a text of several lines, in which blanks
    count.
    """

    text: str
    comment: str = ""
    column: int = 0
    within: bool = False

    def whole(self) -> str:
        if not self.comment:
            return self.text if self.within else self.text.rstrip()
        gap = max(self.column - len(self.text), 2)
        return f"{self.text}{' ' * gap}{self.comment}"


@dataclass(slots=True)
class _Writer:
    """Writes the nodes of a document in their order, and before each the comments and empty lines above it."""

    document: Document
    lines: list[_Line] = field(default_factory=list)
    at: int = 0
    """The offset up to which the file has been written."""
    next: int = 0
    """The first comment that has not been written."""
    levels: list[tuple[int, int]] = field(default_factory=list)
    """The blocks that are open: the column in the file, and the one to be."""

    @property
    def source(self) -> SourceFile:
        return self.document.source

    def text(self) -> str:
        self.value(self.document.root, 0)
        self.above(len(self.source.text), 0)
        while self.lines and not self.lines[-1].whole():
            self.lines.pop()
        return "\n".join(line.whole() for line in self.lines) + "\n"

    # ------------------------------------------------------------ lines

    def value(self, node: Node, indent: int) -> None:
        """Write a mapping or a list with a line for each entry; or a node on one line."""
        match node:
            case Mapping(_, entries) if self.stands_open(node, indent):
                for entry in entries:
                    self.entry(entry, indent)
            case Sequence(_, items) if self.stands_open(node, indent):
                for item in items:
                    self.item(item, indent)
            case _:
                self.begin(node.span, indent)
                self.add(self.flow(node, indent), node.span)

    def entry(self, entry: Entry, indent: int) -> None:
        self.begin(entry.key.span, indent)
        self.add(f"{self.flow(entry.key, indent)}:", entry.key.span)
        value = entry.value
        if isinstance(value, Scalar) and value.empty:
            return
        if not self.stands_open(value, len(self.lines[-1].text) + 1):
            self.add(f" {self.flow(value, indent)}", value.span)
        else:
            self.value(value, indent + 2)

    def item(self, item: Node, indent: int) -> None:
        """Write an item of a list: its contents begin after the dash."""
        self.begin(item.span, indent, dash=True)
        number = len(self.lines)
        self.lines[-1].text += "- "
        if not self.stands_open(item, indent + 2):
            self.add(self.flow(item, indent), item.span)
            return
        held = self.lines.pop()
        self.value(item, indent + 2)
        first = self.lines[number - 1]
        first.text = held.text + first.text.lstrip()

    def stands_open(self, node: Node, column: int) -> bool:
        """Return whether each entry gets its own line.

        A flow collection on one line stays there; others are put there if they fit and contain no comment.
        """
        if isinstance(node, Scalar):
            return False
        there = node.span.text
        if there[:1] not in ("{", "["):
            return True
        if "\n" not in there or not (node.entries if isinstance(node, Mapping) else node.items):
            return False
        if any(node.span.start < comment.span.start < node.span.end for comment in self.document.comments):
            return True
        return column + len(self.flow(node, 0)) > WIDTH

    def begin(self, span: Span, indent: int, *, dash: bool = False) -> None:
        """Begin a line, below the comments and the empty line above it."""
        start = self.source.text.rfind("-", 0, span.start) if dash else span.start
        column = start - (self.source.text.rfind("\n", 0, start) + 1)
        self.above(span.start, indent, column)
        self.levels = [*(level for level in self.levels if level[1] < indent), (column, indent)]
        self.lines.append(_Line(" " * indent))

    def add(self, text: str, span: Span) -> None:
        first, *more = text.split("\n")
        self.lines[-1].text += first
        self.lines += [_Line(line, within=True) for line in more]
        self.at = max(self.at, span.end)

    # ------------------------------------------------------------ comments above a line

    def above(self, until: int, indent: int, column: int = 0) -> None:
        """Write the comments before a place, and an empty line where there were some."""
        text = self.source.text
        comments = self.document.comments
        while self.next < len(comments) and comments[self.next].span.start < until:
            span = comments[self.next].span
            line = text.rfind("\n", 0, span.start) + 1
            if text[line : span.start].strip(" -\t") and self.lines:
                self.lines[-1].comment, self.lines[-1].column = span.text.rstrip(), span.start - line
            else:
                self.gap(text[self.at : span.start])
                here = self.level(span.start - line, indent, column)
                self.lines.append(_Line(f"{' ' * here}{span.text.rstrip()}"))
            self.at = span.end
            self.next += 1
        if until < len(text):
            self.gap(text[self.at : until])
            self.at = until

    def gap(self, between: str) -> None:
        """Write an empty line, if there was one."""
        if self.lines and re.search(r"\n[ \t\r]*\n", between):
            self.lines.append(_Line(""))

    def level(self, column: int, indent: int, below: int) -> int:
        """Return the indentation of a comment: as for the line below it, or, if it was deeper, as for the block that it
        ends.
        """
        deeper = [(old, -new) for old, new in self.levels if below < old <= column and new > indent]
        return -max(deeper)[1] if deeper else indent

    # ------------------------------------------------------------ on one line

    def flow(self, node: Node, indent: int) -> str:
        """Return a node on one line; a text over several lines has them further in than its key."""
        match node:
            case Scalar():
                return self.scalar(node, indent)
            case Mapping(span, entries):
                pairs = ", ".join(f"{self.flow(e.key, 0)}: {self.flow(e.value, 0)}".rstrip() for e in entries)
                return f"{{{pairs}}}" if span.text.startswith("{") else pairs
            case Sequence(_, items):
                return f"[{', '.join(self.flow(item, 0) for item in items)}]"

    def scalar(self, node: Scalar, indent: int) -> str:
        raw = node.span.text.replace("\r", "")
        match node.style:
            case "plain":
                return " ".join(raw.split())
            case "single" if not re.search(r"[\"\\\n]|''", raw):
                return f'"{raw[1:-1]}"'
            case "single" | "double":
                return raw if re.search(r"\n[ \t]*\n|\\\n", raw) else _FOLD.sub(" ", raw)
            case _:
                return self.lined(raw, indent)

    def lined(self, raw: str, indent: int) -> str:
        """Return a text of several lines, below its sign."""
        sign, *lines = raw.split("\n")
        said = re.search(r"\d", sign)
        margin = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
        if said is not None:
            margin = min(margin, self.own_indent(lines, int(said[0])))
        pad = " " * (indent + (int(said[0]) if said is not None else 2))
        return "\n".join(
            [sign.split("#")[0].rstrip(), *(f"{pad}{line[margin:]}" if line.strip() else "" for line in lines)]
        )

    def own_indent(self, lines: list[str], said: int) -> int:
        """Return the indentation of lines that give it explicitly: relative to their block."""
        return self.levels[-1][0] + said if self.levels else said
