"""Compiled observations, masks and rewards are those of the reference, step by step and deal by deal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from croupier import Game, Rules, load
from croupier.base.chance import Stream
from croupier.base.faults import SetupError
from croupier.learn import Actions, Observations, Vector, rewards, vector
from croupier.players import POLICIES
from tests.lowering.small import ruled

if TYPE_CHECKING:
    from croupier.fast.engine import On
    from croupier.learn.stepping import Others

SHELF = [
    json.loads(line)["name"]
    for line in (Path(__file__).parents[2] / "rulesets" / "index.jsonl").read_text(encoding="utf-8").splitlines()
]
SAMPLE = ("crazy-eights", "drei", "hearts", "kuhn-poker", "pontoon", "rummy-500", "trio-spicy-teams")
NUMBERS = """
croupier: 1
game: small
players: 2
cards: {attributes: {rank: 1..3}, copies: 2}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, line: row 3 seen by everyone}
state: {said of player: number, heap: number}
define: {least: heap - 12, most: heap + 2}
play:
  begin: [move deck to stock, shuffle stock, {for each of players: move top 2 of stock to hand}]
  steps: {turn: {by: players, times: 6, moves: [name, swap, pass]}}
moves:
  name: {choose: {n: one of least..most}, do: [set said to n, add n * 9 to heap]}
  swap: {choose: {cards: 1.. of hand}, do: [move cards to stock, move top of stock to hand]}
  pass: {}
result: {score: said, best: highest}
"""
"""A number without bounds, and sets of cards with copies."""


class Table:
    """A game of the reference in which some seats are given to players."""

    def __init__(self, rules: Rules, number: int, others: Others, own: int) -> None:
        seats = range(rules.seats)
        names = [None if seat == own else others for seat in seats] if isinstance(others, str) else others or []
        self.game = Game(rules, f"5:{number}")
        self.players = {seat: POLICIES[name](5, number, seat) for seat, name in enumerate(names) if name}
        self.go_on()

    def go_on(self) -> None:
        while self.game.to_act and (player := self.players.get(self.game.to_act[0])):
            seat = self.game.to_act[0]
            self.game.play(seat, player.choose(self.game.offer(seat)))


def check(rules: Rules, on: On, games: int = 2, steps: int = 60, others: Others = None) -> int:
    """Play by chance on both engines. Return how many games ended."""
    env, actions, observations = Vector(rules, games, 5, on=on, others=others), Actions(rules), Observations(rules)
    chance = Stream(5, 2)
    number = [*range(games)]
    there = [Table(rules, each, others, each % rules.seats) for each in number]
    taken: list[tuple[int, ...]] = [()] * games
    ended = 0
    for _ in range(steps):
        for at in range(games):
            while not there[at].game.to_act:  # a deal in which nobody has to choose is passed over
                number[at] += games
                there[at] = Table(rules, number[at], others, at % rules.seats)
            game = there[at].game
            seat = game.to_act[0]
            assert env.seats[at] == seat
            assert env.masks[at].tobytes() == actions.mask(game, seat, taken[at])
            assert env.observations[at].tolist() == observations.of(game, seat, taken[at])
        assert env.games == [f"5:{each}" for each in number]
        legal = [np.flatnonzero(mask) for mask in env.masks]
        chosen = [int(each[chance.below(len(each))]) for each in legal]
        env.step(chosen)
        for at in range(games):
            game = there[at].game
            taken[at] += (chosen[at],)
            seat = game.to_act[0]
            made = actions.made(game, seat, taken[at])
            over = False
            if made is not None:
                game.play(seat, game.legal_moves(seat)[made])
                there[at].go_on()
                taken[at], over = (), game.over
            assert env.done[at] == over
            told = (0.0,) * rules.seats
            if over:
                assert game.outcome is not None
                told = rewards(rules, game.outcome)
                ended += 1
                number[at] += games
                there[at] = Table(rules, number[at], others, at % rules.seats)
            assert env.rewards[at].tolist() == pytest.approx(told)
            assert not env.failed[at]
    return ended


@pytest.mark.costly
@pytest.mark.parametrize("on", ["c", "python"])
@pytest.mark.parametrize("name", SAMPLE)
def test_a_vector_steps_the_games_of_the_reference(name: str, on: On) -> None:
    check(load(name), on)


@pytest.mark.in_turn(24)
@pytest.mark.parametrize("name", SHELF)
def test_a_vector_steps_the_games_of_the_shelf(name: str) -> None:
    check(load(name), "python", steps=80)


@pytest.mark.costly
@pytest.mark.parametrize("on", ["c", "python"])
def test_numbers_without_bounds_are_digits(on: On) -> None:
    rules = ruled(NUMBERS, 2)
    assert "the digits of n, and done" in Actions(rules).describe()
    assert check(rules, on, steps=200) > 5


@pytest.mark.costly
@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker", "blackjack", "briscola", "switch"])
def test_whole_games_are_rewarded_as_the_reference_says(name: str) -> None:
    assert check(load(name), "c", games=3, steps=150)


@pytest.mark.in_turn(3)
@pytest.mark.parametrize(
    ("name", "on", "steps"), [("trio", "c", 6), ("crazy-eights", "c", 20), ("crazy-eights", "python", 10),
                              ("kuhn-poker", "c", 60), ("leduc-poker", "python", 60)]
)  # fmt: skip
def test_given_players_choose_as_on_the_reference(name: str, on: On, steps: int) -> None:
    """They decide alike, with the chance that they have in the game of that seed, also when a game begins or ends."""
    ended = check(load(name), on, games=3, steps=steps, others="greedy")
    assert ended > 10 or steps < 60


def test_some_seats_may_be_given() -> None:
    rules = load("leduc-poker")
    assert check(rules, "python", steps=100, others=("greedy", None)) > 5
    assert check(rules, "python", steps=100, others=(None, "random")) > 5
    env = vector(rules, 4, others=["random", None])
    assert (env.seats == 1).all()
    for others, told in (
        (["greedy"], "1 players are given for 2 seats"),
        (["greedy", "random"], "write None for yours"),
        ("search", "only random and greedy players run on compiled rules, not search"),
    ):
        with pytest.raises(SetupError, match=told):
            vector(rules, 4, others=others)


def test_an_illegal_action_has_no_effect() -> None:
    env = vector(load("crazy-eights"), 3, "11")
    before, seen = env.masks.copy(), env.observations.copy()
    wrong = int(np.flatnonzero(before[2] == 0)[0])
    legal = [int(np.flatnonzero(mask)[0]) for mask in before]
    with pytest.raises(IndexError, match="not legal in game 2"):
        env.step([*legal[:2], wrong])
    with pytest.raises(IndexError, match="not legal in game 0"):
        env.step([-1, *legal[1:]])
    assert (env.masks == before).all()
    assert (env.observations == seen).all()
    env.step(legal)
    assert (env.observations != seen).any()


@pytest.mark.costly
def test_many_games_are_the_same_as_few() -> None:
    """A game depends on its seed and the actions, not on its neighbours."""
    rules, few, many = load("drei"), 2, 6
    one, other = Vector(rules, few, 3), Vector(rules, many, 3)
    for _ in range(30):
        assert (one.observations == other.observations[:few]).all()
        assert (one.masks == other.masks[:few]).all()
        one.step(one.masks.argmax(1))
        other.step(other.masks.argmax(1))


def test_scores_are_rewards() -> None:
    """What the seats of a game of betting win, the others lose."""
    env = vector(load("leduc-poker"), 4, by="score")
    seen = set()
    for _ in range(60):
        env.step(env.masks.shape[1] - 1 - env.masks[:, ::-1].argmax(1))
        assert (env.rewards.sum(1) == 0).all()
        seen |= {*np.abs(env.rewards[env.done]).ravel().tolist()}
    assert len(seen) > 1
