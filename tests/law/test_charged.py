"""What a decision works out is paid for where it is done: a budget of so many steps buys so much work, and no more."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier import Game, Rules
from croupier.base import effort, prices
from croupier.base.effort import TooMuch
from croupier.base.events import Glimpsed, Log, Note
from croupier.base.values import Env
from croupier.combos import listing
from croupier.combos.listing import Sums
from croupier.compile.binding import bind
from croupier_dsl import compile_text

BUDGET = 100_000
MELDS = """croupier: 1
game: charged
players: 2
cards: {{attributes: {{n: {numbers}, u: a/b/c/d}}, copies: 4}}
combos:
{combos}
zones:
  stock: pile seen by nobody
  discard: pile seen by everyone
  hand of player: set seen by owner
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 60 of stock to hand
  steps: {{turn: {{by: players, times: 20, moves: [lay, pass]}}}}
moves:
  pass: {{}}
  lay: {{choose: {{m: one of ({wanted} of hand)}}, do: move cards of m to discard}}
result: {{score: count of hand, best: highest}}
"""
SHOWS = """croupier: 1
game: shows
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody}
play:
  begin: move deck to stock
  steps: {turn: {by: players, times: 3, moves: [go]}}
moves:
  go:
    do:
      - for each of 1..300:
          - for each of 1..300:
              - for each of 1..300: show top of stock to players
result: {score: 1, best: highest}
"""


def given_up(text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is told of the first decision of a game, where the budget is small."""
    game = Game(Rules(bind(compile_text(text, "charged.yaml"), 2)), 1)
    monkeypatch.setattr(effort, "BUDGET", BUDGET)
    effort.EFFORT.renew()
    try:
        with pytest.raises(TooMuch) as told:
            game.play(0, game.legal_moves(0)[0])
    finally:
        monkeypatch.undo()
        effort.EFFORT.renew()
    return str(told.value)


@pytest.mark.parametrize(("numbers", "wanted"), [("1..40", 100), ("-40..40", 0)], ids=["positive", "negative"])
def test_every_card_that_is_tried_for_a_sum_is_paid_for(
    numbers: str, wanted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried, reaches = [0], Sums.reaches

    def counted(self: Sums, *about: int) -> bool:
        tried[0] += 1
        return reaches(self, *about)

    monkeypatch.setattr(Sums, "reaches", counted)
    sums = f"  sm: {{size: 2.., where: sum of n is {wanted}}}"
    told = given_up(MELDS.format(numbers=numbers, combos=sums, wanted="sm"), monkeypatch)
    assert 0 < tried[0] * prices.TRIED <= BUDGET
    assert "hand of P1" in told
    assert "moves.lay.choose.m" in told


def test_every_group_that_is_held_against_what_is_left_is_paid_for(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = [0]

    class Counted(Counter[int]):
        def __sub__(self, other: Counter[int]) -> Counter[int]:
            compared[0] += 1
            return super().__sub__(other)

    monkeypatch.setattr(listing, "Counter", Counted)
    groups = "  three: {same: n, size: 3..}\n  any_: {sequence: 1..40, of: three, size: 1.., beside: 3}"
    told = given_up(MELDS.format(numbers="1..40", combos=groups, wanted="any_"), monkeypatch)
    # nearly all of them fit here, and are taken up after that
    assert 0 < compared[0] * (prices.TRIED + prices.MELD) <= BUDGET
    assert "moves.lay.choose.m" in told


@pytest.mark.costly
def test_what_is_told_of_is_paid_for_as_it_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, append = [0], Log.append

    def counted(self: Log, note: Note) -> None:
        kept[0] += 1
        append(self, note)

    monkeypatch.setattr(Log, "append", counted)
    assert "moves.go.do" in given_up(SHOWS, monkeypatch)
    assert 0 < kept[0] * 8 <= BUDGET


LOOP = """croupier: 1
game: loop
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody}
state: {told: number}
play:
  begin: move deck to stock
  steps: {turn: {by: players, times: 9, moves: [go]}}
moves:
  go:
    do:
      - for each of 1..9: [choose: {more: one of 1..3}, set told to 10 * told + more]
result: {score: told, best: highest}
"""


@pytest.mark.costly
def test_a_loop_uses_up_its_list() -> None:
    """Nothing is copied from one turn to the next, so that a long list takes no longer an element than a short one."""
    game = Game(Rules(bind(compile_text(SHOWS, "loop.yaml"), 2)), 1)
    state = game._state
    code = state.program.moves[0].do
    env: Env = [0] + [None] * code.slots
    (slot, left), *_ = code.left.items()
    at = code.ops[0](state, env)
    held = env[left]
    for number in range(1, 301):
        code.ops[at](state, env)
        assert env[slot] == number
        assert env[left] is held
    assert not held


def test_answers_to_one_question_leave_each_other_the_rest_of_a_loop() -> None:
    """Of a position that is copied in the middle of a loop, each copy goes through all that is left."""
    game = Game(Rules(bind(compile_text(LOOP, "loop.yaml"), 2)), 1)
    game.play(0, "go")
    told = []
    for more in (1, 2, 3):
        twin = game.copy()
        assert len(twin.position()["half"]["locals"]["left 3"]) == 8
        for _ in range(9):
            assert twin.decisions < 10
            twin.play(0, f"go more={more}")
        told.append(twin._state.variables[0])
        assert twin.to_act == (1,)
    assert told == [111_111_111, 222_222_222, 333_333_333]
    assert len(game.position()["half"]["locals"]["left 3"]) == 8


WORK = """croupier: 1
game: work
players: 2
cards: {deck: french52, packs: 4}
tables: {points of card by rank: {A..K: 1..13}}
combos:
  set: {same: rank, size: 3..}
  best: {split: set, least: points}
zones:
  stock: pile seen by everyone
  heap: pile seen by nobody
  hand of player: set seen by owner
state: {many: number, worth of card: number}
play:
  begin:
    - move deck to stock
    - for each of players: move top 20 of stock to hand
    - move top 60 of stock to heap
  steps: {turn: {by: players, times: 3, moves: [go]}}
moves:
  go: {do: [for each of 1..50: DO]}
result: {score: many, best: highest}
"""


@pytest.mark.parametrize(
    ("do", "each"),
    [
        ("shuffle heap", prices.DRAWN * 60),
        ("[reveal heap, hide heap]", 2 * prices.TURNED * 60),
        ("show heap to players", prices.TOLD * 60),
        ("swap top of heap with top of stock", prices.SWAPPED),
        ("set many to random of 1..1600", prices.DRAWN),
        ("add 1 to worth of heap", 60),
        ("set worth of heap to 3", 60),
        ("[move heap to hand, move hand to heap]", 120),
        ("set many to count of best of hand", prices.ASKED + 20 * prices.ARRANGED),
        ("let cards be heap with heap", 60 * 60 // prices.PASSED),
        ("set many to highest of points of deck", 208 // prices.PASSED),
    ],
)
def test_a_statement_pays_for_all_that_it_does(do: str, each: int) -> None:
    """At every turn of a loop, whether or not its answer is remembered."""
    game = Game(Rules(bind(compile_text(WORK.replace("DO", do), "work.yaml"), 2)), 1)
    game.play(0, "go")
    assert effort.BUDGET - effort.EFFORT.left >= 50 * each


def test_what_is_shown_together_is_kept_once() -> None:
    """Each card that is shown knows which were shown with it: they share one list."""
    game = Game(Rules(bind(compile_text(WORK.replace("DO", "show heap to players"), "work.yaml"), 2)), 1)
    game.play(0, "go")
    seen = [sight for sight in game._state.log.sights() if isinstance(sight, Glimpsed)]
    assert len(seen) == 50 * 60
    assert len({id(sight.together) for sight in seen}) == 50
