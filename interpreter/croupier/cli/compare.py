"""`croupier compare`: compare two rulesets in play, or each option of one, on the same deals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from croupier.base.language import ntr, tr
from croupier.cli import arguments
from croupier.cli.progress import watching
from croupier.cli.trouble import INTERRUPTED, say_json, tell_left_out

if TYPE_CHECKING:
    from rich.table import Table

    from croupier.lab import Comparison, Effect, Ending, Plan, Screening, Side, What

WIDTH = 80
ABOUT: tuple[What, ...] = ("wins", "length", "ties", "spread", "score", "unfinished")
FOREVER = 1e9
"""The time of a run that is watched, in seconds."""


def _sided(flag: str) -> Callable[[click.Context, click.Parameter, tuple[str, ...]], dict[str, str]]:
    """Return a parser for the options of one side; errors name their flag."""
    return lambda ctx, param, given: arguments.named_values(ctx, param, given, flag)


@click.command(name="compare")
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
@arguments.policy
@click.option(
    "--about",
    type=click.Choice(ABOUT),
    multiple=True,
    help="Measure to compare; may be repeated; default all, but the mean score only for one player; of one ruleset "
    "the length.",
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
    help="Maximum time in seconds; default 5 of play for two rulesets, 60 in all for the options of one.",
)
@arguments.tried
@arguments.watch
@arguments.jobs
@arguments.seed
@arguments.limit
@arguments.as_english_json
@arguments.lang
@click.pass_context
def command(
    ctx: click.Context, first: str, second: str | None, players: int | None, variants: tuple[str, ...],
    with_a: tuple[str, ...], with_b: tuple[str, ...], options: dict[str, str], option_a: dict[str, str],
    option_b: dict[str, str], preset: str | None, preset_a: str | None, preset_b: str | None, policy: str,
    about: tuple[What, ...], margin: float, games: int, seconds: float | None, vary: dict[str, tuple[str, ...]],
    watch: bool, jobs: int, seed: str | None, limit: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Play A and B on the same deals and report differences: who wins, how long games are, how far apart scores are.

    A and B are rulesets or variants, or A twice with options for one side. Without B or such options, every option of A
    is changed in turn, to find those that matter. Game k of both has the same seed, so chance is equal where the rules
    ask for it in the same way. The run stops when every question is answered, or the games or seconds are used up. The
    intervals are simultaneous 95 % confidence sequences, valid at any stopping time.

    \b
    Examples:
      croupier compare my-game.yaml my-house-rule.yaml
      croupier compare my-game.yaml --option-b rounds=9 --players 3
      croupier compare my-game.yaml --with-b my-house-rule.yaml --about wins --margin 1 --seconds 60
      croupier compare my-game.yaml --about length --jobs 4
    """
    from croupier.base.chance import Seed
    from croupier.lab import Side

    start = Seed.parse(seed or "0")
    if start.game:
        raise click.UsageError(tr("a comparison starts at game 0: write --seed {s}", s=start.number))
    a = Side(first, (*variants, *with_a), {**options, **option_a}, preset_a or preset)
    b = Side(second or first, (*variants, *with_b), {**options, **option_b}, preset_b or preset)
    plan: Plan = {
        "policy": policy, "seed": start.number, "games": games, "margin": margin, "about": about or None, "jobs": jobs,
    }  # fmt: skip
    if watch and seconds is not None:
        raise click.UsageError(tr("--watch sets no limit of time: leave out --seconds"))
    if watch or seconds is not None:
        plan["seconds"] = seconds or FOREVER
    if a != b and vary:
        raise click.UsageError(tr("--vary changes the options of one ruleset: leave out B and its options"))
    if a == b and second is not None:
        raise click.UsageError(tr("A and B are the same; name a B, or set a difference with --with-b, --option-b, …"))
    found: Comparison | Screening
    found = _screened(a, players, limit, vary, plan) if a == b else _compared(a, b, players, limit, plan)
    if as_json:
        say_json(found.to_json())
    ended = found.ended == "interrupted" and not watch
    if not as_json:
        for line in _lines(found):
            click.echo(line)
    ctx.exit(INTERRUPTED if ended else 0)


def _compared(a: Side, b: Side, players: int | None, limit: int | None, plan: Plan) -> Comparison:
    from croupier.lab import comparing

    with watching() as show:
        for found in comparing(a, b, players=players, limit=limit, **plan):
            show(partial(_lines, found))
    return found


def _screened(
    side: Side, players: int | None, limit: int | None, vary: Mapping[str, Sequence[str]], plan: Plan
) -> Screening:
    from croupier.lab import screening

    with watching() as show:
        for found in screening(side, players=players, limit=limit, vary=vary or None, **plan):
            show(partial(_lines, found))
    tell_left_out(str(side.ruleset), found.rules.left_out)
    return found


def _lines(found: Comparison | Screening) -> Iterator[str]:
    """Yield the answer: the games, the table, and the findings in words."""
    from croupier.lab import Screening, screened, verdict

    if isinstance(found, Screening):
        yield from _head_of_all(found)
        for at in range(len(found.about)):
            yield from _printed(_effects(found, at))
        yield ""
        sentences, level = screened(found), found.level
        told = tr(
            "Differences are from the rules as they are. The intervals of all changes are simultaneous at {level} % "
            "and valid at any stopping time: at most one such table in twenty contains a wrong interval.",
            level=f"{level:.0%}".rstrip("%"),
        )  # fmt: skip
    else:
        yield from _head(found)
        if found.games:
            yield from _printed(_table(found))
            yield ""
        sentences, level = verdict(found), found.level
        told = tr(
            "Differences are B minus A. The intervals are simultaneous at {level} % and valid at any stopping time.",
            level=f"{level:.0%}".rstrip("%"),
        )  # fmt: skip
    for sentence in sentences:
        yield from wrap(sentence, WIDTH)
    if isinstance(found, Screening) or found.games:
        yield ""
        yield from wrap(told, WIDTH)


def _printed(table: Table) -> list[str]:
    from rich.console import Console

    console = Console(width=WIDTH, highlight=False, emoji=False, markup=False)
    with console.capture() as captured:
        console.print(table)
    return [line.rstrip() for line in captured.get().rstrip().splitlines()]


def _setting(players: int, policy: str, seed: int) -> str:
    return ntr(
        "{n} player ({policy}), seed {seed}", "{n} players ({policy}), seed {seed}", players, policy=policy, seed=seed
    )


def _head_of_all(found: Screening) -> Iterator[str]:
    yield found.ruleset
    yield _setting(found.rules.seats, found.policy, found.seed)
    changes = ntr("{n} change of one option", "{n} changes of one option", len(found.changes))
    pairs = sum(change.games for change in found.changes)
    games = ntr("{n} pair of games", "{n} pairs of games", pairs)
    yield tr("{changes}, {pairs} in {seconds} s: {ended}", changes=changes, pairs=games,
             seconds=f"{found.seconds:.1f}", ended=_ended(found.ended))  # fmt: skip


def _head(found: Comparison) -> Iterator[str]:
    yield f"A: {found.a}"
    yield f"B: {found.b}"
    yield _setting(found.players, found.policy, found.seed)
    pairs = ntr("{n} pair of games", "{n} pairs of games", found.games)
    yield tr("{pairs} in {seconds} s: {ended}", pairs=pairs, seconds=f"{found.seconds:.1f}", ended=_ended(found.ended))


def _ended(how: Ending) -> str:
    return {
        "settled": tr("every question is answered"), "games": tr("all games are played"),
        "seconds": tr("the time is up"), "interrupted": tr("interrupted"), "going": tr("still playing"),
    }[how]  # fmt: skip


def _table(found: Comparison) -> Table:
    from rich.box import SIMPLE
    from rich.table import Table

    from croupier.lab import name_of, shown

    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column("", no_wrap=True)
    for name in ("A", "B", tr("difference"), tr("between"), ""):
        table.add_column(name, justify="left" if not name else "right", no_wrap=True)
    for effect in found.effects:
        table.add_row(name_of(effect), shown(effect.a, effect), shown(effect.b, effect), *_judged(effect))
    return table


def _effects(found: Screening, at: int) -> Table:
    """Return the changes by their effect on one measure, those that differ and the greatest first."""
    from rich.box import SIMPLE
    from rich.table import Table

    from croupier.lab import name_of, shown

    ranked = found.ranked(at)
    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column(name_of(ranked[0][1]), overflow="fold", max_width=34)
    for name in (tr("pairs"), tr("mean"), tr("difference"), tr("between"), ""):
        table.add_column(name, justify="left" if not name else "right", no_wrap=True)
    usual = max(ranked, key=lambda pair: pair[0].games)[1].a
    table.add_row(tr("as it is"), "", shown(usual, ranked[0][1]), "", "", "")
    for change, effect in ranked:
        mean = shown(effect.b, effect)
        named = f"{change.option}: {change.usual} → {change.value}"
        table.add_row(named, f"{change.games:,}", mean, *_judged(effect))
    return table


def _judged(effect: Effect) -> tuple[str, str, str]:
    """Return a difference, its interval and the verdict, for a row."""
    from croupier.lab import unit

    if effect.a is None:
        return "-", "-", tr("open")
    words = {"differs": tr("differs"), "same": tr("same"), "open": tr("open")}
    between = f"{_signed(effect.low)} … {_signed(effect.high)}"
    return f"{_signed(effect.change)} {unit(effect)}".strip(), between, words[effect.verdict]


def _signed(value: float) -> str:
    from croupier.lab import number

    return f"+{number(value)}" if value > 0 else number(value)
