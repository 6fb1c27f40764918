"""A ruleset's statements to marks: which of them are performed while a program is played.

The operations of a bound program are wrapped one by one, so that a program nobody watches has nothing more to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from croupier.model.program import Program
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.base.values import Env
    from croupier.compile.execute import Code, Op
    from croupier.model.plans import StagePlan
    from croupier.model.state import State

Mark = tuple[str, int]
"""A statement: the path of its list, and its number in it, those inside others counted as they are written."""


@dataclass(frozen=True, slots=True)
class Written:
    """A statement where it is written. `body`: the number of the list, or list within the list, that it is an item of;
    `inside`: the statement that holds that list, None for the whole."""

    mark: Mark
    statement: ir.Statement
    body: int
    inside: Mark | None

    @property
    def where(self) -> ir.Where | None:
        """Where it stands; a label where that stands which it labels."""
        statement = self.statement
        while isinstance(statement, ir.Labelled):
            statement = statement.body[0]
        return statement.where


class Marks:
    """Marks the statements of one program as they are performed, while `noting`: what players imagine is not play."""

    def __init__(self, program: Program) -> None:
        self.found: set[Mark] = set()
        self._on = False
        for code in _codes(program):
            first: dict[int, list[Mark]] = {}
            for number, start in enumerate(code.starts):
                first.setdefault(start, []).append((code.path, number))
            for start, marks in first.items():
                if start < len(code.ops):
                    code.ops[start] = self._marking(code.ops[start], marks)

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Play for as long as this lasts is real."""
        self._on = True
        try:
            yield
        finally:
            self._on = False

    def _marking(self, op: Op, marks: list[Mark]) -> Op:
        def marked(s: State, e: Env) -> int:
            if self._on:
                self.found.update(marks)
            return op(s, e)

        return marked


def _codes(program: Program) -> Iterator[Code]:
    """Every list of statements of a program."""
    yield from (move.do for move in program.moves)
    yield from (trigger.do for trigger in program.triggers)
    todo: list[StagePlan] = [program.root]
    while todo:
        stage = todo.pop()
        yield from (code for code in (stage.begin, stage.otherwise, stage.end) if code is not None)
        todo += stage.steps


def lists(rules: ir.Rules) -> Iterator[tuple[str, tuple[ir.Statement, ...]]]:
    """Every list of statements of a ruleset that is not empty, with its path."""
    todo = [rules.play]
    while todo:
        stage = todo.pop(0)
        parts = (("begin", stage.begin), ("else", stage.otherwise), ("end", stage.end))
        yield from ((f"{stage.path}.{part}", statements) for part, statements in parts if statements)
        todo += stage.steps
    yield from ((f"moves.{move.name}.do", move.do) for move in rules.moves if move.do)
    yield from ((f"whenever.{trigger.name}.do", trigger.do) for trigger in rules.triggers if trigger.do)


def written(path: str, statements: tuple[ir.Statement, ...]) -> list[Written]:
    """The statements of a list with their marks, those inside others after the one that holds them."""
    found: list[Written] = []
    bodies = count()

    def note(statements: tuple[ir.Statement, ...], inside: Mark | None) -> None:
        body = next(bodies)
        for statement in statements:
            mark = (path, len(found))
            found.append(Written(mark, statement, body, inside))
            for inner in _bodies(statement):
                note(inner, mark)

    note(statements, None)
    return found


def _bodies(statement: ir.Statement) -> list[tuple[ir.Statement, ...]]:
    match statement:
        case ir.If(branches=branches):
            return [branch.body for branch in branches]
        case ir.ForEach(body=body) | ir.Labelled(body=body):
            return [body]
    return []
