"""Commands at the table, and commands about games, answer in words that fit the question."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import Game, load
from croupier.cli.decision import Decision
from croupier.cli.menu import Block, Entry, Menu
from croupier.cli.screen import Screen
from croupier.cli.sitting import Sitting

from .conftest import Run

RULES = """
croupier: 1
game: pairs
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, heap: pile seen by everyone}
combos: {pair: {same: rank, size: 2}}
play:
  begin: [move deck to stock]
  steps: {turn: {by: players, times: 6, moves: [exchange, lay, pay, red]}}
moves:
  exchange: {choose: {card: one of hand}, do: [move card to heap, move top of stock to hand]}
  lay: {choose: {what: one of pair of hand}, do: move what to heap}
  pay: {choose: {cards: 3 of hand}, do: move cards to heap}
  red: {choose: {card: one of hand}, when: {heart: suit of card is hearts}, do: move card to heap}
result: {score: count of hand}
text: {moves.red.when.heart: only a heart is red}
scenarios:
  two_cards:
    seats: Ann Bob
    given: {at: turn of Ann, hand of Ann: 7S 8C, stock: 2C 3C …}
    then: [{Ann can: exchange 7S}]
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "pairs.yaml"
    file.write_text(RULES, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("lay", "There is nothing to choose from here: pair of hand."),
        ("pay", "choose at least three, not two"),
        ("red", "Only a heart is red."),
        ("exchange", "These moves are possible:"),
    ],
)
def test_why_with_only_the_name_of_a_move_says_the_reason(run: Run, path: Path, asked: str, told: str) -> None:
    """What forbids every way to make the move is the answer, or else the ways there are."""
    shown = run("play", path, "--at", "two_cards", input=f"why {asked}\nq\n").output
    assert told in shown
    assert "is missing" not in shown


def test_a_line_of_the_menu_is_explained_by_its_letter(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`why E` is about the line E, also where it leads to a menu, and though a move begins with that letter."""
    decision = Decision(Sitting(Game(load(path), 1), None, {0: "you", 1: "greedy"}, Screen()), 0)
    lines = [Entry(f"bid {n}", chosen=f"{n}") for n in range(2)] + [
        Entry(f"something {word}", menu=lambda: pytest.fail("not entered"), chosen=word) for word in "vwxyz"
    ]
    decision.menus.append(Menu((Block("", tuple(lines)),), decision.words))
    assert decision.menus[-1].keys[-1] == "E"
    capsys.readouterr()
    decision.heard("why E")
    assert capsys.readouterr().out.strip() == "something z is possible."


def test_the_rules_of_a_decision_name_only_its_moves(run: Run, path: Path) -> None:
    """Without clauses, `rules` lists the moves of this stage, with what refuses them; not those of others."""
    text = (
        path.read_text("utf-8")
        .replace("times: 6, ", "times: 2, ")
        .replace("lay, pay, red]}}", "red]}\n    later: {by: players, times: 2, moves: [lay, pay]}")
    )
    path.write_text(text.replace("steps: {turn: {", "steps:\n    turn: {"), encoding="utf-8")
    shown = run("play", path, "--at", "two_cards", input="rules\nq\n").output
    assert "red (refused if: only a heart is red)" in shown
    assert "exchange\n" in shown
    assert "pay\n" not in shown


@pytest.mark.parametrize(("players", "told"), [(1, "1 player (random)"), (2, "2 players (random)")])
def test_one_player_is_no_players(run: Run, path: Path, players: int, told: str) -> None:
    """The setting of a simulation and of a comparison is said of one player as of several."""
    path.write_text(
        path.read_text("utf-8").replace("players: 2", f"players: {players}").split("scenarios:")[0], "utf-8"
    )
    assert told in run("simulate", path, "--games", "1").output
    other = path.with_name("other.yaml")
    other.write_text(path.read_text("utf-8").replace("times: 6", "times: 8"), "utf-8")
    assert told in run("compare", path, other, "--policy", "random", "--about", "length", "--games", "10").output


def test_the_whole_rulebook_of_rules_without_sources(run: Run, path: Path) -> None:
    """`rules all` prints the rules as `croupier rulebook` does where the ruleset cites no book."""
    shown = " ".join(run("play", path, "--at", "two_cards", input="rules all\nq\n").output.split())
    assert "Choose exactly 3 of the cards in your zone “hand”." in shown
    assert "The highest score is best and wins." in shown


def test_the_number_of_a_game_is_no_file(run: Run) -> None:
    """`resume` takes numbers; of a file it says which command goes on with it."""
    result = run("resume", "my games/evening.rec")
    assert result.exit_code == 2
    assert "croupier play --resume 'my games/evening.rec'" in " ".join(result.output.split())
    assert "--resume" not in run("resume", "0").output


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("hand of Ann: 7S 7S", "this position is impossible: hand of Ann cannot have another 7S: the game has one"),
        ("hand of Ann: 7S", "7Z"),
    ],
)
def test_no_name_of_a_class_is_told(run: Run, path: Path, given: str, told: str) -> None:
    """What stops a scenario is said in words."""
    text = path.read_text("utf-8").replace("hand of Ann: 7S 8C", given)
    if told == "7Z":
        text = text.replace("exchange 7S", "exchange 7Z").replace("Ann can", "Ann")
    path.write_text(text, encoding="utf-8")
    shown = run("test", path).output
    assert told in shown
    assert "Error" not in shown
    assert "Move:" not in shown
