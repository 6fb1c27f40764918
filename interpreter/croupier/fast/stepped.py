"""A game of compiled rules, decision by decision."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Self, TypeAlias

from croupier.base.chance import Seed, Stream, word
from croupier.base.effort import EFFORT
from croupier.base.faults import RulesFault, SetupError
from croupier.base.language import tr
from croupier.fast.backends import Cells, nothing
from croupier.fast.filling import Untold, bits
from croupier.fast.outcomes import counts_of, outcome_of
from croupier.fast.transfer import Offers, Transfer
from croupier.lowering.layout import several_spots
from croupier.table.game import Game

if TYPE_CHECKING:
    from croupier.base.moves import Move
    from croupier.fast.engine import Engine
    from croupier.model.state import State
    from croupier.seat.outcome import Outcome

Row: TypeAlias = tuple[int | tuple[int, ...] | None, ...]
"""A legal move in numbers: the number of the move, or of the question it answers, then its choices: one value, None, or
cards; for melds their numbers among the candidates, then all their cards. A spot is the number of its place, its index
in a row or sequence (from 0; -1: in a set), and a card of its meld (-1: in a row); several spots are these numbers one
after the other."""
Past: TypeAlias = "tuple[Past, list[int]] | None"
"""The moves made up to a mark, in segments, the last segment first. Games that diverge there share it."""


class OutOfRange(Exception):
    """The compiled rules cannot continue where the reference can, or the rules have a fault."""

    def __init__(self, there: FastGame) -> None:
        self._there = there.copy()
        super().__init__(tr("this exceeds the range of compiled rules"))

    @property
    def decisions(self) -> int:
        """The number of decisions made, the last one perhaps not to its end."""
        return len(self._there.made())

    @cached_property
    def game(self) -> Game:
        """The game at that point, on the reference: it is played again on first access, which may take long. Raises
        RulesFault if the rules are at fault."""
        return self._there.game(left=True)


class Mark:
    """A point of a game to return to."""

    __slots__ = ("cells", "count", "past")

    def __init__(self, cells: Cells, count: int, past: Past) -> None:
        self.cells = cells
        self.count = count
        self.past = past


class FastGame:
    """One game of compiled rules. Seats count from 0. Moves are numbered as in the list of legal moves, which is equal
    to the list of `Game`. `count`: their number for the seat that chooses now."""

    __slots__ = ("_cells", "_handle", "_made", "_past", "_start", "count", "engine", "seed")

    def __init__(self, engine: Engine, seed: int | str | Seed | Game) -> None:
        """Begin a game, or continue from a `Game`. Raises SetupError if that is impossible."""
        self.engine = engine
        self._past: Past = None
        self._made: list[int] = []
        self._start: Game | None = None
        self.count = 0
        backend = engine.backend
        if isinstance(seed, Game):
            self._begin_at(seed)
            return
        self.seed = seed if isinstance(seed, Seed) else seed_of(seed)
        self._cells = engine.position()
        self._handle = backend.handle(self._cells)
        key = backend.number(word(word(self.seed.number, 0), self.seed.game))
        with backend.lock:
            engine.shown = self
            try:
                self.count = backend.new(self._handle, engine.out_handle, key)
            except RulesFault:  # a question to the reference, or too much work
                self.count = -1
            if self.count < 0:
                engine.shown = None
                raise OutOfRange(self)

    def _begin_at(self, game: Game) -> None:
        state, engine = game._state, self.engine
        if game.rules.program is not engine.rules.program:
            raise SetupError(tr("this game has other rules"))
        try:
            self._cells = transfer_of(engine).cells(state)
        except Untold as error:
            told = tr("compiled rules cannot continue from there: {what}", what=error.what)
            raise SetupError(told) from None
        assert isinstance(state.chance, Stream)
        self.seed = Seed(state.chance.seed, state.chance.game)
        self._start = game.copy()
        self._handle = engine.backend.handle(self._cells)
        if not state.over:
            with engine.backend.lock:
                self._list()

    # ------------------------------------------------------------ the position
    @property
    def over(self) -> bool:
        return self._cells[self.engine.cell("over")] != 0

    @property
    def seat(self) -> int | None:
        """The seat that chooses now; in a simultaneous choice the first seat, then the next. None after the end."""
        if self.over:
            return None
        found: int = self.engine.backend.seat(self._handle)
        return found

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that have to choose now."""
        seat = self.seat
        if seat is None:
            return ()
        waiting = self._cells[self.engine.cell("waiting")]
        return tuple(bits(waiting)) if waiting else (seat,)

    @property
    def decisions(self) -> int:
        return self._cells[self.engine.cell("decisions")]

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game; None before its end."""
        try:
            return self._outcome(self.engine.backend.copy(self._cells)) if self.over else None
        except RulesFault:  # more than can be worked out here
            return self.game().outcome

    @property
    def standing(self) -> Outcome:
        """Return the current scores; before the end without winners. Raises RulesFault if they cannot be computed."""
        return self._outcome(self.engine.backend.copy(self._cells))

    def _outcome(self, cells: Cells) -> Outcome:
        """Return the outcome of a position that is at hand for it alone: to work out scores counts."""
        engine, finished = self.engine, cells[self.engine.cell("over")] == 2
        told, score, handle = engine.results, engine.backend.score, engine.backend.handle(cells)
        with engine.backend.lock:
            seats = range(engine.rules.seats)
            scores = [score(handle, which, seat) for seat in seats for which in range(told.scores)]
            has_losers = finished and engine.rules.program.special.result.some_lose
            lost = [score(handle, -1, seat) if has_losers else 0 for seat in seats]
        if cells[engine.cell("fault")]:
            raise RulesFault(tr("this exceeds the range of compiled rules"))
        return outcome_of(engine, scores, lost, self.decisions, finished=finished)

    @property
    def fired(self) -> dict[str, int]:
        """Return how often each element of the rules has fired so far, without those that have not; empty without
        counting."""
        engine = self.engine
        if not engine.counted:
            return {}
        cells = engine.backend.copy(self._cells)
        outcome = self._outcome(cells) if self.over else None
        at = engine.cell("count of")
        return counts_of(engine, cells[at : at + len(engine.counted)], outcome)

    def has_fired(self, path: str) -> bool:
        """Return whether a counted element has fired."""
        numbers = self.engine.layout.counted
        return path in numbers and bool(self._cells[self.engine.cell("count of") + numbers[path]])

    # ------------------------------------------------------------ moves
    def _list(self) -> None:
        """Write the legal moves to the rows of the engine."""
        engine = self.engine
        engine.shown = self
        try:
            self.count = engine.backend.legal(self._handle, engine.out_handle)
        except RulesFault:
            self.count = -1
        if self.count < 0:
            engine.shown, self.count = None, 0
            raise OutOfRange(self)

    def show(self) -> None:
        """Write the legal moves to the rows of the engine, if they are not there yet. The caller holds its lock."""
        if self.engine.shown is not self:
            self._list()

    def row(self, index: int) -> Row:
        """Return a legal move in numbers."""
        index = self._place(index)
        with self.engine.backend.lock:
            if self.engine.shown is not self:
                self._list()
            return self._row(index)

    def rows(self) -> list[Row]:
        """Return all legal moves in numbers."""
        with self.engine.backend.lock:
            if self.engine.shown is not self:
                self._list()
            return [self._row(index) for index in range(self.count)]

    def _row(self, index: int) -> Row:
        engine = self.engine
        out, at, layout = engine.out, index * engine.layout.row, engine.layout
        found: list[int | tuple[int, ...] | None] = [out[at]]
        for i, choice in enumerate(engine.text.choices[out[at]]):
            cell = at + 1 + i * layout.width
            value = nothing(out[cell])
            if choice.type.name == "meld":
                found.append(layout.meld_numbers(out, cell, choice))
            if choice.type.name == "spot" and not choice.single:
                spots = map(layout.spots.spot, several_spots(layout, out, cell))
                found.append(tuple([number for spot in spots for number in (spot.place, spot.at, spot.anchor)]))
            elif choice.type.name == "meld" or not choice.single:
                found.append(tuple(bits(engine.backend.set_at(out, cell))))
            elif choice.type.name == "spot" and value is not None:
                spot = layout.spots.spot(value)
                found.append((spot.place, spot.at, spot.anchor))
            else:
                found.append(value)
        return tuple(found)

    def move(self, index: int) -> Move:
        """Return a legal move in the words of `Game.legal_moves`."""
        return self.moves([index])[0]

    def moves(self, indices: Iterable[int] | None = None) -> list[Move]:
        """Return legal moves in words: these, or all."""
        seat, state = self.seat, self.state()
        if seat is None:
            return []
        transfer, engine = transfer_of(self.engine), self.engine
        with engine.backend.lock:
            if engine.shown is not self:
                self._list()
            wanted = range(self.count) if indices is None else [self._place(index) for index in indices]
            offers: Offers = {}  # melds are not looked for again for each move
            return [transfer.words(state, engine.out, index * engine.layout.row, seat, offers) for index in wanted]

    def _place(self, index: int) -> int:
        if not 0 <= index < self.count:
            raise IndexError(f"legal move {index} does not exist: the moves are 0 to {self.count - 1}")
        return index

    def apply(self, index: int) -> int:
        """Make a legal move; how many there are then. OutOfRange if that is for the reference to say, or the rules are
        at fault."""
        if not 0 <= index < self.count:
            self._place(index)
        engine = self.engine
        self._made.append(index)
        engine.acquire()  # in no `with`, which takes longer than a move
        try:
            if engine.shown is not self:
                self._list()
            try:
                count = engine.apply(self._handle, engine.out_handle, index)
            except RulesFault:  # a question to the reference, or too much work
                count = -1
            if count < 0:
                engine.shown = None
                self.count = 0
                raise OutOfRange(self)
            self.count = count
        finally:
            engine.release()
        return count

    # ------------------------------------------------------------ other positions
    def mark(self) -> Mark:
        """Return the current point of the game, for `take_back`."""
        return Mark(self.engine.backend.copy(self._cells), self.count, self._sealed())

    def take_back(self, mark: Mark) -> None:
        """Return to the point of the mark."""
        self._cells[:] = mark.cells
        self.count, self._past, self._made = mark.count, mark.past, []
        if self.engine.shown is self:
            self.engine.shown = None

    @classmethod
    def at(cls, engine: Engine, seed: Seed, cells: Cells, count: int, made: Iterable[int]) -> Self:
        """Return a game that has come so far by these moves."""
        game = object.__new__(cls)
        game.engine, game.seed, game.count = engine, seed, max(count, 0)
        game._start, game._past, game._made = None, None, list(made)
        game._cells, game._handle = cells, engine.backend.handle(cells)
        return game

    def copy(self) -> Self:
        """Return an independent game at the same point, with the same chance to come."""
        twin = object.__new__(type(self))
        twin.engine, twin.seed, twin.count = self.engine, self.seed, self.count
        twin._past, twin._made, twin._start = self._sealed(), [], self._start
        twin._cells = self.engine.backend.copy(self._cells)
        twin._handle = self.engine.backend.handle(twin._cells)
        return twin

    @property
    def cells(self) -> tuple[int, ...]:
        """The position as numbers: equal, and of one hash, only if play goes on alike."""
        return tuple(self._cells)

    def made(self) -> list[int]:
        """Return the moves that were made since the beginning, by their places."""
        stretches = []
        past = self._sealed()
        while past is not None:
            past, stretch = past
            stretches.append(stretch)
        return [index for stretch in reversed(stretches) for index in stretch]

    def _sealed(self) -> Past:
        """Close the moves made so far as one block, and return all blocks."""
        if self._made:
            self._past, self._made = (self._past, self._made), []
        return self._past

    def game(self, *, left: bool = False) -> Game:
        """Return the same game on the reference, with its log and everybody's knowledge, by making its moves again.

        `left`: compiled rules gave up after the last move. Raises RulesFault if the rules are at fault in it.
        """
        made = self.made()
        with EFFORT.shared(shared=left and not made):
            game = Game(self.engine.rules, str(self.seed)) if self._start is None else self._start.copy()
        for number, index in enumerate(made, 1):
            seat = game.to_act[0]
            with EFFORT.shared(shared=left and number == len(made)):
                game.play(seat, game.legal_moves(seat)[index])
        return game

    def state(self) -> State:
        """Return the position for the reference, without past events and what seats remember."""
        return transfer_of(self.engine).state(self._cells, self.seed)

    def __repr__(self) -> str:
        state = "over" if self.over else f"{self.engine.rules.program.names[self.seat or 0]} to act"
        return f"<FastGame of {self.engine.rules.name}, seed {self.seed}, {self.decisions} decisions, {state}>"


def transfer_of(engine: Engine) -> Transfer:
    if engine.transfer is None:
        engine.transfer = Transfer(engine)
    return engine.transfer


def seed_of(seed: int | str) -> Seed:
    try:
        return Seed.parse(str(seed))
    except ValueError as error:
        raise SetupError(str(error)) from error
