"""A `must` stops where a card is shown for the first time: in compiled rules as on the reference, whatever its player
has seen of the card before."""

from __future__ import annotations

import pytest

from croupier import Game, Rules
from croupier.fast import FastGame, NotCompiled, compiled

from .alongside import first_difference, first_other_choice
from .small import ruled
from .test_alongside import engines

pytestmark = pytest.mark.in_turn(14)

GAME = """
croupier: 1
game: small
players: 2..3
cards: {attributes: {rank: 1..6, suit: red/blue}, packs: 2}
zones:
  stock: pile seen by nobody
  gone: pile seen by everyone
  line: row 3 seen by nobody
  hand of player: set seen by owner
state:
  score of player: number
  paid in turn: number
  tally of player: number
  owed of card in hand: no/yes
play:
  begin:
    - move deck to stock
    - shuffle stock
    - move top 3 of stock to line
    - for each of players: move top 2 of stock to hand
  steps:
    turn: {by: players, times: 24, must: MUST, steps: {act: {times: TIMES, until: paid > 0, moves: [OFFERED]}}}
moves:
  MOVES
result: {score: score, best: highest}
"""

DRAW = "draw: {when: stock is not empty and count of hand < 5, do: move top of stock to hand}"
PUT = "put: {choose: {card: one of hand}, do: move card to stock}"
SEEN: dict[str, tuple[str, int, list[str]]] = {
    "shown where it lies, to oneself or another": ("paid > 0", 2, [
        "look: {when: stock is not empty, do: show top of stock to me}",
        "tell: {when: stock is not empty, do: show top of stock to left}",
        DRAW, PUT,
        "pay: {when: count of hand mod 2 is 1, do: add 1 to paid}",
    ]),
    "turned up, down, and shuffled away": ("paid > 0", 3, [
        "turn_up: {when: stock is not empty, do: reveal top of stock}",
        "turn_down: {when: stock is not empty, do: hide top of stock}",
        "mix: {when: tally < 2, do: [shuffle stock, add 1 to tally]}",
        DRAW,
        "pay: {when: count of hand is 3, do: add 1 to paid}",
    ]),
    "hands that go round, and are shown": ("paid > 0", 2, [
        "grab: {when: hand of left is not empty, do: move hand of left to gone}",
        "give: {when: hand is not empty, do: move hand to hand of left}",
        "peep: {when: hand of left is not empty, do: show hand of left to me}",
        PUT,
        "pay: {when: hand is empty, do: [move top 3 of stock to hand, add 1 to paid]}",
    ]),
    "what was put away comes back": ("{settled: none of hand where owed, done: paid > 0}", 3, [
        DRAW,
        "take: {when: gone is not empty, do: [let t be top of gone, move t to hand, set owed of t to yes]}",
        "bury: {choose: {card: one of hand where not owed}, when: tally < 6, do: [move card to stock, add 1 to tally]}",
        "throw: {choose: {card: one of hand}, when: {same: rank of card is rank of top of gone or gone is empty or not "
        "owed of card}, do: [move card to gone, add 1 to paid]}",
    ]),
    "places of a row": ("paid > 0", 2, [
        "pick: {choose: {card: one of line}, do: [move card to hand]}",
        "bare: {choose: {card: one of line}, do: [reveal card]}",
        "pay: {when: count of hand is 4 or line is empty, do: add 1 to paid}",
    ]),
}  # fmt: skip


def rules_of(must: str, times: int, moves: list[str], players: int = 2) -> Rules:
    offered = ", ".join(move.partition(":")[0] for move in moves)
    text = GAME.replace("MUST", must).replace("TIMES", str(times)).replace("OFFERED", offered)
    return ruled(text.replace("MOVES", "\n  ".join(moves)), players)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", SEEN)
def test_it_leaves_what_the_reference_leaves(name: str, players: int) -> None:
    """Decision by decision, and from each position on, in Python and in C."""
    rules = rules_of(*SEEN[name], players)
    for engine in engines(rules):
        for seed in range(4):
            assert first_difference(rules, engine, f"5:{seed}", 40) is None


@pytest.mark.parametrize("name", SEEN)
def test_players_look_ahead_alike(name: str) -> None:
    """Where they imagine what is left of the moves, too."""
    rules = rules_of(*SEEN[name])
    engine = compiled(rules, "python", foresees=True)
    for seed in range(3):
        assert first_other_choice(rules, engine, f"5:{seed}", 30) is None


def test_a_card_that_is_known_is_no_surprise() -> None:
    """Whoever knows the top of the stock has to get by with it, and whoever does not may hope."""
    rules = rules_of("paid > 0", 2, [DRAW, PUT, "pay: {when: count of hand is 2, do: add 1 to paid}"])
    positions = [Game(rules, seed).position() for seed in range(9)]
    position = next(each for each in positions if each["zones"]["stock"].count(each["zones"]["stock"][-1]) == 1)
    top = position["zones"]["stock"][-1]
    listed = []
    for remembered in ({}, {"P1": [top]}, {"P2": [top]}):
        game = Game.at(rules, {**position, "remembered": remembered})
        for engine in engines(rules, quick=True):
            assert [str(move) for move in game.legal_moves(0)] == [str(move) for move in FastGame(engine, game).moves()]
        listed.append([str(move) for move in game.legal_moves(0)])
    assert listed == [["draw", "pay"], ["pay"], ["draw", "pay"]]


def test_cards_of_which_nobody_tells_which_are_meant_are_left_to_the_reference() -> None:
    """Which card of somebody's hand comes first is another in what a seat knows."""
    moves = ["go: {do: [for each of hand of left as c: [move c to gone]]}", "pay: {do: add 1 to paid}"]
    with pytest.raises(NotCompiled, match="hidden cards or values"):
        compiled(rules_of("paid > 0", 2, moves), "python")
