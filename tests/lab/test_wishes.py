"""Goals as they are typed, and settings that meet them."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from croupier import SetupError
from croupier.cli.tune import _left_out
from croupier.lab import Mean, Setting, Side, goals, trade_off, tune

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


@pytest.mark.costly
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


@pytest.mark.costly
def test_what_the_rules_refuse_is_no_trial(tmp_path: Path) -> None:
    """A need leaves odd numbers of turns out; the trade-off is drawn of the rest."""
    pytest.importorskip("optuna", reason="optuna comes with the lab extra")
    pytest.importorskip("matplotlib", reason="matplotlib comes with the lab extra")
    path = edge(tmp_path)
    text = path.read_text(encoding="utf-8").replace("turns: 1..9", "turns: {is: 1..9, needs: {even: turns mod 2 is 0}}")
    path.write_text(text.replace("turns: {is: 1..9,", "turns: {is: 1..9, starting: 2,"), encoding="utf-8")
    found = tune(Side(path, options={"edge": 50}), goals("length 7..8, first_player < 60%"), trials=12, games=10)
    ((options, why), *_) = sorted(found.refused, key=lambda each: each[0]["turns"])
    assert options == {"turns": "1"}
    assert "it needs turns mod 2 is 0" in why
    assert {"options": options, "reason": why} in found.to_json()["refused"]
    assert f"Refused by the rules: turns=1: {why}" in _left_out(found)
    assert all(int(setting.options["turns"]) % 2 == 0 for setting in found.tried)
    assert found.best[0].options["turns"] == "4"
    assert trade_off(found).startswith("<svg")


LONG = """croupier: 1
game: long
players: 2
options: {deals: 1..3 starting 1, turn_limit: 1.. starting 60, idle: no/yes}
cards: {attributes: {value: 1..20}}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, gone: pile seen by everyone}
play:
  begin:
    - move deck to stock
    - shuffle stock
  steps:
    deal:
      times: deals
      begin:
        - for each of players: move top 3 of stock to hand
      steps:
        turn: {by: players, times: turn_limit, until: {out: some of players where hand is empty}, moves: [lay, wait]}
      end:
        - for each of players: move hand to gone
moves:
  lay: {choose: {card: one of hand}, when: {may_lay: not idle}, do: [move card to gone]}
  wait: {when: {must_wait: idle}}
result: {score: count of hand, best: lowest}
"""
"""A deal ends after five turns; with `turn_limit=1` or `idle` it is hardly played."""


@pytest.mark.costly
def test_a_game_that_is_not_played_is_no_answer(tmp_path: Path) -> None:
    """The shortest games are those that a limit cuts: they are left out, and the limit is not touched unasked."""
    pytest.importorskip("optuna", reason="optuna comes with the lab extra")
    path = tmp_path / "long.yaml"
    path.write_text(LONG, encoding="utf-8")
    found = tune(Side(path), goals("length 9..11"), trials=6, games=10)
    assert found.aside == {"turn_limit": "limit"}
    assert found.changed(found.best[0]) == {"deals": "2"}
    assert {setting.unplayed for setting in found.tried if setting.options["idle"] == "yes"} == {"cut"}
    asked = tune(
        Side(path, options={"idle": "no"}), goals("length < 3"), trials=9, games=10, vary={"turn_limit": ["1"]}
    )
    cut = next(setting for setting in asked.tried if setting.options["turn_limit"] == "1")
    assert (cut.unplayed, asked.best[0].options["turn_limit"]) == ("cut", "60")


@pytest.mark.costly
def test_differences_from_the_defaults_are_explained(tmp_path: Path) -> None:
    """The edge does not make the length: it is named as a difference that does not matter."""
    pytest.importorskip("optuna", reason="optuna comes with the lab extra")
    found = tune(
        Side(edge(tmp_path)), goals("length 11..13"), trials=4, games=10, vary={"edge": ["51"], "turns": ["6"]}
    )
    assert found.best[0].judged(found.goals) == ["met"]
    assert found.changed(found.best[0]) == {"turns": "6"}
    assert [(reason.option, reason.usual, reason.matters) for reason in found.reasons] == [("turns", "1", True)]
    both = tune(Side(edge(tmp_path)), goals("length 11..13, first_player 90..100%"), trials=4, games=10,
                vary={"edge": ["100"], "turns": ["6"]})  # fmt: skip
    assert {reason.option: reason.matters for reason in both.reasons} == {"turns": True, "edge": True}


def test_goals_are_judged_by_the_interval() -> None:
    [goal] = goals("length 10..20")
    judged = [
        Setting({}, 9, (Mean(15, low, high),), (0.0,)).judged([goal])[0]
        for low, high in ((11, 19), (9, 19), (21, 25), (14, 30))
    ]
    assert judged == ["met", "open", "missed", "open"]


def test_nothing_to_vary(tmp_path: Path) -> None:
    pytest.importorskip("optuna", reason="optuna comes with the lab extra")
    with pytest.raises(SetupError, match="no options to vary"):
        tune(Side(edge(tmp_path), options={"edge": 50, "turns": 1}), goals("length < 3"))
