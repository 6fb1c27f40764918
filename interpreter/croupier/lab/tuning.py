"""Search for options that meet goals, one setting after another, with optuna."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import product
from math import hypot, prod
from statistics import fmean
from time import monotonic
from typing import TYPE_CHECKING, Literal, TypeAlias

from croupier.base.faults import SetupError
from croupier.base.frames import frame, table
from croupier.base.language import tr
from croupier.base.values import Value
from croupier.lab.sides import PLAYERS
from croupier.lab.space import Aside, Asked, space_of, whole
from croupier.lab.surveyed import Mean, Survey, survey
from croupier.lab.wishes import Goal

if TYPE_CHECKING:
    from optuna import Study
    from optuna.trial import Trial

    from croupier.lab.sides import Side

TRIALS = 40
SECONDS = 60.0
GAMES = 100
FINAL = 3
"""The number of settings measured again at the end, on games of their own."""
UNPLAYED = 1000.0
"""The distance from every goal of a game that is not really played."""
FEW = 0.05
"""The part of games, more than with the defaults, that may be unfinished or ended by a limit."""
COMMON = 0.2
"""The times per game from which a move is expected of every setting that allows it."""

Unplayed: TypeAlias = Literal["", "unfinished", "cut", "moves"]
Verdict: TypeAlias = Literal["met", "missed", "open"]


@dataclass(frozen=True, slots=True)
class Setting:
    """The result of one setting.

    `means`: for each goal, in their order, None if it does not apply to the game; `missed`: the distance of each from
    its goal, relative to the bound. `unplayed`: why its games are not really played, empty if they are: they do not
    finish, are ended by a limit, or lack `unmade` moves that are made with the default options.
    """

    options: Mapping[str, str]
    games: int
    means: tuple[Mean | None, ...]
    missed: tuple[float, ...]
    unplayed: Unplayed = ""
    unmade: tuple[str, ...] = ()

    @property
    def total(self) -> float:
        """Return the distance from all goals; a game that is not played is further away than any other."""
        return sum(self.missed) + UNPLAYED * bool(self.unplayed)

    def judged(self, goals: Sequence[Goal]) -> list[Verdict]:
        """Return for each goal whether it is met, missed or open, by the whole interval."""
        return [_judged(goal, mean) for goal, mean in zip(goals, self.means, strict=True)]


def _judged(goal: Goal, mean: Mean | None) -> Verdict:
    if mean is None or mean.low > goal.high or mean.high < goal.low:
        return "missed"
    return "met" if goal.low <= mean.low and mean.high <= goal.high else "open"


@dataclass(frozen=True, slots=True)
class Reason:
    """One option of the best setting that differs from its `usual` value. `without`: the means of the goals' measures
    with the usual value instead, on the same games; `matters`: any of them differs by more than chance, or the games
    are not really played without it."""

    option: str
    value: str
    usual: str
    without: tuple[Mean | None, ...]
    matters: bool


@dataclass(frozen=True, slots=True)
class Tuned:
    """The settings that a search found.

    `best`: settings measured again on games that the search did not use, the best first. `reasons`: the differences of
    the best one from the defaults. `tried`: all tried settings, as measured in the search; `front`: the Pareto front of
    these; `refused`: the differences from the defaults of each setting that the rules refuse, and the reason. `aside`:
    the options left alone, and why.
    """

    ruleset: str
    players: int
    policy: str
    goals: tuple[Goal, ...]
    best: tuple[Setting, ...]
    reasons: tuple[Reason, ...]
    tried: tuple[Setting, ...]
    refused: tuple[tuple[Mapping[str, str], str], ...]
    aside: Mapping[str, Aside]
    usual: Mapping[str, str]
    seconds: float

    def changed(self, setting: Setting) -> dict[str, str]:
        """Return the options of a setting that differ from the defaults."""
        return {name: word for name, word in setting.options.items() if word != self.usual[name]}

    @property
    def front(self) -> list[Setting]:
        played = [one for one in self.tried if not one.unplayed]
        return [one for one in played if not any(_beats(other, one) for other in played)]

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
        return {
            "options": dict(setting.options), "games": setting.games, "missed": sum(setting.missed),
            "goals": [*setting.judged(self.goals)], "unplayed": setting.unplayed or None,
            "unmade": list(setting.unmade), **means,
        }  # fmt: skip

    def to_json(self) -> dict[str, Value]:
        return {
            "ruleset": self.ruleset, "players": self.players, "policy": self.policy,
            "goals": [goal.words for goal in self.goals],
            "best": [self._row(setting) for setting in self.best], "front": [self._row(each) for each in self.front],
            "reasons": [
                {"option": each.option, "value": each.value, "usual": each.usual, "matters": each.matters}
                for each in self.reasons
            ],
            "aside": dict(self.aside), "tried": len(self.tried),
            "refused": [{"options": dict(options), "reason": why} for options, why in self.refused],
            "seconds": round(self.seconds, 2),
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
    policy: str = PLAYERS,
    trials: int = TRIALS,
    seconds: float = SECONDS,
    games: int = GAMES,
    seed: int = 0,
    limit: int | None = None,
    vary: Asked | None = None,
    told: Callable[[], None] = lambda: None,
) -> Tuned:
    """Try up to `trials` settings of the options that `side` leaves open, within `seconds`, each with `games` games;
    then measure the best again, and each of its differences from the defaults.

    `vary`: the options to try, each with its values or without; otherwise all, except safety limits and numbers of
    seats. The same arguments give the same settings, unless the clock ends it. Raise SetupError without open options.
    """
    needs_optuna()
    import optuna

    start = side.load(players, limit)
    space = space_of(side, start, vary)
    begun, known = monotonic(), dict[tuple[str, ...], Setting | None]()
    refused: list[tuple[dict[str, str], str]] = []
    bench = Bench(side, start.seats, tuple(wanted), policy, seconds / 10, limit)
    usual = {name: space.usual[name] for name in space.values}
    known[tuple(usual.values())] = bench.measured(usual, games, seed)

    def tried(trial: Trial) -> tuple[float, ...]:
        words = {name: values[_suggested(trial, name, values)] for name, values in space.values.items()}
        key = tuple(words.values())
        if key not in known:
            known[key] = None
            try:
                known[key] = bench.measured(words, games, seed)
            except SetupError as error:
                refused.append(({name: word for name, word in words.items() if word != usual[name]}, str(error)))
        told()
        found = known[key]
        if found is None:
            raise optuna.TrialPruned
        return tuple(missed + UNPLAYED * bool(found.unplayed) for missed in found.missed)

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    sampler = optuna.samplers.TPESampler(seed=seed)
    study = optuna.create_study(sampler=sampler, directions=["minimize"] * len(wanted))
    study.optimize(tried, n_trials=_begin(study, usual, space.values, trials), timeout=seconds)
    found = [setting for setting in known.values() if setting is not None]
    first = sorted(found, key=lambda each: (each.total, _apart(each, usual)))[:FINAL]
    again = [bench.measured(setting.options, 3 * games, seed + 1) for setting in first]
    final = sorted(again, key=lambda each: (each.total, _apart(each, usual)))
    reasons = tuple(bench.reasons(final[0], usual, 3 * games, seed + 1)) if final else ()
    return Tuned(
        side.label, start.seats, policy, tuple(wanted), tuple(final), reasons, tuple(found), tuple(refused),
        space.aside, usual, monotonic() - begun,
    )  # fmt: skip


def _apart(setting: Setting, usual: Mapping[str, str]) -> int:
    """Return the number of differences from the defaults."""
    return sum(word != usual[name] for name, word in setting.options.items())


@dataclass
class Bench:
    """The measurement of settings. The first setting has the default options, for the moves that are made in a played
    game, and the time that it takes."""

    side: Side
    players: int
    wanted: tuple[Goal, ...]
    policy: str
    seconds: float
    limit: int | None
    usual: Survey | None = None

    def measured(self, options: Mapping[str, str], games: int, seed: int) -> Setting:
        """Return the result of a setting. Raise SetupError if the rules refuse it."""
        rules = replace(self.side, options={**self.side.options, **options}).load(self.players, self.limit)
        pace = self.usual.pace if self.usual is not None else None
        found = survey(rules, policy=self.policy, games=games, seconds=self.seconds, seed=seed, pace=pace)
        if self.usual is None:
            self.usual = found
        measures = found.measures()
        means = tuple(measures[goal.measure] for goal in self.wanted)
        missed = tuple(
            1.0 if mean is None else goal.missed(mean.mean) for goal, mean in zip(self.wanted, means, strict=True)
        )  # fmt: skip
        return Setting(options, found.games, means, missed, *self._unplayed(found))

    def _unplayed(self, found: Survey) -> tuple[Unplayed, tuple[str, ...]]:
        """Return why the games are not really played, compared with the default options."""
        assert self.usual is not None
        if _part(not each.outcome.finished for each in found.walks) > FEW + _part(
            not each.outcome.finished for each in self.usual.walks
        ):
            return "unfinished", ()
        if _part(each.cut_rounds > 0 for each in found.walks) > FEW + _part(
            each.cut_rounds > 0 for each in self.usual.walks
        ):
            return "cut", ()
        common = {name for name, times in self.usual.moves() if times >= COMMON}
        unmade = tuple(name for name, times in found.moves() if not times and name in common)
        return ("moves", unmade) if unmade else ("", ())

    def reasons(self, best: Setting, usual: Mapping[str, str], games: int, seed: int) -> Iterator[Reason]:
        """Yield each difference of a setting from the defaults, with the means without it."""
        for name, value in best.options.items():
            if value != usual[name]:
                back = None
                with suppress(SetupError):
                    back = self.measured({**best.options, name: usual[name]}, games, seed)
                means = (None,) * len(self.wanted) if back is None else back.means
                apart = any(map(_apart_by_chance, best.means, means))
                yield Reason(name, value, usual[name], means, apart or back is None or bool(back.unplayed))


def _apart_by_chance(one: Mean | None, other: Mean | None) -> bool:
    """Return whether two means differ by more than the 95 % interval of their difference."""
    if one is None or other is None:
        return one is not other
    halves = ((one.high - one.low) / 2, (other.high - other.low) / 2)
    return abs(one.mean - other.mean) > hypot(*halves)


def _part(values: Iterable[bool]) -> float:
    return fmean(map(float, values))


def _suggested(trial: Trial, name: str, values: Sequence[str]) -> int:
    """Return the index of a suggested value; numbers are suggested in order, words as categories."""
    if whole(values):
        return int(trial.suggest_int(name, 0, len(values) - 1))
    return values.index(str(trial.suggest_categorical(name, list(values))))


def _begin(study: Study, usual: Mapping[str, str], space: Mapping[str, Sequence[str]], trials: int) -> int:
    """Begin with the defaults; with room for every setting, go through all. Return the number of trials."""
    defaults = tuple(usual.values())
    every = prod(len(values) for values in space.values())
    todo = sorted(product(*space.values()), key=lambda words: words != defaults) if every <= trials else [defaults]
    for words in todo:
        study.enqueue_trial({
            name: values.index(word) if whole(values) else word
            for (name, values), word in zip(space.items(), words, strict=True)
        })  # fmt: skip
    return min(trials, every)
