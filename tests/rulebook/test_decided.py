"""A rulebook does not ask what the step or the branch around a sentence has settled; and never leaves out more."""

from __future__ import annotations

import pytest

from croupier import Rules
from croupier.compile.binding import bind
from croupier.players import POLICIES
from croupier.rulebook import markdown, rulebook
from croupier.rulebook.decided import without_decided
from croupier.table.catalogue import find
from croupier.table.game import Game
from croupier_dsl import compile_text
from croupier_dsl.analysis import as_agreed

GAME = """
croupier: 1
game: decided
players: 2
cards: {deck: french52}
zones:
  stock: pile seen by nobody
  hand of player: set seen by owner
  heap: pile seen by everyone
state:
  maker: player or none
  doubled: no/yes
  points of player: number
play:
  begin:
    - shuffle stock
    - for each of players: move top 2 of stock to hand
  steps:
    bid: {by: players, moves: [make, pass]}
    settle:
      when: maker is not none
      begin:
        - if maker is none: add 3 to points of first of players
        - if maker is none: add 5 to points of first of players
          else: add 7 to points of maker
        - BRANCHES
      steps:
        lay: {by: players, moves: [lay]}
      end:
        - if doubled: add 11 to points of maker
moves:
  make:
    when: maker is none
    do: set maker to me
  pass: {}
  lay:
    choose: {card: one of hand}
    do:
      - if maker is none: add 13 to points
      - LAY
      - move card to heap
TRIGGERS
result:
  score: points
  best: highest
"""
BRANCHES = """if doubled: add 17 to points of maker
          else: [{if doubled: add 19 to points of maker, else: add 23 to points of maker}]"""


def book(branches: str = "add 1 to points of maker", lay: str = "reveal card", triggers: str = "") -> str:
    text = GAME.replace("BRANCHES", branches).replace("- LAY", f"- {lay}").replace("TRIGGERS", triggers)
    return markdown(rulebook(compile_text(text), {}, None, "en", with_example=False))


def numbers(told: str) -> set[int]:
    """Return which of the numbers that the rules add are printed."""
    return {n for n in (3, 5, 7, 11, 13, 17, 19, 23) if f"{n} is added" in told or f" {n} " in told}


def test_what_the_step_excludes_is_not_printed() -> None:
    """In its own lists, and in a move that is only offered there."""
    told = book()
    assert "no maker" not in told.partition("Settle")[2]
    assert numbers(told) & {3, 5, 7, 13} == {7}
    assert "Otherwise" not in told.partition("Settle")[2]


def test_a_branch_does_not_ask_again() -> None:
    assert numbers(book(BRANCHES, lay="if hand is empty: set doubled to yes")) & {17, 19, 23} == {17, 23}


@pytest.mark.parametrize(
    "lay", ["set maker to none", "if hand is empty: set maker to none", "for each of players: set maker to none"]
)
def test_what_may_change_within_the_step_is_printed(lay: str) -> None:
    """The step began with a maker; by the second card there may be none."""
    assert 13 in numbers(book(lay=lay))


def test_what_a_trigger_may_change_is_printed() -> None:
    told = book(triggers="whenever: {lost: {when: count of heap is 3, do: set maker to none}}")
    assert 13 in numbers(told)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["skat", "schafkopf", "tarot", "bridge", "cribbage", "canasta", "belote"])
def test_the_rules_play_the_same_games(game: str) -> None:
    """What is left out never happens: with it or without it the same moves are offered, and the log is the same."""
    source = find(game)
    players = source.players[0]
    bound = bind(source, players)
    agreed = as_agreed(source, {name: value for name, value in bound.options.items() if value is not None}, players)
    logs = []
    for rules in (agreed, without_decided(agreed)):
        game_ = Game(Rules(bind(rules, players)), 5)
        policies = [POLICIES["random"](5, 0, seat) for seat in range(players)]
        offered = []
        while game_.to_act and game_.decisions < 300:
            seat = game_.to_act[0]
            offer = game_.offer(seat)
            offered.append([(move.name, move.choices) for move in offer.moves])
            game_.play(seat, policies[seat].choose(offer))
        logs.append((offered, game_.log(0)))
    assert logs[0] == logs[1]
