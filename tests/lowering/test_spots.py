"""Places of rows and melds on compiled rules: gaps that stay, spots that are the same whatever has happened, cards that
change places, what cards in melds stand for and which of them are alike."""

from __future__ import annotations

import pytest

from croupier.fast import FastGame, compiled

from .alongside import first_difference, same_bulk
from .small import ruled
from .test_alongside import engines

pytestmark = pytest.mark.in_turn(14)

GAPS = """
croupier: 1
game: gaps
players: 2
cards: {deck: french52}
zones:
  stock: pile seen by nobody
  board: row seen by everyone
  hand of player: set seen by owner
play:
  begin: [move deck to stock, shuffle stock, for each of players: move top 5 of stock to hand]
  steps: {turn: {by: players, times: 40, moves: [lay, sweep, bury, take, mix]}}
moves:
  lay: {choose: {card: one of hand}, do: move card to board}
  sweep: {when: count of board > 1, do: move board to hand}
  bury: {when: count of board > 2, do: move board to stock}
  take: {choose: {card: one of board}, do: move card to hand}
  mix: {do: shuffle board}
result: {score: count of hand + sum of place of board, best: highest}
"""

PLACES = """
croupier: 1
game: places
players: 2..3
options: {wide: 2..4 starting 3}
cards: {deck: french52}
zones:
  stock: pile seen by nobody
  discard: pile seen by everyone
  grid of player: row 3x4 seen by nobody
  lane of 1..2: row (wide) seen by everyone
  open_row: row seen by everyone
  spare of player: slot seen by owner
  hand of player: set seen by owner
state:
  total of player: number
  mark of card in grid: number starting 1
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players:
        - move top 6 of stock to grid
        - move top 4 of stock to hand
        - move top of stock to spare
    - move top 3 of stock to open_row
  steps:
    turn:
      by: players
      times: 30
      moves: [put, draw, turn_up, beside, shove, theirs, trade, aside, off, sweep, mix, score]
moves:
  put: {choose: {card: one of hand, spot: one of (spots of lane of 1..2) where it is empty}, do: move card to spot}
  draw:
    choose: {spot: one of (spots of grid with spots of open_row) where place is not 2 or it is not empty}
    do:
      - if spot is empty:
          - move top of stock to spot
        else:
          - move card of spot to discard
          - let free be spot
          - move top of stock to free
  turn_up:
    choose: {card: one of grid where column is not 2}
    do: [reveal card, add mark of card + line of card to total]
  beside:
    choose: {spot: one of (neighbours of grid) where it is empty}
    do:
      - move top of stock to spot
      - add 10 * line of spot + column of spot to total
      - add 1 to mark of card of spot
  shove:
    choose: {card: one of lane of 1..2, spot: one of (neighbours of card) where it is empty}
    do: move card to spot
  theirs:
    choose: {mine: one of grid, their: one of grid of left where place is place of mine}
    do: swap mine with their
  trade:
    choose:
      card: one of hand
      n: one of 1..2
      other: one of lane of n where some of neighbours as near where near is empty
    do: [swap card with other, swap top of discard with spare, swap spare with bottom of stock]
  aside:
    when: count of discard > 1
    do: [swap top of discard with bottom of discard, swap top of discard with first of open_row]
  off:
    choose: {card: one of open_row}
    do:
      - let freed be spot of card
      - move card to hand
      - if stock is not empty: move top of stock to freed
  sweep: {choose: {n: one of 1..2}, when: some of lane of n where rank in 2..5, do: move lane of n to discard}
  mix: {choose: {n: one of 1..2}, do: [shuffle lane of n, shuffle grid]}
  score: {do: add sum of place of grid + count of ((spots of lane of 1..2) where it is empty) to total}
result: {score: total, best: highest}
"""

LAID = """
croupier: 1
game: laid
players: 2..3
options: {packs: 1..2 starting 1, declared: no/yes}
cards: {deck: french54, packs: packs, wild: rank is joker}
tables:
  points of card by rank: {joker: 20, else: 5}
  worth of card by rank of role: {A: if place is 1 then 1 else 11, 2..10: 2..10, J..K: 10, else: 3}
zones:
  stock: pile seen by nobody
  discard: pile seen by everyone
  hand of player: set seen by owner
  table: melds seen by everyone
state:
  total of player: number
  owed of card in hand: no/yes
combos:
  set: {same: rank, different: suit, size: 3..4, wilds: 0..1, declared: declared}
  run: {same: suit, sequence: A..K/A, size: 3.., wilds: 0..1}
  best: {split: set/run, least: points}
play:
  begin: [move deck to stock, shuffle stock, for each of players: move top 14 of stock to hand]
  steps:
    turn:
      by: players
      times: 60
      begin:
        - if stock is not empty: move top of stock to hand
        - add sum of worth of table to total
      moves: [lay, lay_off, take_joker, trade, borrow, part, throw, pay, pass]
moves:
  lay: {when: best of hand is not empty, do: move best of hand to table}
  lay_off: {choose: {card: one of hand, spot: one of (spots of table) where card fits it}, do: move card to spot}
  take_joker:
    choose: {joker: one of (cards of table) where wild, card: one of hand where not wild and it fits spot of joker}
    when: {whole: meld of joker is run or count of cards of meld of joker is 4}
    do:
      - let freed be spot of joker
      - move joker to hand
      - move card to freed
      - set owed of joker to yes
  trade:
    choose: {mine: one of hand, joker: one of (wilds of table) where mine fits spot of it}
    do: swap mine with joker
  borrow:
    choose: {card: one of (cards of table) where place is 3 or role is none or count of cards of meld is 1}
    do: [move card to hand, set owed of card to yes]
  part:
    choose: {card: one of (cards of table) where count of neighbours is 2}
    do: [move card to discard, add place of card to total]
  throw: {choose: {card: one of hand where not owed}, do: move card to discard}
  pay: {choose: {card: one of hand where owed}, do: [move card to stock, add count of naturals of table to total]}
  pass: {do: [add count of spots of table to total, add sum of place of table to total]}
result: {score: total, best: highest}
"""


@pytest.mark.parametrize("number", range(3))
def test_gaps_of_a_row_stay(number: int) -> None:
    """Also where all its cards leave it, and where it is shuffled."""
    rules = ruled(GAPS)
    for engine in engines(rules):
        assert first_difference(rules, engine, f"1:{number}", 60) is None


@pytest.mark.parametrize(("players", "columns"), [(2, 3), (3, 4), (2, 2)])
def test_places_of_rows_and_grids(players: int, columns: int) -> None:
    """By name, beside others, empty or not; cards to them, out of them, and changed against others."""
    rules = ruled(PLACES, players, {"wide": columns})
    for engine in engines(rules):
        for number in range(4):
            assert first_difference(rules, engine, f"2:{number}", 90, every=2) is None


@pytest.mark.parametrize(
    ("packs", "declared"), [(2, "yes"), *(pytest.param(packs, "no", marks=pytest.mark.slow) for packs in (1, 2))]
)
def test_melds_on_the_table_and_their_spots(packs: int, declared: str) -> None:
    """Cards are added to them, taken out of them and changed against jokers; what each stands for has a worth."""
    rules = ruled(LAID, 3, {"packs": packs, "declared": declared})
    for engine in engines(rules):
        for number in range(4):
            assert first_difference(rules, engine, f"3:{number}", 120, every=3) is None
        assert same_bulk(rules, engine, 4, 0, 3) is None


def test_a_spot_in_a_row_of_numbers() -> None:
    """The number of its place, where in the row, and no card of a meld."""
    game = FastGame(compiled(ruled(PLACES), "python"), 1)
    place = game.engine.rules.program.zone_base["lane"]
    assert [row[2] for row in game.rows() if row[0] == 0][:6] == [
        (place + n, at, -1) for n in (0, 1) for at in range(3)
    ]
