"""Consoles in pages are compared, and recorded again, with `…` for what they leave out."""

from __future__ import annotations

import pytest

from .blocks import kept, matches

FOUND = "one\n\ntwo 2\nthree\nfour\nfive in 3 s\n\nsix"


@pytest.mark.parametrize(
    "expected",
    [
        "one\n…\nthree\nfour\n…",
        "…\nthree\n…\nsix",
        "…\nfive in … s\n…",
        "one\n\ntwo …\nthree\n…\nsix",
        FOUND,
    ],
)
def test_output_that_matches_stays_as_it_is_shown(expected: str) -> None:
    """It leaves out the same lines, and the same parts of lines."""
    assert matches(expected, FOUND)
    assert kept(expected, FOUND) == expected


@pytest.mark.parametrize(
    ("expected", "shown"),
    [
        ("one\n…\ntri\nfour\n…", "one\n…\nthree\nfour\n…"),
        ("…\nthree\n4\n…\nsix", "…\nthree\nfour\n…\nsix"),
        ("…\nthree\nfour\n…\nseven", "…\nthree\nfour\nfive in 3 s\n\nsix"),
        ("…\nnine\n…", FOUND),
        ("first\n…\nfour\n…", "one\n…\nfour\n…"),
    ],
)
def test_output_that_has_changed_is_shown_as_before(expected: str, shown: str) -> None:
    """Lines next to those that are still there are exchanged; where none is, nothing is left out."""
    assert kept(expected, FOUND) == shown
    assert matches(shown, FOUND)
