"""Lists of melds that come in several ways: found in a hand, put together of alike cards, lying on the table."""

from __future__ import annotations

import pytest

from croupier.fast import compiled
from tests.coverage.test_compiled import first_difference as counted_otherwise

from .alongside import first_difference, first_other_choice
from .small import ruled
from .test_alongside import backends, engines

pytestmark = pytest.mark.in_turn(12)

PALETTES = """
croupier: 1
game: palettes
players: 2
cards: {deck: french54, wild: rank is joker}
zones:
  stock: pile seen by nobody
  gone: pile seen by everyone
  hand of player: set seen by owner
  palette of player: set seen by everyone
combos:
  run: {sequence: A..K, size: 3.., wilds: 0..1}
  twos: {same: rank, size: 2}
define:
  worth of meld: count of it
  best of player: if stock is empty then highest by worth of (twos of palette) else highest by worth of (run of palette)
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 7 of stock to hand
    - for each of players: move top 7 of stock to palette
  steps: {turn: {by: players, times: 6, moves: [lay, pass]}}
moves:
  lay: {choose: {what: one of twos of hand}, do: move what to gone}
  pass: {do: move cards of best of me to gone}
result: {score: count of hand, best: lowest}
"""
"""Moves of no meld where the condition picks another combo."""

EITHER = """
croupier: 1
game: either
players: 2..3
cards: {deck: french54, wild: rank is joker}
zones:
  stock: pile seen by nobody
  gone: pile seen by everyone
  hand of player: set seen by owner
  palette of player: set seen by everyone
  pocket of player: slot seen by everyone
  near of player: melds seen by everyone
  far: melds seen by everyone
state: {worth of player: number, more of player: number}
combos:
  run: {sequence: A..K, size: 3.., wilds: 0..1}
  twos: {same: rank, size: 2}
  threes: {same: rank, size: 3}
  any: run/twos/threes
define:
  early: count of stock > 12
  points of card: if rank of it is 7 then 20 else 1
  price of meld: sum of points of cards of it
  best of player: if early then highest by price of (twos of palette) else highest by price of (run of palette)
  both of player: if early then twos of palette else run of palette
  laid of player: if early then near else far
  mixed of player: if early then twos of palette else far
  newest of player: if early then last of near else last of far
  maybe of player: if early then first of (run of palette) else none
  held of player: if early then pocket else palette
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 5 of stock to hand
    - for each of players: move top 7 of stock to palette
    - for each of players: move top of stock to pocket
  steps: {turn: {by: players, times: 10, moves: [lay, put, drop, look, pass]}}
moves:
  lay: {choose: {what: one of any of hand}, do: [move what to near, move top 3 of stock to hand]}
  put:
    choose: {what: one of both of me}
    when: {big: price of what > 1}
    do: [move what to far, move top 2 of stock to palette]
  drop:
    when: {there: best of me is not empty}
    do:
      - add count of wilds of best of me to worth
      - move cards of best of me to gone
      - move top 2 of stock to palette
  look:
    do:
      - add count of cards of laid of me to worth
      - add sum of price of mixed of me to worth
      - add count of ((cards of mixed of me) where rank is 7) to more
      - add count of cards of newest of me to more
      - add count of cards of newest of me to worth
      - add count of cards of maybe of me to worth
      - add count of wilds of maybe of me to more
      - add count of held of me to more
      - for each of (both of me): add price of it to worth
      - move top of stock to hand
  pass: {do: [move cards of best of me to gone, move top of stock to palette]}
result: {score: worth + more, best: lowest}
"""
"""`if … then … else` between melds of two combos, of a hand and the table, of two zones, and none."""

PICKS = """
croupier: 1
game: picks
players: 2..3
cards: {deck: french54, wild: rank is joker}
zones:
  stock: pile seen by nobody
  gone: pile seen by everyone
  hand of player: set seen by owner
  palette of player: set seen by everyone
  near of player: melds seen by everyone
  far: melds seen by everyone
state: {worth of player: number, more of player: number}
combos:
  run: {sequence: A..K, size: 3.., wilds: 0..1}
  twos: {same: rank, size: 2}
  threes: {same: rank, size: 3}
  any: run/twos/threes
define:
  points of card: if rank of it is 7 then 20 else 1
  price of meld: sum of points of cards of it
  best of player: highest by price of (any of palette)
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 5 of stock to hand
    - for each of players: move top 9 of stock to palette
  steps: {turn: {by: players, times: 10, moves: [lay, add, drop, look]}}
moves:
  lay: {choose: {what: one of any of hand}, do: [move what to near, move top 3 of stock to hand]}
  add: {choose: {what: one of any of palette}, do: [move what to far, move top 3 of stock to palette]}
  drop:
    do:
      - move cards of random of (twos of palette) to gone
      - move top 2 of stock to palette
  look:
    do:
      - add sum of price of (highest 2 by price of (twos of palette)) to worth
      - add sum of price of (lowest 2 by price of (any of palette)) to more
      - add sum of price of (highest 2 by price of far) to worth
      - add sum of price of (top 2 of near) to worth
      - add count of cards of top 2 of near to worth
      - add sum of price of ((twos of palette) if possible where price of it > 3) to worth
      - add sum of price of (far if possible where price of it > 3) to more
      - add sum of price of (best of players) to worth
      - add count of cards of (best of players) to more
      - add price of (highest by price of (best of players)) to worth
      - add price of (highest by price of (near with (twos of palette))) to worth
      - add price of (last of (near with (twos of palette))) to worth
      - add count of (cards of ((twos of palette) with (threes of palette))) to more
      - add count of ((best of players) where price of it > 3) to more
      - move top of stock to hand
result: {score: worth + more, best: lowest}
"""
"""The best, the last, any of several melds, those that pass if any does, a meld of each player, two lists as one."""


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("text", [EITHER, PICKS], ids=["either", "picks"])
def test_melds_that_come_in_several_ways(text: str, players: int) -> None:
    """They have the cards, the order and the wild cards that they have on the reference."""
    rules = ruled(text, players)
    for engine in engines(rules):
        for seed in range(3):
            assert first_difference(rules, engine, f"{seed}:0", every=3) is None


def test_the_best_of_one_combo_or_another() -> None:
    """Each combo is listed in a way of its own; one name may stand for a meld of either."""
    rules = ruled(PALETTES)
    for engine in engines(rules):
        for seed in range(3):
            assert first_difference(rules, engine, f"{seed}:0") is None


@pytest.mark.parametrize("text", [PALETTES, PICKS], ids=["palettes", "picks"])
def test_they_are_counted(text: str) -> None:
    rules = ruled(text, 2)
    assert counted_otherwise(rules, compiled(rules, "python", coverage=True), 2, 4) is None


def test_conditions_of_melds_that_may_read_the_same_are_counted() -> None:
    rules = ruled(EITHER, 2)
    assert counted_otherwise(rules, compiled(rules, "python", coverage=True), 4, 3) is None


@pytest.mark.parametrize("on", backends())
@pytest.mark.parametrize("text", [PALETTES, EITHER, PICKS], ids=["palettes", "either", "picks"])
def test_players_look_ahead_with_them(text: str, on: str) -> None:
    rules = ruled(text, 2)
    engine = compiled(rules, "c" if on == "c" else "python", foresees=True)
    assert first_other_choice(rules, engine, "4:0") is None


NESTED = """
croupier: 1
game: nested
players: 2
cards: {deck: french52, packs: 2}
zones:
  stock: pile seen by nobody
  gone: pile seen by everyone
  hand of player: set seen by owner
state: {marked of card in hand: no/yes}
combos:
  pair: {same: rank, size: 2}
  run: {sequence: A..K, same: suit, size: 2..}
  twins: {same: rank/suit, size: 2}
  stairs: {sequence: A..K/A, of: pair, size: 2.., where: some of (run of it) where count of it > 1}
  either: stairs/run
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 22 of stock to hand
  steps: {turn: {by: players, times: 40, moves: [mark, unmark, lay, pass]}}
moves:
  mark: {choose: {both: one of twins of hand}, do: {for each of both: set marked of it to yes}}
  unmark: {choose: {card: one of hand}, when: {marked: marked of card}, do: set marked of card to no}
  lay: {choose: {what: one of either of hand}, do: move what to gone}
  pass: {do: move top of stock to gone}
result: {score: count of hand, best: lowest}
"""
"""Melds are listed while others are: of which copies go first is another matter for each."""


def test_melds_that_are_asked_for_while_others_are_listed() -> None:
    rules = ruled(NESTED)
    for engine in engines(rules):
        for seed in range(6):
            assert first_difference(rules, engine, f"{seed}:1", 100) is None


@pytest.mark.parametrize("which", ["first", "last", "random", "top 1"])
def test_copies_of_a_meld_come_as_they_were_found(which: str) -> None:
    """Those on which something is noted first, also where a meld has all the copies that there are."""
    rules = ruled(
        NESTED.replace("{for each of both: set marked of it to yes}", f"set marked of {which} of both to yes")
    )
    for engine in engines(rules):
        for seed in range(3):
            assert first_difference(rules, engine, f"{seed}:1") is None
