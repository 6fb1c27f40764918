"""Convert errors of a command to a clear message and an exit status."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from croupier.base.language import tr
from croupier.base.notes import NOTES

if TYPE_CHECKING:
    from croupier.base.notes import Notes
    from croupier_dsl import Diagnostic

WRONG = 1
"""The ruleset, or a test of it, is wrong."""
MISUSE = 2
"""The command was not understood, or cannot be done."""
INTERRUPTED = 130
"""As if ended by Ctrl-C: 128 + SIGINT."""
BROKEN_PIPE = 141
"""The exit status for a closed output: 128 + SIGPIPE."""


def tell(error: Exception) -> int:
    """Print an error and return the exit status. An unexpected exception is raised again."""
    from croupier.base.faults import CroupierError, RulesFault
    from croupier_dsl import CompileError

    match error:
        case CompileError():
            show(error.diagnostics, sys.stderr)
            return WRONG
        case RulesFault():
            from croupier.cli.mishap import lines_of

            complain("\n".join(lines_of(error)))
            return WRONG
        case CroupierError():
            from croupier.table.record import RecordError

            complain(str(error))
            return WRONG if isinstance(error, RecordError) and error.line is not None else MISUSE
        case OSError(strerror=str()):
            from croupier.table.record import reason

            what = str(error.filename) if error.filename else tr("reading or writing failed")
            complain(tr("{where}: {text}", where=what, text=reason(error)))
            return MISUSE
    raise error


def complain(message: str) -> None:
    """Print one line about an error on stderr."""
    click.echo(tr("Error: {message}", message=message), err=True)


def tell_notes(notes: Notes) -> None:
    """Report on stderr what the reference played, or a slower engine, and why."""
    for line in notes.lines():
        click.echo(line, err=True)


def say_json(data: Mapping[str, object], indent: int | None = None) -> None:
    """Print plain data as JSON, with the notes on the reference or a slower engine."""
    notes = NOTES.to_json()
    click.echo(json.dumps({**notes, **data}, ensure_ascii=False, indent=indent))


def tell_left_out(ruleset: str, files: Iterable[Path]) -> None:
    """Report on stderr that invalid sidecar files are ignored; the game can be played without them."""
    from croupier.base.language import tr

    for file in files:
        told = tr("{file} has errors and is ignored: see croupier check {ruleset}",
                  file=str(file), ruleset=ruleset)  # fmt: skip
        click.echo(told, err=True)


def colourful(stream: TextIO) -> bool:
    """Return whether the stream is a terminal that shows colours."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


MOST_OF_A_KIND = 20
"""The number of diagnostics of one code that are shown."""


def show(found: Iterable[Diagnostic], stream: TextIO) -> None:
    """Print diagnostics with their lines, an empty line after each; of many of one kind, the first and the number of
    the others."""
    from shutil import get_terminal_size

    from croupier_dsl import render

    width = max(40, get_terminal_size((render.WIDTH, 24)).columns) if stream.isatty() else render.WIDTH
    told: Counter[str] = Counter()
    for diagnostic in found:
        told[diagnostic.code] += 1
        if told[diagnostic.code] <= MOST_OF_A_KIND:
            click.echo(render.terminal(diagnostic, colour=colourful(stream), width=width) + "\n", file=stream)
    for code, number in told.items():
        if number > MOST_OF_A_KIND:
            more = tr("{code}: {n} more not shown", code=code, n=f"{number - MOST_OF_A_KIND:,}")
            click.echo(f"{more}\n", file=stream)


def close_quietly() -> None:
    """Let nothing that is still to be written meet the closed pipe, or the full disk, again."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
