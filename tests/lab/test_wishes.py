"""Goals as they are typed, and settings that meet them."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from croupier import SetupError
from croupier.lab import Side, goals, trade_off, tune

from .games import edge


def test_goals_are_read() -> None:
    found = goals(" length 60..90, seat_advantage < 3%,first_player 45..55%, lead_changes>=2 ")
    assert [(goal.measure, goal.low, goal.high) for goal in found] == [
        ("length", 60, 90), ("seat_advantage", -inf, 0.03), ("first_player", 0.45, 0.55), ("lead_changes", 2, inf),
    ]  # fmt: skip
    assert [found[0].missed(value) for value in (60, 75, 45, 99)] == pytest.approx([0, 0, 0.25, 0.1])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", "a goal is missing"),
        ("lenght 60..90", "lenght is not a measure; did you mean length?"),
        ("length 90..60", "the first number is greater"),
        ("length around 60", "cannot read the goal `length around 60`"),
        ("length < 60%", "length is not a share: remove the %"),
        ("ties < 3", "ties is a share: write it in per cent, such as 3%"),
        ("length < 60, length > 20", "length has two goals"),
    ],
)
def test_what_cannot_be_read_is_said(words: str, told: str) -> None:
    with pytest.raises(SetupError, match=told.replace("?", r"\?").replace("..", r"\.\.")):
        goals(words)


def test_a_setting_that_meets_the_goals_is_found(tmp_path: Path) -> None:
    """Length is twice the turns, and the edge the first player's share: one in sixty settings is right."""
    pytest.importorskip("optuna", reason="optuna comes with the lab extra")
    side = Side(edge(tmp_path), options={"edge": 50})
    found = tune(side, goals("length 11..13"), trials=12, games=20, seed=1)
    assert found.best[0].options == {"turns": "6"}
    assert found.best[0].missed == (0.0,)
    assert found.best[0].means[0] is not None
    assert (found.best[0].means[0].mean, found.best[0].games) == (12, 60)
    assert len(found.rows()) == len(found.tried) <= 9


def test_what_the_rules_refuse_is_no_trial(tmp_path: Path) -> None:
    """A need leaves odd numbers of turns out; the trade-off is drawn of the rest."""
    pytest.importorskip("optuna", reason="optuna comes with the lab extra")
    pytest.importorskip("matplotlib", reason="matplotlib comes with the lab extra")
    path = edge(tmp_path)
    text = path.read_text(encoding="utf-8").replace("turns: 1..9", "turns: {is: 1..9, needs: {even: turns mod 2 is 0}}")
    path.write_text(text.replace("turns: {is: 1..9,", "turns: {is: 1..9, starting: 2,"), encoding="utf-8")
    found = tune(Side(path, options={"edge": 50}), goals("length 7..8, first_player < 60%"), trials=12, games=10)
    assert found.refused > 0
    assert all(int(setting.options["turns"]) % 2 == 0 for setting in found.tried)
    assert found.best[0].options["turns"] == "4"
    assert trade_off(found).startswith("<svg")


def test_nothing_to_vary(tmp_path: Path) -> None:
    pytest.importorskip("optuna", reason="optuna comes with the lab extra")
    with pytest.raises(SetupError, match="no options to vary"):
        tune(Side(edge(tmp_path), options={"edge": 50, "turns": 1}), goals("length < 3"))
