"""`croupier simulate`: many games by players that decide without a person, and what came of them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import click

from croupier.base.language import tr
from croupier.cli import arguments
from croupier.cli.trouble import INTERRUPTED, complain, tell, tell_left_out

if TYPE_CHECKING:
    from croupier.base.chance import Seed
    from croupier.base.faults import RulesFault
    from croupier.simulate import On, Sums
    from croupier.table.game import Rules

ENGINES = ("best", "reference", "python", "c")
MOST_JOBS = 64


@click.command(name="simulate", short_help="Play many games and sum them up.")
@arguments.ruleset
@arguments.variants
@arguments.players
@click.option("--games", type=click.IntRange(1), metavar="K", help="How many games; default 100, or 1 with --seed S:k.")
@click.option(
    "--policy", callback=arguments.who_plays, default="random", metavar="WHO",
    help="Who decides: random, greedy, search, search:400, search:0.3s, module:Class; default random.",
)  # fmt: skip
@arguments.seats
@arguments.seed
@arguments.preset
@arguments.options
@arguments.limit
@click.option(
    "--jobs", type=click.IntRange(1, MOST_JOBS), default=1, metavar="N", help="Processes to play in; default 1."
)
@click.option(
    "--engine",
    type=click.Choice(ENGINES),
    default="best",
    help="What games are played on; default best, the quickest there is. They are the same.",
)
@arguments.as_english_json
@arguments.vary
@click.option("--csv", "table", type=click.Path(path_type=Path), metavar="FILE", help="Also write a row a game.")
@click.option("--histogram", is_flag=True, help="Draw how long games were, and what was scored.")
@arguments.lang
@click.pass_context
def command(
    ctx: click.Context, ruleset: str, variants: tuple[str, ...], players: int | None, games: int | None, policy: str,
    seats: dict[int, str], seed: str | None, preset: str | None, options: dict[str, str], limit: int | None,
    jobs: int, engine: On, as_json: bool, vary: dict[str, tuple[str, ...]], table: Path | None,
    histogram: bool,
) -> None:  # fmt: skip
    """Play K games of RULESET and say who wins how often, how long they take, and what is scored.

    With --seed S (default 0) these are the games S:0, S:1, …; with S:k they begin at game k. Policies that differ move
    one seat on from game to game, so that none profits from its seat. With --jobs the same games are played in several
    processes. Ctrl-C, or a fault of the rules, ends the run and sums up what was played.

    With --vary the same games are played under each value of an option, of players or of policy, or under every
    combination if it is given several times, and compared a row each.

    \b
    Examples:
      croupier simulate my-game.yaml --players 3 --games 1000 --jobs 4
      croupier simulate my-game.yaml --seat 1=greedy --option rounds=5
      croupier simulate my-game.yaml --seed 7:12 --json
      croupier simulate my-game.yaml --vary rounds=5,9 --vary players=2,3,4
    """
    from croupier.base.chance import Seed
    from croupier.simulate import Sums, why_not
    from croupier.table.game import load

    start = Seed.parse(seed or "0")
    number = games or (1 if seed is not None and ":" in seed else 100)
    if vary:
        if table is not None:
            raise click.UsageError(tr("--csv writes the games of one setting; leave out --vary"))
        from croupier.cli.vary import Comparison, compare_settings

        asked = Comparison(
            ruleset, variants, players, preset, options, limit, policy, seats, start, number, jobs, engine
        )
        ctx.exit(compare_settings(asked, vary, as_json=as_json))
    rules = load(ruleset, players, options, variants=variants, preset=preset, limit=limit)
    tell_left_out(ruleset, rules.left_out)
    arguments.seated(rules.seats, seats)
    sums = Sums(rules, keep=table is not None)
    run = Run(rules, start, number, policy, seats, jobs, engine, sums)
    remark = why_not(rules, policy, seats, engine)
    if remark:
        click.echo(remark, err=True)
    if table is not None:
        writable(table)
    with _progress(run.games) as progress:
        run.play(progress)
    report = sums.report(run.seed.number, first=run.seed.game) if sums.games else None
    if as_json:
        told = {"ruleset": rules.name, "games": 0} if report is None else report.to_json()
        fault = None if run.fault is None else run.fault.to_json()
        click.echo(json.dumps({**told, "fault": fault}, ensure_ascii=False))
    elif report is not None:
        from croupier.cli.summary import show_report

        show_report(report, run.games, histogram=histogram)
    if report is not None and table is not None:
        report.write_csv(table)
    if run.fault is not None:
        ctx.exit(tell(run.fault))
    if run.interrupted and report is None:
        complain(tr("interrupted before the end of the first game"))
    ctx.exit(INTERRUPTED if run.interrupted else 0)


class Progress(Protocol):
    """Told of every game that ends."""

    def advance(self) -> None: ...


@dataclass
class Run:
    """Games to be played, and the sums of those that have been."""

    rules: Rules
    seed: Seed
    games: int
    policy: str
    seats: Mapping[int, str]
    jobs: int
    engine: On
    sums: Sums
    interrupted: bool = False
    fault: RulesFault | None = None

    def play(self, progress: Progress) -> None:
        """Play them, until the last, Ctrl-C or a fault of the rules."""
        from croupier.base.faults import RulesFault
        from croupier.simulate import play_games

        seed, seats = self.seed, self.seats or None
        played = play_games(
            self.rules, self.games, seed.number, self.policy, seats, first=seed.game, jobs=self.jobs, engine=self.engine
        )
        try:
            for result in played:
                self.sums.add(result)
                progress.advance()
        except KeyboardInterrupt:
            self.interrupted = True
        except RulesFault as fault:
            self.fault = fault


def writable(path: Path) -> None:
    """A mistake now, rather than when all games are played, if the file cannot be written."""
    import os

    target = path.resolve()
    folder = target.parent
    if target.is_dir():
        raise click.UsageError(tr("{path} is a folder, not a file to write to", path=path))
    if not folder.is_dir():
        told = tr("there is no folder {folder} to write {name} to", folder=folder, name=target.name)
        raise click.UsageError(told)
    if not os.access(target if target.exists() else folder, os.W_OK):
        raise click.UsageError(tr("{path} cannot be written", path=path))


class _Silent:
    def advance(self) -> None:
        """Nobody watches."""


@contextmanager
def _progress(games: int) -> Iterator[Progress]:
    """A bar on stderr, if that is a terminal."""
    if not sys.stderr.isatty() or games < 2:
        yield _Silent()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(tr("games")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(tr("games"), total=games)

        class Bar:
            def advance(self) -> None:
                bar.advance(task)

        yield Bar()
