"""`croupier report`: describe a game at one table, in sentences, as a table, or as a page with plots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from croupier.base.language import ntr, tr
from croupier.cli import arguments
from croupier.cli.progress import watching
from croupier.cli.trouble import say_json, tell_left_out

if TYPE_CHECKING:
    from rich.table import Table

    from croupier.lab import Ladder, Mean, Survey
    from croupier.table.game import Rules

WIDTH = 80


@click.command(name="report")
@arguments.ruleset
@arguments.variants
@arguments.players
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write an HTML page with plots.")
@arguments.policy
@click.option("--games", type=click.IntRange(1), metavar="K", default=300, help="Maximum number of games; default 300.")
@click.option(
    "--seconds", type=click.FloatRange(0, min_open=True), metavar="N", default=8.0,
    help="Maximum time in seconds; default 8.",
)  # fmt: skip
@arguments.watch
@click.option(
    "--against", type=click.Path(path_type=Path, exists=True, dir_okay=False), metavar="FILE",
    help="Compare with an earlier report: a page, or what --json printed.",
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
    games: int, seconds: float, watch: bool, against: Path | None, players_by_name: str, no_ladder: bool,
    seed: str | None, preset: str | None, options: dict[str, str], limit: int | None, as_json: bool,
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
    from croupier.lab import Side, earlier, page
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
    before = None if against is None else earlier(against.read_text(encoding="utf-8", errors="replace"))
    parts = Parts(rules, policy, start.number, names if rules.program.sides > 1 and not no_ladder else [])
    with watching() as show:
        for _ in parts.play(seconds, games, forever=watch):
            show(partial(_lines, parts.found, parts.skill, side.label, before))
    found, skill = parts.found, parts.skill
    if output is not None:
        again = " ".join(["croupier", "report", *_again(ctx)])
        write(output, page(found, skill, side.label, again, before))
    if as_json:
        ladder_rows = None if skill is None else skill.rows()
        say_json({**found.to_json(), "ladder": ladder_rows})
    elif output is not None:
        click.echo(tr("{path}: {games}", path=output, games=ntr("{n} game", "{n} games", found.games)))
    else:
        for line in _lines(found, skill, side.label, before):
            click.echo(line)
        if watch:
            told = tr("The intervals assume a number of games chosen beforehand: do not stop when you like them.")
            click.echo("\n".join(wrap(told, WIDTH)))
        if found.games < 30:
            click.echo(tr("few games: the intervals are rough; play more with --seconds and --games"), err=True)


class Parts:
    """The parts of a report: the survey, what fires in its games, and the ladder. Each answer is made of more games."""

    def __init__(self, rules: Rules, policy: str, seed: int, names: Sequence[str]) -> None:
        self.rules, self.policy, self.seed, self.names = rules, policy, seed, names
        self.found: Survey
        self.skill: Ladder | None = None

    def play(self, seconds: float, games: int, *, forever: bool) -> Iterator[None]:
        """Yield after each answer; `forever`: go on with twice the time and games until Ctrl-C."""
        from croupier.lab import count_fired, ladder, survey

        self.found = survey(self.rules, policy=self.policy, games=games, seconds=seconds / 8, seed=self.seed, soon=True)
        yield
        while True:
            try:
                found = survey(self.rules, policy=self.policy, games=games, seconds=seconds / 2, seed=self.seed)
                count_fired(found, seconds / 4)
                self.found = found
                yield
                if self.names:
                    self.skill = ladder(self.rules, self.names, seconds=seconds / 4 / max(1, len(self.names) - 1),
                                        seed=self.seed)  # fmt: skip
            except KeyboardInterrupt:
                if not forever:
                    raise
                return
            yield
            if not forever:
                return
            seconds, games = 2 * seconds, 2 * games


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


def _lines(found: Survey, skill: Ladder | None, label: str, before: Mapping[str, Mean] | None) -> Iterator[str]:
    """Yield the report: who played, the findings in words, and the measures."""
    from rich.console import Console

    from croupier.lab import sentences

    yield ntr("{ruleset}, {n} player ({policies}), seed {seed}", "{ruleset}, {n} players ({policies}), seed {seed}",
              found.rules.seats, ruleset=label, policies=found.policy, seed=found.seed)  # fmt: skip
    yield ntr("{n} game", "{n} games", found.games) + "\n"
    for sentence in sentences(found, skill):
        yield from wrap(sentence, WIDTH)
    console = Console(width=WIDTH, highlight=False, emoji=False, markup=False)
    with console.capture() as captured:
        console.print(_table(found, before))
    yield from (line.rstrip() for line in captured.get().rstrip().splitlines())


def _table(found: Survey, before: Mapping[str, Mean] | None) -> Table:
    from rich.box import SIMPLE
    from rich.table import Table

    from croupier.lab import measure_heads, measure_rows

    table = Table(box=SIMPLE, pad_edge=False)
    for at, name in enumerate(measure_heads(before)):
        table.add_column(name, max_width=None if at else 44 if before is None else 28,
                         justify="right" if at else "left", no_wrap=at > 0)  # fmt: skip
    for row in measure_rows(found, before):
        table.add_row(*row)
    return table
