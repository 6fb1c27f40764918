"""Statements, blocks and choices, as written."""

from __future__ import annotations

from dataclasses import dataclass

from croupier_dsl.source import Span
from croupier_dsl.syntax.expressions import Domain, Expr, Name


@dataclass(frozen=True, slots=True)
class Choice:
    name: Name
    domain: Domain


@dataclass(frozen=True, slots=True)
class Move:
    span: Span
    what: Expr
    to: Expr


@dataclass(frozen=True, slots=True)
class Shuffle:
    span: Span
    what: Expr


@dataclass(frozen=True, slots=True)
class Reveal:
    span: Span
    what: Expr


@dataclass(frozen=True, slots=True)
class Hide:
    span: Span
    what: Expr


@dataclass(frozen=True, slots=True)
class Show:
    span: Span
    what: Expr
    to: Expr


@dataclass(frozen=True, slots=True)
class Swap:
    span: Span
    one: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class SetTo:
    span: Span
    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class AddTo:
    span: Span
    amount: Expr
    target: Expr


@dataclass(frozen=True, slots=True)
class Let:
    span: Span
    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class EndStage:
    span: Span
    stage: Name


@dataclass(frozen=True, slots=True)
class Perform:
    """An effect by its name, and what it is performed of where that is said."""

    span: Span
    name: Name
    of: Expr | None


@dataclass(frozen=True, slots=True)
class Branch:
    """One arm of an `if`; `condition` None is `else`."""

    span: Span
    condition: Expr | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class If:
    span: Span
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Each:
    """What is gone through, one thing after the other; `alias`: what each is called."""

    span: Span
    collection: Expr
    alias: Name | None


@dataclass(frozen=True, slots=True)
class ForEach:
    span: Span
    each: Each
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """`choose:` in the middle of a list."""

    span: Span
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Labelled:
    """`NAME: statement`: a statement, or several, that a variant or a trace can point at."""

    span: Span
    label: Name
    body: tuple[Statement, ...]


Statement = (
    Move
    | Shuffle
    | Reveal
    | Hide
    | Show
    | Swap
    | SetTo
    | AddTo
    | Let
    | EndStage
    | Perform
    | If
    | ForEach
    | Ask
    | Labelled
)
