"""The plans of a bound program to plans that count: stages, conditions, what is offered, rules that fire."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.bind import barred
from croupier.coverage.closures import CountingCoder, CountingPlanner
from croupier.coverage.live import Live
from croupier.stages import ChoicePlan, ConditionPlan, MovePlan, StagePlan, TriggerPlan
from croupier.state import DECIDE
from croupier.values import Env, Fn, Sieve, Value
from croupier.watcher import Watcher
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.program import Program
    from croupier.state import State

_ALWAYS = ir.Condition("", ir.Constant(ir.TRUTH, True), (), "", None)


class Counter(Watcher):
    """Makes a program whose closures count into `live`."""

    def __init__(self, live: Live) -> None:
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
        for move in program.moves:
            _move(self.live, program, move)
        for trigger in program.triggers:
            _trigger(self.live, trigger)
        _stage(self.live, program.root)


def _condition(live: Live, plan: ConditionPlan) -> None:
    path = plan.condition.path
    plan.test = live.judged(path, plan.test)
    if plan.sieve is not None:
        plan.sieve = _sieve(live, path, plan.sieve)


def _sieve(live: Live, path: str, sieve: Sieve) -> Sieve:
    """A test of all candidates at once: each candidate is an answer, and none at all is one no."""
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
    """What an element of a choice of many may not be: a yes to that is a no to the condition."""
    no, counts = live.index[f"{path}.no"], live.counts

    def run(s: State, e: Env) -> Value:
        found = test(s, e)
        if found:
            counts[no] += 1
        return found

    return slot, run


# ---------------------------------------------------------------- moves


def _move(live: Live, program: Program, move: MovePlan) -> None:
    """Its conditions and choices count; a first gate ends the engine's look ahead, a last test sees that it is offered.

    Both always hold.
    """
    for gate in move.gates:
        _condition(live, gate)
    for choice in move.choices:
        _choice(live, program, choice)
    for asked in move.do.asks.values():
        for choice in asked:
            _choice(live, program, choice)
        asked[0].collection = _listed(live, asked[0].collection)
    move.gates.insert(0, ConditionPlan(_ALWAYS, _deciding(live), frozenset()))
    seen = ConditionPlan(_ALWAYS, _offered(live, f"moves.{move.name}.offered"), frozenset())
    (move.choices[-1].others if move.choices else move.gates).append(seen)


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


def _listed(live: Live, collection: Fn) -> Fn:
    """The answers to a question are listed for the seat that is asked: now they count."""

    def run(s: State, e: Env) -> Value:
        if s.asking:
            live.restore()
        return collection(s, e)

    return run


def _deciding(live: Live) -> Fn:
    """The moves are listed for the seat on turn: now they count."""

    def run(s: State, e: Env) -> Value:
        if s.frames[-1].phase == DECIDE:
            live.restore()
        return True

    return run


def _offered(live: Live, path: str) -> Fn:
    """Count the decisions at which the move was among those listed, each once for a seat."""
    i, counts = live.index[path], live.counts
    last: list[tuple[int, int]] = []

    def run(s: State, e: Env) -> Value:
        if s.frames[-1].phase == DECIDE and last != [now := (s.decisions, e[0])]:
            last[:] = [now]
            counts[i] += 1
        return True

    live.begun.append(last.clear)
    return run


# ---------------------------------------------------------------- stages and triggers


def _stage(live: Live, plan: StagePlan) -> None:
    stage = plan.stage
    plan.when = [live.judged(c.path, fn) for c, fn in zip(stage.when, plan.when, strict=True)]
    plan.until = [live.judged(c.path, fn) for c, fn in zip(stage.until, plan.until, strict=True)]
    if plan.until:
        plan.until[-1] = _holds(live, f"{stage.path}.until", plan.until[-1])
    if plan.times is not None:
        plan.times = _times(live, f"{stage.path}.times", plan.times)
    if plan.moves:
        first = plan.moves[0]
        plan.simplest_first = [_gate(first, live.hold), *plan.simplest_first, _gate(first, live.drop)]
    for step in plan.steps:
        _stage(live, step)


def _gate(move: MovePlan, act: Callable[[], None]) -> MovePlan:
    """A move that can never be made, and does something when the engine looks whether it can."""

    def run(s: State, e: Env) -> Value:
        act()
        return False

    gate = ConditionPlan(_ALWAYS, run, frozenset())
    return MovePlan(-1, move.move, move.name, move.slots, [gate], [], move.do)


def _holds(live: Live, path: str, test: Fn) -> Fn:
    """The last of several conditions: asked only where the others hold, it answers for them all."""
    i, counts = live.index[path], live.counts

    def run(s: State, e: Env) -> Value:
        answer = test(s, e)
        if answer:
            counts[i] += 1
        return answer

    return run


def _times(live: Live, path: str, times: Fn) -> Fn:
    """How often a stage may be performed; counts when it has been."""
    i, counts = live.index[path], live.counts

    def run(s: State, e: Env) -> Value:
        most = times(s, e)
        if s.frames[-1].count >= (most or 0):
            counts[i] += 1
        return most

    return run


def _trigger(live: Live, plan: TriggerPlan) -> None:
    trigger = plan.trigger
    plan.conditions = [live.judged(c.path, fn) for c, fn in zip(trigger.conditions, plan.conditions, strict=True)]
    plan.conditions[-1] = _holds(live, f"whenever.{trigger.name}", plan.conditions[-1])
