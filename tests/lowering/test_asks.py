"""Lists that ask in the middle: in loops, behind branches, of several who choose at once; what has been named stays."""

from __future__ import annotations

import pytest

from .alongside import first_difference
from .small import ruled
from .test_alongside import engines

ASKS = """
croupier: 1
game: asks
players: 2..4
cards: {attributes: {value: 1..6, colour: red/blue}, copies: 2}
zones:
  stock: pile seen by nobody
  table: pile seen by everyone
  line: row seen by everyone
  hand of player: set seen by owner
  kept of player: set seen by everyone
state:
  lot: cards
  those of player: players
  points of player: number
  given of card: no/yes
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 5 of stock to hand
  steps:
    round:
      times: 4
      steps:
        turn: {by: players, moves: [hand_round, pick, sort_out, pass]}
        offer: {by: players at once, moves: [offer, pass]}
        deal: {by: players from last of players first served, moves: [buy, wait]}
moves:
  pass: {}
  wait: {choose: {amount: one of 1..2}}
  hand_round:
    do:
      - let lot_now be hand
      - for each of players as who:
          - choose: {card: one of hand of me}
          - move card to hand of who
          - add value of card to points of who
      - set lot to lot_now
  pick:
    choose: {cards: 1..2 of hand}
    do:
      - let before be top 3 of stock
      - if some of cards where colour is red:
          - let one_more be highest by value of cards
          - set those to players where hand is not empty
          - for each of those: add 1 to points
          - choose: {amount: one of 1..(value of one_more)}
          - add amount to points
      - choose: {other: one of players where it is not me}
      - move cards with before to kept of other
      - set given of before to yes
  sort_out:
    do:
      - for each of hand as each_card:
          - if given of each_card:
              - choose: {keep: one of no/yes}
              - if keep: end turn
                else: move each_card to table
            else:
              - choose: {to_line: one of 1..2}
              - if to_line is 1: move each_card to line
      - move line with table to stock
  offer:
    choose: {card: one of hand}
    do:
      - let mine be hand without card
      - choose: {again: one of mine}
      - move card with again to table
      - if count of table > 8: end offer
  buy:
    choose: {card: one of hand}
    do:
      - choose: {amount: one of 1..3}
      - add amount to points
      - move card to kept
result: {score: points + sum of value of kept, best: highest}
"""


@pytest.mark.costly
@pytest.mark.parametrize("players", [2, 3, 4])
def test_lists_that_ask(players: int) -> None:
    """Positions are the same in the middle of them too, with what has been named."""
    rules = ruled(ASKS, players)
    for engine in engines(rules):
        for seed in range(4):
            assert first_difference(rules, engine, f"2:{seed}", 120, every=1) is None
