"""Declarations: the material of a ruleset, the course of play, and the scoring; together they are the rules."""

from __future__ import annotations

from typing import Literal

from croupier_dsl.classes import frozen
from croupier_dsl.ir.combos import Combo
from croupier_dsl.ir.expressions import Constant, Expr, IfThenElse
from croupier_dsl.ir.statements import Choice, Condition, Statement
from croupier_dsl.ir.types import NUMBER, Type, Where, identity

VERSION = 2

Texts = tuple[tuple[str, str], ...]
"""Words by language: (("en", "…"), ("fr", "…"))."""


@frozen
class Enumeration:
    name: str
    values: tuple[str, ...]


@frozen
class Option:
    """`low` and `high` bound a number (None: no bound), `among` lists its values if only these are possible (`11/1`).

    An enumeration has its values in `type.enum`; a truth has yes and no.
    """

    name: str
    type: Type
    low: Expr | None
    high: Expr | None
    default: Expr
    needs: tuple[Condition, ...]
    title: Texts
    where: Where | None
    among: tuple[int, ...] = ()

    @property
    def path(self) -> str:
        return f"options.{self.name}"


@frozen
class Preset:
    """Options that are often chosen together: option and value, as text."""

    name: str
    title: Texts
    options: tuple[tuple[str, str], ...]
    where: Where | None


@frozen
class CardAttribute:
    """`type` is number or an enumeration."""

    name: str
    type: Type


@frozen
class Kind:
    """A kind of card. `values` are parallel to the attributes: numbers, or indices into enumerations, None if absent.

    Kinds are listed with the first attribute varying slowest (ranks, then suits within a rank).
    """

    notation: str
    values: tuple[int | None, ...]


PART = "part"
"""The attribute that says of a card which part of a deck of several parts it belongs to."""


@frozen
class Cards:
    """`copies` (per kind; slot 1 a card of it) times `packs` of every kind. `wild`: is the card in slot 1 wild?"""

    attributes: tuple[CardAttribute, ...]
    kinds: tuple[Kind, ...]
    copies: Expr
    packs: Expr
    wild: Expr | None


Viewer = Literal["nobody", "owner", "team", "others", "everyone"]


@frozen
class Zone:
    """`keys`: the numbers or words, fixed once options are bound, each of which has a zone, for each owner.

    `size`: for a row with a fixed number of places that number; for a grid, the numbers of lines and columns.
    `seen_by`: the option that decides who sees it; `seen` is then the value with the fewest viewers, or the chosen one.
    `edgeless`: it is a row, and a grid that grows in every direction.
    """

    name: str
    per: Literal["table", "player", "team"]
    form: Literal["pile", "set", "row", "slot", "melds"]
    seen: Viewer
    top_only: bool
    title: Texts
    where: Where | None
    keys: Expr | None = None
    size: tuple[Expr, ...] = ()
    seen_by: Expr | None = None
    edgeless: bool = False

    @property
    def path(self) -> str:
        return f"zones.{self.name}"


@frozen
class Variable:
    """`life`: "" for the whole game, else the stage or zone in whose performance or stay it lives.

    `start` has slot 0 `me`, slot 1 the subject, slot 2 the key. `optional`: may be none. `seen`: its audience;
    `seen_by` as for a zone.
    """

    name: str
    per: Literal["table", "player", "team", "card"]
    type: Type
    optional: bool
    life: str
    start: Expr
    seen: Viewer
    title: Texts
    where: Where | None
    keys: Expr | None = None
    seen_by: Expr | None = None

    @property
    def path(self) -> str:
        return f"state.{self.name}"


@frozen
class Row:
    """`keys`: the values of the key to which it applies, as numbers or indices; None: all others.

    `onward`: if the keys are not known beforehand, it applies to this number and all above it too. `written`: the key
    as in the file; a range next to a range (`1..3: 3..5`) becomes a row for each value, all with the same text.
    """

    keys: tuple[int, ...] | None
    value: Expr
    where: Where | None = None
    written: str = ""
    onward: int | None = None
    path: str = identity()

    def names(self, key: int) -> bool:
        """Return whether the row names this key; the row for all others names none."""
        return self.keys is not None and (key in self.keys or (self.onward is not None and key >= self.onward))


@frozen
class Table:
    """Slot 0 is `me`, slot 1 the subject, slot 2 the second subject, in `key` and in the rows' values."""

    name: str
    subject: Type | None
    type: Type
    key: Expr
    rows: tuple[Row, ...]
    where: Where | None
    further: Type | None = None

    @property
    def path(self) -> str:
        return f"tables.{self.name}"

    @property
    def rest(self) -> Row | None:
        """Return the row for every key that no other row names."""
        return next((row for row in self.rows if row.keys is None), None)

    def row(self, key: int) -> Row | None:
        """Return the row that applies to a key."""
        return next((row for row in self.rows if row.names(key)), self.rest)


@frozen
class Definition:
    """Slot 0 is `me`, slot 1 the subject, slot 2 the second subject."""

    name: str
    subject: Type | None
    type: Type
    body: Expr
    where: Where | None
    further: Type | None = None

    @property
    def path(self) -> str:
        return f"define.{self.name}"


@frozen
class Effect:
    """A list of statements that is performed by its name. Slot 0 `me`, slot 1 the subject."""

    name: str
    subject: Type | None
    do: tuple[Statement, ...]
    slots: int
    title: Texts
    where: Where | None

    @property
    def path(self) -> str:
        return f"effects.{self.name}"


@frozen
class MoveRule:
    """`slots`: how many locals its lists and conditions need."""

    name: str
    choices: tuple[Choice, ...]
    conditions: tuple[Condition, ...]
    do: tuple[Statement, ...]
    slots: int
    title: Texts
    where: Where | None

    @property
    def path(self) -> str:
        return f"moves.{self.name}"


@frozen
class Actors:
    """`at_once`: all choose simultaneously.

    `served`: only the choice of the first takes effect, in the order of play from `start`, skipping passes.
    """

    players: Expr
    start: Expr | None
    at_once: bool
    served: bool = False


@frozen
class Stage:
    """`name` is unique in the ruleset.

    `path` is `play.round.turn`, or `stages.doubt` of one that is said once and performed by name. `performs`: in place
    of `steps`, the names of such. `otherwise`: the `else` list of a stage without a legal move.
    """

    name: str
    path: str
    when: tuple[Condition, ...]
    by: Actors | None
    times: Expr | None
    until: tuple[Condition, ...]
    must: tuple[Condition, ...]
    begin: tuple[Statement, ...]
    steps: tuple[Stage, ...]
    moves: tuple[str, ...]
    otherwise: tuple[Statement, ...]
    end: tuple[Statement, ...]
    slots: int
    title: Texts
    where: Where | None
    performs: tuple[str, ...] = ()


@frozen
class Trigger:
    """`each`: the things it is tried for, in slot 1.

    `enters`: a zone; then these are its cards, and it is tried for each once, after the card has entered.
    """

    name: str
    each: Expr | None
    conditions: tuple[Condition, ...]
    do: tuple[Statement, ...]
    slots: int
    where: Where | None
    enters: str = ""

    @property
    def path(self) -> str:
        return f"whenever.{self.name}"


@frozen
class Result:
    """`scores` (slot 1 a player).

    The first decides, the next break ties. `losers`: players who have lost, if the rules name any. `won`: all have won
    if it holds at the end, else all have lost; then the scores are common to all. The default score is 1 for a won
    game, else 0.
    """

    scores: tuple[Expr, ...]
    best: Literal["highest", "lowest"]
    losers: Expr | None
    where: Where | None
    won: Expr | None = None

    @property
    def some_lose(self) -> bool:
        """Return whether the rules name losers."""
        return self.losers is not None or self.won is not None

    @property
    def measured(self) -> bool:
        """Return whether the rules name a score in addition to the common win."""
        if self.won is None:
            return True
        unsaid = (counted(self.won), Constant(NUMBER, 1), Constant(NUMBER, 0))
        return not (len(self.scores) == 1 and self.scores[0] in unsaid)


def counted(truth: Expr) -> Expr:
    """Return the number that a truth counts for: 1 if it holds, else 0."""
    return IfThenElse(NUMBER, truth, Constant(NUMBER, 1), Constant(NUMBER, 0))


@frozen
class Clause:
    """A sentence of a rulebook; `also_in`: further books that say the same. `passages`: (book, mark) of each passage of
    a book that it puts into other words."""

    id: str
    book: str
    place: str
    kind: Literal["rule", "table", "example", "advice", "flavour"]
    text: Texts
    also_in: tuple[str, ...] = ()
    where: Where | None = None
    passages: tuple[tuple[str, str], ...] = ()

    @property
    def books(self) -> tuple[str, ...]:
        """Return every book that says it."""
        return (*((self.book,) if self.book else ()), *self.also_in)


@frozen
class Ruling:
    id: str
    text: Texts
    where: Where | None = None


@frozen
class Because:
    """A part of the ruleset, by path, and the clauses and rulings it comes from.

    `where`: the place of the part itself.
    """

    path: str
    sources: tuple[str, ...]
    where: Where | None = None


@frozen
class Part:
    """A part of the ruleset as `because` names it, with its place."""

    path: str
    where: Where | None


@frozen
class Equivalent:
    """A mutation that changes nothing anybody could notice, by name, and why that is so."""

    mutation: str
    reason: Texts
    where: Where | None


@frozen
class Fact:
    """`thing` = `contents` in a scenario, both as written.

    `expr`: the meaning of the thing, with the seats of the scenario in slots 1, 2, …; None for facts on the whole game
    (`at`, `winners`, …). `card`: the card it is about, by its place, `7S in discard`; it is in the slot after the
    seats. `moves`: of `moves of Ann`, if whole moves are listed.
    """

    thing: str
    contents: str
    where: Where | None
    expr: Expr | None = None
    card: str = ""
    moves: tuple[str, ...] | None = None


@frozen
class Said:
    """A move that a seat makes, or cannot make, perhaps for a named reason; `can`: it is legal, and not made."""

    seat: str
    action: str
    cannot: bool
    reason: str
    where: Where | None
    can: bool = False


@frozen
class Knows:
    """The cards that a seat sees or remembers: for a zone exactly these. `hidden`: it knows nothing of them."""

    seat: str
    facts: tuple[Fact, ...]
    where: Where | None
    hidden: bool = False


@frozen
class Now:
    facts: tuple[Fact, ...]


@frozen
class Scenario:
    name: str
    seats: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    given: tuple[Fact | Knows | Said, ...]
    chance: tuple[str, ...]
    then: tuple[Said | Knows | Now, ...]
    sources: tuple[str, ...]
    where: Where | None
    refused: str = ""


@frozen
class Seldom:
    """A part that ordinary play hardly reaches: its path, the scenario that reaches it, and why play does not.

    `also`: further scenarios, which reach what the first leaves out of it.
    """

    path: str
    scenario: str
    reason: Texts
    where: Where | None
    also: tuple[str, ...] = ()

    @property
    def scenarios(self) -> tuple[str, ...]:
        return (self.scenario, *self.also)


@frozen
class Shown:
    """A value that the table shows besides the cards. `path`: the part with this value, which also has its words.

    `per`: one for each of these, which is in slot 1.
    """

    path: str
    per: Literal["table", "player", "team"]
    value: Expr
    where: Where | None


@frozen
class Rules:
    """A whole ruleset, checked.

    `family`: what sort of game it is, empty if that is not said. `minutes`: how many a game takes, the fewest and the
    most, or none. `players`: the legal numbers of them; `starting`: the one that plays by default (None: the fewest).
    `teams`: how many teams (None: each player is one). `of`: of a variant, the variants and the game that it is made
    from, the nearest first. `stages`: those that are said once and performed by name. `shown`: what the table shows
    besides the cards; empty where the ruleset does not say.
    """

    name: str
    title: Texts
    players: tuple[int, ...]
    teams: Expr | None
    limit: int
    enums: tuple[Enumeration, ...]
    options: tuple[Option, ...]
    cards: Cards
    tables: tuple[Table, ...]
    zones: tuple[Zone, ...]
    variables: tuple[Variable, ...]
    combos: tuple[Combo, ...]
    definitions: tuple[Definition, ...]
    play: Stage
    moves: tuple[MoveRule, ...]
    triggers: tuple[Trigger, ...]
    result: Result
    texts: tuple[tuple[str, Texts], ...]
    books: tuple[tuple[str, Texts], ...]
    clauses: tuple[Clause, ...]
    rulings: tuple[Ruling, ...]
    because: tuple[Because, ...]
    scenarios: tuple[Scenario, ...]
    version: int = VERSION
    of: tuple[str, ...] = ()
    presets: tuple[Preset, ...] = ()
    parts: tuple[Part, ...] = ()
    equivalents: tuple[Equivalent, ...] = ()
    told: tuple[Because, ...] = ()
    seldom: tuple[Seldom, ...] = ()
    stages: tuple[Stage, ...] = ()
    effects: tuple[Effect, ...] = ()
    family: str = ""
    minutes: tuple[int, ...] = ()
    shown: tuple[Shown, ...] = ()
    starting: int | None = None

    @property
    def usual(self) -> int:
        """The number of players by default."""
        return self.players[0] if self.starting not in self.players else self.starting
