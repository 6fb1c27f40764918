"""A mistake in a file beside a ruleset keeps nobody from playing: the file is left out, and that is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier import load
from croupier.cli import main
from croupier.table import catalogue
from croupier_dsl import CompileError

TINY = """\
croupier: 1
game: tiny
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
play: {begin: move deck to stock, steps: {turn: {by: players, moves: [draw]}}}
moves: {draw: {do: move top of stock to hand}}
result: {score: count of hand, best: highest}
because: {moves.draw: r1}
"""
GOOD = {
    "clauses": "books: {main: Rules}\nclauses: {r1: {en: One.}}\n",
    "scenarios": "scenarios: {one: {seats: Ann Bob, then: [{Ann: draw}]}}\n",
    "fr": "title: Petit\n",
}


def tiny(folder: Path, **wrong: str) -> Path:
    """The ruleset with the files beside it, some of them with mistakes."""
    (folder / "tiny.yaml").write_text(TINY, "utf-8")
    for word, text in (GOOD | wrong).items():
        (folder / f"tiny.{word}.yaml").write_text(text, "utf-8")
    return folder / "tiny.yaml"


MISTAKES = [
    ("scenarios", "scenarios: {one: {seats: Ann Bob, then: [{Ann: drow}]}}\n"),
    ("scenarios", "scenarios: {one: {seats: Ann, then: [{Ann: draw}]}}\n"),
    ("scenarios", "scenarios: {one: {seats: Ann Bob, given: {a, b}, then: [Ann]}}\n"),
    ("scenarios", "scenarios: {one: {\n"),
    ("scenarios", "seldom: {moves.drow: {scenario: one, reason: none}}\n"),
    ("clauses", "clauses: {r1: {en: One., kind: odd}}\n"),
    ("clauses", "clauses: [r1]\n"),
    ("fr", "text: {moves.drow: Piocher}\n"),
    ("fr", "titre: Petit\n"),
]


@pytest.mark.parametrize(("word", "text"), MISTAKES)
def test_it_is_played_without_the_file(tmp_path: Path, word: str, text: str) -> None:
    """`simulate` and `play` start and say what they leave out; `check` and `test` still fail over it."""
    path = tiny(tmp_path, **{word: text})
    rules = load(path)
    assert [file.name for file in rules.left_out] == [f"tiny.{word}.yaml"]
    ran = CliRunner().invoke(main, ["simulate", str(path), "--games", "2"])
    assert ran.exit_code == 0, ran.output
    assert f"tiny.{word}.yaml has errors and is ignored: see croupier check" in ran.stderr
    assert "2 finished" in ran.stdout
    varied = CliRunner().invoke(main, ["simulate", str(path), "--games", "2", "--vary", "policy=random,greedy"])
    assert varied.exit_code == 0, varied.output
    assert varied.stderr.count(f"tiny.{word}.yaml has errors and is ignored") == 1
    played = CliRunner().invoke(main, ["play", str(path), "--seed", "1"], input="1\n" * 9)
    assert played.exit_code == 0, played.output
    assert "is ignored" in played.stderr
    for command in ("check", "test"):
        assert CliRunner().invoke(main, [command, str(path)]).exit_code == 1


def test_it_is_listed_without_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`list` lists what can be played, and says what it leaves out; what cannot be played is invalid."""
    path = tiny(tmp_path, scenarios="scenarios: {one: {\n")
    monkeypatch.setattr(catalogue, "directory", lambda: tmp_path)
    listed = CliRunner().invoke(main, ["list"])
    assert listed.stdout.split() == ["tiny", "2", "Petit"]
    assert "tiny.scenarios.yaml has errors and is ignored: see croupier check tiny" in listed.stderr
    told = json.loads(CliRunner().invoke(main, ["list", "--json"]).stdout)
    assert [Path(file).name for file in told[0]["left_out"]] == ["tiny.scenarios.yaml"]
    path.write_text(TINY.replace("moves: [draw]", "moves: [drow]"), "utf-8")
    listed = CliRunner().invoke(main, ["list"])
    assert listed.stdout.split()[:2] == ["tiny", "invalid:"]
    assert "left out" not in listed.stderr


def test_several_files_are_left_out(tmp_path: Path) -> None:
    """Mistakes that show one after the other: all the files that have any."""
    path = tiny(tmp_path, scenarios="scenarios: {one: {\n", fr="text: {moves.drow: Piocher}\n")
    assert [file.name for file in load(path).left_out] == ["tiny.fr.yaml", "tiny.scenarios.yaml"]


def test_what_is_mended_is_read_again(tmp_path: Path) -> None:
    """The file counts from the moment it is right; a mistake in the rules themselves is an error as ever."""
    path = tiny(tmp_path, scenarios="scenarios: {one: {\n")
    assert load(path).left_out
    tiny(tmp_path)
    assert not load(path).left_out
    assert len(catalogue.find(path).scenarios) == 1
    path.write_text(TINY.replace("moves: [draw]", "moves: [drow]"), "utf-8")
    tmp_path.joinpath("tiny.scenarios.yaml").write_text("scenarios: {one: {\n", "utf-8")
    with pytest.raises(CompileError):
        load(path)
