"""Rows cover every pair of values that can go together, and none is refused; against counting them all."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import catalogue
from croupier.bind import bind
from croupier.catalogue import find
from croupier.faults import SetupError
from croupier.interactions.cover import covering_rows
from croupier.interactions.space import Setting, Space
from croupier_dsl import compile_text, ir

from . import faulty


@st.composite
def rulesets(draw: st.DrawFn) -> str:
    """A small game with some options of words, truths and numbers, that need this and that of each other."""
    sizes = draw(st.lists(st.integers(2, 4), min_size=2, max_size=4))
    options = []
    for number, size in enumerate(sizes):
        needs = ""
        if number and draw(st.booleans()):
            other = draw(st.integers(0, number - 1))
            mine, theirs = draw(st.integers(1, size)), draw(st.integers(1, sizes[other]))
            sign = draw(st.sampled_from(["is", "is not", "<", ">="]))
            needs = (
                f", needs: {{n{number}: o{number} is not {mine} or o{other} {sign} {theirs} or count of players is 3}}"
            )
        bound = draw(st.sampled_from([str(size), f"{size} + count of players - 2"]))
        options.append(f"  o{number}: {{is: 1..({bound}){needs}}}")
    return faulty.small(players=draw(st.sampled_from(["2", "2..3", "2..4"])), options="\n".join(options))


def allowed(rules: ir.Rules, most: int) -> list[tuple[str, ...]]:
    """Every setting that binds, by trying each: numbers from 1 to `most`."""
    values = []
    for option in rules.options:
        words = next((e.values for e in rules.enums if e.name == option.type.enum), None)
        truths = ("no", "yes") if option.type.name == "truth" else tuple(str(n) for n in range(1, most + 1))
        values.append(words or truths)
    found = []
    for row in product(map(str, rules.players), *values):
        try:
            bind(rules, int(row[0]), dict(zip([option.name for option in rules.options], row[1:], strict=True)))
        except SetupError:
            continue
        found.append(row)
    return found


@settings(max_examples=25)
@given(rulesets())
def test_every_pair_that_can_be_is_in_a_row(text: str) -> None:
    """Of the values that are tried, each two that some setting allows stand in a row; no row is refused; what is said
    never to go together goes together in none of all settings."""
    small = text.replace("  size: 1..4 starting 2\n", "  size: 1..2 starting 2\n").replace(
        "soft/loud/shrill", "soft/loud"
    )
    rules = compile_text(small)
    space = Space(rules)
    everything = allowed(rules, 6)
    rows = list(covering_rows(space))
    assert set(rows) <= set(everything)
    possible = {pair for row in everything for pair in space.pairs(row)}
    assert {pair for row in rows for pair in space.pairs(row)} == possible == set(space.all_pairs())
    assert not possible & set(space.never)
    for at, words in enumerate(space.tried):
        assert set(words) <= {row[at] for row in everything}
        assert {min(row[at] for row in everything), max(row[at] for row in everything)} <= set(words)


@pytest.mark.parametrize("name", catalogue.names())
def test_bundled_rulesets_are_covered(name: str) -> None:
    """For each bundled game the defaults for each number of players come first, and every pair follows."""
    space = Space(find(name))
    rows = list(covering_rows(space))
    assert [space.setting(row).options for row in rows[: len(space.tried[0])]] == [()] * len(space.tried[0])
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
    odd = "{is: 1..9, needs: {odd: odd mod 2 is 1 and odd > 1}}"
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
