"""Measures players: how often `search` wins beside `greedy`, and in the printed games beside a few lines of common
sense (`common_sense.py`).

`python benchmarks/players.py` plays all of it; `… players.py drei hearts --games 40` some. One seat is played by
`search`, the others by who it is measured against, and everybody moves one seat on from game to game. What it wins
stands with its 95 % interval (Wilson) beside what a seat would win by chance: **wins** or **loses** where that lies
outside, and **luck, or too few games** where it does not. Games for one say what is scored on average instead.

`search` makes as many rollouts as 0.3 seconds allow on an idle core (`ROLLOUTS`, as `--rates` measured them), so that
no figure depends on what else the machine does. Games go round: a few of each row, then a few more; with `--keep
FOLDER` what has been played is kept there, and the next run goes on from it. Long games are played in few rounds.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "dsl"), str(ROOT / "interpreter")]
HERE, STARTED = Path(__file__).parent, Path.cwd()
os.chdir(HERE)

from croupier import Game, Rules, load, simulate  # noqa: E402  # the paths come first: a checkout measures itself
from croupier.players import Uniform  # noqa: E402  # so they do here
from croupier.thinking import Budget, Search  # noqa: E402  # and here

SENSE = {"drei": "Drei", "trio": "Trio", "three-thirteen": "ThreeThirteen", "rami": "Rami"}
TABLES: dict[str, tuple[int, dict[str, object]]] = {
    "drei": (3, {}), "trio": (3, {}), "three-thirteen": (2, {"rounds": 4}), "rami": (2, {"limit": 0, "rounds": 1}),
    "hearts": (4, {}), "gin-rummy": (2, {}), "goofspiel": (2, {}), "kuhn-poker": (2, {}), "scopa": (2, {}),
    "durak": (3, {}), "crazy-eights": (2, {}), "klondike": (1, {}),
}  # fmt: skip
ROLLOUTS = {"drei": 200, "trio": 100, "three-thirteen": 700, "rami": 100}
SECONDS, USUAL = 0.3, 300
LIMIT = 3_000
"""Games that have not ended by then count for nobody."""


@dataclass(frozen=True)
class Row:
    """One line of the table: `search` with so many rollouts beside these."""

    name: str
    against: str
    rules: Rules
    rollouts: int

    def played(self, games: int, keep: Path | None) -> str:
        """The line after so many games."""
        search, players = f"search:{self.rollouts}", self.rules.seats
        words = f"{self.name}, {players} | {self.against.rpartition(':')[0] or self.against} | {self.rollouts}"
        if players == 1:
            found = [simulate(self.rules, games, policy=who, seed=11) for who in (search, self.against)]
            means = [sum(each.outcome.scores[0][0] or 0 for each in report.results) / games for report in found]
            return f"| {words} | {games} | {means[0]:.1f} and {means[1]:.1f} points |"
        file = None if keep is None else keep / f"{self.name}-{self.against.partition(':')[0]}-{self.rollouts}.run"
        report = simulate(self.rules, games, policy=self.against, seats={0: search}, seed=11, resume=file)
        share, fair = report.policies.get(search), 1 / players
        if share is None or not share.games:
            return f"| {words} | {games} | no game has ended |"
        verdict = "**wins**" if share.low > fair else "**loses**" if share.high < fair else "luck, or too few games"
        told = f"{share.wins / share.games:.0%} ({share.low:.0%} - {share.high:.0%}) of {fair:.0%}: {verdict}"
        return f"| {words} | {share.games} | {told} |"


def rows(names: list[str], against: str | None, rollouts: int | None) -> Iterator[Row]:
    for name in names:
        players, options = TABLES.get(name, (None, {}))
        rules = load(name, players, options, limit=LIMIT)
        others = [f"common_sense:{SENSE[name]}"] if name in SENSE and against != "greedy" else []
        for other in [*others, *(["greedy"] if against != "sense" else [])]:
            yield Row(name, other, rules, rollouts or ROLLOUTS.get(name, USUAL))


def rate(name: str) -> str:
    """How many rollouts `SECONDS` of processor time allow, in the mean of some decisions of one game."""
    players, options = TABLES[name]
    rules, spent, done = load(name, players, options), 0.0, 0
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
    asked.add_argument("names", nargs="*", default=[*TABLES])
    asked.add_argument("--games", type=int, default=100)
    asked.add_argument("--rollouts", type=int, help="instead of as many as 0.3 seconds allow")
    asked.add_argument("--against", choices=("greedy", "sense"))
    asked.add_argument("--keep", type=Path, metavar="FOLDER", help="where what has been played is kept")
    asked.add_argument("--rates", action="store_true", help="measure how many rollouts 0.3 seconds allow")
    given = asked.parse_args()
    if given.rates:
        for name in given.names:
            print(rate(name), flush=True)
        return
    keep = None if given.keep is None else STARTED / given.keep
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
    table = list(rows(given.names, given.against, given.rollouts))
    told: dict[Row, str] = {}
    steps = [] if keep is None else [games for games in (4, 10, 20, 40, 80, 160, 320) if games < given.games]
    for games in [*steps, given.games]:
        for row in table:
            told[row] = row.played(games, keep)
            if keep is not None:
                (keep / "table.md").write_text("\n".join(told.values()) + "\n")
    print("| game, players | against | rollouts | games | search wins |\n| --- | --- | --: | --: | --- |")
    print("\n".join(told[row] for row in table))


if __name__ == "__main__":
    main()
