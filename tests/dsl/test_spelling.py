"""The nearest name."""

from __future__ import annotations

import pytest

from croupier_dsl.spelling import nearest


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("mvoes", "moves"),
        ("Moves", "moves"),
        ("move", "moves"),
        ("zone", "zones"),
        ("stat", "state"),
        ("draw-one", "draw_one"),
        ("h", None),
        ("xyzzy", None),
    ],
)
def test_nearest(name: str, meant: str | None) -> None:
    """One or two slips are seen through, and no more."""
    assert nearest(name, ["moves", "zones", "state", "draw_one", "play"]) == meant


def test_no_candidates() -> None:
    """Where there is nothing to choose from, nothing is meant."""
    assert nearest("a", []) is None
    assert nearest("moves", ["moves"]) is None


def test_the_first_of_equals() -> None:
    """Among equally near names the choice does not depend on their order."""
    assert nearest("hanx", ["hand", "hang"]) == nearest("hanx", ["hang", "hand"]) == "hand"


def test_long_names_are_quick() -> None:
    """A very long name is no work."""
    assert nearest("x" * 1_000_000, ["y" * 1_000_000, "moves"]) is None
