"""Expressions: the values of sentences. Each carries its type."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from croupier_dsl.classes import frozen
from croupier_dsl.ir.types import Type

# ---------------------------------------------------------------- expressions: constants and names


@frozen
class Constant:
    """A number, a truth, or an enumeration's value by its index."""

    type: Type
    value: int | bool


@frozen
class Nothing:
    type: Type


@frozen
class KindLiteral:
    """A kind of card (`QS`, `joker`): only used in `IsKind` and on the right side of collections of kinds."""

    type: Type
    notation: str


@frozen
class Local:
    type: Type
    slot: int
    name: str


@frozen
class OptionValue:
    """Fixed when the rules are bound. An option of many values is a truth, a number or an enumeration's value."""

    type: Type
    name: str


@frozen
class Players:
    """All seats in seat order."""

    type: Type


@frozen
class Teams:
    type: Type


@frozen
class Deck:
    """Every card of the game, wherever it is."""

    type: Type


@frozen
class Values:
    """All values of an enumeration, as listed."""

    type: Type
    enum: str


@frozen
class VariableValue:
    """A state variable; `subject` is the player, team or card it belongs to, or the key that it is one of."""

    type: Type
    name: str
    subject: Expr | None


@frozen
class ZoneContents:
    """The cards of a zone (of a slot: its card or nothing; of melds: the melds)."""

    type: Type
    name: str
    subject: Expr | None


@frozen
class Keyed:
    """One of the zones of a name, or of the values of a variable, by its number or word, `row of 2`, and its `owner` if
    they have any.

    It is the subject of reads and assignments; none if the key is out of range.
    """

    type: Type
    name: str
    key: Expr
    owner: Expr | None


def number_in(expr: Expr | None) -> int | None:
    """Return the number of a constant; None for other expressions."""
    return int(expr.value) if isinstance(expr, Constant) else None


def owner_of(subject: Expr | None) -> Expr | None:
    """Return the owner of a zone or variable; a key is not an owner."""
    return subject.owner if isinstance(subject, Keyed) else subject


@frozen
class TableValue:
    """`further`: the second subject, for a table that takes one."""

    type: Type
    name: str
    subject: Expr | None
    further: Expr | None = None


@frozen
class Defined:
    """The value of a definition for a subject, and for a second subject if it takes one."""

    type: Type
    name: str
    subject: Expr | None
    further: Expr | None = None


@frozen
class StageCount:
    """The number of iterations of the stage begun within its parent's present one."""

    type: Type
    stage: str


@frozen
class NextActor:
    type: Type


@frozen
class Direction:
    """1 to the left (clockwise), -1 to the right."""

    type: Type


@frozen
class AllPassed:
    """In the `until` of a stage in which the first is served: did all pass in the performance that is just over?"""

    type: Type
    stage: str


# ---------------------------------------------------------------- expressions: of one thing


@frozen
class Attribute:
    """An attribute of a card: a number, or the index of an enumeration's value."""

    type: Type
    name: str
    card: Expr


@frozen
class CardFact:
    """owner (player), revealed (truth), wild (truth), meld, spot (in a meld or a row), role (card kind), place (number,
    in a run or a row) of a card."""

    type: Type
    fact: Literal["owner", "revealed", "wild", "meld", "spot", "role", "place"]
    card: Expr


@frozen
class RoleAttribute:
    """An attribute of the card that a melded card represents: `rank of role of card`."""

    type: Type
    name: str
    card: Expr


@frozen
class MeldFact:
    """cards, wilds, naturals (many card) of a meld."""

    type: Type
    fact: Literal["cards", "wilds", "naturals"]
    meld: Expr


@frozen
class Spots:
    """The open places of a meld; for a zone that is a row, all its places, including those with cards."""

    type: Type
    of: Expr


@frozen
class SpotFact:
    """card (the card there, if any), empty (truth), place, line, column (numbers), neighbours (many spot)."""

    type: Type
    fact: Literal["card", "empty", "place", "line", "column", "neighbours"]
    spot: Expr


@frozen
class SeatNumber:
    """The number of a player's seat, from 1."""

    type: Type
    player: Expr


@frozen
class Neighbour:
    """`successor`: the next player after this one in the innermost enclosing turn loop."""

    type: Type
    side: Literal["left", "right", "across", "successor"]
    player: Expr


@frozen
class TeamOf:
    type: Type
    player: Expr


@frozen
class Members:
    type: Type
    team: Expr


# ---------------------------------------------------------------- expressions: of collections


@frozen
class Map:
    """The property of many: `body` for each element, held in `slot`. Lists that `body` gives are joined."""

    type: Type
    collection: Expr
    slot: int
    body: Expr


@frozen
class Filter:
    """The elements for which `condition` holds; `if_possible`: all of them if it holds for none."""

    type: Type
    collection: Expr
    slot: int
    condition: Expr
    if_possible: bool


@frozen
class Exists:
    """Whether `condition` holds for at least one element."""

    type: Type
    collection: Expr
    slot: int
    condition: Expr


@frozen
class Count:
    type: Type
    collection: Expr


@frozen
class IsEmpty:
    """No elements; for a slot or an optional value: nothing there."""

    type: Type
    collection: Expr


@frozen
class Sum:
    type: Type
    collection: Expr


@frozen
class ExtremeValue:
    """The highest or lowest of values; none of none."""

    type: Type
    which: Literal["highest", "lowest"]
    collection: Expr


@frozen
class ExtremeThing:
    """The element whose `key` is highest or lowest; what is equal in it goes by the keys of `then`, one after another.
    The first of those that are equal in all, in the collection's order. A key that is none comes after every other;
    elements whose keys are all none are passed over."""

    type: Type
    which: Literal["highest", "lowest"]
    collection: Expr
    slot: int
    key: Expr
    then: tuple[Expr, ...] = ()

    @property
    def keys(self) -> tuple[Expr, ...]:
        """Return the keys, in the order in which they decide."""
        return (self.key, *self.then)


@frozen
class Best:
    """The `count` elements whose keys are highest or lowest, the best first; of equals the first in the collection's
    order. Without a count all that equal the best, in that order. Keys decide as in ExtremeThing."""

    type: Type
    which: Literal["highest", "lowest"]
    count: Expr | None
    collection: Expr
    slot: int
    key: Expr
    then: tuple[Expr, ...] = ()

    @property
    def keys(self) -> tuple[Expr, ...]:
        """Return the keys, in the order in which they decide."""
        return (self.key, *self.then)


Each = Map | Filter | Exists | ExtremeThing | Best
"""Expressions that evaluate a part for each element of their `collection`, which is in their `slot` meanwhile."""


@frozen
class Pick:
    """first, last, top (= last of a pile), bottom (= first), or a random element; none of an empty collection."""

    type: Type
    which: Literal["first", "last", "top", "bottom", "random"]
    collection: Expr


@frozen
class TopSome:
    """The top N cards of a pile, the top one first; fewer if there are fewer."""

    type: Type
    count: Expr
    collection: Expr


@frozen
class ListOf:
    """Several values written with `/`; each item is one value or a collection."""

    type: Type
    items: tuple[Expr, ...]


@frozen
class Span:
    """Numbers or ordered values from `low` to `high`, both included; `high` None: no end."""

    type: Type
    low: Expr
    high: Expr | None


@frozen
class Combine:
    """`with`: the elements of both, once each.

    `without`: elements of the left that are not in the right. Either side may be one thing.
    """

    type: Type
    op: Literal["with", "without"]
    left: Expr
    right: Expr


# ---------------------------------------------------------------- expressions: combos


@frozen
class Melds:
    """All melds of a combo that some of the cards make; of a split combo: the best arrangement's melds."""

    type: Type
    combo: str
    cards: Expr


@frozen
class IsCombo:
    """Whether the cards (or the meld) make exactly one meld of the combo."""

    type: Type
    combo: str
    cards: Expr


@frozen
class Fits:
    type: Type
    card: Expr
    spot: Expr


# ---------------------------------------------------------------- expressions: operators


@frozen
class Not:
    type: Type
    operand: Expr


@frozen
class Logic:
    type: Type
    op: Literal["and", "or"]
    operands: tuple[Expr, ...]


@frozen
class Same:
    """Equality of two values of one type; cards: the same physical card. Nothing equals only nothing."""

    type: Type
    left: Expr
    right: Expr


@frozen
class IsKind:
    """Whether the card has one of these kinds (`card is QS`)."""

    type: Type
    card: Expr
    notations: tuple[str, ...]


@frozen
class HasKind:
    """Whether the collection has a card of this kind (`2C in hand`)."""

    type: Type
    notation: str
    cards: Expr


@frozen
class Within:
    """Whether the value is in the collection, which may be a Span or ListOf.

    A single value counts as a collection of one.
    """

    type: Type
    left: Expr
    right: Expr


@frozen
class Order:
    """Order of numbers or of one enumeration's values; false if either is nothing."""

    type: Type
    op: Literal["<", "<=", ">", ">="]
    left: Expr
    right: Expr


@frozen
class Arithmetic:
    """Whole numbers.

    `div` and `mod` round towards minus infinity, division by zero is none; an operand that is none makes the result
    none.
    """

    type: Type
    op: Literal["+", "-", "*", "div", "mod"]
    left: Expr
    right: Expr


@frozen
class Negative:
    type: Type
    operand: Expr


@frozen
class IfThenElse:
    type: Type
    condition: Expr
    then: Expr
    otherwise: Expr
    arms: tuple[str, str] = field(default=("", ""), compare=False)  # the paths of both; "": not written as an arm


Expr = (
    Constant | Nothing | KindLiteral | Local | OptionValue | Players | Teams | Deck | Values | VariableValue
    | ZoneContents | Keyed | TableValue | Defined | StageCount | NextActor | Direction | AllPassed
    | Attribute | CardFact
    | RoleAttribute | MeldFact | Spots | SpotFact | Neighbour | SeatNumber | TeamOf | Members | Map | Filter | Exists
    | Count | IsEmpty | Sum | ExtremeValue | ExtremeThing | Best | Pick | TopSome | ListOf | Span | Combine | Melds
    | IsCombo | Fits | Not | Logic | Same | IsKind | HasKind | Within | Order | Arithmetic | Negative | IfThenElse
)  # fmt: skip
