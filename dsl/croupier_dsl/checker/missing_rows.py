"""Warn about tables that have no row for a key, at some number of players or for some options."""

from __future__ import annotations

from croupier_dsl import ir
from croupier_dsl.analysis.moving import owners, stages_by_name
from croupier_dsl.analysis.reading import fixed_stores, is_constant, stores_read
from croupier_dsl.analysis.settled import Evaluator, Setting
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.checker.context import Context
from croupier_dsl.checker.settled import Judge
from croupier_dsl.errors import sense

SHARE = 100_000
"""The most keys, settings and parts of sentences that are visited for one table of the rules."""


def warn_of_holes(judge: Judge, cx: Context) -> None:
    """Warn about tables without a row for a key that depends only on options, players or the iteration of a stage."""
    agreements = judge.agreements
    for table in judge.rules.tables:
        if table.rest is not None:
            continue
        asked, span = _asked(judge, table.key), cx.names.declared[table.name].span
        if asked is None:
            continue
        found: dict[str, Setting] = {}
        with judge.budgets.share("rows", span, SHARE):
            for at in agreements.tables(asked, long="listed"):
                for key in _keys(table, at, asked):
                    found.setdefault(key, agreements.called(at))
        if found:
            several = len(judge.rules.players) > 1
            cx.diagnostics.add(sense.no_row(span, table.name, list(found.items()), several))


def _asked(judge: Judge, key: ir.Expr) -> ir.Expr | None:
    """Return the expression that determines the key: the key itself, or the `times` of the stage whose number it is."""
    if isinstance(key, ir.StageCount):
        stage = stages_by_name(judge.facts)[key.stage]
        ends = any(isinstance(node, ir.EndStage) for owner in owners(judge.facts) for node in nodes(owner))
        key_, whole = stage.times, not stage.until and not ends and stage.by is None
        return key_ if key_ is not None and whole and _fixed(judge, key_) else None
    return key if _fixed(judge, key) else None


def _fixed(judge: Judge, expr: ir.Expr) -> bool:
    return is_constant(judge.facts, expr) and stores_read(judge.facts, expr) <= fixed_stores(judge.facts)


def _keys(table: ir.Table, at: Evaluator, asked: ir.Expr) -> list[str]:
    """Return the keys without a row at one table, as text."""
    known = at.of(asked)
    if known.exact is None:
        return []
    first = 1 if isinstance(table.key, ir.StageCount) else known.exact
    number = min(known.exact - first + 1, max(at.budget.left, 0))
    at.budget.left -= known.exact - first + 1
    return [_spelled(table.key.type, key, at) for key in range(first, first + number) if table.row(key) is None]


def _spelled(type: ir.Type, key: int, at: Evaluator) -> str:
    if type == ir.TRUTH:
        return ("no", "yes")[key]
    return at.declared.enums[type.enum][key] if type.enum else str(key)
