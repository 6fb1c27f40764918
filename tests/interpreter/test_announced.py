"""What everybody hears of a choice: what is open stays open, and nothing that goes into hidden state is told."""

from __future__ import annotations

import pytest

from croupier import Game
from croupier.seat import views
from croupier.seat.views import REFEREE

from .small_games import rules

TABLE = """
croupier: 1
game: table
players: 2
cards: {attributes: {value: 1..6}, copies: 4}
zones:
  stock: pile seen by nobody
  heap: pile top seen by everyone
  arena: set seen by everyone
  grid of player: row seen by everyone
  hand of player: set seen by owner
state:
  secret of player: number seen by owner
  flag of player: no/yes seen by owner
  told of player: number
  tapped of card in arena: no/yes
  target of player: card or none seen by owner
play:
  begin: [move deck to stock]
  steps: {turn: {by: players, times: 9, moves: [MOVE]}}
moves:
  MOVE: DOES
result: {score: told + secret + (if flag then 1 else 0), best: lowest}
"""
ZONES = {"hand of Ann": ["1", "2"], "hand of Bob": ["3"], "arena": ["4", "5"], "grid of Ann": ["6", "6", "1"],
         "heap": ["2", "3"], "stock": ["4", "4", "5"]}  # fmt: skip


def heard(does: str, text: str) -> object:
    """What Bob hears of a move of Ann's."""
    played = rules(TABLE.replace("DOES", does).replace("MOVE", "go"), names=["Ann", "Bob"])
    game = Game.at(played, {"step": "turn", "turn": "Ann", "zones": ZONES})
    game.play(0, text)
    (event,) = (event for event in game.log(1) if event.kind == "decision" and event.data["seat"] == 0)
    return event.data.get("choices")


@pytest.mark.parametrize(
    ("does", "text", "told"),
    [
        ("{choose: {n: one of 1..3}, do: set told to n}", "go 2", {"n": "2"}),
        ("{choose: {card: one of arena}, do: set tapped of card to yes}", "go 4", {"card": "4"}),
        ("{choose: {card: one of arena where not tapped}, do: set tapped of card to yes}", "go 4", {"card": "4"}),
        ("{choose: {card: one of grid}, do: move card to heap}", "go 6@2", {"card": "6@2"}),
        ("{choose: {cards: 2 of (grid with arena)}, do: move cards to heap}", "go 6@1 4", {"cards": "4 6@1"}),
    ],
)
def test_what_lies_open_and_what_is_said_is_heard(does: str, text: str, told: object) -> None:
    """Numbers, players, words; and which card of those that everybody sees, also where nothing moves."""
    assert heard(does, text) == told


@pytest.mark.parametrize(
    ("does", "text"),
    [
        ("{choose: {card: one of hand}, do: move card to stock}", "go 1"),
        ("{choose: {card: one of (hand with arena)}, do: move card to stock}", "go 4"),
        ("{choose: {card: one of heap}, do: move card to hand}", "go 3"),
        ("{choose: {n: one of 1..3}, do: set secret to n}", "go 2"),
        ("{choose: {card: one of arena}, do: set target to card}", "go 4"),
        ("{choose: {card: one of arena}, do: [let one_there be card, set target to one_there]}", "go 4"),
        ("{choose: {n: one of 1..3}, do: [let m be n + 1, let k be m * 2, set secret to k]}", "go 2"),
        ("{choose: {n: one of 1..3}, do: [{if n is 2: set flag to yes}]}", "go 2"),
        ("{choose: {n: one of 1..3}, do: [{for each of 1..n: add 1 to secret}]}", "go 2"),
        ("{choose: {who: one of players}, do: [{if who is me: {if hand is empty: set secret to 1}}]}", "go Bob"),
    ],
)
def test_what_goes_into_hidden_state_is_not(does: str, text: str) -> None:
    """Nor is a card that not everybody sees: by any name, under any condition, however often it is repeated."""
    assert heard(does, text) is None


def picked(game: Game, seat: int | None) -> list[object]:
    """What a seat, or the referee, hears of what chance picks."""
    return [event.data for event in views.log(game._state, seat) if event.kind == "random"]


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("{do: set told to random of 2..2}", {"value": "2"}),
        ("{do: set secret to random of 2..2}", {}),
        ("{do: [let n be random of 2..2, add n to secret]}", {}),
        ("{do: [let n be random of 2..2, if n > 1: [set flag to yes]]}", {}),
        ("{do: [let n be random of 2..2, add n to told]}", {"value": "2"}),
    ],
)
def test_what_chance_picks_is_heard_unless_it_is_hidden(does: str, told: dict[str, str]) -> None:
    """What goes into hidden state, through names too, or decides whether it is set: that something was picked is heard,
    and what by the referee alone. Who may see the state is told of that."""
    played = rules(TABLE.replace("DOES", does).replace("MOVE", "go"), names=["Ann", "Bob"])
    game = Game.at(played, {"step": "turn", "turn": "Ann", "zones": ZONES})
    game.play(0, "go")
    assert [picked(game, seat) for seat in (0, 1, REFEREE)] == [[told], [told], [{"value": "2"}]]


def test_what_chance_picks_to_begin_with_is_hidden_where_the_state_is() -> None:
    """Also where options decide from what is picked."""
    text = TABLE.replace("DOES", "{}").replace("MOVE", "go")
    text = text.replace("players: 2\n", "players: 2\noptions: {few: no/yes}\n")
    text = text.replace(
        "secret of player: number", "secret of player: number starting random of (if few then 1..2 else 3)"
    )
    game = Game(rules(text, names=["Ann", "Bob"]), 1)
    assert [picked(game, seat) for seat in (0, 1, REFEREE)] == [[{}, {}], [{}, {}], [{"value": "3"}] * 2]
