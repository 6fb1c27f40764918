"""A `must` over large hands: what the search settles, and what it says where it settles nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import Game, RulesFault, load
from croupier.base import effort, limits
from croupier.base.effort import TooMuch
from croupier.fast import FastGame, OutOfRange, compiled
from croupier.table.catalogue import find
from croupier.workbench.scenarios import run_scenarios
from tests.lowering.alongside import first_difference

WHOLE_PILE = Path(__file__).with_name("whole-pile.yaml")
WITHIN_REACH = {
    "turn": "P1",
    "step": "draw",
    "zones": {
        "hand of P1": ["JC", "KD", "3D", "5H", "6S", "10C", "10S", "2C", "2D", "2H", "7C", "7D", "8H"],
        "hand of P2": ["9C", "4C"],
        "table": ["8C 8D joker", "AD 2D 3D", "6H 7H 8H", "4S 5S 6S", "7S 8S 9S", "9C 10C JC", "10D JD QD"],
        "discard": ["2H", "3H", "JH"],
    },
    "state": {"opened of P1": "yes", "opened of P2": "yes", "dealer": "P2"},
    "rest": "stock",
}
"""The joker has to be swapped for the 8 to lay the jack."""


def test_few_positions_settle_what_is_owed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that needs a joker out of reach is hopeless at once; a way to lay one is found soon, with 34 cards too."""
    monkeypatch.setattr(limits, "MOST_POSITIONS", 2_000)
    results = {result.name: result.failure for result in run_scenarios(find(str(WHOLE_PILE), ()))}
    assert len(results) == 7
    assert set(results.values()) == {""}


@pytest.mark.parametrize("what", ["positions", "work"])
def test_the_fault_names_the_must_the_move_and_the_hand(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Both bounds of a search are told alike, and where the `must` is written."""
    game = Game.at(load(str(WHOLE_PILE), 2), WITHIN_REACH)
    monkeypatch.setattr(limits, "MOST_POSITIONS", 0)
    if what == "work":
        monkeypatch.setattr(limits, "MOST_POSITIONS", 1_000)
        monkeypatch.setattr(effort, "PURSE", 3_000)
    with pytest.raises(RulesFault, match=r"as it must after draw_\w+ is not settled") as told:
        game.legal_moves(game.to_act[0])
    bound = "within 0 positions" if what == "positions" else "with the work that one decision may take"
    assert bound in told.value.problem
    assert "hand: " in told.value.problem
    assert "none of hand where owed" in told.value.problem
    assert told.value.path == "play.round.turn.must.a_card_thrown"
    assert told.value.where is not None
    assert told.value.where.file.endswith("rami.yaml")


def test_too_many_ways_to_choose_are_told_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who may choose too many things at once hears which, and how to bound it."""
    game = Game(load(str(WHOLE_PILE), 2), "0:1")
    game.play(game.to_act[0], "draw_stock")
    monkeypatch.setattr(effort, "PURSE", 200)
    with pytest.raises(TooMuch, match=r"more ways to choose melds than can be worked out .* `1..3 of`") as told:
        game.legal_moves(game.to_act[0])
    assert told.value.path == "moves.open.choose.melds"


@pytest.mark.slow
def test_both_engines_agree_on_large_hands() -> None:
    """Decision by decision, through hands of thirty cards."""
    rules = load(str(WHOLE_PILE), 2)
    assert first_difference(rules, compiled(rules, "python"), "0:1", 260, 10) is None


def test_both_engines_come_to_a_bound_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled rules settle nothing at their bound: they leave the decision to the reference, which has the fault."""
    monkeypatch.setattr(limits, "MOST_POSITIONS", 0)
    rules = load(str(WHOLE_PILE), 2)
    game = Game.at(rules, WITHIN_REACH)
    with pytest.raises(OutOfRange) as left:
        FastGame(compiled(rules, "python"), game)
    with pytest.raises(RulesFault, match="is not settled within 0 positions"):
        left.value.game.legal_moves(0)
