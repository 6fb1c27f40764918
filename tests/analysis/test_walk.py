"""The one walk through checked rules misses nothing, keeps what is not changed, and ends however deep rules nest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from croupier.table.catalogue import find
from croupier_dsl import ir
from croupier_dsl.analysis import walk
from tests.printed import GAMES

PACKAGES = (Path(__file__).parents[2] / "dsl", Path(__file__).parents[2] / "interpreter")


def found_by_looking(part: object) -> Iterator[object]:
    """Every part in a plain way: each field of each dataclass, as it comes."""
    if isinstance(part, tuple):
        for item in part:
            yield from found_by_looking(item)
    elif is_dataclass(part) and not isinstance(part, ir.Type | ir.Where | type):
        yield part
        for field in fields(part):
            yield from found_by_looking(getattr(part, field.name))


@pytest.mark.parametrize("name", GAMES)
def test_a_walk_meets_every_part_in_the_order_written(name: str) -> None:
    rules = find(name)
    assert [id(part) for part in walk.nodes(rules)] == [id(part) for part in found_by_looking(rules)]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_not_changed_is_the_same_object(name: str) -> None:
    rules = find(name)

    def kept(part: object) -> object:
        return walk.rebuilt(part, kept)

    assert kept(rules) is rules


def test_what_is_changed_is_changed_everywhere_and_nothing_else() -> None:
    rules = find(GAMES[0])

    def more(part: object) -> object:
        made = walk.rebuilt(part, more)
        return ir.Constant(made.type, made.value + 1) if isinstance(made, ir.Constant) else made

    made = walk.rebuilt(rules, more)
    pairs = list(zip(walk.nodes(rules), walk.nodes(made), strict=True))
    assert any(isinstance(old, ir.Constant) for old, _ in pairs)
    for old, new in pairs:
        if isinstance(old, ir.Constant):
            assert new == ir.Constant(old.type, old.value + 1)
        else:
            assert dict(plain(old)) == dict(plain(new))


def plain(part: object) -> Iterator[tuple[str, object]]:
    inside = {id(inner) for inner in walk.inside(part)}
    for name, value in walk.held(part):
        if id(value) not in inside and not isinstance(value, tuple):
            yield name, value


def test_one_part_after_another_is_exchanged() -> None:
    one, two, three = (ir.Constant(ir.NUMBER, value) for value in (1, 2, 3))
    both = ir.ListOf(ir.NUMBER, (one, two))
    assert [put(three) for _, put in walk.one_by_one(both)] == [
        ir.ListOf(ir.NUMBER, (three, two)),
        ir.ListOf(ir.NUMBER, (one, three)),
    ]
    assert [put(three) for _, put in walk.one_by_one(ir.Negative(ir.NUMBER, one))] == [ir.Negative(ir.NUMBER, three)]


def test_no_nesting_is_too_deep_for_a_walk() -> None:
    expr: ir.Expr = ir.Local(ir.NUMBER, 7, "it")
    for _ in range(100_000):
        expr = ir.Negative(ir.NUMBER, expr)
    assert sum(1 for _ in walk.nodes(expr)) == 100_001
    assert walk.locals_read(expr) == {7}
    while isinstance(expr, ir.Negative):  # Python frees a deep chain by recursion: unwind it
        expr = expr.operand


def test_nothing_else_looks_into_the_fields_of_parts() -> None:
    """A module that asks `dataclasses.fields` of a part walks on its own way; messages to a page are no parts."""
    own = re.compile(r"dataclasses import [^\n]*\bfields\b|dataclasses\.fields|__dataclass_fields__")
    found = (path for root in PACKAGES for path in root.rglob("*.py") if own.search(path.read_text("utf-8")))
    assert {f"{path.parent.name}/{path.name}" for path in found} == {"analysis/walk.py", "base/plain.py", "web/wire.py"}
