"""Print a tally as text for a terminal: parts that never fired, parts that rarely did, then sums."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

import click
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from croupier.base.language import ntr, said, tr

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.workbench.coverage import Tally
    from croupier_dsl import Element


def _kinds() -> dict[str, str]:
    """Return the names of the kinds of elements, in the order of the table."""
    return {
        "players": tr("numbers of players"),
        "option": tr("values of options"),
        "need": tr("needs of options"),
        "row": tr("rows of tables"),
        "definition": tr("definitions"),
        "arm": tr("arms of if … then … else"),
        "combo": tr("combos found"),
        "combo laid": tr("combos laid"),
        "stage": tr("stages performed"),
        "stage ended by until": tr("stages ended by until"),
        "stage ended by times": tr("stages ended by times"),
        "move": tr("moves offered and made"),
        "condition": tr("answers of conditions"),
        "list": tr("lists"),
        "effect": tr("effects performed"),
        "statement": tr("statements"),
        "branch": tr("branches of if"),
        "loop": tr("loops, with and without items"),
        "label": tr("labels"),
        "question": tr("questions in a move"),
        "answer": tr("answers in a move"),
        "trigger": tr("rules of whenever"),
        "result": tr("results"),
        "losers": tr("losers"),
    }


def show(tally: Tally, ruleset: str, everything: bool) -> None:
    """Print what fired."""
    reached, expected = tally.share()
    share = 100 * reached / expected if expected else 100.0
    counted = tr(
        "{k} of {n} parts reached ({share} %) in {where}", k=reached, n=expected, share=f"{share:.1f}", where=tally.told
    )
    click.echo(tr("{ruleset}: {told}", ruleset=tally.rules.name, told=counted))
    never, rare = tally.never(), tally.rare()
    if never:
        click.echo("\n" + tr("Never reached: {n}", n=len(never)))
        for element in never:
            click.echo(f"  {element.path}  {_place(element)}".rstrip())
            if element.text:
                click.echo(f"      {element.text}")
    for part, scenario in tally.broken:
        told = tr(
            "{path} is declared `seldom`, and the scenario {scenario} does not reach it",
            path=part.path,
            scenario=scenario,
        )
        click.echo(f"\n{told}")
    needed = tally.needed()
    if needed:
        click.echo("\n" + tr("Declared `seldom`, and reached by a scenario: {n}", n=len(needed)))
        for part in needed:
            told = tr("{scenario}: {failure}", scenario=", ".join(part.scenarios), failure=said(part.reason))
            click.echo(f"  {part.path}  {told}")
    if rare:
        click.echo("\n" + tr("Rarely reached, in under 1 % of games: {n}", n=len(rare)))
        for element in rare:
            first = tally.reached[element.path]
            often = _often(tally.games[element.path])
            click.echo(f"  {element.path}  {often}  {_place(element)}")
            click.echo("      " + tr("first: {command}", command=first.command(ruleset)))
    _print(_listed(tally) if everything else _sums(tally))


def _often(games: int) -> str:
    return ntr("in {count} game", "in {count} games", games, count=f"{games:,}")


def _place(element: Element) -> str:
    return f"{PurePath(element.where.file).name}:{element.where.line}" if element.where else ""


def _sums(tally: Tally) -> Table:
    """Return a table with the number of elements of each kind, and of those that fired."""
    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column("", no_wrap=True)
    for name in (tr("reached"), tr("of")):
        table.add_column(name, justify="right", no_wrap=True)
    expected = [element for element in tally.elements.all.values() if element.expected]
    for kind, name in _kinds().items():
        these = [element.path for element in expected if element.kind == kind]
        if these:
            table.add_row(name, str(sum(path in tally.counts for path in these)), str(len(these)))
    return table


def _listed(tally: Tally) -> Table:
    """Return every element, the rarest first."""
    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column("", no_wrap=True)
    for name in (tr("used"), tr("in games")):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column(tr("line"), justify="right", no_wrap=True)
    for element in _rarest_first(tally):
        path, line = element.path, str(element.where.line) if element.where else ""
        table.add_row(path, f"{tally.counts.get(path, 0):,}", f"{tally.games.get(path, 0):,}", line)
    return table


def _rarest_first(tally: Tally) -> Iterable[Element]:
    return sorted(tally.elements.all.values(), key=lambda element: tally.games.get(element.path, 0))


def _print(table: Table) -> None:
    console = Console(highlight=False, emoji=False, markup=False)
    with console.capture() as captured:
        console.print(table)
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))
