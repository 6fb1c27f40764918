"""Simulations can be played again and favour no seat; no player knows a game by its names; greedy beats chance."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import Game, Rules, RulesFault, SetupError, load, simulate
from croupier.base.chance import Seed
from croupier.compile.binding import bind
from croupier.players import POLICIES
from croupier.simulate import Share, play_game, play_games
from croupier.simulate.runs import seating
from croupier_dsl import compile_text, from_json, to_json

from .small_games import BENCH, SEALED, rules

pytestmark = pytest.mark.in_turn(10)

SKETCHES = Path(__file__).parents[2] / "tests" / "sketches" / "first"
SHORT = {"rounds": 3}


# ---------------------------------------------------------------- again


def test_the_same_arguments_give_the_same_games() -> None:
    """Run twice, or with other games before and between: the same outcomes to the last number."""
    table = rules(BENCH, 3)
    once = simulate(table, 12, seed=4)
    simulate(table, 3, seed=9)
    again = [result for number in range(12) for result in play_games(table, 1, 4, first=number)]
    assert [(r.seed, r.outcome, r.order) for r in once.results] == [(r.seed, r.outcome, r.order) for r in again]
    assert {**once.to_json(), "seconds": 0} == {**simulate(table, 12, seed=4).to_json(), "seconds": 0}


def test_one_game_of_a_run_can_be_played_alone() -> None:
    """Game k of a run is the game of seed `S:k`."""
    table = rules(SEALED, 3)
    report = simulate(table, 6, seed=11)
    alone = play_game(table, Seed(11, 4), ["random"] * 3)
    assert alone.seed == report.results[4].seed == "11:4"
    assert alone.outcome == report.results[4].outcome


def test_other_seeds_give_other_games() -> None:
    """The games of a run differ from each other and from those of another seed."""
    table = rules(BENCH, 2)
    outcomes = [str(Game(table, f"{seed}:{k}").position()["zones"]) for seed in range(5) for k in range(5)]
    assert len(set(outcomes)) == 25


# ---------------------------------------------------------------- seats


def test_policies_move_on_from_game_to_game() -> None:
    """With seats of their own, everybody moves one seat on in each game, and each holds each seat equally often."""
    table = rules(SEALED, 3)
    report = simulate(table, 9, policy="random", seats={0: "greedy"})
    assert [result.policies.index("greedy") for result in report.results] == [0, 1, 2] * 3
    assert report.policies["greedy"].games == 9
    assert report.policies["random"].games == 18
    assert [seating(table, "greedy", None, game) for game in range(3)] == [("greedy",) * 3] * 3


def test_wins_are_counted_by_who_began_too() -> None:
    """`wins_by_order` counts wins by the order in which seats first had to decide."""
    report = simulate("three-thirteen", 12, players=2, options={"rounds": 1}, seed=3)
    expected = [0, 0]
    for result in report.results:
        for seat in result.outcome.winners:
            expected[result.order[seat]] += 1
    assert list(report.wins_by_order) == expected
    assert {result.order for result in report.results} == {(0, 1), (1, 0)}
    assert sum(report.wins) == sum(report.wins_by_order) >= report.finished


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "simulate at least one game"),
        ({"policy": "clever"}, "unknown player clever; write random, greedy"),
        ({"seats": {2: "greedy"}}, "seat 2 does not exist: the game has 2 players"),
        ({"seats": {0: "clever"}}, "unknown player clever; write random, greedy"),
    ],
)
def test_what_cannot_be_simulated_is_said(arguments: dict[str, Any], message: str) -> None:
    """No games, no such player, no such seat: each is a SetupError in words."""
    with pytest.raises(SetupError, match=f"^{re.escape(message)}"):
        simulate(rules(BENCH, 2), **arguments)


# ---------------------------------------------------------------- sums


@given(st.integers(1, 400), st.data())
def test_an_interval_holds_its_share(games: int, data: st.DataObject) -> None:
    """Wilson's interval lies within 0 and 1, holds the share, and shrinks as games grow."""
    wins = data.draw(st.integers(0, games))
    share = Share.of(wins, games)
    assert -1e-9 <= share.low <= wins / games + 1e-9
    assert wins / games - 1e-9 <= share.high <= 1 + 1e-9
    many = Share.of(4 * wins, 4 * games)
    assert many.high - many.low < share.high - share.low


def test_an_interval_as_published() -> None:
    """One of ten at 95 %: 0.0179 to 0.4042, as tables of Wilson's interval have it."""
    share = Share.of(1, 10)
    assert (round(share.low, 4), round(share.high, 4)) == (0.0179, 0.4042)
    assert Share.of(0, 0) == Share(0, 0, 0.0, 1.0)


def test_a_report_is_json_and_rows(tmp_path: Path) -> None:
    """The report as one object survives JSON; as a file it has a row a game, with seats and winners from 1."""
    report = simulate(rules(SEALED, 2), 5, seed=2)
    data = report.to_json()
    assert json.loads(json.dumps(data)) == data
    path = tmp_path / "games.csv"
    report.write_csv(path)
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert [row["seed"] for row in rows] == ["2", "2:1", "2:2", "2:3", "2:4"]
    assert [row["winners"] for row in rows] == [" ".join(str(s + 1) for s in r.outcome.winners) for r in report.results]


def test_unfinished_games_have_no_winner() -> None:
    """A game that reaches its limit is counted apart, and nobody has won it."""
    report = simulate("three-thirteen", 3, players=2, limit=5)
    assert (report.finished, report.unfinished) == (0, 3)
    assert report.wins == (0, 0)
    assert report.scores == (None, None)
    assert report.shares[0] == Share(0, 0, 0.0, 1.0)


# ---------------------------------------------------------------- greedy


def test_greedy_beats_chance() -> None:
    """In 30 short games against a random player, whoever sits where, the interval of its wins lies above a half."""
    report = simulate("three-thirteen", 30, players=2, options=SHORT, seats={0: "greedy"})
    assert report.finished == 30
    assert report.policies["greedy"].low > 0.5
    assert report.policies["random"].high < 0.5


RENAMED = ("name", "stage", "life", "combo", "combos", "parts", "moves", "of")
KINDS = ("zones", "variables", "combos", "moves", "tables", "definitions")


def renamed(data: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Rules as JSON with every declared name exchanged for one that says nothing, in another alphabetical order."""

    def stages(stage: dict[str, Any]) -> list[str]:
        return [stage["name"], *(name for step in stage["steps"] for name in stages(step))]

    names = [thing["name"] for kind in KINDS for thing in data[kind]] + stages(data["play"])
    new = {name: f"x{999 - i}" for i, name in enumerate(dict.fromkeys(names))}

    def walk(thing: Any, key: str) -> Any:
        if isinstance(thing, dict):
            if thing.get("is") == "Type":
                return thing
            return {k: walk(v, k) for k, v in thing.items()}
        if isinstance(thing, list):
            return [walk(item, key) for item in thing]
        return new.get(thing, thing) if key in RENAMED and isinstance(thing, str) else thing

    bare = {**data, "texts": [], "because": [], "books": [], "clauses": [], "rulings": [], "scenarios": []}
    return walk(bare, ""), new


@pytest.mark.parametrize("games", [1, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize(
    ("where", "options"),
    [("three-thirteen", SHORT), (str(SKETCHES / "go-fish.yaml"), {}), (str(SKETCHES / "drei.yaml"), {})],
    ids=["three-thirteen", "go-fish", "drei"],
)
def test_names_mean_nothing_to_the_engine(where: str, options: dict[str, object], policy: str, games: int) -> None:
    """Rename every move, zone, variable, combo, table, definition and stage: the same game is played, move for move."""
    table = load(where, 3, options)
    data, new = renamed(json.loads(to_json(table.ir)))
    other = Rules(bind(from_json(json.dumps(data)), 3, options))
    for number in range(games):
        first, second = Game(table, f"8:{number}"), Game(other, f"8:{number}")
        ours = [POLICIES[policy](8, number, seat) for seat in range(3)]
        theirs = [POLICIES[policy](8, number, seat) for seat in range(3)]
        while first.to_act and first.decisions < 120:
            seat = first.to_act[0]
            assert second.to_act == first.to_act
            assert len(first.legal_moves(seat)) == len(second.legal_moves(seat))
            move, same = ours[seat].choose(first.offer(seat)), theirs[seat].choose(second.offer(seat))
            assert new[move.name] == same.name
            assert _places(move.choices, new) == same.choices
            first.play(seat, move)
            second.play(seat, same)
        assert first.outcome == second.outcome
        assert first.position()["chance"] == second.position()["chance"]


def _places(choices: tuple[tuple[str, str], ...], new: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """Choices whose cards name zones, with the new names of these."""

    def renamed_word(word: str) -> str:
        zone, colon, card = word.partition(":")
        return f"{new[zone]}:{card}" if colon else word

    return tuple((new.get(name, name), " ".join(map(renamed_word, value.split()))) for name, value in choices)


IDLE = """
croupier: 1
game: idle
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
state: {waits: number}
play:
  begin: move deck to stock
  steps:
    turn: {by: players, times: 6, moves: [throw]ELSE}
moves: {throw: {choose: {card: one of hand}, do: move card to stock}}
result: {score: waits}
"""


def test_stuck_is_who_is_not_provided_for() -> None:
    """Nobody ever has a legal move: six times stuck; where `else` says what then, not once."""
    bare = simulate(Rules(bind(compile_text(IDLE.replace("ELSE", "")))), 1)
    provided = simulate(Rules(bind(compile_text(IDLE.replace("ELSE", ", else: add 1 to waits")))), 1)
    assert (bare.stuck, provided.stuck) == (6, 0)


def endless(turn: str, **changes: str) -> str:
    """What is said of a game that goes round for ever, with this as its turn."""
    text = IDLE.replace("{by: players, times: 6, moves: [throw]ELSE}", turn)
    for old, other in changes.items():
        text = text.replace(old, other)
    with pytest.raises(RulesFault) as caught:
        simulate(Rules(bind(compile_text(text))), 1)
    return caught.value.what


def test_a_stage_that_never_ends_is_named() -> None:
    """The fault says which stage is performed again and again, and that nobody had a legal move in it."""
    nobody = "100,000 stages ran without a decision, turn 100,000 times with no legal move (throw)"
    bare = endless("{by: players, until: waits > 0, moves: [throw]}")
    assert bare.endswith(f"{nobody}; add an `else`, or an `until` that ends the stage")
    assert endless("{by: players, until: waits > 0, moves: [throw], else: add 0 to waits}").endswith(
        f"{nobody}; does it ever end?"
    )


def test_of_stages_that_never_end_the_outermost_is_named() -> None:
    """The moves are those of the steps that were come to; where there are none, none are spoken of."""
    steps = "until: waits > 0, steps: {never: {when: waits > 0, by: players, moves: [wave]}, act: {by: players, STEP}}"
    wave = {"moves: {throw": "moves: {wave: {}, throw"}
    said = endless(f"{{{steps.replace('STEP', 'moves: [throw]')}}}", **wave)
    assert "turn 33,334 times with no legal move (throw); add" in said
    said = endless(f"{{{steps.replace('STEP', 'begin: add 0 to waits')}}}", **wave)
    assert said.endswith("turn 33,334 times; does it ever end?")


@pytest.mark.costly
def test_a_script_without_a_guard_says_what_to_write(tmp_path: Path) -> None:
    """Workers run the script of the user again; the one line says so, instead of the tracebacks of each."""
    script = tmp_path / "script.py"
    script.write_text("from croupier import simulate\nsimulate('trio', 4, engine='reference', jobs=2)\n")
    ran = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 1
    assert "put the call with `jobs` below `if __name__ == '__main__':`" in ran.stderr
    assert "bootstrapping" not in ran.stderr
