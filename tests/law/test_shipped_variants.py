"""Every variant that croupier ships is whole: it is valid, its examples tell it apart, and it can be played."""

from __future__ import annotations

import pytest

from croupier import load
from croupier.simulate import play_games
from croupier.table import catalogue
from croupier.table.catalogue import find, locate
from croupier.workbench.scenarios import run_scenario, run_scenarios
from croupier_dsl import ir
from tests.printed import NAMES, VARIANTS

pytestmark = pytest.mark.in_turn(14)


def test_there_are_some() -> None:
    """Variants are shipped, each beside the game that it is of."""
    assert len(VARIANTS) >= 8
    assert {find(name).of[-1] for name in VARIANTS} <= set(NAMES)


@pytest.mark.parametrize("name", VARIANTS)
def test_nothing_is_wrong(name: str) -> None:
    """A variant has no error, no warning, a name as its file, a title in both languages, and says what it is for."""
    assert catalogue.check(locate(name)) == []
    rules = find(name)
    assert rules.name == name
    for words in (rules.title, dict(rules.texts)["game.line"]):
        assert {language for language, _ in words} == {"en", "fr"}
    assert locate(name).read_text("utf-8").startswith("# ")


def holds(rules: ir.Rules, scenario: ir.Scenario) -> bool:
    """Does an example that was written for other rules hold? Not if it speaks of what these do not have."""
    try:
        return run_scenario(rules, scenario).passed
    except LookupError:
        return False


@pytest.mark.parametrize("name", VARIANTS)
def test_its_examples_tell_it_from_its_game(name: str) -> None:
    """The scenarios of a variant hold, and one of them at least does not hold where the game is played as it was."""
    rules = find(name)
    assert len(rules.scenarios) >= 3
    assert [result.failure for result in run_scenarios(rules) if not result.passed] == []
    below = find(rules.of[0])
    assert not all(holds(below, scenario) for scenario in rules.scenarios)


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_it_comes_to_an_end(name: str) -> None:
    """A game by chance is played to its end by the fewest and by the most that may play."""
    for players in {find(name).players[0], find(name).players[-1]}:
        (game,) = play_games(load(name, players), 1, 5, "random")
        assert game.outcome.finished
