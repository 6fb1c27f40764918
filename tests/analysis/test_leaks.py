"""What `check` says of rules that tell what lies hidden: nothing of what comes along, and no more where it is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.table import catalogue
from croupier_dsl import check_text
from croupier_dsl.analysis.moving import leaks
from tests.printed import NAMES
from tests.secrets.plants import PLANTS, checked

pytestmark = pytest.mark.in_turn(10)

TELLS = (Path(__file__).parents[1] / "diagnostics" / "bad" / "remarks" / "tells.yaml").read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_no_false_alarm_in_what_is_printed(name: str) -> None:
    """What they tell they say that they tell."""
    assert [*leaks(catalogue.find(name))] == []


@pytest.mark.slow
def test_no_false_alarm_on_the_shelf() -> None:
    """The same of everything that comes along."""
    assert {name for name in catalogue.names() if [*leaks(catalogue.find(name))]} == set()


def test_what_is_meant_is_not_told_of() -> None:
    """A place that is warned of may be named in `told`, or what it is part of."""
    assert [each.code for each in check_text(TELLS)[1]] == ["W630"] * 4
    meant = (
        "rulings: {A1: So it is.}\ntold: {play.turn: A1, moves.draw.do.if suit of drawn is hearts: A1, moves.lay: A1}\n"
    )
    rules, found = check_text(TELLS + meant)
    assert rules is not None
    assert [each.span.text for each in found if each.span] == ["secret + count of stock"]


def test_who_plays_alone_is_told_what_the_rules_like() -> None:
    """There is nobody to hide from."""
    assert check_text(TELLS.replace("players: 2..4", "players: 1"))[1] == []


@pytest.mark.parametrize("number", [10, 12, 21, 29])
def test_plain_plants_are_told_as_one_writes(number: int, tmp_path: Path) -> None:
    """State, a stage, and how many cards move, by the cards of the stock."""
    assert "W630" in {each.code for each in checked(number, tmp_path)[1]}, PLANTS[number]
