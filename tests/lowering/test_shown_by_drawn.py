"""What drawn rules have shown: faults of the reference or of compiled rules, each by the least ruleset that has it."""

from __future__ import annotations

import pytest

from croupier import Game, Rules
from croupier.fast import FastGame, playouts

from .alongside import first_difference
from .small import ruled
from .test_alongside import engines

TEXT = """
croupier: 1
game: shown
players: 3
cards: {deck: french52}
zones: {stock: pile seen by nobody, pile: pile seen by everyone, hand of player: set seen by owner}
state: {flag: no/yes, friend of player: player or none, held: card or none, score of player: number}
define:
  tops of card as mine for card as theirs: rank of mine > rank of theirs or none of deck where rank is rank of mine
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 3 of stock to hand
    - BEGIN
  steps:
    round:
      times: 2
      steps:
        alone: {by: last of players, moves: [go, stay]}
        each_one: {by: players, moves: [go, stay]}
moves:
  go: {choose: {card: one of hand}, do: [move card to pile, add 1 to score]}
  stay: {}
result: {score: score, losers: LOSERS}
"""
PLAIN = {"BEGIN": "shuffle stock", "LOSERS": "players where score > 3"}


def shown(**parts: str) -> Rules:
    text = TEXT
    for name, part in (PLAIN | parts).items():
        text = text.replace(name, part)
    return ruled(text)


@pytest.mark.costly
def test_whoever_performs_a_stage_alone_does_so_in_each_game_of_the_same_rules() -> None:
    """The second game of a table is not another than the first."""
    rules = shown()
    assert [Game(rules, "1:1").to_act for _ in range(3)] == [(2,)] * 3
    for engine in engines(rules):
        assert first_difference(rules, engine, "1:1") is None
        assert first_difference(rules, engine, "1:1") is None


@pytest.mark.costly
def test_who_has_lost_is_named_once() -> None:
    """However often the rules name them, and in whatever order."""
    rules = shown(LOSERS="(owner of (hand of players)) with first of players")
    game = Game(rules, "1:1")
    while not game.over:
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[-1])
    assert game.outcome is not None
    assert game.outcome.losers == (0, 1, 2)
    for engine in engines(rules):
        assert first_difference(rules, engine, "2:1") is None


@pytest.mark.costly
@pytest.mark.parametrize("holds", ["tops of held for (top of stock)", "tops of (top of stock) for held"])
def test_what_is_yes_of_nothing_is_no(holds: str) -> None:
    """Also once it has been noted."""
    rules = shown(BEGIN=f"set flag to ({holds})\n    - if flag: add 5 to score of players")
    game = Game(rules, "1:1")
    assert game.position()["state"]["flag"] == "no"  # type: ignore[index]  # of plain data
    for engine in engines(rules):
        quick = FastGame(engine, "1:1")
        assert quick.game().position()["state"] == game.position()["state"]
        assert first_difference(rules, engine, "1:1") is None
        assert [played.game for played in playouts(engine, 1, 1, 2)] == [1, 2]


@pytest.mark.costly
def test_whether_two_tests_agree() -> None:
    """Python would chain comparisons that stand side by side."""
    begin = (
        "for each of hand of first of players as each:\n        - if (flag is (each in (hand of last of players))): "
    )
    begin += "add 7 to score of first of players"
    rules = shown(BEGIN=begin)
    assert "21" in Game(rules, "1:1").position()["state"].values()  # type: ignore[attr-defined]  # as above
    for engine in engines(rules):
        assert first_difference(rules, engine, "1:1") is None


@pytest.mark.costly
def test_a_card_that_may_be_none_is_asked_for_where_it_is_one() -> None:
    """Among cards of several places, one after the other."""
    rules = shown(BEGIN="if (top of pile) in ((hand of players) with stock): add 7 to score of players")
    for engine in engines(rules):
        assert first_difference(rules, engine, "1:1") is None


@pytest.mark.costly
def test_what_is_added_may_come_twice_unless_it_was_there() -> None:
    """Of what stands behind `with`, only what stands before it is left out."""
    rules = shown(BEGIN="for each of ((7/8) with (score of players)): add 2 to score of first of players")
    assert "10" in Game(rules, "1:1").position()["state"].values()  # type: ignore[attr-defined]  # as above
    for engine in engines(rules):
        assert first_difference(rules, engine, "1:1") is None
