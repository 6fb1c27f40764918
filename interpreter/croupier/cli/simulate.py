"""`croupier simulate`: play many games without people, and sum them up."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.base.language import tr
from croupier.cli import arguments
from croupier.cli.progress import advancing
from croupier.cli.trouble import INTERRUPTED, complain, say_json, tell, tell_left_out

if TYPE_CHECKING:
    from croupier.base.chance import Seed
    from croupier.base.faults import CroupierError
    from croupier.simulate import Ledger, On, Sums
    from croupier.table.game import Rules

ENGINES = ("best", "reference", "python", "c")
MOST_JOBS = 64


def at_a_terminal() -> bool:
    """Return whether stdout is a terminal, for bars."""
    return sys.stdout.isatty()


@click.command(name="simulate")
@arguments.ruleset
@arguments.variants
@arguments.players
@click.option(
    "--games", type=click.IntRange(1), metavar="K", help="Number of games; default 100, or 1 with --seed S:k."
)
@click.option(
    "--policy", callback=arguments.who_plays, default="random", metavar="WHO",
    help="Who plays: random, greedy, search, search:400, search:0.3s, module:Class; default random.",
)  # fmt: skip
@arguments.seats
@arguments.seed
@arguments.preset
@arguments.options
@arguments.limit
@click.option("--jobs", type=click.IntRange(1, MOST_JOBS), metavar="N", help="Number of processes; default 1.")
@click.option("--cluster", metavar="KIND:ADDRESS", help="Cluster to use: dask:ADDRESS or ray:ADDRESS.")
@click.option(
    "--engine",
    type=click.Choice(ENGINES),
    default="best",
    help="Engine to use; default best, the fastest available. The games are the same on each.",
)
@arguments.as_english_json
@arguments.vary
@click.option("--csv", "table", type=click.Path(path_type=Path), metavar="FILE", help="Also write one row per game.")
@click.option(
    "--histogram/--no-histogram",
    default=None,
    help="Draw histograms of lengths and scores; default at a terminal.",
)
@click.option(
    "--resume",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Save results to FILE, and continue from it.",
)
@arguments.lang
@click.pass_context
def command(
    ctx: click.Context, ruleset: str, variants: tuple[str, ...], players: int | None, games: int | None, policy: str,
    seats: dict[int, str], seed: str | None, preset: str | None, options: dict[str, str], limit: int | None,
    jobs: int | None, cluster: str | None, engine: On, as_json: bool, vary: dict[str, tuple[str, ...]],
    table: Path | None, histogram: bool | None, resume: Path | None,
) -> None:  # fmt: skip
    """Play K games of RULESET and report wins, lengths and scores.

    With --seed S (default 0) the games are S:0, S:1, …; with S:k they start at game k. Different policies rotate
    seats from game to game, so that none profits from its seat. --jobs plays the same games in several processes,
    --cluster on the machines of a cluster. Ctrl-C, or a fault of the rules, ends the run and prints the results so
    far; with --resume the same command continues from there.

    --vary plays the same games for each value of an option, of players or of policy, or for every combination if
    repeated, and prints one row for each.

    \b
    Examples:
      croupier simulate my-game.yaml --players 3 --games 1000 --jobs 4
      croupier simulate my-game.yaml --seat 1=greedy --option rounds=5
      croupier simulate my-game.yaml --seed 7:12 --json
      croupier simulate my-game.yaml --vary rounds=5,9 --vary players=2,3,4
    """
    from croupier.base.chance import Seed
    from croupier.base.faults import RulesFault
    from croupier.simulate import Sums, ledger_of
    from croupier.table.game import load

    start = Seed.parse(seed or "0")
    number = games or (1 if seed is not None and ":" in seed else 100)
    if jobs is not None and cluster is not None:
        raise click.UsageError(tr("--jobs cannot be combined with --cluster: the cluster sets the number of processes"))
    where = cluster or jobs or 1
    if resume is not None and (vary or table is not None):
        raise click.UsageError(tr("--resume cannot be combined with --csv or --vary: it saves the sums of one setting"))
    if vary:
        if table is not None:
            raise click.UsageError(tr("--csv cannot be combined with --vary: it writes the games of one setting"))
        from croupier.cli.vary import Comparison, compare_settings

        asked = Comparison(
            ruleset, variants, players, preset, options, limit, policy, seats, start, number, where, engine
        )
        ctx.exit(compare_settings(asked, vary, as_json=as_json))
    rules = load(ruleset, players, options, variants=variants, preset=preset, limit=limit)
    tell_left_out(ruleset, rules.left_out)
    arguments.seated(rules.seats, seats)
    ledger = None if resume is None else ledger_of(resume, rules, start, policy, seats or None)
    sums = Sums(rules.seats, keep=table is not None) if ledger is None else ledger.sums
    run = Run(rules, start, number, policy, seats, where, engine, sums, ledger)
    if table is not None:
        arguments.writable(table)
    with advancing(tr("games"), run.games, sums.games) as advance:
        run.play(advance)
    report = sums.report(rules, run.seed.number, first=run.seed.game) if sums.games else None
    if as_json:
        told = {"ruleset": rules.name, "games": 0} if report is None else report.to_json()
        fault = run.stopped.to_json() if isinstance(run.stopped, RulesFault) else None
        say_json({**told, "fault": fault})
    elif report is not None:
        from croupier.cli.summary import show_report

        show_report(report, run.games, histogram=at_a_terminal() if histogram is None else histogram)
    if report is not None and table is not None:
        report.write_csv(table)
    if ledger is not None and ledger.refused is not None:
        ctx.exit(tell(ledger.refused))
    if run.stopped is not None:
        ctx.exit(tell(run.stopped))
    if run.interrupted and report is None:
        complain(tr("interrupted before the first game was over"))
    ctx.exit(INTERRUPTED if run.interrupted else 0)


@dataclass
class Run:
    """Games to be played, and the sums of those that have been."""

    rules: Rules
    seed: Seed
    games: int
    policy: str
    seats: Mapping[int, str]
    jobs: int | str
    engine: On
    sums: Sums
    ledger: Ledger | None
    interrupted: bool = False
    stopped: CroupierError | None = None

    def play(self, advance: Callable[[int], None]) -> None:
        """Play them, until the last, Ctrl-C, a fault of the rules, or the end of what plays them."""
        from croupier.base.faults import CroupierError
        from croupier.simulate import add_games

        played = add_games(
            self.sums, self.rules, self.games, self.seed, self.policy, self.seats or None, jobs=self.jobs,
            engine=self.engine, ledger=self.ledger,
        )  # fmt: skip
        try:
            for more in played:
                advance(more)
        except KeyboardInterrupt:
            self.interrupted = True
        except CroupierError as error:
            self.stopped = error
