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
    "at_once": 11, "choices": 18, "combos": 24, "effects": 16, "ending": 20, "expressions": 38, "first_served": 12,
    "further": 11, "keys": 17, "material": 20, "nearest": 15, "none": 14, "piles": 39, "places": 29, "spots": 22,
    "stages": 55, "stages_once": 11, "statements": 22, "told": 20, "triggers": 25, "visibility": 20,
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
        ("canasta", 4, {}),
        ("nap", 3, {}),
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


WAITS = """
croupier: 1
game: waits
players: 2
cards: {attributes: {rank: 1..6, suit: red/blue}, packs: PACKS}
zones:
  stock: pile seen by nobody
  heap: pile seen by everyone
  hand of player: set seen by owner
  front of player: set seen by everyone
  dark of player: pile seen by nobody
state:
  gained of player: number
  high of player: number
  told: number
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: [move top 4 of stock to hand, move top of stock to dark]
  steps: {turn: {by: players, until: stock is empty, times: 40, moves: [draw, lay, show, bury, throw]}}
moves:
  draw: {when: {some: stock is not empty}, do: [move top of stock to hand]}
  lay: {choose: {card: one of hand}, do: [move card to front]}
  show: {choose: {several: 2 of hand}, do: [move several to front]}
  bury: {when: {there: dark is not empty}, do: [move top of dark to heap, move top of stock to dark]}
  throw: {choose: {card: one of hand}, do: [move card to heap]}
whenever:
  HAND
  comes_before_me: {enters: front, when: suit is red, do: [add rank to gained of me]}
  is_thrown: {enters: heap, when: rank < 3, do: [add 2 to told]}
  lies_dark: {enters: dark, when: rank is 6, do: [add 1 to told]}
  overflows: {enters: front, when: count of front of me > 3, do: [move it to heap, add 1 to gained of me]}
result: {score: gained + high, best: highest}
"""
"""Rules that wait for cards, which may come from where nobody knows them, or lie where nobody sees them."""


@pytest.mark.parametrize("packs", [1, 2])
def test_they_foresee_rules_that_wait_for_cards(packs: int) -> None:
    """Also where such a rule asks what is on a card that the seat does not know: no further than that."""
    drawn = "is_drawn: {enters: hand, when: rank > 4, do: [add 1 to high of me]}" if packs == 1 else ""
    text = WAITS.replace("PACKS", str(packs)).replace("HAND", drawn)
    rules = ruled(text)
    engine = compiled(rules, "python", foresees=True)
    for seed in ("1:1", "2:1", "3:1"):
        assert first_other_choice(rules, engine, seed, 60) is None
