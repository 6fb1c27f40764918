"""Represent values during lowering: kernel text for one value, or the shape of a collection.

Collections are never built: a shape can be gone through, counted, searched and turned into a set of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from typing import TypeAlias

from croupier_dsl import frozen

Place = tuple[str, str | None]
"""A zone and whose: the text of the subject, None of a zone of the table. ("", None) is out of play."""


@frozen
class One:
    """One value. `nil`: whether it may be nothing; `at`: for a card, the places where it may be, None if unknown;
    `top`: whether it is the last card of its only place; `veiled`: whether a seat that imagines it may not know it."""

    text: str
    nil: bool = False
    at: tuple[Place, ...] | None = None
    top: bool = False
    veiled: bool = False


@frozen
class Cards:
    """Sets of cards, one after the other, each in the order of one place, lowest first. `whole`: all cards there;
    `by_kind`: in the order of choices, by kind and only then by place."""

    parts: tuple[tuple[str, Place | None], ...]
    whole: bool = False
    by_kind: bool = False

    @property
    def mask(self) -> str:
        return join(text for text, _ in self.parts)


@frozen
class Row:
    """The cards of a pile or row in their order."""

    place: Place


@frozen
class Top:
    """The top `count` cards of a pile, the top one first."""

    row: Row
    count: str


@frozen
class Span:
    """Numbers from `low` up to but not including `end`."""

    low: str
    end: str


@frozen
class Seats:
    """Numbers as bits of one number, lowest first."""

    text: str


@frozen
class Several:
    """Values and collections, one after the other."""

    parts: tuple[Shape, ...]


@frozen
class Stored:
    """Values stored in a scratch array, in order. `at`: for cards, where they may be."""

    array: str
    count: str
    at: tuple[Place, ...] | None = None


@frozen
class Listed:
    """Values stored in the position: the cell `at` has their number, then they follow in order. `veiled`: whether a
    seat that imagines them may not know them."""

    at: str
    veiled: bool = False


@frozen
class Kept:
    """The elements of a collection that pass a test; `mask`: the same test as a set of cards, if there is one."""

    inner: Shape
    test: Callable[[Shape], str]
    mask: str = ""


@frozen
class Made:
    """The values that `make` gives for each element of a collection: single ones or collections. `whole`: all cards of
    melds; `casts`: whether the cards of each element, a meld, are cast in it meanwhile; `melds`: whether melds are
    made."""

    inner: Shape
    make: Callable[[Shape], Shape]
    at: tuple[Place, ...] | None = field(default=None)
    whole: bool = False
    casts: bool = False
    melds: bool = False


@frozen
class Meld:
    """One meld: the set of its cards, empty for none. `at`: where they may be; `pattern`: its pattern; `found`: its
    number among listed melds, empty for one on the table; `nil`: whether it may be none."""

    text: str
    at: tuple[Place, ...] | None
    pattern: str
    found: str = ""
    nil: bool = False


@frozen
class InMeld:
    """The cards of one meld in order: along a run, by kind in a set. `only`: for a listed one, only its "wilds" or
    "naturals"."""

    meld: Meld
    only: str = ""


@frozen
class Laid:
    """The melds in a place, each a set of cards."""

    place: Place


@frozen
class FoundMelds:
    """Listed melds: `count` of them from number `low` on. `held`, `noted`: the cards that they are made of, and those
    that go before their copies."""

    low: str
    count: str
    at: tuple[Place, ...] | None = None
    held: str = ""
    noted: tuple[str, ...] = ()


@frozen
class OpenSpots:
    """The spots where a meld on the table is open."""

    meld: Meld


@frozen
class StoredMelds:
    """Melds that have been listed, their numbers put down in a scratch array."""

    array: str
    count: str
    at: tuple[Place, ...] | None = None


@frozen
class Alike:
    """Melds of `size` cards, all of one group, lowest first: sets in a hand. `groups`, `group_of`: tables; `telling`:
    one card of each group held, as a set; `pattern`: their pattern."""

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
    """Return sets of cards as one."""
    found = [text for text in texts if text != "0"]
    return "(" + " | ".join(found) + ")" if len(found) > 1 else found[0] if found else "0"


def places(shape: Shape) -> tuple[Place, ...] | None:
    """Return the places where the cards of a shape may be; None if unknown."""
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
