"""Measure many games of one table, decision by decision. docs/reference/measures.md defines the measures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist, fmean, median, pstdev
from time import monotonic
from typing import TYPE_CHECKING

from croupier.base.chance import Seed
from croupier.base.faults import SetupError
from croupier.base.frames import frame, table
from croupier.base.language import tr
from croupier.base.values import Value
from croupier.fast import Engine
from croupier.fast.choosing import lowered
from croupier.fast.engine import at_hand, better
from croupier.fast.handed import or_reference
from croupier.lab.measures import shares_of, spread_of, tied
from croupier.lab.pace import SPREAD, Pace, estimated, pace_of
from croupier.lab.sides import PATIENCE, PLAYERS, known
from croupier.lab.walking import Walk, walk
from croupier.simulate import Share, seating
from croupier_dsl.analysis import inner_stages

if TYPE_CHECKING:
    from croupier.table.game import Rules

GAMES = 300
SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over games with its normal 95 % interval, which needs some thirty games."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float], among: int = 1) -> Mean | None:
        """Return the mean with its interval; None without values. `among`: this many are simultaneous at 95 %."""
        if not values:
            return None
        mean = fmean(values)
        wide = NormalDist().inv_cdf(1 - 0.025 / among)
        half = wide * pstdev(values) / sqrt(len(values) - 1) if len(values) > 1 else float("inf")
        return cls(mean, mean - half, mean + half)

    @classmethod
    def share(cls, values: Sequence[float]) -> Mean | None:
        """Return the mean of values between 0 and 1, mainly these two, with Wilson's interval, which is valid for equal
        values too.
        """
        if not values:
            return None
        mean = fmean(values)
        found = Share.of(sum(values), len(values))
        return cls(mean, found.low, found.high)

    def to_json(self) -> dict[str, Value]:
        """Return the mean as an object; an unknown bound is null."""
        bounds = [None if abs(bound) == float("inf") else bound for bound in (self.low, self.high)]
        return {"mean": self.mean, "low": bounds[0], "high": bounds[1]}


@dataclass(frozen=True, slots=True)
class Made:
    """The mean times in a game that a winner and another seat make a move, and the difference; the intervals of all
    moves are simultaneous."""

    move: str
    winners: float
    others: float
    difference: Mean

    def to_json(self) -> dict[str, Value]:
        """Return it as a plain object."""
        return {"winners": self.winners, "others": self.others, "difference": self.difference.to_json()}


@dataclass
class Survey:
    """The measures of the games played with one setting.

    `walks`: each of them; `fired`: the number of times parts fired, by path, in `counted` games; `never`: parts of the
    rules, with their options, that did not; `pace`: minutes for the estimated time.
    """

    rules: Rules
    policy: str
    seed: int
    walks: list[Walk] = field(default_factory=list)
    fired: Counter[str] = field(default_factory=Counter)
    counted: int = 0
    never: list[str] = field(default_factory=list)
    pace: Pace = field(default_factory=lambda: Pace(1 / SPREAD, 1.0, SPREAD))

    @property
    def games(self) -> int:
        return len(self.walks)

    @property
    def finished(self) -> list[Walk]:
        return [each for each in self.walks if each.outcome.finished]

    @property
    def teams(self) -> int:
        return self.rules.program.sides

    @property
    def together(self) -> bool:
        """Whether all win or lose together."""
        return self.rules.ir.result.won is not None

    # ------------------------------------------------------------ who wins
    def places(self) -> list[Mean]:
        """Return the share of wins of each place in the order of first decisions; a shared win is divided."""
        shares = [shares_of(each, self.teams) for each in self.walks]
        return [_mean([share[place] for share in shares]) for place in range(self.rules.seats)]

    def seats(self) -> list[Mean]:
        """Return the same by seat."""
        shares = [(shares_of(each, self.teams), each.order) for each in self.walks]
        return [_mean([share[order[seat]] for share, order in shares]) for seat in range(self.rules.seats)]

    @property
    def fair(self) -> float:
        """Return the share of each side if all were equal."""
        return 1 / self.teams

    # ------------------------------------------------------------ measures
    def measures(self) -> dict[str, Mean | None]:
        """Return each measure by its name, with the interval; None if it does not apply to the game."""
        walks, finished = self.walks, self.finished
        several = self.teams > 1
        places = self.places()
        away = [place.mean - self.fair for place in places]
        worst = max(range(len(places)), key=lambda at: abs(away[at]))
        found: dict[str, Mean | None] = {
            "first_player": places[0] if several else None,
            "seat_advantage": _absolute(places[worst], self.fair) if several else None,
            "length": Mean.of([float(each.decisions) for each in walks]),
            "turns": Mean.of([float(each.turns) for each in walks]),
            "minutes": self._minutes(),
            "won": Mean.share([float(bool(each.outcome.winners)) for each in walks]) if self.together else None,
            "ties": Mean.share([float(tied(each, self.teams)) for each in walks]) if several else None,
            "spread": Mean.of([spread for each in walks if (spread := spread_of(each)) is not None]),
            "score": Mean.of([fmean(scores) for each in finished if (scores := scores_of(each))]),
            "lead_changes": Mean.of([float(each.lead_changes) for each in finished if each.leaders]),
            "known_from": Mean.of([known for each in finished if (known := each.known_from()) is not None]),
            "forced": Mean.of([each.forced / each.decisions for each in walks if each.decisions]),
            "options": Mean.of([_options(each) for each in walks if each.decisions]),
            "unfinished": Mean.share([float(not each.outcome.finished) for each in walks]),
            "stuck": Mean.of([float(each.stuck) for each in walks]),
            "cut": Mean.of([float(each.cut_rounds) for each in walks]),
        }
        return found

    def options(self) -> tuple[float, int]:
        """Return the median and the most of legal moves in a decision."""
        counts: Counter[int] = sum((each.options for each in self.walks), Counter())
        return float(median(counts.elements())) if counts else 0.0, max(counts, default=0)

    def _minutes(self) -> Mean | None:
        """Return the estimated minutes; the interval includes the uncertainty of the pace."""
        found = Mean.of([estimated(each) for each in self.walks])
        if found is None:
            return None
        low = self.pace.low * (found.low if len(self.walks) > 1 else found.mean)
        return Mean(self.pace.middle * found.mean, max(0.0, low), self.pace.high * max(found.high, found.mean))

    @property
    def excluded(self) -> list[str]:
        """Return the moves that the options exclude: no stage offers them."""
        special = self.rules.program.special
        offered = {name for stage in inner_stages(special.stages, special.play) for name in stage.moves}
        return [move.name for move in self.rules.ir.moves if move.name not in offered]

    def moves(self) -> list[tuple[str, float]]:
        """Return the average number of times per game for each move that the options allow, the most frequent first."""
        excluded = self.excluded
        total: Counter[str] = Counter()
        for each in self.walks:
            total.update(sum(each.made, Counter()))
        made = [(move.name, total[move.name] / max(1, self.games)) for move in self.rules.ir.moves]
        return sorted((pair for pair in made if pair[0] not in excluded), key=lambda pair: -pair[1])

    def winning(self) -> list[Made]:
        """Return how often winners and others make each move that was made, in games that have both."""
        told = [each for each in self.finished if 0 < len(set(each.outcome.winners)) < self.rules.seats]
        names = [name for name, times in self.moves() if times]
        found = []
        for name in names:
            by = [_split([made[name] for made in each.made], each.outcome.winners) for each in told]
            difference = Mean.of([won - other for won, other in by], among=len(names))
            if difference is not None:
                found.append(Made(name, fmean(won for won, _ in by), fmean(other for _, other in by), difference))
        return found

    def leading(self, parts: int = 20) -> list[float]:
        """Return the share of games with one winner in which the winner led alone, after each of `parts` equal parts of
        the turns.
        """
        told = [each.leaders for each in self.finished if each.leaders and each.leaders[-1] is not None]
        return [
            fmean(led[min(len(led) - 1, at * len(led) // parts)] == led[-1] for led in told) if told else 0.0
            for at in range(parts + 1)
        ]

    def rows(self) -> list[dict[str, Value]]:
        """Return one row per game."""
        return [
            {
                "seed": each.seed, "finished": each.outcome.finished, "decisions": each.decisions, "turns": each.turns,
                "minutes": round(self.pace.middle * estimated(each), 2), "winners": list(each.outcome.winners),
                "first": each.order.index(0) if 0 in each.order else None,
                "scores": [score[0] for score in each.outcome.scores], "lead_changes": each.lead_changes,
                "known_from": each.known_from(), "forced": each.forced, "stuck": each.stuck, "cut": each.cut_rounds,
            }
            for each in self.walks
        ]  # fmt: skip

    def frame(self) -> object:
        """Return the rows as a `DataFrame` of pandas, else of polars, else as they are."""
        return frame(self.rows())

    def _repr_html_(self) -> str:
        return table(self.rows(), f"{self.rules.name}, {self.games} games")

    def to_json(self) -> dict[str, Value]:
        """Return the measures as a plain object."""
        middle, most = self.options()
        return {
            "ruleset": self.rules.name, "players": self.rules.seats, "policy": self.policy, "seed": self.seed,
            "games": self.games, "places": [place.to_json() for place in self.places()],
            "measures": {name: None if mean is None else mean.to_json() for name, mean in self.measures().items()},
            "options": {"median": middle, "most": most}, "moves": dict(self.moves()), "never": list(self.never),
            "winning": {each.move: each.to_json() for each in self.winning()},
            "excluded": list(self.excluded), "stated_minutes": list(self.pace.stated),
        }  # fmt: skip


def _split(times: Sequence[int], winners: Collection[int]) -> tuple[float, float]:
    """Return the mean of the winning seats and of the others."""
    won = [each for seat, each in enumerate(times) if seat in winners]
    return fmean(won), (sum(times) - sum(won)) / (len(times) - len(won))


def scores_of(game: Walk) -> list[int]:
    return [row[0] for row in game.outcome.scores if row[0] is not None]


def _options(game: Walk) -> float:
    return sum(count * number for count, number in game.options.items()) / game.decisions


def _mean(values: Sequence[float]) -> Mean:
    found = Mean.share(values)
    assert found is not None
    return found


def _absolute(mean: Mean, fair: float) -> Mean:
    """Return the absolute difference of a share from the fair one."""
    low, high = mean.low - fair, mean.high - fair
    nearest = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
    return Mean(abs(mean.mean - fair), nearest, max(abs(low), abs(high)))


def engine_for(rules: Rules, policies: Iterable[str]) -> Engine | None:
    """Return the compiled rules for such players; None if the reference has to play."""
    names = {known(name) for name in policies}
    if not lowered(names):
        return None
    return or_reference(lambda: at_hand(rules, foresees="greedy" in names, soon=True))


def survey(
    rules: Rules,
    *,
    policy: str = PLAYERS,
    games: int = GAMES,
    seconds: float = SECONDS,
    seed: int = 0,
    pace: Pace | None = None,
    soon: bool = False,
    told: Callable[[], None] = lambda: None,
) -> Survey:
    """Play games `seed:0`, `seed:1`, … and keep the course of each; stop after `games`, or after `seconds` and at least
    one game.

    A fault of the rules is raised. `told` is called after each game. `pace`: the pace of the ruleset, if it is known;
    `soon`: do not wait for C.
    """
    if games < 1:
        raise SetupError(tr("simulate at least one game"))
    found = Survey(rules, policy, seed)
    seated = seating(rules, policy, None, 0)
    engine = engine_for(rules, seated)
    begun, hastened = monotonic(), False
    for number in range(games):
        found.walks.append(walk(rules, engine, Seed(seed, number), seated))
        told()
        spent = monotonic() - begun
        if spent > PATIENCE and not hastened and not soon and engine is not None:
            engine, hastened = better(engine, soon=True), True
            begun = monotonic() - spent
        if spent > seconds:
            break
    found.pace = pace or pace_of(rules, found.walks, policy, seed, lambda usual: engine_for(usual, seated))
    return found
