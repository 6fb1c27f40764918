"""Rulesets drawn by chance, on compiled rules as on the reference: what nobody has thought of."""

from __future__ import annotations

import time

import pytest

from croupier import Rules, RulesFault
from croupier.base.effort import EFFORT, OutOfTime
from croupier.compile.binding import bind
from croupier.fast import NotCompiled, compiled
from croupier.fast.stepped import OutOfRange

from .alongside import first_difference
from .drawn import drawn


def tried(seeds: range) -> int:
    """How many rulesets were compiled and played, each a few decisions of two games."""
    played = 0
    for seed in seeds:
        rules = drawn(seed)
        if rules is None:
            continue
        options = {"few": str(seed % 4), "open": "yes" if seed % 3 else "no"}
        bound = Rules(bind(rules, 2 + seed % 2, options))
        try:
            engine = compiled(bound, "python")
            for number in range(2):
                with EFFORT.until(time.monotonic() + 20):
                    assert first_difference(bound, engine, f"{seed}:{number}", 20) is None, seed
            played += 1
        except (NotCompiled, RulesFault, OutOfTime, OutOfRange):
            continue
    return played


@pytest.mark.costly
def test_drawn_rules_play_as_on_the_reference() -> None:
    """Most of what is drawn is compiled."""
    assert tried(range(4)) > 1


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("first", range(100, 600, 50))
def test_many_drawn_rules_play_as_on_the_reference(first: int) -> None:
    """The same, of many more."""
    assert tried(range(first, first + 50)) > 20
