"""Count the parts that play reaches: in each scenario, and in many games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from croupier.base.faults import RulesFault
from croupier.workbench.coverage import measure
from croupier.workbench.coverage.counted import count_scenario
from croupier_dsl import ir


@dataclass(frozen=True, slots=True)
class Reached:
    """The number of `games` games that reached each part that `because` names, and the scenarios that do.

    `fault`: of the rules, which ended the run; `interrupted`: so did Ctrl-C.
    """

    games: int
    counts: Mapping[str, int]
    scenarios: Mapping[str, tuple[str, ...]]
    fault: RulesFault | None = None
    interrupted: bool = False


def reached(
    rules: ir.Rules, games: int, seed: str | None = None, jobs: int = 1, told: Callable[[], None] | None = None
) -> Reached:
    """Play the scenarios, and this number of games over numbers of players and options; `told` is called after each
    game.

    A part of every game is reached by all of them. The same rules, games and seed give the same counts.
    """
    tally = measure(rules, games, seed, jobs=jobs, told=told)
    paths = {entry.path for entry in rules.because} & {part.path for part in rules.parts}
    behind = {path: tally.behind(path) for path in paths}
    coming: dict[str, list[str]] = {path: [] for path in paths}
    for scenario in () if tally.interrupted else rules.scenarios:
        counts, _ = count_scenario(tally.elements, scenario)
        for path, elements in behind.items():
            if not scenario.refused if elements is None else any(one in counts for one in elements):
                coming[path].append(scenario.name)
    counted = {path: tally.count(path) for path in paths}
    scenarios = {path: tuple(names) for path, names in coming.items()}
    return Reached(tally.played, counted, scenarios, tally.fault, tally.interrupted)
