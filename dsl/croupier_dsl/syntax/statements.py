"""Statements, blocks and choices, as written."""

from __future__ import annotations

from croupier_dsl.classes import frozen
from croupier_dsl.source import Span
from croupier_dsl.syntax.expressions import Domain, Expr, Name


@frozen
class Choice:
    name: Name
    domain: Domain


@frozen
class Move:
    """`move C to Z`, `move C to Z of MANY from P`, `move C to Z under N`."""

    span: Span
    what: Expr
    to: Expr
    start: Expr | None = None
    under: Expr | None = None


@frozen
class Shuffle:
    span: Span
    what: Expr


@frozen
class Reveal:
    span: Span
    what: Expr


@frozen
class Hide:
    span: Span
    what: Expr


@frozen
class Show:
    span: Span
    what: Expr
    to: Expr


@frozen
class Swap:
    span: Span
    one: Expr
    other: Expr


@frozen
class SetTo:
    span: Span
    target: Expr
    value: Expr


@frozen
class AddTo:
    span: Span
    amount: Expr
    target: Expr


@frozen
class Let:
    span: Span
    name: Name
    value: Expr


@frozen
class EndStage:
    span: Span
    stage: Name


@frozen
class Perform:
    """An effect by its name, and what it is performed of where that is said."""

    span: Span
    name: Name
    of: Expr | None


@frozen
class Branch:
    """One arm of an `if`; `condition` None is `else`."""

    span: Span
    condition: Expr | None
    body: tuple[Statement, ...]


@frozen
class If:
    span: Span
    branches: tuple[Branch, ...]


@frozen
class Each:
    """The collection that is iterated; `alias`: the name of each element."""

    span: Span
    collection: Expr
    alias: Name | None


@frozen
class ForEach:
    """`for each of C:`, `for each of C at once:`."""

    span: Span
    each: Each
    body: tuple[Statement, ...]
    at_once: bool = False


@frozen
class Ask:
    """`choose:` in the middle of a list."""

    span: Span
    choices: tuple[Choice, ...]


@frozen
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
