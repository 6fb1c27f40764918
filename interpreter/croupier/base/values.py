"""Define the values that sentences evaluate to, and melds on a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from croupier.model.state import State

# The checker has proved what type each sentence has; the engine does not prove it again. A value is an int (number,
# player,
# team, card, index of an enumeration's value), a bool, None (nothing), a Meld, or a list of these.
Value: TypeAlias = Any
Env: TypeAlias = list[Any]
Sieve: TypeAlias = Callable[["State", Env], Callable[[int], bool] | None]
Fn: TypeAlias = Callable[["State", Env], Any]
# The elements of a collection one by one; some are computed on demand.
Elements: TypeAlias = Callable[["State", Env], Iterable[Value]]


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards that form a combo.

    `roles`: the kind that each represents, below 0 if that is open; `start`: the place of the first, from 0, -1 in a
    set; `gaps`: the places of a run that are empty because a card has just left them; `groups`: for a sequence of
    groups, the number of cards in each; the remaining cards are next to them.
    """

    combo: str
    cards: tuple[int, ...]
    roles: tuple[int, ...]
    start: int
    gaps: tuple[int, ...] = ()
    groups: tuple[int, ...] = ()

    def places(self) -> tuple[int, ...]:
        """Return the place of each card of a run in its sequence, from 0; -1 for every card of a set, and next to
        groups."""
        if self.start < 0:
            return (-1,) * len(self.cards)
        if self.groups:
            places = [self.start + at for at, number in enumerate(self.groups) for _ in range(number)]
            return (*places, *(-1,) * (len(self.cards) - len(places)))
        found: list[int] = []
        at = self.start
        for _ in self.cards:
            while at in self.gaps:
                at += 1
            found.append(at)
            at += 1
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for one card: in a meld on the table, or in a row.

    `place`: the zone, by the index of its place; `at`: the index in the row or the sequence, from 0, -1 in a set. For
    melds also: `anchor`: a card that identifies the meld; `holder`: the card in the spot, -1 without one; `role`: the
    kind that it was declared to represent, -1 if that is open.
    """

    place: int
    anchor: int
    at: int
    holder: int = -1
    role: int = -1


def cards_of(value: Value) -> list[int]:
    """Return the cards of a card, a meld, nothing, or a collection of these."""
    if value is None:
        return []
    if isinstance(value, int):
        return [value]
    if isinstance(value, Meld):
        return list(value.cards)
    found: list[int] = []
    for item in value:
        if isinstance(item, Meld):
            found.extend(item.cards)
        elif item is not None:
            found.append(item)
    return found


def as_list(value: Value) -> list[Value]:
    """Return one value as a list of one, None as an empty list."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]
