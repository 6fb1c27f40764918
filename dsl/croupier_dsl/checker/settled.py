"""Conditions that hold always, or never, whatever the options and the number of players: each a warning."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from croupier_dsl import ir
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.checker.base import Base
from croupier_dsl.checker.folding import Folding, Known, exactly
from croupier_dsl.errors import sense
from croupier_dsl.source import Span

MOST = 4_000
"""Of more combinations of options than this nothing is said."""
LISTED = 24
"""A range of numbers with more values than this is taken as a whole."""


class Settled:
    """Judges the conditions of one ruleset."""

    def __init__(self, rules: ir.Rules) -> None:
        self.rules = rules
        self.enums = {enum.name: enum.values for enum in rules.enums}
        self.bodies: dict[str, object] = {d.name: d.body for d in rules.definitions}
        self.bodies |= {table.name: (table.key, table.rows) for table in rules.tables}
        self.named = {option.name: option for option in rules.options}

    def always(self, *conditions: ir.Expr) -> bool | None:
        """Do they hold together with all options (True), with none (False), or does it depend (None)?"""
        answer: bool | None = None
        for number, folding in enumerate(self.foldings(conditions)):
            found = [folding.truth(condition) for condition in conditions]
            now = False if False in found else None if None in found else True
            if now is None or number >= MOST or (answer is not None and now != answer):
                return None
            answer = now
        return answer

    def foldings(self, parts: tuple[ir.Expr, ...]) -> Iterator[Folding]:
        """One for each number of players and each choice of the options that are read, as far as their needs allow."""
        read = self.read(parts)
        needs = [need.expr for option in read for need in option.needs]
        needs = [need for need in needs if not any(need is part for part in parts)]
        names = [option.name for option in read]
        for players in self.rules.players:
            for values in islice(product(*(self.values(option, players) for option in read)), MOST + 1):
                folding = Folding(self.rules, dict(zip(names, values, strict=True)), players)
                if not any(folding.truth(need) is False for need in needs):
                    yield folding

    def read(self, parts: object, needs: bool = True) -> list[ir.Option]:
        """The options that are read, through definitions and tables, and those that their needs read."""
        found: dict[str, ir.Option] = {}
        seen: set[str] = set()
        todo = [parts]
        while todo:
            for node in nodes(todo.pop()):
                if isinstance(node, ir.OptionValue) and node.name not in found:
                    found[node.name] = self.named[node.name]
                    todo.extend(need.expr for need in found[node.name].needs if needs)
                elif isinstance(node, ir.Defined | ir.TableValue) and node.name not in seen:
                    seen.add(node.name)
                    todo.append(self.bodies[node.name])
        return list(found.values())

    def values(self, option: ir.Option, players: int) -> list[Known]:
        if option.type.enum:
            return [exactly(value) for value in range(len(self.enums[option.type.enum]))]
        if option.type == ir.TRUTH:
            return [exactly(0), exactly(1)]
        if option.among:
            return [exactly(value) for value in option.among]
        plain = Folding(self.rules, {}, players)
        low = None if option.low is None else plain.fold(option.low).low
        high = None if option.high is None else plain.fold(option.high).high
        if low is None or high is None or high - low >= LISTED:
            return [Known(low, high, False)]
        return [exactly(value) for value in range(low, high + 1)]


def warn_of_settled(rules: ir.Rules, checker: Base) -> None:
    """Conditions one by one; and those of one place that can never hold together."""
    settled = Settled(rules)
    whole = checker.names.ruleset.name.span
    for conditions in _together(rules):
        answers = [settled.always(condition.expr) for condition in conditions]
        for condition, answer in zip(conditions, answers, strict=True):
            if answer is not None:
                _warn(checker, checker.span_of(condition.expr, whole), answer)
        together = tuple(condition.expr for condition in conditions)
        if len(conditions) > 1 and False not in answers and settled.always(*together) is False:
            checker.diagnostics.add(sense.never_together(checker.span_of(together[-1], whole)))
    for part in (rules.play, rules.moves, rules.triggers):
        for node in nodes(part):
            if isinstance(node, ir.Branch) and node.condition is not None:
                answer = settled.always(node.condition)
                if answer is not None:
                    _warn(checker, checker.span_of(node.condition, whole), answer)


def _warn(checker: Base, span: Span, answer: bool) -> None:
    checker.diagnostics.add(sense.always_holds(span) if answer else sense.never_holds(span))


def _together(rules: ir.Rules) -> Iterator[tuple[ir.Condition, ...]]:
    """The conditions of each place where all of them must hold."""
    for option in rules.options:
        yield option.needs
    for node in nodes(rules.play):
        if isinstance(node, ir.Stage):
            yield node.when
            yield node.until
    for move in rules.moves:
        yield move.conditions
        for node in nodes((move.choices, move.do)):
            if isinstance(node, ir.Choice):
                yield node.filters
    for trigger in rules.triggers:
        yield trigger.conditions
