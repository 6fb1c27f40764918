"""`croupier play`: a person at a terminal, or a pipe, against bots."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier import Game, load
from croupier.scene import Cards

from .conftest import Run, Shell


@pytest.mark.costly
def test_a_game_to_its_end(shell: Shell, tiny: Path) -> None:
    """Numbers from a pipe play a game to its end: moves are listed, others are told of, the scores stand at the end."""
    ran = shell("play", tiny, "--seed", 1, input="1\n1\n1\n")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert len(re.findall(r"put down +1 \S+", ran.stdout)) >= 2
    assert ran.stdout.count("P2: put down") == 3
    assert "The game is over after 6 decisions." in ran.stdout
    assert re.search(r"1\. P\d  \d+", ran.stdout)
    assert "\x1b" not in ran.stdout
    assert max(map(len, ran.stdout.splitlines())) <= 80


def test_only_the_seat_s_own_cards_are_shown(run: Run, tiny: Path) -> None:
    """The hands of others are counted; their cards are not shown before they lie open."""
    game = Game(load(tiny), 1)
    hidden = Game(load(tiny), 1).position()["zones"]["hand of P2"]
    output = run("play", tiny, "--seed", 1, input="").output
    assert "P2: hand 3 cards" in output
    shown = Cards(game.rules.program, signs=True).shown
    assert not [card for card in hidden if re.search(rf"\b{card}\b|{shown(card)}", output)]
    assert shown(game.view(0).cards("hand of P1")[0]) in output


def test_ways_to_name_a_move(run: Run, tiny: Path) -> None:
    """A move is a number, its text, a beginning of it, or the cards alone, in any case."""
    cards = Game(load(tiny), 1).view(0).cards("hand of P1")
    ways = [[f"put_down card={card}", f"put_down {card}", f"put {card.lower()}", card, card.lower()] for card in cards]
    for way in range(5):
        answers = "\n".join(ways[turn][way] for turn in range(3))
        output = run("play", tiny, "--seed", 1, input=f"{answers}\n").output
        assert "The game is over" in output, answers
    assert "is over" in run("play", tiny, "--seed", 1, input="1\n1\nput\n").output


def test_why_not(run: Run, tiny: Path) -> None:
    """`why` says in the ruleset's words why a move is not possible, or that it is."""
    output = run("play", tiny, "--seed", 1, input="why pass_turn\nwhy 1\nwhy\nwhy nonsense\nq\n").output
    assert "Every card has to be put down" in output
    assert "is possible" in output
    assert "unknown move nonsense" in output


@pytest.mark.parametrize(
    "answer", ["99", "AS KS QS", "nonsense", "pass", "put_down card=", "card", "\x00", "=", "why =", "+"]
)
def test_nonsense_is_told_and_asked_again(run: Run, tiny: Path, answer: str) -> None:
    """Whatever is typed that is no legal move, the person is told and asked again."""
    result = run("play", tiny, "--seed", 1, input=f"{answer}\n1\n1\n1\n")
    assert result.exit_code == 0
    assert "The game is over" in result.output


def test_several_moves_may_be_meant(run: Run, tiny: Path) -> None:
    """What fits several moves is answered with those moves."""
    output = run("play", tiny, "--seed", 1, "--option", "keep=yes", input="p\n2\nq\n").output
    assert "Several moves fit:\n\n  1  put down " in output
    assert "4  pass turn\n" in output
    assert output.count("You: put down") == 1


@pytest.mark.parametrize("answer", ["q\n", "", "\n\n"])
def test_leaving(run: Run, tiny: Path, answer: str) -> None:
    """`q`, or the end of the input, leaves the game unfinished; that is no error."""
    result = run("play", tiny, "--seed", 5, input=answer)
    assert result.exit_code == 0
    assert "unfinished" in result.output
    assert "seed is 5" in result.output


@pytest.mark.costly
def test_bytes_that_are_no_text(shell: Shell, tiny: Path) -> None:
    """Bytes that are no text are no move, and do no harm."""
    ran = shell("play", tiny, "--seed", 1, input="\udcff\udcfe\n1\n1\n1\n", errors="surrogateescape")
    assert ran.returncode == 0
    assert "The game is over" in ran.stdout


def test_another_seat(run: Run, tiny: Path) -> None:
    """`--seat 2=you` gives the person that seat; the first is then a bot's."""
    output = run("play", tiny, "--seat", "2=you", "--players", 3, "--seed", 1, input="q\n").output
    assert "P1 greedy, P2 you, P3 greedy" in output
    assert "P2> " in output


def test_two_people(run: Run, tiny: Path) -> None:
    """Two people share the terminal: each is asked for, and shown, their own seat."""
    output = run("play", tiny, "--seat", "1=you", "--seat", "2=you", "--seed", 1, input="1\n" * 6).output
    assert "P1> 1" in output
    assert "P2> 1" in output
    assert "The game is over" in output


def test_limit(run: Run, tiny: Path) -> None:
    """A game that reaches its limit is unfinished, and says so."""
    output = run("play", tiny, "--seed", 1, "--limit", 2, input="1\n1\n").output
    assert "unfinished" in output
    assert "has no winner" in output


@pytest.mark.parametrize("words", [["--watch"], ["--ask"], ["--players", 2], ["--option", "a=b"]])
def test_a_record_says_what_is_played(run: Run, tmp_path: Path, words: list[object]) -> None:
    result = run("play", "--resume", tmp_path / "evening.rec", *words)
    assert (result.exit_code, "with --resume, only --seat" in " ".join(result.stderr.split())) == (2, True)


def test_no_seat_left_for_you(run: Run, tiny: Path) -> None:
    """If all seats are given to bots, nobody is left to play: misuse."""
    result = run("play", tiny, "--seat", "1=greedy")
    assert result.exit_code == 2
    assert "no seat is yours" in result.stderr


WRECKED = """\
croupier: 1
game: wrecked
players: 2
options: {early: no/yes}
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
state: {whose: player or none}
play:
  begin: [move deck to stock, {if early: move top of stock to hand of whose}]
  steps: {turn: {by: players, times: 4, moves: [pass, wreck]}}
moves: {pass: {}, wreck: {do: move top of stock to hand of whose}}
result: {score: count of hand}
"""


def test_a_fault_says_how_to_go_on(run: Run, tmp_path: Path) -> None:
    """Where the rules go wrong the sentence is told, and where the game can be seen again: its record, or its seed. A
    record goes on where somebody decided last."""
    path, record = tmp_path / "wrecked.yaml", tmp_path / "evening.rec"
    path.write_text(WRECKED, "utf-8")
    words = ["play", path, "--seat", "1=you", "--seat", "2=you", "--seed", "5"]
    result = run(*words, input="pass\n\nwreck\n")
    assert result.exit_code == 1
    assert "the game cannot continue" in result.stdout
    assert "Its seed is 5." in result.stdout
    assert "in moves.wreck.do" in result.stderr
    assert "hand of P" not in result.stderr
    kept = run(*words, "--save", record, input="pass\n\nwreck\n")
    assert f"Saved. To continue: croupier play --resume {record}" in kept.stdout.replace("\n    ", " ")
    assert "Its seed" not in kept.stdout
    again = run("play", "--resume", record, input="pass\nquit\n")
    assert again.exit_code == 0
    early = run(*words, "--option", "early=yes")
    assert (early.exit_code, "in game 5; to replay it: --seed 5" in early.stderr) == (1, True)
