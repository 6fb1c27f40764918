"""Games that compiled rules hand to the reference: over which sentence, and where that stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from croupier.base.faults import RulesFault
from croupier.base.language import tr
from croupier.base.values import Value
from croupier.fast.choosing import FastPlayers
from croupier.fast.stepped import FastGame, OutOfRange

if TYPE_CHECKING:
    from croupier.base.chance import Seed
    from croupier.fast.engine import Engine
    from croupier.table.game import Game


@dataclass(frozen=True, slots=True, order=True)
class Handed:
    """Why a game was handed to the reference: the sentence over which it was, as far as that is known, and its place as
    `file:line`."""

    reason: str
    sentence: str = ""
    place: str = ""

    def to_json(self, games: int) -> dict[str, Value]:
        """Return the record of so many games as one plain object."""
        return {"reason": self.reason, "sentence": self.sentence, "place": self.place, "games": games}

    @classmethod
    def from_json(cls, data: dict[str, object]) -> tuple[Self, int]:
        """Return what `to_json` was made of; KeyError, TypeError or ValueError if it is something else."""
        return cls(str(data["reason"]), str(data["sentence"]), str(data["place"])), int(str(data["games"]))

    def __str__(self) -> str:
        return ": ".join(part for part in (self.place, self.sentence, self.reason) if part)


def why_handed(engine: Engine, seed: Seed, policies: Sequence[str]) -> Handed:
    """Find out why compiled rules hand over a game: play it on them up to the decision that they cannot make."""
    unknown = Handed(tr("compiled rules do not reach so far"))
    try:
        quick = FastGame(engine, seed)
        players = FastPlayers(engine, seed, policies)
        while not quick.over:
            quick.apply(players.choose(quick))
    except OutOfRange as left:
        try:
            return _over(left.game)
        except RulesFault as fault:  # it is told as what it is when the reference plays the game
            return Handed(fault.problem)
    return unknown


def _over(game: Game) -> Handed:
    """Return the sentence that is asked for the decision which is due."""
    frames = game._state.frames
    bound = next((frame.stage.stage for frame in reversed(frames) if frame.stage.must), None)
    if bound is not None:
        where, text = bound.must[0].where, "; ".join(each.text for each in bound.must)
        told = tr("compiled rules do not settle whether the stage can still end as it must")
        return Handed(told, f"must: {text}", "" if where is None else f"{where.file}:{where.line}")
    stage = frames[-1].stage.stage if frames else None
    where = None if stage is None else stage.where
    place = "" if where is None else f"{where.file}:{where.line}"
    return Handed(tr("compiled rules do not reach so far"), "" if stage is None else stage.path, place)
