"""Who comes next in a stage that goes round the players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.values import Env, Value, as_list

if TYPE_CHECKING:
    from croupier.state import Frame, State


def follower(s: State, frame: Frame, seats: list[Value]) -> int | None:
    """Who performs a stage that goes round next.

    Who a rule has set, or who sits next; in either case the first of these seats from there on.
    """
    n = s.program.seats
    seat = frame.following if frame.following is not None else ((frame.actor or 0) + s.direction) % n
    for _ in range(n):
        if seat in seats:
            return seat
        seat = (seat + s.direction) % n
    return None


def next_actor(s: State, e: Env) -> int | None:
    """Who performs the innermost stage that goes round next."""
    for frame in reversed(s.frames):
        stage = frame.stage
        if stage.players is not None and stage.loops and not stage.at_once:
            return follower(s, frame, as_list(stage.players(s, [frame.outer] + [None] * stage.slots)))
    return None
