"""Play one game action by action, in compiled code or on the reference engine."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.base.chance import Seed
from croupier.base.faults import SetupError
from croupier.base.language import tr
from croupier.fast import NotCompiled
from croupier.learn.actions import Actions
from croupier.learn.observations import Observations
from croupier.learn.rewarded import Rewarded, rewards
from croupier.learn.stepping import Others, Vector, none_chooses
from croupier.table.game import Game

if TYPE_CHECKING:
    from croupier.table.game import Rules

Engine: TypeAlias = Literal["best", "c", "python", "reference"]
"""The engine to play on. `best`: compiled code, or the reference for rules that cannot be compiled."""

MOST_SKIPPED = 1000
"""The most deals in a row without an action, as in the vector."""


class Single(Protocol):
    """One game at a time. Seats count from 0.

    `seat`: the seat to act, None once the game is over; `rewards`: by seat, of a game that is over; `finished`: whether
    it came to its end, rather than being cut off.
    """

    size: int
    actions: int
    seat: int | None
    rewards: Sequence[float]
    finished: bool

    def begin(self, seed: str) -> bool:
        """Deal the game of a seed. Return False if it needs no action: then deal another."""

    def act(self, action: int) -> None:
        """Take an action for the seat to act. Raises IndexError, without effect, if it is not legal."""

    def observe(self, seat: int) -> NDArray[np.int16]:
        """Return a copy of what a seat may know; zeros once the game is over."""

    def mask(self) -> NDArray[np.int8]:
        """Return a copy of the mask of the seat to act: 1 for each legal action; zeros once the game is over."""


def single(rules: Rules, by: Rewarded = "rank", on: Engine = "best", others: Others = None) -> Single:
    """Return one game to play action by action; none is dealt yet. `others`: seats that compiled code plays (see
    `Vector`); on the reference they are asked for actions, too.

    Warn if `best` is the reference, which is a hundred times slower.
    """
    if on == "reference":
        return OnReference(rules, by)
    try:
        return Compiled(rules, by, on, others)
    except NotCompiled as error:
        if on != "best":
            raise
        warnings.warn(tr("the reference engine plays {game}: {why}", game=rules.name, why=error), stacklevel=2)
        return OnReference(rules, by)


class Compiled:
    """A game in compiled code: a vector of one."""

    def __init__(self, rules: Rules, by: Rewarded, on: Literal["best", "c", "python"], others: Others) -> None:
        self._vector = Vector(rules, 1, by=by, on=on, others=others)
        self.size, self.actions = self._vector.layout.size, self._vector.layout.actions
        self.seat: int | None = None
        self.rewards: Sequence[float] = ()
        self.finished = False

    def begin(self, seed: str) -> bool:
        self._vector.restart(seed)
        self.seat = None if self._vector.skipped[0] else int(self._vector.seats[0])
        self.rewards, self.finished = (), False
        return self.seat is not None

    def act(self, action: int) -> None:
        vector = self._vector
        vector.step((action,))
        if vector.done[0]:
            self.seat, self.rewards = None, vector.rewards[0].tolist()
            self.finished = bool(vector.finished[0])
        else:
            self.seat = int(vector.seats[0])

    def observe(self, seat: int) -> NDArray[np.int16]:
        if self.seat is None:
            return np.zeros(self.size, np.int16)
        return self._vector.observations[0].copy() if seat == self.seat else self._vector.observe(seat)

    def mask(self) -> NDArray[np.int8]:
        if self.seat is None:
            return np.zeros(self.actions, np.int8)
        mask: NDArray[np.int8] = self._vector.masks[0].astype(np.int8)
        return mask


class OnReference:
    """A game on the reference engine. `game`: the game that is played, for players who need more than numbers."""

    def __init__(self, rules: Rules, by: Rewarded) -> None:
        self._rules, self._by = rules, by
        self._actions, self._observations = Actions(rules), Observations(rules)
        self.size, self.actions = self._observations.size, self._actions.size
        self.seat: int | None = None
        self.rewards: Sequence[float] = ()
        self.finished = False
        self._taken: tuple[int, ...] = ()

    def begin(self, seed: str) -> bool:
        self.game = Game(self._rules, seed)
        self.rewards, self.finished = (), False
        self._next()
        return self.seat is not None

    def act(self, action: int) -> None:
        if self.seat is None or action not in self._actions.offered(self.game, self.seat, self._taken):
            raise IndexError(tr("action {action} is not legal now", action=action))
        taken = (*self._taken, action)
        index = self._actions.made(self.game, self.seat, taken)
        if index is None:
            self._taken = taken
        else:
            self.make(index)

    def make(self, index: int) -> None:
        """Make a legal move of the seat to act, by its index in `legal_moves`."""
        assert self.seat is not None
        self.game.play(self.seat, self.game.legal_moves(self.seat)[index])
        self._next()

    def observe(self, seat: int) -> NDArray[np.int16]:
        if self.seat is None:
            return np.zeros(self.size, np.int16)
        taken = self._taken if seat == self.seat else ()
        return np.array(self._observations.of(self.game, seat, taken), np.int16)

    def mask(self) -> NDArray[np.int8]:
        if self.seat is None:
            return np.zeros(self.actions, np.int8)
        return np.array([*self._actions.mask(self.game, self.seat, self._taken)], np.int8)

    def _next(self) -> None:
        self._taken = ()
        self.seat = self.game.to_act[0] if self.game.to_act else None
        if (outcome := self.game.outcome) is not None:
            self.rewards, self.finished = rewards(self._rules, outcome, self._by), outcome.finished


def begun(game: Single, seed: int | str, number: int = 0) -> int:
    """Deal game `number` of a seed, or the first after it that needs an action, and return its number. Raise SetupError
    if a thousand in a row need none."""
    for later in range(number, number + MOST_SKIPPED):
        if game.begin(game_of(seed, later)):
            return later
    raise SetupError(none_chooses())


def game_of(seed: int | str, number: int = 0) -> str:
    """Return the seed of game `number` of a seed, or of the game that a seed such as `7:12` names.

    Raise SetupError for any other text.
    """
    try:
        parsed = Seed.parse(str(seed))
    except ValueError as error:
        raise SetupError(str(error)) from error
    return str(Seed(parsed.number, parsed.game + number))
