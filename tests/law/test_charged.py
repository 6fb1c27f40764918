"""What a decision works out is paid for where it is done: a purse of so many steps buys so much work, and no more."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier import Game, Rules
from croupier.base import effort
from croupier.base.effort import TooMuch
from croupier.base.events import Log, Note
from croupier.combos import listing
from croupier.combos.sums import Sums
from croupier.compile.binding import bind
from croupier_dsl import compile_text

PURSE = 100_000
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
    """What is told of the first decision of a game, where the purse is small."""
    game = Game(Rules(bind(compile_text(text, "charged.yaml"), 2)), 1)
    monkeypatch.setattr(effort, "PURSE", PURSE)
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
    assert 0 < tried[0] * listing.TRIED <= PURSE
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
    assert 0 < compared[0] * (listing.TRIED + listing.MELD) <= PURSE
    assert "moves.lay.choose.m" in told


def test_what_is_told_of_is_paid_for_as_it_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, append = [0], Log.append

    def counted(self: Log, note: Note) -> None:
        kept[0] += 1
        append(self, note)

    monkeypatch.setattr(Log, "append", counted)
    assert "moves.go.do" in given_up(SHOWS, monkeypatch)
    assert 0 < kept[0] * 8 <= PURSE
