"""Play whole games to rows of numbers, with all that this requires.

Nothing here knows rules: another process gets a kit, and begins to play at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.base.language import tr
from croupier.base.notes import NOTES, Handed
from croupier.fast.backends import Backend, Cells, Code, Handle, InC, InPython
from croupier.native import build
from croupier.native.compilers import Unbuilt
from croupier.table import cache

if TYPE_CHECKING:
    from croupier.lowering.host import Host
    from croupier.lowering.melding import HandQuestion
    from croupier.table.game import Rules


@dataclass(frozen=True, slots=True)
class Seated:
    """The players by name, by seat, in game 0; `moves_on`: whether they move one seat on from game to game."""

    policies: tuple[str, ...]
    moves_on: bool = False

    def in_game(self, game: int) -> tuple[str, ...]:
        """Return the players of a game, by seat."""
        shift = game % len(self.policies) if self.moves_on else 0
        return tuple(self.policies[(seat - shift) % len(self.policies)] for seat in range(len(self.policies)))

    @property
    def foresees(self) -> bool:
        """Return whether any player uses foresight."""
        return "greedy" in self.policies


@dataclass(frozen=True, slots=True)
class Kit:
    """Code and numbers. `size`: the cells of a position, which begins with `options`; `moves`: the cells of its legal
    moves; `players`: the cells of what players remember, `seated` their first values by index; `row`: the length of a
    game's row (see `Results`); `salt`: separates the random streams of players. `asked`: the questions to the
    reference; `rules`: the rules to answer them, if there are any; `spare`: the code in Python, for a process that
    cannot build C."""

    code: Code
    size: int
    options: tuple[int, ...]
    moves: int
    players: int
    seated: Mapping[int, int]
    row: int
    salt: int
    asked: tuple[HandQuestion, ...] = ()
    rules: Rules | None = None
    spare: Code | None = None

    def unpacked(self) -> Unpacked:
        """Return the same with the functions of the code: of the spare one, and a note of the reason, if C cannot be
        built here. Unbuilt if there is none."""
        host = self._host()
        if self.code.on == "python":
            return Unpacked(self, InPython(self.code, host))
        try:
            library = build.library(self.code.text, cache.libraries(), soon=self.code.soon)
        except Unbuilt as error:
            if self.spare is None:
                raise
            NOTES.use("python", Handed(tr("another process: {what}", what=error.what)))
            return Unpacked(self, InPython(self.spare, host))
        return Unpacked(self, InC(self.code, host, library))

    def _host(self) -> Host | None:
        if self.rules is None:
            return None
        from croupier.lowering.host import Host

        return Host(self.rules.program, self.asked)

    def cells(self, backend: Backend, moves: Handle, seed: int, first: int, games: int, cell: int = 0) -> Cells:
        """Play games from number `first` on without a break, and return their rows as one array. `moves`: the array of
        legal moves; `cell`: a cell of the position to report."""
        position, players = backend.cells(self.size), backend.cells(self.players)
        for at, value in enumerate(self.options):
            position[at] = value
        for at, value in self.seated.items():
            players[at] = value
        results = backend.cells(self.row * games)
        with backend.lock:
            backend.playouts(
                backend.handle(position), moves, backend.handle(players), backend.handle(results),
                backend.number(seed), backend.number(first), games, self.salt, cell,
            )  # fmt: skip
        return results


class Unpacked:
    """A kit in the process that plays, with room for the legal moves of a position."""

    def __init__(self, kit: Kit, backend: Backend) -> None:
        self.kit = kit
        self.backend = backend
        self.moves = backend.cells(kit.moves)

    def cells(self, seed: int, first: int, games: int, cell: int = 0) -> Cells:
        """Play games, and return their rows as one array; see `Kit.cells`."""
        return self.kit.cells(self.backend, self.backend.handle(self.moves), seed, first, games, cell)

    def play(self, seed: int, first: int, games: int, cell: int = 0) -> list[tuple[int, ...]]:
        """Play games, and return each as a row of numbers."""
        return self.backend.rows(self.cells(seed, first, games, cell), self.kit.row)


def order_of(numbers: Sequence[int]) -> tuple[int, ...]:
    """Return when each seat first had to decide, from 0, of a row's numbers: those that never had to (0) come last."""
    if 0 in numbers:
        late = iter(range(max(numbers) + 1, len(numbers) + 1))
        numbers = [at or next(late) for at in numbers]
    return tuple([at - 1 for at in numbers])
