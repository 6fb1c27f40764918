"""A game of grids, in which cards lie face down in places of their own: its scenarios hold, and so do the laws."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import Game, load
from croupier.table import catalogue
from croupier.workbench.scenarios import run_scenarios
from croupier_dsl import from_json, to_json
from tests.law import laws
from tests.law.disguise import compare as disguised
from tests.law.test_secrecy import positions

FILE = Path(__file__).with_name("trellis.yaml")


def test_its_scenarios_hold() -> None:
    """A card takes the place of another, three alike in a column leave, and all other places stay as they are."""
    results = list(run_scenarios(catalogue.find(str(FILE))))
    assert [result.failure for result in results if result.failure] == []
    assert len(results) == 4


@pytest.mark.parametrize("players", [2, 4])
def test_it_keeps_the_law(players: int) -> None:
    """Cards are conserved, positions round-trip, hidden places hide, and rules survive JSON."""
    rules = load(str(FILE), players)
    assert from_json(to_json(rules.program.rules)) == rules.program.rules
    assert laws.all_kept(rules, "5:1", 90)


def test_every_place_is_there_from_first_to_last() -> None:
    """However cards go and come, a grid has its twelve places, and each card lies in one of them."""
    game = Game(load(str(FILE), 3), seed=11)
    for number in range(120):
        if not game.to_act:
            break
        seat = game.to_act[0]
        moves = game.legal_moves(seat)
        game.play(seat, moves[-1 - number % len(moves)])
        grids = [game.view(seat).zones[f"grid of {name}"] for name in game.rules.program.names]
        assert [len(grid.cards) for grid in grids] == [12, 12, 12]
        assert all(grid.columns == 4 and sum(card != "" for card in grid.cards) == grid.count for grid in grids)


def test_cards_that_were_not_shown_could_be_any() -> None:
    """Exchange what a seat was never shown, and its views, its log, its moves and its reasons stay the same."""
    rules = load(str(FILE), 3)
    compared, differences = positions(rules, rules, 150, ["replace @1", "throw @2", "barter mine=@3 theirs=@3"])
    assert not differences, differences[0]
    assert compared >= 150


def test_what_was_not_shown_is_nothing_to_hints_and_undo() -> None:
    """Exchange hidden cards and the numbers of copies in one position: hints, forecasts and undo stay the same."""
    rules = load(str(FILE), 3)
    compared = 0
    for number in range(4):
        count, found = disguised(rules, rules, f"6:{number}", 45, 1)
        assert not found, found
        compared += count
    assert compared > 10
