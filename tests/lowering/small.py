"""Rulesets made for tests of compiled rules."""

from __future__ import annotations

from collections.abc import Mapping

from croupier import Rules
from croupier.compile.binding import bind
from croupier_dsl import compile_text

PACKS = """
croupier: 1
game: packs
players: 2..4
options: {copies: 1..20 starting 1, hand_size: 3..40 starting 4}
cards: {attributes: {value: 1..6, colour: red/blue}, copies: copies}
zones:
  stock: pile seen by nobody
  table: pile seen by everyone
  hand of player: set seen by owner
  won of player: set seen by everyone
state:
  points of player: number
  bold of player: no/yes
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top hand_size of stock to hand
  steps:
    turn:
      by: players
      times: 60
      until: some of players where hand is empty
      moves: [lay, sweep, draw]
moves:
  lay:
    choose: {cards: 1..2 of hand}
    when: {alike: (highest of value of cards) is lowest of value of cards}
    do:
      - add sum of value of cards to points
      - move cards to table
  sweep:
    when: {enough: count of table >= 5, not_bold: not bold}
    do:
      - move table to won
      - set bold to yes
  draw:
    when: {some_left: stock is not empty}
    do:
      - move top of stock to hand
      - set bold to no
result: {score: points - count of won, best: highest}
"""
"""12 cards for each copy: 6 copies take more than one word of 64 bits, 11 more than two, 20 nearly four."""


def packs(copies: int, players: int = 3, limit: int | None = None) -> Rules:
    return ruled(PACKS, players, {"copies": copies, "hand_size": 2 + copies}, limit=limit)


def ruled(
    text: str, players: int | None = None, options: Mapping[str, object] | None = None, *, limit: int | None = None
) -> Rules:
    """A ruleset's text, bound."""
    return Rules(bind(compile_text(text), players, options, limit=limit))
