"""The lowering is functions over a context: no class inherits to share state, and modules stand in an order."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

import croupier.lowering
from croupier.lowering import expressions, statements
from croupier.lowering.whole import PARTS
from croupier_dsl import ir

FOLDER = Path(croupier.lowering.__file__).parent
PACKAGE = "croupier.lowering."
MOST_METHODS = 25


@cache
def modules() -> dict[str, ast.Module]:
    """The modules of the package, as trees."""
    return {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.py"))}


def classes() -> Iterator[tuple[str, ast.ClassDef]]:
    for name, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                yield name, node


def imported(tree: ast.Module) -> Iterator[str]:
    """Yield the modules of the package that a module needs to be imported; those for types alone are left out."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith(PACKAGE):
            yield node.module.removeprefix(PACKAGE)


@pytest.mark.costly
def test_no_class_inherits_from_another_of_the_package() -> None:
    names = {node.name for _, node in classes()}
    assert len(names) > 40
    heirs = {
        f"{node.name}({ast.unparse(base)})"
        for _, node in classes()
        for base in node.bases
        if ast.unparse(base) in names and not ast.unparse(base).startswith("Un")  # faults are kinds of faults
    }
    assert heirs == set()


def test_no_class_is_a_machine() -> None:
    methods = {
        f"{module}.{node.name}": sum(isinstance(each, ast.FunctionDef) for each in node.body)
        for module, node in classes()
    }
    assert {name: number for name, number in methods.items() if number > MOST_METHODS} == {}


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
    [(expressions.SENTENCES, ir.Expr), (statements.STATEMENTS, ir.Statement)],
    ids=["sentences", "statements"],
)
def test_each_node_has_its_function(table: dict[type, object], nodes: object) -> None:
    """A node that is not lowered has one that says so: nothing falls through."""
    assert table.keys() == set(get_args(nodes))
    assert len(set(table.values())) > len(table) - 3
