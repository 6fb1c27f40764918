"""`croupier diff`: describe the differences between the rules of two rulesets."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from croupier.base.language import ntr, said, tr
from croupier.cli import arguments
from croupier.cli.paint import BOLD, FAINT, GREEN, PLAIN, RED
from croupier.cli.trouble import MISUSE, WRONG, colourful

if TYPE_CHECKING:
    from croupier.workbench.difference import Difference, Written


@click.command(name="diff")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@arguments.as_json
@arguments.lang
@click.pass_context
def command(ctx: click.Context, first: str, second: str, as_json: bool) -> None:
    """List the differences between the rules of A and B: for each one its path, the old and the new rule.

    Only the meaning of the rules is compared: layout, comments, texts, sources, scenarios and an order without
    meaning do not count. Exit status: 0 the rules are the same, 1 they differ, 2 they cannot be compared.

    \b
    Examples:
      croupier diff my-game.yaml my-house-rule.yaml
      croupier diff my-game.yaml my-house-rule.yaml --json
    """
    from croupier.workbench.difference import differences

    a, b = _written(ctx, first), _written(ctx, second)
    found = differences(a, b)
    if as_json:
        told = {"a": first, "b": second, "same": not found, "differences": [asdict(one) for one in found]}
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        for line in shown(a, b, found, colourful(sys.stdout)):
            click.echo(line)
    ctx.exit(WRONG if found else 0)


def _written(ctx: click.Context, ruleset: str) -> Written:
    """Return a ruleset; one that is invalid cannot be compared."""
    from croupier.cli.trouble import show
    from croupier.table.catalogue import written
    from croupier.workbench.difference import Written
    from croupier_dsl import CompileError

    try:
        return Written(*written(ruleset))
    except CompileError as error:
        show(error.diagnostics, sys.stderr)
        ctx.exit(MISUSE)


def shown(a: Written, b: Written, found: Sequence[Difference], colours: bool) -> Iterator[str]:
    """Yield the differences, group by group."""
    bold, faint, red, green, end = (BOLD, FAINT, RED, GREEN, PLAIN) if colours else ("",) * 5
    titles = [said(written.rules.title) or written.rules.name for written in (a, b)]
    if not found:
        yield tr("The rules are the same.")
        return
    count = ntr("{n} difference", "{n} differences", len(found))
    yield f"{bold}{titles[0]} → {titles[1]}{end}  ({count})"
    for group, spoken in _groups().items():
        of_group = [one for one in found if one.group == group]
        if not of_group:
            continue
        yield ""
        yield f"{bold}{spoken}{end}"
        for one in of_group:
            yield f"  {one.lead}"
            yield f"    {faint}{one.path}{end}"
            yield from (f"    {red}- {line}{end}" for line in one.was)
            yield from (f"    {green}+ {line}{end}" for line in one.now)


def _groups() -> dict[str, str]:
    """Return the groups in the order of telling, as they are called."""
    return {
        "options": tr("Options"),
        "material": tr("Material"),
        "deal": tr("Deal"),
        "turn": tr("Turn"),
        "moves": tr("Moves"),
        "combinations": tr("Combinations"),
        "scoring": tr("Scoring"),
        "show": tr("Shown at the table"),
    }
