"""Melds as shapes: those that lie on the table, and those that have been listed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TypeVar

from croupier.lowering.counting import Counting
from croupier.lowering.kernel import NIL, Unlowered
from croupier.lowering.shapes import (
    Alike,
    FoundMelds,
    InMeld,
    Kept,
    Laid,
    Meld,
    One,
    Place,
    Several,
    Shape,
    StoredMelds,
    places,
)
from croupier_dsl import ir

Body = Callable[[Shape], None]
Found = TypeVar("Found")


class Melds(Counting):
    """The part of the lowering that knows what is in a meld. `lies_asked`: are the cards of one on the table gone
    through in their order?"""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.lies_asked = False

    @abstractmethod
    def stored_melds(self, shape: Shape) -> FoundMelds | StoredMelds:
        """Melds put down."""

    @abstractmethod
    def cast_in(self, meld: Shape | None) -> AbstractContextManager[None]:
        """Meanwhile the cards of a meld are cast in it."""

    @abstractmethod
    def under_name(self, found: Found) -> Found:
        """A value under a name, or as it is if it is none."""

    @abstractmethod
    def casts(self, expr: ir.Expr | ir.Table) -> bool:
        """Does it ask what cards stand for?"""

    @abstractmethod
    def about_each(self, collection: Shape, expr: ir.Expr, body: Callable[[Shape], Found]) -> Callable[[Shape], Found]:
        """What is said of each of a collection, with what has to be cast for it."""

    @abstractmethod
    def wild(self) -> str:
        """The cards that are wild now, as a set."""

    @abstractmethod
    def mask(self, shape: Shape) -> str:
        """The cards of a card, a meld or a collection of either, as a set."""

    def kinds(self) -> tuple[str, str]:
        """Tables: the set of the cards of each kind, and the kind of each card."""
        of = self.program.kind_of
        sets = [0] * len(self.program.kinds)
        for card, kind in enumerate(of):
            sets[kind] |= 1 << card
        return self.table(sets, "m_"), self.table(of)

    def meld_found(self, number: str, at: tuple[Place, ...] | None, *, nil: bool = False) -> Meld:
        """A meld that has been listed, by its number."""
        if not nil:
            return Meld(f"Gm_meld[{number}]", at, f"G_follows[{number}]", number)
        cards = self.let("0", "m_")
        with self.block(f"if {number} != {NIL}:"):
            self.line(f"{cards} = Gm_meld[{number}]")
        return Meld(cards, at, f"G_follows[{number}]", number, True)

    def in_meld(self, shape: InMeld, body: Body) -> None:
        """The cards of a meld as they have been listed; of one that lies on the table by place, kind, and those that
        stand for themselves first."""
        meld, kind_of = shape.meld, self.kinds()[1]

        def one(card: str, role: str) -> None:
            test = "1"
            if shape.only:
                stands_in = f"({self.atom(self.wild(), 'm_')} & BIT({card})) != 0 and {role} != {kind_of}[{card}]"
                test = f"({stands_in})" if shape.only == "wilds" else f"(not ({stands_in}))"
            with self.block(f"if {test}:"):
                body(One(card, at=meld.at))

        if meld.found:
            i = self.name("i")
            with self.block(f"if {meld.text} != 0:"):
                with self.block(f"for {i} in range(G_from[{meld.found}], G_upto[{meld.found}]):"):
                    one(self.let(f"G_card[{i}]", "c"), f"G_stands[{i}]")
            return
        self.lies_asked = True
        left = self.let(meld.text, "m_")
        with self.block(f"while {left} != 0:"):
            found = self.let(f"first_lying(S, {left})", "c")
            self.line(f"{left} = {left} & ~BIT({found})")
            one(found, self.layout.cell("role", "", found))

    def of_melds(self, shape: Shape) -> bool:
        """Are the elements melds?"""
        match shape:
            case Meld() | Laid() | Alike() | FoundMelds() | StoredMelds():
                return True
            case Kept(inner=inner):
                return self.of_melds(inner)
            case Several(parts=parts):
                return any(map(self.of_melds, parts))
        return False

    def noting_melds(self, shape: Shape) -> tuple[Meld, Body]:
        """A meld, none as yet, and what makes it one of a collection of melds."""
        cards, pattern, number = self.let("0", "m_"), self.let("-1"), self.let(str(NIL))
        listed = self.are_listed(shape)

        def note(item: Shape) -> None:
            if not isinstance(item, Meld) or bool(item.found) is not listed:
                raise Unlowered("melds of which some lie on the table, and some do not")
            self.line(f"{cards} = {item.text}")
            self.line(f"{pattern} = {item.pattern}")
            if item.found:
                self.line(f"{number} = {item.found}")

        return Meld(cards, places(shape), pattern, number if listed else "", True), note

    def are_listed(self, shape: Shape) -> bool:
        """Have the melds been listed, rather than that they lie on the table?"""
        match shape:
            case Meld(found=found):
                return bool(found)
            case Kept(inner=inner):
                return self.are_listed(inner)
            case Several(parts=parts):
                return any(map(self.are_listed, parts))
        return isinstance(shape, FoundMelds | StoredMelds)

    def alike_melds(self, shape: Alike, body: Body) -> None:
        left = self.let(self.mask(shape.cards), "m_")
        with self.block(f"while POP({left}) >= {shape.size}:"):
            group = self.let(f"{left} & {shape.groups}[{shape.group_of}[LOW({left})]]", "m_")
            self.line(f"{left} = {left} & ~{group}")
            with self.block(f"if POP({group}) >= {shape.size}:"):
                body(Meld(self.let(f"m_lowest({group}, {shape.size})", "m_"), places(shape.cards), shape.pattern))
