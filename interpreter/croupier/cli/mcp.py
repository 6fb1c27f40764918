"""`croupier mcp`: a server for assistants."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.base.faults import SetupError
from croupier.base.language import tr
from croupier.cli import arguments
from croupier.cli.trouble import INTERRUPTED, WRONG

if TYPE_CHECKING:
    from croupier.assistant import Ended


@click.command(name="mcp")
@click.argument("folder", metavar="[FOLDER]", default=".", type=click.Path(path_type=Path))
@arguments.lang
@click.option("--worker", is_flag=True, hidden=True)
def command(folder: Path, worker: bool) -> None:
    """Run a server in the Model Context Protocol (MCP) on standard input and output, for an assistant that writes
    rulesets in FOLDER; default: the current folder.

    Your assistant starts it; docs/how-to/assistant.md explains the setup. Its tools check, test, trace, simulate and
    play rulesets. They open only files in FOLDER and croupier's own, and each has a limit of time and memory.

    \b
    Example:
      croupier mcp my-games
    """
    if not folder.is_dir():
        raise SetupError(tr("{folder} is not a folder", folder=folder))
    folder = folder.resolve()
    if worker:
        _work(folder)
        return
    try:
        from croupier.assistant import serve
    except ImportError:
        raise SetupError(tr("this needs mcp; install it with: pip install 'croupier[mcp]'")) from None
    serve(folder)


def _work(folder: Path) -> None:
    """Answer the requests of the server: what else is printed here goes nowhere."""
    from croupier.assistant import work

    answers = os.fdopen(os.dup(1), "wb")
    requests = os.fdopen(os.dup(0), "rb")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    work(folder, _run, requests, answers)


def _run(words: Sequence[str]) -> Ended:
    """Run a command, and return how it ended."""
    from croupier.cli import main

    try:
        main([*words], prog_name="croupier")
    except SystemExit as end:
        return _ENDED.get(end.code, "misuse") if isinstance(end.code, int) else "misuse"
    return "done"


_ENDED: dict[int, Ended] = {0: "done", WRONG: "failed", INTERRUPTED: "interrupted"}
