"""Times random play on every engine, side by side: decisions per second, and their ratios.

`python benchmarks/fast.py [RULESET:PLAYERS …] [--rounds N] [--seconds S]` plays for S seconds on each engine in turn,
N rounds of it, and prints medians of the rounds: the reference (the loop of `simulate`), generated Python and C step by
step from Python (`apply(int(random() * n))`), and both in bulk. A ratio is the median of the ratios within a round, so
that what else the machine does falls on both. The last column is how far two C-speed loops in two processes get beside
one: 2 on a machine that is free.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from multiprocessing import Process
from pathlib import Path
from random import Random
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "dsl"), str(ROOT / "interpreter")]

from croupier import Rules, load  # noqa: E402  # the paths come first, so that a checkout measures itself
from croupier.base.chance import Seed  # noqa: E402  # as above
from croupier.fast import Engine, FastGame, NotCompiled, bulk, compiled  # noqa: E402  # as above
from croupier.simulate import play_game  # noqa: E402  # as above

Play = Callable[[float], tuple[int, float]]
"""Plays for so many seconds: the decisions made, and the seconds it took."""


def on_reference(rules: Rules) -> Play:
    games = iter(range(1 << 60))

    def play(seconds: float) -> tuple[int, float]:
        start, made = time.perf_counter(), 0
        while time.perf_counter() - start < seconds:
            made += play_game(rules, Seed(1, next(games)), ["random"] * rules.seats).outcome.decisions
        return made, time.perf_counter() - start

    return play


def stepped(engine: Engine) -> Play:
    games, random = iter(range(1 << 60)), Random(1).random

    def play(seconds: float) -> tuple[int, float]:
        start, made = time.perf_counter(), 0
        while time.perf_counter() - start < seconds:
            game = FastGame(engine, Seed(1, next(games)))
            apply, count = game.apply, game.count
            while count:
                count = apply(int(random() * count))
            made += game.decisions
        return made, time.perf_counter() - start

    return play


def in_bulk(engine: Engine) -> Play:
    first = 0

    def play(seconds: float) -> tuple[int, float]:
        nonlocal first
        start, made, games = time.perf_counter(), 0, 1
        while time.perf_counter() - start < seconds:
            made += sum(row[0] for row in bulk.play(engine, 1, first, games))
            first += games
            games = min(2 * games, 200 if engine.runs_on == "c" else 4)
        return made, time.perf_counter() - start

    return play


def spin(size: int) -> None:
    """Work at the speed of C, about as long on any machine that is alike."""
    b"x" in bytes(size)  # noqa: B015  # for the time it takes


def control() -> float:
    """How much two processes do in the time of one, beside one alone."""
    times = []
    for count in (1, 2):
        workers = [Process(target=spin, args=(3 << 30,)) for _ in range(count)]
        start = time.perf_counter()
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        times.append(time.perf_counter() - start)
    return 2 * times[0] / times[1]


def ways(rules: Rules) -> dict[str, Play]:
    found = {"reference": on_reference(rules)}
    try:
        python, c = compiled(rules, "python"), compiled(rules, "c")
    except NotCompiled as error:
        print(f"{rules.name}: {error}")
        return found
    found |= {"Python stepped": stepped(python), "Python bulk": in_bulk(python)}
    if c.runs_on == "c":
        found |= {"C stepped": stepped(c), "C bulk": in_bulk(c)}
    else:
        print(f"{rules.name}: no C: {c.why}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=["drei:4", "trio:4", "three-thirteen:2", "rami:2"])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    print(f"{'random play, one core':28}{'decisions/s':>14}{'x reference':>14}{'x Python':>12}{'two processes':>16}")
    for named in given.games:
        name, _, players = named.partition(":")
        plays = ways(load(name, int(players) if players else None))
        speeds: dict[str, list[float]] = {way: [] for way in plays}
        free = []
        for _ in range(given.rounds):
            for way, play in plays.items():
                made, seconds = play(given.seconds)
                speeds[way].append(made / seconds)
            free.append(control())
        for way, speed in speeds.items():
            ratios = [median(a / b for a, b in zip(speed, speeds[base], strict=True)) for base in (
                "reference", "Python stepped" if "Python stepped" in speeds else "reference",
            )]  # fmt: skip
            told = "".join(f"{ratio:>{width}.1f}" for ratio, width in zip(ratios, (14, 12), strict=True))
            print(f"{f'{named} {way}':28}{median(speed):>14,.0f}{told}{median(free):>16.2f}", flush=True)


if __name__ == "__main__":
    main()
