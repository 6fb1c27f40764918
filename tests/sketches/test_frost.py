"""A game of the best three cards, with cards below nought: its scenarios hold, and it keeps the laws."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import Game, load
from croupier.table import catalogue
from croupier.workbench.scenarios import run_scenarios
from croupier_dsl import check_file, from_json, to_json
from tests.law import laws
from tests.law.disguise import compare as disguised

GAME = Path(__file__).with_name("frost.yaml")


def test_its_scenarios_hold() -> None:
    """Nothing is to be remarked; the best three count, and numbers below nought are read everywhere."""
    assert check_file(GAME)[1] == []
    results = list(run_scenarios(catalogue.find(str(GAME))))
    assert [result.failure for result in results if result.failure] == []
    assert len(results) == 2


@pytest.mark.parametrize("players", [2, 4])
def test_it_keeps_the_law(players: int) -> None:
    """Positions round-trip, hidden zones hide, legal moves are legal, and rules survive JSON."""
    rules = load(str(GAME), players)
    assert from_json(to_json(rules.program.rules)) == rules.program.rules
    _, moves = laws.play_some(rules, "5:2", 60)
    assert any("-" in text for _, text in moves)
    again = Game(rules, "5:2")
    for at, (seat, text) in enumerate(moves):
        laws.cards_are_conserved(again)
        laws.hidden_zones_hide(again)
        laws.legal_moves_are_legal(again)
        if at % 10 == 3:
            laws.position_round_trips(again, moves[at : at + 10])
        again.play(seat, text)


def test_what_was_not_shown_is_nothing_to_hints_and_undo() -> None:
    """Exchange hidden cards and the numbers of copies in one position: hints, forecasts and undo stay the same."""
    rules = load(str(GAME), 3)
    compared = 0
    for number in range(3):
        count, found = disguised(rules, rules, f"6:{number}", 45, 1)
        assert not found, found
        compared += count
    assert compared > 10
