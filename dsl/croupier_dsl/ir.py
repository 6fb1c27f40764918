"""What is meant: a checked ruleset as typed, first-order, serialisable data; the only bridge to the engine.

Every expression carries its type. Names are resolved: zones, variables, tables, definitions, combos, stages and moves are
referred to by name, what a sentence itself introduces (`me`, `it`, aliases, choices, `let`) by the number of a local slot.
Slot 0 is always `me`, the seat that acts (none where nobody does). Nothing here is a Python object with behaviour.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

VERSION = 1

# ---------------------------------------------------------------- types


@dataclass(frozen=True, slots=True)
class Type:
    """`name` is number, truth, player, team, card, meld, spot, zone, none or any; or `enum` with the enumeration's name.

    `many`: a collection of them. At run time: number int; truth bool; player and team int from 0; card an int; an enumeration's
    value its index as listed; a collection a list; nothing is None.
    """

    name: str
    enum: str = ""
    many: bool = False

    def __str__(self) -> str:
        one = self.enum or self.name
        return f"many {one}" if self.many else one


NUMBER = Type("number")
TRUTH = Type("truth")
PLAYER = Type("player")
TEAM = Type("team")
CARD = Type("card")
MELD = Type("meld")
SPOT = Type("spot")
NONE = Type("none")
CARDS = Type("card", many=True)
PLAYERS = Type("player", many=True)


@dataclass(frozen=True, slots=True)
class Where:
    """Where a part was written: file name, line and column from 1."""

    file: str
    line: int
    column: int


# ---------------------------------------------------------------- expressions: constants and names


@dataclass(frozen=True, slots=True)
class Constant:
    """A number, a truth, or an enumeration's value by its index."""

    type: Type
    value: int | bool


@dataclass(frozen=True, slots=True)
class Nothing:
    type: Type


@dataclass(frozen=True, slots=True)
class KindLiteral:
    """A card by what it is (`QS`, `joker`): stands only in `IsKind` and in the right side of collections of kinds."""

    type: Type
    notation: str


@dataclass(frozen=True, slots=True)
class Local:
    type: Type
    slot: int
    name: str


@dataclass(frozen=True, slots=True)
class OptionValue:
    """Fixed when the rules are bound. An option of many values is a truth, a number or an enumeration's value."""

    type: Type
    name: str


@dataclass(frozen=True, slots=True)
class Players:
    """All seats in seat order."""

    type: Type


@dataclass(frozen=True, slots=True)
class Teams:
    type: Type


@dataclass(frozen=True, slots=True)
class Deck:
    """Every card of the game, wherever it is."""

    type: Type


@dataclass(frozen=True, slots=True)
class Values:
    """All values of an enumeration, as listed."""

    type: Type
    enum: str


@dataclass(frozen=True, slots=True)
class VariableValue:
    """A state variable; `subject` is the player, team or card it belongs to."""

    type: Type
    name: str
    subject: Expr | None


@dataclass(frozen=True, slots=True)
class ZoneContents:
    """The cards of a zone (of a slot: its card or nothing; of melds: the melds)."""

    type: Type
    name: str
    subject: Expr | None


@dataclass(frozen=True, slots=True)
class TableValue:
    type: Type
    name: str
    subject: Expr | None


@dataclass(frozen=True, slots=True)
class Defined:
    """The value of a definition for a subject."""

    type: Type
    name: str
    subject: Expr | None


@dataclass(frozen=True, slots=True)
class StageCount:
    """How many performances of the stage have begun within its parent's present one."""

    type: Type
    stage: str


@dataclass(frozen=True, slots=True)
class NextActor:
    type: Type


@dataclass(frozen=True, slots=True)
class Direction:
    """1 to the left (clockwise), -1 to the right."""

    type: Type


# ---------------------------------------------------------------- expressions: of one thing


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of a card: a number, or the index of an enumeration's value."""

    type: Type
    name: str
    card: Expr


@dataclass(frozen=True, slots=True)
class CardFact:
    """owner (player), revealed (truth), wild (truth), meld, spot, role (card kind), place (number) of a card."""

    type: Type
    fact: Literal["owner", "revealed", "wild", "meld", "spot", "role", "place"]
    card: Expr


@dataclass(frozen=True, slots=True)
class RoleAttribute:
    """An attribute of the card that a melded card stands for: `rank of role of card`."""

    type: Type
    name: str
    card: Expr


@dataclass(frozen=True, slots=True)
class MeldFact:
    """cards, wilds, naturals (many card), spots (many spot) of a meld."""

    type: Type
    fact: Literal["cards", "wilds", "naturals", "spots"]
    meld: Expr


@dataclass(frozen=True, slots=True)
class Neighbour:
    type: Type
    side: Literal["left", "right", "across"]
    player: Expr


@dataclass(frozen=True, slots=True)
class TeamOf:
    type: Type
    player: Expr


@dataclass(frozen=True, slots=True)
class Members:
    type: Type
    team: Expr


# ---------------------------------------------------------------- expressions: of collections


@dataclass(frozen=True, slots=True)
class Map:
    """The property of many: `body` for each element, held in `slot`. Lists that `body` gives are joined."""

    type: Type
    collection: Expr
    slot: int
    body: Expr


@dataclass(frozen=True, slots=True)
class Filter:
    """The elements for which `condition` holds; `if_possible`: all of them if it holds for none."""

    type: Type
    collection: Expr
    slot: int
    condition: Expr
    if_possible: bool


@dataclass(frozen=True, slots=True)
class Exists:
    """Does `condition` hold for at least one element?"""

    type: Type
    collection: Expr
    slot: int
    condition: Expr


@dataclass(frozen=True, slots=True)
class Count:
    type: Type
    collection: Expr


@dataclass(frozen=True, slots=True)
class IsEmpty:
    """No elements; for a slot or an optional value: nothing there."""

    type: Type
    collection: Expr


@dataclass(frozen=True, slots=True)
class Sum:
    type: Type
    collection: Expr


@dataclass(frozen=True, slots=True)
class ExtremeValue:
    """The highest or lowest of values; none of none."""

    type: Type
    which: Literal["highest", "lowest"]
    collection: Expr


@dataclass(frozen=True, slots=True)
class ExtremeThing:
    """The element whose `key` is highest or lowest; the first of equals in the collection's order."""

    type: Type
    which: Literal["highest", "lowest"]
    collection: Expr
    slot: int
    key: Expr


@dataclass(frozen=True, slots=True)
class Pick:
    """first, last, top (= last of a pile), bottom (= first), or a random element; none of an empty collection."""

    type: Type
    which: Literal["first", "last", "top", "bottom", "random"]
    collection: Expr


@dataclass(frozen=True, slots=True)
class TopSome:
    """The top N cards of a pile, the top one first; fewer if there are fewer."""

    type: Type
    count: Expr
    collection: Expr


@dataclass(frozen=True, slots=True)
class ListOf:
    """Several values written with `/`; each item is one value or a collection."""

    type: Type
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Span:
    """Numbers or ordered values from `low` to `high`, both included; `high` None: no end."""

    type: Type
    low: Expr
    high: Expr | None


@dataclass(frozen=True, slots=True)
class Combine:
    """`with`: the elements of both, once each; `without`: of the left that are not in the right. Either side may be one thing."""

    type: Type
    op: Literal["with", "without"]
    left: Expr
    right: Expr


# ---------------------------------------------------------------- expressions: combos


@dataclass(frozen=True, slots=True)
class Melds:
    """All melds of a combo that some of the cards make; of a split combo: the best arrangement's melds."""

    type: Type
    combo: str
    cards: Expr


@dataclass(frozen=True, slots=True)
class IsCombo:
    """Do the cards (or the meld) make exactly one meld of the combo?"""

    type: Type
    combo: str
    cards: Expr


@dataclass(frozen=True, slots=True)
class Fits:
    type: Type
    card: Expr
    spot: Expr


# ---------------------------------------------------------------- expressions: operators


@dataclass(frozen=True, slots=True)
class Not:
    type: Type
    operand: Expr


@dataclass(frozen=True, slots=True)
class Logic:
    type: Type
    op: Literal["and", "or"]
    operands: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Same:
    """Equality of two values of one type; cards: the same physical card. Nothing equals only nothing."""

    type: Type
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class IsKind:
    """Is the card one of these kinds (`card is QS`)?"""

    type: Type
    card: Expr
    notations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HasKind:
    """Is a card of this kind in the collection (`2C in hand`)?"""

    type: Type
    notation: str
    cards: Expr


@dataclass(frozen=True, slots=True)
class Within:
    """Is the value in the collection? The collection may be a Span or ListOf; one value stands for itself."""

    type: Type
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Order:
    """Order of numbers or of one enumeration's values; false if either is nothing."""

    type: Type
    op: Literal["<", "<=", ">", ">="]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Whole numbers; `div` and `mod` round towards minus infinity, by nought gives nothing; nothing is contagious."""

    type: Type
    op: Literal["+", "-", "*", "div", "mod"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Negative:
    type: Type
    operand: Expr


@dataclass(frozen=True, slots=True)
class IfThenElse:
    type: Type
    condition: Expr
    then: Expr
    otherwise: Expr


Expr = (
    Constant | Nothing | KindLiteral | Local | OptionValue | Players | Teams | Deck | Values | VariableValue | ZoneContents
    | TableValue | Defined | StageCount | NextActor | Direction | Attribute | CardFact | RoleAttribute | MeldFact | Neighbour
    | TeamOf | Members | Map | Filter | Exists | Count | IsEmpty | Sum | ExtremeValue | ExtremeThing | Pick | TopSome | ListOf
    | Span | Combine | Melds | IsCombo | Fits | Not | Logic | Same | IsKind | HasKind | Within | Order | Arithmetic | Negative
    | IfThenElse
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of several that must all hold. `path` names it: `moves.go_out.when.all_melded` (or `…when.1`).

    `mentions`: the slots of choices it reads. `text`: the sentence as written.
    """

    path: str
    expr: Expr
    mentions: tuple[int, ...]
    text: str
    where: Where | None


# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class ZoneTarget:
    """A zone to move to."""

    name: str
    subject: Expr | None


@dataclass(frozen=True, slots=True)
class SpotTarget:
    spot: Expr


@dataclass(frozen=True, slots=True)
class Move:
    """Move a card, cards, a meld or melds; nothing moves nothing. Cards go one after another, each on top of the last."""

    what: Expr
    to: ZoneTarget | SpotTarget
    where: Where | None


@dataclass(frozen=True, slots=True)
class Shuffle:
    zone: ZoneTarget
    where: Where | None


@dataclass(frozen=True, slots=True)
class Reveal:
    cards: Expr
    where: Where | None


@dataclass(frozen=True, slots=True)
class Hide:
    cards: Expr
    where: Where | None


@dataclass(frozen=True, slots=True)
class SetVariable:
    """`subject` may be many: then the variable of each is set."""

    name: str
    subject: Expr | None
    value: Expr
    where: Where | None


@dataclass(frozen=True, slots=True)
class AddToVariable:
    """Nothing adds nothing; nothing counts as 0 in the target. `subject` may be many."""

    name: str
    subject: Expr | None
    amount: Expr
    where: Where | None


@dataclass(frozen=True, slots=True)
class SetNext:
    """Who performs the innermost going-round stage next."""

    player: Expr
    where: Where | None


@dataclass(frozen=True, slots=True)
class SetDirection:
    value: Expr
    where: Where | None


@dataclass(frozen=True, slots=True)
class Let:
    slot: int
    name: str
    value: Expr
    where: Where | None


@dataclass(frozen=True, slots=True)
class EndStage:
    """The present performance of the enclosing stage stops; its `end` list still runs."""

    stage: str
    where: Where | None


@dataclass(frozen=True, slots=True)
class Branch:
    condition: Expr | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class If:
    branches: tuple[Branch, ...]
    where: Where | None


@dataclass(frozen=True, slots=True)
class ForEach:
    """The collection is evaluated once, before the first element."""

    collection: Expr
    slot: int
    body: tuple[Statement, ...]
    where: Where | None


@dataclass(frozen=True, slots=True)
class Ask:
    """The acting seat chooses in the middle of a list; if nothing can be chosen the rest of the list is skipped."""

    choices: tuple[Choice, ...]
    where: Where | None


@dataclass(frozen=True, slots=True)
class Labelled:
    name: str
    body: tuple[Statement, ...]


Statement = (
    Move | Shuffle | Reveal | Hide | SetVariable | AddToVariable | SetNext | SetDirection | Let | EndStage | If | ForEach | Ask
    | Labelled
)  # fmt: skip


# ---------------------------------------------------------------- declarations

Texts = tuple[tuple[str, str], ...]
"""Words by language: (("en", "…"), ("fr", "…"))."""


@dataclass(frozen=True, slots=True)
class Enumeration:
    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """`low` and `high` bound a number (None: no bound), `among` lists its values if only these may be (`11/1`); an enumeration
    has its values in `type.enum`; truth is no or yes."""

    name: str
    type: Type
    low: Expr | None
    high: Expr | None
    default: Expr
    needs: tuple[Condition, ...]
    title: Texts
    where: Where | None
    among: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CardAttribute:
    """`type` is number or an enumeration. `order`, if given, lists the places of a value in sequence order (as combos use it)."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Kind:
    """What a card is. `values` are parallel to the attributes: numbers, or indices into enumerations, None where it has none.

    Kinds are listed with the first attribute varying slowest (ranks, then suits within a rank).
    """

    notation: str
    values: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Cards:
    """`copies` (per kind; slot 1 a card of it) times `packs` of every kind. `wild`: is the card in slot 1 wild?"""

    attributes: tuple[CardAttribute, ...]
    kinds: tuple[Kind, ...]
    copies: Expr
    packs: Expr
    wild: Expr | None


@dataclass(frozen=True, slots=True)
class Zone:
    name: str
    per: Literal["table", "player", "team"]
    form: Literal["pile", "set", "row", "slot", "melds"]
    seen: Literal["nobody", "owner", "team", "others", "everyone"]
    top_only: bool
    title: Texts
    where: Where | None


@dataclass(frozen=True, slots=True)
class Variable:
    """`life`: "" for the whole game, else the stage or zone in whose performance or stay it lives.

    `start` has slot 0 `me` and slot 1 the subject. `optional`: may be nothing. `seen`: who knows its value.
    """

    name: str
    per: Literal["table", "player", "team", "card"]
    type: Type
    optional: bool
    life: str
    start: Expr
    seen: Literal["nobody", "owner", "team", "others", "everyone"]
    title: Texts
    where: Where | None


@dataclass(frozen=True, slots=True)
class Row:
    """`keys`: the values of the key it stands for, as numbers or indices; None: every other."""

    keys: tuple[int, ...] | None
    value: Expr


@dataclass(frozen=True, slots=True)
class Table:
    """Slot 0 `me`, slot 1 the subject, in `key` and in the rows' values."""

    name: str
    subject: Type | None
    type: Type
    key: Expr
    rows: tuple[Row, ...]
    where: Where | None


@dataclass(frozen=True, slots=True)
class Definition:
    """Slot 0 `me`, slot 1 the subject."""

    name: str
    subject: Type | None
    type: Type
    body: Expr
    where: Where | None


@dataclass(frozen=True, slots=True)
class SequencePlaces:
    """For each value of the attribute, the places it may take (an ace at both ends has two); `condition` None: always.

    Alternatives are tried in order; the first whose condition (over options) holds counts.
    """

    condition: Expr | None
    places: tuple[tuple[int, ...], ...]
    length: int


@dataclass(frozen=True, slots=True)
class Pattern:
    """A combo by its demands. `smallest` and `largest` are fixed once options are bound. `wild_most` None, or the value
    nothing: any number.

    `wild_most` may read slot 1, a meld of which only `count of naturals` may be asked.
    """

    name: str
    same: tuple[str, ...]
    different: str | None
    along: str | None
    sequence: tuple[SequencePlaces, ...]
    smallest: Expr
    largest: Expr | None
    wild_most: Expr | None
    where: Where | None


@dataclass(frozen=True, slots=True)
class Either:
    name: str
    parts: tuple[str, ...]
    where: Where | None


@dataclass(frozen=True, slots=True)
class Split:
    """The disjoint melds that leave the least sum of `least` (slot 1 a card), then the fewest cards."""

    name: str
    parts: tuple[str, ...]
    least: Expr
    where: Where | None


Combo = Pattern | Either | Split


@dataclass(frozen=True, slots=True)
class Choice:
    """From `low` to `high` elements (`high` None: no end) of `collection` for which all `filters` hold.

    `slot` holds the candidate while filters are tested, then what was chosen: one thing if `single`, else a list.
    """

    name: str
    slot: int
    type: Type
    single: bool
    low: Expr
    high: Expr | None
    collection: Expr
    filters: tuple[Condition, ...]
    if_possible: bool


@dataclass(frozen=True, slots=True)
class MoveRule:
    """`slots`: how many locals its lists and conditions need."""

    name: str
    choices: tuple[Choice, ...]
    conditions: tuple[Condition, ...]
    do: tuple[Statement, ...]
    slots: int
    title: Texts
    where: Where | None


@dataclass(frozen=True, slots=True)
class Actors:
    players: Expr
    start: Expr | None
    at_once: bool


@dataclass(frozen=True, slots=True)
class Stage:
    """`name` is unique in the ruleset; `path` is `play.round.turn`. `otherwise`: the `else` list of a stage without a legal move."""

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


@dataclass(frozen=True, slots=True)
class Trigger:
    """`each`: the things it is tried for, in slot 1."""

    name: str
    each: Expr | None
    conditions: tuple[Condition, ...]
    do: tuple[Statement, ...]
    slots: int
    where: Where | None


@dataclass(frozen=True, slots=True)
class Result:
    """`scores` (slot 1 a player): the first decides, the next break ties. `losers`: players who have lost, if the rules name any."""

    scores: tuple[Expr, ...]
    best: Literal["highest", "lowest"]
    losers: Expr | None
    where: Where | None


@dataclass(frozen=True, slots=True)
class Clause:
    id: str
    book: str
    place: str
    kind: Literal["rule", "table", "example", "advice", "flavour"]
    text: Texts


@dataclass(frozen=True, slots=True)
class Ruling:
    id: str
    text: Texts


@dataclass(frozen=True, slots=True)
class Because:
    """A part of the ruleset, by path, and the clauses and rulings it comes from."""

    path: str
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """`thing` = `contents` in a scenario, both as written.

    `expr`: what the thing means, with the seats of the scenario in slots 1, 2, …; None for what is said of the whole
    game (`at`, `winners`, …).
    """

    thing: str
    contents: str
    where: Where | None
    expr: Expr | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """What a seat plays, or cannot play, perhaps for a named reason."""

    seat: str
    action: str
    cannot: bool
    reason: str
    where: Where | None


@dataclass(frozen=True, slots=True)
class Now:
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    name: str
    seats: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    given: tuple[Fact, ...]
    chance: tuple[str, ...]
    then: tuple[Said | Now, ...]
    sources: tuple[str, ...]
    where: Where | None


@dataclass(frozen=True, slots=True)
class Rules:
    """A whole ruleset, checked. `players`: the legal numbers of them. `teams`: how many teams (None: each player is one)."""

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
