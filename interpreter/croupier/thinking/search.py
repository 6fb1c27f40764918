"""The player that searches: it plays its moves on in worlds that it cannot tell from the true one (see `tree`).

Worlds are made of what its seat knows, and chance is its own, so what it does tells nothing that it may not know. Rules
that are compiled are played on compiled, by players who look ahead where these are; others on the reference.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING

from croupier.base.chance import Stream, word
from croupier.base.faults import CroupierError
from croupier.fast import Board, NotCompiled, compiled
from croupier.players import Greedy
from croupier.table.game import Rules
from croupier.thinking import tree
from croupier.thinking.slow import SlowBoard
from croupier.thinking.worth import Worth

if TYPE_CHECKING:
    from croupier.base.moves import Move
    from croupier.fast import Engine
    from croupier.model.plans import StagePlan
    from croupier.model.program import Program
    from croupier.seat.outcome import Outcome
    from croupier.seat.views import Offer
    from croupier.table.game import Game

SALT = 0x5EE4
MASK = (1 << 64) - 1
WORLDS = 48
"""So many worlds are made for one decision at most."""
MEASURED = 12
"""So many rollouts say how far scores lie apart."""
TRIED = 3
"""Of moves, so many are tried that each can be tried so often, and the others are left out."""
SLOWER = 20
"""On the reference, so many times fewer rollouts are made."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a decision may take: rollouts, which is the same on every machine, or seconds, which is not."""

    rollouts: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Thought:
    """What is expected of a move: `worth` from 0 to 1, the chance to `win` (None where no game came to its end) and the
    `score`, after so many rollouts (`tried`)."""

    index: int
    worth: float
    win: float | None
    score: float
    tried: int


class Search:
    """Decides by looking on, within its budget; where nothing can be played on, as `Greedy` does."""

    def __init__(self, seed: int, game: int, seat: int, budget: Budget) -> None:
        self.budget = budget
        self._key = word(word(seed ^ (SALT + seat << 32) & MASK, 0), game)
        self._asked = 0
        self._otherwise = Greedy(seed, game, seat)

    def choose(self, offer: Offer) -> Move:
        if len(offer.moves) == 1:
            return offer.moves[0]
        thoughts = self.think(offer)
        return offer.moves[thoughts[0].index] if thoughts else self._otherwise.choose(offer)

    def think(self, offer: Offer) -> list[Thought]:
        """What it expects of the moves that it has tried, the best first; nothing where no world can be played on."""
        self._asked += 1
        start = perf_counter()
        first = offer.imagined(0)
        if first is None:
            return []
        program = first.rules.program
        engine = _engine(program)
        found = _search(program, engine, offer, self.budget, word(self._key, self._asked), start)
        if not found and engine is not None:
            found = _search(program, None, offer, self.budget, word(self._key, self._asked), start)
        return found


@lru_cache(maxsize=8)
def _engine(program: Program) -> Engine | None:
    """The rules compiled, with players who look ahead if that can be; None if they cannot be compiled."""
    for foresees in (True, False):
        try:
            return compiled(Rules(program), foresees=foresees)
        except NotCompiled:
            continue
    return None


def horizon(program: Program) -> str | None:
    """The outermost stage that is performed again and again with rounds of its own inside, such as a deal of several:
    at the beginning of the next it is told what has come of this one."""
    todo: list[StagePlan] = [program.root]
    while todo:
        stage = todo.pop(0)
        if stage.loops:
            inside = list(stage.within(set()))[1:]
            return stage.name if stage.players is None and any(each.loops for each in inside) else None
        todo += stage.steps
    return None


class _Worlds:
    """The worlds of one decision, each made when it is first asked for."""

    def __init__(self, offer: Offer, board: Board | SlowBoard, key: int) -> None:
        self.offer = offer
        self.board = board
        self.key = key
        self.made: list[object] = []

    def __call__(self, number: int) -> object | None:
        """World `number`; they come again after so many. None if none can be played on."""
        number %= WORLDS
        while len(self.made) <= number:
            game = self.offer.imagined(word(self.key, len(self.made)))
            if game is not None:
                self._before(game)
            stand = None if game is None else self.board.stand(game, len(self.offer.moves))
            if stand is None:
                return None
            self.made.append(stand)
        return self.made[number]

    def _before(self, game: Game) -> None:
        """Those choose who choose at the same time and are asked before."""
        chance = Stream(word(self.key, ~len(self.made) & MASK))
        while self.offer.seat in game.to_act and game.to_act[0] != self.offer.seat:
            other = game.to_act[0]
            moves = game.legal_moves(other)
            game.play(other, moves[chance.below(len(moves))])


def _search(
    program: Program, engine: Engine | None, offer: Offer, budget: Budget, key: int, start: float
) -> list[Thought]:
    """The search on compiled rules, or without an engine on the reference."""
    stage = horizon(program)
    policy = "greedy" if engine is not None and engine.foresees else "random"
    board = SlowBoard(stage) if engine is None else Board(engine, [policy] * program.seats, stage)
    rollouts = budget.rollouts // SLOWER + 1 if engine is None else budget.rollouts

    def share(done: int) -> float:
        return done / rollouts if rollouts else (perf_counter() - start) / budget.seconds

    try:
        if engine is None:
            return _found(program, board, offer, share, key)
        with engine.backend.lock:
            return _found(program, board, offer, share, key)
    except CroupierError:
        return []


def _found(
    program: Program, board: Board | SlowBoard, offer: Offer, share: Callable[[int], float], key: int
) -> list[Thought]:
    worth, worlds = Worth(program), _Worlds(offer, board, key)
    outcomes: list[Outcome] = []
    for number in range(MEASURED):
        stand = worlds(number)
        if stand is None:
            return []
        index = number * len(offer.moves) // MEASURED
        outcome = board.rollout(board.begin(stand, index), word(key, number))
        if outcome is not None:
            outcomes.append(outcome)
    worth.measure(outcomes)
    found = tree.Tree(board, offer.seat, worth, worlds, key).search(range(len(offer.moves)), share)
    return [
        Thought(
            each.index, each.mean, each.shares / each.finished if each.finished else None,
            each.scores / each.tried, each.tried,
        )
        for each in found
        if each.tried
    ]  # fmt: skip
