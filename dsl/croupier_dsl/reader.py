"""Read the text of a file into a tree of YAML nodes, each with its place; scalars stay text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

import yaml

from croupier_dsl.classes import frozen
from croupier_dsl.diagnostics import Diagnostic, Diagnostics
from croupier_dsl.errors import reading as errors
from croupier_dsl.language import tr
from croupier_dsl.source import Comment, SourceFile, Span

MAX_CHARACTERS = 1024 * 1024
MAX_DEPTH = 40
MAX_NODES = 20_000

Style = Literal["plain", "single", "double", "literal", "folded"]
_STYLES: dict[str | None, Style] = {"'": "single", '"': "double", "|": "literal", ">": "folded"}
_COMMENT = re.compile(r"#[^\r\n]*")
_STRANGE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufffe\uffff]"
)
"""Characters that texts must not contain: controls, invisible or direction-changing characters, and noncharacters."""


@frozen
class Scalar:
    """A text; `span` includes its quotes, `content` is the text between them."""

    span: Span
    content: Span
    text: str
    style: Style

    @property
    def empty(self) -> bool:
        """Return whether the node is empty: `key:` and no more."""
        return self.style == "plain" and not self.text


@frozen
class Entry:
    """A key and its value; `patcher`: the key, in a variant, of what put this value here."""

    key: Scalar
    value: Node
    patcher: Scalar | None = None


@frozen
class Mapping:
    """Keys and values.

    `edited`: an error in them was corrected, so they differ from the text; `torn`: some of that text could not be read,
    which has been reported.
    """

    span: Span
    entries: tuple[Entry, ...]
    edited: bool = False
    torn: bool = False

    def entry(self, key: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.key.text == key), None)

    def get(self, key: str) -> Node | None:
        found = self.entry(key)
        return found.value if found else None


@frozen
class Sequence:
    """Items; `edited`: they were corrected after an error and differ from the text."""

    span: Span
    items: tuple[Node, ...]
    edited: bool = False


Node = Scalar | Mapping | Sequence


@frozen
class Document:
    """A file as YAML: its root and its comments."""

    source: SourceFile
    root: Node
    comments: tuple[Comment, ...]


def read(source: SourceFile, diagnostics: Diagnostics) -> Document | None:
    """Return the document in a file; None if its YAML is broken."""
    found = len(diagnostics.errors)
    if not _acceptable(source, diagnostics):
        return None
    builder = _Builder(source, diagnostics)
    try:
        for event in _events(source.text):
            if not builder.take(event):
                return None
    except yaml.MarkedYAMLError as error:
        if len(diagnostics.errors) == found:
            diagnostics.add(_explain(source, error))
        return None
    except yaml.YAMLError as error:
        diagnostics.add(errors.not_yaml(Span(source, 0, 0), errors.clipped(str(error), 80)))
        return None
    if builder.root is None:
        diagnostics.add(errors.empty_file(Span(source, 0, 0)))
        return None
    return Document(source, builder.root, tuple(_comments(source, builder.scalars)))


def _acceptable(source: SourceFile, diagnostics: Diagnostics) -> bool:
    text = source.text
    if len(text) > MAX_CHARACTERS:
        diagnostics.add(errors.too_large(Span(source, 0, 0), tr("1 MiB")))
    elif strange := _STRANGE.search(text):
        diagnostics.add(errors.bad_character(Span(source, strange.start(), strange.end())))
    elif not text.strip():
        diagnostics.add(errors.empty_file(Span(source, 0, 0)))
    else:
        return True
    return False


def _events(text: str) -> Iterator[yaml.Event]:
    """Yield the events of libyaml if it is available, else the equal ones of PyYAML."""
    found: Iterator[yaml.Event] = yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return found


@dataclass(slots=True, eq=False, repr=False)
class _Open:
    """A mapping or a list that is not closed yet."""

    start: int
    mapping: bool
    flow: bool
    key: Scalar | None = None
    after_key: bool = False
    entries: list[Entry] = field(default_factory=list)
    items: list[Node] = field(default_factory=list)
    keys: dict[str, Span] = field(default_factory=dict)
    torn: bool = False


class _Builder:
    """Collects events into nodes, without recursion."""

    def __init__(self, source: SourceFile, diagnostics: Diagnostics) -> None:
        self.source = source
        self.diagnostics = diagnostics
        self.root: Node | None = None
        self.open: list[_Open] = []
        self.scalars: list[Scalar] = []
        self.documents = 0
        self.nodes = 0

    def take(self, event: yaml.Event) -> bool:
        """Handle one event; return False if the file is refused as a whole."""
        match event:
            case yaml.ScalarEvent():
                return self.start(event) and self.finish(self.scalar(event))
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                if not self.start(event):
                    return False
                mapping = isinstance(event, yaml.MappingStartEvent)
                self.open.append(_Open(_start(event), mapping, bool(event.flow_style)))
                if len(self.open) > MAX_DEPTH:
                    self.diagnostics.add(errors.too_deep(self.span(event), MAX_DEPTH))
                    return False
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                closed = self.open.pop()
                end = _end(event) if closed.flow else self.last_end(closed)
                span = Span(self.source, closed.start, end)
                if closed.mapping:
                    return self.finish(Mapping(span, tuple(closed.entries), torn=closed.torn))
                return self.finish(Sequence(span, tuple(closed.items)))
            case yaml.DocumentStartEvent():
                self.documents += 1
                if self.documents > 1:
                    self.diagnostics.add(errors.several_documents(self.span(event)))
                    return False
            case yaml.AliasEvent():
                self.diagnostics.add(errors.anchor(self.span(event)))
                return False
            case _:
                pass
        return True

    def start(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> bool:
        """Check the conditions on every node: no anchor, no tag, not too many nodes."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self.diagnostics.add(errors.too_large(self.span(event), tr("{n} keys and values", n=MAX_NODES)))
            return False
        if event.anchor is not None:
            self.diagnostics.add(errors.anchor(self.here(event)))
            return False
        if event.tag not in (None, "!") or self.source.text.startswith("!", _start(event)):
            self.diagnostics.add(errors.tag(self.here(event)))
            return False
        return True

    def scalar(self, event: yaml.ScalarEvent) -> Scalar:
        start, end = _start(event), _end(event)
        style = _STYLES.get(event.style or None, "plain")
        span = content = Span(self.source, start, end)
        if style in ("single", "double"):
            content = Span(self.source, start + 1, end - 1)
        elif style in ("literal", "folded"):
            end = start + len(self.source.text[start:end].rstrip())  # YAML's mark is at the next key
            line_end = self.source.text.find("\n", start)
            content = Span(self.source, line_end + 1 if 0 <= line_end < end else end, end)
            span = Span(self.source, start, end)
        made = Scalar(span, content, event.value, style)
        self.scalars.append(made)
        return made

    def finish(self, node: Node) -> bool:
        """Put a finished node in its place."""
        if not self.open:
            self.root = node
            return True
        parent = self.open[-1]
        if not parent.mapping:
            parent.items.append(node)
        elif parent.after_key:
            self.pair(parent, parent.key, node)
            parent.key, parent.after_key = None, False
        else:
            parent.after_key = True
            if isinstance(node, Scalar):
                parent.key = node
            else:
                self.diagnostics.add(errors.key_not_a_word(node.span))
        return True

    def pair(self, parent: _Open, key: Scalar | None, value: Node) -> None:
        if key is not None and key.text in parent.keys:
            self.diagnostics.add(errors.duplicate_key(key.span, parent.keys[key.text]))
        elif key is None or key.text == "<<" or self.is_bare(parent, key, value):
            if key is not None and (parent.entries or not parent.torn or key.text == "<<"):
                self.diagnostics.add(self.no_entry(parent, key))
            parent.torn = True
        else:
            parent.keys[key.text] = key.span
            parent.entries.append(Entry(key, value))

    def no_entry(self, parent: _Open, key: Scalar) -> Diagnostic:
        """Return the error for a key without a value; for a list in braces only the first item is reported."""
        if key.text == "<<":
            return errors.merge_key(key.span)
        if parent.entries and isinstance(parent.entries[-1].value, Scalar):
            return errors.torn_by_comma(key.span, parent.entries[-1].key.text)
        return errors.no_value_behind(key.span, self.source.text[key.span.end :].lstrip().startswith(","))

    def is_bare(self, parent: _Open, key: Scalar, value: Node) -> bool:
        """Return whether the entry is only a key, within braces, without a colon."""
        if not (parent.flow and isinstance(value, Scalar) and value.empty):
            return False
        return re.compile(r"\s*:").match(self.source.text, key.span.end) is None

    def last_end(self, closed: _Open) -> int:
        """Return the end of the last node inside a block; the YAML event ends only at the next key."""
        nodes = [closed.entries[-1].value] if closed.entries else closed.items[-1:]
        return nodes[0].span.end if nodes else closed.start

    def span(self, event: yaml.Event) -> Span:
        return Span(self.source, _start(event), _end(event))

    def here(self, event: yaml.Event) -> Span:
        """Return the first word of an event."""
        start = _start(event)
        word = re.compile(r"\S+").match(self.source.text, start)
        return Span(self.source, start, word.end() if word else start)


def _start(event: yaml.Event) -> int:
    return event.start_mark.index if event.start_mark else 0


def _end(event: yaml.Event) -> int:
    return event.end_mark.index if event.end_mark else 0


def scalars(node: Node | None) -> Iterator[str]:
    """Yield the text of every scalar of a tree, keys included."""
    match node:
        case Scalar():
            yield node.text
        case Mapping():
            for entry in node.entries:
                yield entry.key.text
                yield from scalars(entry.value)
        case Sequence():
            for item in node.items:
                yield from scalars(item)


def _comments(source: SourceFile, scalars: list[Scalar]) -> Iterator[Comment]:
    """Yield the comments: from `#` to the end of the line, outside of scalars."""
    at = 0
    gaps = [(s.content.start if s.style in ("literal", "folded") else s.span.start, s.span.end) for s in scalars]
    for gap_end, after in [*gaps, (len(source.text), 0)]:
        for found in _COMMENT.finditer(source.text, at, max(at, gap_end)):
            yield Comment(Span(source, found.start(), found.end()))
        at = max(at, after)


def _explain(source: SourceFile, error: yaml.MarkedYAMLError) -> Diagnostic:
    """Return a syntax error of YAML in words for the person who wrote the file."""
    text = source.text
    at = min(error.problem_mark.index if error.problem_mark else 0, len(text))
    context = min(error.context_mark.index, len(text)) if error.context_mark else at
    word = re.compile(r"\S+").match(text, at)
    here = Span(source, at, word.end() if word else at)
    sign = text[at : at + 1]
    first = Span(source, at, at + len(sign))
    problem, doing = error.problem or "", error.context or ""
    if (space := text.find("\xa0", *_line(text, context))) >= 0:
        return errors.no_break_space(Span(source, space, space + 1))
    if "\t" in (sign, text[at - 1 : at]) and not text[text.rfind("\n", 0, at) + 1 : at].strip():
        return errors.tab_indentation(first)
    if "flow" in doing or ("quoted scalar" in doing and "end of stream" in problem):
        if sign.strip() and text[context : context + 1] in "}],":
            return errors.bad_start(first, sign)
        if text[context : context + 1] not in ("{", "[", "'", '"'):  # at the end of the file, or at a dash
            context = max(text.rfind("{", 0, at), text.rfind("[", 0, at), 0)
        opener = Span(source, context, context + 1)
        return errors.not_closed(opener, opener.text)
    if "unexpected ':'" in problem:
        return errors.glued_colon(first)
    if "expected comment or line break" in problem or "chomping or indentation" in problem:
        return errors.text_on_next_line(here)
    if "sequence entries are not allowed" in problem:
        return errors.stray_dash(first)
    if "escape" in problem:
        return errors.not_yaml(first, tr("unknown escape; write \\\\ for a backslash inside double quotes"))
    if "mapping values are not allowed" in problem:
        return errors.stray_colon(first)
    if "cannot start any token" in problem or "block node" in doing:
        return errors.bad_start(first, sign) if sign.strip() else errors.bad_indentation(here)
    if "could not find expected ':'" in problem:
        return errors.missing_colon(Span(source, context, _line(text, context)[1]))
    if "block mapping" in doing or "block collection" in doing:
        return errors.bad_indentation(here)
    return errors.not_yaml(here, problem)


def _line(text: str, at: int) -> tuple[int, int]:
    """Return the start and end of the line that contains an offset."""
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end
