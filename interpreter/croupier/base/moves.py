"""Define moves as people and records know them: a name and choices in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload


@dataclass(frozen=True, slots=True)
class Move:
    """A move offered to a seat. `str(move)` is what a person types and a record stores: `throw_away card=7S`.

    `choices`: (name, value in words) in the order they are asked. A move is data: equal if it reads the same.
    """

    name: str
    choices: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return " ".join([self.name, *(f"{name}={value}" for name, value in self.choices)])

    def value(self, choice: str) -> str:
        """Return the value of one of its choices. Raises KeyError without such a choice."""
        return dict(self.choices)[choice]

    def to_json(self) -> dict[str, object]:
        """Return the move as one plain object."""
        return {"move": str(self), "name": self.name, "choices": dict(self.choices)}


class Moves(Sequence[Move]):
    """The legal moves of a seat, in canonical order; each is put into words only on access."""

    __slots__ = ("_made", "_spell")

    def __init__(self, count: int, spell: Callable[[int], Move]) -> None:
        self._made: list[Move | None] = [None] * count
        self._spell = spell

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice[int | None, int | None, int | None]) -> list[Move]: ...
    def __getitem__(self, index: int | slice[int | None, int | None, int | None]) -> Move | list[Move]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self._made)))]
        if index < 0:
            index += len(self._made)
        move = self._made[index]
        if move is None:
            move = self._made[index] = self._spell(index)
        return move

    def __iter__(self) -> Iterator[Move]:
        return (self[i] for i in range(len(self._made)))

    def place(self, move: Move) -> int | None:
        """Return the index of this very object among the moves that have been looked at; None for any other."""
        return next((i for i, made in enumerate(self._made) if made is move), None)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(list(self))


def next_words(move: Move, taken: tuple[tuple[str, str], ...]) -> list[str]:
    """Return the continuations of the choices so far towards this move.

    There is one, empty if they are complete, or none if they differ.
    """
    if len(taken) > len(move.choices):
        return []
    for i, (name, words) in enumerate(taken):
        wanted, value = move.choices[i]
        left = Counter(value.split())
        given = Counter(words.split())
        if name != wanted or given - left or (i + 1 < len(taken) and given != left):
            return []
        if i + 1 == len(taken) and given != left:
            return list(left - given)
    if len(taken) == len(move.choices):
        return [""]
    name, value = move.choices[len(taken)]
    return [f"{name}={word}" for word in dict.fromkeys(value.split())]
