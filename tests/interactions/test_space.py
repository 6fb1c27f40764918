"""Rows cover every pair of values that can go together, and none is refused; against counting them all."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from operator import eq, ge, lt, ne

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.table.catalogue import find
from croupier.workbench.interactions.cover import covering_rows
from croupier.workbench.interactions.space import Space
from croupier.workbench.setting import Setting
from croupier_dsl import compile_text
from tests.printed import GAMES

from . import faulty

pytestmark = pytest.mark.in_turn(10)

SIGNS = {"is": eq, "is not": ne, "<": lt, ">=": ge}


@dataclass(frozen=True)
class Number:
    """An option from 1 to `high`, and one more for each player beyond two if it is `wide`.

    `need`: if it has the first value, the earlier option of this number stands in this relation to this value; three
    players need not care.
    """

    high: int
    wide: bool
    need: tuple[int, int, str, int] | None

    def written(self, number: int) -> str:
        high = f"({self.high} + count of players - 2)" if self.wide else str(self.high)
        if self.need is None:
            return f"  o{number}: 1..{high}"
        mine, other, sign, theirs = self.need
        return f"  o{number}: {{is: 1..{high}, needs: {{n{number}: {self.needed(mine, number, other, sign, theirs)}}}}}"

    @staticmethod
    def needed(mine: int, number: int, other: int, sign: str, theirs: int) -> str:
        return f"o{number} is not {mine} or o{other} {sign} {theirs} or count of players is 3"

    def allows(self, players: int, values: tuple[int, ...], value: int) -> bool:
        """Is the value allowed after those of the earlier options? (What the sentence says, in Python.)"""
        if not 1 <= value <= self.high + (players - 2 if self.wide else 0):
            return False
        if self.need is None or players == 3:
            return True
        mine, other, sign, theirs = self.need
        return value != mine or SIGNS[sign](values[other], theirs)


@st.composite
def numbers(draw: st.DrawFn) -> list[Number]:
    """Some options that need this and that of each other."""
    found: list[Number] = []
    for number, high in enumerate(draw(st.lists(st.integers(2, 4), min_size=2, max_size=4))):
        need = None
        if number and draw(st.booleans()):
            other = draw(st.integers(0, number - 1))
            mine, theirs = draw(st.integers(2, high)), draw(st.integers(1, found[other].high))
            need = (mine, other, draw(st.sampled_from(sorted(SIGNS))), theirs)
        found.append(Number(high, draw(st.booleans()), need))
    return found


def allowed(options: list[Number], players: list[int]) -> set[tuple[str, ...]]:
    """Every setting that is allowed, by trying each."""
    rows = [(n, values) for n in players for values in product(range(1, 7), repeat=len(options))]
    return {
        (str(n), *map(str, values))
        for n, values in rows
        if all(option.allows(n, values, value) for option, value in zip(options, values, strict=True))
    }


@given(numbers(), st.sampled_from(["2", "2..3", "2/4"]))
def test_every_pair_that_can_be_is_in_a_row(options: list[Number], players: str) -> None:
    """Of the values that are tried, each two that some setting allows stand in a row; no row is refused; what is said
    never to go together goes together in none of all settings."""
    written = "\n".join(option.written(number) for number, option in enumerate(options))
    rules = compile_text(faulty.BARE.format(players=players, options=written))
    space = Space(rules)
    everything = allowed(options, list(rules.players))
    rows = list(covering_rows(space))
    assert set(rows) <= everything
    possible = {pair for row in everything for pair in space.pairs(row)}
    assert {pair for row in rows for pair in space.pairs(row)} == possible == set(space.all_pairs())
    assert not possible & set(space.never)
    for at, words in enumerate(space.tried):
        known = {int(row[at]) for row in everything}
        assert set(map(int, words)) <= known
        assert {min(known), max(known)} <= set(map(int, words))


@pytest.mark.parametrize("name", GAMES)
def test_bundled_rulesets_are_covered(name: str) -> None:
    """For each bundled game the defaults come first, every pair follows, and every table plays the defaults."""
    space = Space(find(name))
    rows = list(covering_rows(space))
    assert space.setting(rows[0]) == Setting(find(name).players[0])
    assert set(space.default_rows()) <= set(rows)
    assert {pair for row in rows for pair in space.pairs(row)} == set(space.all_pairs())
    assert all(space.allows(space.setting(row)) for row in rows)
    assert len(rows) == len(set(rows))


def test_a_setting_says_what_differs() -> None:
    """A row as a setting leaves out what is at its default, and as a row again says everything."""
    space = Space(compile_text(faulty.SOUND))
    setting = space.setting(("3", "2", "yes", "soft"))
    assert setting == Setting(3, (("calm", "yes"),))
    assert space.row(setting) == ("3", "2", "yes", "soft")
    assert " ".join(setting.words()) == "--players 3 --option calm=yes"


def test_numbers_are_tried_at_their_ends() -> None:
    """Of a number the least, the greatest, the default and some between are played; without a greatest, one beyond the
    default."""
    odd = "{is: 1..9 starting 3, needs: {odd: odd mod 2 is 1 and odd > 1}}"
    options = f"  far: 1.. starting 30\n  wide: 0..1000 starting 7\n  odd: {odd}"
    space = Space(compile_text(faulty.small(options=options)))
    tried = dict(zip(space.names, space.tried, strict=True))
    assert tried["far"] == ("1", "30", "60")
    assert tried["wide"] == ("0", "7", "500", "1000")
    assert tried["odd"] == ("3", "5", "7", "9")
    assert tried["players"] == ("2", "3")


def test_too_many_options_are_left_at_their_defaults() -> None:
    """A ruleset with more options than can be paired off is not paired off for ever: the rest is named."""
    options = "\n".join(f"  o{n}: 1/2/3/4/5/6/7/8/9" for n in range(120))
    space = Space(
        compile_text(
            faulty.small(options=options),
        )
    )
    assert space.domains.left_out
    assert all(len(space.tried[space.names.index(name)]) == 1 for name in space.domains.left_out)
