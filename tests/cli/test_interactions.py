"""`croupier check --interactions`: what play finds is told with the setting that shows it, and a command to see it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from tests.interactions import faulty
from tests.printed import GAMES

from .conftest import DATA, Run, Shell

pytestmark = pytest.mark.in_turn(14)


@pytest.fixture
def ruleset(tmp_path: Path) -> Path:
    """Where a ruleset may be written."""
    return tmp_path / "a game.yaml"


def test_a_sound_ruleset(run: Run, ruleset: Path) -> None:
    """Nothing to report: status 0, and how much was played."""
    ruleset.write_text(faulty.SOUND, "utf-8")
    result = run("check", ruleset, "--interactions", "--jobs", 1)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0].endswith("13 settings, 26 games (13 by random players and 13 by greedy players)")
    assert lines[2] == "pairs of values played: 44 of 44"
    assert lines[-1] == f"{ruleset}: nothing to report"


def test_an_error_is_shown_by_its_command(run: Run, ruleset: Path) -> None:
    """A dead end: status 1, the options that it takes, and a command that shows the seat being stuck."""
    ruleset.write_text(faulty.DEAD_END, "utf-8")
    result = run("check", ruleset, "--interactions", "--jobs", 1)
    assert result.exit_code == 1
    assert f"error: dead end: play.turn ({ruleset.name}:" in result.output
    assert "smallest setting: 2 players, calm=yes, tone=shrill" in result.output
    (command,) = (line.strip() for line in result.output.splitlines() if line.startswith("  croupier simulate"))
    shown = run(*shlex.split(command)[1:])
    assert "stuck:" in shown.output
    assert result.output.rstrip().endswith("1 error")


def test_notes_do_not_fail(run: Run, ruleset: Path) -> None:
    """What may be meant so is told, and the status is 0; as JSON too, where every finding has its command."""
    ruleset.write_text(faulty.ENDLESS, "utf-8")
    words = ["check", ruleset, "--interactions", "--jobs", 1, "--games", 1]
    assert "note: unfinished" in run(*words).output
    result = run(*words, "--json")
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert (told["complete"], told["errors"], told["notes"]) == (True, 0, 1)
    (finding,) = told["findings"]
    assert finding["options"] == {"tone": "loud"}
    assert finding["command"].startswith(f"croupier simulate {shlex.quote(str(ruleset))} --players 2")
    assert "1 unfinished" in run(*shlex.split(finding["command"])[1:]).output


def test_an_invalid_ruleset_is_not_played(run: Run) -> None:
    """Its diagnostics are all there is to say."""
    result = run("check", DATA / "five-mistakes.yaml", "--interactions")
    assert result.exit_code == 1
    assert "5 errors" in result.output
    assert "settings" not in result.output


def test_flags_of_play_go_with_play(run: Run, tiny: Path) -> None:
    """`--seconds` alone would do nothing, and is refused."""
    result = run("check", tiny, "--seconds", 5)
    assert result.exit_code == 2
    assert "--seconds needs --interactions" in result.output


def test_time_that_is_up(run: Run, ruleset: Path) -> None:
    """Stopped by the clock, it names pairs it did not come to, and says so."""
    ruleset.write_text(faulty.ENDLESS, "utf-8")
    result = run("check", ruleset, "--interactions", "--jobs", 1, "--seconds", 0.1)
    assert "not tried for lack of time: players=" in result.output
    assert "time was up before everything was tried" in result.output


def test_processes_of_their_own(shell: Shell, ruleset: Path) -> None:
    """In two processes, in a pipe: no bar, no warning, the same findings as in one."""
    ruleset.write_text(faulty.DEAD_END, "utf-8")
    one, two = (shell("check", ruleset, "--interactions", "--jobs", n) for n in (1, 2))
    assert (one.returncode, one.stderr) == (two.returncode, two.stderr) == (1, "")
    assert one.stdout.splitlines()[2:] == two.stdout.splitlines()[2:]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_bundled_games_have_no_errors(run: Run, name: str) -> None:
    """Play of the bundled games, as far as twenty seconds go, meets no dead end, fault or contradiction."""
    result = run("check", name, "--interactions", "--seconds", 20, "--json")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert told["errors"] == 0
    assert told["settings"]["played"] > 0
