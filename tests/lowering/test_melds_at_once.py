"""Melds and cards that several choose at once: they are what they were chosen as, whatever others have done first."""

from __future__ import annotations

import pytest

from croupier import Game
from croupier.fast import FastGame, compiled
from tests.coverage.test_compiled import first_difference as counted_otherwise

from .alongside import first_difference, first_other_choice
from .small import ruled
from .test_alongside import engines

pytestmark = pytest.mark.in_turn(12)

SHOWING = """
croupier: 1
game: showing
players: 2..3
cards: {deck: french54, wild: rank is joker}
zones:
  stock: pile seen by nobody
  hand of player: set seen by owner
  shared: set seen by everyone
  laid of player: melds seen by everyone
state: {points of player: number, told of player: number}
combos:
  run: {sequence: A..K, size: 3.., wilds: 0..1}
  twos: {same: rank, size: 2..}
  any: run/twos
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 7 of stock to hand
    - move top 6 of stock to shared
  steps:
    round:
      times: 4
      steps:
        showing: {by: players at once, moves: [lay, both, several, share, pass]}
        after: {begin: [for each of players: move top 2 of stock to hand]}
moves:
  lay:
    choose: {what: one of any of hand}
    do:
      - add count of cards of what to points
      - add count of wilds of what to told
      - move what to laid
      - move top of stock to hand of left of me
  both:
    choose: {what: one of twos of hand, more: one of shared}
    when: {alike: rank of more is not 7}
    do: [move what to laid, add count of what to points]
  several:
    choose: {what: 2.. of any of hand}
    when: {enough: count of cards of what > 5}
    do: [add count of what to points, move what to laid]
  share:
    choose: {what: one of any of shared}
    do:
      - add count of wilds of what to told
      - add count of cards of what to points
      - move what to laid
      - move top 3 of stock to shared
  pass: {}
result: {score: points + told}
"""
"""One meld, several, or one and a card; of a hand to which others add cards, and of cards that others may take."""

PACKS = SHOWING.replace(
    "{deck: french54, wild: rank is joker}", "{deck: french54, packs: 2, wild: rank is joker or rank is 2}"
)
SERVED = SHOWING.replace("players at once", "players first served")

GRABBING = """
croupier: 1
game: grab
players: 2..3
cards: {deck: french52}
zones:
  stock: pile seen by nobody
  shared: set seen by everyone
  own of player: set seen by everyone
play:
  begin:
    - move deck to stock
    - shuffle stock
    - move top 4 of stock to shared
  steps:
    round:
      times: 4
      steps:
        grabbing: {by: players at once, moves: [grab, some]}
        after: {begin: [move top 3 of stock to shared]}
moves:
  grab: {choose: {what: one of shared}, do: move what to own}
  some: {choose: {what: 2 of shared}, do: move what to own}
result: {score: count of own}
"""
"""The last who has chosen a card has it."""


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("text", [SHOWING, PACKS, SERVED], ids=["showing", "packs", "served"])
def test_melds_chosen_at_once(text: str, players: int) -> None:
    """They are laid as they were found, with the wild cards that they had."""
    rules = ruled(text, players)
    for engine in engines(rules):
        for seed in range(3):
            assert first_difference(rules, engine, f"{seed}:0") is None


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("form", ["set", "row", "pile"])
def test_cards_that_others_have_taken_since(form: str, players: int) -> None:
    """A card lies in one place, whoever has chosen it too."""
    rules = ruled(GRABBING.replace("shared: set", f"shared: {form}"), players)
    for engine in engines(rules):
        for seed in range(3):
            assert first_difference(rules, engine, f"{seed}:0") is None


def test_what_has_been_chosen_is_told() -> None:
    """A game that others join in the middle of the choice goes on with it."""
    rules = ruled(SHOWING, 3)
    engine = compiled(rules, "python")
    game = Game(rules, "2:0")
    game.play(0, next(move for move in game.legal_moves(0) if "several" in str(move) or "lay" in str(move)))
    quick = FastGame(engine, game)
    assert quick.game().position() == game.position()
    for seat in (1, 2):
        quick.apply(0)
        game.play(seat, game.legal_moves(seat)[0])
    assert quick.game().position() == game.position()


def test_they_are_counted() -> None:
    rules = ruled(SHOWING, 2)
    assert counted_otherwise(rules, compiled(rules, "python", coverage=True), 2, 4) is None


@pytest.mark.parametrize("players", [2, 3])
def test_players_look_ahead_with_them(players: int) -> None:
    rules = ruled(SHOWING, players)
    assert first_other_choice(rules, compiled(rules, "python", foresees=True), "4:0") is None
