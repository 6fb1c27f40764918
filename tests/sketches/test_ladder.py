"""A game in which one play beats another and one player owes another: its scenarios hold, and it keeps the laws."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import load
from croupier.table import catalogue
from croupier.workbench.scenarios import run_scenarios
from croupier_dsl import from_json, to_json
from tests.law import laws

GAME = Path(__file__).with_name("ladder.yaml")


def test_its_scenarios_hold() -> None:
    """Plays are compared, and debts are summed."""
    results = list(run_scenarios(catalogue.find(str(GAME))))
    assert [result.failure for result in results if result.failure] == []
    assert len(results) == 3


@pytest.mark.parametrize("players", [2, 4])
def test_it_keeps_the_law(players: int) -> None:
    """Positions round-trip, hidden zones hide, and rules survive JSON."""
    rules = load(str(GAME), players)
    assert from_json(to_json(rules.program.rules)) == rules.program.rules
    assert laws.all_kept(rules, "5:1", 40)
