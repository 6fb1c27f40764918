"""Trains an agent for Trio in numpy by self-play, and prints how often it wins beside two greedy players.

`python benchmarks/learning_trio.py [--seconds S] [--games K]` trains for S seconds of the processor (default: 60), and
several times plays K games against `greedy` (default: 2,970), in each seat alike.

The agent estimates from what its seat sees and remembers what every card that it may reveal shows: hands are sorted, so
a lowest card that is remembered bounds all others. From that follow a few features of each action, and their weights,
which are learned: by policy gradients, where a turn is rewarded by the trio that it wins. The weights begin at zero,
which is play at random.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from math import comb
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "dsl"), str(HERE.parent / "interpreter"), str(HERE)]

import numpy as np  # noqa: E402  # the paths come first, so that a checkout measures itself
from numpy.typing import NDArray  # noqa: E402  # as above

from croupier import Rules, load  # noqa: E402  # as above
from croupier.learn import Actions, Observations, Vector  # noqa: E402  # as above
from croupier.simulate import Share  # noqa: E402  # as above

Numbers = NDArray[np.float64]
SEATS, VALUES, COPIES, PLACES, HAND = 3, 12, 3, 9, 9
FLIPS, SOURCES = PLACES, PLACES + 2 * SEATS
"""Actions: turn up a place of the middle, reveal the lowest card of a seat, the highest card; the own seat first."""
FEATURES = 6
WAYS = np.array([[comb(n, k) for k in range(HAND + 1)] for n in range(VALUES * COPIES + 1)], float)
RATE, TURNS = 0.1, 2000
"""How far a weight moves with an update, and how many turns come before one."""


class Eyes:
    """The places of numbers in an observation, and the actions of each seat."""

    def __init__(self, rules: Rules) -> None:
        at = {label: number for number, label in enumerate(Observations(rules).labels)}
        actions = {words: number for number, words in enumerate(Actions(rules).words)}
        owners = ["own", *(f"+{other}" for other in range(1, SEATS))]

        def cards(zone: str, up: str = "") -> list[int]:
            return [at[f"{zone}: {value}{up}"] for value in range(1, VALUES + 1)]

        self.hands = np.array([cards(f"hand of {owner}") for owner in owners])
        self.hands_up = np.array([cards(f"hand of {owner}", " face up") for owner in owners])
        self.hidden = np.array([at[f"hand of {owner}: hidden"] for owner in owners])
        self.won = np.array([cards(f"won of {owner}") for owner in owners])
        self.middle, self.middle_up = np.array(cards("centre")), np.array(cards("centre", " face up"))
        self.places = np.array([at[f"centre: 1 + kind at {place + 1}"] for place in range(PLACES)])
        flips = [actions[f"flip card=@{place + 1}"] for place in range(PLACES)]
        asked = [
            [actions[f"reveal_{end} who=P{1 + (seat + other) % SEATS}"] for end in ("lowest", "highest")
             for other in range(SEATS)]
            for seat in range(SEATS)
        ]  # fmt: skip
        self.actions = np.array([[*flips, *some] for some in asked])

    def trios(self, observations: NDArray[np.int16], seats: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many trios each seat has."""
        found = observations[:, self.won].sum(2) // COPIES
        return np.take_along_axis(found, (np.arange(SEATS) - seats[:, None]) % SEATS, 1)


def lowest(known: NDArray[np.int64], unseen: NDArray[np.int64], hidden: NDArray[np.int64]) -> tuple[Numbers, Numbers]:
    """Return how likely each value is the lowest card of a hand, and how likely it is there twice and three times.

    `known`: its known cards that lie face down; `unseen`: the cards that may be the `hidden` ones. A known card was
    revealed as the lowest or as the highest; each is as likely as the ways that it leaves for the others.
    """
    each, least = np.arange(len(known)), (known > 0).argmax(1)
    all_cards, upto = unseen.sum(1), unseen.cumsum(1)
    above = WAYS[all_cards[:, None] - upto + unseen, hidden[:, None]]
    higher, below = WAYS[all_cards[:, None] - upto, hidden[:, None]], WAYS[upto, hidden[:, None]]
    low, high = above[each, least] + 1e-9, below[each, least] + 1e-9
    sure = np.where(known.any(1), np.where(hidden == 0, 1.0, low / (low + high)), 0.0)
    there = np.zeros(known.shape)
    there[each, least] = sure
    among_hidden = (above - higher) / np.maximum(WAYS[all_cards, hidden], 1)[:, None]
    others = np.where(hidden > 0, 1 - sure, 0)[:, None] * among_hidden
    again = known[each, least][:, None, None] > np.arange(1, COPIES)[:, None]
    return there + others, there[:, None] * again


def possible(known: NDArray[np.int64], unseen: NDArray[np.int64], hidden: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the unseen cards that fit between the known cards of a hand, where these are its ends."""
    each, cards = np.arange(len(known)), np.arange(VALUES)
    least, most = (known > 0).argmax(1), VALUES - 1 - (known[:, ::-1] > 0).argmax(1)
    upto = unseen.cumsum(1)
    above = WAYS[upto[:, -1:] - upto + unseen, hidden[:, None]]
    below = WAYS[upto, hidden[:, None]]
    some = known.any(1)
    first = np.where(some & (above[each, least] >= below[each, least]), least, 0)
    last = np.where(some & (below[each, most] >= above[each, most]), most, VALUES - 1)
    cut = unseen * (cards >= first[:, None]) * (cards <= last[:, None])
    return np.where((cut.sum(1) >= hidden)[:, None], cut, unseen)


def features(eyes: Eyes, observations: NDArray[np.int16]) -> Numbers:
    """Return the features of each action, apart for the first, the second and the third card of a turn."""
    seen = observations.astype(np.int64)
    hands, hands_up, hidden = seen[:, eyes.hands], seen[:, eyes.hands_up], seen[:, eyes.hidden]
    face_up = hands_up.sum(1) + seen[:, eyes.middle_up]
    count, value = face_up.sum(1), face_up.argmax(1)
    unseen = COPIES - hands.sum(1) - seen[:, eyes.middle] - seen[:, eyes.won].sum(1)
    places = seen[:, eyes.places]
    share = unseen / np.maximum(unseen.sum(1, keepdims=True), 1)
    middle = (places[:, :, None] == np.arange(1, VALUES + 1)) + (places == VALUES + 1)[:, :, None] * share[:, None]
    low, high, again = [], [], []
    for other in range(SEATS):
        left, fit = hands[:, other] - hands_up[:, other], possible(hands[:, other], unseen, hidden[:, other])
        at_low, more_low = lowest(left, fit, hidden[:, other])
        at_high, more_high = lowest(left[:, ::-1], fit[:, ::-1], hidden[:, other])
        low.append(at_low)
        high.append(at_high[:, ::-1])
        again += [more_low, more_high[:, :, ::-1]]
    shows = np.concatenate([middle, np.stack([*low, *high], 1)], 1)  # by game, action and value
    best = -np.sort(-np.concatenate([shows, *again], 1), 1)[:, :3]
    first, second, third = best[:, :1], best[:, 1:2], best[:, 2:]
    one_more = np.where(shows >= first, second, first)  # the best chance elsewhere, for each value
    two_more = np.where(shows >= first, second * third, np.where(shows >= second, first * third, first * second))
    at = np.broadcast_to(value[:, None, None], (len(seen), SOURCES, 1))
    fits, other_one = (np.take_along_axis(each, at, 2)[:, :, 0] for each in (shows, one_more))
    trio = np.where(count[:, None] == 0, (shows * two_more).sum(2), fits * np.where(count[:, None] == 1, other_one, 1))
    kind = np.zeros((SOURCES, 3))
    kind[:FLIPS, 0] = kind[[FLIPS, FLIPS + SEATS], 1] = 1
    kind[:, 2] = 1 - kind[:, 0] - kind[:, 1]
    told = np.stack([10 * trio, np.log(trio + 0.01), shows.max(2)], 2)
    found = np.zeros((len(seen), SOURCES, 3, FEATURES))
    found[np.arange(len(seen)), :, np.minimum(count, 2)] = np.concatenate(
        [told, np.broadcast_to(kind, (len(seen), *kind.shape))], 2
    )
    return found.reshape(len(seen), SOURCES, -1)


class Agent:
    """Plays by weights of features, each action as often as they say."""

    def __init__(self, rules: Rules) -> None:
        self.eyes = Eyes(rules)
        self.weights = np.zeros(3 * FEATURES)

    def choose(self, env: Vector, rng: np.random.Generator) -> tuple[NDArray[np.int64], Numbers]:
        """Return an action for each game, and how the logarithm of its probability changes with the weights."""
        found, actions = features(self.eyes, env.observations), self.eyes.actions[env.seats]
        legal, each = np.take_along_axis(env.masks, actions, 1) > 0, np.arange(len(env))
        worth = np.where(legal, found @ self.weights, -np.inf)
        chances = np.exp(worth - worth.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        chosen = (chances.cumsum(1) < rng.random((len(env), 1)) * 0.999999999).sum(1)
        return actions[each, chosen], found[each, chosen] - (chances[:, :, None] * found).sum(1)


def training(rules: Rules, games: int = 256, seed: int = 1) -> Iterator[tuple[Agent, int]]:
    """Yield the agent after each update, and how many games were played."""
    env, agent, rng = Vector(rules, games, seed), Agent(rules), np.random.default_rng(seed)
    each, played = np.arange(games), 0
    trios, path = np.zeros((games, SEATS), int), np.zeros((games, 3 * FEATURES))
    usual, mean, spread = 0.1, np.zeros(3 * FEATURES), np.zeros(3 * FEATURES)
    total, turns, updates = np.zeros(3 * FEATURES), 0, 0
    while True:
        seats = env.seats.copy()
        actions, change = agent.choose(env, rng)
        path += change
        env.step(actions)
        now = agent.eyes.trios(env.observations, env.seats)
        won = np.where(env.done, env.rewards[each, seats] > 0, now[each, seats] > trios[each, seats])
        ended = np.flatnonzero(env.done | won | (env.seats != seats))
        total += ((won[ended] - usual)[:, None] * path[ended]).sum(0)
        usual += 0.0005 * (won[ended] - usual).sum()
        path[ended], trios, turns, played = 0, now, turns + len(ended), played + int(env.done.sum())
        if turns >= TURNS:
            updates += 1
            mean = 0.9 * mean + 0.1 * total / turns
            spread = 0.99 * spread + 0.01 * (total / turns) ** 2
            step = mean / (1 - 0.9**updates) / (np.sqrt(spread / (1 - 0.99**updates)) + 1e-8)
            agent.weights = agent.weights + RATE * step
            total[:], turns = 0, 0
            yield agent, played


def wins(agent: Agent, rules: Rules, games: int, rows: int = 99, seed: int = 99) -> int:
    """Return how many of so many games the agent wins beside greedy players."""
    env, rng, own = Vector(rules, rows, seed, others="greedy"), np.random.default_rng(seed), np.arange(rows) % SEATS
    left, won = np.full(rows, games // rows), 0
    left[: games % rows] += 1
    while left.any():
        env.step(agent.choose(env, rng)[0])
        ended = np.flatnonzero(env.done & (left > 0))
        won += int((env.rewards[ended, own[ended]] > 0).sum())
        left[ended] -= 1
    return won


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--games", type=int, default=2970)
    given = parser.parse_args()
    rules = load("trio", SEATS)
    spent, due = 0.0, [given.seconds * part for part in (0, 0.01, 0.03, 0.1, 0.3, 1.0)]
    updates, begun = training(rules), time.process_time()
    agent, played = Agent(rules), 0
    while due:
        if spent >= due[0]:
            won = wins(agent, rules, given.games)
            share = Share.of(won, given.games)
            told = f"{100 * won / given.games:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"
            print(f"| {spent:.1f} s | {played:,} | {told} |", flush=True)
            due.pop(0)
        begun = time.process_time()
        agent, played = next(updates)
        spent += time.process_time() - begun
    for card, weights in zip(("first", "second", "third"), agent.weights.reshape(3, -1), strict=True):
        print(f"{card} card: {' '.join(f'{weight:.1f}' for weight in weights)}")


if __name__ == "__main__":
    main()
