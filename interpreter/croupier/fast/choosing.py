"""Play compiled rules decision by decision, with the same players as `croupier.players`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from croupier.base.chance import word
from croupier.base.faults import RulesFault, SetupError
from croupier.base.language import tr
from croupier.fast.stepped import FastGame, OutOfRange
from croupier.lowering.playouts import GREEDY, HASTY, OWN, RANDOM
from croupier.players import APART, POLICIES, SALT, Greedy, Uniform

if TYPE_CHECKING:
    from croupier.base.chance import Seed
    from croupier.fast.backends import Positions
    from croupier.fast.engine import Engine
    from croupier.players import Player

OUTSIDE = "outside"
NUMBERS = {"random": RANDOM, "greedy": GREEDY, "hasty": HASTY, OUTSIDE: OWN}
"""Players by their number in compiled rules; `hasty` plays only in other players' search, `outside` is asked for
actions."""
SALTS = {"random": SALT, "greedy": APART}


LOWERED: dict[str, type[Player]] = {"random": Uniform, "greedy": Greedy}
"""Players that choose on compiled rules as on the reference."""


def lowered(policies: Iterable[str]) -> bool:
    """Return whether all these players choose on compiled rules as on the reference."""
    return all(name in LOWERED and LOWERED[name] is POLICIES[name] for name in policies)


def not_lowered(policies: Iterable[str]) -> str:
    """Return a message that names the players that do not choose on compiled rules."""
    names = ", ".join(sorted({name for name in policies if not lowered([name])}))
    return tr("only random and greedy players run on compiled rules, not {names}", names=names)


class FastPlayers:
    """The players of one game, by seat, and what they remember; those with foresight need an engine that `foresees`."""

    def __init__(self, engine: Engine, seed: Seed, policies: Sequence[str]) -> None:
        """Raise SetupError if one of them is not compiled, such as `search`."""
        if not lowered(policies):
            raise SetupError(not_lowered(policies))
        self.engine = engine
        backend, told = engine.backend, engine.players
        self._cells = backend.cells(told.size(foresees=engine.foresees))
        self._handle = backend.handle(self._cells)
        for place, number in seating(engine, told.plays, policies).items():
            self._cells[place] = number
        for seat, name in enumerate(policies):
            start = word(seed.number ^ (SALTS[name] + seat << 32), 0)
            self._cells[2 * seat] = backend.number(word(start, seed.game))

    def choose(self, game: FastGame) -> int:
        """Return the index of the move that the deciding seat makes. Raises OutOfRange if the reference has to
        decide."""
        engine, seat = self.engine, game.seat
        assert seat is not None
        with engine.backend.lock:
            try:
                game.show()
                found: int = engine.backend.choose(game._handle, engine.out_handle, self._handle, seat, game.count)
            except (RulesFault, OutOfRange):  # a question to the reference
                found = -1
        if found < 0:
            raise OutOfRange(game)
        return found


def seating(engine: Engine, at: int, policies: Sequence[str]) -> dict[int, int]:
    """Return the cells of players: the player of each seat, and the salt of players with foresight."""
    if not engine.foresees:
        return {}
    return {engine.players.salt: APART, **{at + seat: NUMBERS[name] for seat, name in enumerate(policies)}}


def kept_by(engine: Engine, players: Sequence[Sequence[str]]) -> Positions:
    """Return what the players of several games keep, by game and seat."""
    backend, size = engine.backend, engine.players.size(foresees=engine.foresees)
    found = backend.positions(backend.cells(size if engine.foresees else 0), len(players))
    for game, names in enumerate(players):
        for at, number in seating(engine, engine.players.base, names).items():
            backend.put(found, size, game, at, number)
    return found
