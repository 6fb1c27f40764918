"""The nodes of kernel programs, and the tables that must know each of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import FrozenInstanceError, fields, is_dataclass

import pytest

from croupier.kernel import nodes, rows, show, verify, walk
from croupier.kernel.read import read
from croupier.native import c, effort, python


@pytest.mark.parametrize(
    ("table", "classes"),
    [
        (show.EXPRESSIONS, nodes.EXPRESSIONS),
        (show.STATEMENTS, nodes.STATEMENTS),
        (walk.OPERANDS, nodes.EXPRESSIONS),
        (walk.HEAD, nodes.STATEMENTS),
        (verify.EXPRESSIONS, nodes.EXPRESSIONS),
        (verify.STATEMENTS, nodes.STATEMENTS),
        ((*effort.STATEMENTS, *rows.WRITTEN_OUT), nodes.STATEMENTS),
        (c.EXPRESSIONS, nodes.EXPRESSIONS),
        ((*c.STATEMENTS, *rows.WRITTEN_OUT), nodes.STATEMENTS),
        (python.writer_for(1, marks=False).expressions, nodes.EXPRESSIONS),
        (python.writer_for(1, marks=False).statements, nodes.STATEMENTS),
    ],
)
def test_a_table_has_every_class(table: Iterable[type], classes: tuple[type, ...]) -> None:
    assert set(table) == set(classes)


def test_bodies_are_known_wherever_they_stand() -> None:
    """Each statement with statements in it is gone into."""
    having = {kind for kind in nodes.STATEMENTS if any("Body" in str(field.type) for field in fields(kind))}
    assert set(walk.INSIDE) == having


def test_nodes_stay_as_they_are() -> None:
    """They are few, frozen and without room for anything else."""
    kinds = (*nodes.EXPRESSIONS, *nodes.STATEMENTS, *nodes.PARTS, nodes.Module)
    assert len(kinds) < 34
    for kind in kinds:
        assert is_dataclass(kind)
        with pytest.raises(FrozenInstanceError):
            kind.__setattr__(object.__new__(kind), "type", None)
        assert "__slots__" in vars(kind)


@pytest.mark.parametrize("name", nodes.BUILTINS)
def test_each_printer_has_every_function_of_the_language(name: str) -> None:
    """As a word of its own, in its runtime, or from without."""
    in_c = re.search(rf"(#define {name}\b|\b{name}\()", c.RUNTIME) or name in c.OUTSIDE
    assert in_c
    in_python = re.search(rf"^def {name}\(", python.RUNTIME, re.MULTILINE) or name in (*python.WORDS, *python.DONE)
    assert in_python or name in c.OUTSIDE


def test_a_program_keeps_what_its_public_functions_come_to_call() -> None:
    text = "def f(S):\n    return g(S)\n\n\ndef g(S):\n    return f(S)\n\n\ndef h(S):\n    return f(S)\n"
    for public, kept in ((("f", "missing"), ["f", "g"]), (("h",), ["f", "g", "h"]), ((), [])):
        assert [function.name for function in walk.reached(read(text), public).functions()] == kept
