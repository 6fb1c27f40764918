"""Variants as people write them at a table: each means what was meant, and what is told of it says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.table import catalogue
from croupier.workbench.difference import Written, differences
from croupier.workbench.scenarios import run_scenarios
from croupier_dsl import check_file, check_text
from croupier_dsl.compiler import written_file

HERE = Path(__file__).parent
VARIANTS = sorted(HERE.glob("*.yaml"))


@pytest.mark.costly
@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_it_is_valid_and_its_scenarios_pass(path: Path) -> None:
    """Every variant here is played as its scenarios say."""
    rules, found = check_file(path, bundled=catalogue.directory())
    assert rules is not None, [f"{d.code} {d.message}" for d in found]
    assert rules.scenarios
    for result in run_scenarios(rules):
        assert result.passed, result


@pytest.mark.costly
def test_new_rows_of_a_table_with_another_key_are_told() -> None:
    """A table that is looked up by something else is told with all its rows, those that were too."""
    of = catalogue.directory() / "three-thirteen.yaml"
    mine = written_file(HERE / "dear-wilds.yaml", bundled=catalogue.directory())
    found = differences(Written(*written_file(of)), Written(*mine))
    points = next(one for one in found if one.path == "tables.points")
    assert points.now == ("points of card by wild", "yes: 25", "no: plain_points")
    assert points.was[0] == "points of card by rank"
    assert "J..K: 10" in points.was
    assert points.lead == "points is now points of card by wild (was points of card by rank)"


def test_a_condition_added_to_until_ends_nothing_by_itself() -> None:
    """The variant as it was first written: it is warned of, with the sentence that does what was meant."""
    text = (HERE / "one-pass.yaml").read_text("utf-8")
    joined = "change:\n  play.turn.revealing.until: face_up is not start_of_trio or passing\n"
    assert joined in text
    added = text.replace(joined, "").replace("add:\n", "add:\n  play.turn.revealing.until.passed: passing\n")
    rules, found = check_text(added, "mine.yaml", bundled=catalogue.directory())
    assert rules is not None
    (warning,) = found
    assert (warning.code, warning.labels[0].span.text) == ("W632", "play.turn.revealing.until.passed")
    assert "`play.turn.revealing.until: face_up is not start_of_trio or passing`" in warning.help
    assert [result.passed for result in run_scenarios(rules)] == [False]
