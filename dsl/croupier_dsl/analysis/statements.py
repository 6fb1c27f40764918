"""The lists of statements in checked rules: all of them, the statements in one, and the place of one."""

from __future__ import annotations

from collections.abc import Iterator

from croupier_dsl import ir
from croupier_dsl.analysis.course import stages

List = tuple[ir.Statement, ...]


def lists(rules: ir.Rules) -> Iterator[tuple[str, List]]:
    """Yield every list of statements of a ruleset that is not empty, with its path."""
    for stage in stages(rules):
        parts = (("begin", stage.begin), ("else", stage.otherwise), ("end", stage.end))
        yield from ((f"{stage.path}.{part}", statements) for part, statements in parts if statements)
    yield from ((f"{move.path}.do", move.do) for move in rules.moves if move.do)
    yield from ((f"{trigger.path}.do", trigger.do) for trigger in rules.triggers if trigger.do)
    yield from ((effect.path, effect.do) for effect in rules.effects if effect.do)


def bodies(statement: ir.Statement) -> tuple[List, ...]:
    """Return the lists of statements directly inside a statement."""
    match statement:
        case ir.If(branches=branches):
            return tuple(branch.body for branch in branches)
        case ir.ForEach(body=body) | ir.Labelled(body=body) | ir.Perform(body=body):
            return (body,)
    return ()


def within(statements: List) -> Iterator[ir.Statement]:
    """Yield the statements of a list, those inside others after the one that holds them."""
    for statement in statements:
        yield statement
        for body in bodies(statement):
            yield from within(body)


def place(statements: List) -> ir.Where | None:
    """Return the place where a list begins; a label has the place of its first statement."""
    for statement in statements:
        found = place(statement.body) if isinstance(statement, ir.Labelled) else statement.where
        if found is not None:
            return found
    return None
