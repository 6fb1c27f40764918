"""Rulesets made for tests: each as small as what it shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from croupier import Rules
from croupier.compile.binding import bind
from croupier_dsl import compile_text


def rules(
    text: str,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    names: Sequence[str] | None = None,
) -> Rules:
    """A ruleset's text, bound."""
    return Rules(bind(compile_text(text), players, options, names=names))


BENCH = """
croupier: 1
game: bench
players: 2..4
options:
  most: 1..4 starting 2
  tone: soft/loud
  lenient: no/yes
  spare: {is: 0..9 starting 0, needs: {even: spare mod 2 is 0, room: spare <= 4 * count of players}}
cards: {attributes: {value: 3..9, colour: red/blue}, copies: 2}
zones:
  stock: pile seen by nobody
  table: pile seen by everyone
  hand of player: set seen by owner
  row of player: set seen by everyone
  blind of player: row seen by nobody
  chest of player: set seen by nobody
state:
  marks of player: number
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players:
        - move top 3 of stock to hand
        - move top 2 of stock to row
        - move top 2 of stock to blind
  steps:
    turn:
      by: players
      times: 12
      until: stock is empty
      moves: [lay, flip, ask, draw, rest]
moves:
  lay:
    choose: {cards: 1..most of (hand with row)}
    when:
      same_value: (highest of value of cards) is lowest of value of cards
      big_enough: lowest of value of cards > 3
    do: move cards to table
  flip:
    choose: {card: one of blind}
    do:
      - reveal card
      - move card to table
  ask:
    choose:
      value: one of values of value
      who: one of players where it is not me
    when: {quiet: tone is soft}
    do: add 1 to marks
  draw:
    do:
      - move top of stock to hand
      - choose: {back: one of hand}
      - move back to chest
  rest: {when: {lenient: lenient}}
result: {score: marks, best: highest}
"""
"""Cards in two zones, blind cards, two choices, a choice in the middle of a move, options with needs."""

SEALED = """
croupier: 1
game: sealed
players: 2..4
cards: {attributes: {value: 1..8}, copies: 2}
zones:
  stock: pile seen by nobody
  hand of player: set seen by owner
  shown of player: set seen by everyone
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 3 of stock to hand
  steps:
    bid: {by: players at once, times: 2, moves: [bid]}
moves:
  bid: {choose: {card: one of hand}, do: move card to shown}
define: {total of player: sum of value of shown}
result: {score: [total, highest of value of shown], best: highest, losers: lowest by total of players}
"""
"""Choices made at once, a score with a tie-break, losers."""

KUHN = """
croupier: 1
game: kuhn
players: 2
cards: {attributes: {rank: J/Q/K}}
tables:
  strength of card by rank: {J: 1, Q: 2, K: 3}
zones:
  stock: pile seen by nobody
  hole of player: slot seen by owner
state:
  paid of player: number starting 1
  folded of player: no/yes
  acted of player: no/yes
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top of stock to hole
  steps:
    turn:
      by: players
      until: some of players where folded or none of players where not acted or paid < highest of paid of players
      moves: [bet, call, fold, check]
      end: set acted to yes
moves:
  check: {when: {level: none of players where paid > 1}}
  bet: {when: {level: none of players where paid > 1}, do: add 1 to paid}
  call: {when: {behind: paid < highest of paid of players}, do: add 1 to paid}
  fold: {when: {behind: paid < highest of paid of players}, do: set folded to yes}
result: {score: if folded then 0 - paid else strength of hole, best: highest}
"""
"""Kuhn's poker: three cards, one bet."""

MEMORY = """
croupier: 1
game: memory-bench
players: 3
cards: {attributes: {value: 1..9}, copies: 2}
zones:
  table: pile seen by everyone
  dark: pile seen by nobody
  holes: row seen by nobody
  hand of player: set seen by owner
  secret of player: set seen by owner
play:
  begin:
    - move deck to dark
  steps:
    turn: {by: players, times: 60, moves: [take, drop, bury, draw, mix, stash, place, lift, show, cover, pass]}
moves:
  take: {when: {on_table: table is not empty}, do: move top of table to hand}
  drop: {choose: {card: one of hand}, do: move card to table}
  bury: {when: {on_table: table is not empty}, do: move top of table to dark}
  draw: {when: {in_dark: dark is not empty}, do: move top of dark to hand}
  mix: {do: shuffle dark}
  stash: {choose: {card: one of hand}, do: move card to secret}
  place: {choose: {card: one of hand}, do: move card to holes}
  lift: {choose: {card: one of holes}, do: move card to hand}
  show: {choose: {card: one of hand where not revealed}, do: reveal card}
  cover: {choose: {card: one of hand where revealed}, do: hide card}
  pass: {}
result: {score: count of hand, best: highest}
"""
"""Every way in which a card can be seen and lost from sight."""

HANDS = """
croupier: 1
game: hands-bench
players: 3
cards: {attributes: {value: 1..9}, copies: 2}
zones:
  table: pile seen by everyone
  dark: pile seen by nobody
  heap: set seen by nobody
  face_up: pile top seen by everyone
  hand of player: set seen by owner
  seen_by of player: set seen by owner
play:
  begin:
    - move deck to dark
    - for each of players: move top 3 of dark to hand
    - move top 4 of dark to table
  steps:
    turn:
      by: players
      times: 60
      moves: [take, swap, one_by_one, put_away, split, all_but_one, stack, look, show_all, cover, uncover, mix, pass]
moves:
  take: {when: {on_table: table is not empty}, do: move top of table to hand}
  swap:
    choose: {who: one of players where it is not me}
    do:
      - move hand to heap
      - move hand of who to hand
      - move heap to hand of who
  one_by_one: {choose: {who: one of players where it is not me}, do: [{for each of hand: move it to hand of who}]}
  put_away: {do: move hand to heap}
  split:
    choose: {who: one of players where it is not me}
    do:
      - move random of hand to heap
      - move hand to hand of who
  all_but_one: {choose: {who: one of players where it is not me}, do: move (hand without random of hand) to hand of who}
  stack: {do: move hand to dark}
  look:
    choose: {who: one of players where it is not me}
    do:
      - move hand of who to seen_by
      - move seen_by to hand of who
  show_all: {do: [reveal hand, hide hand]}
  cover: {choose: {card: one of hand}, do: move card to face_up}
  uncover: {when: {some: face_up is not empty}, do: move top of face_up to hand}
  mix: {do: shuffle face_up}
  pass: {}
result: {score: count of hand, best: highest}
"""
"""Every way in which hands go from place to place, and a pile of which the top lies open."""
