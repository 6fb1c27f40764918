"""What holds for every command, and `list`, `test` and `compile`."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from croupier.cli import COMMANDS
from croupier.table import catalogue
from croupier_dsl import compile_file, from_json, ir, to_json
from tests.printed import NAMES

from .conftest import DATA, Run


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(run: Run, command: str) -> None:
    """`croupier COMMAND --help` says what the command does and shows how it is typed."""
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "Example" in result.output
    assert f"croupier {command}" in result.output.split("Example")[1]


def test_the_commands_are_listed(run: Run) -> None:
    """`croupier --help` has a line for every command, and says what the exit status means."""
    output = run("--help").output
    assert [line for name in COMMANDS for line in output.splitlines() if line.startswith(f"  {name} ")]
    assert "Exit status" in output


def test_misspelt_command(run: Run) -> None:
    """A command that does not exist is misuse; the nearest is suggested."""
    result = run("chek", "x")
    assert result.exit_code == 2
    assert "did you mean check?" in result.output


@pytest.mark.parametrize("command", ["check", "test", "simulate", "compile", "play"])
def test_unknown_ruleset(run: Run, command: str) -> None:
    """A misspelt ruleset is misuse, told in one line with the nearest name."""
    name = catalogue.names()[0]
    result = run(command, f"{name}x")
    assert result.exit_code == 2
    assert f"did you mean {name}?" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout == ""


@pytest.mark.parametrize("command", ["test", "simulate", "compile", "play"])
def test_invalid_ruleset(run: Run, command: str) -> None:
    """Whatever is to be done with an invalid ruleset, its diagnostics are shown and the status is 1."""
    result = run(command, DATA / "five-mistakes.yaml")
    assert result.exit_code == 1
    assert "E301" in result.output
    assert "five-mistakes.yaml:21:20" in result.output


def test_list(run: Run) -> None:
    """Every game has one line, with its numbers of players and of options; its variants stand below it by title."""
    lines = run("list").output.splitlines()
    assert [line.split()[0] for line in lines] == catalogue.names()
    variants = {variant.name: variant for variant in catalogue.variants()}
    above = ""
    for line in lines:
        name, _, told = line.strip().partition("  ")
        if name in variants:
            assert line.startswith("  ")
            assert variants[name].of == (above,)
            assert told.strip() == dict(catalogue.find(name).title)["en"]
        else:
            above = name
            assert f"players, {len(catalogue.find(name).options)} option" in told
    assert {name for name in catalogue.names() if catalogue.find(name).of} == {*variants}


def test_list_json(run: Run) -> None:
    """For programs the same is JSON: names, titles, players, options with default and possible values."""
    found = json.loads(run("list", "--json").output)
    assert [game["name"] for game in found] == catalogue.names()
    for game in found:
        assert {"title", "players", "options"} <= set(game)
        assert all({"name", "default", "values"} == set(option) for option in game["options"])


def test_scenarios_pass(run: Run, tiny: Path) -> None:
    """Scenarios that pass are counted, and the status is 0."""
    result = run("test", tiny)
    assert (result.exit_code, result.output) == (0, f"{tiny}: 1 of 1 scenarios passed\n")


def test_scenarios_fail(run: Run, tiny: Path) -> None:
    """A scenario that fails is told with file, line and reason; other rulesets are tested all the same."""
    failing = DATA / "failing.yaml"
    result = run("test", failing, tiny)
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        f"{failing}:41: keeps_it: hand of Ann is none, not 10S",
        f"{failing}: 1 of 2 scenarios passed",
        f"{tiny}: 1 of 1 scenarios passed",
    ]


def test_compile_json_is_the_rules(run: Run, tiny: Path) -> None:
    """What `compile --json` prints is the versioned form of exactly these rules."""
    output = run("compile", tiny, "--json").output
    assert json.loads(output)["version"] == ir.VERSION
    assert to_json(from_json(output)) == to_json(compile_file(tiny))


def test_compile_outline(run: Run, tiny: Path) -> None:
    """The outline names every zone, variable, table, move and stage, and resolves `hand` to whose it is."""
    output = run("compile", tiny).output
    for name in (
        "stock: pile",
        "hand of player: set, seen by owner",
        "total of player",
        "put_down",
        "may_keep",
        "turn",
    ):
        assert name in output
    assert "move card to won of me" in output


def test_outline_of_every_bundled_game(run: Run) -> None:
    """No rule of a bundled game is beyond the outline."""
    for name in NAMES:
        result = run("compile", name)
        assert result.exit_code == 0
        assert "object at 0x" not in result.output
        assert not re.search(r"[A-Z][a-z]+\(", result.output)


def test_broken_pipe_is_quiet(tiny: Path) -> None:
    """A reader that goes away early, as `head` does, leaves no message behind."""
    command = [sys.executable, "-m", "croupier", "compile", str(tiny), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.close()
        assert started.stderr.read() == b""
    assert started.returncode in (0, 141)


def _heed_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_is_quiet(tiny: Path) -> None:
    """Ctrl-C at the prompt ends with status 130 and no traceback."""
    command = [sys.executable, "-m", "croupier", "play", str(tiny)]
    pipe = subprocess.PIPE
    # a shell starts what runs in the background with Ctrl-C switched off, and that is handed on
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, preexec_fn=_heed_ctrl_c) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        while b"> " not in started.stdout.read1(4096):
            time.sleep(0.01)
        started.send_signal(signal.SIGINT)
        assert started.stderr.read() == b""
    assert started.returncode == 130


def test_engine_stays_out_of_check(tiny: Path) -> None:
    """Checking a ruleset imports neither the engine nor rich: that is what makes it quick."""
    code = (
        "import sys; from croupier.cli import main\n"
        f"main(['check', {str(tiny)!r}], standalone_mode=False)\n"
        "engine = {'croupier.table.game', 'croupier.seat.views', 'croupier.compile.evaluate'}\n"
        "print({'rich', *engine} & set(sys.modules) or 'none')"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "none"
