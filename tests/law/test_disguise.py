"""Hints, forecasts, moves and undo are functions of what a seat may know, state included."""

from __future__ import annotations

from functools import partial

import pytest

from croupier import Rules, load
from croupier.compile.binding import bind
from croupier.fast import compiled
from croupier.knowledge import imagining
from croupier.model.program import Program
from croupier.table import catalogue
from croupier.thinking import search
from croupier_dsl import compile_text
from tests.printed import NAMES

from .disguise import compare, disguised, positions

pytestmark = pytest.mark.in_turn(14)

PAIRS = {"form": "pairs"}
FAST = [("three-thirteen", 2, {}), ("trio", 3, {}), ("trio", 4, PAIRS), ("drei", 3, {}), ("rami", 2, {})]
TABLES = [pytest.param(*table, 6) for table in FAST]
TABLES += [pytest.param(*table, 60, marks=pytest.mark.slow) for table in FAST]
TABLES += [pytest.param(name, None, {}, 40, marks=pytest.mark.slow) for name in NAMES]

SECRETS = """
croupier: 1
game: secrets
players: 3
cards: {attributes: {value: 1..6}, copies: 3}
zones:
  stock: pile seen by nobody
  table: pile seen by everyone
  board: row seen by nobody
  kept of player: melds seen by everyone
  hand of player: set seen by owner
state:
  secret of player: number seen by owner
  nobodys: number seen by nobody
  marked: card or none
  points of player: number
  mark of card in board: number starting value seen by everyone
combos: {pair: {same: value, size: 2}}
define:
  worth of player: points + secret + count of hand
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 3 of stock to hand
    - move top 3 of stock to board
    - set marked to top of stock
  steps:
    think: {by: players, moves: [think]}
    turn: {by: players, times: 20, moves: [guess, tempt, swap, keep, touch, peek, tip, point, lay, draw]}
moves:
  think: {choose: {n: one of 1..4}, do: [set secret to n, set nobodys to n]}
  guess:
    choose: {who: one of players where it is not me, n: one of 1..4}
    do: [{if secret of who is n: add 5 to points}]
  tempt: {do: [add nobodys to points]}
  swap: {choose: {who: one of players where it is not me}, do: [set secret to secret of who]}
  keep: {choose: {pair: one of pair of hand}, do: move pair to kept}
  peek: {choose: {card: one of board}, do: show card to me}
  tip: {choose: {who: one of players where it is not me}, do: show hand to who}
  touch: {choose: {card: one of board}, do: [{if mark of card > 3: add 1 to points}]}
  point: {do: [{if value of marked > 3: add 1 to points}]}
  lay: {choose: {card: one of hand}, do: move card to table}
  draw:
    when: {some: stock is not empty}
    do:
      - let n be value of top of stock + secret of left
      - move top of stock to hand
      - choose: {back: one of hand}
      - move back to table
      - add n to points
result: {score: points + secret + count of hand, best: highest}
"""
"""State of every sort that somebody may not see, and moves and a score that read it."""


def secrets(text: str = SECRETS) -> Rules:
    return Rules(bind(compile_text(text)))


@pytest.mark.parametrize(("name", "players", "options", "wanted"), TABLES)
def test_what_a_seat_may_not_know_changes_nothing_it_is_told(
    name: str, players: int | None, options: dict[str, str], wanted: int
) -> None:
    """Exchange hidden cards, hidden state and the numbers of copies: the view, moves, hint, forecasts, undo stay.

    Without a number of players: as many as may play.
    """
    rules = load(name, players or catalogue.find(name).players[-1], options)
    compared, number = 0, 0
    while compared < wanted and number < 20:
        count, found = compare(rules, rules, f"5:{number}", 60, 3)
        assert not found, found
        compared += count
        number += 1
    assert compared >= wanted


@pytest.mark.parametrize("number", range(3))
def test_nor_does_hidden_state(number: int) -> None:
    """Numbers that others have entered, a public variable that holds a hidden card, marks on hidden cards, a score
    that reads them."""
    compared, found = compare(secrets(), secrets(), f"6:{number}", 23, 1)
    assert not found, found
    assert compared > 10


@pytest.mark.parametrize("rules", [secrets(), load("kuhn-poker")], ids=["secrets", "kuhn"])
def test_search_knows_no_more(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same view and seed give the same choice, and the same expectations, whatever the seat may not know."""
    monkeypatch.setattr(search, "compiled", partial(compiled, on="python"))
    compared = 0
    for number, (game, seat) in enumerate(positions(rules, "6:1", 30)):
        budget = search.Budget(rollouts=12)
        true, other = (
            search.Search(5, 0, seat, budget).think(each.offer(seat))
            for each in (game, disguised(game, rules, seat, number))
        )
        assert true == other, f"seat {seat}, decision {game.decisions}"
        compared += bool(true)
    assert compared > 1


def _differs(watched: Rules, honest: Rules) -> bool:
    return any(compare(watched, honest, f"6:{number}", 23, 1)[1] for number in range(4))


@pytest.mark.parametrize(
    "leak",
    [
        ("secret of player: number seen by owner", "secret of player: number seen by everyone"),
        ("nobodys: number seen by nobody", "nobodys: number"),
    ],
)
def test_a_leak_of_the_rules_would_be_noticed(leak: tuple[str, str]) -> None:
    """The same check on a copy of the ruleset that shows what was hidden finds the difference."""
    assert leak[0] in SECRETS
    assert _differs(secrets(SECRETS.replace(*leak)), secrets())


def test_hidden_state_that_is_imagined_truly_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If what is imagined held the true numbers, hints or forecasts would tell them."""
    rules = secrets()
    monkeypatch.setattr(imagining.Imagined, "_state", _truly(imagining.Imagined._state))
    assert _differs(rules, rules)


def _truly(made):  # type: ignore[no-untyped-def]  # wraps a private method
    def state(self):  # type: ignore[no-untyped-def]  # the same
        before = Program.may_know
        Program.may_know = lambda *_: True  # type: ignore[method-assign]  # for as long as a state is imagined
        try:
            return made(self)
        finally:
            Program.may_know = before  # type: ignore[method-assign]  # as it was

    return state


def test_which_copy_is_known_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If copies kept their numbers in what is imagined, it would tell which of them is known."""
    rules = load("trio", 3)
    monkeypatch.setattr(imagining.Imagined, "_numbered", lambda self: list(range(self.true.program.cards)))
    assert any(compare(rules, rules, f"5:{number}", 60, 3)[1] for number in range(3, 9))
