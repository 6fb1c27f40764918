"""The words that are no names: the reference, the grammar and the checker have the same."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from croupier_dsl import check_text, signatures
from tests.dsl.meaning_game import GAME

LANGUAGE = Path(__file__).parents[2] / "docs" / "reference" / "language"
PAGE = "\n".join(page.read_text(encoding="utf-8") for page in sorted(LANGUAGE.glob("*.md")))
FREE = {"each", "once", "served", "under"}
VERBS = signatures.VERBS | FREE
"""Words of the grammar only where a sentence or a block begins, behind `at` or `first`, or where a sentence could end:
there no name can stand."""
BEHIND_ALL = {"first"}
"""A builtin that the grammar knows where a sentence is at its end."""


def _table(row: str) -> set[str]:
    found = re.search(rf"^\| {re.escape(row)} \| (.+) \|$", PAGE, re.MULTILINE)
    assert found is not None
    return set(re.findall(r"`(\w+)`", found[1]))


def test_the_table_is_that_of_the_language() -> None:
    """Every word of the reference's table is refused, and every one that is refused stands there."""
    assert _table("every name, also of choices, `let`, `as`") == signatures.NO_NAMES
    assert _table("declarations") == signatures.NOT_DECLARED
    assert _table("effects") == signatures.VERBS


def test_the_connecting_words_are_those_of_the_grammar() -> None:
    """A keyword of the grammar is either a connecting word or one that begins something."""
    text = files("croupier_dsl").joinpath("grammar.lark").read_text("utf-8")
    rules = re.sub(r"//.*", "", text).partition("speaker:")[0]
    assert set(re.findall(r'"([a-z]+)"', rules)) == signatures.CONNECTING_WORDS | VERBS | BEHIND_ALL


def _codes(old: str, new: str) -> set[str]:
    assert GAME.count(old) == 1
    return {found.code for found in check_text(GAME.replace(old, new), "small.yaml")[1]}


@pytest.mark.in_turn(12)
@pytest.mark.parametrize("word", sorted(signatures.NO_NAMES | signatures.NOT_DECLARED | VERBS))
def test_a_word_is_refused_where_a_name_is_given(word: str) -> None:
    """By a declaration and by a `let`, as the table says; verbs are names like any other, but for effects."""
    declared = _codes("\ndefine:\n", f"\ndefine:\n  {word}: count of deck\n")
    assert ("E306" in declared) == (word not in VERBS)
    named = _codes("\ndefine:\n", f"\ndefine:\n  held_at_all: some of players as {word} where 1 < 2\n")
    assert ("E306" in named) == (word in signatures.NO_NAMES)
    performed = _codes("\nmoves:\n", f"\neffects:\n  {word}: shuffle deck\nmoves:\n")
    assert ("E306" in performed) == (word not in FREE)
