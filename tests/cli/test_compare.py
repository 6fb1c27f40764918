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


@pytest.mark.costly
def test_a_table_and_a_verdict(tmp_path: Path) -> None:
    """Eighty columns, which way it goes, and by how much."""
    code, said = run("compare", edge(tmp_path), "--option-b", "edge=70", "--games", 300)
    assert code == 0
    assert max(map(len, said.splitlines())) <= max(80, len(str(tmp_path)) + 30)
    assert "wins of the 1st" in said
    assert "With B the first player wins " in said
    assert "are simultaneous at 95 %" in said


@pytest.mark.costly
def test_the_options_of_one_ruleset_are_changed_in_turn(tmp_path: Path) -> None:
    """What matters comes first, with its interval; what does not is named as well."""
    code, said = run("compare", edge(tmp_path), "--games", 150)
    assert code == 0
    lines = said.splitlines()
    assert max(map(len, lines[1:])) <= 80
    assert "2 players (greedy), seed 0" in lines[1]
    rows = [line for line in lines if " → " in line]
    assert rows[0].split() == ["turns:", "1", "→", "2", "100", "4.0", "+100", "%", "+100", "…", "+100", "differs"]
    assert rows[-1].endswith("same")
    told = " ".join(said.split())
    assert "length in decisions, up: turns=2 +100 % (+100 to +100)." in told
    assert "Changes length in decisions by less than the margin: edge=" in told
    code, said = run("compare", edge(tmp_path), "--games", 30, "--vary", "turns=1,2", "--json")
    [row] = json.loads(said)["changes"]
    assert (row["option"], row["value"], row["usual"], row["games"], row["change"]) == ("turns", "2", "1", 30, 100)


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
        (["edge.yaml"], "A and B are the same; name a B, or set a difference"),
        (["--option-b", "edge=1", "--vary", "turns"], "--vary changes the options of one ruleset"),
        (["--vary", "turn"], "has no option turn; did you mean turns?"),
        (["--vary", "turns=1,,2"], "expected NAME=A,B,…, found turns=1,,2"),
        (["--vary", "turns", "--option", "turns=2"], "turns is both set and varied"),
        (["--vary", "turns=12"], "option turns cannot be 12"),
        (["--watch", "--seconds", "3"], "leave out --seconds"),
        (["--option-b", "edge"], "expected NAME=VALUE, found edge"),
        (["--option-b", "edge=1", "--option-b", "edge=2"], "--option-b edge is given twice"),
        (["--option-b", "edge=101"], "edge"),
        (["--option-b", "edge=1", "--seed", "3:4"], "a comparison starts at game 0: write --seed 3"),
        (["--option-b", "edge=1", "--margin", "0"], "--margin"),
        (["no-such-game"], "ruleset no-such-game not found"),
        (["--with-b", "no-such-rule"], "ruleset no-such-rule not found"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], told: str) -> None:
    edge(tmp_path)
    monkeypatch.chdir(tmp_path)
    code, said = run("compare", "edge.yaml", *words)
    assert code == 2
    assert told in " ".join(said.split())
