"""Which of several copies of a card the rules mean."""

from __future__ import annotations

import pytest

from croupier import Game
from croupier.knowledge.unseen import UNKNOWN, Unforeseen, Veiled
from croupier.model.copies import noted_first

from .small_games import rules

NOTED = """
croupier: 1
game: noted
players: 2
cards: {deck: french52, copies: 2}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
state: {owed of card in hand: no/yes}
play:
  begin: [move deck to stock, for each of players: move top 40 of stock to hand]
  steps: {turn: {by: players, times: 1, moves: owe}}
moves: {owe: {choose: {card: one of hand}, do: set owed of card to yes}}
result: {score: count of hand}
"""


def test_notes_are_read_only_where_copies_lie_together() -> None:
    """Of a single card there is nothing to tell apart, whoever knows what is noted on it; a note moves its copy to the
    front."""
    state = Game(rules(NOTED), 1)._state
    cards = [card for card in range(len(state.home)) if state.home[card] == state.home[state.zones[1][0]]]
    column = state.program.card_variables["owed"]
    first, second = next([a, b] for a in cards for b in cards if a < b and alike(state.program.kind_of, a, b))
    state.card_variables[column][second] = True
    assert noted_first(state, [first, second]) == [second, first]
    state.card_variables[column] = Veiled([UNKNOWN] * len(state.home))
    assert noted_first(state, [second]) == [second]
    with pytest.raises(Unforeseen):
        noted_first(state, [first, second])


def alike(kind_of: list[int], one: int, other: int) -> bool:
    return kind_of[one] == kind_of[other]
