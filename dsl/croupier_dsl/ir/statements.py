"""Statements: the actions of sentences; and choices, which a move or a statement may ask for.

`path` is what each is called by: `analysis.ids` says it when rules are made, and whatever is made of them keeps it.
"""

from __future__ import annotations

from croupier_dsl.classes import frozen
from croupier_dsl.ir.expressions import Expr
from croupier_dsl.ir.types import Type, Where, identity


@frozen
class Condition:
    """One condition of several that must all hold. `path` names it: `moves.go_out.when.all_melded` (or `…when.1`).

    `mentions`: the slots of choices it reads. `text`: the sentence as written.
    """

    path: str
    expr: Expr
    mentions: tuple[int, ...]
    text: str
    where: Where | None


@frozen
class Choice:
    """From `low` to `high` elements (`high` None: no end) of `collection` for which all `filters` hold.

    `slot` holds the candidate while filters are tested, then the choice: one thing if `single`, else a list.
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
    where: Where | None = None
    path: str = identity()


@frozen
class ZoneTarget:
    """A zone to move to; with `bottom`, below the cards of the pile, with `under` below this number of them.

    `subject` may be many: then cards are dealt round their zones, one to each in turn, in the order of play from the
    player `start` if there is one.
    """

    name: str
    subject: Expr | None
    bottom: bool = False
    start: Expr | None = None
    under: Expr | None = None

    @property
    def round(self) -> bool:
        """Return whether cards are dealt round several zones."""
        return self.subject is not None and self.subject.type.many

    @property
    def lower(self) -> bool:
        """Return whether cards go below others of a pile."""
        return self.bottom or self.under is not None


@frozen
class SpotTarget:
    spot: Expr


@frozen
class Move:
    """Move a card, cards, a meld or melds.

    None moves nothing. Cards go one after another, each on top of the last, also if others are on top of them.
    """

    what: Expr
    to: ZoneTarget | SpotTarget
    where: Where | None
    path: str = identity()


@frozen
class Shuffle:
    zone: ZoneTarget
    where: Where | None
    path: str = identity()


@frozen
class Reveal:
    cards: Expr
    where: Where | None
    path: str = identity()


@frozen
class Hide:
    cards: Expr
    where: Where | None
    path: str = identity()


@frozen
class Show:
    """These players see the cards for a moment, in their place, and know them from then on."""

    cards: Expr
    players: Expr
    where: Where | None
    path: str = identity()


@frozen
class Swap:
    """Two cards change places, wherever they are; if one is none, neither moves."""

    one: Expr
    other: Expr
    where: Where | None
    path: str = identity()


@frozen
class SetVariable:
    """`subject` may be many: then the variable of each is set."""

    name: str
    subject: Expr | None
    value: Expr
    where: Where | None
    path: str = identity()


@frozen
class AddToVariable:
    """Nothing adds nothing; nothing counts as 0 in the target. `subject` may be many."""

    name: str
    subject: Expr | None
    amount: Expr
    where: Where | None
    path: str = identity()


@frozen
class SetNext:
    """Set the next player of the innermost turn loop."""

    player: Expr
    where: Where | None
    path: str = identity()


@frozen
class SetDirection:
    value: Expr
    where: Where | None
    path: str = identity()


@frozen
class Let:
    slot: int
    name: str
    value: Expr
    where: Where | None
    path: str = identity()


@frozen
class EndStage:
    """The present performance of the enclosing stage stops; its `end` list still runs."""

    stage: str
    where: Where | None
    path: str = identity()


@frozen
class Branch:
    condition: Expr | None
    body: tuple[Statement, ...]
    path: str = identity()


@frozen
class If:
    branches: tuple[Branch, ...]
    where: Where | None
    path: str = identity()


@frozen
class ForEach:
    """The collection is evaluated once, before the first element.

    `at_once`: what the moves in the body name is settled for every element before any card leaves; then all these cards
    are picked up, and put down in the order of the elements.
    """

    collection: Expr
    slot: int
    body: tuple[Statement, ...]
    where: Where | None
    at_once: bool = False
    path: str = identity()


@frozen
class Ask:
    """The acting seat chooses in the middle of a list; if nothing can be chosen the rest of the list is skipped."""

    choices: tuple[Choice, ...]
    where: Where | None
    path: str = identity()


@frozen
class Perform:
    """An effect: what it does, as if its statements stood here.

    `body` is that, its locals numbered higher by `offset`; of an effect about something within a `ForEach`, or after a
    `Let` where that is a collection.
    """

    name: str
    offset: int
    body: tuple[Statement, ...]
    where: Where | None
    path: str = identity()

    @property
    def about(self) -> Expr | None:
        """Return the subject of the effect, of which each is used in turn if it has several."""
        match self.body:
            case (ForEach(collection=value, slot=slot), *_) | (Let(value=value, slot=slot), *_) if (
                slot == self.offset + 1
            ):
                return value
        return None

    @property
    def does(self) -> tuple[Statement, ...]:
        """Return the statements of the effect itself."""
        if self.about is None:
            return self.body
        first = self.body[0]
        return first.body if isinstance(first, ForEach) else self.body[1:]


@frozen
class Labelled:
    name: str
    body: tuple[Statement, ...]
    path: str = identity()

    @property
    def where(self) -> Where | None:
        """Return None: the statements inside have places of their own."""
        return None


Statement = (
    Move
    | Shuffle
    | Reveal
    | Hide
    | Show
    | Swap
    | SetVariable
    | AddToVariable
    | SetNext
    | SetDirection
    | Let
    | EndStage
    | If
    | ForEach
    | Ask
    | Perform
    | Labelled
)
