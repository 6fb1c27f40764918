"""Compare rulesets on the same deals, until all measures are conclusive or the budget is spent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict, Unpack

from croupier.base.faults import SetupError
from croupier.base.frames import frame, table
from croupier.base.language import ntr, tr
from croupier.base.values import Value
from croupier.lab.crew import Block, Crew, Result, Task, Values
from croupier.lab.measures import WHAT, Measure, What, compared_in
from croupier.lab.sequences import Bounded, Interval, Pairs
from croupier.lab.sides import PLAYERS, Side, both, known

if TYPE_CHECKING:
    from croupier.table.game import Rules

ALPHA = 0.05
MARGIN = 2.0
FIRST_LOOK = 100
"""The number of pairs that asymptotic intervals need."""
LOOKS = (25, 50, FIRST_LOOK)
"""The numbers of pairs after which a verdict is sought first; further looks come after a quarter more each."""
GROWTH = 1.25
MOST_GAMES = 100_000
SECONDS = 5.0
BLOCK = 0.15
"""The estimated time of a block of games, in seconds."""
MOST_IN_A_BLOCK = 500

Ending: TypeAlias = Literal["settled", "games", "seconds", "interrupted", "going"]
Verdict: TypeAlias = Literal["differs", "same", "open"]


class Plan(TypedDict, total=False):
    """The budget of a comparison, and its judgement. `policy`: the players; `games`: the maximum number of pairs;
    `seconds`: the maximum time of play in each process; `margin`: the equivalence margin (percentage points, or per
    cent); `about`: the measures; `alpha`: the probability that any interval is wrong; `jobs`: the number of processes,
    which does not change the numbers."""

    policy: str
    seed: int
    games: int
    seconds: float
    margin: float
    about: Sequence[What] | None
    alpha: float
    jobs: int


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

    `ended`: all measures are `settled`, the number of `games` or `seconds` is spent, it was `interrupted`, or it is
    `going` on. The intervals are simultaneous at the `level`, and anytime-valid.
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


@dataclass
class Drawn:
    """One measure of both sides, pair of games by pair of games."""

    measure: Measure
    pairs: Pairs = field(default_factory=Pairs)
    bounded: Bounded = field(default_factory=lambda: Bounded(-1.0, 1.0))

    def add(self, a: float | None, b: float | None) -> None:
        if a is None or b is None:
            return
        self.pairs.add(a, b)
        if self.measure.is_share:
            self.bounded.add(b - a)

    def effect(self, alpha: float, margin: float) -> Effect:
        what, place = self.measure.what, self.measure.place
        if not self.pairs.count:
            return Effect(what, place, None, None, 0.0, -float("inf"), float("inf"), "open")
        a, b = self.pairs.means
        if self.measure.is_share:
            change, found = 100 * (b - a), _times(self.bounded.interval(alpha), 100)
        elif what == "score":
            change, found, margin = b - a, self.pairs.difference(alpha), margin / 100 * abs(a)
        elif a <= 0:
            change, found = 0.0, Interval(0.0, 0.0) if b <= 0 else Interval(-100.0, float("inf"))
        else:
            ratio = self.pairs.ratio(alpha)
            change, found = 100 * (b / a - 1), _times(Interval(ratio.low - 1, ratio.high - 1), 100)
        verdict: Verdict = "open"
        if not self.measure.is_share and self.pairs.count < FIRST_LOOK:
            pass  # too few for an interval that is asymptotic
        elif 0 not in found:
            verdict = "differs"
        elif -margin <= found.low and found.high <= margin:
            verdict = "same"
        return Effect(what, place, a, b, change, found.low, found.high, verdict)


def _times(interval: Interval, factor: float) -> Interval:
    return Interval(factor * interval.low, factor * interval.high)


@dataclass
class Rival:
    """A side that is compared with the first one. `games`: the number of pairs so far."""

    drawn: list[Drawn]
    games: int = 0
    settled: bool = False

    def add(self, mine: Sequence[Values], theirs: Sequence[Values]) -> None:
        """Add pairs of games, as far as both were played."""
        for a, b in zip(mine, theirs, strict=False):
            for one, x, y in zip(self.drawn, a, b, strict=True):
                one.add(x, y)
            self.games += 1


class Contest:
    """Pairs of games, game `k` of the first side and of every other one with seed `seed:k`.

    It looks after some numbers of games whether every measure of a side is conclusive; such a side plays no more.
    `first_only`: measure only the first player's wins. `all_time`: `seconds` include the time
    to compile.
    """

    def __init__(
        self, rules: Sequence[Rules], *, apart: bool = False, first_only: bool = False, all_time: bool = False,
        policy: str = PLAYERS, seed: int = 0, games: int = MOST_GAMES, seconds: float = SECONDS,
        margin: float = MARGIN, about: Sequence[What] | None = None, alpha: float = ALPHA, jobs: int = 1,
    ) -> None:  # fmt: skip
        if games < 1 or seconds <= 0 or margin <= 0:
            raise SetupError(tr("a comparison needs at least one game, one second and a margin above 0"))
        self.policy, self.seed, self.games, self.seconds = known(policy), seed, games, seconds
        self.margin, self.alpha, self.jobs = margin, alpha, jobs
        measures = compared_in(rules[0], about, first_only=first_only)
        if not measures:
            raise _cannot(rules[0], about or ())
        self.rivals = [Rival([Drawn(measure) for measure in measures]) for _ in rules[1:]]
        self.level = alpha / (len(measures) * len(self.rivals))
        """The probability that one interval is wrong, so that all hold together."""
        seeds = (seed, *(seed + apart for _ in rules[1:]))
        self._task = Task(tuple(rules), seeds, policy, tuple(about) if about else None, first_only)
        self._mine: list[Values] = []
        self._played, self._sizes = 0.0, dict[int, int]()
        self._begun, self._all_time = monotonic(), all_time
        self.ended: Ending | None = None

    @property
    def spent(self) -> float:
        """Return the seconds of each process so far."""
        return monotonic() - self._begun if self._all_time else self._played / self.jobs

    def effects(self, rival: Rival) -> tuple[Effect, ...]:
        return tuple(one.effect(self.level, self.margin) for one in rival.drawn)

    def looks(self) -> Iterator[None]:
        """Play; yield about every second, at each look, and at the end."""
        try:
            with Crew(self.jobs, self._task) as crew:
                for look in self._numbers():
                    yield from self._to(look, crew)
                    if self.ended is not None:
                        break
                    for rival in self.rivals:
                        rival.settled = rival.settled or all(e.verdict != "open" for e in self.effects(rival))
                    if all(rival.settled for rival in self.rivals):
                        self.ended = "settled"
                        break
                    yield
        except KeyboardInterrupt:
            self.ended = "interrupted"
        self.ended = self.ended or "games"
        yield

    def _numbers(self) -> Iterator[int]:
        look = 0
        for number in LOOKS:
            if look < self.games:
                look = min(number, self.games)
                yield look
        while look < self.games:
            look = min(int(look * GROWTH), self.games)
            yield look

    def _to(self, look: int, crew: Crew) -> Iterator[None]:
        """Play up to a number of pairs."""
        blocks = self._blocks([side for side, rival in enumerate(self.rivals, 1) if not rival.settled], look)
        last = monotonic()
        for block, result in crew.play(blocks, max(self.seconds - self.spent, 0.01)):
            self._take(block, result)
            if result.out or self.spent > self.seconds:
                self.ended = "seconds"
                return
            if monotonic() - last > 1:
                last = monotonic()
                yield

    def _blocks(self, going: Sequence[int], look: int) -> Iterator[Block]:
        """Yield blocks up to a number of games: of two sides in turn; of more first the first side, as a whole, then
        the others one after the other, so that each comparison is there early."""
        groups = [[0, *going]] if len(going) == 1 else [[side] for side in (0, *going)]
        for group in groups:
            done = len(self._mine) if group[0] == 0 else self.rivals[group[0] - 1].games
            while done < look:
                count = min(*(self._sizes.get(side, 1) for side in group), look - done)
                yield from (Block(side, done, count) for side in group)
                done += count

    def _take(self, block: Block, result: Result) -> None:
        self._played += result.seconds
        if result.values:
            fitting = int(BLOCK * len(result.values) / max(result.seconds, 1e-9))
            self._sizes[block.side] = max(1, min(fitting, 2 * block.count, MOST_IN_A_BLOCK))
        if block.side == 0:
            self._mine += result.values
        else:
            mine = islice(self._mine, block.first, block.first + block.count)
            self.rivals[block.side - 1].add(list(mine), result.values)


def _cannot(rules: Rules, about: Sequence[What]) -> SetupError:
    possible = dict.fromkeys(each.what for each in compared_in(rules, WHAT))
    return SetupError(
        ntr(
            "{asked} cannot be measured for {n} player; measure {known}",
            "{asked} cannot be measured for {n} players; measure {known}",
            rules.seats, asked=", ".join(about), known=", ".join(possible),
        )
    )  # fmt: skip


def compare(
    a: str | Path | Side | Rules,
    b: str | Path | Side | Rules,
    *,
    players: int | None = None,
    limit: int | None = None,
    apart: bool = False,
    **plan: Unpack[Plan],
) -> Comparison:
    """Play pairs of games, game `k` of both with seed `seed:k`, until each measure is conclusive: its interval excludes
    zero, or is within the `margin`; or until `games` or `seconds` of play are spent.

    The intervals of all measures hold together with probability 1 - `alpha` (each is made for `alpha` divided by their
    number). `apart`: `b` is played on deals of its own. Raise SetupError for invalid arguments; a fault of the rules
    names the game.
    """
    *_, last = comparing(a, b, players=players, limit=limit, apart=apart, **plan)
    return last


def comparing(
    a: str | Path | Side | Rules,
    b: str | Path | Side | Rules,
    *,
    players: int | None = None,
    limit: int | None = None,
    apart: bool = False,
    **plan: Unpack[Plan],
) -> Iterator[Comparison]:
    """Yield the comparison so far about every second, and at last the final one; each is valid."""
    rules, labels = _loaded(a, b, players, limit)
    if rules[0].seats != rules[1].seats:
        raise SetupError(tr("{a} and {b} players cannot be compared", a=rules[0].seats, b=rules[1].seats))
    if (rules[0].ir.result.won is None) != (rules[1].ir.result.won is None):
        raise SetupError(tr("a cooperative game cannot be compared with a competitive one"))
    contest = Contest(rules, apart=apart, **plan)
    rival = contest.rivals[0]
    for _ in contest.looks():
        yield Comparison(
            *labels, rules[0].seats, contest.policy, contest.seed, rival.games, contest.spent,
            contest.ended or "going", contest.margin, 1 - contest.alpha, contest.effects(rival),
        )  # fmt: skip


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
