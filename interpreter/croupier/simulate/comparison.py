"""Play the same games under several settings, for comparison."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.base.faults import CroupierError, RulesFault, SetupError
from croupier.base.frames import frame, table
from croupier.base.language import tr
from croupier.base.values import Value
from croupier.simulate.report import Report, Share
from croupier.simulate.runs import repeating, summed
from croupier.simulate.sums import Sums, middle, nth

if TYPE_CHECKING:
    from croupier.simulate.compiled import On
    from croupier.table.game import Rules

PLAYERS, POLICY = "players", "policy"
"""The names of the varied values besides options. An option with the name `policy` precedes the players' policy."""
MOST_ROWS = 200
"""The number of settings above which a comparison is refused as unreadable."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The median of some numbers, between the quartiles."""

    low: float
    median: float
    high: float

    @classmethod
    def of(cls, counted: Mapping[int, int]) -> Spread | None:
        """Return the spread of counted numbers; None of no numbers."""
        if not counted:
            return None
        return cls(_quartile(counted, 1), middle(counted), _quartile(counted, 3))

    def to_json(self) -> list[float]:
        """Lower quartile, median, upper quartile."""
        return [self.low, self.median, self.high]


@dataclass(frozen=True, slots=True)
class Setting:
    """One row to be played: the varied values, in words, with the resulting rules and policy."""

    varied: Mapping[str, str]
    rules: Rules
    policy: str

    def words(self) -> list[str]:
        """Return the arguments for this row alone."""
        own = any(option.name == POLICY for option in self.rules.ir.options)
        flags = {PLAYERS: "--players ", **({} if own else {POLICY: "--policy "})}
        return [f"{flags.get(name, f'--option {name}=')}{word}" for name, word in self.varied.items()]


@dataclass(frozen=True, slots=True)
class Compared:
    """The result of one setting of a comparison.

    `stage`: the outermost stage that repeats, and `rounds` the median of how often it was performed, both empty if no
    stage does. `scores` by seat; `winner`, `others`: the scores of those who won and of those who did not. `first`: how
    often who had to decide first won. `rounds` and `length` are over all games, the rest over finished ones.
    """

    varied: Mapping[str, str]
    report: Report
    stage: str
    rounds: float | None
    length: Spread | None
    scores: tuple[Spread | None, ...]
    winner: Spread | None
    others: Spread | None
    first: Share

    def to_json(self) -> dict[str, Value]:
        """Return the row as a plain object."""
        return {
            "vary": dict(self.varied),
            **self.report.to_json(),
            "rounds": {"stage": self.stage, "median": self.rounds} if self.stage else None,
            "quartiles": {
                "decisions": _json(self.length),
                "scores": [_json(spread) for spread in self.scores],
                "winner": _json(self.winner),
                "others": _json(self.others),
            },
            "first": self.first.to_json(),
        }


def _quartile(counted: Mapping[int, int], quarters: int) -> float:
    """Return a quartile, between the numbers on both sides of it; the lowest and the highest number are the ends."""
    at, over = divmod(quarters * (sum(counted.values()) - 1), 4)
    low = nth(counted, at)
    return low if not over else (low * (4 - over) + nth(counted, at + 1) * over) / 4


class Settings(list[Compared]):
    """The results of a comparison, a list with one entry for each setting, which shows itself as a table."""

    def rows(self) -> list[dict[str, Value]]:
        """Return one row for each setting: the varied values, then the results. Lists by seat count from 0.

        A result with the name of a varied option gets `_played` at its end: `rounds_played`.
        """
        return [self._row(each) for each in self]

    def _row(self, each: Compared) -> dict[str, Value]:
        own: dict[str, Value] = {
            "games": each.report.games, "finished": each.report.finished, "seed": each.report.to_json()["seed"],
            "wins": list(each.report.wins), "scores": list(each.report.scores),
            "first_wins": each.first.wins, "low": each.first.low, "high": each.first.high,
            "decisions": None if each.length is None else each.length.median, "rounds": each.rounds,
        }  # fmt: skip
        return {**each.varied, **{f"{key}_played" if key in each.varied else key: own[key] for key in own}}

    def frame(self) -> object:
        """Return the rows as a `DataFrame` of pandas, else of polars, else as they are."""
        return frame(self.rows())

    def _repr_html_(self) -> str:
        return table(self.rows())


def _json(spread: Spread | None) -> list[float] | None:
    return None if spread is None else spread.to_json()


# ---------------------------------------------------------------- what is to be played


def settings(
    ruleset: str | Path,
    vary: Mapping[str, Sequence[str]],
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    *,
    variants: Sequence[str | Path] = (),
    preset: str | None = None,
    policy: str = "random",
    limit: int | None = None,
) -> tuple[list[Setting], list[tuple[dict[str, str], str]]]:
    """Return every combination of the values that are to be varied, the last varying fastest.

    And those that the rules refuse, with the reason.

    Raise SetupError for an unknown option, policy or value, or if a value fits no combination.
    """
    from croupier.table.game import load
    from croupier.thinking import player

    if prod(len(values) for values in vary.values()) > MOST_ROWS:
        raise SetupError(tr("that makes more than {most} rows; vary fewer values at once", most=MOST_ROWS))
    for name in vary:
        if name in (options or {}) or (name == PLAYERS and players is not None):
            raise SetupError(tr("{name} is both set and varied", name=name))
    found: list[Setting] = []
    refused: list[tuple[dict[str, str], str]] = []
    first_error: dict[tuple[str, str], SetupError] = {}
    own = _has_policy_option(ruleset, variants)
    for words in product(*vary.values()):
        varied = dict(zip(vary, words, strict=True))
        given = {name: word for name, word in varied.items() if name != PLAYERS and (name != POLICY or own)}
        who = policy if own else varied.get(POLICY, policy)
        player(who)
        seats = _number(varied[PLAYERS]) if PLAYERS in varied else players
        try:
            rules = load(ruleset, seats, {**(options or {}), **given}, variants=variants, preset=preset, limit=limit)
        except SetupError as error:
            refused.append((varied, str(error)))
            for pair in varied.items():
                first_error.setdefault(pair, error)
            continue
        found.append(Setting(varied, rules, who))
    fitting = {pair for setting in found for pair in setting.varied.items()}
    for name, values in vary.items():
        for word in values:
            if (name, word) not in fitting:
                raise first_error[name, word]
    return found, refused


def _has_policy_option(ruleset: str | Path, variants: Sequence[str | Path]) -> bool:
    from croupier.table.catalogue import playable

    return any(option.name == POLICY for option in playable(ruleset, variants)[0].options)


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 4):
        raise SetupError(tr("expected a number of players, found {word}", word=word))
    return int(word)


# ---------------------------------------------------------------- what came of it


def compare(
    ruleset: str | Path,
    vary: Mapping[str, Sequence[object]],
    games: int = 100,
    *,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    policy: str = "random",
    seed: int = 0,
    limit: int | None = None,
    jobs: int | str = 1,
    engine: On = "best",
) -> Settings:
    """Play the same games, `seed:0`, `seed:1`, …, under each combination of the values that `vary` gives to options, to
    `players` or to `policy`, with this number of processes or on a cluster (`jobs`), on any `engine`.

    Combinations that the rules refuse are left out. A fault of the rules has the results of the games before it in
    `rows`.
    """
    if games < 1:
        raise SetupError(tr("simulate at least one game"))
    words = {name: [_word(value) for value in values] for name, values in vary.items()}
    rows, _ = settings(ruleset, words, players, options, policy=policy, limit=limit)
    found, stopped = play_rows(rows, games, seed, jobs=jobs, engine=engine)
    if isinstance(stopped, RulesFault):
        stopped.rows = tuple(found)
    if stopped is not None:
        raise stopped
    return Settings(found)


def play_rows(
    rows: Sequence[Setting], games: int, seed: int, seats: Mapping[int, str] | None = None, *, first: int = 0,
    jobs: int | str = 1, engine: On = "best", tick: Callable[[int], None] = lambda more: None,
) -> tuple[list[Compared], KeyboardInterrupt | CroupierError | None]:  # fmt: skip
    """Return the same games under each setting, and what ended the run before the last, if anything did.

    `tick`: called with the number of games that have ended since the last call.
    """
    found: list[Compared] = []
    for setting in rows:
        sums = Sums(setting.rules.seats)
        try:
            rules, who = setting.rules, setting.policy
            for more in summed(rules, games, seed, who, seats, first=first, jobs=jobs, engine=engine):
                sums.merge(more)
                tick(more.games)
        except (KeyboardInterrupt, CroupierError) as end:
            if isinstance(end, RulesFault):
                end.again = " ".join([*setting.words(), end.again])
            return [*found, *([row(setting, seed, sums, first=first)] if sums.games else [])], end
        found.append(row(setting, seed, sums, first=first))
    return found, None


def _word(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def row(setting: Setting, seed: int, sums: Sums, *, first: int = 0) -> Compared:
    """Return the result of a setting with at least one game."""
    return Compared(
        setting.varied,
        sums.report(setting.rules, seed, first=first),
        repeating(setting.rules) or "",
        middle(sums.rounds) if sums.rounds else None,
        Spread.of(sums.lengths),
        tuple(map(Spread.of, sums.points)),
        Spread.of(sums.won_with),
        Spread.of(sums.lost_with),
        Share.of(sums.wins_by_order[0], sums.finished),
    )
