"""Positions of compiled rules for search players: made from games, continued by a move, or played out by players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from croupier.base.chance import word
from croupier.base.faults import RulesFault
from croupier.base.language import tr
from croupier.fast.choosing import seating
from croupier.fast.filling import Untold, bits
from croupier.fast.outcomes import outcome_of
from croupier.fast.stepped import transfer_of
from croupier_dsl.analysis import sources

if TYPE_CHECKING:
    from croupier.fast.backends import Cells
    from croupier.fast.engine import Engine
    from croupier.native.build import Function
    from croupier.seat.outcome import Outcome
    from croupier.table.game import Game

FARTHEST = 1_500
"""The most decisions of a rollout."""

Key = tuple[int | tuple[int, ...], ...]
"""A move by its content: cards by their kinds, so that it is the same move wherever cards are; cards unseen by every
seat by their index among the moves."""


class Stand:
    """A position from which many rollouts start, with its legal moves as numbers."""

    __slots__ = ("cells", "rows")

    def __init__(self, cells: Cells, rows: Cells) -> None:
        self.cells = cells
        self.rows = rows


class Board:
    """A board for rollouts of one position at a time. Callers hold the `lock` of its engine.

    `policies`: the players of the seats in a `rollout`; those with foresight need an engine that `foresees`, and learn
    between rollouts which cards can be played. While `hasty` is true, they consider only a move's own effects. `stage`:
    a rollout also ends at the start of its next iteration.
    """

    def __init__(self, engine: Engine, policies: Sequence[str], stage: str | None = None) -> None:
        self.engine = engine
        backend, told, results = engine.backend, engine.players, engine.results
        self.backend = backend
        self.kind_of = engine.rules.program.kind_of
        self._cells = engine.position()
        self._handle = backend.handle(self._cells)
        self._players = backend.cells(told.size(foresees=engine.foresees))
        self._players_handle = backend.handle(self._players)
        self._careful = seating(engine, told.plays, policies)
        self._hasty = seating(engine, told.plays, ["hasty" if name == "greedy" else name for name in policies])
        self._tried = told.tried if engine.foresees else None
        self.hasty = True
        self._results = backend.cells(results.counts - results.score)
        self._results_handle = backend.handle(self._results)
        self._over, self._decisions = engine.cell("over"), engine.cell("decisions")
        self._until = self._over if stage is None else engine.cell("count", stage)
        self._waiting = engine.cell("waiting")
        self._performed = 0
        self._read: dict[int, Callable[[int], Key]] = {}

    # ------------------------------------------------------------ positions
    def stand(self, game: Game, moves: int) -> Stand:
        """Return the position of a game with this number of legal moves. Raises Untold if compiled rules cannot
        continue from it."""
        self._cells[:] = transfer_of(self.engine).cells(game._state, remembered=False)
        self.engine.shown = None
        limit = self.engine.rules.program.limit
        self._cells[self._decisions] = max(self._cells[self._decisions], limit - FARTHEST)
        count = self._called(self.backend.legal, self._handle, self.engine.out_handle)
        if count != moves:
            raise Untold(tr("the compiled rules find {n} legal moves instead of {moves}", n=max(count, 0), moves=moves))
        return Stand(self.backend.copy(self._cells), self.engine.out[: count * self.engine.layout.row])

    def begin(self, stand: Stand, index: int) -> int:
        """Play goes on from there with a legal move, as `apply` does."""
        self._cells[:] = stand.cells
        self._performed = self._cells[self._until]
        row = self.engine.layout.row
        self.engine.out[:row] = stand.rows[index * row : (index + 1) * row]
        return self.apply(0)

    def apply(self, index: int) -> int:
        """Make a legal move, and return the number of legal moves then: 0 where play is to end, -1 if it cannot
        continue."""
        count = self._called(self.engine.apply, self._handle, self.engine.out_handle, index)
        return count if self._cells[self._until] == self._performed else min(count, 0)

    @property
    def tried(self) -> int:
        """The number of moves that players with foresight have tried on this board; 0 without any."""
        return 0 if self._tried is None else int(self._players[self._tried])

    def _seated(self, players: Mapping[int, int]) -> None:
        """Set the players that decide."""
        for place, number in players.items():
            self._players[place] = number

    def choose(self, count: int) -> int:
        """Return the index of the legal move that the player of the choosing seat makes; -1 if it is undecided."""
        self._seated(self._hasty if self.hasty else self._careful)
        return self._chosen(count)

    def _chosen(self, count: int) -> int:
        return self._called(
            self.backend.choose, self._handle, self.engine.out_handle, self._players_handle, self.seat, count
        )

    def trusted(self, stand: Stand, count: int) -> int:
        """Return the index of the legal move that a player with foresight makes there, after all rollouts; -1 if it is
        undecided."""
        self._cells[:] = stand.cells
        self.engine.out[: len(stand.rows)] = stand.rows
        self._seated(self._careful)
        return self._chosen(count)

    @property
    def seat(self) -> int:
        """Return the seat that chooses."""
        found: int = self.backend.seat(self._handle)
        return found

    def sight(self, seat: int) -> int:
        """Return a number for what a seat sees and remembers there, as far as the engine `foresees`."""
        return self._called(self.backend.looks, self._handle, seat)

    @property
    def at_once(self) -> bool:
        """Whether several seats choose in secret at once."""
        return self._cells[self._waiting] != 0

    def keys(self, count: int) -> list[Key]:
        """Return the legal moves by what they are."""
        row, out = self.engine.layout.row, self.engine.out
        found = []
        for at in range(0, count * row, row):
            number = out[at]
            read = self._read.get(number)
            if read is None:
                read = self._read[number] = self._reader(number)
            found.append(read(at))
        return found

    def _reader(self, number: int) -> Callable[[int], Key]:
        """Return a function from the index of a row to the key of its move, for moves of this number."""
        layout, out, set_at, kind_of = self.engine.layout, self.engine.out, self.backend.set_at, self.kind_of
        kinds = len(kind_of)
        facts, zones = self.engine.rules.program.planner.facts, layout.zones
        one: list[int] = []
        blind: list[int] = []
        cards: list[int] = []
        sets: list[int] = []
        for i, choice in enumerate(self.engine.text.choices[number]):
            many = choice.type.name == "meld" or (choice.type.name == "card" and not choice.single)
            lying = sources(facts, choice.collection, {}) if choice.type.name == "card" else ()
            unseen = bool(lying) and all(name in zones and zones[name].seen == "nobody" for name in lying)
            of = blind if unseen else sets if many else cards if choice.type.name == "card" else one
            cell = 1 + i * layout.width
            spots = choice.type.name == "spot" and not choice.single
            of += range(cell + layout.words, cell + layout.width) if spots else (cell,)

        def read(at: int) -> Key:
            found: list[int | tuple[int, ...]] = [number, at if blind else 0]
            found += [out[at + cell] for cell in one]
            found += [kind_of[card] if 0 <= (card := out[at + cell]) < kinds else card for cell in cards]
            found += [tuple([kind_of[card] for card in bits(set_at(out, at + cell))]) for cell in sets]
            return tuple(found)

        return read

    # ------------------------------------------------------------ to the end
    def rollout(self, count: int, seed: int) -> Outcome | None:
        """Play a rollout from the current position with `count` legal moves, with players' chance from this seed.
        Return the scores at the end, or at the start of the stage's next iteration, or after `FARTHEST` decisions;
        `finished` only at the end of the game. Return None if play cannot continue."""
        engine, number = self.engine, self.backend.number
        self._seated(self._hasty if self.hasty else self._careful)
        for seat in range(engine.rules.seats):
            self._players[2 * seat] = number(word(seed, seat))
            self._players[2 * seat + 1] = 0
        over = self._called(
            self.backend.rollout, self._handle, engine.out_handle, self._players_handle, self._results_handle, count,
            self._until,
        )  # fmt: skip
        if over < 0:
            return None
        lost = engine.results.lost - engine.results.score
        scores, gone = self._results[:lost], self._results[lost:]
        return outcome_of(engine, scores, gone, self._cells[self._decisions], finished=over == 2)

    def _called(self, function: Function, *arguments: object) -> int:
        try:
            return function(*arguments)
        except RulesFault:
            return -1
