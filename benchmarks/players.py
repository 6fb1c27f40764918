"""Measures players: how often `search` wins beside `greedy`, and in the printed games beside a few lines of common
sense (`common_sense.py`). `--player greedy --against plain` measures `greedy` beside a player who looks ahead alike
without its habits.

`python benchmarks/players.py` plays all games of the shelf; `… players.py drei hearts --games 40` some. One side (a
seat; of partners all) is played by `search`, the others by who it is measured against, and everybody moves one seat on
from game to game. A tie is shared. What it wins stands beside what it would win by luck, with an interval that holds
whenever one looks (`croupier.lab.sequences`); so a row is at its end as soon as that leaves luck out: **wins** or
**loses**. Where it lies within ten points of a hundred of luck, **luck** decides; after `--games` games, or `--seconds`
of the row, the row is **open**. Games for one, and those that all win together, are played twice with the same deal:
there a win is a better score than the other would have made.

`search` makes as many rollouts as 0.3 seconds allow on an idle core (`ROLLOUTS`, as `--rates` measured them; elsewhere
as many as it usually does), so that no figure depends on what else the machine does. Rows take turns: a few games of
each, then a few more; with `--keep FOLDER` what has been played is kept there, and the next run goes on from it. Of
games of many deals few are played (`SHORT`).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "dsl"), str(ROOT / "interpreter")]
HERE, STARTED = Path(__file__).parent, Path.cwd()
os.chdir(HERE)

from croupier import Game, Rules, load  # noqa: E402  # the paths come first: a checkout measures itself
from croupier.lab.sequences import Bounded  # noqa: E402  # so they do here
from croupier.players import Uniform  # noqa: E402  # and here
from croupier.simulate import GameResult, play_games  # noqa: E402  # and here
from croupier.table import catalogue  # noqa: E402  # and here
from croupier.thinking import Budget, Search  # noqa: E402  # and here

SENSE = {"drei": "Drei", "trio": "Trio", "three-thirteen": "ThreeThirteen", "rami": "Rami"}
PLAYERS = {"drei": 3, "durak": 3, "president": 4}
SHORT: dict[str, dict[str, object]] = {
    "baccarat": {"rounds": 5}, "belote": {"target": 501}, "big-two": {"deals": 2}, "bridge": {"deals": 1},
    "cairns": {"target": 30}, "canasta": {"target": 500}, "cassino": {"goal": 11}, "crazy-eights": {"target": 30},
    "cribbage": {"target": 61}, "dou-dizhu": {"deals": 1}, "escoba": {"goal": 15}, "euchre": {"target": 5},
    "five-card-draw": {"deals": 4}, "gin-rummy": {"target": 30}, "golf": {"deals": 2}, "hearts": {"target": 30},
    "klaverjas": {"deals": 4}, "nap": {"rounds": 1}, "pinochle": {"target": 50},
    "piquet": {"deals": 2}, "pishti": {"goal": 101}, "pontoon": {"rounds": 4}, "rami": {"limit": 0, "rounds": 1},
    "rummy": {"target": 30}, "rummy-500": {"target": 150}, "schafkopf": {"deals": 3}, "sheepshead": {"deals": 2},
    "skat": {"deals": 2}, "spades": {"target": 200}, "spite-and-malice": {"goal_size": 5}, "tarot": {"deals": 2},
    "texas-holdem": {"deals": 4}, "three-thirteen": {"rounds": 4}, "tramlines": {"target": 100},
}  # fmt: skip
ROLLOUTS = {"drei": 280, "trio": 70, "three-thirteen": 900, "rami": 170}
SECONDS, USUAL = 0.3, 300
TOGETHER = ("paper-lanterns",)
"""Here all win, or none does."""
LIMIT = 800
"""Games that have not ended by then count for nobody."""
LIMITS = {"war": 8000}
"""Here nobody decides anything, and it takes long."""
SIZES = (2, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768)
"""So many games of each row are played, one row after the other, before any row goes on to more."""
SEED = 11
NEAR = 0.1
"""So near to a fair share is luck."""


@dataclass
class Row:
    """One line of the table: a player beside these. `spent`: seconds of the processor."""

    name: str
    player: str
    against: str
    rules: Rules
    drawn: Bounded = field(default_factory=lambda: Bounded(0.0, 1.0))
    games: list[tuple[float | None, ...]] = field(default_factory=list)
    spent: float = 0.0

    def play(self, games: int, keep: Path | None) -> None:
        """So many games, those that have been played among them. Each is kept as what it gave, and the points of both
        where it was played twice."""
        file = None if keep is None else keep / f"{self.name}-{self.player}-{self.against}.jsonl".replace(":", "-")
        if file is not None and file.is_file() and not self.games:
            self._add([self._told(json.loads(line)) for line in file.read_text().splitlines()])
        begun, first, teams = time.process_time(), len(self.games), self.rules.program.teams
        if first >= games:
            return
        new: list[tuple[float | None, ...]] = []
        if teams < 2 or self.name in TOGETHER:
            own, other = (self._played(first, games, who, {}) for who in (self.player, self.against))
            new += (self._told((None, *twice)) for twice in zip(map(_points, own), map(_points, other), strict=True))
        else:
            side = {seat: self.player for seat in range(self.rules.seats) if seat % teams == 0}
            for game in self._played(first, games, self.against, side):
                mine, winners = game.policies.index(self.player), {seat % teams for seat in game.outcome.winners}
                won = 1 / len(winners) if mine % teams in winners else 0.0
                new.append((won if game.outcome.finished else None,))
        if file is not None:
            with file.open("a") as kept:
                kept.writelines(f"{json.dumps(game)}\n" for game in new)
        self._add(new)
        self.spent += time.process_time() - begun

    def _told(self, game: Sequence[float | None]) -> tuple[float | None, ...]:
        """A game as it is counted: of one that was played twice who has made the better score."""
        value, *twice = game
        if twice:
            ours, theirs = (float(points or 0) for points in twice)
            better = ours < theirs if self.rules.program.rules.result.best == "lowest" else ours > theirs
            value = 0.5 if ours == theirs else float(better)
        return value, *twice

    def _add(self, games: list[tuple[float | None, ...]]) -> None:
        self.games += games
        for value, *_ in games:
            if value is not None:
                self.drawn.add(value)

    def _played(self, first: int, games: int, policy: str, seats: dict[int, str]) -> list[GameResult]:
        return [*play_games(self.rules, games - first, SEED, policy, seats, first=first)]

    @property
    def verdict(self) -> str | None:
        """What is known; None while it is open."""
        fair, found = 1 / max(2, self.rules.program.teams), self.drawn.interval(0.05)
        if fair not in found:
            return "**wins**" if found.low > fair else "**loses**"
        return "luck" if fair - NEAR <= found.low and found.high <= fair + NEAR else None

    def __str__(self) -> str:
        words = f"| {self.name}, {self.rules.seats} | {self.player} | {self.against.partition(':')[0]}"
        if not self.drawn.count:
            return f"{words} | 0 | | | no game has ended |"
        found, fair = self.drawn.interval(0.05), 1 / max(2, self.rules.program.teams)
        told = self.verdict or "open"
        points = [[float(number or 0) for number in twice] for _, *twice in self.games if twice]
        if points:
            own, other = (fmean(column) for column in zip(*points, strict=True))
            told += f" ({own:.1f} and {other:.1f} points)"
        share = f"{self.drawn.mean:.0%} ({found.low:.0%} - {found.high:.0%}) | {fair:.0%}"
        return f"{words} | {self.drawn.count} | {share} | {told} |"


def _points(game: GameResult) -> float:
    return float(game.outcome.scores[0][0] or 0)


def rows(names: list[str], player: str, against: str | None) -> Iterator[Row]:
    for name in names:
        rules = table(name, LIMITS.get(name, LIMIT))
        sense = [f"common_sense:{SENSE[name]}"] if name in SENSE else []
        others = {"sense": sense, "greedy": ["greedy"], "plain": ["common_sense:Plain"]}
        who = f"search:{ROLLOUTS.get(name, USUAL)}" if player == "search" else player
        for other in others[against] if against else [*sense, "greedy"]:
            yield Row(name, who, other, rules)


def table(name: str, limit: int | None = None) -> Rules:
    return load(name, PLAYERS.get(name), SHORT.get(name, {}), limit=limit)


def rate(name: str) -> str:
    """How many rollouts `SECONDS` of processor time allow, in the mean of some decisions of one game."""
    rules, spent, done = table(name), 0.0, 0
    game = Game(rules, "5:0")
    random = [Uniform(5, 0, seat) for seat in range(rules.seats)]
    searching = [Search(5, 0, seat, Budget(rollouts=USUAL)) for seat in range(rules.seats)]
    while not game.over and game.decisions < 60:
        seat = game.to_act[0]
        offer = game.offer(seat)
        if len(offer.moves) > 1 and game.decisions % 7 == 3:
            start = time.process_time()
            done += sum(thought.tried for thought in searching[seat].think(offer))
            spent += time.process_time() - start if game.decisions > 3 else 0.0  # the first waits for the compiler
            done = done if game.decisions > 3 else 0
        game.play(seat, random[seat].choose(offer))
    return f"{name}: {SECONDS * done / spent:.0f} rollouts" if spent else f"{name}: no decision"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("names", nargs="*")
    asked.add_argument("--games", type=int, default=100)
    asked.add_argument("--seconds", type=float, default=600.0, help="of the processor, for a row in this run")
    asked.add_argument(
        "--player", default="search", help="instead of search with as many rollouts as 0.3 seconds allow"
    )
    asked.add_argument("--against", choices=("greedy", "sense", "plain"))
    asked.add_argument("--keep", type=Path, metavar="FOLDER", help="where what has been played is kept")
    asked.add_argument("--rates", action="store_true", help="measure how many rollouts 0.3 seconds allow")
    given = asked.parse_args()
    names = given.names or catalogue.games()
    if given.rates:
        for name in names:
            print(rate(name), flush=True)
        return
    keep = None if given.keep is None else STARTED / given.keep
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
    lines = list(rows(names, given.player, given.against))
    for games in [*(size for size in SIZES if size < given.games), given.games]:
        for row in lines:
            if row.verdict is None and row.spent < given.seconds:
                row.play(games, keep)
                print(f"{row} {row.spent:.0f} s", file=sys.stderr, flush=True)
    print("| game, players | | against | games | wins | by luck | |")
    print("| --- | --- | --- | --: | --- | --: | --- |")
    print("\n".join(map(str, lines)))


if __name__ == "__main__":
    main()
