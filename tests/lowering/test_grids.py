"""Grids without an edge on compiled rules as on the reference."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import Game, RulesFault
from croupier.base import limits
from croupier.fast import FastGame, OutOfRange, compiled

from .alongside import first_difference, first_other_choice, same_bulk
from .small import ruled
from .test_alongside import engines

GRIDS = Path(__file__).with_name("grids")
MANY = (GRIDS / "many.yaml").read_text(encoding="utf-8")
SHOWN = (GRIDS / "shown.yaml").read_text(encoding="utf-8")
FAR = """
croupier: 1
game: far
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, board: grid seen by everyone}
play: {begin: [move deck to stock], steps: {turn: {by: players, times: 20, moves: [on]}}}
moves: {on: {do: [move top of stock to last of (spots of board where line is 0 and it is empty)]}}
result: {score: highest of column of board}
"""


@pytest.mark.costly
@pytest.mark.parametrize("text", [MANY, SHOWN], ids=["many", "shown"])
def test_decision_by_decision(text: str) -> None:
    """Moves, positions and whole games are the same; a `must` may turn up a card at a chosen place."""
    rules = ruled(text, 2)
    for engine in engines(rules):
        assert first_difference(rules, engine, "3:1", 60, every=3) is None
        assert same_bulk(rules, engine, 3, 0, 10) is None


@pytest.mark.costly
def test_players_who_look_ahead() -> None:
    """A greedy player chooses the same there."""
    rules = ruled(MANY, 3)
    assert first_other_choice(rules, compiled(rules, "python", foresees=True), "3:0", 12) is None


@pytest.mark.costly
def test_the_end_of_a_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card at the farthest column is a fault, on both."""
    monkeypatch.setattr(limits, "REACH", 7)
    rules = ruled(FAR, 2)
    for engine in engines(rules):
        game, quick = Game(rules, "1:0"), FastGame(engine, "1:0")
        for _ in range(7):
            game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
            quick.apply(0)
        with pytest.raises(RulesFault, match="board can extend at most 6 lines or columns"):
            game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
        with pytest.raises(OutOfRange):
            quick.apply(0)
