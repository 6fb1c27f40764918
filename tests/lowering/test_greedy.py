"""Players who look ahead choose on compiled rules as they do on the reference, move by move."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from croupier import Rules, RulesFault, load
from croupier.fast import Engine, NotCompiled, compiled
from croupier.simulate import On, play_games
from croupier.table import catalogue
from tests.conformance.test_conformance import CASES
from tests.printed import GAMES, VARIANTS

from .alongside import first_other_choice
from .small import PACKS, packs, ruled
from .test_alongside import backends
from .test_cases import FILES, rules_of

pytestmark = pytest.mark.in_turn(14)

AT_LEAST = {
    "at_once": 11, "choices": 17, "combos": 21, "effects": 13, "ending": 18, "expressions": 38, "first_served": 11,
    "further": 10, "keys": 17, "material": 19, "nearest": 15, "none": 14, "places": 16, "spots": 21, "stages": 54,
    "stages_once": 11, "statements": 19, "triggers": 15, "visibility": 19,
}  # fmt: skip
"""In so many of the cases of a file they play on compiled rules, and go on doing so."""


def engine_of(rules: Rules) -> Engine | None:
    try:
        return compiled(rules, "python", foresees=True)
    except NotCompiled:
        return None


QUICK = {"keys", "told", "visibility"}
"""What is tried each time; the rest takes longer."""


@pytest.mark.parametrize(
    "file", [file if file in QUICK else pytest.param(file, marks=pytest.mark.slow) for file in FILES]
)
def test_they_play_the_cases_alike(file: str) -> None:
    """Whatever is seen by whom, and whatever they remember of it."""
    played: Counter[str] = Counter()
    for name, case in CASES.items():
        rules = rules_of(case) if name.partition(".")[0] == file else None
        engine = None if rules is None else engine_of(rules)
        if rules is None or engine is None:
            continue
        played[file] += 1
        try:
            told = first_other_choice(rules, engine, "1:1", 25)
        except RulesFault:
            continue
        assert told is None, f"{name}: {told}"
    assert played[file] >= AT_LEAST.get(file, 0)


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [
        ("drei", 2, {}),
        ("drei", 5, {"refill": "as_many_as_played", "blind_pick": "random"}),
        ("drei", 3, {"delete_replay": "may", "swap_order": "seat_order", "four_of_a_kind": "all_identical"}),
        ("trio", 3, {}),
        ("trio", 4, {"form": "pairs", "mode": "spicy"}),
        ("drei-lowest-starts", 3, {}),
        ("three-thirteen", 2, {"rounds": "2"}),
        ("rami", 2, {}),
        ("rami", 3, {"going_out": "must_lay_all", "joker_in_set": "both_missing", "reshuffle": "on_demand_keep_top"}),
    ],
)
def test_they_play_games_alike(name: str, players: int, options: dict[str, str]) -> None:
    """Also with state that some do not see, chance in the middle of moves, and all who choose at once."""
    rules = load(name, players, options)
    assert first_other_choice(rules, compiled(rules, "python", foresees=True), "4:2", 45) is None


def test_kinds_without_cards() -> None:
    """Options may leave whole kinds out."""
    rules = ruled(PACKS.replace("copies: copies}", "copies: if value < 3 then 0 else copies}"), 2, {"copies": 2})
    assert first_other_choice(rules, compiled(rules, "python", foresees=True), "4:2", 30) is None


@pytest.mark.parametrize("name", [*GAMES, *(pytest.param(name, marks=pytest.mark.slow) for name in VARIANTS)])
def test_games_are_played(name: str) -> None:
    """All of them on compiled rules."""
    assert compiled(load(name), "python", foresees=True).foresees


@pytest.mark.parametrize("language", backends())
@pytest.mark.parametrize("jobs", [1, 2])
def test_games_are_the_same_on_every_engine(language: On, jobs: int) -> None:
    """By players of several kinds, who move on from game to game, in however many processes."""
    rules = packs(2)

    def results(on: On, jobs: int) -> list[object]:
        played = play_games(rules, 9, 9, "greedy", {0: "random"}, first=3, jobs=jobs, engine=on)
        return [replace(result, seconds=0.0) for result in played]

    assert results(language, jobs) == results("reference", 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*GAMES, *VARIANTS])
@pytest.mark.timeout(3600)
def test_they_play_whole_games_alike(name: str) -> None:
    """For every number of players."""
    for players in catalogue.find(name).players:
        rules = load(name, players, limit=1_500)
        engine = engine_of(rules)
        if engine is None:
            pytest.skip("the rules are not compiled for players who look ahead")
        for seed in ("5:0", "5:1"):
            assert first_other_choice(rules, engine, seed) is None
