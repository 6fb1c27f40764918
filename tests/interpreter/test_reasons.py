"""What a step may say after `because`: what is accepted is honoured, and what is suggested is accepted."""

from __future__ import annotations

import re

import pytest

from croupier.workbench.scenarios import run_scenarios
from croupier_dsl.compiler import check_text

GAME = """
croupier: 1
game: because
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, up: pile seen by everyone}
play:
  begin: [move deck to stock]
  steps: {turn: {by: players, times: 6, moves: [lay, pass]}}
moves:
  lay: {choose: {card: one of hand where suit is hearts}, when: {early: count of up < 3}, do: [move card to up]}
  pass: {}
result: {score: count of hand}
scenarios:
  no_spades:
    seats: Ann Bob
    given: {at: turn of Ann, hand of Ann: 7S 7H}
    then:
      - Ann cannot: lay 7S because REASON
"""


def failure(reason: str) -> str:
    rules, found = check_text(GAME.replace("REASON", reason), "because.yaml")
    assert rules is not None, found
    (result,) = run_scenarios(rules)
    return result.failure


@pytest.mark.parametrize("reason", ["1", "card.1", "moves.lay.choose.card.1"])
def test_a_condition_without_a_name(reason: str) -> None:
    """By its number, by its path within the move, and by the whole path."""
    assert failure(reason) == ""


def test_what_is_suggested_is_accepted() -> None:
    """A step with another reason is told one that it may say."""
    told = failure("early")
    suggested = re.search(r"because of (\S+), but the scenario expects early", told)
    assert suggested is not None, told
    assert failure(suggested[1]) == ""


def test_a_reserved_name_is_told_beside_a_syntax_error() -> None:
    """Both in one run, also a value that no sentence could say."""
    wrong = GAME.replace("move card to up", "move card two up").replace("REASON", "1")
    codes = [each.code for each in check_text(wrong.replace("play:", "state: {number: number}\nplay:", 1), "w.yaml")[1]]
    assert sorted(codes) == ["E200", "E306"]
    codes = [each.code for each in check_text(wrong.replace("play:", "options: {a: b/lowest}\nplay:", 1), "w.yaml")[1]]
    assert sorted(codes) == ["E200", "E306"]
