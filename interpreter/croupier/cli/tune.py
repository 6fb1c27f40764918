"""`croupier tune`: find option values that meet a goal."""

from __future__ import annotations

from collections.abc import Iterator
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

    from croupier.lab import Goal, Mean, Reason, Setting, Tuned

WIDTH = 80
MARKS = {"met": "✓", "missed": "✗", "open": "?"}
MOST_SHOWN = 12


@click.command(name="tune")
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
@arguments.policy
@arguments.tried
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
    seconds: float, games: int, policy: str, vary: dict[str, tuple[str, ...]], output: Path | None, seed: str | None,
    preset: str | None, options: dict[str, str], limit: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Try option values of RULESET until trials or seconds are used up, then measure the best again on new games.
    Options given with --option stay fixed; safety limits and seat numbers are tried only with --vary. Settings are
    left out if their games do not finish, are cut by a limit, or lack common moves.

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
            seed=start.number, limit=limit, vary=vary or None, told=told,
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
    refused = ntr("{n} refused by the rules", "{n} refused by the rules", len(found.refused))
    click.echo(ntr("{ruleset}, {n} player ({policy}): {tried} tried in {seconds} s, {refused}",
                   "{ruleset}, {n} players ({policy}): {tried} tried in {seconds} s, {refused}",
                   found.players, ruleset=found.ruleset, policy=found.policy, tried=tried, refused=refused,
                   seconds=f"{found.seconds:.1f}"))  # fmt: skip
    for line in _left_out(found):
        click.echo(line)
    for place, setting in enumerate(found.best):
        click.echo()
        click.echo(_judged(tr("Best") if not place else tr("Next"), setting, found))
        words = " ".join(f"--option {name}={word}" for name, word in found.changed(setting).items())
        for line in wrap(words or tr("the default options"), WIDTH - 2, break_on_hyphens=False):
            click.echo(f"  {line}")
        for goal, mean, judged in zip(found.goals, setting.means, setting.judged(found.goals), strict=True):
            click.echo(f"  {MARKS[judged]} {goal.words}: {_told(goal, mean)}")
        if not place:
            for reason in found.reasons:
                for line in wrap(_reason(reason, found), WIDTH - 2, subsequent_indent="  "):
                    click.echo(f"  {line}")
    front = sorted(found.front, key=lambda setting: setting.missed)
    if len(found.goals) > 1 and len(front) > 1:
        click.echo("\n" + tr("The trade-off found by the search:"))
        _table(found, front[:MOST_SHOWN])


def _judged(head: str, setting: Setting, found: Tuned) -> str:
    """Return the head of a setting: whether it meets the goals, by the intervals."""
    if setting.unplayed:
        return tr("{head}: its games are not really played", head=head)
    judged = setting.judged(found.goals)
    if all(each == "met" for each in judged):
        return tr("{head}: all goals met", head=head)
    if "missed" in judged:
        return tr("{head}: not all goals met", head=head)
    return tr("{head}: perhaps all goals met; play more with --games", head=head)


def _left_out(found: Tuned) -> Iterator[str]:
    """Yield the refused settings, the numbers of those left out, and the options left alone."""
    for options, reason in found.refused[:MOST_SHOWN]:
        change = ", ".join(f"{name}={word}" for name, word in options.items())
        yield tr("Refused by the rules: {change}: {reason}", change=change, reason=reason)
    if len(found.refused) > MOST_SHOWN:
        yield tr("and {n} more", n=len(found.refused) - MOST_SHOWN)
    for why, told in (
        ("unfinished", tr("games do not finish")), ("cut", tr("games are ended by a limit")),
        ("moves", tr("common moves are never made")),
    ):  # fmt: skip
        number = sum(setting.unplayed == why for setting in found.tried)
        if number:
            settings = ntr("{n} setting", "{n} settings", number)
            yield tr("{settings} left out: {why}", settings=settings, why=told)
    if found.aside:
        yield tr("left alone: {names}; --vary NAME tries them", names=", ".join(found.aside))


def _reason(reason: Reason, found: Tuned) -> str:
    """Return whether a difference from the defaults matters, and the measures without it."""
    change = tr("{option}={value} (default {usual})", option=reason.option, value=reason.value, usual=reason.usual)
    if not reason.matters:
        return tr("{change}: makes no clear difference to the goals", change=change)
    without = ", ".join(
        f"{goal.measure} {_told(goal, mean)}" for goal, mean in zip(found.goals, reason.without, strict=True)
    )
    return tr("{change}: matters; without it {measures}", change=change, measures=without)


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
