"""A board of the search for rules that are not compiled: positions of the reference, with the interface of
`fast.Board`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.base import limits
from croupier.base.chance import Stream
from croupier.base.faults import CroupierError
from croupier.base.language import tr
from croupier.fast.filling import Untold
from croupier.seat.outcome import Outcome
from croupier.seat.outcome import outcome as reached

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.table.game import Game

FARTHEST = 300
"""The number of moves after which a rollout ends."""


class SlowBoard:
    """A board with one game at a time and random players, which try nothing.

    `stage`: as in `fast.Board`; `late`: returns whether time is up; then rollouts are cut off.
    """

    hasty = True
    tried = 0

    def __init__(self, stage: str | None, late: Callable[[], bool]) -> None:
        self.stage = stage
        self.late = late
        self.game: Game | None = None
        self._performed = 0

    def stand(self, game: Game, moves: int) -> Game:
        game._state.patience = limits.imagined_performances(game.rules.seats)
        found = len(game.legal_moves(game.to_act[0]))
        if found != moves:
            raise Untold(tr("a sampled position has {n} legal moves instead of {moves}", n=found, moves=moves))
        return game

    def _count(self) -> int:
        """Return the number of legal moves; 0 at the end of the rollout."""
        game = self._at
        if game.over or self._performances != self._performed:
            return 0
        return len(game.legal_moves(game.to_act[0]))

    @property
    def _at(self) -> Game:
        assert self.game is not None
        return self.game

    @property
    def _performances(self) -> int:
        return 0 if self.stage is None else self._at.performances(self.stage)

    def begin(self, stand: Game, index: int) -> int:
        self.game = stand.copy()
        self._performed = self._performances
        return self.apply(index)

    def apply(self, index: int) -> int:
        seat = self.seat
        try:
            self._at.play(seat, self._at.legal_moves(seat)[index])
            return self._count()
        except CroupierError:
            return -1

    def choose(self, count: int) -> int:
        return -1

    def trusted(self, stand: Game, count: int) -> int:
        return -1

    @property
    def seat(self) -> int:
        return self._at.to_act[0]

    def sight(self, seat: int) -> int:
        return 0

    @property
    def at_once(self) -> bool:
        return len(self._at.to_act) > 1

    def keys(self, count: int) -> list[str]:
        return [str(move) for move in self._at.legal_moves(self.seat)]

    def rollout(self, count: int, seed: int) -> Outcome | None:
        chance, game = Stream(seed), self._at
        for _ in range(FARTHEST):
            if count < 1:
                break
            if self.late():
                return None
            count = self.apply(chance.below(count))
        try:
            return None if count < 0 else reached(game._state)
        except CroupierError:
            return None
