"""Simulate one ruleset under several settings, and compare them in a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from croupier.base.language import ntr, tr
from croupier.base.notes import NOTES
from croupier.cli import arguments
from croupier.cli.progress import advancing
from croupier.cli.trouble import INTERRUPTED, complain, say_json, tell, tell_left_out

if TYPE_CHECKING:
    from rich.table import Table

    from croupier.base.chance import Seed
    from croupier.base.faults import CroupierError
    from croupier.simulate import Compared, On, Setting, Spread

WIDTH = 100


@dataclass(frozen=True, slots=True)
class Comparison:
    """The arguments that all rows share."""

    ruleset: str
    variants: tuple[str, ...]
    players: int | None
    preset: str | None
    options: Mapping[str, str]
    limit: int | None
    policy: str
    seats: dict[int, str]
    seed: Seed
    games: int
    jobs: int | str = 1
    engine: On = "best"


def compare_settings(asked: Comparison, vary: Mapping[str, tuple[str, ...]], *, as_json: bool) -> int:
    """Play every setting, show a row for each, and return the exit status."""
    from croupier.base.faults import RulesFault
    from croupier.simulate import settings

    rows, refused = settings(
        asked.ruleset, vary, asked.players, asked.options, variants=asked.variants, preset=asked.preset,
        policy=asked.policy, limit=asked.limit,
    )  # fmt: skip
    if rows:
        tell_left_out(asked.ruleset, rows[0].rules.left_out)
    for setting in rows:
        arguments.seated(setting.rules.seats, asked.seats)
    found, stopped = _played(asked, rows)
    for row in found:
        NOTES.handed.update(row.report.handed)
    fault = stopped if isinstance(stopped, Exception) else None
    at_fault = fault.to_json() if isinstance(fault, RulesFault) else None
    if as_json:
        seed = str(asked.seed) if asked.seed.game else asked.seed.number
        told = {
            "ruleset": arguments.named(asked.ruleset, asked.variants),
            "seed": seed,
            "games": asked.games,
            "vary": {name: list(values) for name, values in vary.items()},
            "rows": [row.to_json() for row in found],
            "refused": [{"vary": varied, "reason": reason} for varied, reason in refused],
            "fault": at_fault,
        }
        say_json(told)
    elif found:
        _show(asked, list(vary), found, refused)
    if fault is not None:
        return tell(fault)
    if stopped is not None:
        if not found:
            complain(tr("interrupted before the first game was over"))
        return INTERRUPTED
    return 0


def _played(
    asked: Comparison, rows: Sequence[Setting]
) -> tuple[list[Compared], KeyboardInterrupt | CroupierError | None]:
    """Return the same games under each setting, and what ended the run before the last, if anything did."""
    from croupier.simulate import play_rows

    number, first = asked.seed.number, asked.seed.game
    with advancing(tr("games"), asked.games * len(rows)) as tick:
        seats, jobs, engine = asked.seats or None, asked.jobs, asked.engine
        return play_rows(rows, asked.games, number, seats, first=first, jobs=jobs, engine=engine, tick=tick)


# ---------------------------------------------------------------- the table


def _show(
    asked: Comparison, names: list[str], found: Sequence[Compared], refused: Sequence[tuple[dict[str, str], str]]
) -> None:
    """Show the rows, and under them the refused settings."""
    from rich.console import Console

    seconds = sum(row.report.seconds for row in found)
    games = sum(row.report.games for row in found)
    name = arguments.named(asked.ruleset, asked.variants)
    click.echo(tr("{ruleset}, {n} games a row, seed {seed}", ruleset=name, n=asked.games, seed=asked.seed))
    counted, each = ntr("{n} game", "{n} games", games), f"{seconds / games * 1000:.1f}"
    click.echo(tr("{games} in {seconds} s ({each} ms each)", games=counted, seconds=f"{seconds:.1f}", each=each))
    console = Console(width=WIDTH, highlight=False, emoji=False, markup=False)
    with console.capture() as captured:
        console.print(_table(asked, names, found))
    click.echo("\n".join(line.rstrip() for line in captured.get().rstrip().splitlines()))
    click.echo()
    for line in wrap(_legend(), WIDTH):
        click.echo(line)
    for varied, reason in refused:
        where = ", ".join(f"{name}={word}" for name, word in varied.items())
        for line in wrap(
            tr("not played: {setting}: {reason}", setting=where, reason=reason), WIDTH, subsequent_indent="  "
        ):
            click.echo(line)


def _legend() -> str:
    return tr(
        "ended: games that reached their end. Decisions, rounds and scores are medians, scores with "
        "quartiles. 1st: share of wins of the first player, with the 95 % interval."
    )


def _table(asked: Comparison, names: list[str], found: Sequence[Compared]) -> Table:
    from rich.box import SIMPLE
    from rich.table import Table

    table = Table(box=SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
    for name in names:
        table.add_column(name, overflow="fold", min_width=min(len(name), 12))
    stages = {row.stage for row in found}
    rounds = stages.pop() if len(stages) == 1 else tr("rounds")
    columns = [tr("ended"), tr("decisions"), *([rounds] if rounds else []), tr("winner"), tr("others"), tr("1st")]
    columns += [tr("cut"), tr("stuck")]
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    for row in found:
        report = row.report
        played = (
            f"{report.finished}" if report.games == asked.games else tr("{k} of {n}", k=report.finished, n=report.games)
        )
        cells = [played, _number(row.length.median if row.length else None), *([_number(row.rounds)] if rounds else [])]
        cells += [_spread(row.winner), _spread(row.others), _share(row), str(report.cut_rounds), str(report.stuck)]
        table.add_row(*(row.varied[name] for name in names), *cells)
    return table


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}" if abs(value) >= 10 else f"{value:.3g}"


def _spread(spread: Spread | None) -> str:
    """Return a median with its quartiles as text: `31 25..40`."""
    if spread is None:
        return "-"
    return f"{_number(spread.median)} {_number(spread.low)}..{_number(spread.high)}"


def _share(row: Compared) -> str:
    """Return a share with its interval as text: `20% 6..51%`."""
    share = row.first
    return f"{share.wins / share.games:.0%} {share.low * 100:.0f}..{share.high:.0%}" if share.games else "-"
