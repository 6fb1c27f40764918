"""Expressions and the other sentences, as written."""

from __future__ import annotations

from typing import Literal

from croupier_dsl.classes import frozen
from croupier_dsl.source import Span

# ---------------------------------------------------------------- sentences: expressions


@frozen
class Name:
    span: Span
    text: str


@frozen
class Number:
    span: Span
    value: int


@frozen
class Nothing:
    """The word `none`."""

    span: Span


@frozen
class Range:
    """`low..high`, or `low..` with no end."""

    span: Span
    low: Expr
    high: Expr | None


@frozen
class Alternatives:
    """`a/b/c`."""

    span: Span
    items: tuple[Expr, ...]


@frozen
class Of:
    """`PROPERTY of THING`."""

    span: Span
    link: Link
    thing: Expr


@frozen
class For:
    """`CHAIN for FURTHER`: the second subject of a property in the chain."""

    span: Span
    thing: Expr
    further: Expr


@frozen
class Property:
    """`NAME`; with a key, `NAME of KEY`, as the checker takes `bet of 2 of me`."""

    span: Span
    name: str
    key: Expr | None = None


@frozen
class Key:
    """A key before `of` that is not a name: the number or word of one of several, `bet of 2 of me`."""

    span: Span
    value: Expr


@frozen
class Extreme:
    """`highest`, `lowest`, or `highest by NAME then NAME`; with a count, that number of the best: `highest 3 by NAME`.

    `all`: all that are equal to the best one, `all highest by NAME`.
    """

    span: Span
    which: Literal["highest", "lowest"]
    count: Expr | None
    by: tuple[Name, ...]
    all: bool = False


@frozen
class Top:
    """`top`, or `top N`."""

    span: Span
    count: Expr | None


Link = Property | Key | Extreme | Top


@frozen
class Where:
    """`COLLECTION [as ALIAS] [if possible] where CONDITION`."""

    span: Span
    collection: Expr
    alias: Name | None
    condition: Expr
    if_possible: bool


@frozen
class Exists:
    """`some of C where P` and, negated, `none of C where P`."""

    span: Span
    collection: Expr
    alias: Name | None
    condition: Expr
    negated: bool


@frozen
class IfThenElse:
    span: Span
    condition: Expr
    then: Expr
    otherwise: Expr


@frozen
class Not:
    span: Span
    operand: Expr


@frozen
class Logic:
    """`a and b and c`, `a or b or c`: flat."""

    span: Span
    op: Literal["and", "or"]
    operands: tuple[Expr, ...]


@frozen
class Is:
    span: Span
    left: Expr
    right: Expr
    negated: bool


@frozen
class In:
    span: Span
    left: Expr
    right: Expr
    negated: bool


@frozen
class Fits:
    span: Span
    card: Expr
    spot: Expr


@frozen
class Order:
    span: Span
    op: Literal["<", "<=", ">", ">="]
    left: Expr
    right: Expr


@frozen
class Arithmetic:
    span: Span
    op: Literal["+", "-", "*", "div", "mod"]
    left: Expr
    right: Expr


@frozen
class Negative:
    span: Span
    operand: Expr


@frozen
class Combine:
    """`a with b`, `a without b`."""

    span: Span
    op: Literal["with", "without"]
    left: Expr
    right: Expr


@frozen
class Group:
    """Parentheses, kept for the printer."""

    span: Span
    inner: Expr


Expr = (
    Name | Number | Nothing | Range | Alternatives | Of | For | Where | Exists | IfThenElse | Not | Logic | Is | In
    | Fits | Order | Arithmetic | Negative | Combine | Group
)  # fmt: skip


# ---------------------------------------------------------------- sentences: the other places


@frozen
class Domain:
    """`one of C`, `3 of C`, `1..3 of C`, `1.. of C`: what a choice ranges over. `amount` None is `one`."""

    span: Span
    amount: Expr | None
    collection: Expr


@frozen
class Actors:
    """`C`, `C from P`, `C at once`, `C from P first served`. `at_once`: all of C choose on one position; `served`: what
    the first has chosen happens alone."""

    span: Span
    players: Expr
    start: Expr | None
    at_once: bool
    served: bool = False


@frozen
class Head:
    """The left side of a declaration: `NAME [of KEYS [as NAME]] [of SUBJECT [as ALIAS]] [for FURTHER [as ALIAS]]
    [in PLACE] [by KEY]`.

    A single word is the `subject`, though it may be a list of keys."""

    span: Span
    name: Name
    subject: Name | None
    alias: Name | None
    place: Name | None
    key: Expr | None
    keys: Expr | None
    keys_alias: Name | None
    further: Name | None
    further_alias: Name | None


@frozen
class Thing:
    """`SORT [SIZE] [or none] [starting E] [[top] seen by WHO]`: what a zone, a state or an option is; of a grid the
    size is its lines and its columns."""

    span: Span
    sort: Expr
    optional: bool
    starting: Expr | None
    seen_by: Name | None
    top_only: bool
    size: tuple[Expr, ...] = ()


@frozen
class RowKey:
    """The key of a table's row; `keys` None is `else`."""

    span: Span
    keys: Expr | None


# ---------------------------------------------------------------- sentences of scenarios, taken apart


@frozen
class Word:
    """One thing lying somewhere: a card, a seat, a number; `standing_for` is the role of a wild card."""

    span: Span
    text: str
    standing_for: str | None = None


@frozen
class Contents:
    """`7S 8S`, `5S 6S 7S + 4C 4D 4H` by groups, `7S 8S …` with the rest left open; `none` has no groups."""

    span: Span
    groups: tuple[tuple[Word, ...], ...]
    open: bool


@frozen
class Action:
    """`ask wanted=7 who=Bob`, or `throw_away 7S` with no key; `because` names the condition that forbids it."""

    span: Span
    move: Name
    arguments: tuple[tuple[Name | None, Contents], ...]
    because: Name | None


@frozen
class Speaker:
    """`Ann`, `Ann cannot`, `Ann can`, `Ann knows`: the verb is does, cannot, can or knows."""

    span: Span
    seat: Name
    verb: str
