"""Measures how long a person waits at a prompt of the reference, decision by decision.

`python benchmarks/prompts.py` plays every game of the shelf, `… prompts.py rami whist` some of them, each with its
default players and with the most. A file is measured, too. All seats count as people at a terminal. Each decision is
timed in parts, in seconds of the processor:

* moves: list the legal moves
* menu: spell them and lay out the menu
* open: lay out the further menu that takes longest, of those that lines of the menu open; it is a wait of its own
* table: draw the table as the full screen does, with everything that may be pointed at
* news: tell the last lines of the log
* web: draw the same for the browser, which comes instead of table, menu and news
* make: keep the position for undo, and make the move with all that it triggers
* think: let the player choose, as `--policy` says; with greedy players nothing is drawn

A wait is what lies between a key and the next prompt: make, then moves, table, news and menu (or web, if that is more),
and think of the next decision. The longest waits are printed last.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "dsl"), str(ROOT / "interpreter")]

from croupier import Game, Rules, load  # noqa: E402  # the paths come first, so that a checkout measures itself
from croupier.base.chance import Seed  # noqa: E402  # as above
from croupier.base.moves import Move  # noqa: E402  # as above
from croupier.cli import commands  # noqa: E402  # as above
from croupier.cli.decision import by_size, takes_melds  # noqa: E402  # as above
from croupier.cli.live import NEWS  # noqa: E402  # as above
from croupier.cli.menu import Menu, menu, stepped  # noqa: E402  # as above
from croupier.cli.story import told  # noqa: E402  # as above
from croupier.cli.table import shown  # noqa: E402  # as above
from croupier.players import POLICIES  # noqa: E402  # as above
from croupier.scene import Words, choices, recent, scene  # noqa: E402  # as above
from croupier.table import catalogue, display  # noqa: E402  # as above
from croupier.web.pictures import Pictures  # noqa: E402  # as above
from croupier.workbench import shelf  # noqa: E402  # as above

T = TypeVar("T")
LIMIT = 0.3
"""A wait that is longer than this is counted."""


@dataclass(slots=True)
class Timed:
    """The parts of one decision."""

    game: str
    players: int
    seed: int
    decision: int
    parts: dict[str, float] = field(default_factory=dict)

    def take(self, part: str, work: Callable[[], T]) -> T:
        start = time.process_time()
        try:
            return work()
        finally:
            self.parts[part] = self.parts.get(part, 0.0) + time.process_time() - start

    @property
    def wait(self) -> float:
        def of(*parts: str) -> float:
            return sum(self.parts.get(part, 0.0) for part in parts)

        return max(of("make", "moves", "think") + max(of("table", "news", "menu"), of("web")), of("open"))

    def __str__(self) -> str:
        worst = sorted(self.parts.items(), key=lambda part: -part[1])[:3]
        parts = ", ".join(f"{part} {1000 * seconds:.0f}" for part, seconds in worst)
        return f"| {self.game}, {self.players} | {self.seed} | {self.decision} | {1000 * self.wait:.0f} | {parts} |"


def laid_out(game: Game, seat: int, words: Words, timed: Timed) -> None:
    """Lay out the menu of a decision, and the menus that lines of it open."""

    def further(moves: list[Move]) -> Menu:
        if takes_melds(moves):
            return by_size(moves, words, lambda move: display.adds_up_to(game, seat, move))
        zones = scene(game, seat, words, path=None).zones
        found = choices(game, seat, words, zones, commands.best_first(game, seat, moves))
        return stepped(found, (moves[0].name,), words)

    def made() -> Menu:
        found = menu(game.legal_moves(seat), words, further)
        _ = [*found.lines(80)]
        return found

    longest = 0.0
    for entry in timed.take("menu", made).entries:
        if entry.menu is not None:
            start = time.process_time()
            _ = [*entry.menu().lines(80)]
            longest = max(longest, time.process_time() - start)
    timed.parts["open"] = longest


def drawn(game: Game, seat: int, words: Words, pictures: Pictures, timed: Timed) -> None:
    """Draw what the seat sees and may choose, for the terminal and for the browser."""
    timed.take("table", lambda: [*shown(scene(game, seat, words), words)])
    timed.take("news", lambda: [*told(recent(game.log(seat), NEWS), seat, words)][-NEWS:])
    laid_out(game, seat, words, timed)
    timed.take("web", lambda: json.dumps(pictures.drawn(game, seat)))


def decisions(rules: Rules, name: str, seed: int, given: argparse.Namespace) -> Iterator[Timed]:
    """A game, each decision with the wait that ends at it."""
    players = [POLICIES[given.policy](1, seed, seat) for seat in range(rules.seats)]
    game, words = Game(rules, str(Seed(1, seed))), Words(rules)
    pictures = Pictures(rules, {})
    start, made = time.process_time(), 0.0
    while game.to_act and game.decisions < given.decisions and time.process_time() - start < given.seconds:
        seat = game.to_act[0]
        timed = Timed(name, rules.seats, seed, game.decisions, {"make": made})
        timed.take("moves", partial(game.legal_moves, seat))
        if given.policy == "random" and game.decisions % given.every == given.every - 1:
            drawn(game, seat, words, pictures, timed)
        move = timed.take("think", partial(players[seat].choose, game.offer(seat)))
        yield timed
        before = time.process_time()
        kept = game.copy()
        game.play(seat, move)
        made = time.process_time() - before
        del kept


def tables(name: str) -> list[Rules]:
    """The rules for the default number of players, and for the most."""
    first = load(name)
    most = max(first.ir.players)
    return [first] if most == first.seats else [first, load(name, most)]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("names", nargs="*")
    asked.add_argument("--policy", choices=("random", "greedy"), default="random")
    asked.add_argument("--games", type=int, default=1)
    asked.add_argument("--decisions", type=int, default=400)
    asked.add_argument("--every", type=int, default=1, help="draw the table and the menu of one decision in so many")
    asked.add_argument("--seconds", type=float, default=10.0, help="for one game")
    asked.add_argument("--worst", type=int, default=20)
    given = asked.parse_args()
    index = (catalogue.directory() / shelf.INDEX).read_text(encoding="utf-8")
    names = given.names or [entry["name"] for entry in map(json.loads, index.splitlines()) if not entry.get("of")]
    longest: list[Timed] = []
    print(
        "| game, players | decisions | mean wait, ms | longest, ms | over the limit |\n| --- | --: | --: | --: | --: |"
    )
    for name in names:
        for rules in tables(name):
            gc.collect()
            gc.freeze()  # a full collection of the rules would be counted for the decision that it falls into
            found = [each for seed in range(given.games) for each in decisions(rules, Path(name).stem, seed, given)]
            waits = [each.wait for each in found]
            over = sum(wait > LIMIT for wait in waits)
            mean, most = 1000 * sum(waits) / max(len(waits), 1), 1000 * max(waits, default=0.0)
            print(f"| {Path(name).stem}, {rules.seats} | {len(waits)} | {mean:.1f} | {most:.0f} | {over} |", flush=True)
            longest = sorted([*longest, *found], key=lambda each: -each.wait)[: given.worst]
    print("\n| game, players | seed | decision | wait, ms | most of it, ms |\n| --- | --: | --: | --: | --- |")
    for each in longest:
        print(each)


if __name__ == "__main__":
    main()
