"""What a card of a meld in hand stands for is a matter of the locals at hand, whoever asks and however often."""

from __future__ import annotations

import pytest

from croupier import Game

from .small_games import rules

PRICED = """
croupier: 1
game: priced
players: 2
cards: {deck: french54, wild: rank is joker}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, table: melds seen by everyone}
state: {total of player: number}
combos: {run: {same: suit, sequence: A..K, size: 3.., wilds: 0..1}}
tables: {worth of card by rank of role: {A..10: 1..10, J..K: 10}}
play: {steps: {turn: {by: players AT_ONCE, moves: [lay]}}}
moves:
  lay:
    choose: {meld: one of run of hand}
    do:
      - let lead be highest by worth of cards of meld
      - add worth of lead to total
      - move meld to table
      - add worth of lead to total
      - move lead to stock
      - add worth of lead to total
result: {score: total}
"""

HANDS = {
    "turn": "P1",
    "step": "turn",
    "zones": {"hand of P1": ["7S", "8S", "joker"], "hand of P2": ["2H", "3H", "joker"]},
}


@pytest.mark.parametrize("how", ["", "at once"])
def test_a_card_stands_for_the_same_in_hand_and_laid(how: str) -> None:
    """Also where all choose at once; once it has left its meld it stands for nothing."""
    game = Game.at(rules(PRICED.replace("AT_ONCE", how)), HANDS)
    game.play(0, "lay 7S 8S joker(9S)")
    game.play(1, "lay 2H 3H joker(4H)")
    assert [game.view(0).state[f"total of P{seat}"] for seat in (1, 2)] == [18, 8]
