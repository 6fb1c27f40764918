"""Copies of cards that lie in several places, or on which several things are noted: which of them is in a meld, which
stands for the others in a choice, is as the reference has it."""

from __future__ import annotations

import pytest

from croupier import Rules, load
from croupier.fast import Played, compiled, playouts
from croupier.fast.engine import On
from tests.coverage.test_compiled import first_difference as counted_otherwise

from .alongside import first_difference, first_other_choice, same_bulk
from .small import ruled
from .test_alongside import backends

pytestmark = pytest.mark.costly

COPIES = """
croupier: 1
game: copies
players: 2
options: {copies: 1..4}
cards: {attributes: {rank: 1..4, suit: red/blue}, copies: 2 * copies}
zones:
  stock: pile seen by nobody
  hand of player: set seen by owner
  laid of player: set seen by everyone
  line: row seen by everyone
  won of player: pile seen by everyone
state:
  mark of card in laid: light/dark or none
  worn of card in laid: no/yes
  gained of player: number
combos:
  pair: {same: rank, size: 2}
  fresh: {same: rank, size: 2..3, where: some of it where mark is none}
  run: {same: suit, sequence: 1..4, size: 3.., where: gained of first of players < 9 or some of it where suit is red}
  either: pair/run
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 5 of stock to hand
    - move top 3 of stock to line
  steps:
    turn:
      by: players
      times: 24
      begin: [move top of stock to hand, move top of stock to line]
      moves: [lay, win, blend, renew, play, change]
moves:
  lay:
    choose: {meld: one of either of (hand with laid)}
    do:
      - move cards of meld to laid
      - if some of meld where worn: set mark of cards of meld to dark
        else: set mark of cards of meld to light
  win:
    choose: {meld: one of pair of (line with laid)}
    do: [add 1 to gained, move cards of meld to won]
  blend:
    choose: {melds: 1..2 of pair of (laid with hand)}
    do:
      - move cards of melds to laid
      - set worn of (first of cards of first of melds) to yes
  renew:
    choose: {meld: one of fresh of laid}
    do: [set mark of cards of meld to light, add 1 to gained]
  play:
    choose: {card: one of (hand with laid)}
    do: move card to line
  change:
    choose: {card: one of hand, other: one of laid}
    when: {another: rank of card is not rank of other}
    do: swap card with other
result: {score: [gained, count of won]}
"""


def rules(copies: int) -> Rules:
    return ruled(COPIES, 2, {"copies": copies})


@pytest.mark.parametrize("on", backends())
@pytest.mark.parametrize("copies", [1, 2, 4])
def test_copies_go_in_the_order_of_the_reference(copies: int, on: On) -> None:
    """Two, four and eight of each card: by place, by what is noted there, by their places in a row."""
    made = rules(copies)
    engine = compiled(made, on)
    for game in range(2):
        assert first_difference(made, engine, f"3:{game}", every=2) is None
    assert all(isinstance(played, Played) for played in playouts(engine, 3, 0, 20))


@pytest.mark.parametrize("copies", [1, 2])
def test_what_a_combo_asks_of_each_copy_is_counted(copies: int) -> None:
    """It is asked of the melds of other copies too, until it holds of one."""
    made = rules(copies)
    assert counted_otherwise(made, compiled(made, "python", coverage=True), 2, 3) is None


def test_players_look_ahead_where_cards_change_places() -> None:
    """What is known of two cards that change places is known where they lie then."""
    made = rules(1)
    assert first_other_choice(made, compiled(made, "python", foresees=True), "3:0", 30) is None


NUMBERS = COPIES.replace("light/dark or none", "number").replace("mark is none", "mark is 0")


def test_numbers_that_are_noted_go_by_their_digits() -> None:
    """As the reference has them, where it is known which there may be; else it plays the game."""
    known = ruled(NUMBERS.replace("of meld to dark", "of meld to 10").replace("of meld to light", "of meld to 9"), 2)
    engine = compiled(known, "python")
    assert first_difference(known, engine, "3:0", every=2) is None
    assert all(isinstance(played, Played) for played in playouts(engine, 3, 0, 10))
    adding = NUMBERS.replace("set mark of cards of meld to dark", "add 3 to mark of cards of meld")
    grows = ruled(adding.replace("set mark of cards of meld to light", "add 2 to mark of cards of meld"), 2)
    engine = compiled(grows, "python")
    assert any(isinstance(played, int) for played in playouts(engine, 3, 0, 10))
    assert same_bulk(grows, engine, 3, 0, 10) is None


@pytest.mark.parametrize(
    "options", [{}, pytest.param({"trumps_by": "marriage", "hand_size": "9"}, marks=pytest.mark.slow)]
)
def test_bezique(options: dict[str, str]) -> None:
    """Whose declarations are made of cards in hand and of cards laid open, on which three things are noted."""
    bezique = load("bezique", 2, options, limit=200)
    for on in backends():
        assert same_bulk(bezique, compiled(bezique, on), 8, 0, 4) is None
