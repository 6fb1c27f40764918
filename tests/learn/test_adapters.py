"""PettingZoo, Gymnasium and OpenSpiel accept every ruleset: their own tests pass, and they get the game as it is."""

from __future__ import annotations

import copy
import json
import pickle
import sys
import warnings
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import absl.logging
import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability
from pettingzoo.test import api_test, parallel_api_test, seed_test

from croupier import Game, load
from croupier.base.chance import Seed, Stream
from croupier.base.events import Event
from croupier.base.faults import SetupError
from croupier.learn import Observations, openspiel, rewards
from croupier.learn.gymnasium import Seat
from croupier.learn.pettingzoo import Turns, parallel, turns
from croupier.learn.single import Engine, single
from croupier.model.state import State
from croupier.players import Greedy
from croupier.seat import views
from tests.lowering.small import ruled

absl.logging.get_absl_handler().python_handler.setStream(sys.__stderr__)  # it closes its stream, which is pytest's own
PRINTED = ("drei", "rami", "three-thirteen", "trio")
SHELF = [
    json.loads(line)["name"]
    for line in (Path(__file__).parents[2] / "rulesets" / "index.jsonl").read_text(encoding="utf-8").splitlines()
]

BLANKS = """
croupier: 1
game: small
players: 2
cards: {attributes: {rank: 1..4}, copies: 2}
zones: {stock: pile seen by nobody, up: pile seen by everyone, hand of player: set seen by owner}
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 2 of stock to hand
    - move top of stock to up
  steps: {turn: {when: rank of top of up > 2, by: players, times: 2, moves: [show, pass]}}
moves: {show: {choose: {card: one of hand}, do: move card to up}, pass: {}}
result: {score: sum of rank of hand, best: highest}
"""
"""In half of the deals nobody chooses."""


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Leave out advice, as on names of agents, and the deprecation warnings of other packages."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def drawn(mask: NDArray[np.int8], chance: Stream) -> int:
    """Return a legal action by chance."""
    legal = np.flatnonzero(mask).tolist()
    return legal[chance.below(len(legal))]


@pytest.mark.costly
@pytest.mark.parametrize("name", PRINTED)
def test_pettingzoo_accepts_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules = load(name)
    api_test(turns(rules), num_cycles=60)
    parallel_api_test(parallel(rules), num_cycles=30)
    seed_test(lambda: turns(rules), num_cycles=20)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.costly
@pytest.mark.parametrize("name", PRINTED)
def test_gymnasium_accepts_it(name: str) -> None:
    check_env(Seat(load(name)), skip_render_check=True)


@pytest.mark.in_turn(24)
@pytest.mark.parametrize("name", SHELF)
def test_the_shelf_is_accepted(name: str) -> None:
    rules = load(name)
    api_test(turns(rules), num_cycles=30)
    check_env(Seat(rules, rules.seats - 1), skip_render_check=True)


@pytest.mark.costly
@pytest.mark.parametrize("name", ["crazy-eights", "drei", "trio"])
def test_both_engines_tell_the_same_game(name: str) -> None:
    """By the same actions: the same masks, observations of all seats, and rewards."""
    rules = load(name)
    games = single(rules, on="python"), single(rules, on="reference")
    chance = Stream(7)
    for game in games:
        game.begin("7:1")
    while games[1].seat is not None:
        assert games[0].seat == games[1].seat
        assert games[0].mask().tolist() == games[1].mask().tolist()
        for seat in range(rules.seats):
            assert games[0].observe(seat).tolist() == games[1].observe(seat).tolist()
        action = drawn(games[1].mask(), chance)
        for game in games:
            game.act(action)
    assert games[0].seat is None
    assert [*games[0].rewards] == pytest.approx([*games[1].rewards])
    assert games[0].finished
    assert games[1].finished


@pytest.mark.parametrize("on", ["c", "python", "reference"])
def test_a_deal_without_a_choice_is_passed_over(on: Engine) -> None:
    """On each engine the same deals are, and the numbers of games go on after the one that is played."""
    rules = ruled(BLANKS, 2)
    dealt = {number: Game(rules, f"5:{number}") for number in range(40)}
    chosen = [number for number, game in dealt.items() if not game.over]
    assert 5 < len(chosen) < 35
    alone = single(rules, on=on)
    assert [alone.begin(f"5:{number}") for number in dealt] == [not game.over for game in dealt.values()]
    env, observations = Turns(rules, on=on), Observations(rules)
    for seed, number in zip([5, *[None] * 4], chosen, strict=False):
        env.reset(seed=seed)
        assert env.agent_selection == rules.program.names[dealt[number].to_act[0]]
        for seat, name in enumerate(env.agents):
            assert env.observe(name)["observation"].tolist() == observations.of(dealt[number], seat)
    seat = Seat(rules, 1, on=on)
    for seed in range(4):
        _, info = seat.reset(seed=seed)
        assert not Game(rules, info["seed"]).over
    with pytest.raises(SetupError, match="a thousand games in a row"):
        Turns(ruled(BLANKS.replace("> 2", "> 4"), 2), on=on).reset(5)


@pytest.mark.costly
def test_a_seed_is_the_game_of_that_seed() -> None:
    rules = load("drei", players=3)
    env = Turns(rules)
    found = []
    for seed in (5, None, 5):
        env.reset(seed=seed)
        found.append({name: env.observe(name)["observation"].tolist() for name in env.agents})
    assert found[0] == found[2] != found[1]
    game = single(rules, on="reference")
    game.begin("5:1")
    assert [*found[1].values()] == [game.observe(seat).tolist() for seat in range(3)]


@pytest.mark.costly
def test_rewards_come_at_the_end_and_an_illegal_action_loses() -> None:
    rules = load("trio")
    env = Seat(rules, seat=1, others=lambda seen, mask, chance: int(chance.choice(np.flatnonzero(mask))))
    seen, info = env.reset(seed=3)
    assert info["action_mask"].tolist() == seen["action_mask"].tolist()
    total, over = 0.0, False
    while not over:
        action = int(np.flatnonzero(seen["action_mask"])[0])
        seen, reward, over, cut, info = env.step(action)
        total += reward
        assert not cut
        assert over or reward == 0
    assert -1 <= total <= 1
    assert not seen["action_mask"].any()
    seen, _ = env.reset()
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(IndexError, match="over"):
        env.step(0)


def test_named_players_have_the_other_seats() -> None:
    """Greedy plays in compiled code, as it does on the reference in the game of the seed that is told."""
    rules = load("trio", players=3)
    observations, envs = Observations(rules), [Seat(rules, 1, "greedy", on=on) for on in ("best", "reference")]
    for number, env in product(range(3), envs):
        seen, info = env.reset(seed=number)
        seed = Seed.parse(info["seed"])
        game, greedy = Game(rules, info["seed"]), [Greedy(seed.number, seed.game, seat) for seat in range(3)]
        while (seat := game.to_act[0]) != 1:
            game.play(seat, greedy[seat].choose(game.offer(seat)))
        assert seen["observation"].tolist() == observations.of(game, 1)
    env = Seat(load("drei", players=2), others="greedy")
    assert isinstance(env, gymnasium.Env)
    seen, _ = env.reset(seed=1)
    for _ in range(5):
        seen, _, over, _, _ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        assert not over
    with pytest.raises(SetupError, match="3 players are given for 1"):
        Seat(load("drei", players=2), others=["greedy", "random", "random"])
    with pytest.raises(SetupError, match="seat 4 does not exist"):
        Seat(load("drei", players=2), seat=4)


# ------------------------------------------------------------ OpenSpiel


@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker"])
def test_openspiel_plays_and_keeps_it(name: str) -> None:
    """Its test of games: clones, text, legal actions, returns, and positions that are written and read."""
    pyspiel.random_sim_test(pyspiel.load_game("croupier", {"ruleset": name}), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["blackjack", "crazy-eights", "drei", "freecell", "gin-rummy", "hearts", "rami", "trio"]
)
def test_openspiel_plays_it(name: str) -> None:
    pyspiel.random_sim_test(
        pyspiel.load_game("croupier", {"ruleset": name}), num_sims=1, serialize=False, verbose=False
    )


@pytest.mark.parametrize("wrong", [{"reward": "points"}, {"options": "pot"}, {"players": 99}])
def test_openspiel_is_told_of_parameters_that_do_not_fit(wrong: dict[str, object]) -> None:
    with pytest.raises(SetupError, match=str(next(iter(wrong.values())))):
        pyspiel.load_game("croupier", {"ruleset": "kuhn-poker", **wrong})


def test_kuhn_poker_has_the_tree_of_openspiel() -> None:
    """The gain of a best response to uniform players is theirs to the last digits: the trees are alike."""
    ours = pyspiel.load_game("croupier", {"ruleset": "kuhn-poker", "reward": "score"})
    theirs = pyspiel.load_game("kuhn_poker")
    gains = [exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) for game in (ours, theirs)]
    assert gains[0] == pytest.approx(gains[1], abs=1e-12)


@pytest.mark.slow
def test_leduc_poker_has_the_tree_of_openspiel() -> None:
    ours = pyspiel.load_game("croupier", {"ruleset": "leduc-poker", "reward": "score"})
    theirs = pyspiel.load_game("leduc_poker")
    gains = [exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) for game in (ours, theirs)]
    assert gains[0] == pytest.approx(gains[1], abs=1e-9)


def test_a_position_is_copied_and_pickled() -> None:
    game = openspiel.game(load("kuhn-poker"), "score")
    state = game.new_initial_state()
    while not state.is_terminal():
        before = str(state)
        action = state.legal_actions()[0]
        twin, read = state.clone(), pickle.loads(pickle.dumps(state.course))
        twin.apply_action(action)
        assert str(state) == before
        assert read.told() == state.course.told()
        state.apply_action(action)
        assert str(state) == str(twin)
    assert copy.deepcopy(state.course).told() == state.course.told()
    assert sum(state.returns()) == 0
    assert state.returns() == [*rewards(load("kuhn-poker"), state.course.outcome, "score")]


def test_a_log_goes_on_from_the_position_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Events that were put into words are not again, in no branch, and the text is that of the whole log."""
    whole, marks = views.log, list[int]()

    def counted(s: State, seat: int | None, since: int = 0, until: int | None = None) -> list[Event]:
        marks.append(since)
        return whole(s, seat, since, until)

    monkeypatch.setattr(views, "log", counted)
    state, chance = openspiel.game(load("leduc-poker")).new_initial_state(), Stream(3)
    for _ in range(40):
        twin = state.clone()
        twin.apply_action(twin.legal_actions()[0])
        for course in (twin.course, state.course):
            for viewer in (views.REFEREE, 0, 1) if course.game is not None else ():
                told = course.log(viewer).splitlines()[1:]
                assert told == [str(event) for event in whole(course.game._state, viewer)]
        legal = state.legal_actions()
        state.apply_action(legal[chance.below(len(legal))])
        if state.is_terminal():
            break
    assert state.is_terminal()
    assert 0 < marks.count(0) <= 4 * 3, "from the start only in the first position and its twin"


def test_an_information_state_has_the_decisions_that_led_to_it() -> None:
    """As numbers, the latest first; every other information state has other numbers, and no seat has another's."""
    game = pyspiel.load_game("croupier", {"ruleset": "kuhn-poker", "recall": 2})
    rows: dict[str, set[str]] = {}

    def walk(state: pyspiel.State) -> None:
        if not state.is_chance_node() and not state.is_terminal():
            seat = state.current_player()
            numbers = state.information_state_tensor(seat)
            told = "".join(line for line in state.information_state_string(seat).splitlines() if "taken" not in line)
            rows.setdefault(str(numbers), set()).add(told)
            size = len(state.observation_tensor(seat))
            assert numbers[:size] == state.observation_tensor(seat)
            own = sum(decision.seat == seat for decision in decisions(state))
            assert sum(map(any, np.array(numbers[size:]).reshape(2, -1))) == own
        for action in state.legal_actions():
            walk(state.child(action))

    def decisions(state: pyspiel.State) -> list[openspiel.Decision]:
        return [each for seat in range(2) for each in state.course.decisions(seat)]

    walk(game.new_initial_state())
    assert len(rows) == 24
    assert all(len(each) == 1 for each in rows.values())


def test_what_a_seat_is_told_does_not_depend_on_hidden_cards() -> None:
    """In two deals that differ only in the other hand, the seat has the same information state and observation."""
    game = openspiel.game(load("kuhn-poker"))
    told: dict[tuple[str, str], set[str]] = {}

    def walk(state: pyspiel.State) -> None:
        if state.is_terminal():
            return
        if not state.is_chance_node():
            seat = state.current_player()
            view = state.course.game.view(seat)
            key = f"{seat} {view}", " ".join(map(str, state.course.past[3:]))
            told.setdefault(key, set()).add(f"{state.information_state_string(seat)}{state.observation_tensor(seat)}")
        for action in state.legal_actions():
            walk(state.child(action))

    walk(game.new_initial_state())
    assert len(told) == 24, "two openers, three cards, and four decisions each"
    assert all(len(each) == 1 for each in told.values())
