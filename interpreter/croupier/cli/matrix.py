"""Print traces and verdicts as tables that fit a terminal, after a summary."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click
from rich.box import SIMPLE
from rich.console import Console, RenderableType
from rich.table import Table

from croupier.base.language import said, tr
from croupier.workbench.trace import Trace, Traced, Unexplained
from croupier.workbench.trace.attempts import Attempts, Verdict
from croupier_dsl import ir

SHOWN = 2
"""The number of a clause's parts and scenarios listed by default."""
PROSE = 72
"""Columns for what people have written in whole sentences, at most."""
PIPED = 200
"""The width of lines that are not written to a terminal, in columns: enough for every line."""


def show_trace(name: str, trace: Trace, full: bool) -> None:
    """Print the clauses with their parts and scenarios, then the parts that no clause explains."""
    if not trace.clauses:
        told = tr(
            "{ruleset}: cites no rulebook, so there is nothing to trace (clauses go in {file})",
            ruleset=name,
            file=f"{name.removesuffix('.yaml')}.clauses.yaml",
        )
        click.echo(told)
        return
    click.echo(summary(name, trace))
    _print([_clauses(trace, full), *([_unexplained(trace)] if trace.unexplained else [])])


def summary(name: str, trace: Trace) -> str:
    """Return the progress of the rulebook's implementation, in one line."""
    kinds = Counter(traced.clause.kind for traced in trace.clauses)
    counted = ", ".join(f"{number} {kind}" for kind, number in kinds.most_common())
    silent = sum(not part.rulings and not part.engine for part in trace.unexplained)
    told = tr("{n} of them state no reason", n=silent) if silent else tr("each with its reason")
    extra = tr("{n} parts come from no clause, {told}", n=len(trace.unexplained), told=told)
    play = ""
    if trace.games:
        missed = sum(traced.needed and bool(traced.elements) and not traced.reached for traced in trace.clauses)
        if missed:
            play = "; " + tr("{k} of them not reached in {n} games", k=missed, n=trace.games)
        else:
            play = "; " + tr("all reached in {n} games", n=trace.games)
    found = f"{_state(trace)}{play}; {extra}"
    return tr(
        "{ruleset}: {n} clauses ({kinds}); {found}", ruleset=name, n=len(trace.clauses), kinds=counted, found=found
    )


def _state(trace: Trace) -> str:
    needed = sum(traced.needed for traced in trace.clauses)
    if trace.rules.of:
        return tr("a variant: they are traced in its game")
    if trace.complete:
        return tr("all {n} rules and tables have a part and a scenario", n=needed)
    lost = Counter(what for traced in trace.lacking for what in traced.lacks)
    lacking = [tr("{n} have no part", n=lost["element"])] if lost["element"] else []
    lacking += [tr("{n} have no scenario", n=lost["scenario"])] if lost["scenario"] else []
    told, count = ", ".join(lacking), len(trace.lacking)
    return tr("{k} of {n} rules and tables are not traced: {told}", k=count, n=needed, told=told)


def _clauses(trace: Trace, full: bool) -> Table:
    played = [] if trace.games is None else [tr("also reached by"), *([tr("in play")] if trace.games else [])]
    table = _table(tr("clause"), tr("kind"), tr("parts"), tr("scenarios"), *played)
    for traced in trace.clauses:
        cells = (_title(traced, full), traced.clause.kind, _parts(traced, full), _shown_by(traced, full))
        table.add_row(*cells, *_played(traced, full)[: len(played)])
    return table


def _played(traced: Traced, full: bool) -> tuple[str, str]:
    """Return the scenarios that come to its parts without saying so, and how often games did."""
    if not traced.elements:
        return "-", "-"
    also = "\n".join(traced.also) if full else str(len(traced.also))
    return also or "-", f"{traced.reached:,}" if traced.reached else tr("never")


def _title(traced: Traced, full: bool) -> str:
    clause = traced.clause
    if not full:
        return clause.id
    place = ", ".join(part for part in (*clause.books, clause.place) if part)
    return "\n".join(part for part in (clause.id, place, said(clause.text)) if part)


def _parts(traced: Traced, full: bool) -> str:
    if not traced.elements:
        return tr("NONE") if traced.needed else "-"
    return _several([f"{element.path} ({spot(element.where)})" for element in traced.elements], full)


def _shown_by(traced: Traced, full: bool) -> str:
    if not traced.scenarios:
        return tr("NONE") if traced.needed else "-"
    return _several(list(traced.scenarios), full) if full else str(len(traced.scenarios))


def _several(items: Sequence[str], full: bool) -> str:
    if full or len(items) <= SHOWN:
        return "\n".join(items)
    return "\n".join([*items[: SHOWN - 1], tr("and {n} more", n=len(items) - SHOWN + 1)])


def _unexplained(trace: Trace) -> Table:
    texts = {traced.ruling.id: said(traced.ruling.text) for traced in trace.rulings}
    table = _table(tr("from no clause"), tr("at"), tr("reason"), prose=True)
    for part in trace.unexplained:
        table.add_row(part.element.path, spot(part.element.where), _reason(part, texts))
    return table


def _reason(part: Unexplained, texts: dict[str, str]) -> str:
    if part.rulings:
        return "\n".join(f"{name}: {texts[name]}" if name in texts else name for name in part.rulings)
    return tr("built in") if part.engine else tr("no reason stated")


# ---------------------------------------------------------------- mutations


def show_attempts(name: str, attempts: Attempts) -> None:
    """Show the number of detected mutations, and the surviving ones."""
    made, equivalent = len(attempts.verdicts), attempts.of("equivalent")
    noticed = len(attempts.of("noticed", "stale"))
    told = tr("{ruleset}: {k} of {n} mutations detected", ruleset=name, k=noticed, n=made)
    if equivalent:
        told += ", " + tr("{n} declared equivalent", n=len(equivalent))
    click.echo(told + "; " + tr("mutation score {share} %", share=f"{100 * attempts.score:.1f}"))
    tables: list[RenderableType] = []
    for fate, title in (
        ("survived", tr("detected by no scenario")),
        ("open", tr("undecided for lack of time")),
        ("stale", tr("declared equivalent, but detected")),
    ):
        found = [verdict for verdict in attempts.verdicts if verdict.fate == fate]
        if found:
            tables.append(_verdicts(title, found))
    if equivalent:
        tables.append(_equivalents(attempts))
    _print(tables)


def _verdicts(title: str, verdicts: Sequence[Verdict]) -> Table:
    table = _table(
        title, tr("what was done"), tr("at"), *([tr("by")] if any(verdict.by for verdict in verdicts) else [])
    )
    for verdict in verdicts:
        table.add_row(verdict.path, verdict.what, spot(verdict.where), *([verdict.by] if verdict.by else []))
    return table


def _equivalents(attempts: Attempts) -> Table:
    reasons = {equivalent.mutation: said(equivalent.reason) for equivalent in attempts.rules.equivalents}
    table = _table(tr("equivalent"), tr("because"), prose=True)
    for verdict in attempts.of("equivalent"):
        table.add_row(verdict.name, reasons.get(verdict.name, ""))
    return table


# ---------------------------------------------------------------- the page


def spot(where: ir.Where | None) -> str:
    """Return `my-game.yaml:45`: the file without its folder, and the line."""
    return "" if where is None else f"{Path(where.file).name}:{where.line}"


def _table(*columns: str, prose: bool = False) -> Table:
    """Return an empty table. `prose`: the last column holds whole sentences."""
    table = Table(box=SIMPLE, pad_edge=False, show_edge=False)
    for number, column in enumerate(columns):
        sentences = prose and number == len(columns) - 1
        table.add_column(
            column,
            overflow="fold",
            no_wrap=number == 1 and not sentences,
            max_width=PROSE if sentences else None,
        )
    return table


def _print(tables: Sequence[RenderableType]) -> None:
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else PIPED
    console = Console(highlight=False, emoji=False, markup=False, width=width)
    with console.capture() as captured:
        for table in tables:
            console.print()
            console.print(table)
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))
