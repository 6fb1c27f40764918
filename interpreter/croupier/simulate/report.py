"""Sum up played games for a designer: winners, lengths, scores."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Self

from croupier.base.files import write
from croupier.base.values import Value

if TYPE_CHECKING:
    from croupier.base.notes import Handed
    from croupier.simulate.runs import GameResult
    from croupier.table.game import Rules


@dataclass(frozen=True, slots=True)
class Share:
    """`wins` of `games`, with the bounds of Wilson's score interval at 95 %."""

    wins: float
    games: int
    low: float
    high: float

    @classmethod
    def of(cls, wins: float, games: int, level: float = 0.95) -> Share:
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


_NUMBERS = ("games", "finished", "cut_rounds", "stuck", "short")
_BY_SEAT = ("wins", "wins_by_order", "scored", "scores")


class Sums:
    """Sums up games as they come, and keeps none of them unless it is to `keep` all."""

    def __init__(self, rules: Rules, *, keep: bool = False) -> None:
        self.rules = rules
        self.kept: list[GameResult] | None = [] if keep else None
        self.begun = self.games = self.finished = self.cut_rounds = self.stuck = self.short = 0
        self.seconds = 0.0
        self.lengths: Counter[int] = Counter()
        self.points: Counter[int] = Counter()
        self.wins, self.wins_by_order = [0] * rules.seats, [0] * rules.seats
        self.scored, self.scores = [0] * rules.seats, [0] * rules.seats
        self.won: Counter[str] = Counter()
        self.held: Counter[str] = Counter()
        self.handed: Counter[Handed] = Counter()
        self.who: set[tuple[str, ...]] = set()
        self.first_short = ""

    def add(self, result: GameResult) -> None:
        """Add one game."""
        if self.kept is not None:
            self.kept.append(result)
        outcome = result.outcome
        self.begun += 1
        self.cut_rounds += result.cut_rounds
        self.stuck += result.stuck
        self.seconds += result.seconds
        self.lengths[outcome.decisions] += 1
        self.who.add(result.policies)
        if result.handed is not None:
            self.handed[result.handed] += 1
        if result.short:
            self.short += 1
            self.first_short = self.first_short or _single(result.seed)
        if outcome.finished:
            self._add_finished(result)
        self.games += 1

    def _add_finished(self, result: GameResult) -> None:
        outcome = result.outcome
        self.finished += 1
        for seat, row in enumerate(outcome.scores):
            if row[0] is not None:
                self.scored[seat] += 1
                self.scores[seat] += row[0]
                self.points[row[0]] += 1
            self.held[result.policies[seat]] += 1
        for seat in outcome.winners:
            self.wins[seat] += 1
            self.won[result.policies[seat]] += 1
        for place in {result.order[seat] for seat in outcome.winners}:
            self.wins_by_order[place] += 1

    @property
    def whole(self) -> bool:
        """Return whether each game is in all of the sums. Ctrl-C may interrupt the addition of one."""
        return self.begun == self.games

    def to_json(self) -> dict[str, Value]:
        """Return the sums as a plain object, without the games that were kept."""
        return {
            **{name: getattr(self, name) for name in (*_NUMBERS, *_BY_SEAT)},
            "seconds": self.seconds,
            "lengths": {str(length): number for length, number in sorted(self.lengths.items())},
            "won": dict(self.won),
            "held": dict(self.held),
            "who": sorted([*names] for names in self.who),
            "first_short": self.first_short,
            "handed": [why.to_json(games) for why, games in sorted(self.handed.items())],
        }

    @classmethod
    def from_json(cls, rules: Rules, data: Mapping[str, object]) -> Self:
        """Return the sums that `to_json` has given. Raise KeyError, TypeError or ValueError if these are none."""
        sums = cls(rules)
        for name in _NUMBERS:
            setattr(sums, name, _numbers([data[name]])[0])
        for name in _BY_SEAT:
            numbers = _numbers(data[name])
            if len(numbers) != rules.seats:
                raise ValueError(name)
            setattr(sums, name, numbers)
        seconds, first_short, who = data["seconds"], data["first_short"], data["who"]
        if not isinstance(seconds, float | int) or not isinstance(first_short, str) or not isinstance(who, list):
            raise TypeError
        sums.begun, sums.seconds, sums.first_short = sums.games, seconds, first_short
        sums.who = {tuple(map(str, names)) for names in who}
        sums.lengths = Counter({int(length): number for length, number in _counts(data["lengths"]).items()})
        sums.won, sums.held = _counts(data["won"]), _counts(data["held"])
        from croupier.base.notes import Handed

        there = data.get("handed", [])
        if not isinstance(there, list):
            raise TypeError
        sums.handed = Counter(dict(Handed.from_json(each) for each in there))
        if sums.lengths.total() != sums.games:
            raise ValueError("lengths")
        return sums

    def report(self, seed: int, *, first: int = 0) -> Report:
        """Return the report on at least one game."""
        rules = self.rules
        decisions = sum(length * number for length, number in self.lengths.items())
        middle: float = self._length(self.games // 2)
        if self.games % 2 == 0:
            middle = (self._length(self.games // 2 - 1) + middle) / 2
        return Report(
            rules.name,
            rules.options,
            rules.seats,
            self.games,
            self.finished,
            self.games - self.finished,
            self.cut_rounds,
            self.stuck,
            decisions,
            self.seconds,
            seed,
            first,
            tuple(self.wins),
            tuple(self.wins_by_order),
            tuple(total / number if number else None for total, number in zip(self.scores, self.scored, strict=True)),
            (decisions / self.games, middle, self._length(ceil(0.95 * self.games) - 1)),
            {name: Share.of(self.won[name], held) for name, held in sorted(self.held.items())},
            tuple(self.kept or ()),
            self.short,
            self.first_short,
            tuple(sorted({name for who in self.who for name in who})),
            self.lengths,
            self.points,
            self.handed,
            rules.ir.result.won is not None,
        )

    def _length(self, at: int) -> int:
        """Of the games from the shortest to the longest, the length of the one there, from 0."""
        for length, number in sorted(self.lengths.items()):
            at -= number
            if at < 0:
                return length
        raise IndexError(at)


def _numbers(value: object) -> list[int]:
    if not isinstance(value, list) or not all(type(number) is int for number in value):
        raise TypeError
    return value


def _counts(value: object) -> Counter[str]:
    if not isinstance(value, dict):
        raise TypeError
    return Counter(dict(zip(value, _numbers([*value.values()]), strict=True)))


def sum_up(rules: Rules, seed: int, results: Sequence[GameResult], *, first: int = 0) -> Report:
    """Return the report on a run of at least one game."""
    sums = Sums(rules, keep=True)
    for result in results:
        sums.add(result)
    return sums.report(seed, first=first)


def _single(seed: str) -> str:
    """`S:k`, which plays one game also where k is 0."""
    return seed if ":" in seed else f"{seed}:0"
