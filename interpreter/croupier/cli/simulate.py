"""`croupier simulate`: many games by players that decide without a person, and what came of them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import click

from croupier.cli import arguments
from croupier.cli.trouble import INTERRUPTED

if TYPE_CHECKING:
    from croupier.chance import Seed
    from croupier.game import Rules
    from croupier.simulate import GameResult

POLICIES = ("random", "greedy")


@click.command(name="simulate", short_help="Play many games and sum them up.")
@arguments.ruleset
@arguments.of_a_game
@click.option("--games", type=click.IntRange(1), metavar="K", help="How many games; default 100, or 1 with --seed S:k.")
@click.option("--policy", type=click.Choice(POLICIES), default="random", help="Who decides; default random.")
@click.option(
    "--seat", "seats", type=arguments.Seat(*POLICIES), multiple=True, metavar="K=POLICY",
    help="Another policy for seat K, from 1; policies then move one seat on from game to game.",
)  # fmt: skip
@click.option("--seed", type=arguments.SeedText(), default="0", metavar="S", help="Games S:0, S:1, …; S:k replays game k.")
@click.option("--csv", "table", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Also write a row a game.")
@arguments.as_json
@click.pass_context
def command(
    ctx: click.Context, ruleset: str, players: int | None, options: tuple[tuple[str, str], ...], limit: int | None,
    games: int | None, policy: str, seats: tuple[tuple[int, str], ...], seed: str, table: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Play K games of RULESET and say who wins how often, how long they take, and what is scored.

    The same seed gives the same games; Ctrl-C ends the run and sums up the games played so far.

    \b
    Examples:
      croupier simulate my-game.yaml --players 3 --games 1000
      croupier simulate my-game.yaml --seat 1=greedy --option rounds=5
      croupier simulate my-game.yaml --seed 7:12 --json
    """
    from croupier.chance import Seed
    from croupier.game import load
    from croupier.simulate import sum_up

    rules = load(ruleset, players, arguments.once_each("--option", options), limit=limit)
    run = Run(rules, Seed.parse(seed), games or (1 if ":" in seed else 100), policy, arguments.seats_at(rules.seats, seats))
    if table is not None:
        _writable(table)
    with _progress(run.games) as progress:
        run.play(progress)
    if run.results:
        report = sum_up(rules, run.seed.number, run.results, first=run.seed.game)
        if as_json:
            click.echo(json.dumps(report.to_json(), ensure_ascii=False))
        else:
            from croupier.cli.report import show_report

            show_report(report, run.games)
        if table is not None:
            report.write_csv(table)
    ctx.exit(INTERRUPTED if run.interrupted else 0)


class Progress(Protocol):
    """Told of every game that ends."""

    def advance(self) -> None: ...


@dataclass
class Run:
    """Games to be played, and those that have been."""

    rules: Rules
    seed: Seed
    games: int
    policy: str
    seats: Mapping[int, str]
    results: list[GameResult] = field(default_factory=list)
    interrupted: bool = False

    def play(self, progress: Progress) -> None:
        """Play them, until the last or Ctrl-C."""
        from croupier.faults import RulesFault
        from croupier.simulate import play_games

        played = play_games(self.rules, self.games, self.seed.number, self.policy, self.seats or None, first=self.seed.game)
        try:
            for result in played:
                self.results.append(result)
                progress.advance()
        except KeyboardInterrupt:
            self.interrupted = True
        except RulesFault as fault:
            number = self.seed.game + len(self.results)
            raise RulesFault(f"{fault} (game {self.seed.number}:{number})") from fault


def _writable(path: Path) -> None:
    """OSError now, rather than when all games are played, if the file cannot be written."""
    import errno
    import os

    target = path.resolve()
    beside = target if target.exists() else target.parent
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(target.parent))
    if not os.access(beside, os.W_OK) or not os.access(target.parent, os.X_OK):
        raise PermissionError(errno.EACCES, "it cannot be written", str(path))


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

    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)

        class Bar:
            def advance(self) -> None:
                bar.advance(task)

        yield Bar()
