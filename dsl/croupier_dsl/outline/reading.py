"""Read the small elements of all sections: sentences, names, conditions, texts and lists of words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeVar, cast

from croupier_dsl import syntax as s
from croupier_dsl.diagnostics import Diagnostic, Diagnostics
from croupier_dsl.errors import reading as errors
from croupier_dsl.kinds import Kind
from croupier_dsl.parser import Block, Sentence, SentenceError, parse, readable
from croupier_dsl.reader import Entry, Mapping, Node, Scalar, Sequence
from croupier_dsl.source import SourceFile, Span

_NAME = re.compile(r"[0-9]*[A-Za-z_][A-Za-z0-9_]*")
_ID = re.compile(r"[A-Za-z0-9_]+(-[A-Za-z0-9_]+)*")
_PATH = re.compile(
    rf"(effects|tables)\.{_NAME.pattern}\.\S.*|{_NAME.pattern}(\.[A-Za-z0-9_/-]+)*(\.(begin|end|else|do)\.\S.*)?"
)
"""Names with dots between them; a statement, or a row such as `tables.points.2..10/A`, by its text."""
_NUMBER = re.compile(r"[1-9][0-9]{0,2}")
_LANGUAGE = re.compile(r"[a-z]{2,3}")

T = TypeVar("T")


class Reading:
    """One file being read: what is found wrong is noted, and the part it is wrong in is left out.

    Shapes are checked before, against the schema; here a node of the wrong shape is passed over in silence.
    """

    def __init__(self, source: SourceFile, diagnostics: Diagnostics, language: str = "en") -> None:
        self.source = source
        self.diagnostics = diagnostics
        self.language = language
        self.accepted: set[tuple[Kind, str]] = set()

    def note(self, diagnostic: Diagnostic) -> None:
        self.diagnostics.add(diagnostic)

    # ------------------------------------------------------------ sentences

    def sentence(self, kind: Kind, node: Node | None) -> Sentence | None:
        """Return the sentence in a node; None if there is none or it cannot be read."""
        if not isinstance(node, Scalar) or node.empty:
            return None
        if self.diagnostics.full:  # what is wrong is not looked into any more, and counted
            self.diagnostics.more += not readable(kind, node.content)
            return None
        if node.style in ("single", "double") and (escape := re.search(r"''|\\", node.content.text)):
            start = node.content.start + escape.start()
            self.note(errors.escape_in_sentence(Span(node.content.source, start, start + len(escape[0]))))
            return None
        try:
            return parse(kind, node.content)
        except SentenceError as error:
            self.note(error.diagnostic)
            return None

    def expr(self, node: Node | None) -> s.Expr | None:
        return cast(s.Expr | None, self.sentence("expr", node))

    def each(self, node: Node | None) -> s.Each | None:
        return cast(s.Each | None, self.sentence("each", node))

    def domain(self, node: Node | None) -> s.Domain | None:
        return cast(s.Domain | None, self.sentence("domain", node))

    def statement(self, node: Node | None) -> s.Statement | None:
        return cast(s.Statement | None, self.sentence("statement", node))

    def block(self, node: Node | None) -> Block | None:
        return cast(Block | None, self.sentence("block", node))

    def actors(self, node: Node | None) -> s.Actors | None:
        return cast(s.Actors | None, self.sentence("actors", node))

    def head(self, node: Node | None) -> s.Head | None:
        return cast(s.Head | None, self.sentence("head", node))

    def thing(self, node: Node | None) -> s.Thing | None:
        return cast(s.Thing | None, self.sentence("thing", node))

    def row(self, node: Node | None) -> s.RowKey | None:
        return cast(s.RowKey | None, self.sentence("row", node))

    # ------------------------------------------------------------ names and words

    def name(self, node: Node | None) -> s.Name | None:
        """Return a name as sentences can use it."""
        if not isinstance(node, Scalar) or node.empty:
            return None
        if not _NAME.fullmatch(node.text):
            near = re.sub(r"\W+", "_", node.text, flags=re.ASCII).strip("_")
            several = node.text.split(", ")
            if len(several) > 1 and all(map(_NAME.fullmatch, several)):
                self.note(errors.not_a_name(node.span, f"[{node.text}]"))
            else:
                self.note(errors.not_a_name(node.span, near if _NAME.fullmatch(near) else None))
            return None
        return s.Name(node.span, node.text)

    def numbered(self, node: Scalar) -> s.Name | None:
        """Return a name, or a number from 1 in its place."""
        return s.Name(node.span, node.text) if _NUMBER.fullmatch(node.text) else self.name(node)

    def id(self, node: Node | None) -> s.Name | None:
        """Return a name that sentences do not use, such as the name of a game, a clause or a scenario.

        It may have hyphens.
        """
        if not isinstance(node, Scalar) or node.empty:
            return None
        if not _ID.fullmatch(node.text):
            near = re.sub(r"[^\w-]+", "-", node.text.lower(), flags=re.ASCII).strip("-")
            self.note(errors.not_an_id(node.span, near if _ID.fullmatch(near) else None))
            return None
        return s.Name(node.span, node.text)

    def path(self, node: Node | None) -> s.Name | None:
        """Return a path: names with dots between them."""
        if not isinstance(node, Scalar) or node.empty:
            return None
        if not _PATH.fullmatch(node.text):
            self.note(errors.bad_path(node.span))
            return None
        return s.Name(node.span, node.text)

    def written(self, node: Node | None) -> s.Name | None:
        """Return a text as it was written, on one line."""
        if not isinstance(node, Scalar) or node.empty:
            return None
        return s.Name(node.content, " ".join(node.text.split()))

    def ids(self, node: Node | None) -> tuple[s.Name, ...]:
        """Return a list of ids, or one."""
        return present(self.id(item) for item in several(node))

    # ------------------------------------------------------------ what sections share

    def conditions(self, node: Node | None) -> tuple[s.Condition, ...]:
        """Return one condition, or several by name; a number as a name refers to the sentence of that number."""
        if isinstance(node, Mapping):
            found = ((self.numbered(entry.key), self.expr(entry.value)) for entry in node.entries)
            return tuple(s.Condition(name, expr) for name, expr in found if name is not None and expr is not None)
        expr = self.expr(node)
        return (s.Condition(None, expr),) if expr is not None else ()

    def choices(self, node: Node | None) -> tuple[s.Choice, ...]:
        found = ((self.name(entry.key), self.domain(entry.value)) for entry in entries(node))
        return tuple(s.Choice(name, domain) for name, domain in found if name is not None and domain is not None)

    def named_exprs(self, node: Node | None) -> tuple[tuple[s.Name, s.Expr], ...]:
        found = ((self.name(entry.key), self.expr(entry.value)) for entry in entries(node))
        return tuple((name, expr) for name, expr in found if name is not None and expr is not None)

    def text(self, node: Node | None) -> s.TextEntry | None:
        """Return a text: one string in the language of the file, or one for each language."""
        match node:
            case Scalar() if not node.empty:
                return s.TextEntry(node.content, ((self.language, node.text.strip()),), (node.content,))
            case Mapping(span, pairs):
                told = [entry for entry in pairs if self.is_language(entry)]
                places = tuple(entry.value.content for entry in told if isinstance(entry.value, Scalar))
                return s.TextEntry(span, tuple(map(self.language_pair, told)), places)
            case _:
                return None

    def language_pair(self, entry: Entry) -> tuple[str, str]:
        assert isinstance(entry.value, Scalar)
        return entry.key.text, entry.value.text.strip()

    def is_language(self, entry: Entry) -> bool:
        if not _LANGUAGE.fullmatch(entry.key.text):
            self.note(errors.unknown_language(entry.key.span))
            return False
        return isinstance(entry.value, Scalar)


def is_language(word: str) -> bool:
    return _LANGUAGE.fullmatch(word) is not None


def entries(node: Node | None) -> tuple[Entry, ...]:
    """Return the keys and values of a mapping; none of anything else."""
    return node.entries if isinstance(node, Mapping) else ()


def several(node: Node | None) -> tuple[Node, ...]:
    """Return the items of a list, or one thing alone."""
    match node:
        case None:
            return ()
        case Sequence(_, items):
            return items
        case _:
            return (node,)


def present(found: Iterator[T | None]) -> tuple[T, ...]:
    return tuple(item for item in found if item is not None)


def each(node: Node | None, make: Callable[[Entry], T | None]) -> tuple[T, ...]:
    """Return the results of `make` for the entries of a mapping, without None."""
    found: list[T] = []
    for entry in entries(node):
        if (item := make(entry)) is not None:
            found.append(item)
    return tuple(found)
