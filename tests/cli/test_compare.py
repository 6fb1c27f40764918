"""`croupier compare`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier.cli import main
from tests.lab.games import edge


def run(*words: object) -> tuple[int, str]:
    result = CliRunner(env={"LC_ALL": "en_US.UTF-8"}).invoke(main, [*map(str, words)], prog_name="croupier")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def test_a_table_and_a_verdict(tmp_path: Path) -> None:
    """Eighty columns, which way it goes, and by how much."""
    code, said = run("compare", edge(tmp_path), "--option-b", "edge=70", "--games", 300)
    assert code == 0
    assert max(map(len, said.splitlines())) <= max(80, len(str(tmp_path)) + 30)
    assert "wins of the 1st" in said
    assert "With B the first player wins " in said
    assert "are simultaneous at 95 %" in said


def test_json_has_the_effects(tmp_path: Path) -> None:
    """With bounds that are not known as null."""
    a, b = edge(tmp_path), edge(tmp_path, "other")
    code, said = run("compare", a, b, "--option", "turns=2", "--games", 1, "--json", "--about", "length")
    found = json.loads(said)
    assert (code, found["games"], found["ended"]) == (0, 1, "games")
    assert found["b"] == f"{b} (turns=2)"
    [effect] = found["effects"]
    assert (effect["what"], effect["a"], effect["verdict"]) == ("length", 4, "open")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "A and B are the same; name a B, or set a difference"),
        (["--option-b", "edge"], "expected NAME=VALUE, found edge"),
        (["--option-b", "edge=1", "--option-b", "edge=2"], "--option-b edge is given twice"),
        (["--option-b", "edge=101"], "edge"),
        (["--option-b", "edge=1", "--seed", "3:4"], "a comparison starts at game 0: write --seed 3"),
        (["--option-b", "edge=1", "--margin", "0"], "--margin"),
        (["no-such-game"], "ruleset no-such-game not found"),
        (["--with-b", "no-such-rule"], "ruleset no-such-rule not found"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, words: list[str], told: str) -> None:
    code, said = run("compare", edge(tmp_path), *words)
    assert code == 2
    assert told in " ".join(said.split())
