"""`croupier test`: run the scenarios of rulesets, and report failures."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from croupier.base.language import tr
from croupier.cli import arguments
from croupier.cli.trouble import WRONG, show

if TYPE_CHECKING:
    from croupier.workbench.scenarios import ScenarioResult
    from croupier_dsl import Diagnostic, ir


@click.command(name="test")
@click.argument("rulesets", metavar="RULESET...", nargs=-1, required=True)
@arguments.variants
@arguments.as_english_json
@arguments.lang
@click.pass_context
def command(ctx: click.Context, rulesets: tuple[str, ...], variants: tuple[str, ...], as_json: bool) -> None:
    """Run the scenarios of each RULESET, count those that pass and explain the failures.

    A variant has its own scenarios; with --with, the scenarios of the variants are run.

    \b
    Example:
      croupier test my-game.yaml
    """
    from croupier.table.catalogue import locate, locate_variant

    for ruleset in rulesets:  # report a misspelt name before playing anything
        path = locate(ruleset)
        for variant in variants:
            locate_variant(variant, path)
    played: list[_Played] = []
    for ruleset in rulesets:
        played.append(_played(ruleset, variants))
        if not as_json:
            _tell(played[-1])
    if as_json:
        click.echo(json.dumps([each.plain() for each in played], ensure_ascii=False, indent=2))
    ctx.exit(0 if all(each.passed for each in played) else WRONG)


@dataclass(frozen=True, slots=True)
class _Played:
    """The scenarios of a ruleset: their results, and the parts declared `seldom` that none reaches.

    `wrong`: the errors that kept them from running.
    """

    name: str
    results: tuple[ScenarioResult, ...] = ()
    unreached: tuple[tuple[ir.Seldom, str], ...] = ()
    wrong: tuple[Diagnostic, ...] = ()

    @property
    def passed(self) -> bool:
        return not self.wrong and not self.unreached and all(result.passed for result in self.results)

    def plain(self) -> dict[str, object]:
        """Return the same as data."""
        from croupier_dsl import render

        scenarios = [
            {"name": each.name, "passed": each.passed, "failure": each.failure or None, **_place(each.where)}
            for each in self.results
        ]
        seldom = [{"path": part.path, "scenario": name, **_place(part.where)} for part, name in self.unreached]
        wrong = [render.as_json(diagnostic) for diagnostic in self.wrong]
        return {
            "ruleset": self.name, "passed": self.passed, "scenarios": scenarios, "unreached": seldom,
            "diagnostics": wrong,
        }  # fmt: skip


def _place(where: ir.Where | None) -> dict[str, object]:
    return {"file": where.file, "line": where.line} if where else {}


def _played(ruleset: str, variants: tuple[str, ...]) -> _Played:
    from croupier.table.catalogue import find
    from croupier.workbench.scenarios import run_scenarios
    from croupier_dsl import CompileError

    name = arguments.named(ruleset, variants)
    try:
        rules = find(ruleset, variants)
    except CompileError as error:
        return _Played(name, wrong=tuple(error.diagnostics))
    results = tuple(run_scenarios(rules)) if rules.scenarios else ()
    return _Played(name, results, tuple(_unreached(rules)) if results else ())


def _tell(played: _Played) -> None:
    """Print the results, in lines: passed scenarios are counted."""
    name = played.name
    if played.wrong:
        show(played.wrong, sys.stdout)
        click.echo(tr("{ruleset}: has errors, so no scenario was run", ruleset=name))
        return
    if not played.results:
        click.echo(tr("{ruleset}: no scenarios", ruleset=name))
        return
    for result in played.results:
        if not result.passed:
            where = f"{result.where.file}:{result.where.line}: " if result.where else ""
            click.echo(where + tr("{scenario}: {failure}", scenario=result.name, failure=result.failure))
    for part, scenario in played.unreached:
        where = f"{part.where.file}:{part.where.line}: " if part.where else ""
        told = tr(
            "{path} is declared `seldom`, and the scenario {scenario} does not reach it",
            path=part.path,
            scenario=scenario,
        )
        click.echo(where + told)
    passed = sum(result.passed for result in played.results)
    click.echo(tr("{ruleset}: {k} of {n} scenarios passed", ruleset=name, k=passed, n=len(played.results)))


def _unreached(rules: ir.Rules) -> list[tuple[ir.Seldom, str]]:
    """Return the parts declared as seldom reached, each with a scenario that does not reach it either."""
    if not rules.seldom:
        return []
    from croupier.workbench.coverage import measure

    return measure(rules, 0).broken
