"""What a definition asks of a word has nothing to do with the word that a move is about to choose."""

from __future__ import annotations

import pytest

from .alongside import first_difference
from .small import ruled
from .test_alongside import engines

WORDS = """
croupier: 1
game: words
players: 2
cards: {attributes: {value: 1..3, colour: red/blue/green/grey}}
zones:
  stock: pile seen by nobody
  hand of player: set seen by owner
state:
  called of player: small/large
  points of player: number
define:
  held of colour as which for player: some of hand where colour is which and value < 3
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 4 of stock to hand
  steps: {turn: {by: players, times: 8, moves: [call]}}
moves:
  call:
    choose: {said: one of values of called}
    when: {held: said is small or some of values of colour where held for me}
    do:
      - set called to said
      - add count of (values of colour where held for me) to points
      - move hand to stock
      - shuffle stock
      - move top 4 of stock to hand
result: {score: points}
"""


@pytest.mark.costly
def test_a_word_of_a_definition_is_any_of_its_list() -> None:
    """A list of four words is asked in full, though the choice that is made is among two."""
    rules = ruled(WORDS, 2)
    for engine in engines(rules):
        for seed in range(4):
            assert first_difference(rules, engine, f"2:{seed}") is None
