"""Whole games in a real terminal: in two languages, with two people, resumed after a kill, nothing shown by undo."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from croupier import Game, load
from croupier.cli.screen import ERASE, Screen
from croupier.cli.sitting import Sitting
from croupier.table import catalogue
from croupier.table.record import read
from tests.printed import GAMES

from .terminal import Terminal

pytestmark = pytest.mark.costly

GAME = next(n for n in GAMES if any(move.name == "go_out" for move in catalogue.find(n).moves))
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
    ("language", "over", "wild"),
    [("en", "The game is over", "deadwood"), ("fr", "La partie est finie", "hors combinaisons")],
)
def test_a_whole_game(language: str, over: str, wild: str) -> None:
    """A game to its end, in English and in French, in colour and within 80 columns."""
    with Terminal(
        "play", GAME, "--seed", 4, "--option", "rounds=1", "--option", "turn_limit=4", "--lang", language
    ) as screen:
        seen = to_the_end(screen, over)
        assert wild in seen
        assert screen.process.wait(10) == 0


def test_a_new_game_is_told_in_short(tmp_path: Path) -> None:
    """Who has not played a game here is told what it is in short, once, and not at all with `--no-short`."""
    for name, words, told in [(GAMES[0], [], True), (GAMES[0], [], False), (GAMES[1], ["--no-short"], False)]:
        short = dict(dict(catalogue.find(name).texts)["game.short"])["en"].partition("{")[0]
        with Terminal("play", name, "--seed", 4, *words, CROUPIER_CACHE=str(tmp_path)) as screen:
            assert (short in " ".join(screen.see("P1> ").split())) == told


def test_colour() -> None:
    """Red suits in lines where colours are wanted; with NO_COLOR there are none."""
    with Terminal("play", GAME, "--lines", "--seed", 4, TERM="xterm") as screen:
        screen.see("P1>")
        assert "\x1b[31m" in screen.raw
    with Terminal("play", GAME, "--lines", "--seed", 4, TERM="xterm", NO_COLOR="1") as screen:
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
    assert "so the move cannot be undone" in piped(GAME, "--seed", 3, typed="draw_stock\nundo\nq\n")
    taken = piped(GAME, "--seed", 3, typed="draw_discard\nundo\nq\n")
    assert "Undone." in taken
    assert "There is nothing to undo." in piped(GAME, "--seed", 3, typed="undo\nq\n")


UP = "\x1b[A"


def test_the_arrow_brings_back_only_what_the_same_person_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Up shows what one has typed oneself, and nothing of whoever sat there before."""
    monkeypatch.setenv("TERM", "xterm")
    screen = Screen()
    screen.alive = True
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):

        def typed(who: str, text: str) -> str | None:
            keys.send_text(f"{text}\r")
            return screen.ask(f"{who}> ", who=who)

        assert typed("P1", "why KD") == "why KD"
        assert typed("P2", UP) == ""
        assert typed("P2", "2") == "2"
        assert typed("P1", UP) == "why KD"
        assert typed("P2", UP) == "2"


def test_who_is_asked_types_as_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each seat at the screen is asked under its own name."""
    asked: list[tuple[str, str]] = []

    def ask(self: Screen, prompt: str, complete: object = list, who: str = "") -> str | None:
        asked.append((prompt, who))
        return "1" if len(asked) < 6 else None

    monkeypatch.setattr(Screen, "ask", ask)
    game = Game(load(GAME, 2), 4)
    Sitting(game, None, {0: "you", 1: "you"}, Screen()).run()
    assert {prompt for prompt, _ in asked} == {"P1> ", "P2> "}
    assert all(prompt == f"{who}> " for prompt, who in asked)


def test_a_seed_tells_every_hand(tmp_path: Path) -> None:
    """It is greeted with only where one person has chosen it; else it comes with the end of the game."""
    short = ["--option", "rounds=1", "--option", "turn_limit=1", "--players", 2]
    chosen = piped(GAME, "--seed", 3, *short, typed="q\n")
    assert "Seed 3." in chosen
    drawn = piped(GAME, *short, typed="q\n")
    assert "Seed" not in drawn
    assert "Keep it secret: it gives away every hand." in drawn
    seats = ["--seat", "1=you", "--seat", "2=you"]
    assert "eed" not in piped(GAME, "--seed", 3, *short, *seats, typed="q\n").replace("need", "")
    record = tmp_path / "shared.rec"
    over = piped(GAME, "--seed", 3, *short, *seats, "--save", record, typed="1\n" * 40)
    assert "is over" in over
    assert over.count("seed is 3") == 1
    assert "Seed 3." not in over.partition("is over")[0]


def test_a_seed_is_replayed_where_all_is_shown(tmp_path: Path) -> None:
    """`replay` of a game that goes on tells the seed to who is shown every hand, and to nobody else."""
    path = tmp_path / "game.rec"
    piped(GAME, "--seed", 1234, "--save", path, typed="1\n1\nq\n")

    def again(*words: object) -> str:
        command = [sys.executable, "-m", "croupier", "replay", *map(str, [path, *words])]
        return subprocess.run(command, capture_output=True, encoding="utf-8", check=True, timeout=60).stdout

    assert "1234" not in again() + again("--seat", 1) + again("--seat", 2, "--json")
    assert "1234" in again("--seat", "all")
    assert '"seed": "1234"' in again("--seat", "all", "--json")


def test_it_is_said_that_somebody_thinks(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What takes a moment is said at a terminal, and gone when it is done; what does not is not, nor in a pipe."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("croupier.cli.screen.MOMENT", 0.05)
    screen = Screen()
    with screen.thinking("P2 thinks …"):
        time.sleep(0.3)
    assert capsys.readouterr().out == ""
    screen.alive = True
    with screen.thinking("P2 thinks …"):
        pass
    assert capsys.readouterr().out == ""
    with screen.thinking("P2 thinks …"):
        time.sleep(0.3)
    assert capsys.readouterr().out == f"P2 thinks …\r{ERASE}"
