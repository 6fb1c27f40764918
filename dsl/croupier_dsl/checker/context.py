"""Define the context of a check: the names of a ruleset, the meanings made so far, and notes for later checks.

Functions of this package take a `Context` first. It has no behaviour of its own: the state of each concern is in a
record of that concern.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol, TypeVar

from croupier_dsl import ir, signatures, syntax
from croupier_dsl.checker.extent import Extent
from croupier_dsl.checker.references import References
from croupier_dsl.checker.scope import Scope
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.errors import meaning
from croupier_dsl.literals import Invalid
from croupier_dsl.resolver import Declared, Names
from croupier_dsl.source import Span

Meant = TypeVar("Meant")
Item = TypeVar("Item")
Found = TypeVar("Found")


class Poisoned(Exception):
    """A sentence that uses something whose own sentence has an error, which has been reported."""


class Spans:
    """The place where each part of a meaning was written, so that later checks can point at it."""

    def __init__(self) -> None:
        self._by_id: dict[int, tuple[object, Span]] = {}

    def note(self, meant: Meant, span: Span) -> Meant:
        """Record the place of a meaning, unless it has one."""
        self._by_id.setdefault(id(meant), (meant, span))
        return meant

    def note_again(self, meant: object, made: object) -> None:
        """Give a meaning the place of the one that it was made from."""
        if (span := self.known(meant)) is not None:
            self.note(made, span)

    def known(self, meant: object) -> Span | None:
        """Return the place where a part was written; None if it is unknown."""
        found = self._by_id.get(id(meant))
        return None if found is None else found[1]

    def of(self, meant: object, otherwise: Span) -> Span:
        return self.known(meant) or otherwise


@dataclass(slots=True)
class Used:
    """The names that sentences use. `names`: of declarations; `moves`: those that stages offer; `given`: by identity,
    the local names that sentences have declared and read."""

    names: set[str] = field(default_factory=set)
    moves: set[str] = field(default_factory=set)
    given: dict[int, ir.Local] = field(default_factory=dict)


@dataclass(slots=True)
class Stages:
    """By stage, the scope of its statements, and its greatest depth; by path, the label that has it."""

    scopes: dict[str, Scope] = field(default_factory=dict)
    depths: dict[str, int] = field(default_factory=dict)
    labels: dict[str, Span] = field(default_factory=dict)


@dataclass(slots=True)
class Definitions:
    """Tables and definitions, by name: `made` has None for one with an error. `waiting`: those under construction, each
    for the one after it; `acting`: whether they use `me`. `extents`: their size and depth. `keys`: by zone or variable,
    its keys; None while this is being computed, or after an error."""

    made: dict[str, ir.Table | ir.Definition | None] = field(default_factory=dict)
    waiting: list[str] = field(default_factory=list)
    acting: dict[str, bool] = field(default_factory=dict)
    extents: dict[str, Extent] = field(default_factory=dict)
    keys: dict[str, ir.Expr | None] = field(default_factory=dict)


@dataclass(slots=True)
class Effects:
    """Effects, by name: `made` has None for one whose head has an error. `waiting`: those under construction;
    `performed`: the number of statements that come from performing them."""

    made: dict[str, ir.Effect | None] = field(default_factory=dict)
    waiting: list[str] = field(default_factory=list)
    performed: int = 0


@dataclass(slots=True)
class Progress:
    """The progress of a check. `sentences`: the number checked so far; the depth within the current one; `explaining`:
    whether an explanation is being searched, within which no other is."""

    sentences: int = 0
    depth: int = 0
    explaining: bool = False


class Expression(Protocol):
    """The function for the meaning of an expression. `want`: the type that its place prefers, for literals."""

    def __call__(self, cx: Context, written: syntax.Expr, scope: Scope, want: ir.Type | None = None) -> ir.Expr: ...


@dataclass(frozen=True, slots=True)
class Parts:
    """Functions of higher modules that lower ones call: the meaning of an expression, and the type of a declared
    name."""

    expression: Expression
    type_of: Callable[[Context, Declared, Span], ir.Type]


@dataclass(frozen=True, slots=True)
class Context:
    """The context of a check. `kinds`: the kinds of card by their notation, with their values as numbers or indices;
    `references`: the meanings of words."""

    names: Names
    diagnostics: Diagnostics
    kinds: dict[str, tuple[int | None, ...]]
    players: tuple[int, ...]
    references: References
    parts: Parts
    spans: Spans = field(default_factory=Spans)
    used: Used = field(default_factory=Used)
    stages: Stages = field(default_factory=Stages)
    definitions: Definitions = field(default_factory=Definitions)
    effects: Effects = field(default_factory=Effects)
    progress: Progress = field(default_factory=Progress)


def attempt(cx: Context, sentence: Callable[[], Found]) -> Found | None:
    """Check one sentence; an error is recorded and gives None."""
    cx.progress.sentences += 1
    try:
        return sentence()
    except Invalid as invalid:
        cx.diagnostics.add(invalid.diagnostic)
    except Poisoned:
        pass
    return None


def attempt_each(cx: Context, items: Iterable[Item], sentence: Callable[[Item], Found]) -> tuple[Found, ...]:
    """Check several sentences; those with errors are left out."""
    found = (attempt(cx, partial(sentence, item)) for item in items)
    return tuple(one for one in found if one is not None)


def place(span: Span) -> ir.Where:
    return ir.Where(span.source.name, span.line, span.column)


def words(text: syntax.TextEntry | None) -> ir.Texts:
    return text.words if text is not None else ()


def title_of(cx: Context, path: str, name: str) -> ir.Texts:
    """Return the title of a part: the text under its path or its bare name in `text`."""
    for key, entry in cx.names.ruleset.text:
        if key.text in (path, name):
            return entry.words
    return ()


def free(name: syntax.Name, names: Names) -> syntax.Name:
    """Return a local name; Invalid if it is a reserved word."""
    if name.text in signatures.NO_NAMES:
        raise Invalid(meaning.reserved_word(name.span, name.text, names.declared))
    return name
