"""Hostile inputs by the hundred thousand: refused with a place, at a documented fault, or a game that keeps the law.

Run it as `PYTHONPATH=interpreter:dsl python benchmarks/hostile.py [--inputs N] [--from N] [--only CLASS] [--log FILE]`.
Inputs are tried in child processes that may take so much memory and no more; what is slow, raises, or ends its process
is told by class and number, and `--only CLASS --from NUMBER --inputs 1` tries it again.
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
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from hypothesis import HealthCheck, Phase, given, seed, settings
from tests.fortress import cases, judging, shipped

SECONDS = 5.0
"""Of processor; the machine may have other things to do."""
KILLED = 30.0
"""A process that is at one input for so long is ended."""
MEBIBYTES = 1024
BATCH = 1_000


def schedule(first: int, inputs: int, only: str) -> Iterator[tuple[str, int]]:
    """Class after class by its share, each with its own numbers."""
    shares = [name for name, (_, share) in cases.CLASSES.items() for _ in range(share)] + ["sentences"] * 70
    spread = sorted(range(len(shares)), key=lambda at: at * 43 % len(shares))
    given_out: Counter[str] = Counter()
    if only:
        yield from ((only, number) for number in range(first, first + inputs))
        return
    for at in range(first + inputs):
        name = shares[spread[at % len(shares)]]
        if at >= first:
            yield name, given_out[name]
        given_out[name] += 1


def tried(name: str, number: int, folder: Path) -> str:
    """What became of one input."""
    if name != "sentences":
        return cases.run(name, number, folder)
    kinds = sorted(cases.kinds())
    kind = kinds[number % len(kinds)]
    found: list[str] = []

    @seed(number)
    @settings(
        max_examples=1, database=None, deadline=None, phases=(Phase.generate,), suppress_health_check=[*HealthCheck]
    )
    @given(cases.sentences(kind))
    def draw(text: str) -> None:
        found.append(judging.sentence(kind, text))

    draw()
    return found[0] if found else "nothing was drawn"


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
        for number in range(len(cases.kinds())):
            tried("sentences", number, Path(folder))
        for name in cases.CLASSES:
            tried(name, 0, Path(folder))
    gc.freeze()


def work(batch: list[tuple[str, int]], tell: int) -> None:
    """A child process: tells of each input that it begins, and of what became of it."""
    limit = MEBIBYTES << 20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    with tempfile.TemporaryDirectory() as folder:
        for name, number in batch:
            _say(tell, {"begun": [name, number]})
            began, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            signal.setitimer(signal.ITIMER_PROF, KILLED)
            try:
                outcome, wrong = tried(name, number, Path(folder)), ""
            except MemoryError:
                outcome, wrong = "BROKEN: memory", traceback.format_exc(limit=-4)
            except Exception as error:
                outcome, wrong = f"BROKEN: {type(error).__name__}", traceback.format_exc(limit=-6)
            signal.setitimer(signal.ITIMER_PROF, 0)
            took, most = time.process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            if took > SECONDS and not wrong:
                outcome, wrong = "BROKEN: slow", f"{took:.1f} s, {outcome}"
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


def batches(left: list[tuple[str, int]]) -> Iterator[tuple[str, int, dict[str, object]]]:
    """Each input with what became of it; a process that ends is told, and the next goes on behind it."""
    while left:
        heard, tell = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(heard)
            code = 1
            try:
                work(left[:BATCH], tell)
                code = 0
            except BaseException:
                traceback.print_exc()
            os._exit(code)
        os.close(tell)
        done = 0
        with os.fdopen(heard) as lines:
            for line in lines:
                said = json.loads(line)
                if "outcome" in said:
                    yield (*left[done], said)
                    done += 1
        _, status = os.waitpid(child, 0)
        if status and done < len(left[:BATCH]):
            yield (
                *left[done],
                {"outcome": "BROKEN: process ended", "wrong": f"status {status}", "took": 0.0, "memory": 0, "more": 0},
            )
            done += 1
        left = left[done:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--log", type=Path)
    asked = parser.parse_args()
    warm()
    counts: dict[str, Counter[str]] = {}
    worst: dict[str, tuple[float, int]] = {}
    most = (0, "", 0)
    for tried_so_far, (name, number, said) in enumerate(batches([*schedule(asked.first, asked.inputs, asked.only)]), 1):
        outcome, took, memory = str(said["outcome"]), float(str(said["took"])), int(str(said["memory"]))
        counts.setdefault(name, Counter())[outcome] += 1
        worst[name] = max(worst.get(name, (0.0, 0)), (took, number))
        if int(str(said["more"])):
            most = max(most, (memory, name, number))
        if outcome.startswith("BROKEN"):
            print(f"{name} {number}: {outcome}\n{said['wrong']}", flush=True)
        if asked.log is not None and tried_so_far % 100 == 0:
            asked.log.write_text(table(counts, worst, most))
    told = table(counts, worst, most)
    if asked.log is not None:
        asked.log.write_text(told)
    print(told)


def table(counts: dict[str, Counter[str]], worst: dict[str, tuple[float, int]], most: tuple[int, str, int]) -> str:
    """How many of each class came to what."""
    total = sum(sum(each.values()) for each in counts.values())
    lines = [f"{total} inputs; most memory {most[0]} MiB, at {most[1]} {most[2]}"]
    for name, found in sorted(counts.items()):
        longest, number = worst[name]
        lines.append(f"{name}: {sum(found.values())}, longest {longest:.1f} s (number {number})")
        lines += [f"    {count:>7} {outcome}" for outcome, count in found.most_common()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
