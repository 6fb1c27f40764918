"""Print the findings of `check --interactions`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from croupier.base.language import ntr, tr
from croupier.cli.arguments import named
from croupier.cli.trouble import INTERRUPTED, WRONG, say_json

if TYPE_CHECKING:
    from croupier.workbench.interactions import Examination, Finding
    from croupier.workbench.interactions.examine import Watch

SECONDS = 300.0
"""The default time limit, in seconds."""
WIDTH = 100
LISTED = 6
"""The number of pairs or settings of a list that are spelled out."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The arguments of the command. `variants` are applied to the ruleset."""

    ruleset: str
    variants: tuple[str, ...]
    games: int | None
    seed: int
    seconds: float | None
    jobs: int | None

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words that name the ruleset to a command."""
        return (self.ruleset, *(word for variant in self.variants for word in ("--with", variant)))


def examine_ruleset(asked: Asked, *, as_json: bool) -> int:
    """Play how the options of a valid ruleset go together, say what was found, and return the exit status."""
    from croupier.table.catalogue import find
    from croupier.workbench.interactions import examine
    from croupier.workbench.interactions.examine import GAMES

    with _progress() as watch:
        found = examine(
            find(asked.ruleset, asked.variants),
            games=asked.games or GAMES, seed=asked.seed, seconds=asked.seconds or SECONDS,
            jobs=asked.jobs or _processors(), watch=watch,
        )  # fmt: skip
    if as_json:
        say_json(found.to_json(asked.words), indent=2)
    else:
        for line in _lines(found, asked):
            click.echo(line)
    if found.interrupted:
        return INTERRUPTED
    return WRONG if found.errors else 0


def _processors() -> int:
    """Return the number of available processors, at most 8."""
    import os

    allowed = getattr(os, "sched_getaffinity", None)
    return min(8, len(allowed(0)) if allowed is not None else os.cpu_count() or 1)


def _lines(found: Examination, asked: Asked) -> Iterator[str]:
    """Yield the head, the findings, errors first, and the parts that were left out."""
    counted = [
        tr("{n} by {policy} players", n=n, policy=policy)
        for policy, n in sorted(found.games.items(), reverse=True)
        if n
    ]
    settings = (
        ntr("{n} setting", "{n} settings", found.settings)
        if found.settings == found.planned
        else tr("{k} of {n} settings", k=found.settings, n=found.planned)
    )
    name = named(asked.ruleset, asked.variants)
    games = ntr("{n} game", "{n} games", sum(found.games.values()))
    players = tr(" and ").join(counted)
    yield tr("{ruleset}: {told}", ruleset=name, told=f"{settings}, {games}" + (f" ({players})" if players else ""))
    decisions = f"{found.decisions:,}"
    seconds = f"{found.seconds:.1f}"
    yield tr("seed {seed}, {n} decisions in {seconds} s", seed=found.seed, n=decisions, seconds=seconds)
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
        yield tr("the rules allow no setting, so nothing was played")
        return
    played = found.pairs - len(found.missed)
    yield tr("pairs of values played: {k} of {n}", k=played, n=found.pairs)
    if found.missed:
        yield from _some(tr("not tried for lack of time"), found.missed)
    if found.never:
        yield from _some(tr("refused by bounds or `needs` in every setting"), found.never)
    if found.left_out:
        yield from _some(tr("too many options; left at their defaults"), found.left_out)


def _some(what: str, items: tuple[str, ...]) -> list[str]:
    more = [tr("and {n} more", n=len(items) - LISTED)] if len(items) > LISTED else []
    told = tr("{what}: {listed}", what=what, listed="; ".join([*items[:LISTED], *more]))
    return wrap(told, WIDTH, initial_indent="  ", subsequent_indent="    ")


def _told(finding: Finding, found: Examination, asked: Asked) -> Iterator[str]:
    place = f" ({Path(finding.where.file).name}:{finding.where.line})" if finding.where else ""
    level = tr("error") if finding.level == "error" else tr("note")
    about = {"level": level, "kind": finding.kind, "where": f"{finding.path}{place}", "text": finding.text}
    yield from wrap(tr("{level}: {kind}: {where}: {text}", **about), WIDTH)
    setting = finding.setting
    if setting is None:
        return
    words = [ntr("{n} player", "{n} players", setting.players), *(f"{name}={word}" for name, word in setting.options)]
    how = tr("smallest setting") if finding.smallest else tr("setting (not shrunk, for lack of time)")
    of = str(finding.settings)
    if found.settings == found.planned:
        of = tr("{k} of {n}", k=finding.settings, n=found.settings)
    listed = ", ".join(words) + ("; " + tr("found in {n} settings", n=of) if finding.settings else "")
    yield from wrap(
        tr("{what}: {listed}", what=how, listed=listed), WIDTH, initial_indent="  ", subsequent_indent="    "
    )
    yield f"  {finding.command(asked.words, found.limit)}"


def _summary(found: Examination, name: str) -> str:
    errors = [ntr("{n} error", "{n} errors", len(found.errors))] if found.errors else []
    notes = [ntr("{n} note", "{n} notes", len(found.notes))] if found.notes else []
    told = ", ".join([*errors, *notes]) or tr("nothing to report")
    if not found.complete:
        early = tr("stopped before everything was tried")
        told += f"; {early if found.interrupted else tr('time was up before everything was tried')}"
    return tr("{ruleset}: {told}", ruleset=name, told=told)


@contextmanager
def _progress() -> Iterator[Watch | None]:
    """Yield a bar for each thing that is done, on stderr, if that is a terminal."""
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
