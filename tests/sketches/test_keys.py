"""Rows by number and piles by colour, by what options settle."""

from __future__ import annotations

from pathlib import Path

from croupier import load

HERE = Path(__file__).parent
GAMES = [str(HERE / "quays.yaml"), str(HERE / "beacons.yaml")]


def test_options_settle_how_many_rows_there_are() -> None:
    """A row for each number of the range that this table has agreed on, and no more."""
    for quays in (3, 5):
        program = load(GAMES[0], 2, options={"quays": quays}).program
        names = [program.place_name(place.index) for place in program.places if place.zone.name == "quay"]
        assert names == [f"quay of {n}" for n in range(1, quays + 1)]
        assert program.variables["cleared"].size == 2 * quays
