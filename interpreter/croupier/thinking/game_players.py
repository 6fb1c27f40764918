"""The players of one game: on the reference, and those that can on compiled rules, where that pays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.base import limits
from croupier.fast import FastGame, OutOfRange, compiled
from croupier.fast.choosing import LOWERED, FastPlayers, lowered
from croupier.fast.handed import left_at, or_reference, sharing, why_left
from croupier.table.game import Game
from croupier.thinking.named import SEARCH, player
from croupier.thinking.search import engine_of

if TYPE_CHECKING:
    from croupier.base.chance import Seed
    from croupier.base.moves import Move, Moves
    from croupier.base.notes import Handed
    from croupier.fast import Engine
    from croupier.players import Player
    from croupier.table.game import Rules

PATIENCE = 300
"""The number of moves that greedy players may weigh in a game on the reference before its rules are compiled. It is no
time, so that the same game goes over at the same decision."""


class GamePlayers:
    """The players of one game by seat; every decision of the game has to be requested here.

    Greedy players next to search players choose on compiled rules, which the others use anyway; with `hurries`, so do
    players that all can, once they have weighed many moves. Where compiled rules do not reach, the same players go on
    on the reference. `left`: the number of decisions after which compiled rules left the game, if they did; `handed`:
    why, as soon as the reference has to decide there.
    """

    def __init__(
        self, rules: Rules, seed: Seed, policies: Sequence[str], left: int | None = None, *, hurries: bool = False
    ) -> None:
        self.rules, self.seed, self.policies, self.left = rules, seed, policies, left
        self.handed: Handed | None = None
        self._made: list[int] = []
        self._patience = PATIENCE if hurries and lowered(policies) else float("inf")
        self._players = [self._player(seat) for seat in range(len(policies))]
        self._quick: tuple[FastPlayers, FastGame] | None = None
        if any(name in LOWERED for name in policies) and any(name.startswith(SEARCH) for name in policies):
            engine = engine_of(rules.program, waits=True)
            self._go_over(engine if engine is not None and engine.foresees else None)

    def _player(self, seat: int) -> Player:
        return player(self.policies[seat])(self.seed.number, self.seed.game, seat)

    def choose(self, game: Game) -> Move:
        """Return the move of the seat that decides now."""
        with sharing(self.left, len(self._made)):
            return self._choose(game, game.to_act[0])

    def _choose(self, game: Game, seat: int) -> Move:
        moves = game.legal_moves(seat)
        index = self._quickly(seat)
        if index is None:
            index = self._on_reference(game, seat, moves)
        self._made.append(index)
        if self._quick is not None:
            try:
                self._quick[1].apply(index)
            except OutOfRange:
                self._back()
        elif self._patience < 0:
            self._patience = float("inf")
            self._go_over(or_reference(lambda: compiled(self.rules, "python", foresees="greedy" in self.policies)))
        return moves[index]

    def note_left(self, game: Game) -> None:
        """Note why compiled rules left the game, if they did by now; to be asked of a game that is over, too."""
        if self.handed is None and self.left is not None:
            self.handed = left_at(game)

    def _quickly(self, seat: int) -> int | None:
        """Return the choice of a player that runs on compiled rules; None for others."""
        if self._quick is None or self.policies[seat] not in LOWERED:
            return None
        players, game = self._quick
        try:
            return players.choose(game)
        except OutOfRange:
            self._back()
            return None

    def _on_reference(self, game: Game, seat: int, moves: Moves) -> int:
        """Return the choice on the reference, with what compiled rules leave of the decision's budget."""
        if self.left == len(self._made):
            self.note_left(game)
        with sharing(self.left, len(self._made)):
            move = self._players[seat].choose(game.offer(seat))
        if self.policies[seat] != "random":
            self._patience -= min(len(moves), limits.BREADTH)
        found = moves.place(move)
        return found if found is not None else list(moves).index(move)

    def _go_over(self, engine: Engine | None) -> None:
        """Start a game of compiled rules in parallel, and bring it to this point."""
        if engine is None:
            return
        try:
            known = [name if name in LOWERED else "random" for name in self.policies]
            players, game = FastPlayers(engine, self.seed, known), FastGame(engine, self.seed)
            for index in self._made:
                players.choose(game)
                game.apply(index)
        except OutOfRange as left:
            self.left, self.handed = left.decisions, why_left(left)
            return
        self._quick = players, game

    def _back(self) -> None:
        """Continue on the reference alone; players see again what they have seen so far, with the budgets that they
        have if `left` is known from the beginning."""
        self._quick, self.left = None, len(self._made)
        for seat, name in enumerate(self.policies):
            if name in LOWERED:
                self._players[seat] = self._player(seat)
        with sharing(self.left, -1):
            game = Game(self.rules, str(self.seed))
        for made, index in enumerate(self._made):
            seat = game.to_act[0]
            with sharing(self.left, made):
                if self.policies[seat] in LOWERED:
                    self._players[seat].choose(game.offer(seat))
                game.play(seat, game.legal_moves(seat)[index])
