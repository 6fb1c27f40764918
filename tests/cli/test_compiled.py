"""`croupier compile --python` and `--c`, and `simulate --engine`."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from croupier.table.catalogue import find, locate

from .conftest import Run

NAMES = re.compile(r"[A-Za-z_]+")


@pytest.mark.parametrize("flag", ["--python", "--c"])
def test_code_names_lines_and_nothing_else_of_the_rules(run: Run, flag: str) -> None:
    """Comments say which line comes next, below a list of the files; no word of the ruleset stands in it."""
    path = locate("trio")
    result = run("compile", "trio", flag, "--players", 4)
    assert result.exit_code == 0
    first, _, program = result.stdout.partition("\n")
    assert first in ("# 1: trio.yaml", "// 1: trio.yaml")
    marked = {int(line) for line in re.findall(r"(?:# |/\* )1:([0-9]+)", program)}
    lines = path.read_text(encoding="utf-8").splitlines()
    assert any("move " in lines[line - 1] for line in marked)
    rules = find("trio")
    parts = (*rules.zones, *rules.variables, *rules.moves, *rules.options, *rules.definitions, *rules.combos)
    names = {part.name for part in parts} | {rules.name, *(value for enum in rules.enums for value in enum.values)}
    assert names & set(NAMES.findall(program)) <= {"round", "hand"}  # names that kernel modules have of their own
    if flag == "--python":
        ast.parse(result.stdout)


@pytest.mark.costly
def test_options_make_another_program(run: Run) -> None:
    """So does the number of players."""
    plain = run("compile", "drei", "--python", "--players", 4).stdout
    assert run("compile", "drei", "--python", "--players", 4, "--option", "joker_groups=no").stdout != plain
    assert run("compile", "drei", "--python", "--players", 3).stdout != plain
    assert run("compile", "drei", "--python", "--players", 4).stdout == plain


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--json", "--c"], "--json cannot be combined with --python or --c"),
        (["--players", 3], "only affect --python and --c"),
    ],
)
def test_what_does_not_go_together(run: Run, words: list[object], message: str) -> None:
    """Misuse, in a line."""
    result = run("compile", "trio", *words)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.costly
def test_every_engine_gives_the_same_report(run: Run, tiny: Path) -> None:
    """But for the seconds."""
    told = []
    for engine in ("reference", "python", "c", "best"):
        result = run("simulate", tiny, "--games", 12, "--seed", 3, "--engine", engine, "--json")
        assert result.exit_code == 0
        told.append({**json.loads(result.stdout), "seconds": 0})
    assert told == [told[0]] * 4


def test_an_engine_that_is_not_there_is_told(run: Run, tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On stderr, and the games are played."""
    monkeypatch.setenv("CC", "nobody-has-this")
    result = run("simulate", tiny, "--games", 3, "--engine", "c")
    assert result.exit_code == 0
    assert result.stderr == "CC names nobody-has-this, which is not installed; using Python instead\n"
    assert run("simulate", tiny, "--games", 3).stderr == ""
