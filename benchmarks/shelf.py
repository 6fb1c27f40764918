"""Measures how much of each game its tests come to: `coverage` and `trace --mutate`, game by game.

`python benchmarks/shelf.py` measures all games; `… shelf.py whist rami --seconds 20` some. A row says how many parts of
the rules fire in so many games (with scenarios), and how many of the small changes to the rules some scenario notices;
`--log FILE` keeps what has been measured, a line of JSON a game, and measures no game again whose files are the same;
with `--known` nothing is measured, and the table tells of the games of which that is known. `--survivors` lists the
changes that nothing noticed.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "dsl"), str(ROOT / "interpreter")]

from croupier.table import catalogue  # noqa: E402  # the paths come first, so that a checkout measures itself
from croupier.workbench import shelf  # noqa: E402  # as above
from croupier.workbench.coverage import measure  # noqa: E402  # as above
from croupier.workbench.trace.attempts import Attempts, attempt  # noqa: E402  # as above


def measured(name: str, games: int, seconds: float) -> dict[str, object]:
    """What is told of a game."""
    rules = catalogue.find(name)
    tally = measure(rules, games, seconds=seconds, scenarios=True)
    reached, expected = tally.share()
    tried = Attempts(rules, tuple(attempt(rules)))
    return {
        "name": name,
        "scenarios": len(rules.scenarios),
        "reached": reached + tally.declared(),
        "expected": expected,
        "never": [element.path for element in tally.never()],
        "noticed": len(tried.of("noticed", "stale")),
        "changes": len(tried.verdicts) - len(tried.of("equivalent")),
        "survived": [verdict.name for verdict in tried.of("survived", "open")],
    }


def row(told: dict[str, object]) -> str:
    """A row of the table."""
    parts, changes = ((told[a], told[b]) for a, b in (("reached", "expected"), ("noticed", "changes")))
    cells = [
        told["name"],
        told["scenarios"],
        *(f"{a} of {b} ({int(a) / max(int(b), 1):.0%})" for a, b in (parts, changes)),
    ]
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("names", nargs="*")
    asked.add_argument("--games", type=int, default=200)
    asked.add_argument("--seconds", type=float, default=60.0)
    asked.add_argument("--log", type=Path)
    asked.add_argument("--known", action="store_true")
    asked.add_argument("--survivors", action="store_true")
    given = asked.parse_args()
    known: dict[str, dict[str, object]] = {}
    if given.log and given.log.is_file():
        known = {told["name"]: told for told in map(json.loads, given.log.read_text(encoding="utf-8").splitlines())}
    index = (catalogue.directory() / shelf.INDEX).read_text(encoding="utf-8")
    files = {entry["name"]: entry for entry in map(json.loads, index.splitlines())}
    print("| game | scenarios | parts that fire | changes noticed |\n| --- | --: | --: | --: |")
    for name in given.names or [entry["name"] for entry in files.values() if not entry.get("of")]:
        digest = shelf.digest(files[name]["files"])  # of the files as they are, whatever the index says of them
        told = known.get(name)
        if told is None or told.get("digest") != digest:
            if given.known:
                continue
            told = {**measured(name, given.games, given.seconds), "digest": digest}
            if given.log:
                with given.log.open("a", encoding="utf-8") as log:
                    log.write(json.dumps(told) + "\n")
        print(row(told), flush=True)
        if given.survivors:
            for each in told["survived"]:
                print(f"  {each}")


if __name__ == "__main__":
    main()
