"""A lone player at the terminal goes back and forth in a deal, starts it over, and is asked before giving up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier.cli import main
from croupier.table.record import read

RULES = """
croupier: 1
game: stairs
players: PLAYERS
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, heap: pile seen by everyone}
play:
  begin: [move deck to stock, shuffle stock, {for each of players: move top 4 of stock to hand}]
  steps: {turn: {by: players, times: 9, moves: [lay, draw, give_up, redo]}}
moves:
  lay: {choose: {card: one of hand}, do: [move card to heap]}
  draw: {do: [move top of stock to hand]}
  redo: {when: count of players is 2, do: [move top of stock to heap]}
  give_up: {do: [end play]}
result: {score: count of hand, best: lowest}
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "stairs.yaml"
    path.write_text(RULES.replace("PLAYERS", "1..2"), encoding="utf-8")
    return path


def said(*lines: str, at: list[object]) -> list[str]:
    """Return what is answered to these lines, each without the table and the menu after it."""
    result = CliRunner().invoke(main, [str(word) for word in at], input="\n".join([*lines, "quit", ""]))
    assert result.exit_code == 0, result.output
    answers = re.split(r"^P1> .*\n", result.output, flags=re.MULTILINE)[1:]
    return [answer.strip().partition("\n")[0] for answer in answers]


def played(path: Path) -> list[str]:
    return [move for _, _, move, _ in read(path).moves]


def test_back_and_forth(rules: Path, tmp_path: Path) -> None:
    """What was undone is done again, the latest last; the record has what counts."""
    saved = tmp_path / "a.rec"
    typed = ["redo", "1", "1", "undo", "undo", "undo", "redo", "redo", "redo", "undo", "1", "redo"]
    answers = said(*typed, at=["play", rules, "--players", 1, "--seed", 5, "--save", saved])
    none, undone, done = "There is nothing to do again.", "Undone.", "Done again."
    assert [*answers[:1], *answers[3:10], answers[11]] == [
        none, undone, undone, "There is nothing to undo.", done, done, none, undone, none,
    ]  # fmt: skip
    assert len(played(saved)) == 2


def test_a_deal_starts_over(rules: Path, tmp_path: Path) -> None:
    """Even after a card was drawn, and in a game that was continued; its moves can then be made again."""
    saved = tmp_path / "a.rec"
    answers = said(
        "restart", "draw", "undo", "restart", "redo", "draw", at=["play", rules, "--players", 1, "--save", saved]
    )
    assert [answers[0], *answers[2:5]] == [
        "This is the beginning of the deal.", "You have seen new information since then, so the move cannot be undone.",
        "The same deal starts over.", "Done again.",
    ]  # fmt: skip
    assert played(saved) == ["draw", "draw"]
    answers = said("1", "restart", "undo", "redo", at=["play", "--resume", saved])
    assert answers[1:4] == ["The same deal starts over.", "There is nothing to undo.", "Done again."]
    assert played(saved) == ["draw"]


def test_a_continued_game_goes_back_too(rules: Path, tmp_path: Path) -> None:
    """Before the moves of earlier sittings, as far as they showed nothing; alone, all of it is done again."""
    saved = tmp_path / "a.rec"
    said("draw", "1", "1", at=["play", rules, "--players", 1, "--save", saved])
    before = played(saved)
    seen = "You have seen new information since then, so the move cannot be undone."
    answers = said("undo", "undo", "undo", "redo", at=["play", "--resume", saved])
    assert answers[:4] == ["Undone.", "Undone.", seen, "Done again."]
    assert played(saved) == before[:2]
    said("redo", "1", at=["play", "--resume", saved])
    assert len(played(saved)) == 3
    saved = tmp_path / "b.rec"
    words = ["--players", 2, "--seat", "2=random", "--seed", 1]
    said("1", at=["play", rules, *words, "--save", saved])
    answers = said("undo", at=["play", "--resume", saved])
    assert answers[:1] == ["P2 has moved since your last move, so it cannot be undone."]


def test_giving_up_is_asked_for_first(rules: Path) -> None:
    """Enter goes back; the number, or the move typed again, gives up."""
    at = ["play", rules, "--players", 1]
    answers = said("give_up", "", "give_up", "give up", at=at)
    assert [answers[0], answers[2]] == ["The game ends with this. Do it?"] * 2
    assert answers[3] == "You: give up"
    assert said("give_up", "1", at=at)[1] == "You: give up"


def test_with_others_these_words_are_moves(rules: Path) -> None:
    """At a table of several players nobody starts over, and a move may have such a name."""
    at = ["play", rules, "--players", 2, "--seat", "2=random", "--seed", 1]
    answers = said("restart", "redo", at=at)
    assert answers[0].startswith("unknown move restart")
    assert answers[1].startswith("You: redo")
    shown = CliRunner().invoke(main, [str(word) for word in at], input="help\nquit\n").output
    assert "undo  " in shown
    assert "restart  " not in shown


def test_in_french(rules: Path) -> None:
    """The commands have French words, with or without accents."""
    answers = said("1", "annuler", "retablir", "recommencer", at=["play", rules, "--players", 1, "--lang", "fr"])
    assert answers[1:4] == ["Coup annulé.", "Coup rétabli.", "La même donne recommence."]
