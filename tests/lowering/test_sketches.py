"""The sketches, rulesets of many ideas, on compiled rules as on the reference."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import Rules
from croupier.compile.binding import bind
from croupier.fast import compiled
from croupier_dsl import compile_file

from .alongside import first_difference
from .test_alongside import engines

pytestmark = pytest.mark.in_turn(10)

SKETCHES = sorted(Path(__file__).parent.parent.joinpath("sketches").glob("*.yaml"))
AT_LEAST = {"beacons", "frost", "masks", "orchard", "quays"}
"""These are compiled, whatever else is."""


@pytest.mark.parametrize("file", SKETCHES, ids=lambda file: file.stem)
def test_a_sketch_plays_as_on_the_reference(file: Path) -> None:
    """For the fewest players and for most, in each language."""
    written = compile_file(file)
    for players in {min(written.players), max(written.players)}:
        rules = Rules(bind(written, players))
        for engine in engines(rules) if file.stem in AT_LEAST else engines(rules, quick=True):
            assert first_difference(rules, engine, f"4:{players}", 80, every=4) is None


@pytest.mark.parametrize("name", sorted(AT_LEAST))
def test_it_is_compiled(name: str) -> None:
    """What has been compiled once stays so."""
    written = compile_file(next(file for file in SKETCHES if file.stem == name))
    assert compiled(Rules(bind(written, min(written.players))), "python").runs_on == "python"
