"""The command line: `croupier COMMAND …`, each command in the module of its name, imported when it is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from croupier.base.language import later, tr
from croupier.base.notes import noting
from croupier.cli import arguments
from croupier.cli.frames import framed, spoken, wanted
from croupier.cli.trouble import BROKEN_PIPE, INTERRUPTED, MISUSE, close_quietly, tell, tell_notes
from croupier_dsl import nearest

__all__ = ["main"]

COMMANDS = {
    "list": later("List the bundled games."),
    "new": later("Create a new game or variant."),
    "outline": later("List every part of a ruleset with its path."),
    "diff": later("Compare the rules of two rulesets."),
    "flatten": later("Print a variant as a game of its own."),
    "check": later("Check a ruleset and report problems."),
    "test": later("Run the scenarios of rulesets."),
    "secrets": later("Find rules that leak hidden information."),
    "trace": later("Trace each rule to the rulebook, and test the scenarios."),
    "coverage": later("Measure rule coverage: which rules are used in play."),
    "rulebook": later("Print the rulebook."),
    "simulate": later("Play many games and print statistics."),
    "compare": later("Measure what a house rule or each option changes, on the same deals."),
    "report": later("Report on a game for its designer, with plots."),
    "tune": later("Find option values that meet a goal."),
    "compile": later("Print the checked rules as an outline, JSON or code."),
    "explain": later("Explain a diagnostic, with examples."),
    "play": later("Play at this terminal, with people and bots."),
    "table": later("Play in a browser, with people and bots."),
    "studio": later("Edit rules and play them in a browser."),
    "resume": later("Continue an unfinished game."),
    "replay": later("Replay a recorded game."),
    "fmt": later("Format ruleset files."),
    "lsp": later("Run the language server for editors: errors, hover, completion."),
    "mcp": later("Serve tools to an assistant (Model Context Protocol)."),
    "language": later("Print the grammar of sentences, for other programs."),
}
"""Each command in a line, in the order in which a newcomer wants them."""
MODULES = {name: name for name in COMMANDS} | {"table": "hosting"}
"""The module of each command."""


class Commands(click.Group):
    """The commands by name. An error is reported in a line or two, never as a traceback."""

    def __call__(self, *words: object, **more: object) -> object:
        """Run a command, whatever streams there are: a closed one behaves like the null device."""
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            if getattr(sys, name) is None:
                setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # as long as the process
        try:
            result: object = super().__call__(*words, **more)
            return result
        except OSError:  # what is to be said about it cannot be written either
            close_quietly()
            sys.exit(MISUSE)

    def main(  # type: ignore[override]  # what click says of it are two overloads with Any
        self, args: Sequence[str] | None = None, *words: object, **more: object
    ) -> object:
        """Run a command in one language, including the messages on words that cannot be read."""
        typed = sys.argv[1:] if args is None else [*args]
        with framed(wanted(typed)):
            result: object = super(Commands, spoken(self)).main(args, *words, **more)  # type: ignore[call-overload]  # as given
            return result

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **more: object
    ) -> click.Context:
        """Return the words that were typed, understood; help is written here."""
        try:
            return super().make_context(info_name, args, parent, **more)
        except BrokenPipeError:
            close_quietly()
            raise click.exceptions.Exit(BROKEN_PIPE) from None
        except OSError as error:
            code = tell(error)
            close_quietly()
            raise click.exceptions.Exit(code) from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found = import_module(f"croupier.cli.{MODULES[cmd_name]}").command
        assert isinstance(found, click.Command)
        return spoken(found)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a line for each command; none has to be imported for it."""
        with formatter.section(tr("Commands")):
            formatter.write_dl([(name, tr(told)) for name, told in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            near = nearest(name, COMMANDS)
            hint = (
                tr("did you mean {near}?", near=near) if near else tr("there are {names}.", names=", ".join(COMMANDS))
            )
            raise click.UsageError(tr("Unknown command {name}; {hint}", name=name, hint=hint), ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        try:
            with noting() as notes:
                try:
                    result: object = super().invoke(ctx)
                finally:
                    sys.stdout.flush()
                    tell_notes(notes)
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            close_quietly()
            ctx.exit(BROKEN_PIPE)
        except Exception as error:
            code = tell(error)
            if isinstance(error, OSError):
                close_quietly()
            ctx.exit(code)
        return result


@click.command(
    cls=Commands,
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="A RULESET is the name of a bundled game or the path of a file. Exit status: 0 success, 1 the "
    "ruleset or a test has errors, 2 the command was wrong.",
)
@click.version_option(package_name="croupier")
@arguments.lang
@click.pass_context
def main(ctx: click.Context) -> None:
    """Check, test and play card games from rules that anybody can read.

    \b
    Example:
      croupier check my-game.yaml
    """
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    if ctx.invoked_subcommand is None:
        _bare(ctx)


def _bare(ctx: click.Context) -> None:
    """Handle a call without a command: at a terminal play a game, else print an overview."""
    group = ctx.command
    assert isinstance(group, Commands)
    play = group.get_command(ctx, "play") if sys.stdin.isatty() and sys.stdout.isatty() else None
    if play is None or os.environ.get("TERM", "dumb") == "dumb":
        click.echo(ctx.get_help())
        ctx.exit(MISUSE)
    with play.make_context("play", [], parent=ctx) as inner:
        play.invoke(inner)
