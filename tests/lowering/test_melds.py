"""Melds that lie on the table, as compiled rules have them and as the reference does."""

from __future__ import annotations

from croupier import load
from croupier.fast import compiled

from .alongside import first_difference


def test_melds_are_of_the_combo_that_they_were_found_as() -> None:
    """Also where their cards make another combo as well."""
    rules = load("trio", 6, {"starter": "6", "form": "pairs", "exchange": "no"})
    assert first_difference(rules, compiled(rules, "python"), "11:21", 40, every=8) is None
