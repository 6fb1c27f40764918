"""Continue many games of compiled rules at once: one call makes a decision in each, with numbers in and out."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from croupier.base.chance import Seed, word
from croupier.fast.stepped import FastGame, seed_of
from croupier.lowering.playouts import KEPT

if TYPE_CHECKING:
    from croupier.fast.engine import Engine


class FastGames(Sequence[FastGame]):
    """Games of one engine that are played together, each independently.

    `counts`: the number of legal moves of each: 0 in finished games, -1 in games that only the reference can continue.
    `seats`: the seat that chooses in each, from 0, or -1. Both are arrays of 64-bit numbers that are updated in place:
    buffers, such as numpy arrays, may share them without copying.
    """

    def __init__(self, engine: Engine, seeds: Iterable[int | str | Seed]) -> None:
        self.engine = engine
        self.seeds = [seed if isinstance(seed, Seed) else seed_of(seed) for seed in seeds]
        backend, number = engine.backend, len(self.seeds)
        self._told = array("q", bytes(16 * number))
        self.counts = memoryview(self._told)[:number].toreadonly()
        self.seats = memoryview(self._told)[number:].toreadonly()
        self._steps: list[array[int]] = []
        self._positions = backend.positions(engine.position(), number)
        self._rows = backend.cells(KEPT * engine.layout.row * number)
        keys = [backend.number(word(word(seed.number, 0), seed.game)) for seed in self.seeds]
        self._go(keys if engine.runs_on == "python" else array("q", keys), begin=True)

    def __len__(self) -> int:
        return len(self.seeds)

    def __getitem__(self, index: int) -> FastGame:  # type: ignore[override]  # one at a time
        """Return a copy of a game in its current position."""
        number = range(len(self))[index]
        cells = self.engine.backend.position(self._positions, self.engine.layout.size, number)
        return FastGame.at(self.engine, self.seeds[number], cells, self.counts[number], self.made(number))

    def __iter__(self) -> Iterator[FastGame]:
        return (self[number] for number in range(len(self)))

    def made(self, number: int) -> list[int]:
        """Return the moves that were made in a game, by their places among the legal ones."""
        return [step[number] for step in self._steps if step[number] >= 0]

    def apply(self, indices: Sequence[int]) -> None:
        """Make a move in each game; the index for a finished game is ignored. Raises IndexError, without effect, if a
        game does not have the move."""
        if len(indices) != len(self):
            raise ValueError(f"expected one move for each of {len(self)} games, found {len(indices)}")
        chosen = array("q", indices)
        going = array("q", [index if count > 0 else -1 for index, count in zip(chosen, self.counts, strict=True)])
        bad = self._go(chosen, begin=False)
        if bad < 0:
            number = -1 - bad
            raise IndexError(
                f"game {number} has no legal move {indices[number]}: its moves are 0 to {self.counts[number] - 1}"
            )
        self._steps.append(going)

    def _go(self, given: array[int] | list[int], *, begin: bool) -> int:
        engine = self.engine
        backend = engine.backend
        with backend.lock:
            engine.shown = None
            return backend.together(
                backend.handle(self._positions), engine.out_handle, self._address(given), self._address(self._told),
                backend.handle(self._rows), len(self), int(begin),
            )  # fmt: skip

    def _address(self, numbers: array[int] | list[int]) -> object:
        """Return numbers as functions take them, whatever positions are."""
        return numbers.buffer_info()[0] if self.engine.runs_on == "c" and isinstance(numbers, array) else numbers
