"""The legal moves of a counted program: lists for a seat count, tests by the engine do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.base.values import Env
from croupier.play.must import Ahead, Found, Judged, Lookahead
from croupier.workbench.coverage.live import Live

if TYPE_CHECKING:
    from croupier.model.plans import ChoicePlan, MovePlan, StagePlan
    from croupier.model.program import Program
    from croupier.model.state import State, Task


class Listing(Lookahead):
    """The program's list of legal moves, and its test whether there is one, with counting."""

    def __init__(self, program: Program, live: Live) -> None:
        super().__init__(program)
        self.live = live

    def moves(self, s: State, stage: StagePlan, seat: int, most: int | None = None) -> list[tuple[MovePlan, Env]]:
        """Return the moves as they are listed for the seat that decides: each condition is judged, each move offered
        once.
        """
        found = super().moves(s, stage, seat, most)
        if s.trial is None:
            for move in {move.index: move for move, _ in found}.values():
                self.live.add(f"moves.{move.name}.offered")
            for move, _ in found:
                self._built(move.choices)
        return found

    def answers(self, s: State, task: Task, most: int | None = None) -> list[Env]:
        found = super().answers(s, task, most)
        if s.trial is None:
            for _ in found:
                self._built(task.code.asks[task.pc])
        return found

    def _built(self, choices: list[ChoicePlan]) -> None:
        """Count the conditions of a group of melds as true: the group was built so that they hold."""
        for choice in choices:
            for condition in choice.conditions:
                if condition.built_in:
                    self.live.add(f"{condition.condition.path}.yes")

    def any_move(self, s: State, stage: StagePlan, seat: int) -> bool:
        """Return whether the seat has a legal move.

        If it has none there will be no list, so the refusing conditions count now.
        """
        if s.trial is not None:
            return super().any_move(s, stage, seat)
        with self.live.aside():
            found = super().any_move(s, stage, seat)
        if not found:
            super().moves(s, stage, seat)
        return found

    def any_answer(self, s: State, task: Task) -> bool:
        """Return whether there is a legal answer. The question counts with its answers, or as one without an answer."""
        if s.trial is not None:
            return super().any_answer(s, task)
        with self.live.aside():
            found = super().any_answer(s, task)
        asked = task.code.asks[task.pc]
        if not found:
            super().answers(s, task)
            self.live.add(f"{asked[0].choice.path}.nothing")
        for choice in asked if found else ():
            self.live.add(choice.choice.path)
        return found

    def judged(self, s: State, seat: int, move: MovePlan | None, env: Env) -> Judged | None:
        """Return the verdict on a requested move: of all moves judged for it, this alone counts."""
        with self.live.aside():
            found = super().judged(s, seat, move, env)
        if found is not None and isinstance(s.ahead, Trying):
            s.ahead.count(found.found)
        return found

    def begin(self, s: State, seat: int, depth: int, key: tuple[int, int, int]) -> Ahead:
        return Trying(self, self.live, s, seat, depth, key)


class Trying(Ahead):
    """Looks for ways in which a stage can end as it must: only what comes of that for a move counts."""

    def __init__(
        self, listing: Listing, live: Live, s: State, seat: int, depth: int, key: tuple[int, int, int]
    ) -> None:
        self.live = live
        with live.aside():
            super().__init__(listing, s, seat, depth, key)

    def verdict(self, s: State, move: MovePlan | None, env: Env) -> Found:
        with self.live.aside():
            found = super().verdict(s, move, env)
        self.count(found)
        return found

    def count(self, found: Found) -> None:
        """Count each condition of the stage's `must` as met or not."""
        for number, condition in enumerate(self.stage.stage.must):
            if found.ok or (found.failing is not None and number in found.failing):
                self.live.add(f"{condition.path}.{'yes' if found.ok else 'no'}")
