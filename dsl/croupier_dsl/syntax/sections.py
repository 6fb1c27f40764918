"""The sections of a ruleset, as written."""

from __future__ import annotations

from collections.abc import Callable

from croupier_dsl.classes import frozen
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.reader import Mapping
from croupier_dsl.source import Comment, SourceFile, Span
from croupier_dsl.syntax.expressions import Actors, Expr, Head, Name, RowKey, Thing
from croupier_dsl.syntax.statements import Choice, Each, Statement


@frozen
class Condition:
    """One sentence of a `when`, `until`, `must` or `needs`; named where the file gives a mapping."""

    name: Name | None
    expr: Expr


@frozen
class TextEntry:
    """A text by language, as `{en: …, fr: …}` or one string in the file's language. `spans`: the place of each."""

    span: Span
    words: tuple[tuple[str, str], ...]
    spans: tuple[Span, ...] = ()


@frozen
class Option:
    name: Name
    thing: Thing
    needs: tuple[Condition, ...]
    text: TextEntry | None


@frozen
class Preset:
    """Options with a value each, as written."""

    name: Name
    title: TextEntry | None
    options: tuple[tuple[Name, Name], ...]


@frozen
class CardPart:
    """One of several parts of a deck, such as numbers, wild cards or tokens."""

    name: Name
    deck: Name | None
    attributes: tuple[tuple[Name, Expr], ...]
    copies: Expr | None


@frozen
class Cards:
    """The cards of the game: a deck, attributes, or several `parts`, each with its own."""

    span: Span
    deck: Name | None
    attributes: tuple[tuple[Name, Expr], ...]
    copies: Expr | None
    packs: Expr | None
    order: tuple[tuple[Name, Expr], ...]
    wild: Expr | None
    parts: tuple[CardPart, ...] = ()


@frozen
class Row:
    key: RowKey
    value: Expr


@frozen
class Table:
    head: Head
    rows: tuple[Row, ...]


@frozen
class Declaration:
    """A zone or a state variable."""

    head: Head
    thing: Thing


@frozen
class Pattern:
    """A combo by its demands; `same` may be several attributes (`rank/suit`).

    `whole`: a condition on all its cards; `of`: the combo whose melds form a sequence, `beside`: the number of further
    cards for each of them, or of melds of a combo.
    """

    name: Name
    same: Expr | None
    different: Expr | None
    sequence: Expr | None
    size: Expr | None
    wilds: Expr | None
    declared: Expr | None = None
    whole: Expr | None = None
    of: Expr | None = None
    beside: Expr | None = None


@frozen
class Either:
    """A combo that is one of several: `set/run`."""

    name: Name
    parts: Expr


@frozen
class Split:
    """The arrangement of cards into combos that leaves the least."""

    name: Name
    parts: Expr
    least: Expr


Combo = Pattern | Either | Split


@frozen
class Definition:
    head: Head
    body: Expr


@frozen
class Effect:
    """A list of statements that is performed by its name."""

    head: Head
    do: tuple[Statement, ...]


@frozen
class Stage:
    """One stage of play; `steps` None and `moves` None: it only runs its lists. `performs`: in place of `steps`,
    the names of stages that are said once."""

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
    performs: tuple[Name, ...] | None = None


@frozen
class MoveRule:
    name: Name
    choices: tuple[Choice, ...]
    when: tuple[Condition, ...]
    do: tuple[Statement, ...]


@frozen
class Trigger:
    """A rule of `whenever`."""

    name: Name
    each: Each | None
    enters: Name | None
    when: tuple[Condition, ...]
    do: tuple[Statement, ...]


@frozen
class Result:
    span: Span
    score: tuple[Expr, ...]
    best: Name | None
    losers: Expr | None
    won: Expr | None = None


@frozen
class Because:
    """PATH of a part -> the clauses and rulings it comes from."""

    path: Name
    sources: tuple[Name, ...]


@frozen
class Clause:
    """One sentence of a rulebook, paraphrased. `kind`: rule, table, example, advice, flavour.

    `passages`: (the book, if it is named there, and the mark of a passage in it).
    """

    name: Name
    books: tuple[Name, ...]
    place: str
    kind: Name | None
    text: TextEntry
    passages: tuple[tuple[Name | None, Name], ...] = ()


@frozen
class Ruling:
    """An ambiguity of the rulebook and how it was settled."""

    name: Name
    text: TextEntry


@frozen
class Question:
    """A question that a rulebook leaves open, for the author of the ruleset; once answered, it is a ruling."""

    name: Name
    ask: TextEntry
    answer: TextEntry | None


@frozen
class Equivalent:
    """A mutation that changes nothing anybody could notice, and why."""

    mutation: Name
    reason: TextEntry


@frozen
class Scenario:
    """An executable example; its contents stay text until the engine reads them.

    `given` has the contents of zones and the state, the memory of seats, and choices already made. `refused`: the table
    is impossible; the name of the need that refuses it, or `players`.
    """

    name: Name
    seats: tuple[Name, ...]
    options: tuple[tuple[Name, Name], ...]
    given: tuple[Fact | Knows | Said, ...]
    chance: tuple[Name, ...]
    then: tuple[ScenarioStep, ...]
    sources: tuple[Name, ...]
    refused: Name | None = None


@frozen
class Fact:
    """`hand of Ann: 7S 8S`, both sides as written; `moves`: of `moves of Ann`, where whole moves are listed."""

    thing: Name
    contents: Name
    moves: tuple[Name, ...] | None = None


@frozen
class Said:
    """`Ann: throw_away card=7S`, `Ann cannot: … [because NAME]`, `Ann can: …`: the verb is does, cannot or can."""

    seat: Name
    action: Name
    verb: str
    reason: Name | None


@frozen
class Knows:
    """`Ann knows: {hand of Bob: 7S}`: the cards a seat sees or remembers; `hidden`: `Ann knows not: …`."""

    seat: Name
    facts: tuple[Fact, ...]
    hidden: bool = False


@frozen
class Now:
    """`now: {hand of Ann: 7S 8S, …}`."""

    span: Span
    facts: tuple[Fact, ...]


ScenarioStep = Said | Knows | Now


@frozen
class Seldom:
    """PATH of a part that ordinary play hardly reaches -> the scenarios that do, and why."""

    path: Name
    scenarios: tuple[Name, ...]
    reason: TextEntry


@frozen
class Used:
    """A library that is used: where the game names it, the files that it is in, and the names of all that it has."""

    name: Name
    sources: frozenset[SourceFile]
    has: tuple[str, ...]


@frozen
class Touched:
    """An entry of a variant: what it does (`change`, `add`, `append`, `remove` or `default`), and at which path."""

    span: Span
    path: str
    sort: str


@frozen
class Ruleset:
    """A whole ruleset with its sidecar files.

    `root`: the tree of nodes that all of it was made of. Of a variant: `lineage`, the names of what it is of, the
    nearest first; `below`, the files of those, and of libraries; `touched`, what it changes itself, then what those
    change that it is of; `without`, the same without some of these. `used`: the libraries that it uses.
    """

    source: SourceFile
    name: Name
    title: TextEntry | None
    family: Name | None
    minutes: Expr | None
    players: Thing | None
    teams: Expr | None
    limit: Expr | None
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    cards: Cards | None
    tables: tuple[Table, ...]
    zones: tuple[Declaration, ...]
    state: tuple[Declaration, ...]
    combos: tuple[Combo, ...]
    definitions: tuple[Definition, ...]
    effects: tuple[Effect, ...]
    play: Stage | None
    moves: tuple[MoveRule, ...]
    triggers: tuple[Trigger, ...]
    result: Result | None
    show: tuple[Name, ...]
    text: tuple[tuple[Name, TextEntry], ...]
    books: tuple[tuple[Name, TextEntry], ...]
    clauses: tuple[Clause, ...]
    rulings: tuple[Ruling, ...]
    because: tuple[Because, ...]
    told: tuple[Because, ...]
    scenarios: tuple[Scenario, ...]
    comments: tuple[Comment, ...]
    root: Mapping
    lineage: tuple[str, ...] = ()
    below: frozenset[SourceFile] = frozenset()
    equivalents: tuple[Equivalent, ...] = ()
    seldom: tuple[Seldom, ...] = ()
    questions: tuple[Question, ...] = ()
    touched: tuple[Touched, ...] = ()
    stages: tuple[Stage, ...] = ()
    used: tuple[Used, ...] = ()
    without: Callable[[frozenset[Span], Diagnostics], Ruleset | None] | None = None
