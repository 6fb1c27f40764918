"""Options changed one at a time: what matters is found, what says nothing about a game is left alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from croupier import SetupError
from croupier.base.language import speaking
from croupier.lab import Side, compare, screen, screened
from croupier.lab.space import left_alone, space_of
from croupier.table.catalogue import playable

from .games import edge

pytestmark = pytest.mark.in_turn(5)


def test_options_that_matter_come_first(tmp_path: Path) -> None:
    """The turns make the length, the edge makes who wins: each is told of its measure, and of no other."""
    found = screen(Side(edge(tmp_path)), about=("length", "wins"), games=150, seconds=600)
    assert found.about == ["wins", "length"]
    by_wins, by_length = ([(change.option, effect.verdict) for change, effect in found.ranked(at)] for at in (0, 1))
    assert {name for name, verdict in by_wins if verdict == "differs"} == {"edge"}
    assert {name for name, verdict in by_length if verdict == "differs"} == {"turns"}
    assert [verdict for _, verdict in by_length] == sorted([verdict for _, verdict in by_length], key="differs".__ne__)
    with speaking("fr"):
        assert any("turns=2" in sentence for sentence in screened(found))


def test_all_intervals_hold_together(tmp_path: Path) -> None:
    """One of many changes has a wider interval than the same change alone."""
    side = Side(edge(tmp_path))
    alone, among = (
        screen(side, about=("wins",), vary=vary, games=100, seconds=600)
        for vary in ({"edge": ["50", "60"]}, {"edge": ["50", "60"], "turns": ()})
    )
    [one], other = alone.changes, next(change for change in among.changes if change.option == "edge")
    assert one.effects[0].change == other.effects[0].change
    assert one.effects[0].high < other.effects[0].high


@pytest.mark.slow
def test_the_numbers_do_not_depend_on_the_processes(tmp_path: Path) -> None:
    a, b = Side(edge(tmp_path)), Side(edge(tmp_path), options={"edge": 55, "turns": 2})
    pairs = [replace(compare(a, b, games=300, seconds=600, jobs=jobs), seconds=0.0) for jobs in (1, 2)]
    assert pairs[0] == pairs[1]
    rows = [screen(a, vary={"edge": ()}, about=("wins",), games=200, seconds=600, jobs=jobs).rows() for jobs in (1, 3)]
    assert rows[0] == rows[1]


def test_limits_and_seats_are_left_alone() -> None:
    """A number that only caps a stage which ends by itself is a limit; one that is compared with a seat names it."""
    alone = {name: left_alone(playable(name, ())[0]) for name in ("rami", "klondike", "trio", "texas-holdem", "war")}
    assert alone == {
        "rami": {"turn_limit": "limit"}, "klondike": {"move_limit": "limit"}, "trio": {"starter": "seat"},
        "texas-holdem": {}, "war": {"battle_limit": "limit"},
    }  # fmt: skip
    side = Side("trio")
    rules = side.load(3)
    space = space_of(side, rules)
    assert (space.aside, "starter" in space.values) == ({"starter": "seat"}, False)
    asked = space_of(side, rules, {"starter": ()})
    assert (asked.aside, list(asked.values)) == ({}, ["starter"])


def test_numbers_are_halved_and_doubled() -> None:
    side = Side("rami")
    space = space_of(side, side.load(2), halves=True)
    assert (space.values["limit"], space.values["open_min"]) == (["250", "500", "1000"], ["25", "51", "102"])
    assert space.values["rounds"] == ["0", "1", "2"]


def test_what_is_refused_is_said(tmp_path: Path) -> None:
    path = edge(tmp_path)
    text = path.read_text(encoding="utf-8").replace("turns: 1..9", "turns: {is: 1..9, needs: {few: turns < 3}}")
    path.write_text(text, encoding="utf-8")
    found = screen(Side(path), vary={"turns": ["2", "3"]}, games=30, seconds=600)
    assert [change.value for change in found.changes] == ["2"]
    assert [value for _, value, _ in found.refused] == ["3"]
    assert any(sentence.startswith("Refused by the rules: turns=3: ") for sentence in screened(found))
    with pytest.raises(SetupError, match="no options to vary"):
        screen(Side(path, options={"edge": 50, "turns": 1}))


@pytest.mark.parametrize("word", ["²", "--3", "9" * 5000])
def test_what_only_looks_like_a_number_is_refused(tmp_path: Path, word: str) -> None:
    """Of several values, those that the rules refuse are named, and the others are played."""
    found = screen(Side(edge(tmp_path)), vary={"turns": [word, "3"]}, games=1, seconds=600)
    assert [change.value for change in found.changes] == ["3"]
    assert [(name, value) for name, value, _ in found.refused] == [("turns", word)]
