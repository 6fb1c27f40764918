"""The checker is functions over a context: its modules stand in an order, and each node has its function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

import croupier_dsl.checker
from croupier_dsl import syntax
from croupier_dsl.checker import expressions, statements
from croupier_dsl.checker.ruleset import PARTS

FOLDER = Path(croupier_dsl.checker.__file__).parent
PACKAGE = "croupier_dsl.checker."


@cache
def modules() -> dict[str, ast.Module]:
    """The modules of the package, as trees."""
    return {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.py"))}


def imported(tree: ast.Module) -> Iterator[str]:
    """Yield the modules of the package that a module needs to be imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith(PACKAGE):
            yield node.module.removeprefix(PACKAGE)
        elif isinstance(node, ast.ImportFrom) and node.module == PACKAGE.rstrip("."):
            yield from (alias.name for alias in node.names)


@pytest.mark.costly
def test_modules_stand_in_an_order() -> None:
    """What a module needs of one above it, it asks of the parts of the context."""
    needs = {name: set(imported(tree)) for name, tree in modules().items()}
    assert sum(map(len, needs.values())) > 100
    while ready := {name for name, others in needs.items() if not others & needs.keys()}:
        for name in ready:
            del needs[name]
    assert needs == {}


def test_each_part_is_the_function_of_its_name() -> None:
    assert {each.name for each in fields(PARTS) if getattr(PARTS, each.name).__name__ != each.name} == set()


@pytest.mark.parametrize(
    ("table", "nodes"),
    [(expressions.EXPRESSIONS, syntax.Expr), (statements.STATEMENTS, syntax.Statement)],
    ids=["expressions", "statements"],
)
def test_each_node_has_its_function(table: dict[object, object], nodes: object) -> None:
    assert table.keys() == set(get_args(nodes))
    assert len(set(table.values())) == len(table)
