"""Many games over numbers of players, options and players, or the scenarios of a ruleset, to one tally."""

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
from croupier.workbench.coverage.settings import Setting, Spread
from croupier.workbench.coverage.tally import Reach, Tally
from croupier_dsl import Elements, elements_of, ir

if TYPE_CHECKING:
    from croupier.fast.engine import On

POLICIES = ("mixed", "random", "greedy")
WORTH = 0.3
"""A game that takes so many seconds on the reference is worth compiling the rules of its table."""
LIMIT = 10_000
"""Decisions after which a game counts as unfinished, unless the ruleset says fewer or it is said how many."""
LONG = 1.0
"""A game that takes so many seconds is worth compiling C, as is, in compiled Python, one that takes `ENDLESS`."""
ENDLESS = 4.0
MOST_TABLES = 8
"""How many tables one process keeps bound."""

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
    """Play so many games, spread over numbers of players and options, and count what fires.

    The same rules, number of games, `seed` (`S`; default 0) and `policy` (mixed, random or greedy) give the same tally,
    whatever `jobs`, the number of processes. `limit`: a game ends after so many decisions; None: after `LIMIT`, or as
    the ruleset says. `scenarios`: count all scenarios too. `seconds`: end after so long; a game that is not over then
    is not counted. Scenarios that are wanted are played before the games. `told` is called after each game. Ctrl-C ends
    the run, and so does a fault of the rules; the tally is of what was played, and `interrupted`, or holds the `fault`.
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
    """The same, game by game: `tally` is what has been counted so far. See `measure`."""

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
        """Play so many games at most; the tally after each. A fault of the rules ends them."""
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
        """The tally with what is counted once no more games are played: tables that were refused, scenarios."""
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
    """What each scenario counts, as far as there is time for them."""
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
        """What a game counts; None if it is not over by then."""
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
    """What each game counts, in the order of the games; None for one that is not over when it is time to end."""
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
    """The jobs until it is time to end; to find one may be long, too."""
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
    """A fault is handed over like a result, so that those before it come first."""
    tables, until = _TABLES[0]
    try:
        return tables.play(job, until)
    except RulesFault as fault:
        return fault
