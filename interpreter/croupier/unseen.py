"""The edge of what a seat can work out for itself: chance, and cards that are shown to it for the first time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from croupier.events import MOVED, REVEALED, SHUFFLED

if TYPE_CHECKING:
    from croupier.state import State


class Unforeseen(Exception):
    """What would come next depends on something that the seat cannot know."""


class NoChance:
    """Chance in an imagined game: nobody knows what it would say."""

    position: ClassVar[dict[str, object]] = {}

    def below(self, count: int) -> int:
        raise Unforeseen

    def shuffle(self, cards: Sequence[int]) -> list[int]:
        raise Unforeseen

    def next_result(self) -> object | None:
        raise Unforeseen

    def copy(self) -> Self:
        return self


class Lookout:
    """Watches an imagined game; Unforeseen as soon as a card is shown to the seat that it could not make out."""

    __slots__ = ("bit", "mark", "unknown")

    def __init__(self, s: State, seat: int) -> None:
        self.unknown = set(s.unknown or ())
        self.bit = 1 << seat
        self.mark = len(s.log)

    def __call__(self, s: State) -> None:
        for note in s.log.since(self.mark):
            shown = note[0] == REVEALED or (note[0] == MOVED and note[6] & self.bit)
            if shown and note[1] in self.unknown:
                raise Unforeseen
            if note[0] == SHUFFLED:
                self.unknown.update(s.zones[note[1]])
        self.mark = len(s.log)
