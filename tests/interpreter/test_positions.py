"""Positions as data: what is written is read, what cannot be is refused, and no order of keys or answers matters."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import Game, PositionError

from .small_games import SEALED, rules
from .test_notation import TABLE, ZONES, bench

AT = {"step": "turn", "turn": "Ann"}


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"zones": {"hand of Ann": ["9_red"] * 3}}, "hand of Ann cannot have another 9_red: the game has 2"),
        (
            {"zones": {"hand of Ann": ["9_red"], "table": ["9_red", "9_red"]}},
            "table cannot have another 9_red: the game has 2, placed in hand of Ann, table",
        ),
        ({"zones": {"row of Ann": ["9_red@1"]}}, "9_red@1: places are not numbered here; list the cards in order"),
        ({"zones": {"hand of Ann": ["9_green"]}}, "this game has no card 9_green"),
        ({"zones": {"hand of Ann": ["9_red)"]}}, "9_red) is not a card"),
        ({"zones": {"hand of Ann": ["9_red(3_red"]}}, "9_red(3_red is not a card"),
        ({"zones": {"hands of Ann": []}}, "unknown zone hands of Ann; the zones are stock, table, hand, row"),
        ({"zones": {"hand": []}}, "whose hand? write hand of Ann"),
        ({"zones": {"stock of Ann": []}}, "stock has no owner: write stock"),
        ({"zones": {"hand of Zoe": []}}, "Zoe is not a player; choose from Ann, Bob"),
        ({"zones": ["hand of Ann"]}, "zones of a position must be a mapping"),
        ({"state": {"marks of Ann": "many"}}, "many is not a whole number"),
        ({"state": {"marks": 2}}, "whose marks? write marks of Ann"),
        ({"state": {"points of Ann": 2}}, "unknown variable points of Ann; the variables are marks"),
        ({"step": "round"}, "unknown stage round; the stages are play, turn"),
        ({"step": "turn"}, "whose turn is it in turn?"),
        ({"step": "turn", "turn": "Zoe"}, "Zoe is not a player; choose from Ann, Bob"),
        ({"counts": {"turn": -1}}, "-1 is not a number of times"),
        ({"counts": {"deal": 1}}, "unknown stage deal; the stages are play, turn"),
        ({"decisions": "few"}, "'few' is not a number of times"),
        ({"stages": []}, "`stages` of a position must be a list, outermost first"),
        ({"stages": ["turn"]}, "each entry under `stages` of a position must name its stage"),
        ({"stages": [{"stage": "turn", "seat": "Ann"}]}, "turn is not a step of the whole game"),
        ({"stages": [{"stage": ["turn"]}]}, "unknown stage ['turn']; the stages are play, turn"),
        ({"stages": [{"stage": "play"}]}, "play offers no moves; a position must be one in which a player"),
        ({**AT, "half": {"move": "lay", "seat": "Ann"}}, "the move lay asks for no choice in its `do`"),
        ({**AT, "half": {"move": "draw", "seat": "Ann", "question": 2}}, "draw asks for 1 choices, not 2"),
        ({**AT, "half": {"move": "draw", "seat": "Ann"}}, "draw asks for no further choice here"),
        ({"remembered": {"Ann": ["9_red in hand of Bob"]}}, "there is no 9_red in hand of Bob on the table"),
        ({"revealed": ["@1 in blind of Ann"]}, "blind of Ann has no card at place 1"),
        ({"ruleset": "chess"}, "the position has ruleset chess, not bench"),
        ({"players": 3}, "the position has players 3, not 2"),
        ({"chance": {"seed": "early"}}, "{'seed': 'early'} is not a position of chance"),
        ({"zone": {}}, "unknown key zone in a position"),
    ],
)  # fmt: skip
def test_an_impossible_position_is_refused(position: dict[str, Any], message: str) -> None:
    """Whatever no game can come to is a PositionError that says what is wrong and what there is."""
    with pytest.raises(PositionError) as caught:
        Game.at(TABLE, position)
    assert str(caught.value).startswith(message)


def test_a_name_may_be_given_in_short_only_where_it_is_whole() -> None:
    """A position that names little is filled in: zones empty, variables at their start, the rest out of play."""
    game = Game.at(TABLE, {**AT, "zones": {"hand of Ann": ["9_red"], "stock": ["4_red"]}})
    assert game.view(0).zones["hand of Ann"].count == 1
    assert game.view(0).zones["row of Bob"].count == 0
    assert game.view(0).state == {"marks of Ann": 0, "marks of Bob": 0}
    assert game.to_act == (0,)


def test_a_half_made_move_goes_on() -> None:
    """Written in the middle of a move and read again, the same answers are open and lead to the same end."""
    game = bench()
    game.play(0, "draw")
    again = Game.at(TABLE, json.loads(json.dumps(game.position())))
    assert again.legal_moves(0) == game.legal_moves(0)
    for one in (game, again):
        one.play(0, "draw back=3_red")
    assert again.position() == game.position()
    assert again.to_act == (1,)


@pytest.mark.costly
@given(st.permutations([0, 1, 2]), st.integers(0, 3))
@settings(max_examples=30)
def test_the_order_of_secret_answers_does_not_matter(order: list[int], answered: int) -> None:
    """Whoever answers first where all choose at once: the position is the same, before all have answered and after."""
    table = rules(SEALED, 3)
    straight, other = Game(table, 5), Game(table, 5)
    for seat in sorted(order[:answered]):
        straight.play(seat, straight.legal_moves(seat)[seat % 2])
    for seat in order[:answered]:
        other.play(seat, other.legal_moves(seat)[seat % 2])
    written = other.position()
    assert {**written, "stages": _sorted(written)} == {**straight.position(), "stages": _sorted(straight.position())}
    again = Game.at(table, json.loads(json.dumps(written)))
    for seat in order[answered:]:
        again.play(seat, again.legal_moves(seat)[seat % 2])
        straight.play(seat, straight.legal_moves(seat)[seat % 2])
    assert again.position() == straight.position()


def _sorted(position: dict[str, Any]) -> list[Any]:
    return [{**stage, "pending": sorted(stage.get("pending", {}).items())} for stage in position["stages"]]


@pytest.mark.parametrize("answer", ["bid card=9", "bid", "hop", "bid card=1"])
def test_an_answer_that_cannot_have_been_given_is_refused(answer: str) -> None:
    """A pending answer has to be a legal move of its seat."""
    table = rules(SEALED, 2, names=["Ann", "Bob"])
    position = Game.at(table, {"step": "bid", "zones": {"hand of Ann": ["2", "3"], "hand of Bob": ["4"]}}).position()
    position["stages"][-1]["pending"] = {"Ann": answer}
    with pytest.raises(PositionError):
        Game.at(table, position)


@pytest.mark.costly
@given(st.integers(0, 10_000), st.integers(0, 40))
@settings(max_examples=40)
def test_a_position_read_back_is_the_same_position(seed: int, decisions: int) -> None:
    """At any point of any game: the same data again, the same views, the same moves, and the same game from there."""
    game = Game(TABLE, seed)
    for number in range(decisions):
        if not game.to_act:
            break
        (seat,) = game.to_act
        moves = game.legal_moves(seat)
        game.play(seat, moves[(seed + 13 * number) % len(moves)])
    position = json.loads(json.dumps(game.position()))
    again = Game.at(TABLE, position)
    assert again.position() == position
    for seat in (0, 1):
        assert again.view(seat) == game.view(seat)
        assert again.legal_moves(seat) == game.legal_moves(seat)
    for seat in game.to_act:
        move = str(game.legal_moves(seat)[-1])
        game.play(seat, move)
        again.play(seat, move)
    assert again.position() == game.position()


def test_the_order_of_keys_does_not_matter() -> None:
    """A position is a mapping: however it is ordered, it is the same."""
    position = bench().position()
    turned = {key: position[key] for key in reversed(position)}
    turned["zones"] = dict(reversed(list(position["zones"].items())))
    assert Game.at(TABLE, turned).position() == position


def test_the_rest_goes_under_what_is_named() -> None:
    """`rest` shuffles all that is not named under the cards of a zone, by the chance of the position."""
    told = {**AT, "zones": {**ZONES, "stock": ["9_blue"]}, "rest": "stock"}
    one, same = Game.at(TABLE, told), Game.at(TABLE, told)
    other = Game.at(TABLE, {**told, "chance": {"seed": "9", "drawn": 0}})
    assert one.view(0).zones["stock"].count == 28 - 4 - 2 - 2 - 1
    assert one.position() == same.position()
    assert one.position()["zones"]["stock"][-1] == other.position()["zones"]["stock"][-1] == "9_blue"
    assert one.position()["zones"]["stock"] != other.position()["zones"]["stock"]


def test_supplied_chance_of_a_position() -> None:
    """`Game.at` takes supplied results as `Game` does; the position keeps those that no event has asked for."""
    game = Game.at(TABLE, {**AT, "zones": ZONES}, chance=[{"random": "nothing"}])
    game.play(0, "flip @1")
    assert game.position()["chance"]["results"] == [{"random": "nothing"}]


COPIES = """
croupier: 1
game: copies
players: 2
cards: {attributes: {value: 1..3}, copies: 4}
zones: {board: set seen by everyone, hand of player: set seen by owner}
state:
  tapped of card: no/yes
  debt of card: number
  lead: card or none
play:
  begin:
    - move deck to board
    - for each of board where value is 3: move it to hand of first of players
  steps: {turn: {by: players, times: 20, moves: [turn_up, tap, owe, lead, give, pass]}}
moves:
  turn_up: {choose: {card: one of board where not revealed}, do: reveal card}
  tap: {choose: {card: one of board where not tapped}, do: set tapped of card to yes}
  owe: {choose: {card: one of board}, do: add 1 to debt of card}
  lead: {choose: {card: one of board}, do: set lead to card}
  give:
    choose: {card: one of board}
    do: [move card to hand, choose: {back: one of hand}, move back to hand of left of me]
  pass: {}
result: {score: sum of debt of board}
"""


def test_copies_in_a_set_keep_what_is_true_of_each() -> None:
    """One copy is tapped, another leads, a third is turned up: read back, these are still different cards."""
    game = Game(rules(COPIES, names=["Ann", "Bob"]), 1)
    for text in ("tap 1", "turn_up 1(not_tapped)", "lead 1(not_revealed/not_tapped)"):
        game.play(game.to_act[0], text)
    position = json.loads(json.dumps(game.position()))
    again = Game.at(game.rules, position)
    assert again.position() == position
    assert (position["revealed"], position["of_cards"]["tapped"]["1@2 in board"]) == (["1@1 in board"], ["no"])
    seat = game.to_act[0]
    assert [str(move) for move in again.legal_moves(seat)] == [str(move) for move in game.legal_moves(seat)]


@pytest.mark.costly
@settings(max_examples=60)
@given(st.lists(st.integers(0, 40), max_size=14))
def test_whatever_happens_to_copies_a_position_says_of_which(picks: list[int]) -> None:
    """Any moves: the position is read as it is written, and offers the same moves, also in the middle of one."""
    game = Game(rules(COPIES, names=["Ann", "Bob"]), 1)
    for pick in picks:
        moves = game.legal_moves(game.to_act[0])
        game.play(game.to_act[0], moves[pick % len(moves)])
    position = json.loads(json.dumps(game.position()))
    again = Game.at(game.rules, position)
    assert again.position() == position
    seat = game.to_act[0]
    assert [str(move) for move in again.legal_moves(seat)] == [str(move) for move in game.legal_moves(seat)]


def test_a_copy_is_called_by_its_number_in_a_set() -> None:
    """As positions write it; what is no number of a copy there is refused."""
    table = rules(COPIES, names=["Ann", "Bob"])
    at = {**AT, "zones": {"board": ["1", "1"], "hand of Ann": ["3"]}}
    game = Game.at(table, {**at, "revealed": ["1@2 in board"], "of_cards": {"tapped": {"1@1 in board": ["yes"]}}})
    board = game.position()
    assert (board["revealed"], board["of_cards"]["tapped"]["1@2 in board"]) == (["1@1 in board"], ["yes"])
    for word in ("1@3 in board", "1@0 in board", "1@x in board", "1@1"):
        with pytest.raises(PositionError):
            Game.at(table, {**at, "revealed": [word]})


TAPPED = """
croupier: 1
game: tapped
players: 2
cards: {attributes: {value: 1..3}, copies: 3}
zones: {hand of player: set seen by owner, out: pile seen by everyone}
state: {tapped of card in hand: no/yes}
play: {steps: {turn: {by: players, times: 9, moves: [tap, drop]}}}
moves:
  tap: {choose: {card: one of hand}, when: {once: not (tapped of card)}, do: set tapped of card to yes}
  drop: {choose: {card: one of hand}, do: move card to out}
result: {score: 0}
"""


def test_a_view_does_not_tell_which_copy_has_what() -> None:
    """What is noted on copies in one hand reads the same in the game and in one that goes on from its position."""
    tapped = rules(TAPPED, names=["Ann", "Bob"])
    game = Game.at(tapped, {"step": "turn", "turn": "Ann", "zones": {"hand of Ann": ["2", "2"], "hand of Bob": ["3"]}})
    game.play(0, "tap 2")
    assert Game.at(tapped, game.position()).view(0) == game.view(0)
