"""Chance of a game in which hidden cards have changed places: it brings the same, but for which card is which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from croupier.base.events import Picked, Shown, Shuffled

if TYPE_CHECKING:
    from croupier.base.chance import Stream
    from croupier.base.events import Log
    from croupier.model.program import Program

Shuffle = tuple[int, ...] | None
"""The cards of a shuffle, bottom first; None for another event of chance."""


class Exchanged:
    """Chance as of a stream, but that from one event on (`since`, counted from 0) each shuffle brings what it brought
    in the game that was noted (`told`), with cards exchanged."""

    position: ClassVar[dict[str, object]] = {}

    def __init__(self, stream: Stream, told: Sequence[Shuffle], since: int, exchange: Mapping[int, int]) -> None:
        self.stream = stream
        self.told = told
        self.since = since
        self.exchange = exchange
        self.event = -1

    def next_result(self) -> None:
        """An event begins."""
        self.event += 1

    def below(self, count: int) -> int:
        return self.stream.below(count)

    def shuffle(self, cards: Sequence[int]) -> list[int]:
        order = self.stream.shuffle(cards)
        told = self.told[self.event] if self.since <= self.event < len(self.told) else None
        if told is None:
            return order
        exchanged = [self.exchange.get(card, card) for card in told]
        return exchanged if sorted(exchanged) == sorted(cards) else order

    def copy(self) -> Exchanged:
        twin = Exchanged(self.stream.copy(), self.told, self.since, self.exchange)
        twin.event = self.event
        return twin


def shuffles(log: Log) -> list[Shuffle]:
    """What each event of chance brought, if it was a shuffle."""
    notes = (note for note in log.notes() if isinstance(note, Shuffled | Picked))
    return [
        tuple(card for card in note.cards if card is not None) if isinstance(note, Shuffled) else None for note in notes
    ]


def unshown(program: Program, log: Log, seat: int) -> list[tuple[int, frozenset[int]]]:
    """Each shuffle by its number among the events of chance, with the cards of it that the seat has not been shown
    since."""
    found: list[tuple[int, set[int]]] = []
    numbers = iter([number for number, cards in enumerate(shuffles(log)) if cards is not None])
    for sight in log.sights():
        if isinstance(sight, Shuffled):
            seen = program.places[sight.place].viewers >> seat & 1
            found.append((next(numbers), {card for card in sight.cards if card is not None and not seen}))
        elif isinstance(sight, Shown) and sight.seats >> seat & 1:
            for _, cards in found:
                cards.discard(sight.card)
    return [(number, frozenset(cards)) for number, cards in found]
