"""`croupier simulate`: the same seed gives the same games, and the numbers add up."""

from __future__ import annotations

import csv
import json
import os
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.simulate import compare

from .conftest import Run, Shell

pytestmark = pytest.mark.in_turn(10)

runs = sys.modules[croupier.simulate.__module__]

KEYS = {
    *("ruleset", "options", "players", "games", "finished", "unfinished", "cut_rounds", "decisions", "seconds", "seed"),
    *("wins", "wins_by_order", "scores", "length"),
}

FAULTY = """
croupier: 1
game: faulty
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, heap: pile seen by everyone}
state: {mark of player: number, whose: player or none}
play:
  begin: [move deck to stock, shuffle stock, {for each of players: move top 3 of stock to hand}]
  steps: {turn: {by: players, until: hand is empty, moves: [lay]}}
moves:
  lay:
    choose: {card: one of hand}
    do:
      - if rank of card is K and suit of card is spades: move card to hand of whose
        else: move card to heap
result: {score: mark, best: highest}
"""


def report(run: Run, *words: object) -> dict[str, object]:
    """The one JSON object that a simulation prints, without the time it took."""
    result = run("simulate", *words, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found.pop("seconds") > 0
    return found


def rows(path: Path) -> list[dict[str, str]]:
    """A table by its columns."""
    return list(csv.DictReader(path.read_text("utf-8").splitlines()))


def test_json(run: Run, tiny: Path) -> None:
    """`--json` prints exactly one object that says what was played and what came of it."""
    found = report(run, tiny, "--players", 3, "--games", 7, "--seed", 4, "--option", "cards_each=2")
    assert set(found) >= KEYS - {"seconds"}
    assert (found["players"], found["games"], found["finished"], found["unfinished"]) == (3, 7, 7, 0)
    assert (found["seed"], found["decisions"]) == (4, 7 * 6)
    assert found["options"] == {"cards_each": 2, "keep": False}
    assert len(found["wins"]) == len(found["wins_by_order"]) == len(found["scores"]) == 3
    assert sum(found["wins"]) == sum(found["wins_by_order"]) >= 7
    assert found["length"] == {"mean": 6.0, "median": 6, "p95": 6}


def test_defaults(run: Run, tiny: Path) -> None:
    """If nothing is said, a hundred games of seed 0 are played by the usual number of players."""
    found = report(run, tiny)
    assert (found["games"], found["seed"], found["players"]) == (100, 0, 2)


def test_same_seed_same_games(run: Run, tiny: Path) -> None:
    """The same seed gives the same report; another gives another."""
    assert report(run, tiny, "--games", 5, "--seed", 3) == report(run, tiny, "--games", 5, "--seed", 3)
    assert report(run, tiny, "--games", 5, "--seed", 3) != report(run, tiny, "--games", 5, "--seed", 4)


def test_the_same_in_several_processes(run: Run, tiny: Path, tmp_path: Path) -> None:
    """`--jobs` changes nothing but the time: the same report and the same rows in the same order, `--vary` too."""
    words = [
        tiny,
        "--players",
        3,
        "--seat",
        "2=greedy",
        "--option",
        "keep=yes",
        "--limit",
        7,
        "--games",
        20,
        "--seed",
        "5:3",
    ]
    alone = report(run, *words, "--csv", tmp_path / "alone.csv")
    together = report(run, *words, "--jobs", 2, "--csv", tmp_path / "together.csv")
    assert together == alone
    assert alone["unfinished"] == 20
    assert rows(tmp_path / "together.csv") == rows(tmp_path / "alone.csv")
    varied = [
        ["simulate", tiny, "--games", 7, "--vary", "cards_each=2,3", "--json", *more] for more in ([], ["--jobs", 2])
    ]
    one, two = ([_timeless(row) for row in json.loads(run(*words).stdout)["rows"]] for words in varied)
    assert one == two


def test_a_fault_in_another_process_names_its_game(run: Run, tmp_path: Path) -> None:
    """Rules that go wrong in some game are told with that game, whoever plays it; a single process plays it again."""
    path = tmp_path / "faulty.yaml"
    path.write_text(FAULTY, "utf-8")
    told = [run("simulate", path, "--games", 40, *more) for more in ([], ["--jobs", 2])]
    assert [result.exit_code for result in told] == [1, 1]
    assert told[0].stderr == told[1].stderr
    game = told[0].stderr.partition("in game ")[2].partition(";")[0]
    assert int(game.partition(":")[2] or 0) > 0
    assert run("simulate", path, "--seed", game).stderr == told[0].stderr


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_fault_keeps_what_was_played(run: Run, tmp_path: Path, jobs: int) -> None:
    """A fault ends a run, and what was played before is summed up and written; then the sentence, the game and the
    position that it was met in are told, so that both can be seen again."""
    path, table = tmp_path / "faulty.yaml", tmp_path / "games.csv"
    path.write_text(FAULTY, "utf-8")
    result = run("simulate", path, "--games", 40, "--jobs", jobs, "--csv", table)
    assert result.exit_code == 1
    assert "2 of 40 games" in result.stdout
    assert [row["seed"] for row in rows(table)] == ["0", "0:1"]
    assert "in moves.lay.do (faulty.yaml:15): move card to hand of whose" in result.stderr
    assert "in game 0:2; to replay it: --seed 0:2" in result.stderr
    for line in ("after 5 decisions: turn 6 of P2", "hand of P2: KS", "heap: AH 4H 9D QS 6C", "then P2: lay card=KS"):
        assert line in result.stderr
    game = croupier.Game(croupier.load(path), "0:2")
    told = json.loads(run("simulate", path, "--games", 40, "--jobs", jobs, "--json").stdout)
    assert (told["games"], told["fault"]["seed"], told["fault"]["line"]) == (2, "0:2", 15)
    there = croupier.Game.at(game.rules, told["fault"]["position"])
    with pytest.raises(croupier.RulesFault, match="it has no owner here"):
        there.play(1, told["fault"]["move"].partition(": ")[2])


def test_a_fault_keeps_the_rows_before_it(run: Run, tmp_path: Path) -> None:
    """So it does with `--vary`, where what to type names the row too; and where the first game went wrong at once."""
    path = tmp_path / "faulty.yaml"
    path.write_text(
        FAULTY.replace("players: 2\n", "players: 2\noptions: {dealt: 1..3}\n").replace("top 3", "top dealt"), "utf-8"
    )
    words = ["simulate", path, "--games", 3, "--vary", "dealt=1,3", "--jobs", 1]
    result = run(*words)
    assert result.exit_code == 1
    assert [line.split()[:2] for line in result.stdout.splitlines() if line.startswith((" 1 ", " 3 "))] == [
        ["1", "3"],
        ["3", "2"],
    ]
    assert "to replay it: --option dealt=3 --seed 0:2" in result.stderr
    told = json.loads(run(*words, "--json").stdout)
    assert [row["games"] for row in told["rows"]] == [3, 2]
    assert told["fault"]["seed"] == "0:2"
    first = run("simulate", path, "--option", "dealt=3", "--seed", "0:2", "--json")
    assert (json.loads(first.stdout)["games"], first.exit_code) == (0, 1)


def test_a_fault_in_python_has_the_report(tmp_path: Path) -> None:
    """`simulate` from Python raises the fault, which holds what was played before."""
    path = tmp_path / "faulty.yaml"
    path.write_text(FAULTY, "utf-8")
    with pytest.raises(croupier.RulesFault) as caught:
        croupier.simulate(path, 40)
    fault = caught.value
    assert fault.report is not None
    assert (fault.report.games, fault.game, fault.path) == (2, "0:2", "moves.lay.do")
    with pytest.raises(croupier.RulesFault) as caught:
        croupier.simulate(path, 40, jobs=2)
    assert caught.value.to_json() == fault.to_json()


def test_a_comparison_in_python_has_its_rows(tmp_path: Path) -> None:
    """So does `compare`, with the rows before and what was played of the last."""
    path = tmp_path / "faulty.yaml"
    path.write_text(
        FAULTY.replace("players: 2\n", "players: 2\noptions: {dealt: 1..3}\n").replace("top 3", "top dealt"), "utf-8"
    )
    with pytest.raises(croupier.RulesFault) as caught:
        compare(path, {"dealt": [1, 3]}, 3)
    assert [(row.varied, row.report.games) for row in caught.value.rows] == [({"dealt": "1"}, 3), ({"dealt": "3"}, 2)]
    assert (caught.value.game, caught.value.again) == ("0:2", "--option dealt=3 --seed 0:2")


def _timeless(row: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in row.items() if name != "seconds"}


def test_short_deals_are_counted(run: Run, tmp_path: Path) -> None:
    """Games in which a deal found too few cards are counted, and the first of them is named."""
    path = tmp_path / "short.yaml"
    deal = "{for each of players: move top 30 of stock to hand}"
    path.write_text(FAULTY.replace("{for each of players: move top 3 of stock to hand}", deal), "utf-8")
    words = ["simulate", path, "--seed", "4:2", "--games", 2, "--limit", 1]
    assert "short deals: in 2 games, first in 4:2" in run(*words).stdout
    assert json.loads(run(*words, "--json").stdout)["short_deals"] == {"games": 2, "first": "4:2"}
    path.write_text(FAULTY, "utf-8")
    assert "short deals" not in run(*words).stdout


def test_one_game_is_replayed(run: Run, tiny: Path, tmp_path: Path) -> None:
    """`--seed S:k` plays game k of the run `--seed S` again, and that alone, whoever sits where."""
    both = [tiny, "--players", 3, "--seat", "2=greedy", "--csv"]
    report(run, *both, tmp_path / "all.csv", "--games", 6, "--seed", 9)
    one = report(run, *both, tmp_path / "one.csv", "--seed", "9:4")
    assert (one["games"], one["seed"]) == (1, "9:4")
    assert rows(tmp_path / "one.csv") == rows(tmp_path / "all.csv")[4:5]


def test_csv(run: Run, tiny: Path, tmp_path: Path) -> None:
    """`--csv` writes a row a game, over what was there before, and leaves nothing else behind."""
    table = tmp_path / "games.csv"
    table.write_text("old", "utf-8")
    run("simulate", tiny, "--games", 4, "--csv", table)
    written = rows(table)
    assert [row["seed"] for row in written] == ["0", "0:1", "0:2", "0:3"]
    assert all(row["outcome"] == "finished" and row["policy_1"] == "random" for row in written)
    assert all(int(row["score_1"]) >= 3 for row in written)
    assert [path.name for path in tmp_path.iterdir()] == ["games.csv"]


def test_limit(run: Run, tiny: Path) -> None:
    """A game that reaches its limit of decisions is unfinished, and nobody wins it."""
    found = report(run, tiny, "--games", 3, "--limit", 2)
    assert (found["finished"], found["unfinished"], found["wins"]) == (0, 3, [0, 0])
    assert "3 unfinished" in run("simulate", tiny, "--games", 3, "--limit", 2).output


def test_table(run: Run, tiny: Path) -> None:
    """For people there is a table by seat, by order of first turn, and by policy if seats differ; 80 columns."""
    output = run("simulate", tiny, "--games", 20, "--players", 4, "--seat", "1=greedy").output
    for word in ("seat", "turn", "policy", "greedy", "95 % interval", "20 finished", "cut rounds: 0"):
        assert word in output
    assert max(map(len, output.splitlines())) <= 80
    assert "policy" not in run("simulate", tiny, "--games", 2).output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--option", "cards_eech=2"], "did you mean cards_each?"),
        (["--option", "cards_each=9"], "cannot be 9; allowed: 1 to 5"),
        (["--option", "cards_each"], "NAME=VALUE"),
        (["--option", "keep=no", "--option", "keep=yes"], "given twice"),
        (["--seed", "x"], "invalid seed"),
        (["--seed", "-1"], "invalid seed"),
        (["--games", "0"], "--games"),
        (["--players", "9"], "2 to 4 players, not 9"),
        (["--seat", "3=greedy"], "seat 3 does not exist"),
        (["--seat", "0=greedy"], "such as 2=greedy"),
        (["--seat", "1=clever"], "unknown player clever"),
        (["--policy", "clever"], "random"),
        (["--csv", "/nowhere/at/all.csv"], "the folder /nowhere/at does not exist"),
        (["--csv", "/"], "is a folder"),
    ],
)
def test_misuse(run: Run, tiny: Path, words: list[str], told: str) -> None:
    """What cannot be is misuse: told before anything is played, and how it would be right."""
    result = run("simulate", tiny, *words)
    assert result.exit_code == 2
    assert told in result.stderr
    assert result.stdout == ""


def test_pipe_has_no_progress(shell: Shell, tiny: Path) -> None:
    """Where nobody watches there is no progress bar, and no escape sequence."""
    ran = shell("simulate", tiny, "--games", 3)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "\x1b" not in ran.stdout


def test_ctrl_c_sums_up(run: Run, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends a run early; what was played is summed up, and written."""
    summed = runs.summed

    def interrupted(*words: Any, **more: Any) -> Iterator[object]:
        yield from islice(summed(*words, **more), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(runs, "summed", interrupted)
    result = run("simulate", tiny, "--games", 50, "--csv", tmp_path / "games.csv")
    assert result.exit_code == 130
    written = len(rows(tmp_path / "games.csv"))
    assert 2 <= written <= 3
    assert f"{written} of 50 games" in result.output


def test_csv_to_a_device(run: Run, tiny: Path) -> None:
    """A device is written to, not replaced."""
    assert run("simulate", tiny, "--games", 1, "--csv", os.devnull).exit_code == 0
    assert not Path(os.devnull).is_file()
