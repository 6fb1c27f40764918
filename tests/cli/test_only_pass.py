"""Where the first is served, a person who can only pass is not asked; who might do something is."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Run

KINGS = """
croupier: 1
game: kings
players: 3
cards: {attributes: {rank: 1..8/K}, copies: if rank is K then KINGS else 3}
zones:
  stock: pile seen by nobody
  hand of player: set seen by owner
  heap: pile seen by everyone
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 2 of stock to hand
  steps:
    turn:
      by: players
      times: 6
      steps:
        drawing: {moves: [draw]}
        objecting: {by: players first served, until: all_passed, moves: [object, let_it_be]}
moves:
  draw: {do: move top of stock to hand}
  object: {choose: {card: one of hand where rank is K}, do: move card to heap}
  let_it_be: {}
result: {score: count of hand, best: highest}
"""


def shown(run: Run, folder: Path, kings: int, *seats: str) -> str:
    """What the terminal shows of a game in which nothing is typed but Enter and `q`."""
    path = folder / "kings.yaml"
    path.write_text(KINGS.replace("KINGS", str(kings)), encoding="utf-8")
    given = [word for seat in seats for word in ("--seat", seat)]
    return run("play", path, "--seed", 3, *given, input="draw\ndraw\nq\n").output


def test_who_can_only_pass_is_not_asked(run: Run, tmp_path: Path) -> None:
    """Without a king in the deck two turns come without a question between them, and the log has the passes."""
    told = shown(run, tmp_path, 0, "2=random", "3=random")
    assert "object" not in told.replace("objecting", "")
    assert "You: let it be" in told
    assert told.count("A draw") + told.count("A  draw") >= 2


def test_who_might_object_is_asked(run: Run, tmp_path: Path) -> None:
    """With kings in hand the choice is offered."""
    told = shown(run, tmp_path, 24, "2=random", "3=random")
    assert "let it be" in told
    assert "object" in told.replace("objecting", "")


@pytest.mark.parametrize("kings", [0, 24])
def test_of_several_people_each_is_asked(run: Run, tmp_path: Path, kings: int) -> None:
    """The others at the terminal would see who is not asked, and know that that one holds no king."""
    path = tmp_path / "kings.yaml"
    path.write_text(KINGS.replace("KINGS", str(kings)), encoding="utf-8")
    told = run("play", path, "--seed", 3, "--seat", "2=you", "--seat", "3=random", input="\ndraw\n\nq\n").output
    assert "let it be" in told
