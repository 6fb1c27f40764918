"""What the table tells of a trick: the cards as they were played, and whose zone they come to."""

from __future__ import annotations

from pathlib import Path

from croupier import load
from croupier.scenarios import start

from .conftest import Run

TRICK = """
croupier: 1
game: trick
players: 2
cards: {deck: french52}
zones:
  stock: pile seen by nobody
  hand of player: set seen by owner
  middle: pile seen by everyone
  heap of player: pile seen by nobody
  shown of player: pile seen by everyone
play:
  begin: [move deck to stock]
  steps:
    trick:
      until: some of players where hand is empty
      steps: {turn: {by: players, moves: [lay]}}
      end:
        - move middle to heap of owner of (highest by rank of middle)
        - for each of players: move top 1 of stock to shown
moves:
  lay: {choose: {card: one of hand}, do: [move card to middle, move top 1 of stock to hand]}
result: {score: count of heap, best: highest}
scenarios:
  first:
    seats: Ann Bob
    given: {at: turn of Ann, hand of Ann: 9H 3S, hand of Bob: 5C, stock: 2C 3C 4C 5D 6D 7D}
    then: [Ann can: lay 9H]
"""


def test_a_trick_is_told_as_it_was_played_and_goes_to_its_owner(run: Run, tmp_path: Path) -> None:
    """Cards of an open pile are told in their order; the zone they come to says whose it is, the mover's own too.

    Only the hidden cards of who moves, such as a hand, go without saying.
    """
    path = tmp_path / "trick.yaml"
    path.write_text(TRICK, encoding="utf-8")
    shown = run("play", path, "--at", "first", input="9H\nq\n").output
    assert "9♥ 5♣ → heap (Ann)" in " ".join(shown.split())
    assert "You: lay · 9♥ → middle · 7♦ → hand\n" in shown
    assert "── trick 2 ──" in shown
    assert "── trick, trick 2 ── Ann: turn" in shown


def test_a_seat_is_told_an_order_only_of_an_open_pile(tmp_path: Path) -> None:
    """The event has the order of the trick for everyone; what comes from a hidden pile only who gets it is told."""
    path = tmp_path / "trick.yaml"
    path.write_text(TRICK, encoding="utf-8")
    rules = load(path, names=["Ann", "Bob"])
    game = start(rules, rules.ir.scenarios[0])
    game.play(0, "lay 9H")
    game.play(1, "lay 5C")
    for seat in (0, 1):
        tricks = [e.data["cards"] for e in game.log(seat) if e.kind == "move" and e.data["from"] == "middle"]
        assert tricks == [["9H", "5C"]]
        drawn = [e.data["cards"] for e in game.log(seat) if e.kind == "move" and e.data["to"] == "hand of Ann"]
        assert drawn == ([["7D"]] if seat == 0 else [[]])


def test_a_team_is_told_with_its_players(run: Run, tmp_path: Path) -> None:
    """On the table a team stands with who belongs to it; where everyone plays alone there are no teams to tell."""
    rules = TRICK.replace("players: 2", "players: 2/4\nteams: 2").replace("heap of player", "heap of team")
    rules = rules.replace("heap of owner of", "heap of team of owner of").replace("count of heap", "count of hand")
    rules = rules.replace(
        "[move deck to stock]", "[move deck to stock, {for each of players: move top 2 of stock to hand}]"
    )
    path = tmp_path / "trick.yaml"
    path.write_text(rules, encoding="utf-8")
    four = run("play", path, "--players", 4, "--seed", 1, input="q\n").output
    assert "  T1 (P1, P3): " in four
    assert "  T2 (P2, P4): " in four
    assert "(P1" not in run("play", path, "--players", 2, "--seed", 1, input="q\n").output
