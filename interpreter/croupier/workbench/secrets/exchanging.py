"""Chance for a game in which hidden cards have changed places: it gives the same results, with other cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, ClassVar, Self

from croupier.base.events import Picked, Shown, Shuffled
from croupier.base.values import cards_of

if TYPE_CHECKING:
    from croupier.base.chance import Stream
    from croupier.base.events import Log
    from croupier.model.program import Program

Brought = tuple[int, ...] | int | None
"""The result of a chance event: the cards of a shuffle, bottom first; the picked card; None for anything else."""


class Noted:
    """Chance as of a stream. `brought`: what each event brought, as far as it was a shuffle."""

    position: ClassVar[dict[str, object]] = {}

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.brought: list[Brought] = []

    def next_result(self) -> object:
        """Begin an event."""
        self.brought.append(None)
        return None

    def below(self, count: int) -> int:
        return self.stream.below(count)

    def shuffle(self, cards: Sequence[int]) -> list[int]:
        order = self.mixed(cards)
        self.brought[-1] = tuple(order)
        return order

    def mixed(self, cards: Sequence[int]) -> list[int]:
        """Return the cards in a new order."""
        return self.stream.shuffle(cards)

    def copy(self) -> Self:
        twin = copy(self)
        twin.stream, twin.brought = self.stream.copy(), [*self.brought]
        return twin


class Exchanged(Noted):
    """The same, but that from one event on (`since`, counted from 0) each shuffle and each pick of a card brings what
    it brought in another game (`told`), with cards exchanged. `notation`: what a card is called."""

    def __init__(
        self, stream: Stream, told: Sequence[Brought], since: int, exchange: Mapping[int, int],
        notation: Callable[[int], str],
    ) -> None:  # fmt: skip
        super().__init__(stream)
        self.told = told
        self.since = since
        self.exchange = exchange
        self.notation = notation

    def next_result(self) -> object:
        """Return the card that replaces the picked one."""
        event = len(self.brought)
        super().next_result()
        card = self.told[event] if self.since <= event < len(self.told) else None
        if not isinstance(card, int):
            return None
        self.stream.below(2)  # a pick takes a word of the stream, whatever it is a pick of
        return {"random": self.notation(self.exchange.get(card, card))}

    def mixed(self, cards: Sequence[int]) -> list[int]:
        order, event = super().mixed(cards), len(self.brought) - 1
        told = self.told[event] if self.since <= event < len(self.told) else None
        if not isinstance(told, tuple):
            return order
        exchanged = [self.exchange.get(card, card) for card in told]
        return exchanged if sorted(exchanged) == sorted(cards) else order


def brought(chance: Noted, log: Log) -> tuple[Brought, ...]:
    """Return the result of each chance event of a game, picks of cards included."""
    notes = (note for note in log.notes() if isinstance(note, Picked | Shuffled))
    picks = [note.value if isinstance(note, Picked) and note.type == "card" else None for note in notes]
    if len(picks) != len(chance.brought):
        return tuple(chance.brought)
    return tuple(pick if cards is None else cards for pick, cards in zip(picks, chance.brought, strict=True))


def unshown(program: Program, log: Log, told: Sequence[Brought], seat: int) -> list[tuple[int, frozenset[int]]]:
    """Return each shuffle by its number among the events of chance, with the cards of it that the seat has not been
    shown since.
    """
    found: list[tuple[int, set[int]]] = []
    numbers = iter([number for number, cards in enumerate(told) if isinstance(cards, tuple)])
    for sight in log.sights():
        if isinstance(sight, Shuffled):
            seen = program.places[sight.place].viewers >> seat & 1
            found.append((next(numbers), set() if seen else {*cards_of([*sight.cards])}))
        elif isinstance(sight, Shown) and sight.seats >> seat & 1:
            for _, cards in found:
                cards.discard(sight.card)
    return [(number, frozenset(cards)) for number, cards in found]
