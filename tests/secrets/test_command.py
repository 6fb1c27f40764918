"""`croupier secrets` says for which numbers of players and which options its verdict holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier.cli import main

SOLO = """
croupier: 1
game: solo
players: PLAYERS
cards: {deck: french52}
options:
  many: 1..3 starting 1
  side: no/yes starting no
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
state: {told_of of player: number}
play:
  begin: [move deck to stock, shuffle stock, for each of players: move top 4 of stock to hand]
  steps: {turn: {by: players, times: 6, moves: [tell]}}
moves:
  tell:
    do:
      - set told_of of left of me to count of (hand of left of me where suit is hearts)
      - move top many of stock to hand
      - if side: add 1 to told_of
result: {score: told_of}
"""


def ran(path: Path, players: str, *more: str) -> tuple[int, str]:
    """The exit status of `secrets` and what it prints."""
    path.write_text(SOLO.replace("PLAYERS", players), encoding="utf-8")
    done = CliRunner().invoke(main, ["secrets", str(path), "--games", "12", *more])
    return done.exit_code, done.stdout


@pytest.mark.costly
@pytest.mark.parametrize(
    ("players", "more", "tried", "untried"),
    [
        ("1..3", (), [2, 3], [1]),
        ("1..5", (), [2, 3], [1, 4, 5]),
        ("1/4/5", (), [4], [1, 5]),
        ("2..4", ("--players", "4"), [4], [2, 3]),
        ("2", (), [2], []),
    ],
)
def test_two_are_tried_wherever_two_may_play(
    tmp_path: Path, players: str, more: tuple[str, ...], tried: list[int], untried: list[int]
) -> None:
    """A game that one may play alone has secrets as soon as two play it."""
    status, printed = ran(tmp_path / "solo.yaml", players, "--json", *more)
    told = json.loads(printed)
    assert (status, [leak["path"] for leak in told["leaks"]]) == (1, ["moves.tell.do.1"])
    assert [leak["declare"] for leak in told["leaks"]] == ["moves.tell.do.set told_of of left of me"]
    assert [table["players"] for table in told["tables"]] == tried
    assert told["untried"] == {"players": untried, "options": ["many", "side"]}


@pytest.mark.costly
def test_what_was_not_tried_is_said(tmp_path: Path) -> None:
    """Numbers of players and options; an option that was asked for is not listed."""
    status, printed = ran(tmp_path / "solo.yaml", "1..5", "--option", "many=2")
    assert status == 1
    assert "for 2 players" in printed
    assert "for 3 players" in printed
    assert "not tried: 4, 5 players (--players N)" in printed
    assert "tried with one value only (--option NAME=VALUE): side\n" in printed


def test_one_alone_is_no_verdict_for_more(tmp_path: Path) -> None:
    """Nothing is tried where one is asked for; where one alone can play nothing can leak."""
    status, printed = ran(tmp_path / "solo.yaml", "1..3", "--players", "1")
    assert status == 0
    assert "not tried: 2, 3 players (--players N)" in printed
    assert printed.endswith("nothing was tried\n")
    assert "no leak" not in printed
    alone = CliRunner().invoke(main, ["secrets", "klondike"])
    assert alone.stdout.endswith("klondike: no leak is possible\n")
