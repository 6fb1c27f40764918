"""Melds that lie on the table, as compiled rules have them and as the reference does."""

from __future__ import annotations

from croupier import load
from croupier.fast import compiled

from .alongside import first_difference
from .small import ruled
from .test_alongside import engines


def test_melds_are_of_the_combo_that_they_were_found_as() -> None:
    """Also where their cards make another combo as well."""
    rules = load("trio", 6, {"starter": "6", "form": "pairs", "exchange": "no"})
    assert first_difference(rules, compiled(rules, "python"), "11:21", 40, every=8) is None


APART = """
croupier: 1
game: apart
players: 2
cards:
  attributes: {value: 1..3, colour: red/blue}
  copies: if colour is red or value is 1 then 1 else if value is 2 then 2 else 0
zones:
  stock: pile seen by nobody
  gone: set seen by everyone
  hand of player: set seen by owner
state: {red_left_last: no/yes}
combos: {colour_whole: {same: colour, size: 3}}
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 3 of stock to hand
  steps: {turn: {by: players, times: 2, moves: [take, wait]}}
moves:
  take: {do: move hand of left to hand}
  wait: {}
whenever:
  whole_colours_leave:
    each: players
    when: colour_whole of hand is not empty
    do:
      - set red_left_last to colour of lowest by value of first of colour_whole of hand is red
      - move first of colour_whole of hand to gone
result: {score: count of hand, best: lowest}
"""
"""In the deck blue cards lie between red ones, and the last is red."""


def test_groups_whose_cards_lie_apart() -> None:
    """They are found in the order of their first cards."""
    rules = ruled(APART)
    for engine in engines(rules):
        assert [first_difference(rules, engine, f"3:{seed}") for seed in range(30)] == [None] * 30
