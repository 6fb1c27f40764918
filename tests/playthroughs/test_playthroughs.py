"""Recorded games: every view and every event of a seeded game, so that a change of behaviour is a readable diff.

CROUPIER_UPDATE=1 records them anew.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from croupier import load

from .story import story

HERE = Path(__file__).parent
SKETCHES = HERE.parents[1] / "tests" / "sketches" / "first"
GAMES = {
    "three-thirteen-2": ("three-thirteen", 2, {"rounds": 2}, 4, "greedy", 100_000),
    "three-thirteen-3": ("three-thirteen", 3, {"rounds": 2, "arrange": "player"}, 2, "greedy", 100_000),
    "rami-2": ("rami", 2, {"limit": 0, "rounds": 1}, 4, "greedy", 100_000),
    "rami-3": ("rami", 3, {"limit": 0, "rounds": 1}, 3, "greedy", 100_000),
    "drei-3": (SKETCHES / "drei.yaml", 3, {}, 2, "random", 40),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_it_went(name: str) -> None:
    """The same seed and the same players give the recorded game, to the letter."""
    where, players, options, seed, policy, most = GAMES[name]
    found = story(load(where, players, options), seed, policy, most)
    path = HERE / f"{name}.txt"
    if os.environ.get("CROUPIER_UPDATE"):
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")
    assert path.stat().st_size < 150_000
