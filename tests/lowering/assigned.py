"""Definite assignment in kernel text: which names a function reads where they may have no value.

Generated Python stops at such a read, and C goes on with whatever lies there. A name has a value after an `if` only if
it has one after both sides, and after a loop only if it had one before it, as the loop may take no turn.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import pytest

from croupier.fast import engine
from croupier.lowering import whole
from croupier.lowering.whole import Lowered

FUNCTION = re.compile(r"^def .*\n(?: .*\n|\n)*", re.MULTILINE)


def unassigned(text: str) -> list[str]:
    """Return every read of a local name that some path reaches without assigning it, with function and line."""
    return [told for function in FUNCTION.findall(text) for told in _of(function)]


@lru_cache(maxsize=1 << 14)
def _of(function: str) -> list[str]:
    """The reads in one function. Many programs share most of theirs."""
    (parsed,) = ast.parse(function).body
    assert isinstance(parsed, ast.FunctionDef)
    return _Function(parsed).told


class _Function:
    """The reads found in one function. `breaks`: for each loop under way, the names with values at each `break`."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self.name = function.name
        self.told: list[str] = []
        self.breaks: list[list[set[str]]] = []
        arguments = {argument.arg for argument in function.args.args}
        self.local = {*_assigned(function.body)} - arguments
        self.ends(function.body, arguments)

    def ends(self, body: Sequence[ast.stmt], have: set[str]) -> bool:
        """Return whether the end of these statements is reached; the names that they assign are added to `have`."""
        for statement in body:
            match statement:
                case ast.Assign(targets=[ast.Name(name)], value=value):
                    self.read(value, have)
                    have.add(name)
                case ast.Assign(targets=[target], value=value) | ast.AugAssign(target=target, value=value):
                    self.read(target, have)
                    self.read(value, have)
                case ast.If(test=test, body=yes, orelse=no):
                    self.read(test, have)
                    after, other = {*have}, {*have}
                    first, second = self.ends(yes, after), self.ends(no, other)
                    if not first and not second:
                        return False
                    have |= after & other if first and second else after if first else other
                case ast.For(target=ast.Name(name), iter=turns, body=inside):
                    self.read(turns, have)
                    self._loop(inside, {*have, name})
                case ast.While(test=test, body=inside):
                    self.read(test, have)
                    left = self._loop(inside, {*have})
                    if isinstance(test, ast.Constant) and test.value:
                        if not left:
                            return False
                        have |= set.intersection(*left)
                case ast.Return(value=value):
                    self.read(value, have)
                    return False
                case ast.Break():
                    self.breaks[-1].append(have)
                    return False
                case ast.Expr(value=value):
                    self.read(value, have)
                case ast.Pass():
                    pass
                case _:
                    raise AssertionError(f"no statement of the kernel: {ast.unparse(statement)}")
        return True

    def _loop(self, body: Sequence[ast.stmt], have: set[str]) -> list[set[str]]:
        """Return the names that have values at each `break` of the loop."""
        self.breaks.append([])
        self.ends(body, have)
        return self.breaks.pop()

    def read(self, read: ast.expr | None, have: set[str]) -> None:
        """Note the names in an expression that need not have a value. This is `ast.walk`, but quicker."""
        waiting: list[ast.AST | None] = [read]
        while waiting:
            node = waiting.pop()
            kind = type(node)
            if kind is ast.Name:
                if node.id not in have and node.id in self.local:
                    self.told.append(f"{self.name}, line {node.lineno}: {node.id}")
            elif kind is ast.Subscript:
                waiting += (node.value, node.slice)
            elif kind is ast.BinOp:
                waiting += (node.left, node.right)
            elif kind is ast.Compare:
                waiting += (node.left, *node.comparators)
            elif kind is ast.Call:
                waiting += node.args
            elif kind is not ast.Constant and node is not None:
                waiting += ast.iter_child_nodes(node)


def _assigned(body: Sequence[ast.stmt]) -> Iterator[str]:
    """Yield the names that these statements and those in them assign."""
    for statement in body:
        kind = type(statement)
        if kind is ast.Assign:
            target = statement.targets[0]
            if type(target) is ast.Name:
                yield target.id
        elif kind is ast.If:
            yield from _assigned(statement.body)
            yield from _assigned(statement.orelse)
        elif kind is ast.For:
            yield statement.target.id
            yield from _assigned(statement.body)
        elif kind is ast.While:
            yield from _assigned(statement.body)


@pytest.fixture(scope="session", autouse=True)
def verified() -> Iterator[None]:
    """Check every program that is lowered while tests run."""

    def lowered(*given: Any, **more: Any) -> Lowered:
        found = whole.lowered(*given, **more)
        told = unassigned(found.text)
        assert told == [], f"names that need not have a value: {told[:9]}"
        return found

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(engine, "lowered", lowered)
        yield
