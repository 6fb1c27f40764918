"""The progress of a long command: a bar on stderr with the remaining time, at a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Protocol

SHOWN = 0.1
"""The interval between updates of a bar, in seconds; many thousand games may end meanwhile."""


class Advance(Protocol):
    """The function to call when some things have ended."""

    def __call__(self, more: int = 1, /) -> None: ...


@contextmanager
def advancing(what: str, total: int, done: int = 0) -> Iterator[Advance]:
    """Yield a function to call when one or more of `total` things have ended; `done` of them came before."""
    if not sys.stderr.isatty() or total < 2:
        yield lambda more=1: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task, ended, shown = bar.add_task(what, total=total, completed=done), done, monotonic()

        def advance(more: int = 1, /) -> None:
            nonlocal ended, shown
            ended += more
            now = monotonic()
            if ended == total or now - shown > SHOWN:
                bar.update(task, completed=ended)
                shown = now

        yield advance


@contextmanager
def watching() -> Iterator[Callable[[Callable[[], Iterable[str]]], None]]:
    """Yield a function to call with the lines of each answer so far: it shows them in place of the last ones."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    with Live(console=Console(stderr=True), transient=True, auto_refresh=False, vertical_overflow="ellipsis") as screen:
        try:
            yield lambda lines: screen.update(Text.from_ansi("\n".join(lines())), refresh=True)
        finally:  # a last answer that is longer than the screen would be printed in full, and stay
            screen.update(Text(), refresh=True)
