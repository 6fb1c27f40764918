"""Whole games in a real terminal: in two languages, with two people, resumed after a kill, nothing shown by undo."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.record import read

from .terminal import Terminal

GAME = next(n for n in catalogue.names() if any(move.name == "go_out" for move in catalogue.find(n).moves))
"""A bundled game that can be made short."""


def to_the_end(screen: Terminal, over: str) -> str:
    """Answer with the first move until the game is over."""
    seen = ""
    for _ in range(400):
        seen += screen.see("P1> ", over)
        if seen.endswith(over):
            return seen
        screen.type("1")
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    ("language", "over", "wild"), [("en", "The game is over", "left over"), ("fr", "La partie est finie", "il reste")]
)
def test_a_whole_game(language: str, over: str, wild: str) -> None:
    """A game to its end, in English and in French, in colour and within 80 columns."""
    with Terminal(
        "play", GAME, "--seed", 4, "--option", "rounds=1", "--option", "turn_limit=4", "--lang", language
    ) as screen:
        seen = to_the_end(screen, over)
        assert wild in seen
        assert screen.process.wait(10) == 0


def test_colour() -> None:
    """Red suits where colours are wanted; with NO_COLOR there are none."""
    with Terminal("play", GAME, "--seed", 4, TERM="xterm") as screen:
        screen.see("P1>")
        assert "\x1b[31m" in screen.raw
    with Terminal("play", GAME, "--seed", 4, TERM="xterm", NO_COLOR="1") as screen:
        screen.see("P1>")
        assert "\x1b[31m" not in screen.raw


def test_an_illegal_move_is_explained() -> None:
    """The condition that fails, its facts and the clauses, in the language chosen."""
    with Terminal("play", GAME, "--seed", 3, "--lang", "fr") as screen:
        screen.see("P1> ")
        screen.type("1")
        screen.see("P1> ")
        screen.type("go_out AD")
        seen = screen.see("P1> ")
        assert "cartes restantes" in seen


def test_two_people_and_a_bot() -> None:
    """The screen is empty between two people, and waits for the next."""
    seats = ["--players", 3, "--seat", "1=you", "--seat", "2=you", "--option", "rounds=1"]
    with Terminal("play", GAME, "--seed", 4, *seats) as screen:
        for _ in range(2):
            who = screen.see("P1, it is your turn", "P2, it is your turn")[-19:][:2]
            assert "\r\n" * 40 in screen.raw
            screen.type("")
            for _ in range(2):
                screen.see(f"{who}> ")
                screen.type("1")


def test_resumed_after_a_kill(tmp_path: Path) -> None:
    """Nothing that was acknowledged is lost by SIGKILL, three times over."""
    path = tmp_path / "game.rec"
    words: list[object] = ["play", GAME, "--seed", 5, "--save", path]
    made = 0
    for _ in range(3):
        with Terminal(*words) as screen:
            for _ in range(2):
                screen.see("P1> ")
                screen.type("1")
            screen.see("P1> ")
            screen.kill()
        now = len(read(path).moves)
        assert now >= made + 2
        made = now
        words = ["play", "--resume", path]


def piped(*words: object, typed: str) -> str:
    command = [sys.executable, "-m", "croupier", "play", *map(str, words)]
    return subprocess.run(command, input=typed, capture_output=True, encoding="utf-8", check=True, timeout=60).stdout


def test_undo_shows_nothing_new() -> None:
    """A card from the stock cannot be put back; one that lay open can."""
    assert "the move stands" in piped(GAME, "--seed", 3, typed="draw_stock\nundo\nq\n")
    taken = piped(GAME, "--seed", 3, typed="draw_discard\nundo\nq\n")
    assert "Taken back." in taken
    assert "There is nothing to take back." in piped(GAME, "--seed", 3, typed="undo\nq\n")
