"""What a seat can tell of its moves beforehand.

Each is tried on an imagined state, up to the first thing the seat cannot know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier import flow, legal
from croupier.events import MOVED, PICKED, SHUFFLED
from croupier.execute import ASK
from croupier.imagine import imagine
from croupier.moves import Moves
from croupier.notation import spell_choices, spell_move
from croupier.stages import MovePlan
from croupier.values import Env, Value, cards_of
from croupier.views import Consequence, Offer, log, view
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.knowledge import Knowledge
    from croupier.moves import Move
    from croupier.state import State

Found = list[tuple[MovePlan | None, Env]]


class Foresight:
    """Tries the moves of one seat in one position; what it imagines depends on nothing that the seat does not know."""

    def __init__(self, s: State, knowledge: Knowledge, seat: int, moves: Found, imagined: bool = False) -> None:
        self.seat = seat
        self.base = s if imagined else imagine(s, knowledge, seat)
        self.knowledge = knowledge
        self.known = list(knowledge.known)
        if imagined:
            self.moves = moves
        else:  # the same moves, found anew: the cards behind them lie elsewhere in the imagined state
            self.moves = _moves_of(self.base, seat) if len(moves) else []
            if len(self.moves) != len(moves):
                self.moves = moves

    def consequence(self, index: int | None) -> Consequence:
        """What the move at this index would do; None: the position as it is."""
        if index is None:
            return self._measure(self.base, False, lambda: None)
        move, env = self.moves[index]
        s = self.base.copy()
        if move is None or s.frames[-1].pending is not None:
            return self._measure(s, True, lambda: None)
        unknown, steps = self._try(s, move, list(env), None)
        if unknown:  # what it does before the first thing that cannot be known is known all the same
            s = self.base.copy()
            self._try(s, move, list(env), steps)
        again = not unknown and _may_follow(s)
        return self._measure(s, unknown, lambda: self._follow(index) if again else None)

    def _try(self, s: State, move: MovePlan, env: Env, most: int | None) -> tuple[bool, int]:
        """Do what the move does, `most` operations of it at most.

        Whether it came upon the unknown, and after how many.
        """
        s.acted = self.seat
        mark, steps, pc, ops = len(s.log), 0, 0, move.do.ops
        env.extend([None] * (move.do.slots - len(env)))
        while 0 <= pc < len(ops) and (most is None or steps < most):
            pc = ops[pc](s, env)
            if pc == ASK:
                break
            if most is None and self._unknown(s, mark):
                return True, steps
            steps += 1
        return False, steps

    def _follow(self, index: int) -> Offer | None:
        """The seat's next decision, if it is the next of all and nothing unknown comes before it."""
        move, env = self.moves[index]
        assert move is not None
        s = self.base.copy()
        mark = len(s.log)
        flow.play(s, self.seat, move, list(env))
        if flow.to_act(s) != (self.seat,) or self._unknown(s, mark):
            return None
        found = _moves_of(s, self.seat)
        knowledge = self.knowledge
        return Offer(
            self.seat,
            Moves(len(found), lambda i: _spell(s, self.seat, *found[i])),
            lambda: view(s, self.seat, knowledge, {}),
            lambda: log(s, self.seat),
            lambda: Foresight(s, knowledge, self.seat, found, imagined=True).consequence,
        )

    def _unknown(self, s: State, mark: int) -> bool:
        """Has chance spoken, or a card been seen that the seat did not know?"""
        bit = 1 << self.seat
        return any(
            note[0] in (SHUFFLED, PICKED) or (note[0] == MOVED and note[6] & bit and not self.known[note[1]] & bit)
            for note in s.log[mark:]
        )

    def _measure(self, s: State, unknown: bool, follow: Value) -> Consequence:
        program, seat = s.program, self.seat
        held: list[int] = []
        for place in program.places:
            if place.zone.per == "player" and place.subject == seat and place.viewers != program.everyone:
                held.extend(cards_of(s.zones[place.index]))
        left = 0
        for combo in program.rules.combos:
            if isinstance(combo, ir.Split):
                left += program.combos.least(s, combo.name, held)
        score: int | None = program.scores[0](s, [None, seat])
        if score is not None and program.rules.result.best == "lowest":
            score = -score
        return Consequence(unknown, score, left, len(held), follow)


def _may_follow(s: State) -> bool:
    """Can the acting seat's next decision come before anybody else's? False only where the stages rule it out."""
    for frame in reversed(s.frames):
        stage = frame.stage
        if frame.child < len(stage.steps) or (stage.loops and stage.players is None):
            return True
        if stage.players is not None:
            return frame.following is not None or bool(s.program.triggers)
    return False


def _moves_of(s: State, seat: int) -> Found:
    if s.asking and s.task is not None:
        return [(None, env) for env in legal.answers(s, s.task)]
    return list(legal.moves(s, s.frames[-1].stage, seat))


def _spell(s: State, seat: int, move: MovePlan | None, env: Env) -> Move:
    if move is not None:
        return spell_move(s, move, env, seat)
    from croupier.moves import Move as Words

    assert s.task is not None
    return Words(s.program.moves[s.task.move].name, spell_choices(s, s.task.code.asks[s.task.pc], env, seat))
