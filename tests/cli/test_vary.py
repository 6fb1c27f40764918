"""`croupier simulate --vary`: a row for each value, all on the same seeds."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from croupier import load, simulate
from croupier.simulate import compare, play_games
from croupier.simulate.comparison import Spread
from croupier.simulate.runs import repeating

from .conftest import Run

pytestmark = pytest.mark.in_turn(10)


def rows(run: Run, *words: object) -> list[dict[str, object]]:
    """The rows of a comparison, without the time they took."""
    result = run("simulate", *words, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)["rows"]
    return [{key: value for key, value in row.items() if key != "seconds"} for row in found]


def alone(run: Run, *words: object) -> dict[str, object]:
    """A simulation by itself, without the time it took and what is said once of a whole run."""
    found = json.loads(run("simulate", *words, "--json").stdout)
    del found["seconds"], found["slower"], found["searched"]
    return found


def test_each_row_is_the_simulation_of_its_setting(run: Run, tiny: Path) -> None:
    """Every combination has its row, in the order given, with the figures that it has when it is simulated alone."""
    found = rows(run, tiny, "--games", 6, "--seed", 4, "--vary", "cards_each=1,3", "--vary", "keep=no,yes")
    assert [row["vary"] for row in found] == [
        {"cards_each": n, "keep": keep} for n, keep in product(("1", "3"), ("no", "yes"))
    ]
    for row in found:
        options = [word for name, value in row["vary"].items() for word in ("--option", f"{name}={value}")]
        by_itself = alone(run, tiny, "--games", 6, "--seed", 4, *options)
        assert by_itself.pop("fault") is None
        assert {key: row[key] for key in by_itself} == by_itself


def test_players_and_policy_are_varied(run: Run, tiny: Path) -> None:
    """`players` and `policy` are varied like options."""
    found = rows(run, tiny, "--games", 4, "--vary", "players=2,4", "--vary", "policy=random,greedy")
    assert [(row["players"], list(row["policies"])) for row in found] == [
        (n, [policy]) for n in (2, 4) for policy in ("random", "greedy")
    ]
    greedy = alone(run, tiny, "--games", 4, "--players", 4, "--policy", "greedy")
    assert found[3]["wins"] == greedy["wins"]


def test_the_table(run: Run, tiny: Path) -> None:
    """A row each, with the varied values first, in a hundred columns."""
    result = run("simulate", tiny, "--games", 5, "--vary", "cards_each=1,2,3", "--vary", "players=2,3")
    lines = result.output.splitlines()
    assert max(map(len, lines)) <= 100
    head = next(line.split() for line in lines if line.startswith(" cards_each"))
    assert head == ["cards_each", "players", "ended", "decisions", "turn", "winner", "others", "1st", "cut", "stuck"]
    assert [line.split()[:4] for line in lines if line.split()[:1] in (["1"], ["2"], ["3"])] == [
        [str(cards), str(n), "5", str(cards * n)] for cards in (1, 2, 3) for n in (2, 3)
    ]


def test_combinations_that_needs_refuse_are_told(run: Run) -> None:
    """A combination that the rules refuse is named with its reason under the others."""
    words = ["trio", "--games", 1, "--vary", "players=3,4", "--vary", "form=alone,pairs"]
    result = run("simulate", *words)
    assert result.exit_code == 0
    assert "not played: players=3, form=pairs: " in result.output
    (refused,) = json.loads(run("simulate", *words, "--json").stdout)["refused"]
    assert refused["vary"] == {"players": "3", "form": "pairs"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--vary", "card_each=1,2"], "has no option card_each; did you mean cards_each?"),
        (["--vary", "cards_each=1,99"], "option cards_each cannot be 99; allowed: 1 to 5"),
        (["--vary", "players=2,9"], "is for 2 to 4 players, not 9"),
        (["--vary", "players=2,two"], "expected a number of players, found two"),
        (["--vary", "policy=random,clever"], "unknown player clever; write random, greedy"),
        (["--vary", "cards_each"], "expected NAME=A,B,…, found cards_each"),
        (["--vary", "cards_each=1,,2"], "expected NAME=A,B,…, found cards_each=1,,2"),
        (["--vary", "cards_each=1,1"], "cards_each=1 is given twice"),
        (["--vary", "cards_each=1", "--vary", "cards_each=2"], "--vary cards_each is given twice"),
        (["--vary", "cards_each=1,2", "--option", "cards_each=3"], "cards_each is both set and varied"),
        (["--vary", "players=2,3", "--players", "2"], "players is both set and varied"),
        (["--vary", "keep=no,yes", "--csv", "games.csv"], "--csv cannot be combined with --vary"),
        (["--vary", "players=2,3", "--seat", "3=greedy"], "seat 3 does not exist: the game has 2 players"),
    ],
)
def test_mistakes_are_told_before_anything_is_played(run: Run, tiny: Path, words: list[str], message: str) -> None:
    """Each is misuse, told in words; nothing is printed of games."""
    result = run("simulate", tiny, *words)
    assert result.exit_code == 2
    assert message in result.output
    assert "games in" not in result.output


def test_from_python(tiny: Path) -> None:
    """`compare` gives the rows as objects: reports, medians between quartiles, and who decides first."""
    (one, two) = compare(tiny, {"keep": [False, True]}, 8, seed=3)
    assert (one.varied, two.varied) == ({"keep": "no"}, {"keep": "yes"})
    report = simulate(tiny, 8, options={"keep": "yes"}, seed=3)
    assert two.report.wins == report.wins
    assert (two.first.wins, two.first.games) == (report.wins_by_order[0], report.finished)
    games = [result.outcome for result in report.results]
    assert two.winner == Spread.of(Counter(out.scores[seat][0] for out in games for seat in out.winners))
    assert two.scores[1] == Spread.of(Counter(out.scores[1][0] for out in games))
    assert two.length == Spread(*[result.decisions for result in games[:1]] * 3)


def test_rounds_are_those_of_the_outermost_stage_that_repeats(tiny: Path) -> None:
    """Where a game has rounds of turns the rounds are counted; where it has turns alone, these."""
    table = load("three-thirteen", 2, {"rounds": 3})
    assert repeating(table) == "round"
    assert [result.rounds for result in play_games(table, 2)] == [3, 3]
    small = load(tiny, 2)
    assert repeating(small) == "turn"
    assert [result.rounds for result in play_games(small, 2)] == [
        result.outcome.decisions for result in play_games(small, 2)
    ]


def test_a_spread() -> None:
    """The median between the quartiles, as of all the numbers there are; of one number that number; of none nothing."""
    assert Spread.of(Counter([5, 1, 2, 4, 3])) == Spread(2, 3, 4)
    assert Spread.of(Counter([7])) == Spread(7, 7, 7)
    assert Spread.of(Counter()) is None
