"""Small rulesets whose printed rules once said something wrong, each with what has to stand there."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.rulebook import markdown, rulebook
from croupier_dsl.compiler import check_text

CASES = Path(__file__).parent / "cases"


def printed(name: str, language: str = "en", **exchanged: str) -> str:
    """The rulebook of a case, with some of its text exchanged."""
    text = (CASES / f"{name}.yaml").read_text("utf-8")
    for old, new in exchanged.items():
        assert old in text
        text = text.replace(old, new)
    rules, found = check_text(text, f"{name}.yaml")
    assert rules is not None, found
    return markdown(rulebook(rules, {}, None, language))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("last", [5, 6, 7])
def test_a_sequence_over_numbers_lists_these_numbers(last: int, language: str) -> None:
    """The numbers that the sequence names, from the least of them, not those at the same places of the attribute."""
    told = printed("numbers-in-sequence", language, **{"sequence: 1..7": f"sequence: 1..{last}"})
    listed = ", ".join(map(str, range(1, last + 1)))
    line = next(line for line in told.splitlines() if listed in line and ("order" in line or "ordre" in line))
    assert line.rstrip(".").partition(": ")[2].strip() == listed or line.endswith(f": {listed}.")
