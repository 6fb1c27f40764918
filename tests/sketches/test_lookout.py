"""A game of looking at cards that stay where they lie: its scenarios hold, and it keeps the laws of secrecy."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import load
from croupier.table import catalogue
from croupier.workbench.scenarios import run_scenarios
from croupier_dsl import from_json, to_json
from tests.law import laws
from tests.law.disguise import compare as disguised
from tests.law.test_secrecy import positions

GAME = Path(__file__).with_name("lookout.yaml")


def test_its_scenarios_hold() -> None:
    """What each player has seen is known to that player alone."""
    results = list(run_scenarios(catalogue.find(str(GAME))))
    assert [result.failure for result in results if result.failure] == []
    assert len(results) == 4


@pytest.mark.parametrize("players", [2, 4])
def test_it_keeps_the_law(players: int) -> None:
    """Positions with what is known in them round-trip, hidden zones hide, and rules survive JSON."""
    rules = load(str(GAME), players)
    assert from_json(to_json(rules.program.rules)) == rules.program.rules
    assert laws.all_kept(rules, "5:1", 60)


def test_cards_that_were_not_shown_could_be_any() -> None:
    """Exchange what a seat was never shown, and its views, its log, its moves and its reasons stay the same."""
    rules = load(str(GAME), 3)
    compared, differences = positions(rules, rules, 150, ["peek card=@1", "spy P2 @2", "confess P2 @1"])
    assert not differences, differences[0]
    assert compared >= 150


def test_what_was_not_shown_is_nothing_to_hints_and_undo() -> None:
    """Exchange hidden cards and the numbers of copies in one position: hints, forecasts and undo stay the same."""
    rules = load(str(GAME), 3)
    compared = 0
    for number in range(4):
        count, found = disguised(rules, rules, f"6:{number}", 45, 1)
        assert not found, found
        compared += count
    assert compared > 10
