"""Games on compiled rules beside the reference, as many as there is time for, and how many that were.

`python benchmarks/differential.py` plays every game of the shelf, `… differential.py drei rami --seconds 60` some, for
so many seconds of the processor each: with settings by chance, decision by decision in Python (moves in content, order,
who chooses, outcomes, what is noted, and at one of seven decisions the position), and whole games of the usual setting
in C, of every number of players. A row tells of settings, games and the first difference, if there is one, of games in
which compiled rules left a decision to the reference, and of what is not compiled; `--first N` begins with other seeds.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "dsl"), str(ROOT / "interpreter")]

from tests.lowering.alongside import first_difference, same_bulk  # noqa: E402  # as above

from croupier import Rules, SetupError, load  # noqa: E402  # the paths come first: a checkout measures itself
from croupier.base.chance import Stream  # noqa: E402  # as above
from croupier.fast import Engine, NotCompiled, OutOfRange, compiled  # noqa: E402  # as above
from croupier.table import catalogue  # noqa: E402  # as above
from croupier.workbench.interactions.space import Space  # noqa: E402  # as above

SEED = 2027
LIMIT = 1_500
"""Games go no further."""
FULL = 7
"""At one of so many decisions positions are compared."""
WHOLE = 4
"""So many games in C for a game in Python."""
SETTINGS = 6
"""So many games are played with each setting."""


class Counted:
    """What has been played of one game."""

    def __init__(self, name: str, seconds: float, first: int) -> None:
        self.name = name
        self.end = time.process_time() + seconds
        self.first = first
        self.games = self.left = 0
        self.settings: set[tuple[int, tuple[tuple[str, str], ...]]] = set()
        self.difference = self.fell_back = ""
        self.space = Space(catalogue.find(name))

    def play(self) -> None:
        """Setting after setting, until time is up or something differs."""
        players = catalogue.find(self.name).players
        for number in count(self.first):
            if self.difference or time.process_time() > self.end:
                return
            usual = load(self.name, players[number % len(players)], limit=LIMIT)
            self._whole(usual, compiled(usual, "c"), number)
            seats, options, rules = self._by_chance(number)
            if rules is None:
                continue
            self.settings.add((seats, options))
            try:
                engine = compiled(rules, "python")
            except NotCompiled as error:
                self.fell_back = error.what
                continue
            self._stepped(rules, engine, number)

    def __str__(self) -> str:
        left = f"; {self.left} games left to the reference on the way" if self.left else ""
        return self.difference or (
            f"none{left}; some options are left to the reference: {self.fell_back}" if self.fell_back else f"none{left}"
        )

    def _by_chance(self, number: int) -> tuple[int, tuple[tuple[str, str], ...], Rules | None]:
        """A setting in which one value of each block of options is as likely as another."""
        chance, row = Stream(SEED, number), [""] * len(self.space.names)
        for block in self.space.blocks:
            for at, word in zip(block.names, block.tuples[chance.below(len(block.tuples))], strict=True):
                row[at] = word
        setting = self.space.setting(tuple(row))
        try:
            return setting.players, setting.options, load(self.name, setting.players, dict(setting.options))
        except SetupError:
            return setting.players, setting.options, None

    def _whole(self, rules: Rules, engine: Engine, number: int) -> None:
        if self.difference:
            return
        if engine.runs_on != "c" and engine.why:
            self.difference = f"not played in C: {engine.why}"
            return
        for game in range(WHOLE):
            if time.process_time() > self.end:
                return
            told = same_bulk(rules, engine, SEED, number * WHOLE + game, 1)
            self.games += 1
            self.settings.add((rules.seats, ()))
            if told is not None:
                self.difference = told
                return

    def _stepped(self, rules: Rules, engine: Engine, number: int) -> None:
        for game in range(SETTINGS):
            if self.difference or time.process_time() > self.end:
                return
            self.games += 1
            try:
                told = first_difference(rules, engine, f"{SEED}:{number * SETTINGS + game}", 400, FULL)
            except OutOfRange:  # up to there they are the same
                self.left += 1
                continue
            if told is not None:
                self.difference = told


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("names", nargs="*")
    asked.add_argument("--seconds", type=float, default=60.0)
    asked.add_argument("--first", type=int, default=0)
    given = asked.parse_args()
    print("| game | settings | games | differences |\n|---|--:|--:|---|", flush=True)
    games = 0
    for name in given.names or catalogue.games():
        told = Counted(name, given.seconds, given.first)
        told.play()
        games += told.games
        print(f"| `{name}` | {len(told.settings)} | {told.games} | {told} |", flush=True)
    print(f"{games} games")


if __name__ == "__main__":
    main()
