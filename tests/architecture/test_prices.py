"""What work costs stands in one list, which both engines read: no price is typed where it is paid."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.base import prices

HERE = Path(__file__).parents[2] / "interpreter" / "croupier"
LIST = HERE / "base" / "prices.py"
MODULES = [path for path in sorted(HERE.rglob("*.py")) if path != LIST]
PAYS = re.compile(r"\bspend\b|\bcharge\b|effort", re.IGNORECASE)
NAMES = {name for name in vars(prices) if name.isupper()}


def typed(source: str) -> Iterator[str]:
    """What a module pays that is typed there: numbers above 1, in a payment or for the pass that lays out payments, and
    constants that are defined in it. An element costs one step, so that 0 and 1 are no prices."""
    if not PAYS.search(source):
        return
    tree = ast.parse(source)
    own = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name("EFFORT"), attr="spend") | ast.Name("charge"), args=args):
                for part in (part for arg in args for part in ast.walk(arg)):
                    match part:
                        case ast.Constant(value=int(number)) if number not in (0, 1):
                            yield f"{number} in line {part.lineno}"
                        case ast.Name(name) if name in own:
                            yield f"{name} in line {part.lineno}"
            case ast.Assign(targets=[ast.Name(name)]) if name in NAMES and "effort" in source.lower():
                yield f"{name} in line {node.lineno}"


def test_no_price_is_typed_where_it_is_paid() -> None:
    """Neither as a number nor as a constant of the module that pays."""
    found = {path.relative_to(HERE).as_posix(): [*typed(path.read_text(encoding="utf-8"))] for path in MODULES}
    assert {where: numbers for where, numbers in found.items() if numbers} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("EFFORT.spend(4 * len(cards))", ["4 in line 1"]),
        ("MINE = 3\nEFFORT.spend(MINE)", ["MINE in line 2"]),
        ("charge(2 * number)", ["2 in line 1"]),
        ("from croupier.base.effort import EFFORT\nTOLD = 5", ["TOLD in line 2"]),
        ("from croupier.base.prices import TOLD\nEFFORT.spend(1 + TOLD * len(cards))", []),
        ("other.spend(7)", []),
    ],
)
def test_the_search_for_prices_finds_them(source: str, found: list[str]) -> None:
    assert [*typed(source)] == found


def test_every_price_is_paid() -> None:
    """A price that nothing reads is none."""
    read = {name for path in MODULES for name in NAMES if name in path.read_text(encoding="utf-8")}
    assert read == NAMES
