"""The place where the table is shown and people answer: a terminal with colours and completion, or plain streams."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from croupier.base.language import tr
from croupier.cli.paint import painted
from croupier.cli.table import folded
from croupier.cli.trouble import colourful

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer

MOST_COMPLETIONS = 200
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Empties the screen and what can be scrolled back to."""

ERASE = "\x1b[2K"
"""Empties the line."""
MOMENT = 0.7
"""The time until a note that a player thinks appears, in seconds."""

Complete = Callable[[], Sequence[tuple[str, str]]]
"""The possible inputs, each with its meaning."""


class Screen:
    """Writes lines and reads answers. `fixed`: the table stays in its place, and is not written again."""

    fixed = False

    def __init__(self) -> None:
        self.colours = colourful(sys.stdout)
        self.alive = sys.stdin.isatty() and sys.stdout.isatty()
        """Whether a person uses a terminal."""
        self.complete: Complete = list
        self._sessions: dict[str, PromptSession[str]] = {}

    def show(self, lines: Iterable[str]) -> None:
        for line in lines:
            click.echo(painted(line, self.colours), color=self.colours or None)

    def listed(self, lines: Iterable[str]) -> None:
        """Show the present options."""
        self.show(lines)

    def say(self, text: str, indent: int = 2) -> None:
        """Show a paragraph."""
        self.show(folded(" " * indent + text, indent))

    def ask(self, prompt: str, complete: Complete = list, who: str = "") -> str | None:
        """Return a line typed by a person or read from a pipe; None at its end. Input from a pipe is echoed.

        The arrow keys bring back what the same person, `who`, has typed, and nothing that anybody else has.
        """
        self.complete = complete
        try:
            line = self._session(who).prompt(prompt) if self.rich else input(prompt)
        except EOFError:
            return None
        if not sys.stdin.isatty():
            click.echo(line)
        return " ".join(line.split())

    @property
    def rich(self) -> bool:
        """Return whether the terminal can do more than write one line after another."""
        return self.alive and os.environ.get("TERM", "dumb") != "dumb"

    def _session(self, who: str) -> PromptSession[str]:
        """Return the prompt of a person, with a history and a clipboard of its own."""
        if who not in self._sessions:
            self._sessions[who] = self._new_session()
        return self._sessions[who]

    def _new_session(self) -> PromptSession[str]:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory
        from prompt_toolkit.output import ColorDepth

        depth = None if self.colours else ColorDepth.DEPTH_1_BIT
        return PromptSession(
            history=InMemoryHistory(), completer=completer(self), complete_while_typing=False, color_depth=depth,
            reserve_space_for_menu=6,
        )  # fmt: skip

    def completions(self, typed: str) -> list[tuple[str, str]]:
        """Return the completions of the typed text; after `why`, of a move."""
        from croupier.cli.commands import asked

        before = f"{typed.partition(' ')[0]} " if " " in typed and asked(typed)[0] == "why" else ""
        start = typed.removeprefix(before).casefold()
        found = [(before + text, meaning) for text, meaning in self.complete() if text.casefold().startswith(start)]
        return found[:MOST_COMPLETIONS]

    def hand_over(self, player: str) -> bool:
        """Clear the screen and wait for the next person; return False at the end of input."""
        if not self.alive:
            self.show(["", tr("--- {player}'s turn at the screen ---", player=player)])
            return True
        click.echo(CLEAR if os.environ.get("TERM", "dumb") != "dumb" else "\n" * 60, nl=False)
        told = tr("{player}, it is your turn: press Enter when no other player is looking. ", player=player)
        return self.ask(told, who=player) is not None

    @contextmanager
    def thinking(self, text: str) -> Iterator[None]:
        """Say so while something takes more than a moment, at a terminal; nothing of it stays there."""
        if not self.rich:
            yield
            return
        said = threading.Event()

        def say() -> None:
            said.set()
            click.echo(text, nl=False)

        timer = threading.Timer(MOMENT, say)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            if said.is_set():
                click.echo(f"\r{ERASE}", nl=False, color=True)

    def clear(self) -> None:
        """Clear the screen, if it is a terminal that others might read."""
        if self.alive:
            click.echo(CLEAR if os.environ.get("TERM", "dumb") != "dumb" else "\n" * 60, nl=False)


def completer(screen: Screen) -> Completer:
    """Return a completer for the possible inputs of the screen."""
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class Moves(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            typed = document.text_before_cursor.lstrip()
            for text, meaning in screen.completions(typed):
                yield Completion(text, start_position=-len(typed), display_meta=meaning)

    return Moves()
