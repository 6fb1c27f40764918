"""Slips in copies of rulesets that come along: what `secrets` finds of them, and what it is known to miss."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.workbench.secrets import examine

from .plants import PLANTS, checked

MISSED = {21, 25}
"""Not found in so few games; the page about secrets says why. `check` warns of both."""
PLAYERS = {13: 3, 17: 3, 22: 3, 23: 3, 31: 4, 34: 3}
"""Looked for with more players: of two, each knows what the other holds."""
QUICK = (2, 7, 11, 12, 20, 34, 35, 37, 41)
GAMES = 24
MORE = {22: 120}
"""Told only when somebody holds one card, late in a game."""


@pytest.mark.in_turn(9)
@pytest.mark.parametrize(
    "number",
    [
        pytest.param(number, marks=() if number in QUICK else pytest.mark.slow)
        for number in range(len(PLANTS))
        if number not in MISSED
    ],
)
def test_what_is_planted_in_a_game_is_found(number: int, tmp_path: Path) -> None:
    """It is a leak, as nothing says that it is meant."""
    rules, _ = checked(number, tmp_path, PLAYERS.get(number))
    assert rules is not None
    assert examine(rules, MORE.get(number, GAMES), seed=5).leaks, PLANTS[number]
