"""Cards that come to lie in a zone: what waits for the rules to be tried is part of a position."""

from __future__ import annotations

import json

import pytest

from croupier import Game, PositionError
from croupier_dsl import compile_text
from tests.law import laws
from tests.law.disguise import compare as disguised
from tests.law.test_positions import given, taken_up

from .small_games import rules

TEXT = """
croupier: 1
game: coming
players: 2..3
cards: {attributes: {value: 1..6}, copies: 4}
zones:
  stock: pile seen by nobody
  table: pile seen by everyone
  hole of player: row seen by nobody
  hand of player: set seen by owner
state: {total of player: number, weight: number}
effects:
  swap_one: [choose: {back: one of hand}, move back to stock]
play:
  begin: [move deck to stock, shuffle stock, for each of players: move top 3 of stock to hand]
  steps:
    turn: {by: players, times: 40, moves: [draw, lay, give, bury]}
moves:
  draw: {do: [move top of stock to hand, swap_one, move top of stock to table]}
  lay: {choose: {card: one of hand}, do: [move card to table, swap_one]}
  give: {choose: {card: one of hand}, do: [move card to hand of left, move top of stock to hand, swap_one]}
  bury: {choose: {card: one of hand}, do: [move card to hole, move top of stock to hole of left, swap_one]}
whenever:
  high: {enters: table, when: value > 3, do: add value to total of owner}
  low: {enters: table, when: value < 3, do: [set weight to weight * 2 mod 64, add value to weight]}
  held: {enters: hand, when: value is 6 and count of hand of owner < 4, do: [reveal it, add 1 to total of owner]}
  buried: {enters: hole, when: value of it > 4, do: add 1 to weight}
result: {score: total + weight, best: highest}
"""
COMING = rules(TEXT, players=2, names=["Ann", "Bob"])


def coming(**more: object) -> Game:
    """Ann's turn."""
    zones = {"hand of Ann": ["5", "2"], "hand of Bob": ["4", "3"], "stock": ["1", "2", "6", "6"], "table": ["6"]}
    return Game.at(COMING, {"zones": zones, "turn": "Ann", **more})


@pytest.mark.parametrize("seed", ["9:1", "9:2"])
def test_the_laws_hold_while_cards_wait(seed: str) -> None:
    """Positions round-trip in the middle of lists that ask, hidden zones hide, hints tell nothing that is hidden."""
    laws.all_kept(COMING, seed, 60)


@pytest.mark.costly
def test_hints_do_not_depend_on_what_waits_unseen() -> None:
    """Exchange hidden cards and the numbers of copies: hints, forecasts and undo stay the same."""
    compared = 0
    for number in range(3):
        count, found = disguised(COMING, COMING, f"9:{number}", 40, 1)
        assert not found, found
        compared += count
    assert compared > 10


def test_what_has_come_waits_in_the_position() -> None:
    """By rule, in the order in which it came; a game that goes on from there goes on as the game itself."""
    game = coming()
    assert "entered" not in game.position()
    game.play(0, "lay 5")
    half = game.position()
    assert half["entered"] == {"high": ["@2 in table"], "low": ["@2 in table"]}
    again = Game.at(COMING, half)
    assert again.position() == half
    for one in (game, again):
        one.play(0, "lay back=2")
    assert game.position() == again.position()
    assert game.position()["state"]["total of Ann"] == "5"
    assert "entered" not in game.position()


def test_what_leaves_waits_no_longer() -> None:
    """A card that has come to a hand and goes on is not tried for; of two alike the latest leaves first."""
    game = coming()
    game.play(0, "draw")
    assert list(game.position()["entered"]) == ["held"]
    game.play(0, "draw back=6")
    assert game.position()["state"]["total of Ann"] == "6"  # of the six on the table, which she has put there


def test_nothing_waits_that_no_rule_waits_for() -> None:
    """A position cannot say that a card waits where it does not lie, or of a rule that waits for none there."""
    half = coming()
    half.play(0, "lay 5")
    position = half.position()
    card = position["entered"]["high"][0]
    for wrong in ({"held": [card]}, {"nothing": [card]}):
        with pytest.raises(PositionError, match="is pending for"):
            Game.at(COMING, {**position, "entered": wrong})
    with pytest.raises(PositionError):
        Game.at(COMING, {**position, "entered": {"high": [card, card]}})


@pytest.mark.costly
def test_a_scenario_says_what_waits() -> None:
    """Every position of a game, told as `given`, is taken up as it was; what waits among it."""
    positions, waiting = [], 0
    for seed in ("9:1", "9:2", "9:5"):
        game = Game(COMING, seed)
        for number in range(40):
            if not game.to_act:
                break
            position = json.loads(json.dumps(game.position()))
            positions.append(position)
            waiting += "entered" in position
            legal = game.legal_moves(game.to_act[0])
            game.play(game.to_act[0], legal[(7 * number) % len(legal)])
    taken_up(COMING, positions, compile_text(f"{TEXT}\n{given(COMING, positions)}"))
    assert waiting > 10
