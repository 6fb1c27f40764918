"""The list of legal moves, the answers to "why not", and moves taken piece by piece."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import Game, InvalidMove, Move, Moves

from .small_games import BENCH, SEALED, rules
from .test_notation import TABLE, ZONES, bench


def test_a_move_is_put_into_words_when_it_is_looked_at() -> None:
    """Counting the moves spells none, looking at one spells that one, and only once."""
    spelled: list[int] = []

    def spell(index: int) -> Move:
        spelled.append(index)
        return Move(f"m{index}")

    moves = Moves(1000, spell)
    assert len(moves) == 1000
    assert not spelled
    assert moves[-1] is moves[999]
    assert [str(move) for move in moves[2:4]] == ["m2", "m3"]
    assert spelled == [999, 2, 3]
    assert moves.place(moves[3]) == 3
    assert moves.place(Move("m3")) is None
    with pytest.raises(IndexError):
        moves[1000]


def test_moves_are_the_same_until_something_happens() -> None:
    """Asking again gives the same list; after a move there is another."""
    game = bench()
    assert game.legal_moves(0) is game.legal_moves(0)
    before = list(game.legal_moves(0))
    game.play(0, "flip @1")
    assert game.legal_moves(0) == []
    assert list(game.legal_moves(1)) != before


def test_moves_come_in_the_order_of_the_rules() -> None:
    """As the stage lists them, then choice by choice: by rank, by place, by seat; from few cards to many."""
    names = [move.name for move in bench().legal_moves(0)]
    assert list(dict.fromkeys(names)) == ["lay", "flip", "ask", "draw"]
    asked = [move.choices for move in Game(rules(BENCH, 3), 1).legal_moves(0) if move.name == "ask"]
    values = [str(value) for value in range(3, 10)]
    assert asked == [(("value", value), ("who", who)) for value in values for who in ("P2", "P3")]


def test_an_old_move_is_not_taken_for_a_new_one() -> None:
    """A move object of an earlier position counts as what it reads like, not as what it was."""
    game = bench()
    old = next(move for move in game.legal_moves(0) if str(move) == "draw")
    game.play(0, "flip @1")
    game.play(1, old)
    assert game.decisions == 2
    assert game.to_act == (1,)


# ---------------------------------------------------------------- why not


@pytest.mark.parametrize(
    ("text", "reason", "path"),
    [
        ("rest", "lenient", "moves.rest.when.lenient"),
        ("lay 3_red", "big_enough", "moves.lay.when.big_enough"),
        ("lay 3_red 9_red", "same_value", "moves.lay.when.same_value"),
        ("lay 7_red 7_blue 9_red", "how_many", "moves.lay.choose.cards"),
        ("ask who=Bob", "incomplete", "moves.ask.choose.value"),
        ("ask value=7 who=Ann", "not_in_domain", "moves.ask.choose.who"),
    ],
)
def test_the_reason_is_the_condition_that_fails(text: str, reason: str, path: str) -> None:
    """Each way in which a move can be wrong has its own name, and the part of the ruleset where it stands."""
    why = bench().why_not(0, text)
    assert why is not None
    assert why.reason == reason or (reason == "not_in_domain" and why.path.startswith(path))
    assert why.path.startswith(path)
    assert why.message
    assert why.message in str(why)
    assert why.to_json()["reason"] == why.reason


def test_a_gate_of_options_says_so() -> None:
    """A condition that only an option decides fails by its own name, whatever was chosen."""
    why = Game(rules(BENCH, options={"tone": "loud"}), 1).why_not(0, "ask value=7 who=P2")
    assert why is not None
    assert why.reason == "quiet"
    assert why.condition == "tone is soft"
    assert why.facts == (("tone", "loud"),)


def test_facts_are_what_the_condition_talks_about() -> None:
    """The parts of the sentence with what they stand at now; with the file and line where it is written."""
    why = bench().why_not(0, "lay 3_red")
    assert why is not None
    assert why.condition == "lowest of value of cards > 3"
    assert ("lowest value of cards", "3") in why.facts
    assert why.where == "<text>:" + str(1 + BENCH[: BENCH.index("big_enough:")].count("\n"))


def test_not_your_turn_tells_whose_it_is_but_not_who_has_answered() -> None:
    """In turn it is said who has to act; where all choose at once it is not."""
    why = bench().why_not(1, "draw")
    assert why is not None
    assert (why.reason, why.message) == ("not_your_turn", "it is not Bob's turn, but Ann's")
    game = Game(rules(SEALED, 3), 1)
    game.play(1, game.legal_moves(1)[0])
    why = game.why_not(1, str(game.legal_moves(0)[0]))
    assert why is not None
    assert why.reason == "not_your_turn"
    assert "P1" not in why.message
    assert "P3" not in why.message


def test_in_the_middle_of_a_move_the_others_wait() -> None:
    """While a move asks, only its answer is offered; anything else is `not_offered`."""
    game = bench()
    game.play(0, "draw")
    why = game.why_not(0, "flip @1")
    assert why is not None
    assert (why.reason, why.message) == ("not_offered", "finish “draw” first")
    assert {move.name for move in game.legal_moves(0)} == {"draw"}
    assert game.why_not(0, "draw back=3_red") is None


def test_when_the_game_is_over_that_is_why() -> None:
    """After the end every move is answered by `over`."""
    game = Game.at(TABLE, {"over": True, "finished": True, "zones": ZONES})
    why = game.why_not(0, "draw")
    assert why is not None
    assert why.reason == "over"


def test_the_clauses_are_those_of_the_nearest_part() -> None:
    """A condition without clauses of its own has those of the move around it."""
    text = BENCH + "because: {moves.lay: [m1, m2], moves.lay.when.big_enough: [c3]}\n"
    game = Game.at(rules(text, names=["Ann", "Bob"]), {"step": "turn", "turn": "Ann", "zones": ZONES})
    big, same = game.why_not(0, "lay 3_red"), game.why_not(0, "lay 3_red 9_red")
    assert big is not None
    assert big.clauses == ("c3",)
    assert same is not None
    assert same.clauses == ("m1", "m2")


def test_words_for_a_condition_are_its_message() -> None:
    """A text at the condition's path is what the player reads."""
    text = BENCH + "text: {moves.lay.when.big_enough: threes stay}\n"
    game = Game.at(rules(text, names=["Ann", "Bob"]), {"step": "turn", "turn": "Ann", "zones": ZONES})
    why = game.why_not(0, "lay 3_red")
    assert why is not None
    assert why.message == "threes stay"


# ---------------------------------------------------------------- piece by piece


def _in_any_order(text: str) -> tuple[str, ...]:
    return tuple(sorted(text.replace("cards=", "cards= ").split()))


def test_choices_lead_to_every_move_and_to_no_other() -> None:
    """Taking one continuation after another arrives at each legal move, and nowhere else."""
    game = bench()
    ends: set[str] = set()
    seen: set[str] = set()

    def walk(prefix: str) -> None:
        if prefix in seen:
            return
        seen.add(prefix)
        for piece in game.choices(0, prefix):
            if piece == "":
                ends.add(prefix)
            else:
                walk(f"{prefix} {piece}".strip())

    walk("")
    assert {_in_any_order(end) for end in ends} == {_in_any_order(str(move)) for move in game.legal_moves(0)}


def test_a_piece_that_fits_nothing_leads_nowhere() -> None:
    """After a wrong piece there is no continuation, after a whole move only its end."""
    game = bench()
    assert game.choices(0) == ("lay", "flip", "ask", "draw")
    assert game.choices(0, "draw") == ("",)
    assert game.choices(0, "hop") == ()
    assert game.choices(0, "flip card=@9") == ()
    assert game.choices(1) == ()


def test_after_one_choice_comes_the_next() -> None:
    """The second choice is asked for once the first is whole."""
    assert bench().choices(0, "ask value=7") == ("who=Bob",)


@pytest.mark.costly
@given(st.integers(0, 5_000))
@settings(max_examples=25)
def test_what_is_offered_can_be_done(seed: int) -> None:
    """Wherever a game has got to, every offered move can be made, and a move that is not offered cannot."""
    game = Game(TABLE, seed)
    for step in range(seed % 11):
        (seat,) = game.to_act
        moves = game.legal_moves(seat)
        game.play(seat, moves[(seed * 31 + step) % len(moves)])
    (seat,) = game.to_act
    offered = {str(move) for move in game.legal_moves(seat)}
    for text in offered:
        game.copy().play(seat, text)
    cards = [f"{value}_{colour}" for value in range(3, 10) for colour in ("red", "blue")]
    probes = [*(f"lay {card}" for card in cards), "rest", "flip @1", "flip @2", "draw"]
    for text in probes:
        try:
            legal = game.why_not(seat, text) is None
        except InvalidMove:
            legal = False
        said = [re.sub("cards?=|hand:|row:", "", move) for move in offered]
        assert legal == (said.count(text) == 1), text  # what may be several moves is asked about
