"""Compiled rules play as the reference does: legal moves in content and order, positions, chance, outcomes."""

from __future__ import annotations

from functools import cache

import pytest

from croupier import Rules, SetupError, load
from croupier.fast import Engine, NotCompiled, compiled
from croupier.native.compilers import Unbuilt, compiler
from croupier.table import catalogue
from croupier.workbench.interactions.cover import covering_rows
from croupier.workbench.interactions.space import Space
from tests.printed import GAMES, VARIANTS

from .alongside import first_difference, same_bulk, smallest

pytestmark = pytest.mark.in_turn(14)

AT_LEAST = {"drei", "trio", "three-thirteen", "rami"}
"""These are compiled, whatever else is."""


@cache
def backends() -> tuple[str, ...]:
    """Python, and C where there is a compiler."""
    try:
        compiler()
    except Unbuilt:
        return ("python",)
    return ("python", "c")


def engines(rules: Rules, *, quick: bool = False, checks: bool = True) -> list[Engine]:
    """The rules compiled, in each language that they can be, or in the one that takes no time; skips what is not
    compiled. C looks at the bounds of its arrays, or is as quick as people have it."""
    try:
        found = [compiled(rules, "python")]
        if "c" in backends() and not quick:
            in_c = compiled(rules, "c", checks=checks)
            assert in_c.runs_on == "c" or "took more than" in in_c.why, in_c.why  # a compiler may be slow, not unable
            found += [in_c] if in_c.runs_on == "c" else []
    except NotCompiled as error:
        pytest.skip(error.what)
    return found


@pytest.mark.parametrize("name", sorted(AT_LEAST))
def test_it_is_compiled(name: str) -> None:
    """What has been compiled once stays so, in every language that there is, with players who look ahead too."""
    for on in backends():
        for foresees in (False, True):
            engine = compiled(load(name), "c" if on == "c" else "python", foresees=foresees)
            assert engine.runs_on == on, engine.why


@pytest.mark.parametrize("name", GAMES)
def test_a_few_decisions(name: str) -> None:
    """For the fewest players and for more, with the options as they are."""
    seats = catalogue.find(name).players
    for players in {seats[0], max(number for number in seats if number <= 5)}:
        rules = load(name, players)
        for engine in engines(rules):
            assert first_difference(rules, engine, "3:1", 40, every=4) is None


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if at % 3 else ()) for at, name in enumerate(VARIANTS)]
)
def test_a_few_decisions_of_a_variant(name: str) -> None:
    """The same in Python."""
    rules = load(name)
    for engine in engines(rules, quick=True):
        assert first_difference(rules, engine, "3:2", 30, every=5) is None


@pytest.mark.parametrize("name", GAMES)
def test_a_few_whole_games(name: str) -> None:
    """Games by random players, cut short: outcome, order, deals that ran short and all that is counted."""
    rules = load(name, limit=150)
    for engine in engines(rules, checks=False):
        assert same_bulk(rules, engine, 8, 5, 3) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", [*GAMES, *VARIANTS])
@pytest.mark.timeout(3600)
def test_every_number_of_players_and_pair_of_options(name: str) -> None:
    """In settings in which every two values of options meet."""
    space = Space(catalogue.find(name))
    for number, row in enumerate([*space.default_rows(), *space.preset_rows(), *covering_rows(space)]):
        setting = space.setting(row)

        def differs(options: dict[str, str], seed: str = f"11:{number}", seats: int = setting.players) -> str | None:
            try:
                rules = load(name, seats, options)
            except SetupError:
                return None
            found = (first_difference(rules, engine, seed, 400, every=5) for engine in engines(rules))
            return next((told for told in found if told is not None), None)

        told = differs(dict(setting.options))
        if told is not None:
            pytest.fail(smallest(differs, dict(setting.options), told))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.timeout(3600)
def test_many_whole_games(name: str) -> None:
    """For every number of players."""
    for players in catalogue.find(name).players:
        rules = load(name, players, limit=3_000)
        for engine in engines(rules, checks=False):
            assert same_bulk(rules, engine, 21, 0, 5) is None
