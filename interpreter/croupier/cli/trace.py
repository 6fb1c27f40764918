"""`croupier trace`: map sentences of a rulebook to the parts and scenarios of a ruleset."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

import click

from croupier.base.language import tr
from croupier.cli import arguments
from croupier.cli.progress import advancing
from croupier.cli.trouble import INTERRUPTED, WRONG, complain, say_json, show, tell

if TYPE_CHECKING:
    from croupier.workbench.trace.attempts import Attempts
    from croupier.workbench.trace.reach import Reached
    from croupier_dsl import ir

MOST_JOBS = 64
MOST_GAMES = 1_000_000


@click.command(name="trace")
@arguments.ruleset
@click.option("--full", is_flag=True, help="List every part and scenario of a clause, and its text.")
@click.option(
    "--games",
    type=click.IntRange(0, MOST_GAMES),
    metavar="K",
    help="Also play the scenarios and K games, and count which clauses they reach.",
)
@arguments.seed
@click.option("--mutate", is_flag=True, help="Mutation testing: change each rule and see whether a scenario fails.")
@click.option("--only", metavar="PATH", help="With --mutate: only the part at PATH and its contents.")
@click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    metavar="N",
    help="With --mutate or --games: number of processes; default: one per core.",
)
@click.option("--book", "books", multiple=True, metavar="[ID=]FILE", help="Text of a rulebook to compare with.")
@click.option("--write", is_flag=True, help="With --book: save the marks of the current passages.")
@click.option(
    "--link", "links", multiple=True, metavar="CLAUSE=LINES", help="With --write: set the passage of a clause."
)
@arguments.as_json
@arguments.lang
@click.pass_context
def command(
    ctx: click.Context, ruleset: str, full: bool, games: int | None, seed: str | None, mutate: bool, only: str | None,
    jobs: int | None, books: tuple[str, ...], write: bool, links: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Show which parts implement each clause of RULESET and which scenarios test it, and list the parts without a
    clause.

    --mutate removes, negates or shifts by one each part of a rule or table clause, one mutation at a time; at least
    one scenario should fail each time.

    --book compares the text of the rulebook with the marks of passages in the clauses: passages that changed, moved
    or are gone, and passages without a clause. --write saves the marks; the text itself is never saved.

    Exit status 1: a clause of kind rule or table has no part or no scenario; with --mutate, a mutation survived;
    with --book, a passage has no clause, or a clause no unchanged passage.

    \b
    Examples:
      croupier trace my-game.yaml
      croupier trace my-game.yaml --games 200
      croupier trace my-game.yaml --mutate --only moves.draw
      croupier trace my-game.yaml --book rules.txt --write
    """
    _fit_together(games, seed, mutate, only, jobs)
    if books and (mutate or full or games is not None):
        raise click.UsageError(tr("--book cannot be combined with --mutate, --games or --full"))
    if (write and not books) or (links and not write):
        raise click.UsageError(tr("--write needs --book, and --link needs --write"))
    rules = _rules(ruleset)
    if rules is None:
        ctx.exit(WRONG)
    if books:
        ctx.exit(0 if _books(ruleset, rules, books, write, links, as_json) else WRONG)
    processes = min(jobs or os.cpu_count() or 1, MOST_JOBS)
    if mutate:
        ctx.exit(_mutate(ruleset, rules, only, processes, as_json))
    play = None if games is None else _reached(rules, games, seed, processes)
    if play is not None and play.interrupted:
        complain(tr("interrupted after {k} of {n} games; what follows is without them", k=play.games, n=games))
        _trace(ruleset, rules, None, full, as_json)
        ctx.exit(INTERRUPTED)
    good = _trace(ruleset, rules, play, full, as_json)
    if play is not None and play.fault is not None:
        ctx.exit(tell(play.fault))
    ctx.exit(0 if good else WRONG)


def _books(
    ruleset: str, rules: ir.Rules, books: tuple[str, ...], write: bool, links: tuple[str, ...], as_json: bool
) -> bool:
    from croupier.cli.passages import books_as_data, show_books, write_books
    from croupier.table.catalogue import find, locate

    if write:
        write_books(ruleset, locate(ruleset), rules, books, links, quiet=as_json)
        rules = find(ruleset)
    if as_json:
        told, settled = books_as_data(rules, books)
        click.echo(json.dumps(told, ensure_ascii=False, indent=1))
        return settled
    return show_books(ruleset, rules, books)


def _fit_together(games: int | None, seed: str | None, mutate: bool, only: str | None, jobs: int | None) -> None:
    """Raise UsageError for an option that has no effect with these others."""
    if only is not None and not mutate:
        raise click.UsageError(tr("{flag} needs {other}", flag="--only", other="--mutate"))
    if jobs is not None and not mutate and games is None:
        raise click.UsageError(tr("--jobs needs --mutate or --games"))
    if games is not None and mutate:
        raise click.UsageError(tr("--games cannot be combined with --mutate; run one after the other"))
    if seed is not None and games is None:
        raise click.UsageError(tr("{flag} needs {other}", flag="--seed", other="--games"))


def _rules(ruleset: str) -> ir.Rules | None:
    """Return the rules, or None after printing their errors."""
    from croupier.table.catalogue import find
    from croupier_dsl import CompileError

    try:
        return find(ruleset)
    except CompileError as error:
        show(error.diagnostics, sys.stdout)
        click.echo(tr("{ruleset}: has errors, so nothing was traced", ruleset=ruleset))
        return None


# ---------------------------------------------------------------- clauses and parts


def _reached(rules: ir.Rules, games: int, seed: str | None, processes: int) -> Reached:
    from croupier.workbench.trace.reach import reached

    with advancing(tr("games"), games) as advance:
        return reached(rules, games, seed, processes, advance)


def _trace(ruleset: str, rules: ir.Rules, play: Reached | None, full: bool, as_json: bool) -> bool:
    from croupier.workbench.trace import trace

    found = trace(rules, play)
    if as_json:
        from croupier.workbench.trace.plain import trace_as_data

        say_json(trace_as_data(found), indent=1)
    else:
        from croupier.cli.matrix import show_trace

        show_trace(ruleset, found, full)
    return found.complete


# ---------------------------------------------------------------- changes


def _mutate(ruleset: str, rules: ir.Rules, only: str | None, processes: int, as_json: bool) -> int:
    """Try the changes, show what became of them, and return the exit status."""
    from croupier.workbench.trace.attempts import chosen, failing

    _known(rules, only)
    if failed := failing(rules):
        names = ", ".join(failed[:5])
        click.echo(
            tr(
                "{ruleset}: nothing was mutated, because these scenarios fail already: {names}",
                ruleset=ruleset,
                names=names,
            )
        )
        return WRONG
    attempts, interrupted = _attempts(rules, only or "", processes)
    if as_json:
        from croupier.workbench.trace.plain import attempts_as_data

        say_json(attempts_as_data(attempts), indent=1)
    else:
        from croupier.cli.matrix import show_attempts

        show_attempts(ruleset, attempts)
    if interrupted:
        made, wanted = len(attempts.verdicts), len(chosen(rules, only or ""))
        complain(tr("interrupted after {k} of {n} changes", k=made, n=wanted))
        return INTERRUPTED
    return 0 if attempts.passed else WRONG


def _known(rules: ir.Rules, only: str | None) -> None:
    """Raise UsageError for a path without mutations."""
    from croupier.workbench.trace.attempts import chosen
    from croupier_dsl import nearest

    if chosen(rules, only or ""):
        return
    if only is None:
        told = tr(
            "no part of {ruleset} belongs to a rule or table clause, so there is nothing to mutate", ruleset=rules.name
        )
        raise click.UsageError(told)
    near = nearest(only, {mutation.path for mutation in chosen(rules)})
    hint = "; " + tr("did you mean {near}?", near=near) if near else ""
    raise click.UsageError(tr("no part at {path} belongs to a rule or table clause{hint}", path=only, hint=hint))


def _attempts(rules: ir.Rules, only: str, processes: int) -> tuple[Attempts, bool]:
    """Return the verdicts on the mutations, and whether Ctrl-C ended the run."""
    from croupier.workbench.trace.attempts import Attempts, attempt, chosen

    verdicts = []
    with advancing(tr("changes"), len(chosen(rules, only))) as advance:
        try:
            for verdict in attempt(rules, only, processes):
                verdicts.append(verdict)
                advance()
        except KeyboardInterrupt:
            return Attempts(rules, tuple(verdicts)), True
    return Attempts(rules, tuple(verdicts)), False
