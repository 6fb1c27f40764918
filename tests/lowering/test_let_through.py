"""What was once held back is compiled, and plays as the reference does: by chance, with players who look ahead, and
with all that happens counted."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from croupier import Rules
from croupier.fast import NotCompiled, compiled
from tests.conformance.rulesets import Tree, merged, read, written
from tests.coverage.test_compiled import first_difference as counted_otherwise

from .alongside import first_difference, first_other_choice
from .small import ruled
from .test_alongside import backends

pytestmark = pytest.mark.in_turn(18)

HERE = Path(__file__).parent
ONLY_HERE = {"state_of_cards_that_is_a_meld": "ahead"}
"""What is still held back of a case: where it is `counted`, or with players who look `ahead`."""


@cache
def cases(file: str) -> dict[str, dict[str, Tree]]:
    """Each case as a whole ruleset: the base of the file with what the case says."""
    tree = read((HERE / file).read_text(encoding="utf-8"))
    base, found = tree["base"], tree["cases"]
    assert isinstance(base, dict)
    assert isinstance(found, dict)
    return {name: merged(base, case) for name, case in found.items() if isinstance(case, dict)}


def rules_of(file: str, name: str, players: int | None = None) -> Rules:
    return ruled(written(cases(file)[name]), players)


@pytest.mark.parametrize("name", cases("let_through.yaml"))
def test_it_plays_as_on_the_reference(name: str) -> None:
    rules = rules_of("let_through.yaml", name)
    for on in backends():
        engine = compiled(rules, "c" if on == "c" else "python", checks=on == "c")
        for seed in range(3):
            assert first_difference(rules, engine, f"3:{seed}", 60) is None


@pytest.mark.parametrize("name", cases("let_through.yaml"))
def test_players_who_look_ahead_choose_the_same(name: str) -> None:
    rules = rules_of("let_through.yaml", name)
    if "ahead" in ONLY_HERE.get(name, ""):
        with pytest.raises(NotCompiled):
            compiled(rules, "python", foresees=True)
        return
    engine = compiled(rules, "python", foresees=True)
    for seed in range(2):
        assert first_other_choice(rules, engine, f"3:{seed}", 30) is None


@pytest.mark.parametrize("name", cases("let_through.yaml"))
def test_the_same_is_counted(name: str) -> None:
    rules = rules_of("let_through.yaml", name)
    if "counted" in ONLY_HERE.get(name, ""):
        with pytest.raises(NotCompiled):
            compiled(rules, "python", coverage=True)
        return
    assert counted_otherwise(rules, compiled(rules, "python", coverage=True), 3, 3) is None
