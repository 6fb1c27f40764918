"""Prints how many steps a second environments for training make, with observations and masks, on one core.

`python benchmarks/learn.py [--rounds N] [--seconds S] [GAME …]` prints a table in Markdown. In each round everything is
played once, one after the other, for S seconds of the processor, by random legal actions; the table has the medians.
`learn.md` has results. rlcard comes with `pip install croupier[benchmark]`; pgx with `pip install pgx`;
without them their columns are empty.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "dsl"), str(HERE.parent / "interpreter"), str(HERE)]

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import numpy as np  # noqa: E402  # the paths come first, so that a checkout measures itself
from playing import stepped  # noqa: E402  # as above

from croupier import Game, Rules, load  # noqa: E402  # as above
from croupier.fast import compiled  # noqa: E402  # as above
from croupier.learn import Actions, Observations, Vector  # noqa: E402  # as above

Steps = Callable[[float], float]
"""Plays for so many seconds of the processor; steps a second."""
TWINS = {"leduc-poker": "leduc-holdem", "crazy-eights": "uno", "gin-rummy": "gin-rummy", "dou-dizhu": "doudizhu"}
"""The same game in rlcard, or the nearest."""
IN_PGX = {"kuhn-poker": "kuhn_poker", "leduc-poker": "leduc_holdem"}
"""The same game in pgx."""
GAMES = ("drei", "trio", "crazy-eights", "kuhn-poker", "leduc-poker", "gin-rummy", "rami")


def vector(rules: Rules, games: int, *, choosing: bool) -> Steps:
    """Many games at once. `choosing`: the time that numpy takes for random actions counts."""
    env, rng = Vector(rules, games, 1), np.random.default_rng(1)

    def play(seconds: float) -> float:
        begun, inside, made = time.process_time(), 0.0, 0
        while (time.process_time() - begun if choosing else inside) < seconds:
            chosen = (env.masks * (1 - rng.random(env.masks.shape, np.float32))).argmax(1)
            start = time.process_time()
            env.step(chosen)
            inside += time.process_time() - start
            made += games
        return made / (time.process_time() - begun if choosing else inside)

    return play


def single(rules: Rules) -> Steps:
    """One game from Python, with a random choice among its legal actions."""
    env, draw = Vector(rules, 1, 1), random.random

    def play(seconds: float) -> float:
        begun, made = time.process_time(), 0
        while time.process_time() - begun < seconds:
            for _ in range(100):
                legal = env.masks[0].nonzero()[0]
                env.step([legal[int(draw() * len(legal))]])
            made += 100
        return made / (time.process_time() - begun)

    return play


def plain(rules: Rules) -> Steps:
    """Compiled games stepped from Python, without observations and masks."""
    play = stepped(compiled(rules))

    def steps(seconds: float) -> float:
        made, spent = play(seconds)
        return made / spent

    return steps


def on_reference(rules: Rules) -> Steps:
    """One game on the reference engine, with observations and masks."""
    actions, observations = Actions(rules), Observations(rules)

    def play(seconds: float) -> float:
        begun, made, number = time.process_time(), 0, 0
        while time.process_time() - begun < seconds:
            game, number, taken = Game(rules, f"1:{number}"), number + 1, ()
            while game.to_act and time.process_time() - begun < seconds:
                seat = game.to_act[0]
                observations.of(game, seat, taken)
                legal = actions.offered(game, seat, taken)
                taken = (*taken, random.choice([*legal]))
                index = actions.made(game, seat, taken)
                if index is not None:
                    game.play(seat, game.legal_moves(seat)[index])
                    taken = ()
                made += 1
        return made / (time.process_time() - begun)

    return play


def rlcard(name: str) -> Steps | None:
    """A game of rlcard, step by step; None if it is not installed."""
    try:
        import rlcard as library
    except ImportError:
        return None
    env = library.make(name)

    def play(seconds: float) -> float:
        begun, made = time.process_time(), 0
        while time.process_time() - begun < seconds:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(random.choice([*state["legal_actions"]]))
                made += 1
        return made / (time.process_time() - begun)

    return play


def pgx(name: str, games: int) -> Steps | None:
    """Many games of pgx at once, with random choices; None if it is not installed."""
    try:
        import jax
        import pgx as library
        from pgx.experimental import auto_reset
    except ImportError:
        return None
    env = library.make(name)
    taken = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def go(key: object, state: Any) -> tuple[object, Any]:
        key, one, other = jax.random.split(key, 3)
        mask = state.legal_action_mask
        chosen = jax.numpy.argmax(mask * jax.random.uniform(one, mask.shape, minval=1e-6), axis=1)
        return key, taken(state, chosen, jax.random.split(other, games))

    first = jax.random.PRNGKey(0)
    there = [go(first, jax.vmap(env.init)(jax.random.split(first, games)))]

    def play(seconds: float) -> float:
        begun, made = time.process_time(), 0
        while time.process_time() - begun < seconds:
            for _ in range(20):
                there[0] = go(*there[0])
            there[0][1].observation.block_until_ready()
            made += 20 * games
        return made / (time.process_time() - begun)

    return play


COLUMNS = (
    "vector", "with random choice", "one game", "plain stepping", "reference", "rlcard", "pgx", "vector / rlcard",
    "with choice / pgx",
)  # fmt: skip


def row(name: str, games: int, rounds: int, seconds: float) -> str:
    rules = load(name)
    ways = [
        vector(rules, games, choosing=False), vector(rules, games, choosing=True), single(rules), plain(rules),
        on_reference(rules), rlcard(TWINS[name]) if name in TWINS else None,
        pgx(IN_PGX[name], games) if name in IN_PGX else None,
    ]  # fmt: skip
    found = [[0.0 if way is None else way(seconds) for way in ways] for _ in range(rounds)]
    middle = [median(column) for column in zip(*found, strict=True)]
    ratios = [median(each[one] / each[two] for each in found) if middle[two] else 0 for one, two in ((0, 5), (1, 6))]
    cells = [f"{float(f'{speed:.3g}'):,.0f}" if speed else "" for speed in middle]
    cells += [f"{ratio:.2g}" if ratio else "" for ratio in ratios]
    return f"| {name}, {rules.seats} | {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--at-once", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    print(f"| game | {' | '.join(COLUMNS)} |")
    print(f"| --- |{' --: |' * len(COLUMNS)}")
    for name in given.games:
        print(row(name, given.at_once, given.rounds, given.seconds), flush=True)


if __name__ == "__main__":
    main()
