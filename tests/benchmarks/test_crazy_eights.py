"""Crazy Eights of the benchmark is what the program written by hand in C plays; `tests/shelf/spiel` has OpenSpiel."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from statistics import fmean, stdev

import pytest

from croupier import load
from croupier.fast import Played, compiled, playouts

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.costly
def test_it_is_the_game_by_hand(tmp_path: Path) -> None:
    """As long on average, as many points, and as often without an empty hand, by chance of other numbers."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no compiler of C")
    made = tmp_path / "eights"
    subprocess.run(
        [compiler, "-O1", "-o", str(made), str(ROOT / "benchmarks" / "by_hand" / "crazy_eights.c")], check=True
    )
    words = [str(made), "4", "0.01", "1"]
    told = subprocess.run(words, check=True, capture_output=True, encoding="ascii", timeout=60).stdout.split()
    games, *sums = map(int, told[:4])
    rules = load(ROOT / "rulesets" / "shedding" / "crazy-eights.yaml", 4, preset="openspiel")
    played = [game for game in playouts(compiled(rules, "python"), 1, 0, 400) if isinstance(game, Played)]
    assert len(played) == 400
    scores = [[score[0] for score in game.outcome.scores] for game in played]
    measures = [
        [game.outcome.decisions for game in played],
        [sum(each) for each in scores],
        [int(max(each) < 0) for each in scores],
    ]
    for sum_of_many, few in zip(sums, measures, strict=True):
        assert abs(fmean(few) - sum_of_many / games) < 4 * stdev(few) / 20
