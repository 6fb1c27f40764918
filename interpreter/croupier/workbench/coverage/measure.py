"""Count many games over numbers of players, options and policies, or the scenarios of a ruleset, in one tally."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING

from croupier.base.chance import Seed
from croupier.base.effort import EFFORT, OutOfTime
from croupier.base.faults import RulesFault
from croupier.base.processes import in_order
from croupier.simulate import seating
from croupier.workbench.coverage.counted import Counts, Table, count_scenario, refusing
from croupier.workbench.coverage.settings import Spread
from croupier.workbench.coverage.tally import Reach, Tally
from croupier.workbench.setting import Setting
from croupier_dsl import Elements, elements_of, ir

if TYPE_CHECKING:
    from croupier.fast.engine import On

POLICIES = ("mixed", "random", "greedy")
WORTH = 0.3
"""The duration of a game on the reference, in seconds, from which the rules of its table are compiled."""
LIMIT = 10_000
"""Decisions after which a game counts as unfinished, unless the ruleset says fewer or it is said how many."""
LONG = 1.0
"""The duration of a game, in seconds, from which C is compiled; in compiled Python it is `ENDLESS`."""
ENDLESS = 4.0
MOST_TABLES = 8
"""The number of tables that one process keeps bound."""

Job = tuple[Seed, Setting]


def measure(
    rules: ir.Rules,
    games: int,
    seed: str | None = None,
    *,
    policy: str = "mixed",
    seconds: float | None = None,
    jobs: int = 1,
    limit: int | None = None,
    told: Callable[[], None] | None = None,
    scenarios: bool = False,
) -> Tally:
    """Play this number of games, spread over numbers of players and options, and count what fires.

    The same rules, number of games, `seed` (`S`; default 0) and `policy` (mixed, random or greedy) give the same tally,
    whatever `jobs`, the number of processes. `limit`: the maximum number of decisions of a game; None: `LIMIT`, or the
    ruleset's. `scenarios`: count all scenarios too. `seconds`: the time limit; an unfinished game is not counted.
    Required scenarios are played before the games. `told` is called after each game. Ctrl-C ends the run, and so does a
    fault of the rules; the tally then covers the games played, and is `interrupted`, or holds the `fault`.
    """
    measuring = Measuring(rules, seed, policy=policy, seconds=seconds, jobs=jobs, limit=limit, scenarios=scenarios)
    try:
        for _ in measuring.games(games):
            if told is not None:
                told()
    except KeyboardInterrupt:
        measuring.tally.interrupted = True
        return measuring.tally
    return measuring.done()


class Measuring:
    """A measurement game by game: `tally` has the counts so far. See `measure`."""

    def __init__(
        self, rules: ir.Rules, seed: str | None = None, *, policy: str = "mixed", seconds: float | None = None,
        jobs: int = 1, limit: int | None = None, scenarios: bool = False,
    ) -> None:  # fmt: skip
        self._rules, self._scenarios, self._jobs = rules, scenarios, jobs
        self._number = Seed.parse(seed or "0").number
        self._agreed = min(LIMIT, rules.limit) if limit is None else limit, policy
        self._spread = Spread(rules, self._number, policy)
        self._until = None if seconds is None else monotonic() + seconds
        self.tally = Tally(elements_of(rules))
        seldom = {name for part in rules.seldom for name in part.scenarios}
        wanted = [one for one in rules.scenarios if scenarios or one.name in seldom]
        self._counted = _count_scenarios(self.tally.elements, wanted, self._until)

    def games(self, most: int) -> Iterator[Tally]:
        """Play up to `most` games, and yield the tally after each. A fault of the rules ends them."""
        settings = enumerate(islice(self._spread.settings(), most))
        work = ((Seed(self._number, game), setting) for game, setting in settings)
        try:
            for (at, setting), counts in _played(self._rules, work, self._jobs, self._agreed, self._until):
                if counts is None:
                    return
                self.tally.add(counts, Reach(str(at), setting))
                yield self.tally
        except RulesFault as fault:
            self.tally.fault = fault

    def done(self) -> Tally:
        """Return the tally, with the counts that are added after the last game: refused tables, scenarios."""
        tally, rules = self.tally, self._rules
        for game, refused in self._spread.refused:
            if game < tally.played:
                tally.add(dict.fromkeys(refusing(rules, refused.reason), 1), Reach("", refused.setting))
        for part in rules.seldom:
            for name in part.scenarios:
                if name in self._counted:
                    tally.declare(part, name, self._counted[name])
        if self._scenarios and tally.fault is None:
            _add_scenarios(tally, self._counted)
        return tally


def measure_scenarios(rules: ir.Rules) -> Tally:
    """Count what the scenarios of the ruleset reach."""
    tally = Tally(elements_of(rules))
    _add_scenarios(tally, _count_scenarios(tally.elements, rules.scenarios, None))
    return tally


def _count_scenarios(elements: Elements, scenarios: Iterable[ir.Scenario], until: float | None) -> dict[str, Counts]:
    """Return the counts of each scenario, as far as time permits."""
    counted = {}
    try:
        with EFFORT.until(until):
            for scenario in scenarios:
                counted[scenario.name] = count_scenario(elements, scenario)[0]
    except OutOfTime:
        pass
    return counted


def _add_scenarios(tally: Tally, counted: Mapping[str, Counts]) -> None:
    for scenario in tally.rules.scenarios:
        if scenario.name in counted:
            table = Setting(len(scenario.seats), scenario.options) if scenario.refused else None
            tally.add(counted[scenario.name], Reach("", table, scenario.name))


# ---------------------------------------------------------------- games, here or in other processes


class Tables:
    """Plays games at tables that it binds when they are first wanted. `games` and `spent`: how many were played on the
    reference, and in how many seconds; if they are long, rules are compiled for those that follow."""

    def __init__(self, elements: Elements, limit: int | None, policy: str) -> None:
        self.elements = elements
        self.limit = limit
        self.foresees = policy != "random"
        self.games, self.spent = 0, 0.0
        self.bound: dict[tuple[int, tuple[tuple[str, str], ...]], Table] = {}

    def play(self, job: Job, until: float | None = None) -> Counts | None:
        """Return the counts of a game; None if it is not over by `until`."""
        try:
            with EFFORT.until(until):
                return self._play(job, until)
        except OutOfTime:
            return None

    def _play(self, job: Job, until: float | None) -> Counts | None:
        seed, setting = job
        key = (setting.players, setting.options)
        if key not in self.bound:
            if len(self.bound) >= MOST_TABLES:
                self.bound.clear()
            self.bound[key] = Table(self.elements, setting.players, dict(setting.options), limit=self.limit)
        table = self.bound[key]
        policies = seating(table.plain, setting.policy, dict(setting.seats), seed.game)
        begun = monotonic()
        try:
            if self.spent > WORTH * self.games:
                on: On = "c" if self.spent > LONG * self.games else "python"
                return table.quickly(seed, policies, until, on, self.foresees)
            return table.play(seed, policies, until)[0]
        except RulesFault as fault:
            fault.again = Reach(str(seed), setting).command(self.elements.rules.name)
            raise
        finally:
            took = monotonic() - begun
            if self.spent <= WORTH * self.games:
                self.games, self.spent = self.games + 1, self.spent + took
            elif took > ENDLESS:
                self.games, self.spent = 1, took


def _played(
    rules: ir.Rules, work: Iterator[Job], jobs: int, agreed: tuple[int | None, str], until: float | None
) -> Iterator[tuple[Job, Counts | None]]:
    """Yield the counts of each game, in the order of the games; None for one that is not over when time is up."""
    work = _as_time_goes(work, until)
    if jobs > 1:
        for job, found in in_order(jobs, work, _play, _open, (rules, agreed, until)):
            if isinstance(found, RulesFault):
                raise found
            yield job, found
        return
    tables = Tables(elements_of(rules), *agreed)
    for following in work:
        yield following, tables.play(following, until)


def _as_time_goes(work: Iterator[Job], until: float | None) -> Iterator[Job]:
    """Yield the jobs until time is up; the search for the next job may take long, too."""
    try:
        while True:
            with EFFORT.until(until):
                following = next(work, None)
            if following is None:
                return
            yield following
    except OutOfTime:
        return


_TABLES: list[tuple[Tables, float | None]] = []
"""In a process that plays for another: its tables, and when to end."""


def _open(given: tuple[ir.Rules, tuple[int | None, str], float | None]) -> None:
    rules, agreed, until = given
    _TABLES[:] = [(Tables(elements_of(rules), *agreed), until)]


def _play(job: Job) -> Counts | RulesFault | None:
    """Pass a fault on like a result, so that earlier results come first."""
    tables, until = _TABLES[0]
    try:
        return tables.play(job, until)
    except RulesFault as fault:
        return fault
