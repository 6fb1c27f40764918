"""Step many games of one ruleset at once, in compiled code, with numpy arrays in and out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.base.chance import MASK, Seed
from croupier.base.faults import SetupError
from croupier.base.language import tr
from croupier.fast import compiled
from croupier.fast.choosing import OUTSIDE, kept_by, lowered, not_lowered
from croupier.learn.actions import Actions
from croupier.learn.rewarded import Rewarded, together
from croupier.lowering.kernel import NIL
from croupier.lowering.observing import Steps, steps_of
from croupier.players import SALT

if TYPE_CHECKING:
    from croupier.fast.engine import On
    from croupier.table.game import Rules

Wide: TypeAlias = NDArray[np.int64]
Others: TypeAlias = "str | Sequence[str | None] | None"
"""Given players. A name: you have one seat in each game, in row k seat k modulo the number of seats, and this player
has the others. A sequence: the player of each seat, None for yours."""


class Vector:
    """Games that are stepped at once. Each has its own row in all arrays.

    `observations` (16 bits), `masks` (1 for each legal action) and `seats` are of the seat to act; `rewards`, by seat,
    and `done` are of the games that ended in the last step. Another deal follows at once. `finished`: the games among
    them that came to their end; the rewards of others are 0. `failed`: those that compiled rules could not finish. The
    arrays are overwritten by the next step. `others` gives seats to players of croupier, which choose in
    compiled code: the arrays are only of your seats. A deal that ends without an action of yours, or that compiled
    rules cannot play, is skipped; `skipped` counts them in each row.
    """

    def __init__(
        self, rules: Rules, games: int, seed: int | str = 0, *, by: Rewarded = "rank", on: On = "best",
        others: Others = None,
    ) -> None:  # fmt: skip
        """Begin the games `seed:0`, `seed:1`, …; each continues with every `games`-th game after its own. Raises
        NotCompiled for rules that cannot be compiled."""
        if games < 1:
            raise SetupError(tr("a vector has at least one game, not {n}", n=games))
        self.rules = rules
        given = _given(rules, games, others)
        self.engine = engine = compiled(rules, on, observes=True, foresees=bool(given))
        self.layout: Steps = steps_of(rules.program, engine.layout)
        self.by = by
        told = self.layout
        self._width = len(engine.position())
        self._positions = engine.backend.positions(engine.position(), games)
        self._players = kept_by(engine, given or [()] * games)
        self._actions = np.zeros(games, np.int64)
        self._table = np.zeros((games, told.columns), np.int64)
        self._tallies = np.zeros((games, told.tallies), np.int64)
        self._kept = engine.backend.cells(games * told.kept)  # in Python a set of cards is a large number
        self._observed = np.zeros((games, told.wide), np.int64)
        self._masked = np.zeros((games, told.masks), np.int64)
        self.observations = self._observed.view("<i2")[:, : told.size]
        self.masks = self._masked.view(np.uint8)[:, : told.actions]
        self.seats = self._table[:, told.SEAT]
        self.skipped = self._table[:, told.SKIPPED]
        self.rewards = np.zeros((games, rules.seats), np.float32)
        self.done = np.zeros(games, np.bool_)
        self.failed = np.zeros(games, np.bool_)
        self._steps, self._observe = engine.backend.call("steps"), engine.backend.call("observe")
        self.finished = np.zeros(games, np.bool_)
        self._arrays = (self._actions, self._table, self._tallies, self._observed, self._masked)
        self.restart(seed)

    def __len__(self) -> int:
        return len(self._actions)

    @cached_property
    def actions(self) -> Actions:
        return Actions(self.rules)

    @property
    def games(self) -> list[str]:
        """Return the seed of each game that is played now, as `Game` takes it."""
        return [f"{self.seed}:{number}" for number in self._table[:, self.layout.GAME]]

    def restart(self, seed: int | str) -> None:
        """Begin all games again: `seed:0`, `seed:1`, …; or from game k of a seed `S:k` on. Raises SetupError for
        other text."""
        try:
            first = Seed.parse(str(seed))
        except ValueError as error:
            raise SetupError(str(error)) from error
        games = len(self)
        self.seed = first.number
        self._given = self._arguments([array.ctypes.data for array in self._arrays])
        self._table[:] = 0
        self._table[:, self.layout.GAME] = np.arange(-games, 0) + first.game
        self._ended = 0
        for ended in (self.rewards, self.done, self.failed, self.finished):
            ended[:] = 0
        self._go(begin=True)
        self._any_dealt()

    def observe(self, seat: int, game: int = 0) -> NDArray[np.int16]:
        """Return what any seat may know in a game; `observations` has what the seat to act may know."""
        backend = self.engine.backend
        found = np.zeros(self.layout.wide, np.int64)
        with backend.lock:
            position = backend.position(self._positions, self._width, game)
            here = backend.handle(position)
            if self.engine.runs_on == "c":
                self._observe(here, seat, found.ctypes.data, 0)
            else:
                flat = found.tolist()
                self._observe(here, seat, flat, 0)
                found = np.array([number & MASK for number in flat], np.uint64).view(np.int64)
        return found.view("<i2")[: self.layout.size]

    def step(self, actions: Wide | Sequence[int]) -> None:
        """Take an action in each game, then update the arrays. Raises IndexError, without effect, for an illegal
        action."""
        self._actions[:] = actions
        ended = self._go(begin=False)
        if ended < 0:
            game = -1 - ended
            action = int(self._actions[game])
            raise IndexError(f"action {action} is not legal in game {game}: {np.flatnonzero(self.masks[game])}")
        if ended or self._ended:  # else all is as it was
            how = self._table[:, self.layout.ENDED]
            self.rewards[self.done] = 0
            np.not_equal(how, 0, out=self.done)
            np.less(how, 0, out=self.failed)
            np.equal(how, 2, out=self.finished)
            self._reward(np.flatnonzero(self.finished))
            self._ended = ended
            self._any_dealt()

    def _go(self, *, begin: bool) -> int:
        engine = self.engine
        with engine.backend.lock:
            engine.shown = None
            if engine.runs_on == "c":
                return self._steps(*self._given, int(begin))
            flat = [array.ravel().tolist() for array in self._arrays]
            ended = self._steps(*self._arguments(flat), int(begin))
        for array, numbers in zip(self._arrays, flat, strict=True):
            array[...] = np.array([number & MASK for number in numbers], np.uint64).view(np.int64).reshape(array.shape)
        return ended

    def _arguments(self, arrays: Sequence[object]) -> tuple[object, ...]:
        """Return the arguments of `steps`, with these for the arrays of numpy."""
        engine, backend = self.engine, self.engine.backend
        actions, table, tallies, observed, masked = arrays
        positions, kept = backend.handle(self._positions), backend.handle(self._kept)
        ends = backend.handle(self._players), len(self), backend.number(self.seed), SALT
        return positions, engine.out_handle, actions, table, tallies, kept, observed, masked, *ends

    def _any_dealt(self) -> None:
        """Raise SetupError if a game has no deal to continue with."""
        if (self._table[:, 0] < 0).any():
            raise SetupError(none_chooses())

    def _reward(self, finished: NDArray[np.intp]) -> None:
        """Write the rewards of finished games, as `rewards` gives them."""
        result, seats = self.rules.program.special.result, self.rules.seats
        width = len(result.scores)
        tallies = self._tallies[finished]
        scores = tallies[:, : seats * width].reshape(-1, seats, width)
        lost = tallies[:, seats * width :]
        sign = 1 if result.best == "highest" else -1
        none = scores == NIL
        scores = np.where(none, 0, scores) * sign
        if self.by == "score" or (seats == 1 and not together(self.rules)):
            self.rewards[finished] = scores[:, :, 0]
        elif together(self.rules):
            self.rewards[finished] = 1 - 2 * lost
        else:
            ahead = np.zeros((len(finished), seats, seats), np.int8)
            keys = [1 - lost, *(key for i in range(width) for key in (1 - none[:, :, i], scores[:, :, i]))]
            for key in keys:
                order = np.sign(key[:, :, None] - key[:, None, :]).astype(np.int8)
                ahead = np.where(ahead == 0, order, ahead)
            self.rewards[finished] = ahead.sum(axis=2) / (seats - 1)

    def __repr__(self) -> str:
        return f"<Vector of {len(self)} games of {self.rules.name} on {self.engine.runs_on}>"


def _given(rules: Rules, games: int, others: Others) -> list[tuple[str, ...]]:
    """Return the players of each game by seat; nothing if all seats are asked for actions."""
    if others is None:
        return []
    seats = range(rules.seats)
    if isinstance(others, str):
        shifts = [tuple(OUTSIDE if seat == own else others for seat in seats) for own in seats]
    else:
        shifts = [tuple(OUTSIDE if name is None else name for name in others)]
    names = {name for each in shifts for name in each}
    if len(shifts[0]) != rules.seats:
        raise SetupError(tr("{n} players are given for {m} seats", n=len(shifts[0]), m=rules.seats))
    if OUTSIDE not in names:
        raise SetupError(tr("all seats have given players: write None for yours"))
    if not lowered(names - {OUTSIDE}):
        raise SetupError(not_lowered(names - {OUTSIDE}))
    return [shifts[game % len(shifts)] for game in range(games)]


def none_chooses() -> str:
    return tr("a thousand games in a row end before anybody chooses, or cannot be compiled")


def vector(
    rules: Rules, games: int, seed: int | str = 0, *, by: Rewarded = "rank", on: On = "best", others: Others = None
) -> Vector:
    """Return games that are stepped at once (see `Vector`)."""
    return Vector(rules, games, seed, by=by, on=on, others=others)
