"""Determine the next player of a turn loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.base.faults import RulesFault
from croupier.base.values import Env, Fn, Value, as_list

if TYPE_CHECKING:
    from croupier.model.state import Frame, State


def follower(s: State, frame: Frame, seats: list[Value]) -> int | None:
    """Return the next player of a turn loop: the first of these seats from the one that a rule has set, or from the
    next seat."""
    n = s.program.seats
    return _from(s, frame.following if frame.following is not None else ((frame.actor or 0) + s.direction) % n, seats)


def _from(s: State, seat: int, seats: list[Value]) -> int | None:
    """Return the first of these seats in the direction of play, from a seat on."""
    for _ in range(s.program.seats):
        if seat in seats:
            return seat
        seat = (seat + s.direction) % s.program.seats
    return None


def all_passed(s: State, e: Env) -> bool:
    """Return whether no player was served in the iteration of the current stage that just ended."""
    frame = s.frames[-1]
    return frame.count > 0 and frame.following is None


def next_actor(s: State, e: Env) -> int | None:
    """Return the next player of the innermost turn loop."""
    frame = _going_round(s)
    return None if frame is None else follower(s, frame, performers(s, frame))


def successor(s: State, seat: int) -> int | None:
    """Return the player after a seat in the innermost turn loop."""
    frame = _going_round(s)
    return None if frame is None else _from(s, (seat + s.direction) % s.program.seats, performers(s, frame))


def _going_round(s: State) -> Frame | None:
    for frame in reversed(s.frames):
        stage = frame.stage
        if stage.players is not None and stage.loops and not stage.at_once:
            return frame
    return None


def performers(s: State, frame: Frame) -> list[Value]:
    """Return the players of a stage, evaluated now."""
    assert frame.stage.players is not None
    return as_list(outside(s, frame, "by", frame.stage.players, [frame.outer] + [None] * frame.stage.slots))


def outside(s: State, frame: Frame, part: str, sentence: Fn, env: Env) -> Value:
    """Evaluate a stage's sentence that refers to what is around the stage: its players, its number of iterations.
    `next` is the next player there, not in the stage itself. `part`: the name of the sentence, for faults."""
    at = len(s.frames) - 1
    while s.frames[at] is not frame:
        at -= 1
    inner = s.frames[at:]
    del s.frames[at:]
    try:
        return sentence(s, env)
    except RulesFault as fault:
        path = f"{frame.stage.stage.path}.{part}"
        raise fault.at(path, s.program.where(path)) from None
    finally:
        s.frames += inner
