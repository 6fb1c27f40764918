"""Search for options that meet goals, one setting after another, with optuna."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import product
from math import prod
from time import monotonic
from typing import TYPE_CHECKING

from croupier.base.faults import SetupError
from croupier.base.frames import frame, table
from croupier.base.language import tr
from croupier.base.values import Value
from croupier.lab.surveyed import Mean, survey
from croupier.lab.wishes import Goal
from croupier.table.catalogue import playable
from croupier.workbench.interactions import Domains

if TYPE_CHECKING:
    from optuna import Study
    from optuna.trial import Trial

    from croupier.lab.sides import Side

TRIALS = 40
SECONDS = 60.0
GAMES = 100
FINAL = 3
"""The number of settings measured again at the end, on games of their own."""
MOST_VALUES = 12
"""The number of values tried for a number with a larger range."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The result of one setting.

    `means`: for each goal, in their order, None if it does not apply to the game; `missed`: the distance of each from
    its goal, relative to the bound.
    """

    options: Mapping[str, str]
    games: int
    means: tuple[Mean | None, ...]
    missed: tuple[float, ...]

    @property
    def total(self) -> float:
        return sum(self.missed)


@dataclass(frozen=True, slots=True)
class Tuned:
    """The settings that a search found.

    `best`: settings measured again on games that the search did not use, the best first.

    `tried`: all tried settings, as measured in the search; `front`: the Pareto front of these; `refused`: the number of
    settings that the rules refuse.
    """

    ruleset: str
    players: int
    goals: tuple[Goal, ...]
    best: tuple[Setting, ...]
    tried: tuple[Setting, ...]
    refused: int
    seconds: float

    @property
    def front(self) -> list[Setting]:
        return [one for one in self.tried if not any(_beats(other, one) for other in self.tried)]

    def rows(self) -> list[dict[str, Value]]:
        """Return one row per tried setting."""
        return [self._row(setting) for setting in self.tried]

    def frame(self) -> object:
        """Return the rows as a `DataFrame` of pandas, else of polars, else as they are."""
        return frame(self.rows())

    def _repr_html_(self) -> str:
        return table(self.rows(), self.ruleset)

    def _row(self, setting: Setting) -> dict[str, Value]:
        means = {
            goal.measure: None if mean is None else mean.to_json()
            for goal, mean in zip(self.goals, setting.means, strict=True)
        }
        return {"options": dict(setting.options), "games": setting.games, "missed": setting.total, **means}

    def to_json(self) -> dict[str, Value]:
        return {
            "ruleset": self.ruleset, "players": self.players, "goals": [goal.words for goal in self.goals],
            "best": [self._row(setting) for setting in self.best], "front": [self._row(each) for each in self.front],
            "tried": len(self.tried), "refused": self.refused, "seconds": round(self.seconds, 2),
        }  # fmt: skip


def _beats(a: Setting, b: Setting) -> bool:
    return a.missed != b.missed and all(x <= y for x, y in zip(a.missed, b.missed, strict=True))


def needs_optuna() -> None:
    """Raise SetupError with the command to install optuna, if it is missing."""
    if find_spec("optuna") is None:
        raise SetupError(tr("tuning needs optuna; install it with: pip install 'croupier[lab]'"))


def tune(
    side: Side,
    wanted: Sequence[Goal],
    *,
    players: int | None = None,
    policy: str = "random",
    trials: int = TRIALS,
    seconds: float = SECONDS,
    games: int = GAMES,
    seed: int = 0,
    limit: int | None = None,
    told: Callable[[], None] = lambda: None,
) -> Tuned:
    """Try up to `trials` settings of the options that `side` leaves open, within `seconds`, each with `games` games;
    then measure the best again.

    The same arguments give the same settings, unless the clock ends it. Raise SetupError without open options.
    """
    needs_optuna()
    import optuna

    start = side.load(players, limit)
    space = _space(side, start.seats)
    if not space:
        raise SetupError(tr("{ruleset} has no options to vary", ruleset=side.label))
    begun, known, refused = monotonic(), dict[tuple[str, ...], Setting | None](), 0

    def tried(trial: Trial) -> tuple[float, ...]:
        nonlocal refused
        words = {name: values[_suggested(trial, name, values)] for name, values in space.items()}
        key = tuple(words.values())
        if key not in known:
            known[key] = _measured(side, words, wanted, start.seats, policy, games, seconds / 10, seed, limit)
            refused += known[key] is None
        told()
        found = known[key]
        if found is None:
            raise optuna.TrialPruned
        return found.missed

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    sampler = optuna.samplers.TPESampler(seed=seed)
    study = optuna.create_study(sampler=sampler, directions=["minimize"] * len(wanted))
    study.optimize(tried, n_trials=_begin(study, start.options, space, trials), timeout=seconds)
    found = [setting for setting in known.values() if setting is not None]
    final = [
        again
        for setting in sorted(found, key=lambda each: each.total)[:FINAL]
        if (again := _measured(
            side, setting.options, wanted, start.seats, policy, 3 * games, seconds / 10, seed + 1, limit
        ))
    ]  # fmt: skip
    final.sort(key=lambda each: each.total)
    return Tuned(
        side.label, start.seats, tuple(wanted), tuple(final), tuple(found), refused, monotonic() - begun
    )  # fmt: skip


def _suggested(trial: Trial, name: str, values: Sequence[str]) -> int:
    """Return the index of a suggested value; numbers are suggested in order, words as categories."""
    if _numeric(values):
        return int(trial.suggest_int(name, 0, len(values) - 1))
    return values.index(str(trial.suggest_categorical(name, list(values))))


def _begin(study: Study, options: Mapping[str, object], space: Mapping[str, Sequence[str]], trials: int) -> int:
    """Begin with the defaults; where there is room for every setting, go through all. How many trials there will be."""
    defaults = tuple(_word(options[name]) for name in space)
    every = prod(len(values) for values in space.values())
    todo = sorted(product(*space.values()), key=lambda words: words != defaults) if every <= trials else [defaults]
    for words in todo:
        if all(word in values for word, values in zip(words, space.values(), strict=True)):
            study.enqueue_trial({
                name: values.index(word) if _numeric(values) else word
                for (name, values), word in zip(space.items(), words, strict=True)
            })  # fmt: skip
    return min(trials, every)


def _numeric(values: Sequence[str]) -> bool:
    """Return whether all values are numbers, so that neighbours are similar."""
    return all(word.lstrip("-").isdigit() for word in values)


def _word(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _space(side: Side, players: int) -> dict[str, list[str]]:
    """Return the options that are open, with the values to try."""
    domains = Domains(playable(side.ruleset, side.variants)[0])
    found = {}
    for at, name in enumerate(domains.names):
        if at and name not in side.options:
            values = domains.words[at]
            step = max(1, -(-len(values) // MOST_VALUES))
            default = domains.defaults[players][name]
            found[name] = sorted({*values[::step], default}, key=values.index) if default in values else values[::step]
    return {name: values for name, values in found.items() if len(values) > 1}


def _measured(
    side: Side, options: Mapping[str, str], wanted: Sequence[Goal], players: int, policy: str, games: int,
    seconds: float, seed: int, limit: int | None,
) -> Setting | None:  # fmt: skip
    """Return the result of a setting; None if the rules refuse it."""
    try:
        rules = replace(side, options={**side.options, **options}).load(players, limit)
    except SetupError:
        return None
    found = survey(rules, policy=policy, games=games, seconds=seconds, seed=seed)
    measures = found.measures()
    means = tuple(measures[goal.measure] for goal in wanted)
    missed = tuple(
        1.0 if mean is None else goal.missed(mean.mean) for goal, mean in zip(wanted, means, strict=True)
    )  # fmt: skip
    return Setting(options, found.games, means, missed)
