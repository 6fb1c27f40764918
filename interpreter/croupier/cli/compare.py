"""`croupier compare`: compare two rulesets in play, on the same deals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from croupier.base.language import ntr, tr
from croupier.cli import arguments
from croupier.cli.progress import counting
from croupier.cli.trouble import INTERRUPTED, say_json

if TYPE_CHECKING:
    from rich.table import Table

    from croupier.lab import Comparison, What

WIDTH = 80
ABOUT: tuple[What, ...] = ("wins", "length", "ties", "spread", "score", "unfinished")


def _sided(flag: str) -> Callable[[click.Context, click.Parameter, tuple[str, ...]], dict[str, str]]:
    """Return a parser for the options of one side; errors name their flag."""
    return lambda ctx, param, given: arguments.named_values(ctx, param, given, flag)


@click.command(name="compare", short_help="Measure what a house rule changes, on the same deals.")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B", required=False)
@arguments.players
@arguments.variants
@click.option("--with-a", multiple=True, metavar="VARIANT", help="The same for A only.")
@click.option("--with-b", multiple=True, metavar="VARIANT", help="The same for B only.")
@arguments.options
@click.option(
    "--option-a", callback=_sided("--option-a"), multiple=True, metavar="NAME=VALUE", help="The same for A only."
)
@click.option(
    "--option-b", callback=_sided("--option-b"), multiple=True, metavar="NAME=VALUE", help="The same for B only."
)
@arguments.preset
@click.option("--preset-a", metavar="NAME", help="The same for A only.")
@click.option("--preset-b", metavar="NAME", help="The same for B only.")
@click.option(
    "--policy", callback=arguments.who_plays, default="random", metavar="WHO",
    help="Who plays, as for simulate; default random.",
)  # fmt: skip
@click.option(
    "--about",
    type=click.Choice(ABOUT),
    multiple=True,
    help="Measure to compare; may be repeated; default all, but the mean score only for one player.",
)
@click.option(
    "--margin", type=click.FloatRange(0, min_open=True), metavar="P", default=2.0,
    help="Equivalence margin, in percentage points or per cent; default 2.",
)  # fmt: skip
@click.option(
    "--games", type=click.IntRange(1), metavar="K", default=100_000, help="Maximum number of pairs; default 100000."
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    metavar="N",
    default=5.0,
    help="Maximum time in seconds; default 5.",
)
@arguments.seed
@arguments.limit
@arguments.as_english_json
@arguments.lang
@click.pass_context
def command(
    ctx: click.Context, first: str, second: str | None, players: int | None, variants: tuple[str, ...],
    with_a: tuple[str, ...], with_b: tuple[str, ...], options: dict[str, str], option_a: dict[str, str],
    option_b: dict[str, str], preset: str | None, preset_a: str | None, preset_b: str | None, policy: str,
    about: tuple[What, ...], margin: float, games: int, seconds: float, seed: str | None, limit: int | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Play A and B on the same deals and report differences: who wins, how long games are, how far apart scores are.

    A and B are rulesets or variants; without B, A is compared with itself under the options for one side. Game k of
    both has the same seed, so chance is equal where the rules ask for it in the same way. The run stops when every
    question is answered, or the games or seconds are used up. The intervals are simultaneous 95 % confidence
    sequences, valid at any stopping time.

    \b
    Examples:
      croupier compare my-game.yaml my-house-rule.yaml
      croupier compare my-game.yaml --option-b rounds=9 --players 3 --policy greedy
      croupier compare my-game.yaml --with-b my-house-rule.yaml --about wins --margin 1 --seconds 60
    """
    from croupier.base.chance import Seed
    from croupier.lab import Side, compare

    start = Seed.parse(seed or "0")
    if start.game:
        raise click.UsageError(tr("a comparison starts at game 0: write --seed {s}", s=start.number))
    a = Side(first, (*variants, *with_a), {**options, **option_a}, preset_a or preset)
    b = Side(second or first, (*variants, *with_b), {**options, **option_b}, preset_b or preset)
    if a == b:
        raise click.UsageError(tr("A and B are the same; name a B, or set a difference with --with-b, --option-b, …"))
    with counting(tr("pairs of games")) as told:
        found = compare(
            a, b, players=players, policy=policy, seed=start.number, games=games, seconds=seconds, margin=margin,
            about=about or None, limit=limit, told=told,
        )  # fmt: skip
    if as_json:
        say_json(found.to_json())
    else:
        _show(found)
    ctx.exit(INTERRUPTED if found.ended == "interrupted" else 0)


def _show(found: Comparison) -> None:
    from rich.console import Console

    from croupier.lab import verdict

    for line in _head(found):
        click.echo(line)
    if found.games:
        console = Console(width=WIDTH, highlight=False, emoji=False, markup=False)
        with console.capture() as captured:
            console.print(_table(found))
        click.echo("\n".join(line.rstrip() for line in captured.get().rstrip().splitlines()))
        click.echo()
    for sentence in verdict(found):
        for line in wrap(sentence, WIDTH):
            click.echo(line)
    if found.games:
        click.echo()
        level = f"{found.level:.0%}".rstrip("%")
        told = tr(
            "Differences are B minus A. The intervals are simultaneous at {level} % and valid at any stopping time.",
            level=level,
        )  # fmt: skip
        for line in wrap(told, WIDTH):
            click.echo(line)


def _head(found: Comparison) -> Iterator[str]:
    yield f"A: {found.a}"
    yield f"B: {found.b}"
    yield tr("{n} players ({policy}), seed {seed}", n=found.players, policy=found.policy, seed=found.seed)
    pairs = ntr("{n} pair of games", "{n} pairs of games", found.games)
    ended = {
        "settled": tr("every question is answered"), "games": tr("all games are played"),
        "seconds": tr("the time is up"), "interrupted": tr("interrupted"),
    }[found.ended]  # fmt: skip
    yield tr("{pairs} in {seconds} s: {ended}", pairs=pairs, seconds=f"{found.seconds:.1f}", ended=ended)


def _table(found: Comparison) -> Table:
    from rich.box import SIMPLE
    from rich.table import Table

    from croupier.lab import name_of, shown, unit

    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column("", no_wrap=True)
    for name in ("A", "B", tr("difference"), tr("between"), ""):
        table.add_column(name, justify="left" if not name else "right", no_wrap=True)
    words = {"differs": tr("differs"), "same": tr("same"), "open": tr("open")}
    for effect in found.effects:
        between = f"{_signed(effect.low)} … {_signed(effect.high)}"
        change = f"{_signed(effect.change)} {unit(effect)}".strip()
        table.add_row(
            name_of(effect), shown(effect.a, effect), shown(effect.b, effect), change, between, words[effect.verdict]
        )
    return table


def _signed(value: float) -> str:
    from croupier.lab import number

    return f"+{number(value)}" if value > 0 else number(value)
