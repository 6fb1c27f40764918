"""Find the moves that finish a game that a lone player has won already: every card is open, and each move scores."""

from __future__ import annotations

from croupier.base.faults import CroupierError
from croupier.base.moves import Move
from croupier.knowledge.unseen import NoChance, Unforeseen
from croupier.model.visibility import sees
from croupier.table.game import Game


def finishing(game: Game) -> list[Move]:
    """Return moves that raise the score one after the other until the game is won; an empty list without such moves, or
    if there is anything that the player does not see.
    """
    s = game._state
    if game.over or game.rules.seats != 1 or game.to_act != (0,):
        return []
    if any(home >= 0 and not sees(s, 0, card) for card, home in enumerate(s.home)):
        return []
    found: list[Move] = []
    present = game.copy()
    present._state.chance = NoChance()
    while not present.over:
        step = _scoring(present)
        if step is None:
            return []
        move, present = step
        found.append(move)
    outcome = present.outcome
    return found if outcome is not None and 0 in outcome.winners else []


def _scoring(game: Game) -> tuple[Move, Game] | None:
    """Return the first legal move that raises the score, and the game after it."""
    before = _score(game)
    for move in game.legal_moves(0):
        after = game.copy()
        try:
            after.play(0, move)
        except (CroupierError, Unforeseen):
            continue
        if _score(after) > before:
            return move, after
    return None


def _score(game: Game) -> int:
    program = game.rules.program
    score: int = program.scores[0](game._state, [None, 0])
    return -score if program.rules.result.best == "lowest" else score
