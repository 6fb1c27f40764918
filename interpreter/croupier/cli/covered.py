"""A tally of what fired in play to text for a terminal: what never did first, then what rarely did, then sums."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

import click
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from croupier.language import said

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.coverage import Tally
    from croupier_dsl.elements import Element

KINDS = {
    "players": "numbers of players", "option": "values of options", "need": "needs of options", "row": "rows of tables",
    "definition": "definitions", "arm": "arms of if … then … else", "combo": "combos found",
    "combo laid": "combos laid", "stage": "stages performed", "stage ended by until": "stages ended by until",
    "stage ended by times": "stages ended by times", "move": "moves offered and made",
    "condition": "answers of conditions", "list": "lists", "statement": "statements", "branch": "branches of if",
    "loop": "loops, with something and with nothing", "label": "labels", "question": "questions in a move",
    "answer": "answers in a move", "trigger": "rules of whenever", "result": "results", "losers": "losers",
}  # fmt: skip
"""What the kinds of elements are called, in the order of the table."""


def show(tally: Tally, ruleset: str, everything: bool) -> None:
    """Print what fired."""
    reached, expected = tally.share()
    share = 100 * reached / expected if expected else 100.0
    click.echo(f"{tally.rules.name}: {reached} of {expected} parts reached ({share:.1f} %) in {tally.told}")
    never, rare = tally.never(), tally.rare()
    if never:
        click.echo(f"\nNever reached: {len(never)}")
        for element in never:
            click.echo(f"  {element.path}  {_place(element)}".rstrip())
            if element.text:
                click.echo(f"      {element.text}")
    for part, scenario in tally.broken:
        click.echo(f"\n{part.path} is declared `seldom`, and the scenario {scenario} does not reach it")
    needed = tally.needed()
    if needed:
        click.echo(f"\nDeclared as seldom reached, and reached by a scenario: {len(needed)}")
        for part in needed:
            click.echo(f"  {part.path}  {', '.join(part.scenarios)}: {said(part.reason)}")
    if rare:
        click.echo(f"\nRarely reached, in less than one game of a hundred: {len(rare)}")
        for element in rare:
            first = tally.reached[element.path]
            click.echo(f"  {element.path}  in {_games(tally.games[element.path])}  {_place(element)}")
            click.echo(f"      first: {first.command(ruleset)}")
    _print(_listed(tally) if everything else _sums(tally))


def _games(number: int) -> str:
    return f"{number:,} game{'s' * (number != 1)}"


def _place(element: Element) -> str:
    return f"{PurePath(element.where.file).name}:{element.where.line}" if element.where else ""


def _sums(tally: Tally) -> Table:
    """For each kind of element, how many there are and how many fired."""
    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column("", no_wrap=True)
    for name in ("reached", "of"):
        table.add_column(name, justify="right", no_wrap=True)
    expected = [element for element in tally.elements.all.values() if element.expected]
    for kind, name in KINDS.items():
        these = [element.path for element in expected if element.kind == kind]
        if these:
            table.add_row(name, str(sum(path in tally.counts for path in these)), str(len(these)))
    return table


def _listed(tally: Tally) -> Table:
    """Every element, the rarest first."""
    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column("", no_wrap=True)
    for name in ("fired", "in games"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("line", justify="right", no_wrap=True)
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
