"""Limits of a seat's foresight: chance, cards shown to it for the first time, and secret state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self, SupportsIndex

from croupier.base.events import Shown, Shuffled
from croupier.base.values import Value

if TYPE_CHECKING:
    from croupier.model.state import State


class Unforeseen(Exception):
    """Raised when the next event depends on something that the seat cannot know."""


class Blank(Unforeseen):
    """Raised when a test reads a card that has just been shown to the seat."""


class Unknown:
    """The type of the placeholder for a value that a seat may not know."""

    def __repr__(self) -> str:
        return "?"


UNKNOWN = Unknown()


class Veiled(list[Value]):
    """Values of which some are unknown to the imagining seat. Reading an unknown one raises Unforeseen; writing does
    not.

    Going through all of them does not read them; nor does `peek`.
    """

    def __getitem__(self, index: SupportsIndex) -> Value:  # type: ignore[override]  # of a slice nothing is read yet
        value = list.__getitem__(self, index)
        if isinstance(value, Unknown):
            raise Unforeseen
        return value

    def copy(self) -> Veiled:
        return Veiled(self)


def peek(values: list[Value], index: int) -> Value:
    """Return the value at an index, UNKNOWN included."""
    return list.__getitem__(values, index)


def veiled(values: list[Value]) -> list[Value]:
    """Return the values as a list that guards those that are unknown; the list itself if all are known."""
    return Veiled(values) if any(isinstance(value, Unknown) for value in values) else values


class NoChance:
    """Chance in an imagined game: every draw raises Unforeseen.

    A shuffle of blank cards only, those numbered from `beyond` on, changes nothing.
    """

    position: ClassVar[dict[str, object]] = {}

    def __init__(self, beyond: int | None = None) -> None:
        self.beyond = beyond

    def below(self, count: int) -> int:
        raise Unforeseen

    def shuffle(self, cards: Sequence[int]) -> list[int]:
        if self.beyond is None or any(card < self.beyond for card in cards):
            raise Unforeseen
        return list(cards)

    def next_result(self) -> object | None:
        if self.beyond is None:
            raise Unforeseen
        return None

    def copy(self) -> Self:
        return self


class Lookout:
    """Watches an imagined game; raises Unforeseen when a card is shown to the seat that it did not know."""

    __slots__ = ("bit", "mark", "unknown")

    def __init__(self, s: State, seat: int) -> None:
        self.unknown = set(s.unknown or ())
        self.bit = 1 << seat
        self.mark = s.log.sighted

    def __call__(self, s: State) -> None:
        if self.shown(s):
            raise Unforeseen

    def shown(self, s: State) -> set[int]:
        """Return the cards that were unknown to the seat and have been shown to it since the last call."""
        found: set[int] = set()
        for sight in s.log.sights(self.mark):
            if isinstance(sight, Shown) and sight.seats & self.bit and sight.card in self.unknown:
                found.add(sight.card)
            if isinstance(sight, Shuffled):
                self.unknown.update(s.zones[sight.place])
        self.mark = s.log.sighted
        return found
