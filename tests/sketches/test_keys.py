"""Games with rows by number and piles by colour: their scenarios hold, and they keep the laws."""

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

HERE = Path(__file__).parent
GAMES = [str(HERE / "quays.yaml"), str(HERE / "beacons.yaml")]


@pytest.mark.parametrize("game", GAMES)
def test_its_scenarios_hold(game: str) -> None:
    """Cards go to the row or pile that is meant, and what is kept by colour is kept apart."""
    results = list(run_scenarios(catalogue.find(game)))
    assert [result.failure for result in results if result.failure] == []
    assert len(results) == 3


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_it_keeps_the_law(game: str, players: int) -> None:
    """Positions with rows by number round-trip, hidden zones hide, and rules survive JSON."""
    rules = load(game, players)
    assert from_json(to_json(rules.program.rules)) == rules.program.rules
    assert laws.all_kept(rules, "5:1", 60)


@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_could_be_any(game: str) -> None:
    """Exchange what a seat was never shown, and its views, its log, its moves and its reasons stay the same."""
    rules = load(game, 3)
    compared, differences = positions(rules, rules, 100, ["light @1", "berth", "tell_colour P2 blue"])
    assert not differences, differences[0]
    assert compared >= 100


@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_are_nothing_to_hints_and_undo(game: str) -> None:
    """Exchange hidden cards and the numbers of copies in one position: hints, forecasts and undo stay the same."""
    rules = load(game, 3)
    compared = 0
    for number in range(3):
        count, found = disguised(rules, rules, f"6:{number}", 30, 1)
        assert not found, found
        compared += count
    assert compared > 5


def test_options_settle_how_many_rows_there_are() -> None:
    """A row for each number of the range that this table has agreed on, and no more."""
    for quays in (3, 5):
        program = load(GAMES[0], 2, options={"quays": quays}).program
        names = [program.place_name(place.index) for place in program.places if place.zone.name == "quay"]
        assert names == [f"quay of {n}" for n in range(1, quays + 1)]
        assert program.variables["cleared"].size == 2 * quays
