"""Tables of a report on simulated games, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import click
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from croupier.base.language import ntr, tr
from croupier.base.notes import told as told_of

if TYPE_CHECKING:
    from croupier.simulate import Report, Share

MOST = 12
"""The maximum number of bars."""
LONGEST = 40
FEW = 0.02
"""Such a part of all is not worth bars of its own."""
PARTS = " ▏▎▍▌▋▊▉"
"""Nothing to seven eighths of a block."""


def bars(counts: Mapping[int, int]) -> Iterator[str]:
    """Yield a line for each stretch of numbers, all of one length, which is 1, 2 or 5 times a power of ten.

    The few that are greatest share the last.
    """
    if not counts:
        return
    low, high, many = min(counts), _most(counts), sum(counts.values())
    step = next(size for size in _sizes() if high // size - low // size < MOST)
    last = high // step
    heights = dict.fromkeys(range(low // step, last + 1), 0)
    for number, times in counts.items():
        heights[min(number // step, last)] += times
    names = {at: str(at * step) if step == 1 else f"{at * step}-{(at + 1) * step - 1}" for at in heights}
    if max(counts) // step > last:
        names[last] = f"{last * step}+"
    wide, top = max(map(len, names.values())), max(heights.values())
    for at, times in heights.items():
        eighths = round(8 * LONGEST * times / top) or (1 if times else 0)
        bar = "█" * (eighths // 8) + PARTS[eighths % 8].strip()
        yield f" {names[at]:>{wide}}  {bar:<{LONGEST}} {times:>{len(str(top))}}  {times / many:>6.1%}".rstrip()


def _most(counts: Mapping[int, int]) -> int:
    """Return the number that so few exceed."""
    left = sum(counts.values()) * FEW
    for number in sorted(counts, reverse=True):
        left -= counts[number]
        if left < 0:
            return number
    return max(counts)


def _sizes() -> Iterator[int]:
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def show_report(report: Report, wanted: int, *, histogram: bool = False) -> None:
    """Print the result of a run of games: by seat, by order of first turn, and by policy if they differ.

    With `histogram`, the distributions of decisions and scores as bars.
    """
    console = Console(highlight=False, emoji=False, markup=False)
    with console.capture() as captured:
        for line in _head(report, wanted):
            console.print(line)
        if report.together:
            console.print(_of_the_table(report))
        else:
            console.print(_by_seat(report))
            console.print(_by_order(report))
        if len(report.policies) > 1:
            console.print(_by_policy(report))
    text = "\n".join(line.rstrip() for line in captured.get().splitlines())
    click.echo(text.replace("\n\n\n", "\n\n"))
    if histogram:
        for title, counts in ((tr("decisions"), report.lengths), (tr("scores"), report.points)):
            click.echo("\n".join(["", f" {title}", *bars(counts)]))


def _head(report: Report, wanted: int) -> list[str]:
    options = ", ".join(f"{name}={spelled(value)}" for name, value in report.options.items())
    counted = ntr("{n} game", "{n} games", report.games)
    if report.games < wanted:
        counted = tr("{k} of {n} games", k=report.games, n=wanted)
    seed = f"{report.seed}:{report.first}" if report.first else str(report.seed)
    each = f"{report.seconds / report.games * 1000:.1f}"
    mean, middle, late = report.length
    setting = ntr(
        "{ruleset}, {n} player ({policies}), seed {seed}", "{ruleset}, {n} players ({policies}), seed {seed}",
        report.players, ruleset=report.ruleset, policies=", ".join(report.who), seed=seed,
    )  # fmt: skip
    length = tr(
        "decisions in a game: mean {mean}, median {median}, 95 % within {late}",
        mean=f"{mean:.1f}", median=f"{middle:g}", late=late,
    )  # fmt: skip
    lines = [
        setting,
        *([options] if options else []),
        tr(
            "{games} in {seconds} s ({each} ms each)",
            games=counted,
            seconds=f"{report.seconds:.1f}",
            each=each,
        ),
        tr("{k} finished, {n} unfinished", k=report.finished, n=report.unfinished),
        length,
    ]
    cut = tr("cut rounds: {n}", n=report.cut_rounds)
    lines.append(cut + " " + tr("(reached their limit of turns)") if report.cut_rounds else cut)
    lines += told_of(report.handed)
    if report.stuck:
        told = tr("stuck: {n} times a seat had no legal move in a stage without `else`", n=report.stuck)
        lines.append(told)
    if report.short_deals:
        n, first = report.short_deals, report.first_short
        games = ntr("in {n} game, first in {first}", "in {n} games, first in {first}", n, first=first)
        lines.append(tr("short deals: {games} (a `begin` had too few cards)", games=games))
    return lines


def spelled(value: object) -> str:
    """Return a plain value as a person writes it in `--option`."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _of_the_table(report: Report) -> Table:
    """Return the table of common wins."""
    table = _table(tr("together"))
    table.add_column(tr("mean score"), justify="right", no_wrap=True)
    score = report.scores[0]
    seats = ntr("{n} player", "{n} players", report.players)
    table.add_row(seats, *_share(report.shares[0]), "-" if score is None else f"{score:.2f}")
    return table


def _by_seat(report: Report) -> Table:
    table = _table(tr("seat"), right=True)
    table.add_column(tr("mean score"), justify="right", no_wrap=True)
    for seat, share in enumerate(report.shares):
        score = report.scores[seat]
        table.add_row(str(seat + 1), *_share(share), "-" if score is None else f"{score:.2f}")
    return table


def _by_order(report: Report) -> Table:
    from croupier.lab import ordinal
    from croupier.simulate import Share

    table = _table(tr("turn"))
    for place, wins in enumerate(report.wins_by_order):
        table.add_row(ordinal(place + 1), *_share(Share.of(wins, report.finished)))
    return table


def _by_policy(report: Report) -> Table:
    table = _table(tr("policy"))
    for name, share in report.policies.items():
        table.add_row(name, *_share(share))
    return table


def _table(first: str, *, right: bool = False) -> Table:
    """Return a table of wins by what the first column holds."""
    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column(first, justify="right" if right else "left", no_wrap=True)
    for name in (tr("wins"), tr("share"), tr("95 % interval")):
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _share(share: Share) -> tuple[str, str, str]:
    if not share.games:
        return str(share.wins), "-", "-"
    return str(share.wins), f"{share.wins / share.games:.1%}", f"{share.low:.1%} - {share.high:.1%}"
