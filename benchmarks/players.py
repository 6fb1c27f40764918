"""Measures players: how often `search` wins beside `greedy`, and in the printed games beside a few lines of common
sense (`common_sense.py`).

`python benchmarks/players.py` plays all of it; `… players.py drei hearts --games 40 --rollouts 100` some. One seat is
played by `search`, the others by who it is measured against, and everybody moves one seat on from game to game. What
it wins stands with its 95 % interval (Wilson) beside what a seat would win by chance: **wins** or **loses** where that
lies outside, and **luck, or too few games** where it does not. Games for one say what is scored on average instead.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "dsl"), str(ROOT / "interpreter")]
os.chdir(Path(__file__).parent)

from croupier import load, simulate  # noqa: E402  # the paths come first, so that a checkout measures itself

SENSE = {"drei": "Drei", "trio": "Trio", "three-thirteen": "ThreeThirteen", "rami": "Rami"}
TABLES = {
    "drei": 3, "trio": 3, "three-thirteen": 2, "rami": 2, "hearts": 4, "gin-rummy": 2, "goofspiel": 2, "kuhn-poker": 2,
    "scopa": 2, "durak": 3, "klondike": 1,
}  # fmt: skip


def measured(name: str, players: int, against: str, rollouts: int, games: int) -> str:
    """A row of the table."""
    rules, search = load(name, players), f"search:{rollouts}"
    start = time.process_time()
    report = simulate(rules, games, policy=against, seats={0: search} if players > 1 else None, seed=11)
    spent = time.process_time() - start
    if players == 1:
        thinking = simulate(rules, games, policy=search, seed=11)
        means = [sum(each.outcome.scores[0][0] or 0 for each in found.results) / games for found in (thinking, report)]
        return f"| {name} | {against} | {games} | {means[0]:.1f} and {means[1]:.1f} points | {spent / games:.1f} s |"
    share = report.policies[search]
    fair = 1 / players
    verdict = "wins" if share.low > fair else "loses" if share.high < fair else "luck, or too few games"
    told = f"{share.wins / share.games:.0%} ({share.low:.0%} - {share.high:.0%}) of {fair:.0%}"
    return f"| {name}, {players} | {against} | {games} | {told}: {verdict} | {spent / games:.1f} s |"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("names", nargs="*", default=[*TABLES])
    asked.add_argument("--games", type=int, default=100)
    asked.add_argument("--rollouts", type=int, default=300)
    asked.add_argument("--players", type=int)
    asked.add_argument("--against", choices=("greedy", "sense"))
    given = asked.parse_args()
    print("| game | against | games | search wins | a game |\n| --- | --- | --: | --- | --: |")
    for name in given.names:
        players = given.players or TABLES[name]
        against = [] if given.against == "sense" else ["greedy"]
        against += [f"common_sense:{SENSE[name]}"] if name in SENSE and given.against != "greedy" else []
        for other in against:
            print(measured(name, players, other, given.rollouts, given.games), flush=True)


if __name__ == "__main__":
    main()
