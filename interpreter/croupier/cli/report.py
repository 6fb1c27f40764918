"""`croupier report`: describe a game at one table, in sentences, as a table, or as a page with plots."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from croupier.base.language import ntr, tr
from croupier.cli import arguments
from croupier.cli.progress import counting
from croupier.cli.trouble import say_json, tell_left_out

if TYPE_CHECKING:
    from rich.table import Table

    from croupier.lab import Ladder, Survey

WIDTH = 80


@click.command(name="report", short_help="Report on a game for its designer, with plots.")
@arguments.ruleset
@arguments.variants
@arguments.players
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write an HTML page with plots.")
@click.option(
    "--policy", callback=arguments.who_plays, default="greedy", metavar="WHO",
    help="Who plays, as for simulate; default greedy.",
)  # fmt: skip
@click.option("--games", type=click.IntRange(1), metavar="K", default=300, help="Maximum number of games; default 300.")
@click.option(
    "--seconds", type=click.FloatRange(0, min_open=True), metavar="N", default=10.0,
    help="Maximum time in seconds for each part; default 10.",
)  # fmt: skip
@click.option(
    "--ladder", "players_by_name", metavar="WHO,WHO,…", default="random,greedy",
    help="Players to compare with each other, weakest first; default random,greedy.",
)  # fmt: skip
@click.option("--no-ladder", is_flag=True, help="Skip the comparison of players.")
@arguments.seed
@arguments.preset
@arguments.options
@arguments.limit
@arguments.as_english_json
@arguments.lang
@click.pass_context
def command(
    ctx: click.Context, ruleset: str, variants: tuple[str, ...], players: int | None, output: Path | None, policy: str,
    games: int, seconds: float, players_by_name: str, no_ladder: bool, seed: str | None, preset: str | None,
    options: dict[str, str], limit: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Play RULESET and report on its design: advantages of seats, lengths of games, when they are decided, whether
    there are real choices, whether skill pays, which moves are never made.

    With -o the report is written to one self-contained HTML page with plots; plots need the extra `lab`.
    docs/reference/measures.md explains the measures.

    \b
    Examples:
      croupier report my-game.yaml --players 4
      croupier report my-game.yaml --option rounds=5 -o my-game.html
      croupier report my-game.yaml --games 1000 --seconds 60 --json
    """
    from croupier.base.chance import Seed
    from croupier.base.files import write
    from croupier.lab import Side, count_fired, ladder, page, survey
    from croupier.lab.plots import needs_matplotlib

    if output is not None:
        arguments.writable(output)
        needs_matplotlib()
    start = Seed.parse(seed or "0")
    if start.game:
        raise click.UsageError(tr("a report starts at game 0: write --seed {s}", s=start.number))
    names = [arguments.who_plays(ctx, _ladder(ctx), name.strip()) for name in players_by_name.split(",")]
    side = Side(ruleset, variants, options, preset)
    rules = side.load(players, limit)
    tell_left_out(ruleset, rules.left_out)
    skill: Ladder | None = None
    games_played = itertools.count(1)
    with counting(tr("games")) as counted:

        def told() -> None:
            counted(next(games_played))

        found = survey(rules, policy=policy, games=games, seconds=seconds, seed=start.number, told=told)
        count_fired(found, seconds)
        if rules.program.sides > 1 and not no_ladder:
            skill = ladder(rules, names, seconds=seconds / 2, seed=start.number, told=told)
    if output is not None:
        again = " ".join(["croupier", "report", *_again(ctx)])
        write(output, page(found, skill, side.label, again))
    if as_json:
        ladder_rows = None if skill is None else skill.rows()
        say_json({**found.to_json(), "ladder": ladder_rows})
    elif output is not None:
        click.echo(tr("{path}: {games}", path=output, games=ntr("{n} game", "{n} games", found.games)))
    else:
        _show(found, skill, side.label)


def _ladder(ctx: click.Context) -> click.Parameter:
    return next(param for param in ctx.command.params if param.name == "players_by_name")


def _again(ctx: click.Context) -> Iterator[str]:
    """Yield the words that make the same page."""
    for param in ctx.command.params:
        value = ctx.params.get(param.name or "")
        if isinstance(param, click.Argument):
            yield str(value)
        elif param.name in ("output", "as_json") or value in (None, (), {}, False) or value == param.default:
            continue
        else:
            flag = max(param.opts, key=len)
            values = [f"{name}={each}" for name, each in value.items()] if isinstance(value, dict) else value
            for each in values if isinstance(values, list | tuple) else [values]:
                yield flag if each is True else f"{flag} {each}"


def _show(found: Survey, skill: Ladder | None, label: str) -> None:
    from rich.console import Console

    from croupier.lab import sentences

    click.echo(tr("{ruleset}, {n} players ({policies}), seed {seed}",
                  ruleset=label, n=found.rules.seats, policies=found.policy, seed=found.seed))  # fmt: skip
    click.echo(ntr("{n} game", "{n} games", found.games) + "\n")
    for sentence in sentences(found, skill):
        for line in wrap(sentence, WIDTH):
            click.echo(line)
    console = Console(width=WIDTH, highlight=False, emoji=False, markup=False)
    with console.capture() as captured:
        console.print(_table(found))
    click.echo("\n".join(line.rstrip() for line in captured.get().rstrip().splitlines()))
    if found.games < 30:
        click.echo(tr("few games: the intervals are rough; play more with --seconds and --games"), err=True)


def _table(found: Survey) -> Table:
    from rich.box import SIMPLE
    from rich.table import Table

    from croupier.lab import measure_rows

    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column("", max_width=44)
    table.add_column(tr("mean"), justify="right", no_wrap=True)
    table.add_column(tr("95 % interval"), justify="right", no_wrap=True)
    for row in measure_rows(found):
        table.add_row(*row)
    return table
