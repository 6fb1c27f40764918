"""Examine the interactions of a ruleset's options: settings that cover every pair of values, each played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import TypeVar

from croupier.base.faults import SetupError
from croupier.base.language import tr
from croupier.base.values import Value
from croupier.workbench.interactions.cover import covering_rows
from croupier.workbench.interactions.findings import Finding, contradictions, is_covered, unreached, wrong
from croupier.workbench.interactions.played import Chances
from croupier.workbench.interactions.probe import Probe, probe
from croupier.workbench.interactions.reads import PLAYERS, Reads
from croupier.workbench.interactions.shrink import Shown, Symptom, shrink, shrink_absence, symptoms
from croupier.workbench.interactions.space import Pair, Row, Space
from croupier.workbench.interactions.workers import Workers
from croupier.workbench.setting import Setting
from croupier_dsl import ir

LIMIT = 5_000
"""Decisions after which a game counts as unfinished, unless the ruleset says fewer."""
GAMES = 2
"""Games of a setting: by random players, the last by greedy ones."""
SHARE_OF_SPACE = 0.2
"""The part of the time in which it is found out which settings there are."""
SHARE_OF_PLAY = 0.7
"""The part of the time that goes into play; the rest finds the smallest settings of what was found."""
CAUSES = 5
"""The number of smallest settings searched for each symptom."""
OFTEN = 0.3
"""Only of a move that is offered in so large a part of games elsewhere its absence says something."""

Result = TypeVar("Result")
Watch = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""


@dataclass(frozen=True, slots=True)
class Examination:
    """The result of an examination.

    `pairs`: the number of possible pairs of values; `missed`: the number of these that were not played for lack of
    time; `never`: pairs that no setting allows. `settings` of `planned` were completed, with `games` by policy;
    `decisions` includes those in games that ran out of time. `left_out`: options kept at their defaults because there
    are too many. `complete`: neither the clock nor Ctrl-C (`interrupted`) cut it short.
    """

    ruleset: str
    seed: int
    limit: int
    planned: int
    settings: int
    games: dict[str, int]
    decisions: int
    seconds: float
    pairs: int
    missed: tuple[str, ...]
    never: tuple[str, ...]
    left_out: tuple[str, ...]
    complete: bool
    findings: tuple[Finding, ...]
    interrupted: bool = False

    @property
    def errors(self) -> tuple[Finding, ...]:
        """Return the findings that are errors under any intention."""
        return tuple(finding for finding in self.findings if finding.level == "error")

    @property
    def notes(self) -> tuple[Finding, ...]:
        """Return the findings that may be meant so."""
        return tuple(finding for finding in self.findings if finding.level == "note")

    def to_json(self, ruleset: Sequence[str]) -> dict[str, Value]:
        """Return the report as a plain object; `ruleset`: the words that name it to a command."""
        return {
            "ruleset": " ".join(ruleset),
            "seed": self.seed,
            "limit": self.limit,
            "settings": {"planned": self.planned, "played": self.settings},
            "games": dict(self.games),
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "pairs": {
                "possible": self.pairs,
                "played": self.pairs - len(self.missed),
                "missed": list(self.missed),
                "never": list(self.never),
            },
            "left_out": list(self.left_out),
            "complete": self.complete,
            "errors": len(self.errors),
            "notes": len(self.notes),
            "findings": [finding.to_json(ruleset, self.limit) for finding in self.findings],
        }


def examine(
    rules: ir.Rules,
    *,
    games: int = GAMES,
    seed: int = 0,
    limit: int = LIMIT,
    seconds: float | None = None,
    jobs: int = 1,
    watch: Watch | None = None,
) -> Examination:
    """Play `games` games of settings that cover every pair of values of options and player counts, and report the
    findings.

    With `seconds` it stops at about that time, and reports what is missing; else the same arguments give the same
    findings, whatever `jobs`, the number of processes, is. Ctrl-C ends it and keeps the findings so far.
    """
    if games < 1 or limit < 1:
        raise SetupError(tr("the number of games and the limit must be at least 1"))
    start = monotonic()
    until = start + (seconds if seconds is not None else 10.0**9)
    run = _Run(rules, games, seed, min(limit, rules.limit), start, until, watch or (lambda *_: None))
    with Workers(rules, jobs) as workers:
        run.play(workers)
        run.explain(workers)
        run.miss(workers)
    return run.report()


class _Run:
    """An examination under way."""

    def __init__(
        self, rules: ir.Rules, games: int, seed: int, limit: int, start: float, until: float, watch: Watch
    ) -> None:
        self.rules, self.games, self.seed, self.limit = rules, games, seed, limit
        self.start, self.until, self.watch = start, until, watch
        self.space = Space(rules, start + SHARE_OF_SPACE * (until - start))
        self.rows: list[Row] = []
        self.probes: list[Probe] = []
        self.findings: list[Finding] = list(contradictions(self.space))
        self.complete = True
        self.planned = 0
        self.interrupted = False

    def play(self, workers: Workers) -> None:
        """Play every row, as far as time permits."""
        stop = self.start + SHARE_OF_PLAY * (self.until - self.start)
        for row in covering_rows(self.space):
            self.rows.append(row)
            if monotonic() > stop:
                break
        tasks = [
            partial(probe, setting=self.space.setting(row), games=self._games(at), limit=self.limit, until=stop)
            for at, row in enumerate(self.rows)
        ]
        self.planned = len(self.rows)
        self._do(workers, tasks, "playing", self.probes)
        del self.rows[len(self.probes) :]
        self.complete = not (self.interrupted or self.space.cut or any(found.late for found in self.probes))

    def _do(
        self, workers: Workers, tasks: Sequence[Callable[[ir.Rules], Result]], what: str, results: list[Result]
    ) -> None:
        """Run the tasks, and collect the result of each, until Ctrl-C."""
        if self.interrupted:
            return
        try:
            for result in workers.map(tasks, self._ticker(what, len(tasks))):
                results.append(result)
        except KeyboardInterrupt:
            self.interrupted = True
            self.complete = False

    def _games(self, row: int) -> tuple[Chances, ...]:
        """Return the games of a row: random players, and greedy ones for the last if there are several."""
        numbers = range(row * self.games, (row + 1) * self.games)
        last = numbers[-1] if self.games > 1 else -1
        return tuple(Chances(f"{self.seed}:{k}", "greedy" if k == last else "random") for k in numbers)

    def _ticker(self, what: str, tasks: int) -> Callable[[], None]:
        done = 0

        def tick() -> None:
            nonlocal done
            done += 1
            self.watch(what, done, tasks)

        self.watch(what, 0, tasks)
        return tick

    # ------------------------------------------------------------ what went wrong
    def explain(self, workers: Workers) -> None:
        """Find the smallest settings that show each symptom, until every setting that has it is explained."""
        left: dict[Symptom, list[int]] = {}
        for at, found in enumerate(self.probes):
            for symptom in symptoms(found):
                if not is_covered(self.rules, symptom):
                    left.setdefault(symptom, []).append(at)
        for _ in range(CAUSES):
            pending = [(symptom, min(rows, key=self._size)) for symptom, rows in left.items() if rows]
            tasks = [self._shrinking(symptom, self.probes[at]) for symptom, at in pending]
            smallest: list[Shown] = []
            self._do(workers, tasks, tr("finding the smallest settings"), smallest)
            for symptom, at in pending[len(smallest) :]:
                found = self.probes[at]
                smallest.append(Shown(found.setting, symptoms(found)[symptom], smallest=False))
            for (symptom, at), shown in zip(pending, smallest, strict=True):
                explained = [row for row in left[symptom] if row == at or self._explains(symptom, shown.setting, row)]
                left[symptom] = [row for row in left[symptom] if row not in explained]
                self._tell(symptom, shown, [self.probes[row] for row in explained])
            if self.interrupted:
                break

    def _explains(self, symptom: Symptom, setting: Setting, at: int) -> bool:
        """Return whether the setting is also the reason of a row.

        A random symptom with every option at its default, with any number of players, is reported once.
        """
        by_chance = symptom.kind in ("unfinished", "cut") and not setting.options
        return by_chance or self._holds(at, setting)

    def _shrinking(self, symptom: Symptom, found: Probe) -> Callable[[ir.Rules], Shown]:
        return partial(
            shrink, symptom=symptom, setting=found.setting, chances=symptoms(found)[symptom],
            seed=self.seed, limit=self.limit, until=self.until,
        )  # fmt: skip

    def _size(self, at: int) -> tuple[int, int]:
        return len(self.probes[at].setting.options), at

    def _holds(self, at: int, setting: Setting) -> bool:
        """Return whether a row contains all of a smaller setting."""
        row = dict(zip(self.space.names, self.rows[at], strict=True))
        players = setting.players == self.rules.usual or row[PLAYERS] == str(setting.players)
        return players and all(row[name] == word for name, word in setting.options)

    def _tell(self, symptom: Symptom, shown: Shown, met: Sequence[Probe]) -> None:
        self.complete = self.complete and shown.smallest
        self.findings.append(wrong(self.rules, symptom, shown, met, self.limit))

    # ------------------------------------------------------------ unreached parts
    def miss(self, workers: Workers) -> None:
        """Add the parts that no setting reached, and moves that a setting makes impossible though their rules do not
        read it.
        """
        if not self.probes or self.interrupted:
            return
        if len(self._whole_rows()) == len(self.rows):  # expected with fewer rows
            self.findings += unreached(self.rules, self.probes)
        asked = dict.fromkeys(self._suspects())
        tasks = [
            partial(shrink_absence, move=name, setting=setting, seed=self.seed, limit=self.limit, until=self.until)
            for name, setting in asked
        ]
        absences: list[Shown | None] = []
        self._do(workers, tasks, tr("looking for moves that options make impossible"), absences)
        told: set[tuple[str, Setting]] = set()
        for (name, _), shown in zip(asked, absences, strict=False):
            if shown is not None and (name, shown.setting) not in told and shown.setting != self._bare():
                told.add((name, shown.setting))
                self._tell_absence(name, shown)

    def _suspects(self) -> Iterator[tuple[str, Setting]]:
        """Yield moves that are common elsewhere and were never offered in a setting, with the options of the setting
        that their rules do not read."""
        reads = Reads(self.rules)
        rows = self._whole_rows()
        for move in self.rules.moves:
            games = {at: self.probes[at].games for at in rows}
            rates = {at: sum(move.name in game.offered for game in games[at]) / len(games[at]) for at in rows}
            offering = [rate for rate in rates.values() if rate]
            if not offering or sum(offering) / len(offering) < OFTEN:
                continue
            says = reads.move(move.name)
            for at in sorted((at for at in rows if not rates[at]), key=self._size):
                setting = self.probes[at].setting
                options = tuple(pair for pair in setting.options if pair[0] not in says)
                unsaid = Setting(self.rules.usual if PLAYERS in says else setting.players, options)
                if unsaid != self._bare():
                    yield move.name, unsaid

    def _bare(self) -> Setting:
        return Setting(self.rules.usual)

    def _whole_rows(self) -> list[int]:
        return [at for at, found in enumerate(self.probes) if found.games and not found.late]

    def _tell_absence(self, name: str, shown: Shown) -> None:
        setting = shown.setting
        rule = next(move for move in self.rules.moves if move.name == name)
        met = sum(self._holds(at, setting) for at in self._whole_rows())
        text = tr("this setting makes the move impossible, although no condition of the move reads it")
        self.findings.append(
            Finding(
                "note", "impossible", f"moves.{name}", text, setting, shown.chances, met, shown.smallest, rule.where
            )
        )

    # ------------------------------------------------------------ all of it
    def report(self) -> Examination:
        possible = list(self.space.all_pairs())
        played: set[Pair] = set()
        policies: Counter[str] = Counter()
        decisions = 0
        for at, found in zip(range(len(self.rows)), self.probes, strict=True):
            if not found.late:
                played.update(self.space.pairs(self.rows[at]))
            policies.update(game.chances.policy for game in found.games if not game.late)
            decisions += sum(game.decisions for game in found.games)
        missed = [pair for pair in possible if pair not in played] if self.rows else possible
        return Examination(
            self.rules.name, self.seed, self.limit, self.planned, len(self._whole_rows()), dict(policies), decisions,
            monotonic() - self.start, len(possible), tuple(map(self.space.spelled, missed)),
            tuple(map(self.space.spelled, self.space.never)), self.space.domains.left_out,
            self.complete and monotonic() <= self.until, tuple(sorted(self.findings, key=_rank)), self.interrupted,
        )  # fmt: skip


def _rank(finding: Finding) -> int:
    kinds = (
        "contradiction",
        "fault",
        "dead end",
        "short deal",
        "unfinished",
        "cut",
        "defaults",
        "impossible",
        "unreached",
    )
    return kinds.index(finding.kind) + (0 if finding.level == "error" else len(kinds))
