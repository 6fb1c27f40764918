"""What was written: the syntax of a ruleset, every node with the place it stands at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from croupier_dsl.source import SourceFile, Span

# ---------------------------------------------------------------- sentences: expressions


@dataclass(frozen=True, slots=True)
class Name:
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Number:
    span: Span
    value: int


@dataclass(frozen=True, slots=True)
class Nothing:
    """The word `none`."""

    span: Span


@dataclass(frozen=True, slots=True)
class Range:
    """`low..high`, or `low..` with no end."""

    span: Span
    low: Expr
    high: Expr | None


@dataclass(frozen=True, slots=True)
class Alternatives:
    """`a/b/c`."""

    span: Span
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Of:
    """`PROPERTY of THING`."""

    span: Span
    link: Link
    thing: Expr


@dataclass(frozen=True, slots=True)
class Property:
    span: Span
    name: str


@dataclass(frozen=True, slots=True)
class Extreme:
    """`highest`, `lowest`, or `highest by NAME`."""

    span: Span
    which: Literal["highest", "lowest"]
    by: Name | None


@dataclass(frozen=True, slots=True)
class Top:
    """`top`, or `top N`."""

    span: Span
    count: Expr | None


Link = Property | Extreme | Top


@dataclass(frozen=True, slots=True)
class Where:
    """`COLLECTION [as ALIAS] [if possible] where CONDITION`."""

    span: Span
    collection: Expr
    alias: Name | None
    condition: Expr
    if_possible: bool


@dataclass(frozen=True, slots=True)
class Exists:
    """`some of C where P` and, negated, `none of C where P`."""

    span: Span
    collection: Expr
    alias: Name | None
    condition: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class IfThenElse:
    span: Span
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Not:
    span: Span
    operand: Expr


@dataclass(frozen=True, slots=True)
class Logic:
    """`a and b and c`, `a or b or c`: flat."""

    span: Span
    op: Literal["and", "or"]
    operands: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Is:
    span: Span
    left: Expr
    right: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class In:
    span: Span
    left: Expr
    right: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class Fits:
    span: Span
    card: Expr
    spot: Expr


@dataclass(frozen=True, slots=True)
class Order:
    span: Span
    op: Literal["<", "<=", ">", ">="]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Arithmetic:
    span: Span
    op: Literal["+", "-", "*", "div", "mod"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Negative:
    span: Span
    operand: Expr


@dataclass(frozen=True, slots=True)
class Combine:
    """`a with b`, `a without b`."""

    span: Span
    op: Literal["with", "without"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Group:
    """Parentheses, kept for the printer."""

    span: Span
    inner: Expr


Expr = (
    Name | Number | Nothing | Range | Alternatives | Of | Where | Exists | IfThenElse | Not | Logic | Is | In | Fits
    | Order | Arithmetic | Negative | Combine | Group
)  # fmt: skip


# ---------------------------------------------------------------- sentences: the other places


@dataclass(frozen=True, slots=True)
class Domain:
    """`one of C`, `3 of C`, `1..3 of C`, `1.. of C`: what a choice ranges over. `amount` None is `one`."""

    span: Span
    amount: Expr | None
    collection: Expr


@dataclass(frozen=True, slots=True)
class Actors:
    """`C`, `C from P`, `C at once`."""

    span: Span
    players: Expr
    start: Expr | None
    at_once: bool


@dataclass(frozen=True, slots=True)
class Head:
    """`NAME [of SUBJECT] [in PLACE] [by KEY]`: the left side of a declaration."""

    span: Span
    name: Name
    subject: Name | None
    place: Name | None
    key: Expr | None


@dataclass(frozen=True, slots=True)
class Thing:
    """`SORT [or none] [starting E] [[top] seen by WHO]`: what a zone, a state or an option is."""

    span: Span
    sort: Expr
    optional: bool
    starting: Expr | None
    seen_by: Name | None
    top_only: bool


@dataclass(frozen=True, slots=True)
class RowKey:
    """The key of a table's row; `keys` None is `else`."""

    span: Span
    keys: Expr | None


# ---------------------------------------------------------------- statements


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
class ForEach:
    span: Span
    collection: Expr
    alias: Name | None
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


Statement = Move | Shuffle | Reveal | Hide | SetTo | AddTo | Let | EndStage | If | ForEach | Ask | Labelled


# ---------------------------------------------------------------- sections


@dataclass(frozen=True, slots=True)
class Choice:
    name: Name
    domain: Domain


@dataclass(frozen=True, slots=True)
class Condition:
    """One sentence of a `when`, `until`, `must` or `needs`; named where the file gives a mapping."""

    name: Name | None
    expr: Expr


@dataclass(frozen=True, slots=True)
class TextEntry:
    """A text by language, as `{en: …, fr: …}` or one string in the file's language."""

    span: Span
    words: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Option:
    name: Name
    thing: Thing
    needs: tuple[Condition, ...]
    text: TextEntry | None


@dataclass(frozen=True, slots=True)
class Cards:
    span: Span
    deck: Name | None
    attributes: tuple[tuple[Name, Expr], ...]
    copies: Expr | None
    packs: Expr | None
    order: tuple[tuple[Name, Expr], ...]
    wild: Expr | None


@dataclass(frozen=True, slots=True)
class Row:
    key: RowKey
    value: Expr


@dataclass(frozen=True, slots=True)
class Table:
    head: Head
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Declaration:
    """A zone or a state variable."""

    head: Head
    thing: Thing


@dataclass(frozen=True, slots=True)
class Pattern:
    """A combo by its demands; `same` may be several attributes (`rank/suit`)."""

    name: Name
    same: Expr | None
    different: Expr | None
    sequence: Expr | None
    size: Expr | None
    wilds: Expr | None


@dataclass(frozen=True, slots=True)
class Either:
    """A combo that is one of several: `set/run`."""

    name: Name
    parts: Expr


@dataclass(frozen=True, slots=True)
class Split:
    """The arrangement of cards into combos that leaves the least."""

    name: Name
    parts: Expr
    least: Expr


Combo = Pattern | Either | Split


@dataclass(frozen=True, slots=True)
class Definition:
    head: Head
    body: Expr


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of play; `steps` None and `moves` None: it only runs its lists."""

    name: Name
    span: Span
    when: tuple[Condition, ...]
    by: Actors | None
    times: Expr | None
    until: tuple[Condition, ...]
    must: tuple[Condition, ...]
    begin: tuple[Statement, ...]
    steps: tuple[Stage, ...] | None
    moves: tuple[Name, ...] | None
    otherwise: tuple[Statement, ...] | None
    end: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class MoveRule:
    name: Name
    choices: tuple[Choice, ...]
    when: tuple[Condition, ...]
    do: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Trigger:
    """A rule of `whenever`."""

    name: Name
    each: Expr | None
    when: tuple[Condition, ...]
    do: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Result:
    span: Span
    score: tuple[Expr, ...]
    best: Name | None
    losers: Expr | None


@dataclass(frozen=True, slots=True)
class Because:
    """PATH of a part -> the clauses and rulings it comes from."""

    path: Name
    sources: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """One sentence of a rulebook, paraphrased. `kind`: rule, table, example, advice, flavour."""

    name: Name
    book: Name | None
    place: str
    kind: Name | None
    text: TextEntry


@dataclass(frozen=True, slots=True)
class Ruling:
    """An ambiguity of the rulebook and how it was settled."""

    name: Name
    text: TextEntry


@dataclass(frozen=True, slots=True)
class Scenario:
    """An executable example; its contents stay text until the engine reads them.

    `given` and `now` pairs are (expression as written, contents as written), each with its span.
    """

    name: Name
    seats: tuple[Name, ...]
    options: tuple[tuple[Name, Name], ...]
    given: tuple[tuple[Name, Name], ...]
    chance: tuple[Name, ...]
    then: tuple[ScenarioStep, ...]
    sources: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """`Ann: throw_away card=7S`, `Ann cannot: … [because NAME]`."""

    seat: Name
    action: Name
    cannot: bool
    reason: Name | None


@dataclass(frozen=True, slots=True)
class Now:
    """`now: {hand of Ann: 7S 8S, …}`."""

    span: Span
    facts: tuple[tuple[Name, Name], ...]


ScenarioStep = Said | Now


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment of the file, from `#` to the end of its line."""

    span: Span


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A whole ruleset with what stood in the files beside it."""

    source: SourceFile
    name: Name
    title: TextEntry | None
    players: Expr | None
    teams: Expr | None
    limit: Expr | None
    options: tuple[Option, ...]
    cards: Cards | None
    tables: tuple[Table, ...]
    zones: tuple[Declaration, ...]
    state: tuple[Declaration, ...]
    combos: tuple[Combo, ...]
    definitions: tuple[Definition, ...]
    play: Stage | None
    moves: tuple[MoveRule, ...]
    triggers: tuple[Trigger, ...]
    result: Result | None
    text: tuple[tuple[Name, TextEntry], ...]
    books: tuple[tuple[Name, TextEntry], ...]
    clauses: tuple[Clause, ...]
    rulings: tuple[Ruling, ...]
    because: tuple[Because, ...]
    scenarios: tuple[Scenario, ...]
    comments: tuple[Comment, ...]


# ---------------------------------------------------------------- sentences of scenarios, taken apart


@dataclass(frozen=True, slots=True)
class Word:
    """One thing lying somewhere: a card, a seat, a number; `standing_for` is the role of a wild card."""

    span: Span
    text: str
    standing_for: str | None = None


@dataclass(frozen=True, slots=True)
class Contents:
    """`7S 8S`, `5S 6S 7S + 4C 4D 4H` by groups, `7S 8S …` with the rest left open; `none` is no group at all."""

    span: Span
    groups: tuple[tuple[Word, ...], ...]
    open: bool


@dataclass(frozen=True, slots=True)
class Action:
    """`ask wanted=7 who=Bob`, or `throw_away 7S` with no key; `because` names the condition that forbids it."""

    span: Span
    move: Name
    arguments: tuple[tuple[Name | None, Contents], ...]
    because: Name | None


@dataclass(frozen=True, slots=True)
class Speaker:
    """`Ann`, `Ann cannot`."""

    span: Span
    seat: Name
    cannot: bool
