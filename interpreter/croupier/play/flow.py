"""Advance to the next decision: perform stages, lists and triggers until a seat has to choose or the game is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.base import limits
from croupier.base.effort import EFFORT
from croupier.base.events import MOST_NOTES, Began, Cut, Decided, Ended, Served, Stuck
from croupier.base.faults import RulesFault
from croupier.base.language import tr
from croupier.base.prices import PARTS
from croupier.base.values import Env, Fn, Value
from croupier.combos.layout import casting_of
from croupier.compile.effects import kept
from croupier.compile.execute import ASK, Code
from croupier.knowledge.unseen import Blank, peek
from croupier.model.state import ANSWERED, BODY, DECIDE, ENTER, FINISH, LOOP, Frame, Task, Words
from croupier.model.turns import follower, outside, performers
from croupier.play.legal import any_answer, any_move

if TYPE_CHECKING:
    from croupier.model.plans import MovePlan, StagePlan, TriggerPlan
    from croupier.model.program import VariablePlace
    from croupier.model.state import State
    from croupier_dsl import ir

Watch = Callable[["State"], None]


def begin(s: State) -> None:
    """Start the game and run to the first decision."""
    program = s.program
    for place, start in program.starts:
        reset(s, place, start, None)
    for column, start in program.card_starts:
        reset_cards(s, column, start, None)
    s.frames.append(Frame(program.root))
    run(s)


def run(s: State, watch: Watch | None = None) -> None:
    """Continue until a player has to choose or the game is over. `watch` is called with the state before each list."""
    if s.trial is None:
        EFFORT.renew()
    s.log.room, s.performed = MOST_NOTES, 0
    while not s.over:
        if s.task is not None:
            if watch is not None:
                watch(s)
            if _run_task(s):
                _pause(s)
                return
        elif s.scanning:
            EFFORT.spend(s.program.scan)
            _fire(s)
        elif s.queue:
            s.task = s.queue.pop(0)
            s.acted = s.task.env[0]
        elif not s.frames:
            s.over = s.finished = True
            s.log.append(Ended())
        else:
            frame = s.frames[-1]
            try:
                due = _advance(s, frame)
            except RulesFault as fault:
                raise fault.at(frame.stage.stage.path, frame.stage.stage.where) from None
            if due:
                _pause(s)
                return


def _for_ever(s: State) -> str:
    """Return a message for play that never reaches a decision: the stage with the most iterations, and its moves that
    were never legal."""
    most = max(s.frames, key=lambda frame: frame.count)
    number, count, stage = f"{s.patience:,}", f"{most.count:,}", most.stage.name
    asking = [
        one for one in most.stage.within(set()) if one.moves and (s.counts[one.index] or one is s.frames[-1].stage)
    ]
    moves = ", ".join(dict.fromkeys(move.move.name for one in asking for move in one.moves))
    if not moves:
        return tr(
            "more than {number} stages ran without a decision, {stage} {count} times; does it ever end?",
            number=number, stage=stage, count=count,
        )  # fmt: skip
    if any(one.otherwise is not None for one in asking):
        return tr(
            "more than {number} stages ran without a decision, {stage} {count} times with no legal move "
            "({moves}); does it ever end?",
            number=number,
            stage=stage,
            count=count,
            moves=moves,
        )
    return tr(
        "more than {number} stages ran without a decision, {stage} {count} times with no legal move "
        "({moves}); add an `else`, or an `until` that ends the stage",
        number=number,
        stage=stage,
        count=count,
        moves=moves,
    )


def _pause(s: State) -> None:
    """Stop for a decision; the game stops for good at its limit of decisions, or if its log is full."""
    if s.decisions >= s.program.limit or len(s.log) >= MOST_NOTES:
        s.over = True
        s.log.append(Ended())


def to_act(s: State) -> tuple[int, ...]:
    """Return the seats that have to choose now: several where all choose at once."""
    if s.over:
        return ()
    if s.asking and s.task is not None:
        return (s.task.env[0],)
    frame = s.frames[-1]
    if frame.pending is not None:
        return tuple(seat for seat in frame.seats if seat not in frame.pending)
    return frame.seats


# ---------------------------------------------------------------- choices


def play(s: State, seat: int, move: MovePlan, env: Env, words: Words = (), watch: Watch | None = None) -> None:
    """Make the move that a seat has chosen, with its choices in `env` and `words` for the log; continue to the next
    decision."""
    s.decisions += 1
    frame = s.frames[-1]
    if frame.pending is None:
        s.acted = seat
        s.log.append(Decided(seat, move.index, words, secret=False))
        frame.phase = FINISH
        _start(s, move.do, env, move.index)
    else:
        s.log.append(Decided(seat, move.index, words, secret=True))
        frame.pending[seat] = (move.index, env, words)
        if len(frame.pending) == len(frame.seats):
            frame.phase = ANSWERED
    run(s, watch)


def answer(s: State, env: Env, words: Words = (), watch: Watch | None = None) -> None:
    """Continue with the answer of the seat that was asked in the middle of a move; `env` holds the task's locals with
    it."""
    task = s.task
    assert task is not None
    assert s.asking
    s.decisions += 1
    s.log.append(Decided(env[0], task.move, words, secret=False))
    task.env = env
    task.pc += 1
    for left in task.code.left.values():  # loops consume their remaining elements; other answers keep theirs
        held = peek(env, left) if left < len(env) else None
        if isinstance(held, list):
            env[left] = held.copy()
    cast = s.program.planner.cast_slot
    if cast is not None:
        env[cast] = casting_of(env, cast)
    s.asking = False
    run(s, watch)


def move_env(move: MovePlan, seat: int) -> Env:
    """Return the locals of a move before anything is chosen."""
    env: Env = [None] * max(move.slots, move.do.slots)
    env[0] = seat
    return env


# ---------------------------------------------------------------- lists and triggers


def _start(s: State, code: Code | None, env: Env, move: int = -1) -> None:
    if code is not None and code.ops:
        if len(env) < code.slots:
            env.extend([None] * (code.slots - len(env)))
        s.task = Task(code, 0, env, move)
        cast = s.program.planner.cast_slot
        if cast is not None:
            env[cast] = casting_of(env, cast) if move >= 0 else None
    elif code is not None and s.program.triggers:
        s.scanning, s.firings = True, 0


def _run_task(s: State) -> bool:
    """Run the list under way; True if it stopped for a choice."""
    task = s.task
    assert task is not None
    code, env, pc = task.code, task.env, task.pc
    ops, end = code.ops, len(code.ops)
    try:
        if code.cost:
            EFFORT.spend(code.cost)
        while pc < end:
            following = ops[pc](s, env)
            if s.trial is not None:
                s.trial.acted(s)
            if following >= 0:
                pc = following
            elif following == ASK:
                task.pc = pc
                if s.trial is not None:
                    s.trial.may_choose(s, code.asks[pc])
                ahead = s.program.lookahead
                if ahead.any_answer(s, task) if ahead is not None else any_answer(s, task):
                    s.asking = True
                    return True
                break
            else:
                s.task = None
                end_stage(s, code.ends[-2 - following])
                if s.scanning:  # a rule ended it: next is its `end` list, after which the rules are tried again
                    s.scanning = False
                else:
                    _scan(s)
                return False
    except RulesFault as fault:
        raise fault.at(code.path, code.stands.get(pc)) from None
    s.task = None
    _scan(s)
    return False


def _scan(s: State) -> None:
    if s.program.triggers and not s.scanning:
        s.scanning, s.firings = True, 0


def _fire(s: State) -> None:
    """Fire the first trigger that applies; the scan is over when none does."""
    for number, trigger in enumerate(s.program.triggers):
        env: Env = [None] * max(trigger.slots, trigger.do.slots, 2)
        env[0] = s.acted
        try:
            for item in _tried_for(s, number, trigger, env):
                env[1] = item
                failed = _failing(s, env, trigger.conditions, trigger.trigger.conditions)
                if failed is not None and failed < trigger.same:
                    s.entered[number].clear()
                    break  # and so it does for all others
                if failed is None:
                    s.firings += 1
                    if s.firings > limits.MOST_FIRINGS:
                        raise RulesFault(tr("whenever.{name} keeps firing without end", name=trigger.trigger.name)).at(
                            trigger.trigger.path, trigger.trigger.where
                        )
                    if trigger.do.ops:
                        s.task = Task(trigger.do, 0, env)
                    return
        except RulesFault as fault:
            path = f"{trigger.trigger.path}.each"
            raise fault.at(path, s.program.where(path)) from None
    s.scanning = False


def all_hold(s: State, env: Env, tests: list[Fn], written: tuple[ir.Condition, ...]) -> bool:
    """Return whether the conditions hold; `written`: the conditions of the tests."""
    return _failing(s, env, tests, written) is None


def _failing(s: State, env: Env, tests: list[Fn], written: tuple[ir.Condition, ...]) -> int | None:
    """Return the first of the conditions that does not hold."""
    at = 0
    try:
        if s.trial is not None and s.trial.blanks:
            return s.trial.failing(s, env, tests)
        for at, test in enumerate(tests):
            if not test(s, env):
                return at
    except RulesFault as fault:
        raise fault.at(written[at].path, written[at].where, written[at].text) from None
    return None


def _holds(s: State, env: Env, tests: list[Fn], written: tuple[ir.Condition, ...]) -> bool:
    """Return whether the conditions of a stage hold. While a `must` is searched, both are possible of one that asks
    what a card is that has just been shown."""
    try:
        return all_hold(s, env, tests, written)
    except Blank:
        return s.trial is None or s.trial.guess()


def _tried_for(s: State, number: int, trigger: TriggerPlan, env: Env) -> Iterable[Value]:
    """Yield the things that a trigger is tried for; cards that have come into its zone wait for that no longer."""
    if trigger.trigger.enters:
        while s.entered[number]:
            EFFORT.spend(1)
            card = s.entered[number][0]
            del s.entered[number][0]
            yield card
    elif trigger.each is None:
        yield None
    else:
        yield from _in_turn(s, trigger, trigger.each(s, env))


def _in_turn(s: State, trigger: TriggerPlan, items: Iterable[Value]) -> Iterable[Value]:
    """Return players in turn order from the current one; other things in their own order."""
    each = trigger.trigger.each
    if each is None or each.type.name != "player":
        return items
    first = next((f.actor for f in reversed(s.frames) if f.actor is not None), s.acted) or 0
    n = s.program.seats
    return sorted(items, key=lambda seat: (seat - first) * s.direction % n)


def end_stage(s: State, name: str) -> None:
    """Stop the present performance of the enclosing stage; its `end` list still runs."""
    depth = next((i for i in range(len(s.frames) - 1, -1, -1) if s.frames[i].stage.name == name), None)
    if depth is None:  # a trigger may fire where that stage is not under way
        return
    del s.frames[depth + 1 :]
    s.queue.clear()
    frame = s.frames[depth]
    frame.pending = None
    if frame.phase != LOOP:
        frame.phase = FINISH


# ---------------------------------------------------------------- stages


def _advance(s: State, frame: Frame) -> bool:
    """Perform one step of the innermost stage; return True if a decision is due."""
    match frame.phase:
        case 0:  # ENTER
            _enter(s, frame)
        case 1:  # LOOP
            _perform(s, frame)
        case 2:  # BODY
            return _body(s, frame)
        case 3:  # DECIDE
            return True
        case 4:  # ANSWERED
            _collect(s, frame)
        case _:  # FINISH
            if s.trial is not None and frame.stage.must:
                s.trial.complete(s, frame)
            if frame.stage.once and frame.stage.end is None:
                s.frames.pop()
            else:
                frame.phase = LOOP
                _start(s, frame.stage.end, frame.env)
    return False


def _enter(s: State, frame: Frame) -> None:
    stage = frame.stage
    EFFORT.spend(stage.cost)
    env: Env = [frame.outer] + [None] * stage.slots
    s.counts[stage.index] = 0
    s.frames.pop()  # what it is tested by speaks of the stage around
    if not _holds(s, env, stage.when, stage.stage.when):
        return
    s.frames.append(frame)
    if stage.once:
        _begin(s, frame, frame.outer, env)
        return
    frame.env = env
    if stage.players is not None and not stage.at_once:
        seats = performers(s, frame)
        if stage.loops:
            frame.following = _first(s, frame, seats)
        elif stage.named:
            frame.turns_left = [*seats]
        else:
            frame.turns_left = _round_from(s, _first(s, frame, seats))[::-1]
    frame.phase = LOOP


def _first(s: State, frame: Frame, seats: list[Value]) -> int:
    """Return the first seat of a stage: its `from`, else the current player, else the first of these seats."""
    stage = frame.stage
    env: Env = [frame.outer] + [None] * stage.slots
    first: int | None = outside(s, frame, "by", stage.start, env) if stage.start is not None else frame.outer
    return first if first is not None else seats[0] if seats else 0


def _round_from(s: State, seat: int) -> list[int]:
    """Return all seats in the direction of play."""
    n = s.program.seats
    return [(seat + s.direction * i) % n for i in range(n)]


def _perform(s: State, frame: Frame) -> None:
    """Begin the next performance, or leave the stage."""
    stage = frame.stage
    EFFORT.spend(stage.cost)
    who, comes = _who(s, frame)
    env: Env = [who] + [None] * stage.slots
    if comes and stage.until and _holds(s, env, stage.until, stage.stage.until):
        comes = False
    elif comes and stage.times is not None and frame.count >= (outside(s, frame, "times", stage.times, env) or 0):
        comes = False
        if stage.until and stage.players is not None:
            s.cuts += 1
            s.log.append(Cut(stage.index))
    if comes:
        _begin(s, frame, who, env)
    else:
        s.frames.pop()


def _begin(s: State, frame: Frame, who: int | None, env: Env) -> None:
    """Begin one iteration."""
    stage = frame.stage
    frame.count += 1
    s.performed += 1
    if s.performed > s.patience:
        raise RulesFault(_for_ever(s))
    frame.actor, frame.following, frame.child, frame.env = who, None, 0, env
    s.counts[stage.index] = frame.count
    for step in stage.steps:
        s.counts[step.index] = 0
    begin_state(s, stage, who)
    s.log.append(Began(stage.index, frame.count, who))
    frame.phase = BODY
    _start(s, stage.begin, env)


def _who(s: State, frame: Frame) -> tuple[int | None, bool]:
    """Return the next player of a stage, and whether there is an iteration."""
    stage = frame.stage
    if stage.players is None:
        return frame.outer, stage.loops or frame.count == 0
    if stage.named:
        return (frame.turns_left.pop(), True) if frame.turns_left else (None, False)
    seats = performers(s, frame)
    if stage.at_once:
        frame.seats = tuple(sorted(seats))
        return frame.outer, bool(seats) and (stage.loops or frame.count == 0)
    if not stage.loops:
        assert frame.turns_left is not None
        while frame.turns_left:
            seat = frame.turns_left.pop()
            if seat in seats:
                return seat, True
        return None, False
    following = follower(s, frame, seats)
    return following, following is not None


def _body(s: State, frame: Frame) -> bool:
    stage = frame.stage
    if stage.moves:
        asked = frame.seats if stage.at_once else () if frame.actor is None else (frame.actor,)
        if s.trial is not None:
            s.trial.may_move(s, stage)
        ahead = s.program.lookahead
        can = any_move if ahead is None else ahead.any_move
        able = tuple(seat for seat in asked if can(s, stage, seat))
        if able:
            frame.seats = able
            frame.pending = {} if stage.at_once else None
            frame.phase = DECIDE
            return True
        if s.trial is not None:
            s.trial.pass_over(s, stage)
        s.passed += 1
        s.stuck += stage.otherwise is None
        s.log.append(Stuck(stage.index))
        frame.phase = FINISH
        _start(s, stage.otherwise, frame.env)
    elif frame.child < len(stage.steps):
        frame.child += 1
        s.frames.append(Frame(stage.steps[frame.child - 1], ENTER, outer=frame.actor))
    else:
        frame.phase = FINISH
    return False


def _collect(s: State, frame: Frame) -> None:
    """Make the moves of a simultaneous choice in seat order, or only the move of the first player who does not pass."""
    assert frame.pending is not None
    moves, cast = s.program.moves, s.program.planner.cast_slot
    for seat in _first_served(s, frame) if frame.stage.served else frame.seats:
        index, env, words = frame.pending[seat]
        if frame.stage.served:
            frame.following = seat
            s.log.append(Served(seat, index, words))
        if moves[index].do.ops:
            env = env.copy()
            if cast is not None:
                env[cast] = casting_of(env, cast)
            s.queue.append(Task(moves[index].do, 0, env, index))
    frame.pending = None
    frame.phase = FINISH


def _first_served(s: State, frame: Frame) -> list[int]:
    """Return the seat whose move is made: the first that has not passed."""
    assert frame.pending is not None
    answered, moves = frame.pending, s.program.moves
    order = _round_from(s, _first(s, frame, performers(s, frame)))
    return [seat for seat in order if seat in answered and moves[answered[seat][0]].move.do][:1]


@dataclass(slots=True)
class Told:
    """The state given by a position: `cells` of `State.variables`, and `cards` of columns."""

    cells: set[int] = field(default_factory=set)
    cards: set[tuple[int, int]] = field(default_factory=set)


NOTHING_TOLD = Told()


def begin_state(s: State, stage: StagePlan, who: int | None, told: Told = NOTHING_TOLD) -> None:
    """Begin the state that lives in a stage as `who` performs it, except what is `told`."""
    for place, start in stage.per_performance:
        reset(s, place, start, who, told)
    for column, start in stage.card_columns:
        reset_cards(s, column, start, who, told)


def reset(s: State, place: VariablePlace, start: Fn, who: int | None, told: Told = NOTHING_TOLD) -> None:
    """Give a variable its starting value, for every subject, except those `told`."""
    try:
        first = kept(start, place.variable.type)
        for at, owner, key in place.starts():
            if at not in told.cells:
                s.variables[at] = first(s, [who, owner, key])
    except RulesFault as fault:
        raise fault.at(f"state.{place.variable.name}", place.variable.where) from None


def reset_cards(s: State, column: int, start: Fn, who: int | None, told: Told = NOTHING_TOLD) -> None:
    """Give a variable its starting value for every card, except those `told`."""
    EFFORT.spend(s.program.cards // PARTS)
    first = [start(s, [who, card]) for card in range(s.program.cards)]
    for _, card in (each for each in told.cards if each[0] == column):
        first[card] = s.card_variables[column][card]
    s.card_variables[column] = first
