"""The log says each thing once, as a sentence."""

from __future__ import annotations

import pytest

from croupier import Game, Rules, load
from croupier.base.language import speaking
from croupier.scene import Words, lines
from croupier.table import catalogue
from tests.web.tables import ruled

TWICE = """
croupier: 1
game: twice
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody}
state: {chips of player: number, mark of player: player or none}
play: {steps: {turn: {by: players, times: 4, moves: [pay, lose]}}}
moves:
  pay: {do: [add 1 to chips, set chips of left of me to 9, add 1 to chips, set mark to me, set mark to none]}
  lose: {do: [set mark to me]}
result: {score: chips, best: highest}
"""


def told(rules: Rules, moves: list[str]) -> list[str]:
    game = Game(rules, 3)
    for move in moves:
        game.play(game.to_act[0], move)
    return [line.text for line in lines(game.log(0), 0, Words(rules))]


def test_a_value_that_is_written_twice_in_a_decision_is_said_once() -> None:
    """The last one; nothing of one that is gone again."""
    assert told(ruled(TWICE, 2), ["pay"]) == ["You: pay", "chips: P2 9, P1 2"]
    assert told(ruled(TWICE, 2), ["lose", "pay"]) == ["You: lose", "mark: P1 P1", "P2: pay", "chips: P1 9, P2 2"]


CALLS = """
croupier: 1
game: calls
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody}
state:
  bid of player: number
  trump: suit or none
  turned: suit or none starting clubs
  maker: player or none
  rounds: number
play: {steps: {turn: {by: players, times: 8, moves: [call, take, refuse]}}}
moves:
  call: {choose: {n: one of 1..9}, do: [set bid to n, set rounds to 1]}
  take: {choose: {called: one of values of suit}, do: [set maker to me, set trump to called]}
  refuse: {do: [set maker to left of me, set trump to turned]}
show: [trump, maker, bid, rounds]
result: {score: bid, best: highest}
text: {state.trump.sentence: "{trump}[, by {maker}]"}
"""


@pytest.mark.parametrize(
    ("moves", "log"),
    [
        (["call n=7"], ["You: call 7", "rounds: 1"]),
        (["call n=7", "call n=1"], ["You: call 7", "rounds: 1", "P2: call 1"]),
        (["take called=spades"], ["You: take spades"]),
        (["refuse"], ["You: refuse", "maker: P2", "trump: clubs"]),
    ],
    ids=["a choice", "a value as before", "a fact that the words of the move tell", "one that they do not tell"],
)
def test_the_log_tells_what_the_words_of_a_move_do_not(moves: list[str], log: list[str]) -> None:
    assert told(ruled(CALLS, 2), moves) == log


def last_line(name: str, moves: list[str]) -> list[str]:
    """The lines of the last decision of a game in which everybody makes the first move that starts so."""
    game = Game(load(name), 1)
    for move in moves:
        seat = game.to_act[0]
        game.play(seat, next(each for each in game.legal_moves(seat) if str(each).startswith(move)))
    return [line.text for line in lines(game.log(0), 0, Words(game.rules)) if line.kind == "decision"]


def test_a_simultaneous_choice_that_takes_effect_is_told_once() -> None:
    """With its effects; if another one is first, it is told by itself."""
    first = last_line("cheat", ["lay", "enough", "doubt", "doubt", "doubt"])
    assert sum("You: doubt" in line for line in first) == 1
    assert "→ hand" in first[-1]
    second = last_line("cheat", ["lay", "enough", "believe", "doubt", "doubt"])
    assert second[-2] == "You: believe"


def test_cards_turned_up_in_several_zones_are_told_by_zone() -> None:
    told = last_line("ninety-nine", ["lay_aside", "lay_aside", "lay_aside", "pass", "play_open"])[-1]
    assert "turned up bid cards " in told
    assert ", hand " in told


@pytest.mark.costly
@pytest.mark.parametrize("language", ["en", "fr"])
def test_numbers_of_a_move_are_in_a_sentence(language: str) -> None:
    """Where a move asks for several numbers, the number alone does not say which is which."""
    bare = []
    with speaking(language):
        for name in ("spider", "freecell", "canfield", "klondike", "spite-and-malice", "liars-cards"):
            words = Words(load(name))
            for move in words.rules.ir.moves:
                numbers = [choice for choice in move.choices if choice.type.name == "number" and not choice.type.enum]
                if len(numbers) > 1 and not words.pattern(move.name):
                    bare.append((name, move.name))
        game = Game(load("spider"), 5)
        game.play(0, next(move for move in game.legal_moves(0) if str(move).startswith("move_cards")))
        last = [line.text for line in lines(game.log(0), 0, Words(game.rules))][-1]
    assert bare == []
    assert ("to column" if language == "en" else "à la colonne") in last


@pytest.mark.costly
def test_no_game_says_a_value_twice_in_a_line() -> None:
    for name in ("texas-holdem", "canasta", "cribbage"):
        assert name in catalogue.games()
        game = Game(load(name), 5)
        for number in range(40):
            if not game.to_act:
                break
            moves = game.legal_moves(game.to_act[0])
            game.play(game.to_act[0], moves[5 * number % len(moves)])
        for line in lines(game.log(0), 0, Words(game.rules)):
            _, _, values = line.text.partition(": ")
            owners = [value.split()[0] for value in values.split(", ") if value.startswith(("P1 ", "P2 "))]
            assert line.kind != "part" or len(owners) == len({*owners}), (name, line.text)
