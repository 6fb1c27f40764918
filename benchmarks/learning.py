"""Trains agents in numpy by self-play, and prints how good they get.

`python benchmarks/learning.py [kuhn-poker] [leduc-poker] [--seconds S]` trains for S seconds of the processor (default:
100) and prints the exploitability several times. OpenSpiel computes it in its own game from the agent's choices at
every information state.

Agents learn by outcome-sampling counterfactual regret minimisation with tables. One seat of each game explores and
learns regrets, weighted by the probability of its actions; the other adds to its mean strategy.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "dsl"), str(HERE.parent / "interpreter"), str(HERE)]

import numpy as np  # noqa: E402  # the paths come first, so that a checkout measures itself

from croupier import Game, Rules, load  # noqa: E402  # as above
from croupier.learn import Actions, Observations, Vector  # noqa: E402  # as above

EXPLORED = 0.5
"""How often the exploring seat plays a random legal action."""
LONGEST = 12
"""The most decisions of a game."""


class Table:
    """Numbers by information state: all observations and actions of a seat so far, without its number and, in Leduc,
    without suits."""

    def __init__(self, rules: Rules, most: int = 4096) -> None:
        labels = Observations(rules).labels
        rng = np.random.default_rng(7)
        draws: dict[str, int] = {}
        self.weights = np.zeros(len(labels), np.int64)
        for at, label in enumerate(labels):
            zone, _, card = label.rpartition(": ")
            blind = f"{zone}: {card[:-1]}" if card[-1:] in "HS" else label  # suits do not matter
            if not label.startswith(("own seat", "taken")):
                self.weights[at] = draws.setdefault(blind, int(rng.integers(1, 1 << 62)))
        self.numbers: dict[int, int] = {}
        actions = Actions(rules).size
        self.regrets, self.means = np.zeros((most, actions)), np.zeros((most, actions))
        self.legal = np.zeros((most, actions), bool)

    def states(self, before: np.ndarray, observations: np.ndarray) -> np.ndarray:
        """Return keys of the information states that follow these with an observation."""
        return joined(before, observations.astype(np.int64) @ self.weights)

    def rows(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the number of each information state."""
        keys, where = np.unique(states, return_inverse=True)
        for key in keys:
            self.numbers.setdefault(int(key), len(self.numbers))
        found = np.array([self.numbers[int(key)] for key in keys])[where]
        self.legal[found] = masks
        return found

    def policy(self, rows: np.ndarray) -> np.ndarray:
        """Return the present strategy: probabilities by positive regret."""
        return shares(self.regrets[rows], self.legal[rows])

    def mean(self, rows: np.ndarray) -> np.ndarray:
        """Return the mean strategy."""
        return shares(self.means[rows], self.legal[rows])


def joined(before: np.ndarray, more: np.ndarray) -> np.ndarray:
    """Return keys of histories, each continued by a number."""
    with np.errstate(over="ignore"):
        found = (before ^ (before >> 29)) * np.int64(0x1F123BB5A2B3C4D7) + more * np.int64(0x2545F4914F6CDD1D)
        return found ^ (found >> 32)


def shares(weights: np.ndarray, legal: np.ndarray) -> np.ndarray:
    positive = np.maximum(weights, 0) * legal
    total = positive.sum(1, keepdims=True)
    return np.where(total > 0, positive / np.where(total > 0, total, 1), legal / legal.sum(1, keepdims=True))


def train(rules: Rules, seconds: float, report: Callable[[Table, int, float], None], games: int = 4096) -> None:
    env, table, rng = Vector(rules, games, 1, by="score"), Table(rules), np.random.default_rng(1)
    each, all_games = np.arange(games), 0
    length, explorer = np.zeros(games, int), rng.integers(0, 2, games)
    rows, acted, seats = (np.zeros((games, LONGEST), int) for _ in range(3))
    own, sampled = np.ones((games, LONGEST)), np.ones((games, LONGEST))
    past = np.zeros((games, 2), np.int64)
    spent, reports = 0.0, iter([seconds * part for part in (0.01, 0.03, 0.1, 0.3, 1.0)])
    due = next(reports)
    while True:
        begun = time.process_time()
        states = table.states(past[each, env.seats], env.observations)
        here = table.rows(states, env.masks)
        policy, legal = table.policy(here), table.legal[here]
        explores = (env.seats == explorer)[:, None]
        mixed = np.where(explores, EXPLORED * legal / legal.sum(1, keepdims=True) + (1 - EXPLORED) * policy, policy)
        chosen = (mixed.cumsum(1) < rng.random((games, 1)) * 0.999999999).sum(1)
        at = each, length
        rows[at], acted[at], seats[at] = here, chosen, env.seats
        own[at], sampled[at] = policy[each, chosen], mixed[each, chosen]
        length += 1
        past[each, env.seats] = joined(states, chosen)
        env.step(chosen)
        ended = np.flatnonzero(env.done)
        if len(ended):
            all_games += len(ended)
            learn(table, ended, length, explorer, rows, acted, seats, own, sampled, env.rewards, all_games)
            length[ended], past[ended], explorer[ended] = 0, 0, rng.integers(0, 2, len(ended))
        spent += time.process_time() - begun
        if spent > due:
            report(table, all_games, spent)
            if due >= seconds:
                return
            due = next(reports)


def learn(table: Table, ended: np.ndarray, length: Any, explorer: Any, rows: Any, acted: Any, seats: Any, own: Any,
          sampled: Any, rewards: np.ndarray, games: int) -> None:  # fmt: skip
    """Add what these games say to regrets and means."""
    span = int(length[ended].max())
    there = np.arange(span)[None, :] < length[ended][:, None]
    mine = there & (seats[ended, :span] == explorer[ended][:, None])
    reach = np.where(mine, sampled[ended, :span], 1.0)
    before = np.concatenate([np.ones((len(ended), 1)), reach.cumprod(1)[:, :-1]], axis=1)
    weight = rewards[ended, explorer[ended]] / reach.prod(1)
    after = np.where(mine, own[ended, :span], 1.0)
    tail = np.concatenate([after[:, ::-1].cumprod(1)[:, ::-1][:, 1:], np.ones((len(ended), 1))], axis=1)
    game, step = np.nonzero(mine)
    of, did = rows[ended[game], step], acted[ended[game], step]
    value = weight[game] * tail[game, step]
    change = -(value * own[ended[game], step])[:, None] * table.legal[of]
    change[np.arange(len(of)), did] += value
    np.add.at(table.regrets, of, change)
    np.maximum(table.regrets, 0, out=table.regrets)
    game, step = np.nonzero(there & ~mine)
    of = rows[ended[game], step]
    np.add.at(table.means, of, table.policy(of) * (games / before[game, step])[:, None])


def exploitability(rules: Rules, table: Table) -> float:
    """Return by how much a best response beats the mean strategy in OpenSpiel's game, on average of both seats."""
    import pyspiel
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import exploitability as exploited

    kuhn = rules.name == "kuhn-poker"
    there = pyspiel.load_game("kuhn_poker" if kuhn else "leduc_poker")
    actions, observations = Actions(rules), Observations(rules)
    cards = ["J", "Q", "K"] if kuhn else [f"{rank}{suit}" for rank in "JQK" for suit in "HS"]
    told = {"check": 0, "bet": 1, "fold": 0, "call": 1} if kuhn else {"fold": 0, "check": 1, "call": 1, "raise": 2}
    found = policies.TabularPolicy(there)
    for place, state in enumerate(found.states):
        deals = [*state.history()[:2]]
        board, moves, walk = [], [], there.new_initial_state()
        for action in state.history():
            if walk.is_chance_node():
                board += [action] if len(walk.history()) >= 2 else []
            else:
                moves.append(action)
            walk.apply_action(action)
        shuffled = [cards[card] for card in [*deals, *board]]
        chance: list[Any] = [{"random": rules.program.names[0]}, {"shuffle": "stock", "cards": shuffled}]
        game = Game(rules, 1, chance=chance)
        past = np.zeros(2, np.int64)
        for action in [*moves, None]:
            seat = game.to_act[0]
            states = table.states(past[[seat]], np.array([observations.of(game, seat)]))
            if action is not None:
                made = next(i for i, move in enumerate(game.legal_moves(seat)) if told[move.name] == action)
                number = next(each for each, left in actions.offered(game, seat).items() if made in left)
                past[seat] = joined(states, np.array([number]))[0]
                game.play(seat, game.legal_moves(seat)[made])
        mean = table.mean(table.rows(states, np.array([[*actions.mask(game, seat)]], bool)))[0]
        line = found.action_probability_array[place]
        line[:] = 0
        for action, left in actions.offered(game, seat).items():
            line[told[game.legal_moves(seat)[left[0]].name]] = mean[action]
    return float(exploited.exploitability(there, found))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=["kuhn-poker", "leduc-poker"])
    parser.add_argument("--seconds", type=float, default=100.0)
    given = parser.parse_args()
    for name in given.games:
        rules = load(name)

        def report(table: Table, games: int, spent: float, rules: Rules = rules) -> None:
            told = exploitability(rules, table)
            print(f"| {rules.name} | {spent:.0f} s | {games:,} | {told:.4f} |", flush=True)

        train(rules, given.seconds, report)


if __name__ == "__main__":
    main()
