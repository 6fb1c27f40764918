"""Two rulesets on the same deals: what is planted is found, what is equal is not told apart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from croupier import SetupError
from croupier.base.language import speaking
from croupier.lab import Side, compare, verdict
from croupier.lab.measures import WHAT, measured, shares_of, tied
from croupier.lab.sides import both
from croupier.seat.outcome import Outcome
from croupier.simulate import GameResult

from .games import edge

pytestmark = pytest.mark.in_turn(10)

PARTNERS = GameResult(
    "1", ("random",) * 4, Outcome(True, (0, 2), (), ((3,), (1,), (3,), (1,)), (1, 3, 1, 3), "highest", 9), (0, 1, 2, 3),
    0, 0, 0.0,
)  # fmt: skip
"""Seats 1 and 3 win."""


def test_a_planted_advantage_is_found(tmp_path: Path) -> None:
    """Two games of a hundred go from the second player to the first."""
    found = compare(Side(edge(tmp_path)), Side(edge(tmp_path), options={"edge": 52}), about=("wins",), seconds=60)
    first, second = found.effect("wins", 1), found.effect("wins", 2)
    assert found.ended == "settled"
    assert (first.verdict, second.verdict) == ("differs", "differs")
    assert 0 < first.low < 2 < first.high
    assert second.low < -2 < second.high < 0
    assert verdict(found)[0].startswith("With B the first player wins ")


def test_length_is_a_ratio(tmp_path: Path) -> None:
    """Three turns for two: half as long again in every game, who wins stays the same."""
    a, b = (Side(edge(tmp_path), options={"turns": turns}) for turns in (2, 3))
    found = compare(a, b, games=500)
    length = found.effect("length")
    assert (length.a, length.b, length.verdict) == (4, 6, "differs")
    assert (length.low, length.change, length.high) == pytest.approx((50, 50, 50))
    assert found.effect("wins", 1).change == 0
    assert found.effect("wins", 1).verdict == "same"
    assert "Games with B are 50.0 % longer, between 50.0 and 50.0 (4.0 with A, 6.0 with B)." in verdict(found)


def test_equal_rules_are_not_told_apart(tmp_path: Path) -> None:
    """By another name and on deals of their own; on the same deals they are the same in each game."""
    a, b = edge(tmp_path), edge(tmp_path, "other")
    apart = compare(a, b, games=1500, apart=True)
    assert [effect.verdict for effect in apart.effects if effect.verdict == "differs"] == []
    assert apart.effect("wins", 1).change != 0
    together = compare(a, b)
    assert (together.ended, {effect.change for effect in together.effects}) == ("settled", {0})


def test_the_same_games_give_the_same_numbers(tmp_path: Path) -> None:
    """Whatever time it takes."""
    a, b = Side(edge(tmp_path)), Side(edge(tmp_path), options={"edge": 50, "turns": 2})
    one, other = (replace(compare(a, b, games=300, seed=4), seconds=0.0) for _ in range(2))
    assert one == other


def test_partners_win_together() -> None:
    """A ruleset for partners against one where each plays alone: that two partners win is no tie."""
    assert [shares_of(PARTNERS, teams) for teams in (2, 4)] == [[1, 0, 1, 0], [0.5, 0, 0.5, 0]]
    assert (tied(PARTNERS, 2), tied(PARTNERS, 4)) == (False, True)
    found = compare("trio", "trio-spicy-teams", players=4, games=3, about=("ties",), seconds=60)
    assert (found.effect("ties").a, found.effect("ties").b) == (0, 0)


def test_the_usual_number_plays_by_default(tmp_path: Path) -> None:
    """Of either side, if both can play so; else the smallest that both can."""
    for number, (first, second, found) in enumerate((
        ("2..6 starting 4", "2..6 starting 4", 4), ("2..6 starting 4", "2..3", 2), ("2..4", "2/3 starting 3", 2),
        ("4..6", "3..6 starting 5", 4), ("6/7 starting 7", "2..6 starting 6", 6), ("2/5", "3..5", 5),
    )):  # fmt: skip
        paths = [edge(tmp_path, f"{name}{number}") for name in ("a", "b")]
        for path, players in zip(paths, (first, second), strict=True):
            path.write_text(path.read_text(encoding="utf-8").replace("players: 2", f"players: {players}"), "utf-8")
        assert both(Side(paths[0]), Side(paths[1]), None)[1].seats == found


def test_intervals_are_wider_the_more_is_asked(tmp_path: Path) -> None:
    """They hold together."""
    a, b = Side(edge(tmp_path)), Side(edge(tmp_path), options={"edge": 60})
    alone, among = (
        compare(a, b, about=about, games=200) for about in (("unfinished",), ("wins", "ties", "unfinished"))
    )
    assert among.effect("unfinished").high > alone.effect("unfinished").high > 0


def test_it_is_told_in_french(tmp_path: Path) -> None:
    found = compare(Side(edge(tmp_path)), Side(edge(tmp_path), options={"edge": 70}), games=300)
    with speaking("fr"):
        assert verdict(found)[0].startswith("Avec B, ")


def test_rows_are_plain(tmp_path: Path) -> None:
    found = compare(Side(edge(tmp_path)), Side(edge(tmp_path), options={"edge": 70}), games=100)
    assert [row["what"] for row in found.rows()] == ["wins", "wins", "length", "ties", "spread", "unfinished"]
    assert len(found.frame()) == 6  # type: ignore[arg-type]  # a frame of whatever library, or a list


def test_what_does_not_fit_is_said(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="unknown player wise"):
        compare(edge(tmp_path), edge(tmp_path), policy="wise")
    with pytest.raises(SetupError, match="no number of players fits both"):
        compare(edge(tmp_path), "klondike")
    with pytest.raises(SetupError, match="spread cannot be measured for 1 player; measure wins, length, "):
        compare("klondike", "klondike", about=("spread",))


def test_scores_of_several_players_are_compared() -> None:
    """The mean score of a game is compared if it is asked for; otherwise only for one player."""
    few, many = (Side("three-thirteen", options={"rounds": rounds}) for rounds in (2, 4))
    (effect,) = compare(few, many, players=2, about=("score",), games=200, seconds=60).effects
    assert (effect.what, effect.verdict) == ("score", "differs")
    assert effect.a is not None
    assert effect.b is not None
    assert effect.b - effect.a == pytest.approx(effect.change)
    assert {each.what for each in measured(2, None)} == {*WHAT} - {"score"}
    assert {each.what for each in measured(1, None)} == {"length", "score", "unfinished"}


@pytest.mark.slow
def test_coverage_in_many_repeats(tmp_path: Path) -> None:
    """As `benchmarks/lab.py` has it, with fewer repeats: of 40 planted advantages and 40 equal pairs."""
    a, b, other = Side(edge(tmp_path)), Side(edge(tmp_path), options={"edge": 52}), edge(tmp_path, "other")
    planted = [compare(a, b, seed=run, seconds=60, games=3000) for run in range(40)]
    assert sum(one.effect("wins", 1).verdict == "differs" for one in planted) >= 36
    assert sum(one.effect("wins", 1).low <= 2 <= one.effect("wins", 1).high for one in planted) >= 38
    equal = [compare(a, other, seed=1000 + run, seconds=60, games=2000, apart=True) for run in range(40)]
    assert sum(any(effect.verdict == "differs" for effect in one.effects) for one in equal) <= 2
