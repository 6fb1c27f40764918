"""Whether decisions may be taken back: not once a seat has learned from them what it could not know before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier.events import MOVED, PICKED, REVEALED
from croupier.faults import CroupierError
from croupier.game import Game
from croupier.imagine import imagine
from croupier.moves import Move

IMAGINED = 3
"""In so many other positions that the seat could not have told from the true one, the same must have been seen."""


def learned(before: Game, after: Game, made: Sequence[tuple[int, Move]], seat: int) -> bool:
    """Has the seat learned something between the two, by the decisions that were made?

    A card or a result of chance that it had not seen; or anything that would have read otherwise if the cards that it
    did not know had lain elsewhere.
    """
    start, end = before._state, after._state
    before._known.follow(start.log)
    bit = 1 << seat
    for note in end.log.since(len(start.log)):
        if note[0] == PICKED:
            return True
        if note[0] == MOVED and note[6] & bit and not before._known.known[note[1]] & bit:
            return True
        if note[0] == REVEALED and not before._known.known[note[1]] & bit:
            return True
    seen = _read(after.log(seat, len(start.log)))
    return any(_read(_imagined(before, made, seat, number)) != seen for number in range(IMAGINED))


def _imagined(before: Game, made: Iterable[tuple[int, Move]], seat: int, number: int) -> list[object]:
    """What the seat would have seen of the same decisions in a position that it imagines; nothing if they cannot be
    made there."""
    game = before.copy()
    game._state = imagine(before._state, before._known, seat, number)
    game._known = before._known.copy()
    game._known.read = 0
    try:
        for mover, move in made:
            game.play(mover, str(move))
        return list(game.log(seat))
    except CroupierError:
        return [None]


def _read(events: Iterable[object]) -> list[str]:
    return [repr(event) for event in events]
