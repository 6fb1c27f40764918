"""A stage with a `must` whose last move draws from a hidden stock: compiled rules settle it as the reference does."""

from __future__ import annotations

import pytest

from croupier import Rules
from croupier.fast import compiled, playouts
from tests.coverage.test_compiled import first_difference as counted_otherwise

from .alongside import first_difference, first_other_choice, same_bulk
from .small import ruled
from .test_alongside import backends

pytestmark = pytest.mark.in_turn(28)

PAINTED = """
croupier: 1
game: painted
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, palette of player: set seen by everyone}
combos: {twos: {same: rank, size: 1..2}}
state: {out of player: no/yes}
define:
  standing of player: count of twos of palette
  ahead of player: standing is highest of standing of players
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 7 of stock to hand
  steps:
    turn:
      by: players where not out
      times: 20
      must: ahead of me or out
      steps: {painting: {moves: [paint, leave, give_up]}, again: {when: not out of me, moves: [paint, leave]}}
moves:
  paint: {choose: {card: one of hand}, do: [move card to palette, move top of stock to hand]}
  leave: {}
  give_up: {do: set out to yes}
result: {score: count of hand, best: lowest}
"""

DRAWN = """
croupier: 1
game: drawn
players: 2..3
cards: {deck: french52}
zones:
  stock: pile seen by nobody
  gone: pile seen by everyone
  open: row seen by everyone
  hand of player: set seen by owner
combos:
  pair: {same: rank, size: 2}
  run: {same: suit, sequence: A..K, size: 3..}
  kept: {split: pair/run, least: 1}
state: {paid of player: number, marked of card in hand: no/yes, named in turn: card or none}
tables: {worth of rank: {J/Q/K: 10, A: 1, else: 5}}
define:
  size of player: count of hand
  heavy of card: rank is K or rank is Q
play:
  begin: [move deck to stock, shuffle stock, for each of players: move top 4 of stock to hand]
  steps:
    turn:
      by: players
      times: 24
      must: {MUST}
      moves: [throw, swap, draw, show, keep, pay]
moves:
  throw: {choose: {card: one of hand}, do: [move card to gone, move top of stock to hand]}
  swap:
    choose: {card: one of hand}
    when: {black: suit of card is spades or suit of card is clubs}
    do: [let t be top of stock, move card to gone, move t to hand, set marked of t to yes]
  draw: {when: count of hand < 7, do: [move top 2 of stock to hand]}
  show: {when: count of open < 6, do: [move top of stock to open]}
  keep: {choose: {card: one of hand}, do: [let t be top of stock, set named to t, move t to hand, move card to gone]}
  pay: {do: [add 1 to paid]}
result: {score: paid, best: highest}
"""

CONDITIONS = {
    "cards of another zone": "top: count of gone mod 3 is 1 or rank of top of gone is K",
    "an attribute of some": "some: some of hand where rank is K",
    "an attribute of none": "none: none of hand where rank is K",
    "all of them": "all: none of hand where suit is diamonds or suit is clubs",
    "a number of them": "few: count of (hand where rank is K) < 1 or paid > 2",
    "how many there are": "few: count of hand < 5 or paid > 3",
    "what is noted, then what is printed": "noted: none of hand where marked and rank is K",
    "what is printed, then what is noted": "noted: none of hand where rank is K and marked",
    "one after the other": "one: some of hand where heavy\n, two: paid mod 2 is 0 or none of hand where heavy",
    "a sum": "sum: (sum of worth of rank of hand) mod 2 is 0 or paid > 4",
    "a combo": "paired: pair of hand is not empty or paid > 1",
    "no combo": "unpaired: pair of hand is empty",
    "a combo of some": "run: run of hand with top of gone is empty and paid < 5",
    "an arrangement": "kept: count of kept of hand < 2",
    "what is left over": "left: hand without cards of kept of hand is not empty or paid > 2",
    "the highest": "high: rank of highest by rank of hand is not K",
    "the best few": "best: none of (lowest 2 by rank of hand) where rank is 2",
    "of a row": "row: none of open where rank is K",
    "the last of a row": "last: open is empty or suit of last of open is not hearts",
    "a card that state names": "named: paid > 2 or none of hand where rank is K",
    "of all players": "most: size is highest of size of players",
    "a kind": "kind: KS not in hand and none of hand where it is 2C",
    "what comes to nothing first": "if: (if paid mod 2 is 0 then paid < 5 else none of hand where rank is K)",
    "of two zones": "both: none of (hand with gone) where rank is K",
    "the wild": "turned: paid < 3 or none of hand where revealed",
}  # fmt: skip


GREEDY = {"marked of card in hand: no/yes, ": "", "move t to hand, set marked of t to yes": "move t to hand"}
"""What is noted on a card is hidden from the others; they do not foresee then what its owner may choose."""


def drawn(name: str, players: int, *, greedy: bool = False) -> Rules:
    text = DRAWN.replace("MUST", CONDITIONS[name])
    for said, instead in GREEDY.items() if greedy else ():
        text = text.replace(said, instead)
    return ruled(text, players)


@pytest.mark.parametrize("name", CONDITIONS)
def test_it_is_settled_at_the_end_of_a_stage(name: str) -> None:
    """Decision by decision, for each number of players, in Python and in C."""
    for players in (2, 3):
        rules = drawn(name, players)
        for on in backends():
            engine = compiled(rules, "c" if on == "c" else "python")
            assert engine.runs_on == on, engine.why
            for seed in range(3):
                assert first_difference(rules, engine, f"{players}:{seed}", 50, every=4) is None


@pytest.mark.parametrize("name", [name for name in CONDITIONS if "marked" not in CONDITIONS[name]])
def test_players_who_look_ahead_settle_it(name: str) -> None:
    rules = drawn(name, 2, greedy=True)
    engine = compiled(rules, "python", foresees=True)
    for seed in range(2):
        assert first_other_choice(rules, engine, f"3:{seed}", 24) is None


@pytest.mark.parametrize("name", CONDITIONS)
def test_it_is_counted(name: str) -> None:
    rules = drawn(name, 2)
    assert counted_otherwise(rules, compiled(rules, "python", coverage=True), 4, 1) is None


def test_a_draw_at_the_end_hands_no_game_over() -> None:
    """A card drawn into the hand is asked of nowhere: what counts lies in the open."""
    rules = ruled(PAINTED)
    for on in backends():
        engine = compiled(rules, "c" if on == "c" else "python")
        assert not any(isinstance(played, int) for played in playouts(engine, 7, 0, 20))
        assert same_bulk(rules, engine, 7, 0, 6) is None
        assert first_difference(rules, engine, "7:3", 40) is None
    engine = compiled(rules, "python", foresees=True)
    assert all(first_other_choice(rules, engine, f"5:{seed}", 40) is None for seed in range(2))
    assert counted_otherwise(rules, compiled(rules, "python", coverage=True), 5, 2) is None
