"""Report on played games to a designer: winners, lengths, scores."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING

from croupier.base.files import write
from croupier.base.frames import frame, table
from croupier.base.values import Value

if TYPE_CHECKING:
    from croupier.base.notes import Handed
    from croupier.simulate.runs import GameResult


@dataclass(frozen=True, slots=True)
class Share:
    """`wins` of `games`, with the bounds of Wilson's score interval at 95 %."""

    wins: float
    games: int
    low: float
    high: float

    @classmethod
    def of(cls, wins: float, games: int, level: float = 0.95) -> Share:
        """Return the share with its Wilson interval (E. B. Wilson, "Probable inference", JASA 22, 1927), which holds
        for few games and for shares near 0 and 1."""
        if not games:
            return cls(0, 0, 0.0, 1.0)
        z = NormalDist().inv_cdf((1 + level) / 2)
        p, n = wins / games, games
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        low, high = round(centre - half, 12), round(centre + half, 12)  # exactly 0 and 1 at the ends
        return cls(wins, games, max(0.0, low), min(1.0, high))

    def to_json(self) -> dict[str, Value]:
        """Return the share as a plain object."""
        return {"wins": self.wins, "games": self.games, "low": round(self.low, 4), "high": round(self.high, 4)}


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a run. Lists by seat count seats from 0.

    `wins` counts shared ones too; an unfinished game has no winner. `first`: the number of the first game played.
    `short_deals`: the number of games in which a deal found fewer cards than it takes, and `first_short` the seed of
    the first. `length`: (mean, median, 95th percentile) of decisions. `scores`: the mean by seat over finished games,
    None without scores. `policies`: for each policy, its wins of the seats it held in finished games; `who`: all
    policies. `results`: the games, if they were kept. `lengths`, `points`: the number of games by number of decisions,
    and of seats by score in finished ones. `handed`: the reasons for which compiled rules handed games to the
    reference, with their numbers. `together`: all win or lose together, so that `wins` is the same for each.
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
    who: tuple[str, ...] = ()
    lengths: Mapping[int, int] = field(default_factory=dict)
    points: Mapping[int, int] = field(default_factory=dict)
    handed: Mapping[Handed, int] = field(default_factory=dict, compare=False)
    together: bool = False

    @property
    def shares(self) -> tuple[Share, ...]:
        """Return the wins of each seat, with intervals."""
        return tuple(Share.of(wins, self.finished) for wins in self.wins)

    def rows(self) -> list[dict[str, Value]]:
        """Return one row for each game that was kept: its seed, its end, and values by seat, which count from 0."""
        return [result.row() for result in self.results]

    def frame(self) -> object:
        """Return the rows as a `DataFrame` of pandas, else of polars, else as they are."""
        return frame(self.rows())

    def _repr_html_(self) -> str:
        seats: list[dict[str, Value]] = [
            {
                "seat": seat, "wins": share.wins, "games": share.games, "low": share.low, "high": share.high,
                "score": score, "wins in turn order": in_order,
            }
            for seat, (share, score, in_order) in enumerate(
                zip(self.shares, self.scores, self.wins_by_order, strict=True)
            )
        ]  # fmt: skip
        caption = f"{self.ruleset}: {self.games} games, seed {self.seed}, {', '.join(self.who)}"
        return table(seats, caption)

    def to_json(self) -> dict[str, Value]:
        """Return the report as a plain object; `seed` is what a person types to play the same games, `S` or `S:k`."""
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
            "together": self.together,
            "wins": list(self.wins),
            "wins_by_order": list(self.wins_by_order),
            "scores": list(self.scores),
            "length": {"mean": mean, "median": middle, "p95": p95},
            "policies": {name: share.to_json() for name, share in self.policies.items()},
            "handed": [why.to_json(games) for why, games in sorted(self.handed.items())],
        }

    def write_csv(self, path: Path) -> None:
        """Write one row a game: the whole file, or nothing of it."""
        text = io.StringIO(newline="")
        rows = csv.writer(text)
        seats = range(1, self.players + 1)
        of_seats = [f"{what}_{n}" for what in ("policy", "score") for n in seats]
        rows.writerow(["seed", "outcome", "decisions", "cut_rounds", "winners", *of_seats])
        for result in self.results:
            out = result.outcome
            winners = " ".join(str(seat + 1) for seat in out.winners)
            scores = ["" if score[0] is None else score[0] for score in out.scores]
            outcome = "finished" if out.finished else "unfinished"
            rows.writerow([result.seed, outcome, out.decisions, result.cut_rounds, winners, *result.policies, *scores])
        write(path, text.getvalue())
