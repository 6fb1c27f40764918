"""Decks of more cards than a word has bits: Python, where a set of cards is one number, against C, where it is more."""

from __future__ import annotations

import pytest

from croupier.fast import FastGame, bulk, compiled

from .alongside import first_difference
from .small import packs
from .test_alongside import backends, engines

pytestmark = pytest.mark.in_turn(10)

COPIES = [(1, 1), (5, 1), (6, 2), (10, 2), (11, 3), (20, 4)]


@pytest.mark.parametrize(("copies", "words"), COPIES)
def test_both_languages_deal_with_large_decks(copies: int, words: int) -> None:
    """As the reference does."""
    rules = packs(copies)
    for engine in engines(rules):
        assert engine.layout.words == words
        assert first_difference(rules, engine, f"5:{copies}", 60, every=3) is None


@pytest.mark.parametrize(("copies", "words"), COPIES)
def test_whole_games_are_the_same_in_both(copies: int, words: int) -> None:
    """To the last number of each row, also where seeds and numbers of games take all 64 bits."""
    if "c" not in backends():
        pytest.skip("there is no compiler of C")
    rules = packs(copies)
    here, there = compiled(rules, "python"), compiled(rules, "c")
    assert there.runs_on == "c", there.why
    turns = here.cell("count", "turn")
    for seed, first in ((1, 0), (2**64 - 1, 2**64 - 40), (2**63, 2**63 - 5)):
        assert bulk.play(here, seed, first, 30, turns) == bulk.play(there, seed, first, 30, turns)


def test_a_position_moves_from_one_language_to_the_other() -> None:
    """Through the reference, in the middle of a game, with all its cards."""
    if "c" not in backends():
        pytest.skip("there is no compiler of C")
    rules = packs(11)
    quick = FastGame(compiled(rules, "python"), "9:2")
    for step in range(6):
        quick.apply(step * 7 % quick.count)
    twin = FastGame(compiled(rules, "c"), quick.game())
    assert twin.rows() == quick.rows()
    for step in range(20):
        if quick.over:
            break
        assert twin.apply(step * 5 % twin.count) == quick.apply(step * 5 % quick.count)
    assert twin.outcome == quick.outcome
    assert twin.rows() == quick.rows()
