"""Rulesets in which melds are chosen, made for tests of compiled rules."""

from __future__ import annotations

from collections.abc import Mapping

from croupier import Rules

from .small import ruled

RUMMY = """
croupier: 1
game: small_rummy
players: 2..4
options:
  packs: 1..2 starting 2
  hand_size: 3..13 starting 10
  least: 0..60 starting 12
  wild_most: 0..3 starting 1
  declared: no/yes
cards: {deck: french54, packs: packs, wild: rank is joker}
tables:
  plain of card by rank: {A: 1, 2..10: 2..10, J..K: 10, joker: 0}
  worth of card by rank of role: {A: if place is 1 then 1 else 9, 2..10: 2..10, else: 10}
zones:
  stock: pile seen by nobody
  gone: pile seen by everyone
  hand of player: set seen by owner
  table: melds seen by everyone
  kept of player: melds seen by everyone
state:
  opened of player: no/yes
  owed of card in hand: no/yes
  drawn: card or none
  points of player: number
combos:
  set: {same: rank, different: suit, size: 2..4, wilds: 0..wild_most, declared: declared}
  run: {same: suit, sequence: A..K/A, size: 3.., wilds: 0..wild_most}
  group: {same: rank, size: 2..3, wilds: 0..(count of naturals - 1)}
  either: set/run
  any: either/group
  pair: {same: rank, size: 2}
  small: {size: 2..3, where: sum of plain is 9}
define:
  pure of meld: it is run and wilds is empty
  value of meld: sum of worth of cards of it
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top hand_size of stock to hand
  steps:
    turn:
      by: players
      times: 40
      until: some of players where hand is empty or stock is empty
      begin:
        - set drawn to top of stock
        - move drawn to hand
        - set owed of drawn to yes
      moves: [open, lay, lay_group, keep, take_back, sweep, add_up, throw]
moves:
  open:
    choose: {melds: 1.. of either of hand}
    when:
      first: not opened
      enough: sum of worth of melds >= least
      pure_run: some of melds where pure
      not_too_many: count of melds <= 3
    do:
      - add sum of worth of melds to points
      - move melds to table
      - set opened to yes
  lay:
    choose: {meld: one of (either of hand) where value > 5}
    when: {open: opened, some_left: count of (hand without cards of meld) >= 1}
    do: move meld to table
  lay_group:
    choose: {meld: one of (any of hand) where it is group and none of cards of it where owed}
    when: {some: count of hand > 3}
    do:
      - let best be last of (run of hand)
      - if best is not none: add count of cards of best to points
      - move meld to kept
  keep:
    choose: {melds: 2 of (set of hand) if possible where wilds is empty}
    when: {most_laid: count of (hand without cards of melds) <= 7, two: count of naturals of melds > 4}
    do:
      - for each of melds as each: add highest of worth of cards of each to points
      - move melds to kept
  take_back:
    choose: {meld: one of table}
    when: {much: count of table > 3}
    do:
      - move meld to gone
  sweep:
    choose: {meld: one of kept}
    when: {few: count of cards of meld > 1}
    do: move meld to table
  add_up:
    choose: {cards: one of small of hand}
    when: {more: count of small of hand > 6}
    do: move cards to gone
  throw:
    choose: {card: one of hand}
    when: {enough: count of pair of hand < 20}
    do: move card to gone
result: {score: points + count of cards of kept, best: highest}
"""


def rummy(players: int | None = None, options: Mapping[str, object] | None = None) -> Rules:
    return ruled(RUMMY, players, options)
