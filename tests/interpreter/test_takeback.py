"""What may be taken back: only what has told nothing."""

from __future__ import annotations

import pytest

from croupier import Game, load
from croupier.table.takeback import learned

from .small_games import rules

ASKING = rules(
    """
croupier: 1
game: asking
players: 3
cards: {attributes: {value: 1..9}, copies: 2}
zones:
  stock: pile seen by nobody
  table: pile seen by everyone
  holes: row seen by nobody
  hand of player: set seen by owner
state:
  answer: no/yes
  asked: number
  secret of player: number seen by owner
  again: no/yes
play:
  steps:
    turn:
      by: players
      times: 60
      until: answer
      steps:
        opening: {moves: [ask, lay, lay_blind, write, tag, read, mix, swap, push, match, peek, tip, open_up, stop]}
        closing: {when: {more: not (again)}, moves: [ask, lay, stop]}
moves:
  ask: {choose: {wanted: one of 1..9}, do: [{if some of hand of left where value is wanted: set answer to yes}]}
  lay: {choose: {card: one of hand}, do: move card to table}
  lay_blind: {choose: {card: one of hand}, do: move card to holes}
  write: {choose: {n: one of 1..9}, do: set secret to n}
  tag: {do: set secret of left to 4}
  read: {do: [{if secret of left is 4: set again to yes}]}
  mix: {do: shuffle stock}
  swap: {do: [move top of stock to hand of left]}
  push: {choose: {card: one of holes}, do: move card to stock}
  match: {do: [{if value of top of stock is value of bottom of stock: set again to yes}]}
  peek: {do: show top of stock to me}
  tip: {do: show top of stock to left of me}
  open_up: {do: show hand to players}
  stop: {}
result: {score: count of hand, best: highest}
""",
    names=["Ann", "Bob", "Cid"],
)


def asking(**secrets: int) -> Game:
    """Ann's turn; her hand is 1 2 3, Bob's 4 5, a card she does not know lies in a row."""
    zones = {"hand of Ann": ["1", "2", "3"], "hand of Bob": ["4", "5"], "hand of Cid": ["8"], "holes": ["9"]}
    state = {f"secret of {name}": value for name, value in secrets.items()}
    return Game.at(
        ASKING, {"step": "opening", "turn": "Ann", "zones": {**zones, "stock": ["6", "7", "7"]}, "state": state}
    )


def told(game: Game, *moves: str) -> bool:
    """Has Ann learned something by these moves, each made by whoever is on turn?"""
    after, made = game.copy(), []
    for text in moves:
        seat = after.to_act[0]
        made.append((seat, after.meant(seat, text)))
        after.play(seat, text)
    return learned(game, after, made, 0)


@pytest.mark.parametrize(
    "move", ["lay 2", "lay_blind 2", "write 5", "tag", "mix", "swap", "push @1", "tip", "open_up", "stop"]
)
def test_what_tells_nothing_may_be_taken_back(move: str) -> None:
    """Own and open cards, own state, hidden cards and state that stay hidden."""
    assert not told(asking(), move)


@pytest.mark.parametrize("wanted", range(1, 10))
def test_an_answer_stands_whichever_it_is(wanted: int) -> None:
    """ "No, I hold none" tells as much as yes, and so does "no" to a card that only few hands have."""
    assert told(asking(), f"ask {wanted}")


@pytest.mark.parametrize(("bob", "move"), [(4, "read"), (3, "read"), (0, "match")])
def test_what_hidden_state_decides_stands(bob: int, move: str) -> None:
    """Whether it has changed anything or not: it could have."""
    assert told(asking(Bob=bob), move)


def test_a_look_stands() -> None:
    """Once; what one knows already it does not tell."""
    assert told(asking(), "peek")
    game = asking()
    game.play(0, "peek")
    for _ in range(5):
        game.play(game.to_act[0], "stop")
    assert not told(game, "peek")


def test_what_somebody_else_has_decided_stands() -> None:
    """However little it tells."""
    assert told(asking(), "stop", "stop", "stop")
    assert not told(asking(), "stop", "stop")


def test_a_partner_that_agreed_has_been_heard() -> None:
    """In TRIO with partners what follows an answer shows what the partner has answered."""
    game = Game(load("trio", 4, {"form": "pairs"}), 3)
    for seat in game.to_act:
        if seat != 0:
            game.play(seat, "agree")
    after = game.copy()
    agree = after.meant(0, "agree")
    after.play(0, agree)
    assert learned(game, after, [(0, agree)], 0)


def test_an_answer_that_waits_for_the_others_does_not() -> None:
    """Where all choose at once, the first has seen nothing of the others' choices."""
    game = Game(load("trio", 4, {"form": "pairs"}), 3)
    after = game.copy()
    agree = after.meant(0, "agree")
    after.play(0, agree)
    assert not learned(game, after, [(0, agree)], 0)
