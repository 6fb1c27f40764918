"""A number that is an open card and the place of a hidden one: no move is made by guessing which is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import load
from croupier.workbench.scenarios import run_scenarios

from .conftest import Run

RULES = """
croupier: 1
game: flips
players: 2
cards: {attributes: {value: 1..9}}
zones: {stock: pile seen by nobody, line: row seen by nobody}
play:
  begin: [move deck to stock, shuffle stock]
  steps: {turn: {by: players, moves: [MOVES]}}
moves:
  flip: {choose: {card: one of line}, when: {face_down: not (card is revealed)}, do: reveal card}
  take: {choose: {card: one of line}, do: move card to stock}
  both: {choose: {cards: 2 of line}, do: move cards to stock}
  bare: {choose: {card: one of line where not revealed}, do: reveal card}
result: {score: count of line}
scenarios:
  asked:
    seats: Ann Bob
    given: {at: turn of Ann, line: 3 5 7 8, revealed: 3}
    then:
      - STEP
"""


def game(tmp_path: Path, moves: str = "flip", step: str = "Ann can: flip @3") -> Path:
    path = tmp_path / "flips.yaml"
    path.write_text(RULES.replace("MOVES", moves).replace("STEP", step), encoding="utf-8")
    return path


def failures(tmp_path: Path, moves: str, step: str) -> list[str]:
    rules = load(game(tmp_path, moves, step))
    return [result.failure for result in run_scenarios(rules.ir)]


@pytest.mark.parametrize("move", ["flip 3", "flip card=3", "take 3", "bare 3", "both 3 2"])
@pytest.mark.parametrize("claim", ["Ann: {}", "Ann can: {}", "Ann cannot: {}"])
def test_a_scenario_has_to_say_which_is_meant(tmp_path: Path, move: str, claim: str) -> None:
    """The card 3 lies open at place 1, and a hidden card at place 3: the text is refused, whatever is claimed of it."""
    (told,) = failures(tmp_path, move.split()[0], claim.format(move))
    assert "write @3 for the place" in told


@pytest.mark.parametrize(
    "step", ["Ann: flip @3", "Ann cannot: flip @1 because face_down", "Ann: flip 2", "Ann: flip card=@4"]
)
def test_what_means_one_thing_is_taken(tmp_path: Path, step: str) -> None:
    """Places with their sign, and numbers that no open card has, are as before."""
    assert failures(tmp_path, "flip", step) == [""]


def test_a_card_at_the_place_of_its_number_is_one_thing(tmp_path: Path) -> None:
    """Where the card 3 itself lies at place 3 both mean the same."""
    path = game(tmp_path, "take", "Ann: take 3")
    path.write_text(path.read_text("utf-8").replace("line: 3 5 7 8", "line: 5 7 3 8"), encoding="utf-8")
    assert [result.failure for result in run_scenarios(load(path).ir)] == [""]


@pytest.mark.parametrize("typed", ["3", "flip 3", "flip card=3"])
def test_at_the_table_it_is_asked_about(run: Run, tmp_path: Path, typed: str) -> None:
    """The line of the menu that has the number is not simply taken either; choosing it from the question makes it."""
    path = game(tmp_path)
    shown = run("play", path, "--at", "asked", input=f"{typed}\nq\n").output
    assert "Several moves fit:" in shown
    assert "You: " not in shown
    shown = run("play", path, "--at", "asked", input=f"{typed}\nA\nq\n").output
    assert "You: flip" in shown
