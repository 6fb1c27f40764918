"""Things ranked by several keys, some of them none: compiled as on the reference, in Python and in C."""

from __future__ import annotations

import pytest

from croupier import Rules
from croupier.compile.binding import bind
from croupier.fast import compiled
from croupier_dsl import check_text

from .alongside import first_difference, first_other_choice

RANKING = """
croupier: 1
game: ranking
players: 3
cards: {deck: french52, copies: 2}
zones:
  stock: pile seen by nobody
  gone: pile seen by everyone
  row: row seen by everyone
  laid of player: melds seen by everyone
  hand of player: set seen by owner
state:
  total of player: number
  luck of player: number or none
  times_of of player: number
combos: {pair: {same: rank, size: 2}}
tables:
  points of card by rank: {A: none, 2..10: 2..10, J..Q: 10, K: none}
  low of card by suit: {clubs: 1, diamonds: none, hearts: 3, spades: 4}
define:
  black of card: suit in clubs/spades
  worth of meld: sum of points of it
  suits_of of meld: count of (it where black)
  above of card for card as other: rank > rank of other
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 6 of stock to hand
    - move top 7 of stock to row
  steps:
    turn:
      by: players
      times: 30
      moves: [high, low, three, pair, pass]
      end:
        - for each of all highest by total then luck of players: add 1 to times_of
        - for each of all lowest by luck then times_of of players: add 1 to total
        - set luck of (highest by total then luck then times_of of players) to none
        - set luck of (lowest by luck then total of players) to points of highest by low of gone
        - move highest by points then low of row to gone
        - move top of stock to row
moves:
  high:
    choose: {card: one of hand where it is highest by points then low of hand}
    do:
      - move card to gone
      - move top of stock to hand
      - set luck to points of highest by black then points then low of hand
  low:
    choose: {card: one of all lowest by low then black of hand}
    do: [move card to gone, move top of stock to hand, add points of card to total]
  three:
    when: count of stock > 3
    do:
      - move lowest 2 by points then low of hand to gone
      - move top 2 of stock to hand
      - for each of highest 3 by low then points of row: add points to total
      - move highest by above then points of row for top of gone to gone
  pair:
    choose: {meld: one of all lowest by worth then suits_of of pair of hand}
    do: [move meld to laid, set luck to worth of highest by suits_of then worth of laid of players]
  pass: {}
result: {score: [total, times_of]}
"""


@pytest.mark.parametrize("backend", ["python", "c"])
def test_ranked_by_several_keys(backend: str) -> None:
    """No ranking falls back to the reference, and each decides as there: what is chosen, done and won."""
    rules, found = check_text(RANKING, "ranking.yaml")
    assert rules is not None, found
    bound = Rules(bind(rules, 3))
    engine = compiled(bound, backend)
    for game in range(6):
        assert first_difference(bound, engine, f"5:{game}") is None


def test_greedy_players_choose_alike() -> None:
    """A look ahead over what is ranked by several keys comes to the same choice."""
    rules, found = check_text(RANKING, "ranking.yaml")
    assert rules is not None, found
    bound = Rules(bind(rules, 3))
    engine = compiled(bound, "python", foresees=True)
    for game in range(2):
        assert first_other_choice(bound, engine, f"5:{game}", 40) is None
