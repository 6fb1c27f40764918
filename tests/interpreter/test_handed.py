"""Games that compiled rules hand to the reference are counted and told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier import load, simulate
from croupier.cli import main
from croupier.simulate.report import Sums

HANDED = Path(__file__).with_name("handed.yaml")
MUST = "must: ahead of me or out"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_counts_the_games_that_the_reference_played(jobs: int) -> None:
    """Each game handed over is counted, with the sentence and its file and line, whoever played it."""
    report = simulate(HANDED, 4, engine="python", jobs=jobs)
    [(why, games)] = report.handed.items()
    assert games == 3
    assert why.sentence == MUST
    assert why.place == f"{HANDED}:16"
    there = simulate(HANDED, 4, engine="reference")
    assert [each.outcome for each in report.results] == [each.outcome for each in there.results]
    assert not there.handed


def test_simulate_prints_what_was_handed_over() -> None:
    """The text says it, and so does JSON."""
    asked = ["simulate", str(HANDED), "--games", "3", "--engine", "python"]
    told = " ".join(CliRunner().invoke(main, asked).output.split())
    assert "played by the reference: 2 games" in told
    assert MUST in told
    [found] = json.loads(CliRunner().invoke(main, [*asked, "--json"]).stdout)["handed"]
    assert (found["games"], found["sentence"]) == (2, MUST)


def test_a_run_that_is_resumed_goes_on_counting(tmp_path: Path) -> None:
    """What is kept of a run holds what was handed over."""
    kept = tmp_path / "run"
    simulate(HANDED, 2, engine="python", resume=kept)
    report = simulate(HANDED, 3, engine="python", resume=kept)
    assert sum(report.handed.values()) == 2
    older = {key: value for key, value in Sums(load(str(HANDED), 2)).to_json().items() if key != "handed"}
    assert not Sums.from_json(load(str(HANDED), 2), older).handed


def test_nothing_is_said_where_nothing_is_handed_over() -> None:
    """A game that compiled rules play to its end is not counted."""
    assert not simulate("trio", 3, engine="python").handed
