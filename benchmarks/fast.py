"""Prints how fast games are played beside programs written by hand, OpenSpiel and an older croupier.

`python benchmarks/fast.py [ROW …] [--game NAME …] [--rounds N] [--seconds S]` prints a table in Markdown, for all rows
or those that are named: `hand`, `stepped`, `python`, `greedy`, `openspiel`, `c`, `rlcard`, `cold`, `coverage`,
`workers`. In each round everything that is compared is played once, one after the other, for S seconds of the
processor, or longer, up to ten times, until it has made 4,000 decisions for each; what is printed are the medians of
the rounds, of speeds and of their ratios. `speed.md` has results. OpenSpiel and rlcard come with
`pip install croupier[benchmark]`; a library that is not installed is left out, and the output says so.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
PACKAGES = [str(HERE.parent / "dsl"), str(HERE.parent / "interpreter")]
sys.path[:0] = [*PACKAGES, str(HERE)]

import playing  # noqa: E402  # the paths come first, so that a checkout measures itself
from control import control  # noqa: E402  # as above
from playing import Play  # noqa: E402  # as above

from croupier import Rules, load  # noqa: E402  # as above
from croupier.base.notes import noting  # noqa: E402  # as above
from croupier.fast import NotCompiled, Seated, compiled  # noqa: E402  # as above
from croupier.simulate.compiled import chosen  # noqa: E402  # as above

BEFORE = "93fed49"
"""The last commit whose games were played by the reference alone."""
GAMES = {"drei": 4, "trio": 4, "three-thirteen": 2, "rami": 2}
EIGHTS = "crazy-eights"


@dataclass(frozen=True)
class Row:
    """One way to play against another, in so many games. `must`, `aim`: how many times as fast it is to be."""

    name: str
    what: str
    mine: str
    peer: str
    must: float | None = None
    aim: float | None = None


ROWS = [
    Row("hand", "C in bulk / by hand in Python", "C in bulk", "by hand", 8, 20),
    Row("stepped", "C stepped from Python / by hand in Python", "C stepped", "by hand", 1, 3),
    Row("python", f"generated Python / {BEFORE}", "Python", BEFORE, 20, 60),
    Row("greedy", f"greedy / {BEFORE}", "greedy", f"greedy, {BEFORE}", 20, 100),
]
EIGHTS_ROWS = [
    Row("openspiel", "C in bulk / OpenSpiel from Python", "C in bulk", "OpenSpiel", 20, 60),
    Row("c", "C in bulk / by hand in C, same flags", "C in bulk", "by hand in C", 0.5, 0.7),
    Row("rlcard", "C stepped from Python / UNO of rlcard", "C stepped", "rlcard"),
]
MANY, LONGER = 4_000, 10
"""For each second of a round so many decisions at least are made, in so many seconds at most."""
LONG = {"cold", "coverage", "workers"}
HEAD = ["what", "game", "per second", "beside", "ratio", "must", "aim"]


class Ways:
    """How a game may be played, by name. What there is not is noted, with why."""

    def __init__(self, rules: Rules, name: str) -> None:
        self.rules = rules
        self.name = name
        self.notes: list[str] = []
        self.made: dict[str, Play | None] = {}

    def __getitem__(self, way: str) -> Play | None:
        if way not in self.made:
            self.made[way] = self.found(way)
        return self.made[way]

    def found(self, way: str) -> Play | None:
        try:
            if way in ("C in bulk", "C stepped"):
                engine = compiled(self.rules, "c")
                if engine.runs_on != "c":
                    return self.missing(way, engine.why)
                return playing.in_bulk(engine) if way == "C in bulk" else playing.stepped(engine)
            if way == "Python":
                return playing.in_bulk(compiled(self.rules, "python"))
        except NotCompiled as error:
            return self.missing(
                way, f"{error}; the reference", playing.Reference(self.name, self.rules.seats, "random")
            )
        if way == "by hand":
            return playing.by_hand(self.name, self.rules.seats)
        assert way == "greedy", way
        with noting() as notes:
            chosen(self.rules, 1, "c", Seated(("greedy",) * self.rules.seats))
            why = "; ".join(notes.lines())
        if why:
            return self.missing(way, why, playing.Reference(self.name, self.rules.seats, "greedy"))
        return playing.simulated(self.rules, "greedy")

    def missing(self, way: str, why: str, instead: Play | None = None) -> Play | None:
        self.notes.append(f"{told(self.name, self.rules.seats)}, {way}: {why}")
        return instead


def told(name: str, players: int) -> str:
    return f"{name}, {players}"


def speed(play: Play, seconds: float) -> float:
    """Decisions a second. What is slow plays for longer, until its decisions are many."""
    made, spent = play(seconds)
    while made < MANY * seconds and spent < LONGER * seconds:
        more, took = play(seconds)
        made, spent = made + more, spent + took
    return made / spent


def compared(ways: Ways, rows: list[Row], rounds: int, seconds: float, controls: list[float]) -> None:
    """Plays everything in rounds, and prints a row for each comparison."""
    wanted = dict.fromkeys(way for row in rows for way in (row.mine, row.peer))
    plays = {way: play for way in wanted if (play := ways[way]) is not None}
    speeds: dict[str, list[float]] = {way: [] for way in plays}
    for _ in range(rounds):
        for way, play in plays.items():
            speeds[way].append(speed(play, seconds))
        controls.append(control())
    for row in rows:
        mine, peer = speeds.get(row.mine, []), speeds.get(row.peer, [])
        ratios = [a / b for a, b in zip(mine, peer, strict=False)]
        printed(
            row.what, told(ways.name, ways.rules.seats), *(count(median(s)) if s else "-" for s in (mine, peer)),
            few(median(ratios)) if ratios else "-", few(row.must), few(row.aim),
        )  # fmt: skip


def printed(*cells: str) -> None:
    print("| " + " | ".join(cells) + " |", flush=True)


def count(speed: float) -> str:
    """A speed to three places."""
    digits = 10 ** max(0, len(str(int(speed))) - 3)
    return f"{round(speed / digits) * digits:,}" if speed >= 100 else f"{speed:.3g}"


def few(ratio: float | None) -> str:
    return "" if ratio is None else f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}"


def croupier(words: list[str], cache: Path | str, seconds: float) -> tuple[str, float, float]:
    """A run of the command line: what it prints, and how long it takes by the clock and of the processor."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(PACKAGES), "CROUPIER_CACHE": str(cache)}
    start, worked = time.perf_counter(), sum(os.times()[2:4])
    ran = subprocess.run(
        [sys.executable, "-m", "croupier", *words], env=environment, capture_output=True, text=True, check=True,
        timeout=seconds,
    )  # fmt: skip
    return ran.stdout, time.perf_counter() - start, sum(os.times()[2:4]) - worked


def cold(rounds: int, folder: Path, games: int = 100_000) -> None:
    words = ["simulate", "drei", "--players", "4", "--games", str(games)]
    runs = [croupier(words, folder / f"cache-{number}", 600)[1:] for number in range(min(rounds, 3))]
    took = took_by([median(run) for run in zip(*runs, strict=True)])
    printed(f"`simulate --games {games}`, nothing kept", told("drei", 4), took, "", "", "15 s", "5 s")


def took_by(times: Sequence[float]) -> str:
    """By the clock, and of the processor: far apart on a machine that is busy with other work."""
    clock, processor = times
    return f"{clock:.1f} s ({processor:.1f} s of work)"


def coverage(folder: Path, most: float) -> None:
    out, *took = croupier(["coverage", "rami", "--seconds", str(most), "--json"], folder / "coverage", most + 300)
    found = json.loads(out)
    done = f"{found['games']} of 200 games, {found['reached']} of {found['expected']} parts"
    printed("`coverage`", f"rami: {done}", took_by(took), "", "", "60 s", "20 s")


def workers(rounds: int, controls: list[float], seconds: float = 8) -> None:
    """Two processes beside one, by the clock, from when they are started: games that take so long are enough for what
    that takes, and each of them so long that handing it over is nothing beside."""
    words = [sys.executable, str(HERE / "workers.py"), str(min(rounds, 2)), str(seconds)]
    found = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    controls += found["controls"]
    speed = count(found["games"] / median(found["alone"]))
    ratios = [one / two for one, two in zip(found["alone"], found["together"], strict=True)]
    printed("two workers / one", told("rami", 2), "", f"{speed} games", few(median(ratios)), "1.8", "1.9")


def main() -> None:
    names = [row.name for row in ROWS + EIGHTS_ROWS] + sorted(LONG)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", metavar="ROW", help=", ".join(names))
    parser.add_argument("--game", action="append", choices=sorted(GAMES), help="of the rows by game, these alone")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5, help="how long each is played in a round")
    parser.add_argument("--before", type=Path, metavar="TREE", help=f"the files of {BEFORE}, if git cannot give them")
    given = parser.parse_args()
    rows = given.rows or names
    if not set(rows) <= set(names):
        parser.error(f"there are {', '.join(names)}")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="croupier-benchmark-")))
        before = older(given.before, folder, stack) if {"python", "greedy"} & set(rows) else None
        table(rows, given.game or list(GAMES), given.rounds, given.seconds, before, folder)


def older(tree: Path | None, folder: Path, stack: ExitStack) -> playing.Older | None:
    """The croupier of before, if its files can be had."""
    found = tree or playing.tree_of(BEFORE, folder / "before")
    return None if found is None else stack.enter_context(playing.Older(found))


def table(
    rows: list[str], games: list[str], rounds: int, seconds: float, before: playing.Older | None, folder: Path
) -> None:
    controls: list[float] = []
    notes: list[str] = []
    printed(*HEAD)
    printed(*["---"] * 2, *["--:"] * (len(HEAD) - 2))
    chosen = [row for row in ROWS if row.name in rows]
    for name in games if chosen else ():
        ways = Ways(load(name, GAMES[name]), name)
        for policy, way in (("random", BEFORE), ("greedy", f"greedy, {BEFORE}")):
            ways.made[way] = before.playing(name, GAMES[name], policy) if before else ways.missing(way, "no such files")
        compared(ways, chosen, rounds, seconds, controls)
        notes += ways.notes
    chosen = [row for row in EIGHTS_ROWS if row.name in rows]
    if chosen:
        ways = Ways(load(HERE.parent / "rulesets" / "shedding" / f"{EIGHTS}.yaml", 4, preset="openspiel"), EIGHTS)
        others: dict[str, Callable[[], Play | None]] = {
            "OpenSpiel": lambda: playing.openspiel("crazy_eights(players=4)"),
            "rlcard": lambda: playing.rlcard("uno"),
            "by hand in C": lambda: playing.in_c("crazy_eights.c", 4, folder),
        }
        for way in {row.peer for row in chosen}:
            ways.made[way] = others[way]() or ways.missing(way, "not installed")
            if way == "by hand in C" and (words := playing.compiling()) is not None:
                ways.notes.append(f"{told(EIGHTS, 4)}, both in C: {' '.join(words)}")
        compared(ways, chosen, rounds, seconds, controls)
        notes += ways.notes
    if "cold" in rows:
        cold(rounds, folder)
    if "coverage" in rows:
        coverage(folder, 120 * seconds)
    if "workers" in rows:
        workers(rounds, controls)
    controls = controls or [control() for _ in range(rounds)]
    print(f"\nControl: two processes at the speed of C do {median(controls):.2f} times what one does "
          f"({min(controls):.2f} to {max(controls):.2f}).")  # fmt: skip
    for note in notes:
        print(f"* {note}")


if __name__ == "__main__":
    main()
