"""Places of rows, where a move stops in its middle or is looked at beforehand."""

from __future__ import annotations

import json

import pytest

from croupier import Game, Rules, RulesFault
from croupier.base.faults import PositionError, SetupError
from croupier.compile.binding import bind
from croupier_dsl import compile_text

RULES = """
croupier: 1
game: places
players: 2
options: {length: 0..9 starting 4}
cards: {deck: french52}
zones:
  stock: pile seen by nobody
  board: row (length) seen by nobody
  hand of player: set seen by owner
play:
  begin:
    - move deck to stock
    - shuffle stock
    - move top 4 of stock to board
    - for each of players: move top 3 of stock to hand
  steps: {turn: {by: players, times: 10, moves: [put]}}
moves:
  put:
    choose: {gone: one of board}
    do:
      - let free be spot of gone
      - let beside be neighbours of free
      - move gone to hand
      - choose: {card: one of hand, spot: one of (beside with free) where it is empty}
      - move card to spot
result: {score: count of hand}
"""


def rules(**options: str) -> Rules:
    return Rules(bind(compile_text(RULES), 2, options))


def test_a_move_in_its_middle_keeps_the_places_that_it_has_named() -> None:
    """A position has them by zone and number, and goes on from there."""
    game = Game(rules(), seed=3)
    game.play(0, "put @2")
    position = json.loads(json.dumps(game.position()))
    assert position["half"]["locals"]["free"] == {"zone": "board", "at": 2}
    again = Game.at(game.rules, position)
    assert again.position() == position
    assert [str(move) for move in again.legal_moves(0)] == [str(move) for move in game.legal_moves(0)]
    again.play(0, again.legal_moves(0)[0])
    assert (again.view(0).zones["board"].places, again.view(1).zones["board"].places) == ((2,), ())


@pytest.mark.parametrize("at", [0, 5, True, "2"])
def test_a_place_that_is_not_there_is_refused(at: object) -> None:
    """In what a move has named, as in anything else of a position."""
    game = Game(rules(), seed=3)
    game.play(0, "put @2")
    position = json.loads(json.dumps(game.position()))
    position["half"]["locals"]["free"] = {"zone": "board", "at": at}
    with pytest.raises(PositionError, match="is not a spot"):
        Game.at(game.rules, position)


def test_as_many_places_as_the_options_have_it() -> None:
    """A row without a place is no row; one that is too short takes no more."""
    assert Game(rules(length="9"), seed=1).view(0).zones["board"].cards == ("?",) * 4 + ("",) * 5
    with pytest.raises(SetupError, match="board must have 1 to 10,000 places"):
        rules(length="0")
    with pytest.raises(RulesFault, match="board is full: it has 3 places"):
        Game(rules(length="3"), seed=1)
