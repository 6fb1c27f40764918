"""Find why compiled rules hand a game to the reference: the sentence, and its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from croupier.base.faults import RulesFault
from croupier.base.language import tr
from croupier.base.notes import NOTES, Handed, place_of
from croupier.fast.engine import NotCompiled, whole_of
from croupier.fast.stepped import OutOfRange

if TYPE_CHECKING:
    from croupier.table.game import Game, Rules


Made = TypeVar("Made")


def why_left(left: OutOfRange) -> Handed:
    """Return why compiled rules left a game."""
    try:
        return _over(left.game)
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


def _over(game: Game) -> Handed:
    """Return the sentence that is asked for the decision which is due."""
    frames = game._state.frames
    bound = next((frame.stage.stage for frame in reversed(frames) if frame.stage.must), None)
    if bound is not None:
        where, text = bound.must[0].where, "; ".join(each.text for each in bound.must)
        told = tr("compiled rules cannot determine whether the `must` of the stage is still reachable")
        return Handed(told, f"must: {text}", place_of(where))
    if not frames:
        return out_of_reach(game.rules)
    stage = frames[-1].stage.stage
    return Handed(_beyond(), stage.path, place_of(stage.where))


def out_of_reach(rules: Rules) -> Handed:
    """Return that compiled rules left a game, where no decision is known at which they did."""
    where, name = whole_of(rules)
    return Handed(_beyond(), name, place_of(where))


def _beyond() -> str:
    return tr("this exceeds the range of compiled rules")
