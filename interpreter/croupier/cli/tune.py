"""`croupier tune`: find option values that meet a goal."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from croupier.base.language import ntr, tr
from croupier.cli import arguments
from croupier.cli.progress import advancing
from croupier.cli.trouble import say_json, tell_left_out

if TYPE_CHECKING:
    from rich.table import Table

    from croupier.lab import Goal, Mean, Setting, Tuned

WIDTH = 80
MOST_SHOWN = 12


@click.command(name="tune", short_help="Find option values that meet a goal.")
@arguments.ruleset
@arguments.variants
@arguments.players
@click.option("--goal", required=True, metavar="GOALS", help="Goals, such as: length 60..90, forced < 30%.")
@click.option(
    "--trials", type=click.IntRange(1), metavar="N", default=40, help="Number of settings to try; default 40."
)
@click.option(
    "--seconds", type=click.FloatRange(0, min_open=True), metavar="N", default=60.0,
    help="Maximum time in seconds to start a new setting; default 60.",
)  # fmt: skip
@click.option("--games", type=click.IntRange(10), metavar="K", default=100, help="Games per setting; default 100.")
@click.option(
    "--policy", callback=arguments.who_plays, default="random", metavar="WHO",
    help="Who plays, as for simulate; default random.",
)  # fmt: skip
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Draw the first two goals (SVG).")
@arguments.seed
@arguments.preset
@arguments.options
@arguments.limit
@arguments.as_english_json
@arguments.lang
@click.pass_context
def command(
    ctx: click.Context, ruleset: str, variants: tuple[str, ...], players: int | None, goal: str, trials: int,
    seconds: float, games: int, policy: str, output: Path | None, seed: str | None, preset: str | None,
    options: dict[str, str], limit: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Try option values of RULESET until trials or seconds are used up, then measure the best again on new games.
    Options given with --option stay fixed.

    A goal is a measure and its target: `length 60..90`, `seat_advantage < 3%`, `lead_changes > 2`; separate several
    with commas. Measures: length, turns, minutes, spread, score, lead_changes, options, stuck, cut, and shares:
    first_player, seat_advantage, ties, known_from, forced, unfinished. Needs the extra `lab`.

    \b
    Examples:
      croupier tune my-game.yaml --goal "length 60..90"
      croupier tune my-game.yaml --players 4 --goal "minutes 15..25, seat_advantage < 3%" --trials 100 --seconds 300
    """
    from croupier.base.chance import Seed
    from croupier.lab import Side, goals, trade_off, tune
    from croupier.lab.plots import needs_matplotlib

    wanted = goals(goal)
    start = Seed.parse(seed or "0")
    if start.game:
        raise click.UsageError(tr("a search starts at game 0: write --seed {s}", s=start.number))
    if output is not None:
        if len(wanted) < 2:
            raise click.UsageError(tr("-o draws two goals against each other; give two goals"))
        arguments.writable(output)
        needs_matplotlib()
    side = Side(ruleset, variants, options, preset)
    with advancing(tr("settings"), trials) as told:
        found = tune(
            side, wanted, players=players, policy=policy, trials=trials, seconds=seconds, games=games,
            seed=start.number, limit=limit, told=told,
        )  # fmt: skip
    tell_left_out(ruleset, side.load(players, limit).left_out)
    if output is not None:
        from croupier.base.files import write

        write(output, trade_off(found))
    if as_json:
        say_json(found.to_json())
    else:
        _show(found)


def _show(found: Tuned) -> None:
    tried = ntr("{n} setting", "{n} settings", len(found.tried))
    refused = ntr("{n} refused by the rules", "{n} refused by the rules", found.refused)
    click.echo(tr("{ruleset}, {n} players: {tried} tried in {seconds} s, {refused}",
                  ruleset=found.ruleset, n=found.players, tried=tried, refused=refused,
                  seconds=f"{found.seconds:.1f}"))  # fmt: skip
    for place, setting in enumerate(found.best):
        met = all(missed == 0 for missed in setting.missed)
        head = tr("Best") if not place else tr("Next")
        words = " ".join(f"--option {name}={word}" for name, word in setting.options.items())
        click.echo()
        click.echo(tr("{head}: all goals met", head=head) if met else tr("{head}: not all goals met", head=head))
        for line in wrap(words, WIDTH - 2, break_on_hyphens=False):
            click.echo(f"  {line}")
        for goal, mean, missed in zip(found.goals, setting.means, setting.missed, strict=True):
            click.echo(f"  {'✓' if not missed else '✗'} {goal.words}: {_told(goal, mean)}")
    front = sorted(found.front, key=lambda setting: setting.missed)
    if len(found.goals) > 1 and len(front) > 1:
        click.echo("\n" + tr("The trade-off found by the search:"))
        _table(found, front[:MOST_SHOWN])


def _told(goal: Goal, mean: Mean | None) -> str:
    from croupier.lab import SHARES

    if mean is None:
        return tr("this measure does not apply to this game")
    if goal.measure in SHARES:
        return tr("{mean}, between {low} and {high}", mean=f"{mean.mean:.1%}", low=f"{mean.low:.1%}",
                  high=f"{mean.high:.1%}")  # fmt: skip
    return tr("{mean}, between {low} and {high}", mean=f"{mean.mean:.1f}", low=f"{mean.low:.1f}",
              high=f"{mean.high:.1f}")  # fmt: skip


def _table(found: Tuned, front: list[Setting]) -> None:
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    from croupier.lab import SHARES

    table: Table = Table(box=SIMPLE, pad_edge=False)
    for goal in found.goals:
        table.add_column(goal.measure, justify="right", no_wrap=True)
    differ = [name for name in front[0].options if len({setting.options[name] for setting in front}) > 1]
    table.add_column(", ".join(differ), overflow="fold")
    for setting in front:
        means = [
            "-" if mean is None else f"{mean.mean:.1%}" if goal.measure in SHARES else f"{mean.mean:.1f}"
            for goal, mean in zip(found.goals, setting.means, strict=True)
        ]
        table.add_row(*means, ", ".join(setting.options[name] for name in differ))
    console = Console(width=WIDTH, highlight=False, emoji=False, markup=False)
    with console.capture() as captured:
        console.print(table)
    click.echo("\n".join(line.rstrip() for line in captured.get().rstrip().splitlines()))
