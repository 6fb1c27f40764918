"""Combos: patterns of cards, choices between them, and the arrangement of cards into them."""

from __future__ import annotations

from croupier_dsl.classes import frozen
from croupier_dsl.ir.expressions import Expr
from croupier_dsl.ir.types import Where, identity


@frozen
class SequencePlaces:
    """The values of the attribute in order of place: numbers, or indices into its enumeration.

    A value may have several places, as an ace at both ends. `condition` None: always. Alternatives are tried in order;
    the first whose condition (over options) holds counts.
    """

    condition: Expr | None
    values: tuple[int, ...]
    path: str = identity()


@frozen
class Pattern:
    """A combo by its demands. `smallest` and `largest` are fixed once options are bound. `wild_most` None, or the value
    nothing: any number.

    `wild_most` may read slot 1, a meld of which only `count of naturals` is available. `declared`: whether a wild
    represents one kind when it is melded, even if several are possible. `whole` (slot 1 the cards): a condition on all
    its cards. `of`: the combo whose melds form the sequence; `smallest` and `largest` are then numbers of these;
    `beside`: the number of further cards for each of them, or, with `beside_of`, of melds of that combo.
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
    declared: Expr | None = None
    whole: Expr | None = None
    of: str = ""
    beside: Expr | None = None
    beside_of: str = ""

    @property
    def path(self) -> str:
        return f"combos.{self.name}"


@frozen
class Either:
    name: str
    parts: tuple[str, ...]
    where: Where | None

    @property
    def path(self) -> str:
        return f"combos.{self.name}"


@frozen
class Split:
    """The disjoint melds that leave the least sum of `least` (slot 1 a card), then the fewest cards."""

    name: str
    parts: tuple[str, ...]
    least: Expr
    where: Where | None

    @property
    def path(self) -> str:
        return f"combos.{self.name}"


Combo = Pattern | Either | Split
