"""Expressions: what a sentence is worth. Each carries its type."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from croupier_dsl.ir.types import Type

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
    """A state variable; `subject` is the player, team or card it belongs to, or the key that it is one of."""

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
class Keyed:
    """Which of the zones, or of the values of a variable, that have this name: the one of a number or word, `row of 2`,
    of an `owner` if they have any. Stands for the subject of what reads or changes them; nothing out of the keys."""

    type: Type
    name: str
    key: Expr
    owner: Expr | None


def owner_of(subject: Expr | None) -> Expr | None:
    """Whose a zone or variable is; a key is nobody."""
    return subject.owner if isinstance(subject, Keyed) else subject


@dataclass(frozen=True, slots=True)
class TableValue:
    """`further`: the one thing more that it is looked up for, where the table takes one."""

    type: Type
    name: str
    subject: Expr | None
    further: Expr | None = None


@dataclass(frozen=True, slots=True)
class Defined:
    """The value of a definition for a subject, and for one thing more where it takes one."""

    type: Type
    name: str
    subject: Expr | None
    further: Expr | None = None


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
    """owner (player), revealed (truth), wild (truth), meld, spot (in a meld or a row), role (card kind), place (number,
    in a run or a row) of a card."""

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
    """cards, wilds, naturals (many card) of a meld."""

    type: Type
    fact: Literal["cards", "wilds", "naturals"]
    meld: Expr


@dataclass(frozen=True, slots=True)
class Spots:
    """Of a meld, where it is open; of a zone that is a row, all its places, those where cards lie too."""

    type: Type
    of: Expr


@dataclass(frozen=True, slots=True)
class SpotFact:
    """card (what lies there, if anything), empty (truth), place, line, column (numbers), neighbours (many spot)."""

    type: Type
    fact: Literal["card", "empty", "place", "line", "column", "neighbours"]
    spot: Expr


@dataclass(frozen=True, slots=True)
class SeatNumber:
    """The number of a player's seat, from 1."""

    type: Type
    player: Expr


@dataclass(frozen=True, slots=True)
class Neighbour:
    """`successor`: who comes after the player in the innermost stage around that goes round."""

    type: Type
    side: Literal["left", "right", "across", "successor"]
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
class Best:
    """The `count` elements whose `key` is highest or lowest, the best first; of equals the first in the collection's
    order. Those whose key is nothing are passed over."""

    type: Type
    which: Literal["highest", "lowest"]
    count: Expr
    collection: Expr
    slot: int
    key: Expr


Each = Map | Filter | Exists | ExtremeThing | Best
"""What asks something of each element of its `collection`, which stands in its `slot` meanwhile."""


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
    """`with`: the elements of both, once each.

    `without`: of the left that are not in the right. Either side may be one thing.
    """

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
    arms: tuple[str, str] = field(default=("", ""), compare=False)  # the paths of both; "": not written as an arm


Expr = (
    Constant | Nothing | KindLiteral | Local | OptionValue | Players | Teams | Deck | Values | VariableValue
    | ZoneContents | Keyed | TableValue | Defined | StageCount | NextActor | Direction | Attribute | CardFact
    | RoleAttribute | MeldFact | Spots | SpotFact | Neighbour | SeatNumber | TeamOf | Members | Map | Filter | Exists
    | Count | IsEmpty | Sum | ExtremeValue | ExtremeThing | Best | Pick | TopSome | ListOf | Span | Combine | Melds
    | IsCombo | Fits | Not | Logic | Same | IsKind | HasKind | Within | Order | Arithmetic | Negative | IfThenElse
)  # fmt: skip
