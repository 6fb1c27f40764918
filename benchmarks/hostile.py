"""Hostile inputs by the hundred thousand: refused with a place, at a documented fault, or a game that keeps the law.

Run it as `PYTHONPATH=interpreter:dsl python benchmarks/hostile.py [--inputs N] [--only CLASS] [--from N] [--log FILE]`.
Inputs are tried in child processes that have everything imported, may take so much memory and no more, and try many
inputs each; what is slow, raises, or ends its process is told by class and number, and `--only CLASS --from NUMBER
--inputs 1` tries it again. With `--log` a run goes on where it was stopped; `--again` tries what broke once more, and
`--show` only tells what stands in the log.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from tests.fortress import cases, shipped

SECONDS = 5.0
"""Of processor; the machine may have other things to do."""
KILLED = 30.0
"""A process that is at one input for so long is ended."""
STANDING = 900.0
"""So is one that stands still for so long, by the clock."""
MEBIBYTES = 1024
BATCH = 1_000
BROKEN = "BROKEN"


def schedule(first: int = 0) -> Iterator[tuple[str, int]]:
    """Class after class by its share, each with its own numbers, from so far on."""
    shares = [name for name, (_, share) in cases.CLASSES.items() for _ in range(share)]
    step = next(each for each in range(43, len(shares)) if all(each % p or len(shares) % p for p in range(2, each + 1)))
    spread = [shares[at * step % len(shares)] for at in range(len(shares))]
    given_out: Counter[str] = Counter()
    at = 0
    while True:
        name = spread[at % len(shares)]
        if at >= first:
            yield name, given_out[name]
        given_out[name] += 1
        at += 1


@dataclass(slots=True)
class Log:
    """What became of the inputs so far: how many of each class came to what, the longest of each, by class and number
    what broke. `done`: so many of the schedule."""

    done: int = 0
    processor: float = 0.0
    counts: dict[str, dict[str, int]] = field(default_factory=dict)
    longest: dict[str, tuple[float, int]] = field(default_factory=dict)
    memory: tuple[int, str, int] = (0, "", 0)
    broken: list[tuple[str, int, str]] = field(default_factory=list)
    mended: list[tuple[str, int, str]] = field(default_factory=list)

    def note(self, name: str, number: int, said: dict[str, object]) -> None:
        outcome, took, memory = str(said["outcome"]), float(str(said["took"])), int(str(said["memory"]))
        self.processor += took
        found = self.counts.setdefault(name, {})
        found[outcome] = found.get(outcome, 0) + 1
        longest, at = self.longest.get(name, (0.0, 0))
        self.longest[name] = max((longest, at), (round(took, 2), number))
        if int(str(said["more"])) and memory > self.memory[0]:
            self.memory = memory, name, number
        if outcome.startswith(BROKEN):
            self.broken.append((name, number, outcome))
            print(f"{name} {number}: {outcome}\n{said['wrong']}", flush=True)

    def forget(self, name: str, number: int, outcome: str) -> None:
        """What broke is to be tried once more."""
        self.counts[name][outcome] -= 1
        self.broken.remove((name, number, outcome))

    def table(self) -> str:
        """How many of each class came to what."""
        total = sum(sum(each.values()) for each in self.counts.values())
        lines = [f"{total} inputs in {self.processor:.0f} s of processor; most memory {self.memory[0]} MiB, at "
                 f"{self.memory[1]} {self.memory[2]}"]  # fmt: skip
        for name, found in sorted(self.counts.items()):
            longest, number = self.longest[name]
            lines.append(f"{name}: {sum(found.values())}, longest {longest:.1f} s (number {number})")
            ordered = sorted(found.items(), key=lambda each: -each[1])
            lines += [f"    {count:>7} {outcome}" for outcome, count in ordered if count]
        lines += [f"broke before: {name} {number}: {outcome}" for name, number, outcome in self.mended]
        return "\n".join(lines) + "\n"

    def keep(self, path: Path | None) -> None:
        if path is not None:
            new = path.with_suffix(".new")
            new.write_text(json.dumps(asdict(self)))
            new.replace(path)

    @classmethod
    def kept(cls, path: Path | None) -> Log:
        log = cls(**json.loads(path.read_text())) if path is not None and path.exists() else cls()
        log.broken = [(name, number, outcome) for name, number, outcome in log.broken]
        return log


def warm() -> None:
    """What every child process would have to find out anew: files, games, grammars."""
    for path in shipped.files():
        shipped.tree_of(path)
    for name in shipped.SMALL:
        shipped.record(name)
        shipped.rules_json(name)
        for decisions in range(12):
            shipped.position(name, decisions)
    with tempfile.TemporaryDirectory() as folder:
        for name in cases.CLASSES:
            for number in range(3):
                with suppress(Exception):  # it is told when it is tried
                    cases.run(name, number, Path(folder))
    gc.set_threshold(20_000, 20, 20)
    gc.freeze()


def work(batch: list[tuple[str, int]], tell: int) -> None:
    """A child process: tells of each input that it begins, and of what became of it."""
    limit = MEBIBYTES << 20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    with tempfile.TemporaryDirectory() as folder:
        for name, number in batch:
            began, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            signal.setitimer(signal.ITIMER_PROF, KILLED)
            signal.setitimer(signal.ITIMER_REAL, STANDING)
            try:
                outcome, wrong = cases.run(name, number, Path(folder)), ""
            except MemoryError:
                outcome, wrong = f"{BROKEN}: memory", traceback.format_exc(limit=-4)
            except Exception as error:
                outcome, wrong = f"{BROKEN}: {type(error).__name__}", traceback.format_exc(limit=-6)
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)
            took, most = time.process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            if took > SECONDS and not wrong:
                outcome, wrong = f"{BROKEN}: slow", f"{took:.1f} s, {outcome}"
            _say(
                tell,
                {
                    "outcome": outcome,
                    "wrong": wrong,
                    "took": took,
                    "memory": most // 1024,
                    "more": (most - before) // 1024,
                },
            )


def _say(tell: int, what: object) -> None:
    os.write(tell, json.dumps(what).encode() + b"\n")


def batches(inputs: Iterator[tuple[str, int]]) -> Iterator[tuple[str, int, dict[str, object]]]:
    """Each input with what became of it; a process that ends is told, and the next goes on behind it."""
    left: list[tuple[str, int]] = []
    while left := left or [*islice(inputs, BATCH)]:
        heard, tell = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(heard)
            code = 1
            try:
                work(left, tell)
                code = 0
            except BaseException:
                traceback.print_exc()
            os._exit(code)
        os.close(tell)
        done = 0
        with os.fdopen(heard) as lines:
            for line in lines:
                yield (*left[done], json.loads(line))
                done += 1
        _, status = os.waitpid(child, 0)
        if status and done < len(left):
            wrong = {"wrong": f"status {status}", "took": 0.0, "memory": 0, "more": 0}
            yield (*left[done], {"outcome": f"{BROKEN}: process ended", **wrong})
            done += 1
        left = left[done:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--log", type=Path)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--show", action="store_true")
    asked = parser.parse_args()
    log = Log.kept(asked.log)
    if not asked.show:
        warm()
        run(log, asked)
        log.keep(asked.log)
    print(log.table())


def run(log: Log, asked: argparse.Namespace) -> None:
    """Try what is asked for."""
    if asked.again:
        before = [*log.broken]
        for name, number, outcome in before:
            log.forget(name, number, outcome)
        tried = batches((name, number) for name, number, _ in before)
        for (name, number, said), (_, _, outcome) in zip(tried, before, strict=True):
            log.note(name, number, said)
            if not str(said["outcome"]).startswith(BROKEN):
                log.mended.append((name, number, outcome))
        return
    inputs: Iterator[tuple[str, int]]
    if asked.only:
        inputs = ((asked.only, number) for number in range(asked.first, asked.first + asked.inputs))
    else:
        log.done = max(log.done, asked.first)
        inputs = islice(schedule(log.done), max(0, asked.first + asked.inputs - log.done))
    for name, number, said in batches(inputs):
        log.note(name, number, said)
        log.done += not asked.only
        if log.done % 200 == 0:
            log.keep(asked.log)


if __name__ == "__main__":
    main()
