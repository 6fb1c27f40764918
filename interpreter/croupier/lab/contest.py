"""Compare two rulesets on the same deals, until all measures are conclusive or the budget is spent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from croupier.base.effort import OutOfTime
from croupier.base.faults import SetupError
from croupier.base.frames import frame, table
from croupier.base.language import ntr, tr
from croupier.base.values import Value
from croupier.lab.measures import score_of, shares_of, spread_of, tied
from croupier.lab.sequences import Bounded, Interval, Pairs
from croupier.lab.sides import Clock, Deals, Side, both, known

if TYPE_CHECKING:
    from croupier.lab.measures import Ended
    from croupier.table.game import Rules

ALPHA = 0.05
MARGIN = 2.0
FIRST_LOOK = 100
GROWTH = 1.25
"""The factor between the numbers of games at successive looks."""
MOST_GAMES = 100_000
SECONDS = 5.0

What: TypeAlias = Literal["wins", "length", "ties", "spread", "score", "unfinished"]
WHAT: tuple[What, ...] = ("wins", "length", "ties", "spread", "score", "unfinished")
"""The measures."""
Ending: TypeAlias = Literal["settled", "games", "seconds", "interrupted"]
Verdict: TypeAlias = Literal["differs", "same", "open"]


@dataclass(frozen=True, slots=True)
class Effect:
    """The difference between two sides in one measure.

    `place`: for wins, in the order of first decisions from 1; 0 for a common win, and for other measures. `a`, `b`: the
    mean of each side, None without games for it. For a share, `change`, `low` and `high` are differences in percentage
    points; for a length or spread they are changes in per cent; for a score differences.

    `verdict`: `differs` if no change is ruled out, `same` if every change beyond the margin is, else `open`.
    """

    what: What
    place: int
    a: float | None
    b: float | None
    change: float
    low: float
    high: float
    verdict: Verdict

    def to_json(self) -> dict[str, Value]:
        """Return the effect as a plain object; an unknown bound is null."""
        return {
            "what": self.what, "place": self.place or None, "a": self.a, "b": self.b, "change": _plain(self.change),
            "low": _plain(self.low), "high": _plain(self.high), "verdict": self.verdict,
        }  # fmt: skip


def _plain(number: float) -> float | None:
    return round(number, 4) if abs(number) < float("inf") else None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences between two sides that played the same deals.

    `ended`: all measures are `settled`, the number of `games` or `seconds` is spent, or it was `interrupted`. The
    intervals are simultaneous at the `level`, and anytime-valid.
    """

    a: str
    b: str
    players: int
    policy: str
    seed: int
    games: int
    seconds: float
    ended: Ending
    margin: float
    level: float
    effects: tuple[Effect, ...]

    def rows(self) -> list[dict[str, Value]]:
        """Return one row for each measure."""
        return [effect.to_json() for effect in self.effects]

    def frame(self) -> object:
        """Return the rows as a `DataFrame` of pandas, else of polars, else as they are."""
        return frame(self.rows())

    def _repr_html_(self) -> str:
        return table(self.rows(), f"{self.a} → {self.b}")

    def effect(self, what: What, place: int = 0) -> Effect:
        """Return the effect on a measure. Raise KeyError if it was not measured."""
        for each in self.effects:
            if (each.what, each.place) == (what, place):
                return each
        raise KeyError((what, place))

    def to_json(self) -> dict[str, Value]:
        """Return the comparison as a plain object."""
        return {
            "a": self.a, "b": self.b, "players": self.players, "policy": self.policy, "seed": self.seed,
            "games": self.games, "seconds": round(self.seconds, 3), "ended": self.ended, "margin": self.margin,
            "level": self.level, "effects": [effect.to_json() for effect in self.effects],
        }  # fmt: skip


class Measured:
    """One measure of both sides, pair of games by pair of games. `of` is given a game and the number of teams."""

    def __init__(self, what: What, of: Callable[[Ended, int], float | None], place: int = 0) -> None:
        self.what, self.of, self.place = what, of, place
        self.pairs = Pairs()
        self.bounded = Bounded(-1.0, 1.0) if what in ("wins", "ties", "unfinished") else None

    def add(self, a: float | None, b: float | None) -> None:
        if a is None or b is None:
            return
        self.pairs.add(a, b)
        if self.bounded is not None:
            self.bounded.add(b - a)

    def effect(self, alpha: float, margin: float) -> Effect:
        if not self.pairs.count:
            return Effect(self.what, self.place, None, None, 0.0, -float("inf"), float("inf"), "open")
        a, b = self.pairs.means
        if self.bounded is not None:
            change, found = 100 * (b - a), _times(self.bounded.interval(alpha), 100)
        elif self.what == "score":
            change, found, margin = b - a, self.pairs.difference(alpha), margin / 100 * abs(a)
        elif a <= 0:
            change, found = 0.0, Interval(0.0, 0.0) if b <= 0 else Interval(-100.0, float("inf"))
        else:
            ratio = self.pairs.ratio(alpha)
            change, found = 100 * (b / a - 1), _times(Interval(ratio.low - 1, ratio.high - 1), 100)
        verdict: Verdict = "open"
        if self.bounded is None and self.pairs.count < FIRST_LOOK:
            pass  # too few for an interval that is asymptotic
        elif 0 not in found:
            verdict = "differs"
        elif -margin <= found.low and found.high <= margin:
            verdict = "same"
        return Effect(self.what, self.place, a, b, change, found.low, found.high, verdict)


def _times(interval: Interval, factor: float) -> Interval:
    return Interval(factor * interval.low, factor * interval.high)


def measured(seats: int, about: Sequence[What] | None, *, together: bool = False) -> list[Measured]:
    """Return the measures of a game for this number of players, which all win or lose `together`; without `about` all
    that can differ: the mean score of several players is often the same in each game.
    """
    found: list[Measured] = []
    if about is None:
        about = WHAT if seats == 1 or together else [what for what in WHAT if what != "score"]
    if together:
        if "wins" in about:
            found.append(Measured("wins", lambda game, _: float(bool(game.outcome.winners))))
        seats = 1
    if "wins" in about and seats > 1:
        found += [Measured("wins", partial(_share, place), place + 1) for place in range(seats)]
    if "length" in about:
        found.append(Measured("length", lambda game, _: float(game.outcome.decisions)))
    if "ties" in about and seats > 1:
        found.append(Measured("ties", lambda game, teams: float(tied(game, teams))))
    if "spread" in about and seats > 1:
        found.append(Measured("spread", lambda game, _: spread_of(game)))
    if "score" in about:
        found.append(Measured("score", lambda game, _: score_of(game)))
    if "unfinished" in about:
        found.append(Measured("unfinished", lambda game, _: float(not game.outcome.finished)))
    return found


def _share(place: int, game: Ended, teams: int) -> float:
    return shares_of(game, teams)[place]


def compare(
    a: str | Path | Side | Rules,
    b: str | Path | Side | Rules,
    *,
    players: int | None = None,
    policy: str = "random",
    seed: int = 0,
    games: int = MOST_GAMES,
    seconds: float = SECONDS,
    margin: float = MARGIN,
    about: Sequence[What] | None = None,
    alpha: float = ALPHA,
    limit: int | None = None,
    apart: bool = False,
    told: Callable[[int], None] = lambda _: None,
) -> Comparison:
    """Play pairs of games, game `k` of both with seed `seed:k`, until each measure is conclusive: its interval excludes
    zero, or is within the `margin` (percentage points, or per cent).

    It looks again after every further quarter of the games, and ends after `games`, or `seconds` of play. Raise
    SetupError for invalid arguments.

    The intervals of all measures hold together with probability 1 - `alpha` (each is made for `alpha` divided by their
    number). `apart`: `b` is played on deals of its own. `told` of how many pairs have been played. SetupError if
    something does not fit; a fault of the rules names the game.
    """
    if games < 1 or seconds <= 0 or margin <= 0:
        raise SetupError(tr("a comparison needs at least one game, one second and a margin above 0"))
    known(policy)
    rules, labels = _loaded(a, b, players, limit)
    if rules[0].seats != rules[1].seats:
        raise SetupError(tr("{a} and {b} players cannot be compared", a=rules[0].seats, b=rules[1].seats))
    together = [each.ir.result.won is not None for each in rules]
    measures = measured(rules[0].seats, about, together=all(together))
    if any(together) and not all(together):
        raise SetupError(tr("a cooperative game cannot be compared with a competitive one"))
    teams = rules[0].program.sides, rules[1].program.sides
    if not measures:
        possible = dict.fromkeys(each.what for each in measured(rules[0].seats, WHAT, together=all(together)))
        raise SetupError(
            ntr(
                "{asked} cannot be measured for {n} player; measure {known}",
                "{asked} cannot be measured for {n} players; measure {known}",
                rules[0].seats, asked=", ".join(about or ()), known=", ".join(possible),
            )
        )  # fmt: skip
    sides = (Deals(rules[0], seed, policy), Deals(rules[1], seed + apart, policy))
    done, look = 0, FIRST_LOOK
    ended: Ending = "games"
    effects: list[Effect] = []
    level = alpha / len(measures)
    clock = Clock(sides, seconds)
    try:
        while done < games and ended == "games":
            for mine, theirs in _pairs(sides, done, min(look, games) - done):
                for measure in measures:
                    measure.add(measure.of(mine, teams[0]), measure.of(theirs, teams[1]))
                done += 1
                if clock.out():
                    ended = "seconds"
                    break
            told(done)
            effects = [measure.effect(level, margin) for measure in measures]
            if all(effect.verdict != "open" for effect in effects):
                ended = "settled"
            look = int(look * GROWTH)
    except (KeyboardInterrupt, OutOfTime) as end:
        ended = "seconds" if isinstance(end, OutOfTime) else "interrupted"
        effects = [measure.effect(level, margin) for measure in measures]
    return Comparison(
        *labels, rules[0].seats, policy, seed, done, clock.spent, ended, margin, 1 - alpha, tuple(effects)
    )


def _pairs(sides: tuple[Deals, Deals], first: int, count: int) -> Iterator[tuple[Ended, Ended]]:
    a, b = sides
    return zip(a.games(first, count), b.games(first, count), strict=True)


def _loaded(
    a: str | Path | Side | Rules, b: str | Path | Side | Rules, players: int | None, limit: int | None
) -> tuple[tuple[Rules, Rules], tuple[str, str]]:
    """Return the rules of both, and what they are called."""
    from croupier.table.game import Rules

    if isinstance(a, Rules) and isinstance(b, Rules):
        return (a, b), (a.name, b.name)
    if isinstance(a, Rules) or isinstance(b, Rules):
        raise SetupError(tr("compare rules with rules, or names with names"))
    one, other = (side if isinstance(side, Side) else Side(side) for side in (a, b))
    return both(one, other, players, limit), (one.label, other.label)
