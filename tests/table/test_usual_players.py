"""The number of players by default."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from croupier import load
from croupier.cli import main
from croupier_dsl import compile_text, from_json, to_json

RULES = """\
croupier: 1
game: small
players: 2..5 starting 4
cards: {deck: french52}
zones: {stock: pile seen by nobody}
state: {total of player: number}
play:
  begin: move deck to stock
  steps: {turn: {by: players, moves: [pass]}}
moves: {pass: {}}
result: {score: total, best: highest}
"""


def test_the_default_plays_if_nothing_is_said(tmp_path: Path) -> None:
    """A number or names of seats still decide; without `starting` the fewest play."""
    path = tmp_path / "small.yaml"
    path.write_text(RULES, encoding="utf-8")
    assert load(path).seats == 4
    assert load(path, 3).seats == 3
    assert load(path, names=["Ann", "Bob"]).seats == 2
    told = CliRunner().invoke(main, ["simulate", str(path), "--games", "1"]).output
    assert "4 players" in told
    assert "by default 4" in CliRunner().invoke(main, ["compile", str(path)]).output
    path.write_text(RULES.replace(" starting 4", ""), encoding="utf-8")
    assert load(path).seats == 2


def test_the_default_is_written_and_read() -> None:
    rules = compile_text(RULES, "small.yaml")
    assert (rules.players, rules.usual) == ((2, 3, 4, 5), 4)
    assert from_json(to_json(rules)) == rules
