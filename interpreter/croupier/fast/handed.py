"""Find why compiled rules hand a game to the reference: the sentence, and its place."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Self, TypeVar

from croupier.base.effort import EFFORT
from croupier.base.faults import RulesFault
from croupier.base.language import tr
from croupier.base.notes import NOTES, Handed, place_of
from croupier.fast.engine import NotCompiled, whole_of
from croupier.fast.stepped import OutOfRange

if TYPE_CHECKING:
    from croupier.table.game import Game


Made = TypeVar("Made")


class Left(int):
    """The number of a game that compiled rules left to the reference. `decisions`: how many were made until then, the
    last one perhaps not to its end."""

    decisions: int

    def __new__(cls, game: int, decisions: int) -> Self:
        """Return the number with its decisions."""
        found = super().__new__(cls, game)
        found.decisions = decisions
        return found

    def __reduce__(self) -> tuple[type[Left], tuple[int, int]]:
        return Left, (int(self), self.decisions)


def sharing(left: int | None, made: int) -> AbstractContextManager[None]:
    """Return the context of the next decision on the reference, after `made` of them. Where compiled rules left the
    game, after `left` decisions, they have spent half of the budget."""
    return EFFORT.shared(shared=left is not None and left - 1 <= made <= left)


def why_left(left: OutOfRange) -> Handed:
    """Return why compiled rules left a game."""
    try:
        return left_at(left.game)
    except RulesFault as fault:  # reported when the reference plays the game
        return Handed(fault.problem, fault.text or fault.path, place_of(fault.where))


def hand_over(left: OutOfRange) -> None:
    """Note that the reference plays a game that compiled rules have left."""
    NOTES.hand(why_left(left))


def or_reference(make: Callable[[], Made]) -> Made | None:
    """Return what is made of compiled rules; None, and a note of the reason, if the reference has to play."""
    try:
        return make()
    except NotCompiled as error:
        NOTES.use("reference", error.why)
        return None


def left_at(game: Game) -> Handed:
    """Return why compiled rules left a game here: the sentence that decides what is legal."""
    frames = game._state.frames
    bound = next((frame.stage.stage for frame in reversed(frames) if frame.stage.must), None)
    if bound is not None:
        where, text = bound.must[0].where, "; ".join(each.text for each in bound.must)
        told = tr("compiled rules cannot determine whether the `must` of the stage is still reachable")
        return Handed(told, f"must: {text}", place_of(where))
    if not frames:
        where, name = whole_of(game.rules)
        return Handed(_beyond(), name, place_of(where))
    stage = frames[-1].stage.stage
    return Handed(_beyond(), stage.path, place_of(stage.where))


def _beyond() -> str:
    return tr("this exceeds the range of compiled rules")
