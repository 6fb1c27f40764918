"""Conditions that hold always, or never, whatever the options and the number of players: each a warning."""

from __future__ import annotations

from collections.abc import Iterator

from croupier_dsl import ir
from croupier_dsl.analysis.course import stages
from croupier_dsl.analysis.settled import Agreements, Purse
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.checker.base import Base
from croupier_dsl.errors import sense
from croupier_dsl.source import Span

MOST = 4_000
"""Of more combinations of options than this nothing is said."""
PURSE = 1_000_000
"""So many parts of sentences are looked at in all."""
SHARE = 100_000
"""So many of them for the conditions of one place."""


def warn_of_settled(rules: ir.Rules, checker: Base) -> None:
    """Conditions one by one; and those of one place that can never hold together."""
    whole = checker.names.ruleset.name.span
    left, purse = PURSE, Purse()
    agreements = Agreements(rules, purse)
    skipped: list[Span] = []
    for conditions in filter(None, _together(rules)):
        purse.left = share = min(left, SHARE)
        answers = [_always(agreements, condition) for condition in conditions]
        never = len(conditions) > 1 and False not in answers and _always(agreements, *conditions) is False
        left -= share - max(purse.left, 0)
        if purse.spent:
            skipped.append(checker.span_of(conditions[0], whole))
            continue
        for condition, answer in zip(conditions, answers, strict=True):
            if answer is not None:
                span = checker.span_of(condition, whole)
                checker.diagnostics.add(sense.always_holds(span) if answer else sense.never_holds(span))
        if never:
            checker.diagnostics.add(sense.never_together(checker.span_of(conditions[-1], whole)))
    if skipped:
        checker.diagnostics.add(sense.not_all_judged(skipped[0], len(skipped)))


def _always(agreements: Agreements, *conditions: ir.Expr) -> bool | None:
    """Do they hold together with all options (True), with none (False), or does it depend (None)?"""
    answer: bool | None = None
    for number, table in enumerate(agreements.tables(conditions, conditions)):
        found = [table.truth(condition) for condition in conditions]
        now = False if False in found else None if None in found else True
        if now is None or number >= MOST or (answer is not None and now != answer):
            return None
        answer = now
    return answer


def _together(rules: ir.Rules) -> Iterator[tuple[ir.Expr, ...]]:
    """The conditions of each place where all of them must hold."""
    for option in rules.options:
        yield _all(option.needs)
    for stage in stages(rules):
        yield _all(stage.when)
        yield _all(stage.until)
    for move in rules.moves:
        yield _all(move.conditions)
        for node in nodes((move.choices, move.do)):
            if isinstance(node, ir.Choice):
                yield _all(node.filters)
    for trigger in rules.triggers:
        yield _all(trigger.conditions)
    for node in nodes((rules.play, rules.stages, rules.moves, rules.triggers)):
        if isinstance(node, ir.Branch) and node.condition is not None:
            yield (node.condition,)


def _all(conditions: tuple[ir.Condition, ...]) -> tuple[ir.Expr, ...]:
    return tuple(condition.expr for condition in conditions)
