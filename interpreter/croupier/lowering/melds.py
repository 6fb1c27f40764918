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
    """The part of the lowering that knows what is in a meld."""

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

    def meld_found(self, number: str, at: tuple[Place, ...] | None, *, nil: bool = False) -> Meld:
        """A meld that has been listed, by its number."""
        if not nil:
            return Meld(f"Gm_meld[{number}]", at, f"G_follows[{number}]", number)
        cards, pattern = self.let("0", "m_"), self.let("-1")
        with self.block(f"if {number} != {NIL}:"):
            self.line(f"{cards} = Gm_meld[{number}]")
            self.line(f"{pattern} = G_follows[{number}]")
        return Meld(cards, at, pattern, number, True)

    def in_found(self, shape: InMeld, body: Body) -> None:
        """The cards of a meld as they have been listed."""
        meld, kind_of, i = shape.meld, self.kinds()[1], self.name("i")
        wild = self.atom(self.wild(), "m_") if shape.only else ""
        with self.block(f"if {meld.text} != 0:"):
            with self.block(f"for {i} in range(G_from[{meld.found}], G_upto[{meld.found}]):"):
                card = self.let(f"G_card[{i}]", "c")
                stands_in = f"({wild} & BIT({card})) != 0 and G_stands[{i}] != {kind_of}[{card}]"
                test = {"": "1", "wilds": stands_in, "naturals": f"not ({stands_in})"}[shape.only]
                with self.block(f"if {test}:"):
                    body(One(card, at=meld.at))

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
        cards = self.let(self.mask(shape.cards), "m_")
        left = self.let(f"{cards} & {shape.telling}", "m_")
        with self.block(f"while {left} != 0:"):
            group = self.let(f"{cards} & {shape.groups}[{shape.group_of}[LOW({left})]]", "m_")
            self.line(f"{left} = {left} & ~{group}")
            with self.block(f"if POP({group}) >= {shape.size}:"):
                body(Meld(self.let(f"m_lowest({group}, {shape.size})", "m_"), places(shape.cards), shape.pattern))
