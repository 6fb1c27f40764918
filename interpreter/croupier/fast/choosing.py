"""Play compiled rules decision by decision, with the same players as `croupier.players`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from croupier.base.chance import word
from croupier.base.faults import RulesFault, SetupError
from croupier.base.language import tr
from croupier.fast.engine import compiled
from croupier.fast.handed import hand_over, or_reference
from croupier.fast.stepped import FastGame, OutOfRange
from croupier.lowering.playouts import GREEDY, HASTY, RANDOM
from croupier.players import APART, POLICIES, SALT, Greedy, Uniform
from croupier.table.game import Game

if TYPE_CHECKING:
    from croupier.base.chance import Seed
    from croupier.base.moves import Move
    from croupier.fast.engine import Engine
    from croupier.players import Player
    from croupier.table.game import Rules

NUMBERS = {"random": RANDOM, "greedy": GREEDY, "hasty": HASTY}
"""Players by their number in compiled rules; `hasty` plays only in other players' search."""
SALTS = {"random": SALT, "greedy": APART}


LOWERED: dict[str, type[Player]] = {"random": Uniform, "greedy": Greedy}
"""Players that choose on compiled rules as on the reference."""
PATIENCE = 0.2
"""The time in seconds that players of the reference may think in a game before the rules are compiled."""


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


class Choosers:
    """The players of a game on the reference; once they have taken long, the same players on compiled rules."""

    def __init__(self, rules: Rules, seed: Seed, policies: Sequence[str]) -> None:
        self.rules, self.seed, self.policies = rules, seed, policies
        self._made: list[int] = []
        self._spent = 0.0
        self._players = self._anew()
        self._quick: tuple[FastPlayers, FastGame] | None = None

    def _anew(self) -> list[Player]:
        seed = self.seed
        return [POLICIES[name](seed.number, seed.game, seat) for seat, name in enumerate(self.policies)]

    def choose(self, game: Game) -> Move:
        """Return the move of the deciding seat; every decision of the game has to be asked here."""
        moves = game.legal_moves(game.to_act[0])
        if self._quick is not None:
            try:
                players, quick = self._quick
                self._made.append(players.choose(quick))
                quick.apply(self._made[-1])
                return moves[self._made[-1]]
            except OutOfRange as left:
                hand_over(left)
                self._made = self._made[: game.decisions]
                self._back()
        start = perf_counter()
        move = self._players[game.to_act[0]].choose(game.offer(game.to_act[0]))
        self._spent += perf_counter() - start
        index = moves.place(move)
        assert index is not None
        self._made.append(index)
        if self._spent > PATIENCE:
            self._spent = float("-inf")
            self._go_over()
        return move

    def _go_over(self) -> None:
        """Let compiled rules choose from here on, if they can."""
        if not lowered(self.policies):
            return
        engine = or_reference(lambda: compiled(self.rules, "python", foresees="greedy" in self.policies))
        if engine is None:
            return
        try:
            quick = FastGame(engine, self.seed)
            players = FastPlayers(engine, self.seed, self.policies)
            for index in self._made:
                players.choose(quick)
                quick.apply(index)
        except OutOfRange as left:
            hand_over(left)
            return
        self._quick = players, quick

    def _back(self) -> None:
        """Let players of the reference choose from here on; they learn again what they remember."""
        self._quick, self._players = None, self._anew()
        game = Game(self.rules, str(self.seed))
        for index in self._made:
            seat = game.to_act[0]
            self._players[seat].choose(game.offer(seat))
            game.play(seat, game.legal_moves(seat)[index])


def seating(engine: Engine, at: int, policies: Sequence[str]) -> dict[int, int]:
    """Return the cells of players: the player of each seat, and the salt of players with foresight."""
    if not engine.foresees:
        return {}
    return {engine.players.salt: APART, **{at + seat: NUMBERS[name] for seat, name in enumerate(policies)}}
