"""Rows of results, with seats from 0, and what a notebook shows."""

from __future__ import annotations

import pytest

from croupier import Game, load, simulate
from croupier.base.frames import MOST_ROWS, table
from croupier.lab import survey
from croupier.simulate import compare
from croupier.workbench.coverage import measure

RULES = load("three-thirteen", 3, {"rounds": 1})


@pytest.mark.costly
def test_a_report_has_a_row_for_each_game() -> None:
    """Seats count from 0; the seat that decided first is a column; the seed plays the game again."""
    report = simulate(RULES, 12, seed=5, policy="greedy")
    rows = report.rows()
    assert [row["winners"] for row in rows] == [list(result.outcome.winners) for result in report.results]
    for row, result in zip(rows, report.results, strict=True):
        assert isinstance(row["first"], int)
        assert result.order[row["first"]] == 0
        again = Game(RULES, str(row["seed"]))
        assert again.to_act == (row["first"],)
    assert sum(seat in row["winners"] for row in rows for seat in range(3)) == sum(report.wins)  # type: ignore[operator]  # a list of plain values


def test_a_result_has_a_row_for_each_seat() -> None:
    """Exactly one seat was first, and the best rank is that of the winners."""
    result = simulate(RULES, 1, seed=2).results[0]
    rows = result.rows()
    assert [row["seat"] for row in rows] == [0, 1, 2]
    assert [row["seat"] for row in rows if row["first"]] == [result.first]
    assert [row["seat"] for row in rows if row["won"]] == list(result.outcome.winners)
    assert all((row["rank"] == 1) == row["won"] for row in rows)


@pytest.mark.costly
def test_a_survey_counts_seats_as_a_report_does() -> None:
    """The same games have the same winners and the same first seat in both."""
    surveyed = survey(RULES, games=8, seed=3, policy="greedy").rows()
    simulated = simulate(RULES, 8, seed=3, policy="greedy").rows()
    same = ("seed", "winners", "first", "decisions")
    assert [[row[key] for key in same] for row in surveyed] == [[row[key] for key in same] for row in simulated]


@pytest.mark.costly
def test_a_comparison_has_a_row_for_each_setting() -> None:
    """It is still a list of its results."""
    found = compare("three-thirteen", {"rounds": [1, 2]}, 5, players=2)
    assert [row["rounds"] for row in found.rows()] == ["1", "2"]  # an option with the name of a result
    assert [row["rounds_played"] for row in found.rows()] == [1, 2]
    assert [each.report.games for each in found] == [5, 5]
    assert len(found.frame()) == 2  # type: ignore[arg-type]  # a frame of any library, or a list


@pytest.mark.costly
def test_coverage_has_a_row_for_each_element() -> None:
    """Its counts are those of the tally."""
    tally = measure(RULES.ir, 3)
    rows = tally.rows()
    assert [row["path"] for row in rows] == [*tally.elements.all]
    assert {row["path"] for row in rows if row["count"]} == {*tally.counts}
    assert all((row["first"] is None) == (row["count"] == 0) for row in rows)


def test_a_game_shows_no_more_than_the_seat_to_act_sees() -> None:
    """Cards of other hands are counted only; names of seats are shown, not numbers."""
    rules = load("three-thirteen", 2, {"rounds": 1}, names=["Ann", "Bob"])
    game = Game(rules, seed=7)
    shown = game._repr_html_()
    seat = game.to_act[0]
    other = f"hand of {('Ann', 'Bob')[1 - seat]}"
    assert f"<td>{other}</td><td>3</td><td></td>" in shown
    assert shown == game.view(seat)._repr_html_()
    while game.to_act:
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    assert "<td>Ann</td>" in game._repr_html_()


@pytest.mark.parametrize("rows", [[], [{"a": "<b>", "c": [1, 2.5]}], [{"n": n} for n in range(MOST_ROWS + 5)]])
def test_a_table_is_escaped_and_bounded(rows: list[dict[str, object]]) -> None:
    """Text is no markup, and a notebook is not flooded."""
    text = table(rows, "x & y")
    assert "<caption>x &amp; y</caption>" in text
    assert "<b>" not in text
    assert text.count("<tr>") <= MOST_ROWS + 1
    assert text.endswith("<p>… 5</p>") == (len(rows) > MOST_ROWS)
