"""Played games to the numbers that a designer asks for: who wins, how long it takes, what is scored."""

from __future__ import annotations

import csv
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from pathlib import Path
from statistics import NormalDist, fmean, median
from typing import TYPE_CHECKING

from croupier.base.values import Value

if TYPE_CHECKING:
    from croupier.simulate.runs import GameResult
    from croupier.table.game import Rules


@dataclass(frozen=True, slots=True)
class Share:
    """`wins` of `games`, with the bounds of Wilson's score interval at 95 %."""

    wins: int
    games: int
    low: float
    high: float

    @classmethod
    def of(cls, wins: int, games: int, level: float = 0.95) -> Share:
        """E. B. Wilson, "Probable inference", JASA 22 (1927): holds for few games and for shares near 0 and 1."""
        if not games:
            return cls(0, 0, 0.0, 1.0)
        z = NormalDist().inv_cdf((1 + level) / 2)
        p, n = wins / games, games
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        low, high = round(centre - half, 12), round(centre + half, 12)  # exactly 0 and 1 at the ends
        return cls(wins, games, max(0.0, low), min(1.0, high))

    def to_json(self) -> dict[str, Value]:
        """The share as one plain object."""
        return {"wins": self.wins, "games": self.games, "low": round(self.low, 4), "high": round(self.high, 4)}


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a run. Lists by seat count seats from 0.

    `wins` counts shared ones too; an unfinished game has no winner. `first`: the number of the first game played.
    `short_deals`: in how many games a deal found fewer cards than it takes, and `first_short` the seed of the first.
    `length`: (mean, median, 95th percentile) of decisions. `scores`: the mean by seat over finished games, None where
    there is none. `policies`: for each policy, its wins of the seats it held.
    """

    ruleset: str
    options: Mapping[str, Value]
    players: int
    games: int
    finished: int
    unfinished: int
    cut_rounds: int
    stuck: int
    decisions: int
    seconds: float
    seed: int
    first: int
    wins: tuple[int, ...]
    wins_by_order: tuple[int, ...]
    scores: tuple[float | None, ...]
    length: tuple[float, float, int]
    policies: Mapping[str, Share]
    results: tuple[GameResult, ...]
    short_deals: int = 0
    first_short: str = ""

    @property
    def shares(self) -> tuple[Share, ...]:
        """The wins of each seat, with intervals."""
        return tuple(Share.of(wins, self.finished) for wins in self.wins)

    def to_json(self) -> dict[str, Value]:
        """The report as one plain object; `seed` is what a person types to play the same games, `S` or `S:k`."""
        mean, middle, p95 = self.length
        return {
            "ruleset": self.ruleset,
            "options": dict(self.options),
            "players": self.players,
            "games": self.games,
            "finished": self.finished,
            "unfinished": self.unfinished,
            "cut_rounds": self.cut_rounds,
            "stuck": self.stuck,
            "short_deals": {"games": self.short_deals, "first": self.first_short or None},
            "decisions": self.decisions,
            "seconds": round(self.seconds, 6),
            "seed": f"{self.seed}:{self.first}" if self.first else self.seed,
            "wins": list(self.wins),
            "wins_by_order": list(self.wins_by_order),
            "scores": list(self.scores),
            "length": {"mean": mean, "median": middle, "p95": p95},
            "policies": {name: share.to_json() for name, share in self.policies.items()},
        }

    def write_csv(self, path: Path) -> None:
        """One row a game; a file is written whole or not at all."""
        target = path.resolve()
        if target.exists() and not target.is_file():  # a pipe or a device has no whole
            self._write_rows(target)
            return
        draft = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            self._write_rows(draft)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)

    def _write_rows(self, path: Path) -> None:
        with path.open("w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file)
            seats = range(1, self.players + 1)
            of_seats = [f"{what}_{n}" for what in ("policy", "score") for n in seats]
            rows.writerow(["seed", "outcome", "decisions", "cut_rounds", "winners", *of_seats])
            for result in self.results:
                out = result.outcome
                winners = " ".join(str(seat + 1) for seat in out.winners)
                scores = ["" if score[0] is None else score[0] for score in out.scores]
                outcome = "finished" if out.finished else "unfinished"
                rows.writerow(
                    [result.seed, outcome, out.decisions, result.cut_rounds, winners, *result.policies, *scores]
                )


def sum_up(rules: Rules, seed: int, results: Sequence[GameResult], *, first: int = 0) -> Report:
    """What came of a run of at least one game."""
    seats = range(rules.seats)
    finished = [result for result in results if result.outcome.finished]
    lengths = sorted(result.outcome.decisions for result in results)
    scores: list[float | None] = []
    for seat in seats:
        known = [s for result in finished if (s := result.outcome.scores[seat][0]) is not None]
        scores.append(fmean(known) if known else None)
    held: dict[str, list[bool]] = {}
    for result in finished:
        for seat, policy in enumerate(result.policies):
            held.setdefault(policy, []).append(seat in result.outcome.winners)
    return Report(
        rules.name,
        rules.options,
        rules.seats,
        len(results),
        len(finished),
        len(results) - len(finished),
        sum(result.cut_rounds for result in results),
        sum(result.stuck for result in results),
        sum(lengths),
        sum(result.seconds for result in results),
        seed,
        first,
        tuple(sum(seat in result.outcome.winners for result in finished) for seat in seats),
        tuple(
            sum(place in [result.order[w] for w in result.outcome.winners] for result in finished) for place in seats
        ),
        tuple(scores),
        (fmean(lengths), median(lengths), lengths[ceil(0.95 * len(lengths)) - 1]),
        {name: Share.of(sum(won), len(won)) for name, won in sorted(held.items())},
        tuple(results),
        sum(result.short > 0 for result in results),
        next((_single(result.seed) for result in results if result.short), ""),
    )


def _single(seed: str) -> str:
    """`S:k`, which plays one game also where k is 0."""
    return seed if ":" in seed else f"{seed}:0"
