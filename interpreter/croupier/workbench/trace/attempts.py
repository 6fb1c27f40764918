"""Test mutations of a ruleset: the scenario that detects each, and surviving mutants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import thread_time
from typing import Literal

from croupier.base.effort import EFFORT, OutOfTime
from croupier.base.processes import in_order
from croupier.compile.binding import bind
from croupier.table.game import Rules
from croupier.workbench.scenarios import ScenarioResult, play_scenario, run_scenario, run_scenarios
from croupier.workbench.trace.sources import Sources
from croupier_dsl import Mutation, ir, mutations_of

SECONDS = 60.0
"""The limit of the scenarios for one mutation, in seconds of processor time; an undetected one is then open."""

Fate = Literal["noticed", "survived", "equivalent", "stale", "open"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The fate of a mutation.

    `fate`: noticed by the scenario `by`, whose failure is `failure`; survived; equivalent, as the ruleset says; stale:
    called equivalent, and yet noticed; open: time ran out. `tried`: how many scenarios were played.
    """

    path: str
    what: str
    where: ir.Where | None
    fate: Fate
    by: str
    failure: str
    tried: int

    @property
    def name(self) -> str:
        return f"{self.path} {self.what}"


@dataclass(frozen=True, slots=True)
class Attempts:
    """All verdicts of a ruleset."""

    rules: ir.Rules
    verdicts: tuple[Verdict, ...]

    def of(self, *fates: Fate) -> tuple[Verdict, ...]:
        return tuple(verdict for verdict in self.verdicts if verdict.fate in fates)

    @property
    def score(self) -> float:
        """Return the share, from 0 to 1, of the mutations that are not equivalent and were noticed; 1 of none."""
        counted = len(self.verdicts) - len(self.of("equivalent"))
        return len(self.of("noticed", "stale")) / counted if counted else 1.0

    @property
    def passed(self) -> bool:
        """Return whether all mutations were detected except declared equivalents, and these are indeed equivalent."""
        return not self.of("survived", "stale", "open")


def chosen(rules: ir.Rules, only: str = "") -> tuple[Mutation, ...]:
    """Return the mutations of parts that come from a rule or table clause, and those declared as equivalent.

    `only`: at this path, or below it.
    """
    sources = Sources(rules)
    named = {equivalent.mutation for equivalent in rules.equivalents}
    return tuple(
        mutation
        for mutation in mutations_of(rules)
        if (sources.bound(mutation.path) or mutation.name in named)
        and (not only or f"{mutation.path}.".startswith(f"{only}."))
    )


def failing(rules: ir.Rules) -> tuple[str, ...]:
    """Return the scenarios that fail as the rules are; nothing can be learnt from mutations while there are any."""
    return tuple(result.name for result in run_scenarios(rules) if not result.passed)


def attempt(rules: ir.Rules, only: str = "", jobs: int = 1) -> Iterator[Verdict]:
    """Try each mutation against the scenarios, in `jobs` processes; yield verdicts in the mutations' order."""
    wanted = chosen(rules, only)
    if jobs == 1 or len(wanted) < 2:
        bench = Bench(rules)
        yield from (bench.verdict(mutation) for mutation in wanted)
        return
    work = iter(range(len(wanted)))
    yield from (verdict for _, verdict in in_order(min(jobs, len(wanted)), work, _verdict, _prepare, (rules, only)))


class Bench:
    """Tries the mutations of one ruleset."""

    def __init__(self, rules: ir.Rules) -> None:
        self.rules = rules
        self.sources = Sources(rules)
        self.equivalent = {equivalent.mutation for equivalent in rules.equivalents}
        self.last: dict[str, ir.Scenario] = {}

    def verdict(self, mutation: Mutation) -> Verdict:
        """Play scenarios until one fails: first those that cite what the part cites."""
        named = mutation.name in self.equivalent
        end = thread_time() + SECONDS
        tried, tables = 0, Tables(mutation.rules)
        for scenario in self._in_order(mutation.path):
            tried += 1
            try:
                with EFFORT.until(end, thread_time):
                    failure = tables.failure(scenario)
            except OutOfTime:
                return Verdict(mutation.path, mutation.what, mutation.where, "open", "", "", tried)
            if failure:
                self.last[mutation.path] = scenario
                fate: Fate = "stale" if named else "noticed"
                return Verdict(mutation.path, mutation.what, mutation.where, fate, scenario.name, failure, tried)
        missed: Fate = "equivalent" if named else "survived"
        return Verdict(mutation.path, mutation.what, mutation.where, missed, "", "", tried)

    def _in_order(self, path: str) -> Sequence[ir.Scenario]:
        """Return the scenarios, those first that have most to do with a part: what noticed its last mutation, then
        those that cite the sources of the part, then those that cite sources of parts around it.
        """
        near: dict[str, int] = {}
        for distance, entry in enumerate(self.sources.above(path)):
            for source in entry.sources:
                near.setdefault(source, distance)
        far = len(near) + 1

        def rank(scenario: ir.Scenario) -> int:
            if scenario is self.last.get(path):
                return -1
            return min((near.get(source, far) for source in scenario.sources), default=far)

        return sorted(self.rules.scenarios, key=rank)


class Tables:
    """Rules bound to the seats and options of scenarios; those that many scenarios share are bound once."""

    def __init__(self, rules: ir.Rules) -> None:
        self.rules = rules
        self.bound: dict[tuple[tuple[str, ...], tuple[tuple[str, str], ...]], Rules] = {}

    def failure(self, scenario: ir.Scenario) -> str:
        """Return the reason that the scenario fails under these rules; empty if it passes."""
        try:
            return self._result(scenario).failure
        except OutOfTime:
            raise
        except Exception as error:  # changed rules may hold what no checked rules do, and any trouble is a difference
            return f"{type(error).__name__}: {error}"

    def _result(self, scenario: ir.Scenario) -> ScenarioResult:
        if scenario.refused:
            return run_scenario(self.rules, scenario)
        table = (scenario.seats, scenario.options)
        if table not in self.bound:
            self.bound[table] = Rules(bind(self.rules, None, dict(scenario.options), names=scenario.seats))
        return play_scenario(self.bound[table], scenario)[0]


# ---------------------------------------------------------------- in other processes

_BENCH: list[tuple[Bench, tuple[Mutation, ...]]] = []


def _prepare(given: tuple[ir.Rules, str]) -> None:
    rules, only = given
    _BENCH[:] = [(Bench(rules), chosen(rules, only))]


def _verdict(number: int) -> Verdict:
    bench, wanted = _BENCH[0]
    return bench.verdict(wanted[number])
