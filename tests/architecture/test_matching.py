"""How far the kinds of sentences are known: each is matched in a number of modules, which a new kind has to visit."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import get_args

import pytest

from croupier_dsl import ir

ROOT = Path(__file__).parents[2]
KINDS = {kind.__name__ for kind in (*get_args(ir.Expr), *get_args(ir.Statement))}
MOST = 17.8
"""The mean number of modules that match a kind. It may fall, and this with it."""


def matched(tree: ast.AST) -> Iterator[str]:
    """Yield the kinds that code asks for: in patterns, `isinstance`, and tables by kind; not those that it makes."""
    for node in ast.walk(tree):
        match node:
            case ast.MatchClass(cls=kind):
                yield from named(kind)
            case ast.Call(args=args):
                for each in args:
                    yield from named(each)
            case ast.Dict(keys=keys):
                for key in keys:
                    yield from named(key)
            case ast.Assign(value=value) | ast.AnnAssign(value=value) if not isinstance(value, ast.Attribute):
                yield from named(value)
            case ast.Compare(left=ast.Call(func=ast.Name(id="type")), comparators=[kind]):
                yield from named(kind)


def named(node: ast.AST | None) -> Iterator[str]:
    """Yield the kinds that an expression names, alone or as one of several."""
    match node:
        case ast.Attribute(value=ast.Name(id="ir"), attr=name) if name in KINDS:
            yield name
        case ast.BinOp(left=left, right=right):
            yield from named(left)
            yield from named(right)
        case ast.Tuple(elts=several) | ast.List(elts=several) | ast.Set(elts=several):
            for each in several:
                yield from named(each)
        case ast.Starred(value=value):
            yield from named(value)


def test_the_search_for_kinds_finds_them() -> None:
    source = """
        LOOKS = {ir.Sum: look}
        SETS = (ir.Deck, ir.Players)
        def f(expr: ir.Not) -> ir.Logic:
            match expr:
                case ir.Count(): ...
            if isinstance(expr, ir.Same | ir.Order) or type(expr) is ir.Pick:
                return ir.Logic(ir.TRUTH, "and", (expr, entry(ir.Map, f)))
    """
    found = set(matched(ast.parse(dedent(source))))
    assert found == {"Sum", "Deck", "Players", "Count", "Same", "Order", "Pick", "Map"}


@pytest.mark.slow
def test_kinds_are_matched_in_few_modules() -> None:
    """What treats most kinds alike has a default, and one table for the others."""
    paths = [path for folder in ("dsl", "interpreter") for path in sorted((ROOT / folder).rglob("*.py"))]
    outside = [path for path in paths if path.parent.name != "ir"]
    texts = (text for path in outside if "ir." in (text := path.read_text(encoding="utf-8")))
    number = sum(len(set(matched(ast.parse(text)))) for text in texts)
    assert number > 500
    assert number / len(KINDS) <= MOST, f"{number / len(KINDS):.2f}"
