"""The rulesets of the conformance cases, each about one thing that the language says, on compiled rules as on the
reference."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier import CroupierError, Game, Rules, RulesFault, SetupError
from croupier.base.chance import Stream
from croupier.compile.binding import bind
from croupier.fast import FastGame, OutOfRange, compiled
from croupier.workbench.given import position_of
from croupier_dsl import check_text
from tests.conformance.test_conformance import CASES, Case, ruleset

from .alongside import apart, first_difference

pytestmark = pytest.mark.in_turn(12)

FILES = sorted({name.partition(".")[0] for name in CASES})
AT_LEAST = {
    "all_at_once": 13, "at_once": 11, "choices": 18, "combos": 24, "dealt_round": 15, "effects": 16, "ending": 18,
    "expressions": 38, "first_served": 12, "further": 11, "grids": 13, "keys": 17, "material": 21, "nearest": 15,
    "none": 14, "piles": 39, "places": 29, "spots": 22, "stages": 55, "stages_once": 11, "statements": 22, "told": 20,
    "triggers": 24, "visibility": 20,
}  # fmt: skip
"""So many of the cases of a file are compiled, and stay so."""


def rules_of(case: Case) -> Rules | None:
    """The rules of a case that is played; None of one that is about a mistake, or is set up in another way."""
    if "error" in case or "refused" in case:
        return None
    rules, found = check_text(ruleset(case)[0], "case.yaml")
    if rules is None or any(diagnostic.severity.value == "error" for diagnostic in found):
        return None
    options = case.get("options") or {}
    assert isinstance(options, dict)
    try:
        return Rules(bind(rules, None, options, names=str(case.get("seats", "Ann Bob")).split()))
    except CroupierError:
        return None


def given(rules: Rules) -> Game | None:
    """The game as the case has it at first; None where it says nothing, or is not of this engine."""
    for scenario in rules.program.rules.scenarios:
        if scenario.given:
            try:
                return Game.at(rules, position_of(rules.program, scenario.given))
            except CroupierError:
                return None
    return None


FAR_AHEAD = (
    "laying_off", "the_joker_comes_free", "declared_wilds", "which_of_two_alike", "must_closes_ways",
    "roles_and_places", "any_missing_suit_of_a_set", "the_low_ace", "one_wild_a_meld", "open_spots",
)  # fmt: skip
"""Cases in which a `must` looks so far ahead that it takes its time: the quick test begins at their beginning."""


@pytest.mark.parametrize("games", [1, pytest.param(3, marks=[pytest.mark.slow, pytest.mark.timeout(3600)])])
@pytest.mark.parametrize("file", FILES)
def test_cases_play_as_on_the_reference(file: str, games: int) -> None:
    """From the beginning, and from where the case begins. Where the reference is at fault, so are they; a game that
    they leave to the reference ends there."""
    played: Counter[str] = Counter()
    for name, case in CASES.items():
        if name.partition(".")[0] != file:
            continue
        rules = rules_of(case)
        if rules is None:
            continue
        engine = compiled(rules, "python")  # none falls back
        played[file] += 1
        for game in range(games):
            try:
                told = first_difference(rules, engine, f"1:{game}", 30, every=3)
            except (RulesFault, OutOfRange):
                break
            assert told is None, f"{name}: {told}"
        start = None if games == 1 and name.partition(".")[2] in FAR_AHEAD else given(rules)
        for number in range(games) if start is not None else ():
            assert start is not None
            try:
                told = apart(start.copy(), FastGame(engine, start), Stream(number), 20)
            except (RulesFault, SetupError, OutOfRange):  # a fault, no cells for it, or so far ahead is looked
                break
            assert told is None, f"{name}, as it is given, {number}: {told}"
    assert played[file] >= AT_LEAST.get(file, 0)
