"""The greedy player: what it keeps, and the limit that no position takes it beyond."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from croupier import Game, RulesFault, simulate
from croupier.base.limits import BREADTH, TRIES
from croupier.base.moves import Move
from croupier.fast import compiled
from croupier.fast.choosing import FastPlayers
from croupier.fast.stepped import FastGame
from croupier.players import Greedy
from croupier.seat.views import Consequence

from .small_games import rules


class Wide:
    """A position with so many moves, each of which leads to another such position; the last move is the best."""

    def __init__(self, moves: int, tried: list[int]) -> None:
        self.going: Any = ((), {})
        self.moves = [Move("move", (("number", str(i)),)) for i in range(moves)]
        self.view = SimpleNamespace(zones={})
        self.tried = tried

    def after(self, index: int) -> Consequence:
        self.tried.append(index)
        score = index if index == len(self.moves) - 1 else 0
        follow: Any = lambda _most: Wide(len(self.moves), self.tried)  # noqa: E731  # a stand-in for a method
        return Consequence(False, score, 0, 0, 0, follow)


@pytest.mark.parametrize("moves", [3, 17, 50, 400])
def test_a_decision_tries_no_more_positions_than_it_may(moves: int) -> None:
    """However many moves there are, and whatever follows them; what it can see to be best it takes."""
    tried: list[int] = []
    offer: Any = Wide(moves, tried)
    chosen = Greedy(1, 0, 0).choose(offer)
    assert len(tried) <= TRIES
    if moves <= BREADTH:
        assert chosen == offer.moves[-1]


RUMMY = """
croupier: 1
game: keep
players: 2
cards: {deck: french54, packs: 2, wild: rank is joker}
tables: {points of card by rank: {A: 1, 2..10: 2..10, J..K: 10, joker: 25}}
zones: {stock: pile seen by nobody, gone: pile seen by everyone, hand of player: set seen by owner}
combos:
  group: {same: rank, size: 3.., wilds: 0..1}
  run: {same: suit, sequence: A..K, size: 3.., wilds: 0..1}
  melds: {split: group/run, least: points}
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 4 of stock to hand
  steps: {turn: {by: players, until: stock is empty, moves: [throw]}}
moves:
  throw: {choose: {card: one of hand}, do: [move card to gone, move top of stock to hand]}
result: {score: 0, best: lowest}
"""


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("9S JD joker 4C", "JD"),  # the dearest card is a joker that fits nowhere yet
        ("QD QS KC 7H 7S 7D", "KC"),  # of equally dear ones that which goes with no other
        ("10H JH QH 10S 2C 3C", "10S"),
        ("QD QS QC joker 5H", "5H"),
    ],
)
def test_what_may_still_be_melded_is_kept(hand: str, thrown: str) -> None:
    """Wild cards, pairs and neighbours; whatever a seed would draw among equals, and on compiled rules too."""
    game = rules(RUMMY)
    position = {"turn": "P1", "zones": {"hand of P1": hand.split(), "hand of P2": ["AS"], "stock": ["2D", "3D"]}}
    for seed in range(3):
        there = Game.at(game, position)
        offer = there.offer(0)
        assert Greedy(seed, 0, 0).choose(offer).value("card") == thrown
        engine = compiled(game, "python", foresees=True)
        quick = FastGame(engine, there)
        players = FastPlayers(engine, quick.seed, ["greedy", "greedy"])
        assert quick.move(players.choose(quick)).value("card") == thrown


SHEDDING = """
croupier: 1
game: climb
players: 2
cards: {attributes: {value: 1..9}, copies: 4}
zones: {stock: pile seen by nobody, pile: pile seen by everyone, hand of player: set seen by owner}
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 5 of stock to hand
    - move top of stock to pile
  steps: {turn: {by: players, until: hand is empty, times: 40, moves: [play, pass]}}
moves:
  play:
    choose: {card: one of hand where value >= value of top of pile or value is 9}
    do: move card to pile
  pass: {when: {cards_left: stock is not empty}, do: [move top of stock to hand, move top of stock to pile]}
result: {score: count of hand, best: lowest}
"""


def test_what_goes_most_often_is_kept_for_later() -> None:
    """It has seen what its cards were good for: of those that go it plays the one that seldom does."""
    game = rules(SHEDDING)
    greedy = Greedy(1, 0, 0)
    low = {"hand of P1": ["2", "5", "9"], "hand of P2": ["1"], "stock": ["3", "3", "3", "4"]}
    for top in ("8", "7", "6", "6"):
        greedy.choose(Game.at(game, {"turn": "P1", "zones": {**low, "pile": [top]}}).offer(0))
    offer = Game.at(game, {"turn": "P1", "zones": {**low, "pile": ["1"], "stock": ["4", "4"]}}).offer(0)
    assert offer.going == (frozenset({1, 4, 8}), {1: 1, 4: 1, 8: 1})
    assert greedy.choose(offer).value("card") != "9"


IN_SETS = """
croupier: 1
game: sets
players: 2
cards: {attributes: {value: 1..9}, copies: 4}
zones: {stock: pile seen by nobody, pile: pile seen by everyone, hand of player: set seen by owner}
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 5 of stock to hand
    - move top of stock to pile
  steps: {turn: {by: players, until: hand is empty, times: 40, moves: [play, pass]}}
moves:
  play:
    choose: {called: one of 1..9, cards: 1.. of hand}
    when:
      alike: none of cards where value is not called
      high_enough: called >= value of top of pile
    do: move cards to pile
  pass: {}
result: {score: if hand is empty then 1 else 0, best: highest}
"""


def test_cards_that_go_together_take_one_turn() -> None:
    """Not the most cards go first, but those that would otherwise cost the most turns."""
    game = rules(IN_SETS)
    hands = {"hand of P1": ["2", "9", "9", "9"], "hand of P2": ["1"]}
    for seed in range(3):
        greedy = Greedy(seed, 0, 0)
        for top in ("8", "7", "8"):
            greedy.choose(Game.at(game, {"turn": "P1", "zones": {**hands, "pile": [top]}, "rest": "stock"}).offer(0))
        offer = Game.at(game, {"turn": "P1", "zones": {**hands, "pile": ["1"]}, "rest": "stock"}).offer(0)
        assert offer.going == (frozenset({1, 8}), {1: 1, 8: 3})
        assert greedy.choose(offer).value("cards") == "2"


STUCK = """
croupier: 1
game: stuck
players: 2
cards: {attributes: {value: 1..6}, copies: 2}
zones: {stock: pile seen by nobody, gone: pile seen by everyone, hand of player: set seen by owner}
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 3 of stock to hand
  steps: {turn: {by: players, until: hand of players is empty, moves: [throw]}}
moves:
  throw: {choose: {card: one of hand where it is not none and value is not 6}, do: move card to gone}
result: {score: count of hand, best: lowest}
"""


SPENT = """
croupier: 1
game: spent
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, open: slot seen by everyone, hand of player: set seen by owner}
play:
  begin: [move deck to stock, shuffle stock, {for each of players: move top 4 of stock to hand}]
  steps: {turn: {by: players, times: 4, moves: [spend]}}
moves: {spend: {choose: {card: one of hand}, do: [move card to open, move top of stock to hand]}}
result: {score: count of hand, best: lowest}
"""


def test_a_fault_in_what_it_tries_is_not_its_own() -> None:
    """A move that fails is chosen like one with an unknown effect; once made, its fault names the part and the move."""
    with pytest.raises(RulesFault) as caught:
        simulate(rules(SPENT), 1, policy="greedy")
    assert caught.value.path == "moves.spend.do"
    assert caught.value.move.startswith("P2: spend card=")


def test_where_nobody_could_ever_move_it_does_not_wait_for_the_end() -> None:
    """In what is imagined the other has nothing that goes: nobody can tell what comes then."""
    position = {"turn": "P1", "zones": {"hand of P1": ["1"], "hand of P2": ["6"], "gone": ["1"], "stock": ["6"]}}
    offer = Game.at(rules(STUCK), position).offer(0)
    assert offer.after(0).unknown
