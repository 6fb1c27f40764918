"""`croupier check`: all mistakes at once, each with its place and the fix."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from croupier.table import catalogue
from tests.printed import GAMES

from .conftest import DATA, Run, Shell

FIVE = DATA / "five-mistakes.yaml"
MISTAKES = [("E504", 8, 3), ("E301", 21, 20), ("E314", 28, 15), ("E413", 33, 17), ("E404", 38, 18)]


@pytest.mark.in_turn(len(GAMES))
@pytest.mark.parametrize("name", GAMES)
def test_bundled_games_are_valid(run: Run, name: str) -> None:
    """A valid ruleset is worth one line."""
    result = run("check", name)
    assert result.exit_code == 0
    assert len(result.output.splitlines()) == 1 or "warning[" in result.output


def test_five_mistakes(run: Run) -> None:
    """Five different mistakes are named in one go, each with line, column and what would mend it."""
    result = run("check", FIVE)
    assert result.exit_code == 1
    for code, line, column in MISTAKES:
        told = result.output.split(f"error[{code}]")[1].split("error[")[0]
        assert f"five-mistakes.yaml:{line}:{column}" in told
        assert "help:" in told
    assert "5 errors" in result.output


def test_five_mistakes_as_json(run: Run) -> None:
    """For programs the same is one JSON object."""
    result = run("check", FIVE, "--json")
    assert result.exit_code == 1
    told = json.loads(result.output)
    assert (told["valid"], told["errors"], told["warnings"]) == (False, 5, 0)
    places = [(d["code"], d["labels"][0]["line"], d["labels"][0]["column"]) for d in told["diagnostics"]]
    assert places == MISTAKES
    assert all(d["help"] for d in told["diagnostics"])


def test_annotations_for_github(run: Run) -> None:
    """Each error once more, as a command at its place; the text and the exit status stay."""
    plain, result = run("check", FIVE), run("check", FIVE, "--format", "github")
    assert (result.exit_code, result.output.startswith(plain.output)) == (1, True)
    lines = result.output[len(plain.output) :].splitlines()
    places = [
        re.match(r"::error title=(E\d+),file=[^,]*five[^,]*,line=(\d+),endLine=\d+,col=(\d+)", each) for each in lines
    ]
    assert [(found[1], int(found[2]), int(found[3])) for found in places if found] == MISTAKES
    assert run("check", FIVE, "--format", "github", "--json").exit_code == 2


def test_warnings_do_not_fail(run: Run, tmp_path: Path, tiny: Path) -> None:
    """A warning is shown, and the ruleset is valid nonetheless."""
    warned = tmp_path / "warned.yaml"
    warned.write_text(tiny.read_text("utf-8").replace("[put_down, pass_turn]", "[put_down]"), "utf-8")
    result = run("check", warned)
    assert result.exit_code == 0
    assert "warning[W602]" in result.output
    assert "valid, " in result.output


def test_unreadable_files(run: Run, tmp_path: Path) -> None:
    """A folder, an empty file and bytes that are no text are told apart, in a line or two each."""
    empty, noise = tmp_path / "empty.yaml", tmp_path / "noise.yaml"
    empty.write_bytes(b"")
    noise.write_bytes(bytes(range(256)))
    assert run("check", tmp_path).exit_code == 2
    assert "E103" in run("check", empty).output
    assert run("check", noise).exit_code == 1


@pytest.mark.costly
def test_no_colour_in_a_pipe(shell: Shell) -> None:
    """What goes into a pipe has no escape sequences, and goes to stdout."""
    ran = shell("check", FIVE)
    assert ran.returncode == 1
    assert "\x1b" not in ran.stdout
    assert ran.stderr == ""


@pytest.mark.costly
def test_a_library_need_not_be_a_game(run: Run, tmp_path: Path) -> None:
    """A library is valid if it can be read; what cannot be is told."""
    for name, path in catalogue.libraries().items():
        result = run("check", name)
        assert (result.exit_code, result.output.splitlines()[0]) == (0, f"{name}: valid")
        broken = tmp_path / path.name
        broken.write_text(path.read_text("utf-8") + "define: {odd: of of}\n", encoding="utf-8")
        assert run("check", broken).exit_code == 1
