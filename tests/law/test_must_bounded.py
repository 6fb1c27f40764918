"""The search of a `must` that can never hold ends within the work of one decision, and says what is not settled."""

from __future__ import annotations

import pytest

from croupier import Game, Rules, RulesFault
from croupier.base import effort, limits
from croupier.compile.binding import bind
from croupier.fast import FastGame, OutOfRange, compiled
from croupier.play.must import Ahead
from croupier_dsl import compile_text

GAME = """
croupier: 1
game: never
players: 2
cards: {deck: french52}
zones:
  stock: pile seen by nobody
  gone: pile seen by everyone
  laid: set seen by everyone
  hand of player: set seen by owner
state: {paid in turn: number, tally in turn: number}
play:
  begin: [move deck to stock, shuffle stock, for each of players: move top 20 of stock to hand]
  steps:
    turn:
      by: players
      times: 4
      must: {kept: MUST}
      steps: {act: {until: paid > 99, moves: [MOVES], else: end turn}}
moves:
  one: {choose: {card: one of hand}, do: [move card to gone, add 1 to paid]}
  two: {choose: {cards: 2 of hand}, do: [move cards to gone, add 1 to paid]}
  lay: {choose: {card: one of hand}, do: [move card to laid, add 1 to tally]}
  back: {choose: {card: one of laid}, do: [move card to hand]}
  nothing: {when: tally < 20, do: add 1 to tally}
  pass: {}
result: {score: count of hand, best: highest}
"""
NEVER = {
    "one by one": ("paid > 50", "one, lay"),
    "two at a time": ("paid > 50", "one, two"),
    "to and fro": ("some of gone where rank is K and count of gone > 60", "one, two, lay, back"),
    "or nothing": ("paid > 30", "one, nothing, pass"),
}


def never(name: str) -> Rules:
    must, moves = NEVER[name]
    return Rules(bind(compile_text(GAME.replace("MUST", must).replace("MOVES", moves), "never.yaml"), 2))


@pytest.mark.costly
@pytest.mark.parametrize("name", NEVER)
def test_a_must_that_can_never_hold_ends_in_a_fault(name: str) -> None:
    """The fault names the `must` with its line, the move, the player and the hand; so it does in compiled rules."""
    rules = never(name)
    with pytest.raises(RulesFault, match=r"whether P1 can still meet the `must` of turn after \w+") as told:
        Game(rules, 1)
    assert "hand: AC AD 2H 2S" in told.value.problem
    assert (told.value.path, told.value.text) == ("play.turn.must.kept", NEVER[name][0])
    assert told.value.where is not None
    for on in ("python", "c"):
        with pytest.raises(OutOfRange) as left:
            FastGame(compiled(rules, on), "1:0")
        with pytest.raises(RulesFault) as again:
            _ = left.value.game
        assert again.value.problem == told.value.problem


def test_each_position_of_a_search_is_paid_for(monkeypatch: pytest.MonkeyPatch) -> None:
    made, make = [0], Ahead._make_once

    def counted(self: Ahead, *given: object) -> object:
        made[0] += 1
        return make(self, *given)  # type: ignore[arg-type]  # handed on as it came

    monkeypatch.setattr(Ahead, "_make_once", counted)
    monkeypatch.setattr(effort, "BUDGET", 200_000)
    effort.EFFORT.renew()
    with pytest.raises(RulesFault, match="within the computation limit of one decision"):
        Game(never("one by one"), 1)
    assert 0 < made[0] * 300 <= 200_000


def test_half_of_the_purse_is_left_for_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "BUDGET", 1_000)
    budget = effort.Effort()
    budget.spend(200)
    with pytest.raises(effort.TooMuch), budget.half():
        budget.spend(401)
    budget.spend(400)
    with pytest.raises(effort.TooMuch):
        budget.spend(1)
    budget.renew()
    with budget.half():
        budget.spend(100)
    budget.spend(900)


def test_the_fault_of_too_many_ways_names_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_MOVES", 100)
    rules = never("two at a time")
    with pytest.raises(RulesFault, match=r"P1 has more than 100 ways to choose cards \(hand: .*2H") as told:
        Game(rules, 1)
    assert told.value.path == "moves.two.choose.cards"
