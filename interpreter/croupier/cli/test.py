"""`croupier test`: the scenarios of rulesets are played, and what is not as they say is told."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from croupier.base.language import tr
from croupier.cli import arguments
from croupier.cli.trouble import WRONG, show

if TYPE_CHECKING:
    from croupier_dsl import ir


@click.command(name="test", short_help="Play the scenarios of rulesets.")
@click.argument("rulesets", metavar="RULESET...", nargs=-1, required=True)
@arguments.variants
@arguments.lang
@click.pass_context
def command(ctx: click.Context, rulesets: tuple[str, ...], variants: tuple[str, ...]) -> None:
    """Play the scenarios of each RULESET and say how many passed, and why the others did not.

    A variant has scenarios of its own; with --with, those of the variants are played.

    \b
    Example:
      croupier test my-game.yaml
    """
    from croupier.table.catalogue import locate, locate_variant

    for ruleset in rulesets:  # a misspelt name is told before anything is played
        path = locate(ruleset)
        for variant in variants:
            locate_variant(variant, path)
    passed = [_passes(ruleset, variants) for ruleset in rulesets]
    ctx.exit(0 if all(passed) else WRONG)


def _passes(ruleset: str, variants: tuple[str, ...]) -> bool:
    from croupier.table.catalogue import find
    from croupier.workbench.scenarios import run_scenarios
    from croupier_dsl import CompileError

    name = arguments.named(ruleset, variants)
    try:
        rules = find(ruleset, variants)
    except CompileError as error:
        show(error.diagnostics, sys.stdout)
        click.echo(tr("{ruleset}: invalid, so no scenario was played", ruleset=name))
        return False
    if not rules.scenarios:
        click.echo(tr("{ruleset}: no scenarios", ruleset=name))
        return True
    passed = 0
    for result in run_scenarios(rules):
        if result.passed:
            passed += 1
            continue
        where = f"{result.where.file}:{result.where.line}: " if result.where else ""
        click.echo(where + tr("{scenario}: {failure}", scenario=result.name, failure=result.failure))
    unreached = _unreached(rules)
    for part, scenario in unreached:
        where = f"{part.where.file}:{part.where.line}: " if part.where else ""
        told = tr(
            "{path} is declared `seldom`, and the scenario {scenario} does not reach it",
            path=part.path,
            scenario=scenario,
        )
        click.echo(where + told)
    click.echo(tr("{ruleset}: {k} of {n} scenarios passed", ruleset=name, k=passed, n=len(rules.scenarios)))
    return passed == len(rules.scenarios) and not unreached


def _unreached(rules: ir.Rules) -> list[tuple[ir.Seldom, str]]:
    """What the ruleset declares to be seldom reached, and a scenario that does not reach it either."""
    if not rules.seldom:
        return []
    from croupier.workbench.coverage import measure

    return measure(rules, 0).broken
