"""Is what `croupier compare` says true? `python benchmarks/lab.py` plays comparisons of which the answer is known, many
times over, each with deals of its own, and counts. What it last printed stands in benchmarks/lab.md.

A planted advantage, on the same deals: the first player wins 50 of a hundred games of one ruleset, and 52 of another
that is the same otherwise. Two rulesets of different names that are equal, on deals of their own, must not be told
apart.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from croupier.lab import Side, compare

RULES = """croupier: 1
game: NAME
players: 2
options: {edge: 0..100 starting 50}
cards: {attributes: {value: 1..100}}
zones: {stock: pile seen by nobody, drawn: pile seen by everyone}
state: {points of player: number starting 0}
play:
  begin: [move deck to stock, shuffle stock]
  steps: {turn: {by: players, moves: [wait]}}
  end:
    - move top of stock to drawn
    - if value of top of drawn <= edge: set points of first of players to 1
      else: set points of last of players to 1
moves: {wait: {do: []}}
result: {score: points, best: highest}
"""


def main() -> None:
    """Play, and print what was counted."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--repeats", type=int, default=100)
    asked.add_argument("--games", type=int, default=2000, help="pairs of games at most, for each comparison")
    repeats, games = asked.parse_args().repeats, asked.parse_args().games
    with TemporaryDirectory() as folder:
        one, other = (_written(Path(folder), name) for name in ("one", "other"))
        better = Side(one, options={"edge": 52})
        found = covered = pairs = 0
        for run in range(repeats):
            told = compare(one, better, seed=2 * run, games=games, seconds=600)
            first = told.effect("wins", 1)
            found += first.verdict == "differs"
            covered += first.low <= 2 <= first.high
            pairs += told.games
        print(f"planted: found in {found} of {repeats}, covered in {covered}, {pairs / repeats:.0f} pairs on average")
        wrong = pairs = 0
        for run in range(repeats):
            told = compare(one, other, seed=2 * run, games=games, seconds=600, apart=True)
            wrong += any(effect.verdict == "differs" for effect in told.effects)
            pairs += told.games
        print(f"equal: called different in {wrong} of {repeats}, {pairs / repeats:.0f} pairs on average")


def _written(folder: Path, name: str) -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(RULES.replace("NAME", name), encoding="utf-8")
    return path


if __name__ == "__main__":
    main()
