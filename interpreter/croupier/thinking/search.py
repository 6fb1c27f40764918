"""The search player: it evaluates moves by rollouts from determinizations (see `tree`).

Determinizations use only the knowledge of its seat, and it has chance of its own, so its moves leak nothing. Compiled
rules run compiled, with greedy players in rollouts if these are available; others run on the reference.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from time import perf_counter
from typing import TYPE_CHECKING, Generic

from croupier.base.chance import MASK, Stream, word
from croupier.base.faults import CroupierError, RulesFault
from croupier.base.language import tr
from croupier.base.notes import NOTES, Handed, place_of
from croupier.fast import Board, NotCompiled, compiled
from croupier.fast.engine import at_hand
from croupier.fast.filling import Untold
from croupier.players import Greedy
from croupier.table.game import Rules
from croupier.thinking import tree
from croupier.thinking.slow import SlowBoard
from croupier.thinking.worth import Worth
from croupier_dsl import ir
from croupier_dsl.analysis import bodies

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.base.moves import Move
    from croupier.fast import Engine
    from croupier.model.plans import StagePlan
    from croupier.model.program import Program
    from croupier.seat.outcome import Outcome
    from croupier.seat.views import Offer
    from croupier.table.game import Game

SALT = 0x5EE4
WORLDS = 48
"""The maximum number of determinizations for one decision."""
MEASURED = 12
"""The number of rollouts that estimate the spread of scores."""
COMPARED = 4
"""The number of these that are made twice, by hasty players and by others, until it is clear which cost more."""
DEARER = 5
"""The factor in tried moves up to which players that are not hasty are used."""
TRIED = 3
"""The number of tries per move; the number of moves tried follows from it, and the others are left out."""
PATIENT = 0.5
"""Players who take more than that part of the time that is left for `MEASURED` rollouts are too slow."""
SLOWER = 20
"""The factor by which the reference makes fewer rollouts."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The budget of a decision: rollouts, which are the same on every machine, or seconds, which are not.

    The first that is spent ends it.
    """

    rollouts: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Thought:
    """The expectation of a move:

    `worth` from 0 to 1, the probability to `win` (None if no game came to its end) and the `score`, after `tried`
    rollouts.
    """

    index: int
    worth: float
    win: float | None
    score: float
    tried: int


class Search:
    """Decides by looking on, within its budget; where nothing can be played on, as `Greedy` does."""

    def __init__(self, seed: int, game: int, seat: int, budget: Budget, *, waits: bool = True) -> None:
        """Make a player. `waits`: it waits until the rules are compiled to C, once on each machine; else it uses what
        is ready."""
        self.budget = budget
        self.waits = waits
        self._key = word(word(seed ^ (SALT + seat << 32) & MASK, 0), game)
        self._asked = 0
        self._otherwise = Greedy(seed, game, seat)

    def choose(self, offer: Offer) -> Move:
        if len(offer.moves) == 1:
            return offer.moves[0]
        thoughts = self._think(offer)
        if isinstance(thoughts, Handed):
            NOTES.search("greedy", thoughts)
            return self._otherwise.choose(offer)
        return offer.moves[thoughts[0].index]

    def think(self, offer: Offer) -> list[Thought]:
        """Return the expectations of the tried moves, the best first; empty if no determinization can be played."""
        thoughts = self._think(offer)
        return [] if isinstance(thoughts, Handed) else thoughts

    def _think(self, offer: Offer) -> list[Thought] | Handed:
        """Return the expectations of the tried moves, or the reason that no determinization can be played.

        A note says if only weaker players or the reference can play them.
        """
        self._asked += 1
        first = offer.imagined(0)
        if first is None:
            return _why(offer, _unimagined())
        program = first.rules.program
        engine = engine_of(program, self.waits)
        key, start = word(self._key, self._asked), perf_counter()
        ways: list[tuple[Engine | None, str]]
        ways = [(None, "random")] if engine is None else [(engine, "random"), (None, "random")]
        if engine is not None and engine.foresees:
            if engine.runs_on == "c" or not self.budget.seconds:
                ways.insert(0, (engine, "greedy"))
            else:
                NOTES.use("random", Handed(tr("greedy rollouts are too slow without compiled C code")))
        patience = (1 - (1 - PATIENT) ** (number + 1) for number in range(len(ways)))
        failed: Handed | None = None
        for way, patient in zip(ways, patience, strict=True):
            found = _search(program, *way, offer, self.budget, key, start, patient)
            if not isinstance(found, Handed):
                if failed is not None:
                    NOTES.search("reference" if way[0] is None else "random", failed)
                return found
            failed = found
        assert failed is not None
        return failed


def _why(offer: Offer, reason: str) -> Handed:
    """Return why the search for a decision failed, with the stage of that decision."""
    stage = offer.stage
    return Handed(reason) if stage is None else Handed(reason, stage.path, place_of(stage.where))


def _unimagined() -> str:
    return tr("hidden information cannot be sampled")


def engine_of(program: Program, waits: bool) -> Engine | None:
    """Return the compiled rules, with players who look ahead if that can be; None, and a note of the reason, if they
    cannot be compiled."""
    engine, why = best_of(program, waits)
    if why is not None:
        NOTES.use("reference" if engine is None else "random", why)
    return engine


@lru_cache(maxsize=8)
def best_of(program: Program, waits: bool) -> tuple[Engine | None, Handed | None]:
    """Return the compiled rules, and why not all of it could be compiled."""
    make = compiled if waits else at_hand
    try:
        return make(Rules(program), foresees=True), None
    except NotCompiled as error:
        why = error.why
    try:
        return make(Rules(program)), why
    except NotCompiled as error:
        return None, error.why


def horizon(program: Program) -> str | None:
    """Return the outermost repeated stage that shuffles before each first decision, such as a deal of several: rollouts
    end at its next iteration.
    """
    todo: list[StagePlan] = [program.root]
    while todo:
        stage = todo.pop(0)
        if stage.loops and _deals(stage) and any(each.moves for each in stage.within(set())):
            return stage.name
        todo += stage.steps
    return None


def _deals(stage: StagePlan) -> bool:
    """Return whether the stage always shuffles, in its own beginning or in a step."""
    return _shuffles(stage.stage.begin) or any(not step.when and _deals(step) for step in stage.steps)


def _shuffles(statements: Sequence[ir.Statement]) -> bool:
    return any(
        isinstance(one, ir.Shuffle) or (not isinstance(one, ir.If) and any(map(_shuffles, bodies(one))))
        for one in statements
    )


class _Worlds(Generic[tree.Position]):
    """The worlds of one decision, each made when it is first asked for."""

    def __init__(self, offer: Offer, board: tree.Board[tree.Position], key: int) -> None:
        self.offer = offer
        self.board = board
        self.key = key
        self.made: list[tree.Position] = []

    def __call__(self, number: int) -> tree.Position:
        """Return determinization `number`; they repeat after `WORLDS`. Raise Untold if none can be played."""
        number %= WORLDS
        while len(self.made) <= number:
            game = self.offer.imagined(word(self.key, len(self.made)))
            if game is None:
                raise Untold(_unimagined())
            self._before(game)
            self.made.append(self.board.stand(game, len(self.offer.moves)))
        return self.made[number]

    def _before(self, game: Game) -> None:
        """Make random moves for the players of a simultaneous choice who are asked before this seat."""
        chance = Stream(word(self.key, ~len(self.made) & MASK))
        while self.offer.seat in game.to_act and game.to_act[0] != self.offer.seat:
            other = game.to_act[0]
            moves = game.legal_moves(other)
            game.play(other, moves[chance.below(len(moves))])


class _Work:
    """The spent part of a budget, from 0 to 1, since a start time, for a number of rollouts."""

    def __init__(self, budget: Budget, rollouts: int, start: float) -> None:
        self.seconds = budget.seconds
        self.rollouts = rollouts
        self.start = start

    def __call__(self, done: int) -> float:
        spent = (perf_counter() - self.start) / self.seconds if self.seconds else 0.0
        return max(spent, done / self.rollouts if self.rollouts else 0.0)

    @property
    def fitting(self) -> int:
        """Return the number of moves for which there is time, after `MEASURED` rollouts."""
        rollouts = [self.rollouts] if self.rollouts else []
        if self.seconds:
            rollouts.append(int(MEASURED / max(self(0), 1e-6)))
        return max(min(rollouts) // TRIED, 2)


def _search(
    program: Program, engine: Engine | None, policy: str, offer: Offer, budget: Budget, key: int, start: float,
    patient: float,
) -> list[Thought] | Handed:  # fmt: skip
    """Search on compiled rules, or without an engine on the reference.

    Return the reason if determinizations are impossible, or if such players are too slow.
    """
    stage = horizon(program)
    try:
        if engine is None:
            work = _Work(budget, budget.rollouts and budget.rollouts // SLOWER + 1, start)
            found = _searched(SlowBoard(stage, lambda: work(0) >= 1), program, offer, work, key, patient)
        else:
            with engine.backend.lock:
                board = Board(engine, [policy] * program.seats, stage)
                found = _searched(board, program, offer, _Work(budget, budget.rollouts, start), key, patient)
    except RulesFault as fault:
        if fault.where is not None:
            return Handed(fault.problem, fault.text or fault.path, place_of(fault.where))
        return _why(offer, fault.problem)
    except CroupierError as error:
        return _why(offer, str(error))
    return found or _why(offer, tr("no rollout reaches the end of the game"))


def _searched(
    board: tree.Board[tree.Position], program: Program, offer: Offer, work: _Work, key: int,
    patient: float,
) -> list[Thought]:  # fmt: skip
    """Search on such a board. Raise Untold if more than this part of the time would be spent before it begins."""
    worth, worlds = Worth(program), _Worlds(offer, board, key)
    first = _measured(board, worth, worlds, len(offer.moves), key, lambda: work(0) > patient)
    tried = _some(len(offer.moves), work.fitting, first, key)
    found = tree.Tree(board, offer.seat, worth, worlds, key).search(tried, first, work)
    return [
        Thought(
            each.index, each.mean, each.shares / each.finished if each.finished else None,
            each.scores / each.tried, each.tried,
        )
        for each in found
        if each.tried
    ]  # fmt: skip


def _measured(
    board: tree.Board[tree.Position], worth: Worth, worlds: _Worlds[tree.Position], moves: int, key: int,
    late: Callable[[], bool],
) -> int:  # fmt: skip
    """Make some rollouts, which measure the spread of scores, and whether there is time for players that are not hasty;
    return the move that a player would make.

    Raise Untold if no determinization can be played, or if it takes too long.
    """
    outcomes: list[Outcome] = []
    ahead = hasty = 0  # moves tried by players that look ahead, and by hasty ones
    for number in range(MEASURED):
        compared = number < COMPARED and (not number or hasty < ahead <= COMPARED * DEARER * hasty)
        for board.hasty in (True, False) if compared else (ahead > DEARER * hasty,):
            stand = worlds(number)
            if late():
                raise Untold(tr("rollouts from this position take too long"))
            begun = board.tried
            outcomes += _one(board, stand, number * moves // MEASURED, word(key, number))
            if board.hasty:
                hasty += board.tried - begun
            else:
                ahead += board.tried - begun
    worth.measure(outcomes)
    return max(board.trusted(worlds(0), moves), 0)


def _one(board: tree.Board[tree.Position], stand: tree.Position, index: int, seed: int) -> list[Outcome]:
    """Return the outcome of one rollout; empty if it cannot continue."""
    outcome = board.rollout(board.begin(stand, index), seed)
    return [] if outcome is None else [outcome]


def _some(moves: int, most: int, first: int, key: int) -> list[int]:
    """Return the moves that are tried: all, or the one that a player would make and others from the whole list."""
    if moves <= most:
        return list(range(moves))
    chance = Stream(word(key, moves))
    spread = [at * moves // (most - 1) for at in range(most)]
    others = [low + chance.below(high - low) for low, high in pairwise(spread)]
    return [first, *(index for index in others if index != first)]
