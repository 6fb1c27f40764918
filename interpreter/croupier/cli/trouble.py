"""Convert errors of a command to a clear message and an exit status."""

from __future__ import annotations

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, TextIO

import click

from croupier.base.language import ntr, tr
from croupier.base.notes import NOTES

if TYPE_CHECKING:
    from croupier.base.faults import RulesFault
    from croupier.base.notes import Notes
    from croupier.base.values import Value
    from croupier_dsl import Diagnostic, ir

WIDTH = 100
_ENDS = re.compile(r"\s#|[,\]}]|:\s|:$")
"""The end of a sentence in a file; none of these can be part of one."""
_NAMED = re.compile(r"""[\w ]+:\s+(?=[^\s#{\[|>'"])""")
"""A sentence on the line of its name: `card: one of hand`. Statements such as `if …:` have none, nor has a list."""


def lines_of(fault: RulesFault) -> Iterator[str]:
    """Yield the lines of a fault, for readers that may see all cards."""
    yield tr("fault in the rules: {fault}", fault=fault.what)
    if fault.path:
        yield from _place(tr("in {path}"), fault.path, fault.where, fault.text)
    for use in fault.used_in:
        yield from _place(tr("used in {path}"), use.path, use.where, use.text)
    if fault.game:
        yield from _wrapped(tr("in game {game}; to replay it: {command}", game=fault.game, command=fault.again), "  ")
    if fault.position is not None:
        yield from _standing(fault.position)
        if fault.move:
            yield from _wrapped(tr("then {move}", move=fault.move), "  ")


def _place(lead: str, path: str, where: ir.Where | None, text: str) -> list[str]:
    """Return a part of the rules: its path after the lead, its file and line, and its words."""
    text = text or sentence(where)
    place = f" ({Path(where.file).name}:{where.line})" if where is not None else ""
    told = lead.format(path=f"{path}{place}")
    return _wrapped(tr("{where}: {text}", where=told, text=text) if text else told, "  ")


def sentence(where: ir.Where | None) -> str:
    """Return the sentence at this place, if the file can still be read."""
    if where is None:
        return ""
    try:
        lines = Path(where.file).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return ""
    if len(lines) < where.line:
        return ""
    written = lines[where.line - 1][where.column - 1 :]
    named = _NAMED.match(written)
    name = named.group() if named is not None else ""
    return f"{name}{_ENDS.split(written[len(name) :])[0]}".strip()


def _standing(position: Mapping[str, Value]) -> Iterator[str]:
    """Yield a position as in a scenario: the stages, the zones, and the state."""
    stages = [stage for stage in position["stages"] if "count" in stage]
    under_way = ", ".join(f"{stage['stage']} {stage['count']}" for stage in stages[1:])
    seat = next((stage["seat"] for stage in reversed(stages) if "seat" in stage), None)
    stage = under_way or "play"
    standing = tr("{stage} of {player}", stage=stage, player=seat) if seat else stage
    made = ntr("after {n} decision", "after {n} decisions", position["decisions"])
    yield from _wrapped(tr("{where}: {text}", where=made, text=standing), "  ")
    for zone, held in position["zones"].items():
        if held:
            yield from _wrapped(f"{zone}: {_contents(held)}", "    ")
    state = ", ".join(f"{name}: {_contents(value)}" for name, value in position["state"].items())
    if state:
        yield from _wrapped(state, "    ")


def _contents(held: Value) -> str:
    if isinstance(held, list):
        melds = any(isinstance(item, str) and " " in item for item in held)
        return (" + " if melds else " ").join("_" if item is None else str(item) for item in held) or "none"
    return {True: "yes", False: "no", None: "none"}[held] if held is None or isinstance(held, bool) else str(held)


def _wrapped(text: str, indent: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False)


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
