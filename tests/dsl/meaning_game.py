"""A small game that uses a little of everything, for tests that change one thing in it."""

from __future__ import annotations

GAME = """\
croupier: 1
game: small
players: 2..4

options:
  rounds: 1..3 starting 2
  ace: low/high
  open_hand: no/yes
  bonus: 11/1

cards: {deck: french52, wild: rank is wild_rank}

tables:
  wild_rank by round: {1..3: J..K}
  points of card by rank: {A: if ace is low then 1 else bonus, 2..10: 2..10, J..K: 10}

zones:
  stock: pile seen by nobody
  discard: pile seen by everyone
  hand of player: set seen by owner
  laid of player: melds seen by everyone

state:
  dealer: player starting random of players
  out in round: player or none
  mark of card in discard: no/yes
  secret of player: number seen by nobody
  total of player: number

combos:
  set: {same: rank, size: 3.., wilds: 0..1}
  run: {same: suit, sequence: A..K/A, size: 3..}
  melds: {split: set/run, least: points}

define:
  deadwood of cards: it without melds
  leader: first of players where total is highest of total of players

play:
  steps:
    round:
      times: rounds
      begin:
        - move deck to stock
        - shuffle stock
        - for each of players:
            - move top 5 of stock to hand
            - set secret to 3
        - move top of stock to discard
      steps:
        turn:
          by: players from left of dealer
          until: out is not none or stock is empty
          moves: [draw, go_out, pass]
          else: end round
      end:
        - for each of players: add sum of points of hand + secret to total
        - set dealer to left of dealer

moves:
  draw:
    choose: {card: one of hand}
    when: stock is not empty
    do:
      - move card to discard
      - set mark of card to yes
      - move top of stock to hand
  go_out:
    choose: {card: one of hand where not wild and deadwood of (hand without card) is empty}
    when: {nobody_is_out: out is none, not_the_leader: me is not leader or open_hand}
    do:
      - move card to discard
      - move melds of hand to laid
      - set out to me
      - let best be highest by points of discard where mark
      - if best is not none: set next to left of me
  pass:
    when: count of discard > 3

result: {score: total, best: lowest}

because:
  tables.points: [pts]
"""


def changed(old: str, new: str) -> str:
    """The game with one thing changed."""
    assert GAME.count(old) == 1, f"{old!r} stands {GAME.count(old)} times in the game"
    return GAME.replace(old, new)
