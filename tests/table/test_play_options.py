"""What `play` can be told besides a seed.

To ask first, to start where a scenario does; what a row shows of what was seen.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from croupier import Game, load
from croupier.table import catalogue
from croupier.table.record import read
from croupier_dsl import compile_file

ROWS = "trio"


def played(*words: str, answers: str) -> str:
    """What `croupier play` prints, its input piped."""
    ran = subprocess.run(
        [sys.executable, "-m", "croupier", "play", *words],
        input=answers, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert ran.stderr == ""
    assert ran.returncode == 0
    return ran.stdout


@pytest.mark.costly
def test_options_can_be_asked_for() -> None:
    """`--ask` asks for players and options, one by one; a value that cannot be is asked for again."""
    shown = played(ROWS, "--ask", "--seed", "2", answers="9\n4\nspicy\n0\npairs\nyes\nq\n")
    assert "players (3-6)" in shown
    assert shown.count("players (3-6)") == 2
    assert "T1" in shown  # teams of two are at the table


@pytest.mark.costly
def test_a_game_can_start_at_a_scenario() -> None:
    """`--at` puts the cards where the scenario has them, under the names it uses."""
    path = catalogue.directory() / f"{ROWS}.yaml"
    scenario = next(s for s in compile_file(path).scenarios if any(f.thing == "centre" for f in s.given))
    shown = played(ROWS, "--at", scenario.name, "--seat", "1=you", answers="q\n")
    assert scenario.seats[0] in shown
    wrong = subprocess.run(
        [sys.executable, "-m", "croupier", "play", ROWS, "--at", "no_such_scenario"],
        capture_output=True, text=True, timeout=60, check=False, input="",
    )  # fmt: skip
    assert wrong.returncode == 2
    assert "no_such_scenario" in wrong.stderr


def test_a_row_shows_what_was_seen_where_it_lies() -> None:
    """A card that was turned up and down again is remembered with its place, in the view and on the table."""
    game = Game(load(ROWS, 3), 5)
    seat = game.to_act[0]
    first, second = [str(move) for move in game.legal_moves(seat) if move.name == "flip"][:2]
    game.play(seat, first)
    if game.to_act == (seat,):
        game.play(seat, second)
    centre = game.view(seat).zones["centre"]
    assert len(centre.remembered) == len(centre.places) > 0
    assert set(centre.places) <= {1, 2}
    reveals = [event.data for event in game.log(seat) if event.kind == "reveal"]
    assert [(event["card"], event["place"]) for event in reveals][: len(centre.places)] == list(
        zip(centre.remembered, centre.places, strict=True)
    )


@pytest.mark.costly
def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """A game that cannot be kept where it was to be is refused before it starts, in words."""
    ran = subprocess.run(
        [sys.executable, "-m", "croupier", "play", ROWS, "--save", str(tmp_path / "no" / "such" / "folder.jsonl")],
        capture_output=True, text=True, timeout=60, check=False, input="q\n",
    )  # fmt: skip
    assert ran.returncode == 2
    assert "Traceback" not in ran.stderr
    assert "folder.jsonl" in ran.stderr


@pytest.mark.costly
def test_a_full_disk_loses_nothing_acknowledged(tmp_path: Path) -> None:
    """When the disk refuses a move the person is told and plays on; what was written before stands in the file."""
    resource = pytest.importorskip("resource", reason="limits on files are those of POSIX")
    whole = tmp_path / "whole.jsonl"
    played(ROWS, "--seed", "5", "--save", str(whole), answers="q\n")
    header = len(whole.read_bytes().split(b"\n", 1)[0]) + 1
    kept = tmp_path / "kept.jsonl"
    ran = subprocess.run(
        [sys.executable, "-m", "croupier", "play", ROWS, "--seed", "5", "--save", str(kept)],
        capture_output=True, text=True, timeout=60, check=False, input="1\n2\n1\n2\nq\n",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (header + 90, header + 90)),
    )  # fmt: skip
    assert "Traceback" not in ran.stderr
    assert str(kept) in ran.stdout + ran.stderr
    assert read(kept).moves
