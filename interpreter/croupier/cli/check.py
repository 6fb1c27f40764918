"""`croupier check`: everything that is wrong with a ruleset, with the place and the fix."""

from __future__ import annotations

import atexit
import gc
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.base.language import ntr, tr
from croupier.cli import arguments
from croupier.cli.trouble import WRONG, show

if TYPE_CHECKING:
    from croupier_dsl import Diagnostic


NOT_A_GAME = "E174"
"""What is said of a library that is taken for a game."""


@click.command(name="check", short_help="Say everything that is wrong with a ruleset.")
@arguments.ruleset
@arguments.variants
@click.option("--interactions", is_flag=True, help="Also play settings in which every two option values meet.")
@click.option("--seconds", type=click.FloatRange(0.1), metavar="N", help="Stop playing after about N seconds.")
@click.option("--seed", type=click.IntRange(0), metavar="S", help="Play games S:0, S:1, …; default 0.")
@click.option("--games", type=click.IntRange(1), metavar="K", help="Games of each setting, default 2, the last greedy.")
@click.option("--jobs", type=click.IntRange(1, 64), metavar="N", help="Processes to play in; default: as many as fit.")
@arguments.as_english_json
@arguments.lang
@click.pass_context
def command(
    ctx: click.Context, ruleset: str, variants: tuple[str, ...], interactions: bool, seconds: float | None,
    seed: int | None, games: int | None, jobs: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Say everything that is wrong with RULESET, where, and how to mend it; or that it is valid.

    With --interactions it is also played: in settings that put every value of an option, and every number of players,
    beside every value of each other option. What goes wrong is shown with the smallest setting that shows it.

    \b
    Examples:
      croupier check my-game.yaml
      croupier check my-game.yaml --with my-variant.yaml
      croupier check my-game.yaml --interactions --seconds 60
    """
    given = {"--seconds": seconds, "--seed": seed, "--games": games, "--jobs": jobs}
    for flag, value in given.items():
        if value is not None and not interactions:
            raise click.UsageError(tr("{flag} goes with {other}", flag=flag, other="--interactions"))
    collecting = gc.isenabled()
    gc.disable()  # nothing becomes rubbish in so short a time; looking for it takes a third of it,
    atexit.register(gc.freeze)  # and looking once more at the end a tenth
    try:
        path, found, library = _checked(ruleset, variants)
    finally:
        if collecting:
            gc.enable()
    if interactions and not any(diagnostic.severity.value == "error" for diagnostic in found):
        from croupier.cli.interactions import Asked, examine_ruleset

        show(found, sys.stderr if as_json else sys.stdout)
        ctx.exit(examine_ruleset(Asked(ruleset, variants, games, seed or 0, seconds, jobs), as_json=as_json))
    errors = sum(diagnostic.severity.value == "error" for diagnostic in found)
    warnings = len(found) - errors
    if as_json:
        from croupier_dsl import render

        named = {"ruleset": ruleset, **({"with": list(variants)} if variants else {}), "file": str(path)}
        told = [render.as_json(diagnostic) for diagnostic in found]
        counts = {"valid": not errors, "errors": errors, "warnings": warnings}
        click.echo(json.dumps({**named, **counts, "diagnostics": told}, ensure_ascii=False, indent=2))
    else:
        show(found, sys.stdout)
        click.echo(_summary(arguments.named(ruleset, variants), errors, warnings))
        if library and not errors:
            click.echo(tr("What rules of a library mean is checked in each game that uses them."))
        if found:
            codes = sorted({diagnostic.code for diagnostic in found})
            more = ntr(
                "More about it: {command}",
                "More about each: {command}",
                len(codes),
                command=f"croupier explain {codes[0]}",
            )
            click.echo(more)
    ctx.exit(WRONG if errors else 0)


def _checked(ruleset: str, variants: tuple[str, ...]) -> tuple[Path, list[Diagnostic], bool]:
    """Its file, what is wrong with it, and whether it is a library: then it is no game, and need not be one."""
    from croupier.table.catalogue import check, is_library, locate, locate_variant

    path = locate(ruleset)
    found = check(path, [locate_variant(variant, path) for variant in variants])
    library = is_library(path)
    return path, [one for one in found if not (library and one.code == NOT_A_GAME)], library


def _summary(ruleset: str, errors: int, warnings: int) -> str:
    found = [tr("valid")] if not errors else [ntr("{n} error", "{n} errors", errors)]
    if warnings:
        found.append(ntr("{n} warning", "{n} warnings", warnings))
    return tr("{ruleset}: {told}", ruleset=ruleset, told=", ".join(found))
