"""Whatever is put in, the answer is a diagnostic with a place, a documented fault, or a game that keeps the law."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier import Game, Rules, RulesFault
from croupier.compile.binding import bind
from croupier.fast import FastGame, OutOfRange, compiled
from croupier_dsl import compile_text

from . import cases, grammar, judging


@pytest.mark.parametrize("name", cases.CLASSES)
def test_a_few_of_each_class(name: str, tmp_path: Path) -> None:
    """`benchmarks/hostile.py` tries a hundred thousand, within bounds of time and memory."""
    outcomes = [cases.run(name, number, tmp_path) for number in range(2)]
    assert all(outcomes)


@pytest.mark.costly
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(st.deferred(lambda: grammar.sentences("statement")))
def test_sentences_of_the_grammar(text: str) -> None:
    """Whatever the grammar allows for a statement is read, or refused with a place in it."""
    assert judging.sentence("statement", text) in ("read", "refused")


RACKS = """croupier: 1
game: racks
players: 2
options: {few: 0..3}
cards: {deck: french52}
zones:
  stock: pile seen by everyone
  rack of 1..few: row seen by everyone
play:
  begin: move deck to stock
  steps: {turn: {by: players, times: 3, moves: [go]}}
moves:
  go: {when: rack of 1 is empty, do: move top of stock to rack of 2}
result: {score: count of rack of 1..3}
"""


def test_zones_of_which_there_are_none() -> None:
    """An option may leave no rack at all: they hold nothing, and nothing can be moved there."""
    rules = compile_text(RACKS)
    none = Rules(bind(rules, 2))
    with pytest.raises(RulesFault, match="rack has no entry for 2"):
        Game(none, 1).play(0, "go")
    with pytest.raises(OutOfRange) as left:  # compiled rules leave it to the reference, which has the words
        FastGame(compiled(none, "python"), "1:0").apply(0)
    with pytest.raises(RulesFault, match="rack has no entry for 2"):
        left.value.game.play(0, "go")
    some = Game(Rules(bind(rules, 2, {"few": 3})), 1)
    some.play(0, "go")
    assert some.view(0).zones["rack of 2"].count == 1
