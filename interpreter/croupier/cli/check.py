"""`croupier check`: report all errors in a ruleset, with places and fixes."""

from __future__ import annotations

import atexit
import gc
import json
import sys
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING

import click

from croupier.base.language import ntr, tr
from croupier.cli import arguments
from croupier.cli.trouble import WRONG, show

if TYPE_CHECKING:
    from croupier_dsl import Diagnostic


POLL = 0.3
"""The interval at which files are checked for changes, in seconds."""
NOT_A_GAME = "E174"
"""The code of the error for a library used as a game."""


@click.command(name="check")
@arguments.ruleset
@arguments.variants
@click.option("--interactions", is_flag=True, help="Also play games that cover every pair of option values.")
@click.option("--seconds", type=click.FloatRange(0.1), metavar="N", help="Stop playing after about N seconds.")
@click.option("--seed", type=click.IntRange(0), metavar="S", help="Play games S:0, S:1, …; default 0.")
@click.option(
    "--games",
    type=click.IntRange(1),
    metavar="K",
    help="Games for each setting; default 2, the last one with greedy players.",
)
@click.option(
    "--jobs", type=click.IntRange(1, 64), metavar="N", help="Number of processes; default: chosen automatically."
)
@click.option(
    "--fix", is_flag=True, help="Fix misspelt names if only one correction is possible, and list the changes."
)
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@click.option("--format", "form", type=click.Choice(("github",)), help="Also print annotations for GitHub Actions.")
@arguments.as_english_json
@arguments.lang
@click.pass_context
def command(
    ctx: click.Context, ruleset: str, variants: tuple[str, ...], interactions: bool, seconds: float | None,
    seed: int | None, games: int | None, jobs: int | None, fix: bool, watch: bool, form: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Check RULESET and report every problem with its place and its fix.

    With --interactions croupier also plays games in settings that cover every pair of option values and numbers of
    players. Each problem is shown with the smallest setting that causes it.

    With --fix a misspelt name is corrected in the file if no other name is close and the corrected name is valid
    there. The rest of the file does not change.

    \b
    Examples:
      croupier check my-game.yaml
      croupier check my-game.yaml --with my-variant.yaml
      croupier check my-game.yaml --interactions --seconds 60
      croupier check my-game.yaml --watch
    """
    if form is not None and (as_json or watch or interactions):
        raise click.UsageError(
            tr("{flag} cannot be combined with {other}", flag="--format", other="--json, --watch, --interactions")
        )
    if interactions and (fix or watch):
        raise click.UsageError(
            tr("{flag} cannot be combined with {other}", flag="--interactions", other="--fix, --watch")
        )
    given = {"--seconds": seconds, "--seed": seed, "--games": games, "--jobs": jobs}
    for flag, value in given.items():
        if value is not None and not interactions:
            raise click.UsageError(tr("{flag} needs {other}", flag=flag, other="--interactions"))
    if watch:
        ctx.exit(_watched(ruleset, variants, fix, as_json))
    if fix:
        _mended(ruleset, variants, as_json)
    collecting = gc.isenabled()
    gc.disable()  # nothing becomes rubbish in so short a time; looking for it takes a third of it,
    atexit.register(gc.freeze)  # and looking once more at the end a tenth
    try:
        path, found, library = _checked(ruleset, variants)
    finally:
        if collecting:
            gc.freeze()
            gc.unfreeze()  # what is there now is old, and not looked through as soon as something more is made
            gc.enable()
    if interactions and not any(diagnostic.severity.value == "error" for diagnostic in found):
        from croupier.cli.interactions import Asked, examine_ruleset

        show(found, sys.stderr if as_json else sys.stdout)
        ctx.exit(examine_ruleset(Asked(ruleset, variants, games, seed or 0, seconds, jobs), as_json=as_json))
    status = _told(ruleset, variants, path, found, library, as_json)
    if form == "github":
        from croupier_dsl import render

        for diagnostic in found:
            click.echo(render.annotation(diagnostic))
    ctx.exit(status)


def _told(
    ruleset: str, variants: tuple[str, ...], path: Path, found: list[Diagnostic], library: bool, as_json: bool
) -> int:
    """Say what was found; the exit status."""
    errors = sum(diagnostic.severity.value == "error" for diagnostic in found)
    warnings = len(found) - errors
    if as_json:
        from croupier_dsl import render

        named = {"ruleset": ruleset, **({"with": list(variants)} if variants else {}), "file": str(path)}
        told = [render.as_json(diagnostic) for diagnostic in found]
        counts = {"valid": not errors, "errors": errors, "warnings": warnings}
        click.echo(json.dumps({**named, **counts, "diagnostics": told}, ensure_ascii=False, indent=2))
        return WRONG if errors else 0
    show(found, sys.stdout)
    click.echo(_summary(arguments.named(ruleset, variants), errors, warnings))
    if library and not errors:
        click.echo(tr("The rules of a library are fully checked in each game that uses them."))
    if found:
        codes = sorted({diagnostic.code for diagnostic in found})
        click.echo(tr("For details: {command}", command=f"croupier explain {' '.join(codes)}"))
    return WRONG if errors else 0


def _mended(ruleset: str, variants: tuple[str, ...], quiet: bool) -> None:
    """Fix certain errors, and report them: on stderr where data is wanted."""
    from croupier.table.catalogue import locate, locate_variant
    from croupier.workbench.fixing import fix_typos

    path = locate(ruleset)
    for one in fix_typos(path, [locate_variant(variant, path) for variant in variants]):
        where = f"{one.path}:{one.line}:{one.column}"
        told = tr("{where}: changed {old} to {new}", where=where, old=one.old, new=one.new)
        click.echo(f"{told} ({one.code})", err=quiet)


def _watched(ruleset: str, variants: tuple[str, ...], fix: bool, as_json: bool) -> int:
    """Check, and again whenever a file that was looked for has changed, come or gone, until Ctrl-C."""
    from croupier.table.catalogue import locate

    watched = [locate(ruleset)]
    try:
        while True:
            if fix:
                _mended(ruleset, variants, as_json)
            before, looked = _stamps(watched), list[Path]()
            path, found, library = _checked(ruleset, variants, looked)
            _told(ruleset, variants, path, found, library, as_json)
            if _stamps(watched) == before:  # else something was saved meanwhile
                watched, before = looked, _stamps(looked)
                click.echo(tr("Waiting for changes; stop with Ctrl-C."), err=True)
                while _stamps(watched) == before:
                    sleep(POLL)
            click.echo(err=True)
    except KeyboardInterrupt:
        click.echo(err=True)
        return 0


def _stamps(looked: list[Path]) -> list[tuple[float, int] | None]:
    """Return the time of change and the size of each file.

    The time for its folder too, where a new sidecar file may appear.
    """
    found: list[tuple[float, int] | None] = []
    for path in dict.fromkeys(each for file in looked for each in (file, file.parent)):
        try:
            stat = path.stat()
            found.append((stat.st_mtime_ns, 0 if path.is_dir() else stat.st_size))
        except OSError:
            found.append(None)
    return found


def _checked(
    ruleset: str, variants: tuple[str, ...], looked: list[Path] | None = None
) -> tuple[Path, list[Diagnostic], bool]:
    """Return its file, its diagnostics, and whether it is a library, which need not be a game."""
    from croupier.table.catalogue import check, is_library, locate, locate_variant

    path = locate(ruleset)
    found = check(path, [locate_variant(variant, path) for variant in variants], looked)
    library = is_library(path)
    return path, [one for one in found if not (library and one.code == NOT_A_GAME)], library


def _summary(ruleset: str, errors: int, warnings: int) -> str:
    found = [tr("valid")] if not errors else [ntr("{n} error", "{n} errors", errors)]
    if warnings:
        found.append(ntr("{n} warning", "{n} warnings", warnings))
    return tr("{ruleset}: {told}", ruleset=ruleset, told=", ".join(found))
