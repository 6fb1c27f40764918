"""Chance of a game in which hidden cards have changed places: it brings the same, but for which card is which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, ClassVar, Self

from croupier.base.events import Shown, Shuffled
from croupier.base.values import cards_of

if TYPE_CHECKING:
    from croupier.base.chance import Stream
    from croupier.base.events import Log
    from croupier.model.program import Program

Shuffle = tuple[int, ...] | None
"""The cards of a shuffle, bottom first; None for another event of chance."""


class Noted:
    """Chance as of a stream. `brought`: what each event brought, if it was a shuffle."""

    position: ClassVar[dict[str, object]] = {}

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.brought: list[Shuffle] = []

    def next_result(self) -> None:
        """An event begins."""
        self.brought.append(None)

    def below(self, count: int) -> int:
        return self.stream.below(count)

    def shuffle(self, cards: Sequence[int]) -> list[int]:
        order = self.mixed(cards)
        self.brought[-1] = tuple(order)
        return order

    def mixed(self, cards: Sequence[int]) -> list[int]:
        """The cards in a new order."""
        return self.stream.shuffle(cards)

    def copy(self) -> Self:
        twin = copy(self)
        twin.stream, twin.brought = self.stream.copy(), [*self.brought]
        return twin


class Exchanged(Noted):
    """The same, but that from one event on (`since`, counted from 0) each shuffle brings what it brought in another
    game (`told`), with cards exchanged."""

    def __init__(self, stream: Stream, told: Sequence[Shuffle], since: int, exchange: Mapping[int, int]) -> None:
        super().__init__(stream)
        self.told = told
        self.since = since
        self.exchange = exchange

    def mixed(self, cards: Sequence[int]) -> list[int]:
        order, event = super().mixed(cards), len(self.brought) - 1
        told = self.told[event] if self.since <= event < len(self.told) else None
        if told is None:
            return order
        exchanged = [self.exchange.get(card, card) for card in told]
        return exchanged if sorted(exchanged) == sorted(cards) else order


def unshown(program: Program, log: Log, told: Sequence[Shuffle], seat: int) -> list[tuple[int, frozenset[int]]]:
    """Each shuffle by its number among the events of chance, with the cards of it that the seat has not been shown
    since."""
    found: list[tuple[int, set[int]]] = []
    numbers = iter([number for number, cards in enumerate(told) if cards is not None])
    for sight in log.sights():
        if isinstance(sight, Shuffled):
            seen = program.places[sight.place].viewers >> seat & 1
            found.append((next(numbers), set() if seen else {*cards_of([*sight.cards])}))
        elif isinstance(sight, Shown) and sight.seats >> seat & 1:
            for _, cards in found:
                cards.discard(sight.card)
    return [(number, frozenset(cards)) for number, cards in found]
