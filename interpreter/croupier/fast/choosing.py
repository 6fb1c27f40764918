"""Players of compiled rules, decision by decision: the same as those of `croupier.players`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.base.chance import word
from croupier.base.faults import RulesFault
from croupier.fast.stepped import FastGame, OutOfRange
from croupier.lowering.choosing import GREEDY, RANDOM
from croupier.players import APART, SALT

if TYPE_CHECKING:
    from croupier.base.chance import Seed
    from croupier.fast.backends import Cells
    from croupier.fast.engine import Engine

NUMBERS = {"random": RANDOM, "greedy": GREEDY}
"""Players by name, as compiled rules call them."""
SALTS = {"random": SALT, "greedy": APART}


class FastPlayers:
    """Who decides in one game, seat by seat, and what they remember; those who look ahead need an engine that
    `foresees`."""

    def __init__(self, engine: Engine, seed: Seed, policies: Sequence[str]) -> None:
        self.engine = engine
        backend, told = engine.backend, engine.players
        self._cells = backend.cells(told.size(foresees=engine.foresees))
        self._handle = backend.handle(self._cells)
        seat_players(engine, self._cells, told.plays if engine.foresees else 0, policies)
        for seat, name in enumerate(policies):
            start = word(seed.number ^ (SALTS[name] + seat << 32), 0)
            self._cells[2 * seat] = backend.number(word(start, seed.game))

    def choose(self, game: FastGame) -> int:
        """Which of its legal moves the seat makes that decides now; OutOfRange if that is for the reference to say."""
        engine, seat = self.engine, game.seat
        assert seat is not None
        with engine.lock:
            try:
                found: int = engine.backend.choose(game._handle, engine.out_handle, self._handle, seat, game.count)
            except RulesFault:  # of what is asked of the reference
                found = -1
        if found < 0:
            raise OutOfRange(game.game())
        return found


def seat_players(engine: Engine, cells: Cells, at: int, policies: Sequence[str]) -> None:
    """Put down who plays, and what keeps the chance of those apart who look ahead."""
    if engine.foresees:
        cells[engine.players.salt] = APART
        for seat, name in enumerate(policies):
            cells[at + seat] = NUMBERS[name]
