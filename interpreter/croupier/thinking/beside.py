"""Greedy players next to search players: they choose on compiled rules, which the others use anyway.

Each move of the game is made there, too. Where compiled rules do not reach, the same players go on on the reference.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.fast import FastGame, OutOfRange
from croupier.fast.choosing import LOWERED, FastPlayers
from croupier.table.game import Game
from croupier.thinking.named import SEARCH, player
from croupier.thinking.search import engine_of

if TYPE_CHECKING:
    from croupier.base.chance import Seed
    from croupier.base.moves import Move
    from croupier.players import Player
    from croupier.table.game import Rules


class Deciding:
    """The players of one game by seat; every decision of the game has to be requested here. `left`: the number of
    decisions after which compiled rules left the game, if they did."""

    def __init__(self, rules: Rules, seed: Seed, policies: Sequence[str], left: int | None = None) -> None:
        self.rules, self.seed, self.policies = rules, seed, policies
        self._made: list[int] = []
        self._players = self._anew()
        self._quick: tuple[FastPlayers, FastGame] | None = None
        self.left = left
        if any(name in LOWERED for name in policies) and any(name.startswith(SEARCH) for name in policies):
            self._begin()

    def _anew(self) -> list[Player]:
        seed = self.seed
        return [player(name)(seed.number, seed.game, seat) for seat, name in enumerate(self.policies)]

    def _begin(self) -> None:
        """Start a game of compiled rules in parallel, if the rules and these players can be compiled."""
        engine = engine_of(self.rules.program, waits=True)
        if engine is None or not engine.foresees:
            return
        known = [name if name in LOWERED else "random" for name in self.policies]
        try:
            self._quick = FastPlayers(engine, self.seed, known), FastGame(engine, self.seed)
        except OutOfRange:
            self.left = 0

    def choose(self, game: Game) -> Move:
        """Return the move of the seat that decides now."""
        seat = game.to_act[0]
        moves = game.legal_moves(seat)
        index = self._quickly(seat)
        if index is None:
            move = self._players[seat].choose(game.offer(seat))
            found = moves.place(move)
            index = found if found is not None else list(moves).index(move)
        self._made.append(index)
        if self._quick is not None:
            try:
                self._quick[1].apply(index)
            except OutOfRange:
                self._back(self._made)
        return moves[index]

    def _quickly(self, seat: int) -> int | None:
        """Return the choice of a player that runs on compiled rules; None for others."""
        if self._quick is None or self.policies[seat] not in LOWERED:
            return None
        players, game = self._quick
        try:
            return players.choose(game)
        except OutOfRange:
            self._back(self._made)
            return None

    def _back(self, made: Sequence[int]) -> None:
        """Continue on the reference alone; players see again what they have seen so far."""
        self._quick, self.left = None, len(made)
        game = Game(self.rules, str(self.seed))
        for index in made:
            seat = game.to_act[0]
            if self.policies[seat] in LOWERED:
                self._players[seat].choose(game.offer(seat))
            game.play(seat, game.legal_moves(seat)[index])
