"""`croupier check`: everything that is wrong with a ruleset, with the place and the fix."""

from __future__ import annotations

import atexit
import gc
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.cli import arguments
from croupier.cli.trouble import WRONG, show

if TYPE_CHECKING:
    from croupier_dsl import Diagnostic


@click.command(name="check", short_help="Say everything that is wrong with a ruleset.")
@arguments.ruleset
@arguments.variants
@arguments.as_json
@click.pass_context
def command(ctx: click.Context, ruleset: str, variants: tuple[str, ...], as_json: bool) -> None:
    """Say everything that is wrong with RULESET, where, and how to mend it; or that it is valid.

    \b
    Examples:
      croupier check my-game.yaml
      croupier check my-game.yaml --with my-variant.yaml
    """
    collecting = gc.isenabled()
    gc.disable()  # nothing becomes rubbish in so short a time; looking for it takes a third of it,
    atexit.register(gc.freeze)  # and looking once more at the end a tenth
    try:
        path, found = _checked(ruleset, variants)
    finally:
        if collecting:
            gc.enable()
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
        if found:
            codes = sorted({diagnostic.code for diagnostic in found})
            click.echo(f"More about {'it' if len(codes) == 1 else 'each'}: croupier explain {codes[0]}")
    ctx.exit(WRONG if errors else 0)


def _checked(ruleset: str, variants: tuple[str, ...]) -> tuple[Path, list[Diagnostic]]:
    from croupier.catalogue import check, locate, locate_variant

    path = locate(ruleset)
    return path, check(path, [locate_variant(variant, path) for variant in variants])


def _summary(ruleset: str, errors: int, warnings: int) -> str:
    counts = [f"{n} {what}{'' if n == 1 else 's'}" for n, what in ((errors, "error"), (warnings, "warning")) if n]
    return f"{ruleset}: {', '.join(counts)}" if errors else f"{ruleset}: valid{', ' + counts[0] if counts else ''}"
