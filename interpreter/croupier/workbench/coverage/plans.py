"""Replace the plans of a bound program by plans that count: stages, conditions, offers, automatic rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.base.values import Env, Fn, Sieve, Value
from croupier.compile.binding import barred
from croupier.compile.watcher import Watcher
from croupier.model.plans import ChoicePlan, ConditionPlan, MovePlan, StagePlan, TriggerPlan
from croupier.play.must import Ahead, Found, Judged, Lookahead
from croupier.workbench.coverage.closures import CountingCoder, CountingPlanner
from croupier.workbench.coverage.live import Live
from croupier_dsl import ir

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


class Counter(Watcher):
    """Makes a program whose closures count into `live`."""

    def __init__(self, live: Live) -> None:
        super().__init__(whole=True)
        self.live = live

    def planner(self, program: Program) -> CountingPlanner:
        return CountingPlanner(program, self.live)

    def coder(
        self,
        program: Program,
        planner: CountingPlanner,  # type: ignore[override]  # the planner that it has made itself
        choices: Callable[[tuple[ir.Choice, ...]], list[ChoicePlan]],
    ) -> CountingCoder:
        return CountingCoder(program, planner, choices, self.live)

    def bound(self, program: Program) -> None:
        for move in program.moves.values():
            _move(self.live, program, move)
        for trigger in program.triggers:
            _trigger(self.live, trigger)
        for stage in program.stages.values():
            _stage(self.live, stage)
        program.lookahead = Listing(program, self.live)


def _condition(live: Live, plan: ConditionPlan) -> None:
    path = plan.condition.path
    plan.test = live.judged(path, plan.test)
    if plan.sieve is not None:
        plan.sieve = _sieve(live, path, plan.sieve)


def _sieve(live: Live, path: str, sieve: Sieve) -> Sieve:
    """Return a test of all candidates at once: each candidate is an answer, and none at all is one no."""
    yes, no, counts = live.index[f"{path}.yes"], live.index[f"{path}.no"], live.counts

    def run(s: State, e: Env) -> Callable[[int], bool] | None:
        found = sieve(s, e)
        if found is None:
            counts[no] += 1
            return None
        test = found

        def judge(card: int) -> bool:
            answer = test(card)
            counts[yes if answer else no] += 1
            return answer

        return judge

    return run


def _barred(live: Live, path: str, slot: int, test: Fn) -> tuple[int, Fn]:
    """Return the exclusion of an element from a choice of many: true means that the condition fails."""
    no, counts = live.index[f"{path}.no"], live.counts

    def run(s: State, e: Env) -> Value:
        found = test(s, e)
        if found:
            counts[no] += 1
        return found

    return slot, run


# ---------------------------------------------------------------- moves


def _move(live: Live, program: Program, move: MovePlan) -> None:
    for gate in move.gates:
        _condition(live, gate)
    for choice in (*move.choices, *(asked for plans in move.do.asks.values() for asked in plans)):
        _choice(live, program, choice)


def _choice(live: Live, program: Program, choice: ChoicePlan) -> None:
    if choice.barred:
        expressions = [(c.condition.path, c.condition.expr) for c in choice.conditions]
        choice.barred = [
            _barred(live, path, slot, test)
            for path, expr in expressions
            for slot, test in barred(program.planner, expr, choice.slot)
        ]
    for condition in (*choice.filters, *choice.conditions):
        _condition(live, condition)
    built_in = [condition for condition in choice.conditions if condition.built_in]
    if built_in:
        choice.collection = _one_by_one(choice.collection, choice.slot, built_in)


def _one_by_one(collection: Fn, slot: int, conditions: list[ConditionPlan]) -> Fn:
    """Return the collection with its conditions tested on each meld alone. Groups of melds are built so that they hold,
    so refusals would not be counted otherwise."""

    def run(s: State, e: Env) -> Value:
        melds = collection(s, e)
        before = e[slot]
        for meld in melds:
            e[slot] = [meld]
            all(condition.test(s, e) for condition in conditions)
        e[slot] = before
        return melds

    return run


# ---------------------------------------------------------------- stages and triggers


def _stage(live: Live, plan: StagePlan) -> None:
    stage = plan.stage
    plan.when = [live.judged(c.path, fn) for c, fn in zip(stage.when, plan.when, strict=True)]
    plan.until = [live.judged(c.path, fn) for c, fn in zip(stage.until, plan.until, strict=True)]
    if plan.until:
        plan.until[-1] = _holds(live, f"{stage.path}.until", plan.until[-1])
    if plan.times is not None:
        plan.times = _times(live, f"{stage.path}.times", plan.times, plan.index)


def _holds(live: Live, path: str, test: Fn) -> Fn:
    """Return the last of several conditions: it is tested only if the others hold, so it counts for them all."""
    i, counts = live.index[path], live.counts

    def run(s: State, e: Env) -> Value:
        answer = test(s, e)
        if answer:
            counts[i] += 1
        return answer

    return run


def _times(live: Live, path: str, times: Fn, stage: int) -> Fn:
    """Return the maximum number of iterations of a stage; it counts when it has been reached."""
    i, counts = live.index[path], live.counts

    def run(s: State, e: Env) -> Value:
        most = times(s, e)
        if s.counts[stage] >= (most or 0):
            counts[i] += 1
        return most

    return run


def _trigger(live: Live, plan: TriggerPlan) -> None:
    trigger = plan.trigger
    plan.conditions = [live.judged(c.path, fn) for c, fn in zip(trigger.conditions, plan.conditions, strict=True)]
    last = plan.conditions.pop() if plan.conditions else lambda s, e: True  # a card that comes is enough
    plan.conditions.append(_holds(live, trigger.path, last))
