"""Plays Rami in one process and in two, and prints as JSON how long each took by the clock.

`python benchmarks/workers.py ROUNDS SECONDS`: so many rounds, each with so many seconds of work. The processes that are
started import this file, as they import whatever asks for them; so the engine is imported where it is used.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "dsl"), str(ROOT / "interpreter"), str(ROOT / "benchmarks")]

from control import control  # noqa: E402  # the paths come first, so that a checkout measures itself


def main(rounds: int, seconds: float) -> None:
    from croupier import load
    from croupier.simulate import play_games

    rules = load("rami", 2)

    def played(games: int, jobs: int) -> float:
        start = time.perf_counter()
        for _ in play_games(rules, games, 1, jobs=jobs, engine="c"):
            pass
        return time.perf_counter() - start

    played(10, 1)
    games = max(int(100 * seconds / played(100, 1)), 2)
    found = [(played(games, 1), played(games, 2), control()) for _ in range(rounds)]
    alone, together, controls = zip(*found, strict=True)
    print(json.dumps({"games": games, "alone": alone, "together": together, "controls": controls}))


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
