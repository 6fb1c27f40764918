"""Decide whether decisions may be taken back: not once a seat has learned something new from them.

The moves are replayed in the position as the seat knew it, with unknown cards blank and hidden state unknown. If that
succeeds and gives the same position, the seat has learned nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier.base.faults import CroupierError
from croupier.base.moves import Move
from croupier.knowledge.imagining import blank
from croupier.knowledge.unseen import Unforeseen
from croupier.table.game import Game


def learned(before: Game, after: Game, made: Sequence[tuple[int, Move]], seat: int) -> bool:
    """Return whether the seat has learned something between the two positions, by the decisions made.

    What anybody else has decided, a result of chance, a card that it had not known; or anything that has happened, or
    may happen next, because of a card or of state that it may not see.
    """
    if after.over or any(mover != seat for mover, _ in made):
        return True
    again = before.copy()
    again._state = blank(before._state, before._known, seat)
    again._state.knowledge = before._known.copy()
    mark = before.log_length
    try:
        for mover, move in made:
            again.play(mover, str(move))
        if _shown(again, seat) or again.to_act != after.to_act:
            return True
        return _read(again.legal_moves(seat)) != _read(after.legal_moves(seat)) or _read(again.log(seat)) != _read(
            after.log(seat, mark)
        )
    except (CroupierError, Unforeseen, IndexError):  # a blank card has nothing on it
        return True


def _shown(game: Game, seat: int) -> bool:
    """Return whether a blank card has been shown to the seat."""
    beyond = game.rules.program.cards
    return any(shown.card >= beyond for shown in game._state.log.shown(0, seat))


def _read(things: Iterable[object]) -> list[str]:
    return [repr(thing) for thing in things]
