"""What a sentence comes to while it is lowered: text of the kernel for one value, or the shape of a collection.

Collections are never built: a shape knows how to be gone through, counted, searched and turned into a set of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

Place = tuple[str, str | None]
"""A zone and whose: the text of the subject, None of a zone of the table. ("", None) is out of play."""


@dataclass(frozen=True, slots=True)
class One:
    """One value. `nil`: may it be nothing? `at`: of a card, the places where it may lie; None if that is not known.
    `top`: it is the last of its one place. `veiled`: a seat that imagines it may not know it."""

    text: str
    nil: bool = False
    at: tuple[Place, ...] | None = None
    top: bool = False
    veiled: bool = False


@dataclass(frozen=True, slots=True)
class Cards:
    """Sets of cards, one after the other, each as it lies in one place, lowest first. `whole`: all that lies there;
    `by_kind`: their order is that of choices, by what they are and only then by place."""

    parts: tuple[tuple[str, Place | None], ...]
    whole: bool = False
    by_kind: bool = False

    @property
    def mask(self) -> str:
        return join(text for text, _ in self.parts)


@dataclass(frozen=True, slots=True)
class Row:
    """The cards of a pile or row in their order."""

    place: Place


@dataclass(frozen=True, slots=True)
class Top:
    """The top so many cards of a pile, the top one first."""

    row: Row
    count: str


@dataclass(frozen=True, slots=True)
class Span:
    """Numbers from `low` up to but not including `end`."""

    low: str
    end: str


@dataclass(frozen=True, slots=True)
class Seats:
    """Numbers as bits of one number, lowest first."""

    text: str


@dataclass(frozen=True, slots=True)
class Several:
    """Values and collections, one after the other."""

    parts: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Stored:
    """Values that have been put down in a scratch array, in their order. `at`: of cards, where they may lie."""

    array: str
    count: str
    at: tuple[Place, ...] | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """Values that stand in the position: in the cell `at` how many, then they in their order. `veiled`: a seat that
    imagines them may not know them."""

    at: str
    veiled: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """Those of a collection that pass a test; `mask`, where there is one: the same test as a set of cards."""

    inner: Shape
    test: Callable[[Shape], str]
    mask: str = ""


@dataclass(frozen=True, slots=True)
class Made:
    """What is made of each of a collection: a value or a collection. `whole`: of melds, all their cards; `casts`: are
    the cards of each, a meld, cast in it meanwhile? `melds`: is it melds that are made?"""

    inner: Shape
    make: Callable[[Shape], Shape]
    at: tuple[Place, ...] | None = field(default=None)
    whole: bool = False
    casts: bool = False
    melds: bool = False


@dataclass(frozen=True, slots=True)
class Meld:
    """One meld: the set of its cards, empty for none. `at`: where they may lie; `pattern`: which pattern it follows;
    `found`: its number among melds that have been listed, none of one that lies on the table; `nil`: may it be none?"""

    text: str
    at: tuple[Place, ...] | None
    pattern: str
    found: str = ""
    nil: bool = False


@dataclass(frozen=True, slots=True)
class InMeld:
    """The cards of one meld in their order: along a run, by kind in a set. `only`: of one that has been listed, its
    "wilds" or "naturals"."""

    meld: Meld
    only: str = ""


@dataclass(frozen=True, slots=True)
class Laid:
    """The melds that lie in a place, each a set of cards."""

    place: Place


@dataclass(frozen=True, slots=True)
class FoundMelds:
    """Melds that have been listed: so many from the number `low` on. `held`, `noted`: the cards that they are made of,
    and those that go before their copies."""

    low: str
    count: str
    at: tuple[Place, ...] | None = None
    held: str = ""
    noted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenSpots:
    """The spots where a meld on the table is open."""

    meld: Meld


@dataclass(frozen=True, slots=True)
class StoredMelds:
    """Melds that have been listed, their numbers put down in a scratch array."""

    array: str
    count: str
    at: tuple[Place, ...] | None = None


@dataclass(frozen=True, slots=True)
class Alike:
    """Melds of so many cards, all of one group, lowest first: a set in a hand. `groups`, `group_of`: tables; `telling`:
    cards of which a group that is held so far has one, as a set; `pattern`: which pattern they follow."""

    cards: Shape
    size: int
    groups: str
    group_of: str
    telling: str
    pattern: str


Shape: TypeAlias = (
    One
    | Cards
    | Row
    | Top
    | Span
    | Seats
    | Several
    | Stored
    | Listed
    | Kept
    | Made
    | Meld
    | InMeld
    | Laid
    | FoundMelds
    | OpenSpots
    | StoredMelds
    | Alike
)


InHand: TypeAlias = Meld | StoredMelds | FoundMelds
"""Melds that have been listed, if a meld has a number."""


def join(texts: Iterable[str]) -> str:
    """Sets of cards as one."""
    found = [text for text in texts if text != "0"]
    return "(" + " | ".join(found) + ")" if len(found) > 1 else found[0] if found else "0"


def places(shape: Shape) -> tuple[Place, ...] | None:
    """Where the cards of a shape may lie; None if that is not known."""
    match shape:
        case One(at=at) | Made(at=at) | Meld(at=at) | Stored(at=at) | StoredMelds(at=at) | FoundMelds(at=at):
            return at
        case Cards(parts=parts):
            found = [place for _, place in parts]
            return None if None in found else tuple(dict.fromkeys(place for place in found if place is not None))
        case Row(place=place) | Laid(place=place):
            return (place,)
        case Top(row=row):
            return (row.place,)
        case InMeld(meld=meld) | OpenSpots(meld=meld):
            return meld.at
        case Kept(inner=inner):
            return places(inner)
        case Alike(cards=cards):
            return places(cards)
        case Several(parts=several):
            known = [places(part) for part in several]
            if None in known:
                return None
            return tuple(dict.fromkeys(place for some in known if some for place in some))
    return None
