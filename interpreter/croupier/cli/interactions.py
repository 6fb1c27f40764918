"""An examination of how options go together to what a person reads of it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from croupier.cli.arguments import named
from croupier.cli.trouble import INTERRUPTED, WRONG

if TYPE_CHECKING:
    from croupier.interactions import Examination, Finding
    from croupier.interactions.examine import Watch

SECONDS = 300.0
"""How long it may take if nothing is said."""
WIDTH = 100
LISTED = 6
"""Of a list of pairs or settings no more than so many are spelled out."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person asked for. `variants` lie on top of the ruleset."""

    ruleset: str
    variants: tuple[str, ...]
    games: int | None
    seed: int
    seconds: float | None
    jobs: int | None

    @property
    def words(self) -> tuple[str, ...]:
        """What names the ruleset to a command."""
        return (self.ruleset, *(word for variant in self.variants for word in ("--with", variant)))


def examine_ruleset(asked: Asked, *, as_json: bool) -> int:
    """Play how the options of a valid ruleset go together, say what was found, and return the exit status."""
    from croupier.catalogue import find
    from croupier.interactions import examine
    from croupier.interactions.examine import GAMES

    with _progress() as watch:
        found = examine(
            find(asked.ruleset, asked.variants),
            games=asked.games or GAMES, seed=asked.seed, seconds=asked.seconds or SECONDS,
            jobs=asked.jobs or _processors(), watch=watch,
        )  # fmt: skip
    if as_json:
        click.echo(json.dumps(found.to_json(asked.words), ensure_ascii=False, indent=2))
    else:
        for line in _lines(found, asked):
            click.echo(line)
    if found.interrupted:
        return INTERRUPTED
    return WRONG if found.errors else 0


def _processors() -> int:
    """As many processes as this one may use processors, within reason."""
    import os

    allowed = getattr(os, "sched_getaffinity", None)
    return min(8, len(allowed(0)) if allowed is not None else os.cpu_count() or 1)


def _lines(found: Examination, asked: Asked) -> Iterator[str]:
    """The head, the findings, errors first, and what was left out."""
    players = " and ".join(f"{n} by {policy} players" for policy, n in sorted(found.games.items(), reverse=True) if n)
    settings = (
        f"{found.settings} settings"
        if found.settings == found.planned
        else (f"{found.settings} of {found.planned} settings")
    )
    name = named(asked.ruleset, asked.variants)
    yield f"{name}: {settings}, {sum(found.games.values())} games" + (f" ({players})" if players else "")
    yield f"seed {found.seed}, {found.decisions:,} decisions in {found.seconds:.1f} s"
    yield from _pairs(found)
    for level in ("error", "note"):
        for finding in found.findings:
            if finding.level == level:
                yield ""
                yield from _told(finding, found, asked)
    yield ""
    yield _summary(found, name)


def _pairs(found: Examination) -> Iterator[str]:
    if not found.planned:
        yield "no setting is allowed, so nothing was played"
        return
    played = found.pairs - len(found.missed)
    yield f"pairs of values played: {played} of {found.pairs}"
    if found.missed:
        yield from _some("no time was left for", found.missed)
    if found.never:
        yield from _some("refused by bounds or needs, in every setting", found.never)
    if found.left_out:
        yield from _some("too many options; left at their defaults", found.left_out)


def _some(what: str, items: tuple[str, ...]) -> list[str]:
    listed = "; ".join(items[:LISTED]) + (f"; and {len(items) - LISTED} more" if len(items) > LISTED else "")
    return wrap(f"{what}: {listed}", WIDTH, initial_indent="  ", subsequent_indent="    ")


def _told(finding: Finding, found: Examination, asked: Asked) -> Iterator[str]:
    place = f" ({Path(finding.where.file).name}:{finding.where.line})" if finding.where else ""
    yield from wrap(f"{finding.level}: {finding.kind}: {finding.path}{place}: {finding.text}", WIDTH)
    setting = finding.setting
    if setting is None:
        return
    words = [f"{setting.players} players", *(f"{name}={word}" for name, word in setting.options)]
    how = "smallest setting" if finding.smallest else "setting (not shrunk, for lack of time)"
    of = f"{finding.settings} of {found.settings}" if found.settings == found.planned else str(finding.settings)
    many = f"; met in {of} settings" if finding.settings else ""
    yield from wrap(f"{how}: {', '.join(words)}{many}", WIDTH, initial_indent="  ", subsequent_indent="    ")
    yield f"  {finding.command(asked.words, found.limit)}"


def _summary(found: Examination, name: str) -> str:
    counts = [(len(found.errors), "error"), (len(found.notes), "note")]
    told = ", ".join(f"{n} {what}{'s' * (n != 1)}" for n, what in counts if n) or "nothing to report"
    end = "it was ended" if found.interrupted else "time was up"
    return f"{name}: {told}{'' if found.complete else f'; {end} before everything was tried'}"


@contextmanager
def _progress() -> Iterator[Watch | None]:
    """A bar for each thing that is done, on stderr, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks = {}

        def watch(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done, total=total)

        yield watch
