"""Find where a game that continues under other rules would draw other chance."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from croupier.base.faults import CroupierError
from croupier.base.language import tr
from croupier.table.game import Game, Rules

Made = tuple[int, str]
"""The deciding seat, and the move as in records."""


@dataclass(frozen=True, slots=True)
class Parting:
    """The point where rules part in a game: the number of its moves that are kept, and the reason, in words."""

    kept: int
    why: str


def asked_otherwise(
    before: Rules, now: Rules, seed: str, made: Sequence[Made]
) -> Generator[None, None, Parting | None]:
    """Find where chance draws something else in a game whose moves are legal under both rules; yields after each move.

    From there on another deal would be played with moves that were chosen for the old one. None if it never is.
    """
    try:
        old, new = Game(before, seed), Game(now, seed)
        if old.chance_results() != new.chance_results():
            return Parting(0, tr("the rules ask for different random results from the start"))
        for number, (seat, move) in enumerate(made, 1):
            old.play(seat, move)
            new.play(seat, move)
            yield
            if old.chance_results() != new.chance_results():
                who = now.program.names[seat]
                told = tr("after {player}: {move}, the rules ask for a different random result", player=who, move=move)
                return Parting(number, told)
    except CroupierError as error:
        return Parting(0, tr("the game cannot be replayed: {error}", error=error))
    return None
