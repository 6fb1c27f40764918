"""`croupier resume`: continue an unfinished game from this terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shlex import quote

import click

from croupier.base.language import said, tr
from croupier.cli import arguments
from croupier.cli.paint import KEY

MOST = 9
"""The number of games offered."""


class Number(click.IntRange):
    """The number of an unfinished game; for the name of a file, the error names the command that takes one."""

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, str) and not value.removeprefix("-").isdecimal():
            told = tr("{value} is not a game number; to continue a game saved in a file: {command}",
                      value=repr(value), command=f"croupier play --resume {quote(value)}")  # fmt: skip
            self.fail(told, param, ctx)
        return int(super().convert(int(value), param, ctx))


@click.command(name="resume")
@click.argument("number", type=Number(1), metavar="N", required=False)
@click.option("--list", "listed", is_flag=True, help="Only list the games.")
@click.option("--lines", is_flag=True, help="Print line by line at a terminal too, as for a pipe or a screen reader.")
@arguments.pace
@arguments.lang
@arguments.seats
def command(number: int | None, listed: bool, lines: bool, pace: float | None, seats: dict[int, str]) -> None:
    """Continue the N-th unfinished game of this terminal; without N, the newest.

    Games at a terminal are saved until they are over. If there are many, the oldest are deleted.

    \b
    Examples:
      croupier resume
      croupier resume --list
      croupier resume 2
    """
    from croupier.cli.play import resumed
    from croupier.cli.screen import Screen

    screen = Screen()
    found = [*left()][:MOST]
    if not found:
        screen.show([tr("No unfinished game is saved here.")])
        return
    if listed:
        screen.show(f"  {KEY}{at}  {told}" for at, (_, told) in enumerate(found, 1))
        return
    if number is not None and number > len(found):
        raise click.UsageError(tr("game {n} does not exist: {most} are saved", n=number, most=len(found)))
    resumed(screen, found[(number or 1) - 1][0], seats, lines, pace)


def left() -> Iterator[tuple[Path, str]]:
    """Yield the games that are not over, the newest first, each with what it is."""
    from croupier.base.faults import CroupierError
    from croupier.table.kept import games
    from croupier.table.record import read

    for path in games():
        try:
            transcript = read(path)
        except CroupierError:  # another program's file, or a truncated one
            continue
        if transcript.outcome is None:
            header = transcript.header
            title = said(dict(header.rules.title).items()) or header.rules.name
            names = ", ".join(header.names)
            n = len(transcript.moves)
            yield path, tr("{title}: {names}; {n} moves, {when}", title=title, names=names, n=n, when=path.stem[:10])
