"""Who comes next in a stage that goes round the players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.base.faults import RulesFault
from croupier.base.values import Env, Fn, Value, as_list

if TYPE_CHECKING:
    from croupier.model.state import Frame, State


def follower(s: State, frame: Frame, seats: list[Value]) -> int | None:
    """Who performs a stage that goes round next.

    Who a rule has set, or who sits next; in either case the first of these seats from there on.
    """
    n = s.program.seats
    return _from(s, frame.following if frame.following is not None else ((frame.actor or 0) + s.direction) % n, seats)


def _from(s: State, seat: int, seats: list[Value]) -> int | None:
    """The first of these seats in the direction of play, from a seat on."""
    for _ in range(s.program.seats):
        if seat in seats:
            return seat
        seat = (seat + s.direction) % s.program.seats
    return None


def all_passed(s: State, e: Env) -> bool:
    """Whether nobody was served in the performance of the stage under way that is just over."""
    frame = s.frames[-1]
    return frame.count > 0 and frame.following is None


def next_actor(s: State, e: Env) -> int | None:
    """Who performs the innermost stage that goes round next."""
    frame = _going_round(s)
    return None if frame is None else follower(s, frame, performers(s, frame))


def successor(s: State, seat: int) -> int | None:
    """Who comes after a seat in the innermost stage that goes round."""
    frame = _going_round(s)
    return None if frame is None else _from(s, (seat + s.direction) % s.program.seats, performers(s, frame))


def _going_round(s: State) -> Frame | None:
    for frame in reversed(s.frames):
        stage = frame.stage
        if stage.players is not None and stage.loops and not stage.at_once:
            return frame
    return None


def performers(s: State, frame: Frame) -> list[Value]:
    """Who performs a stage, as its sentence has it now."""
    assert frame.stage.players is not None
    return as_list(outside(s, frame, "by", frame.stage.players, [frame.outer] + [None] * frame.stage.slots))


def outside(s: State, frame: Frame, part: str, sentence: Fn, env: Env) -> Value:
    """What a sentence of a stage comes to that speaks of what is around the stage: who performs it, how often. `next`
    in it is who comes next there, not in the stage itself. `part`: which sentence it is, for its faults."""
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
