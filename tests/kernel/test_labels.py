"""Labels as one function: it does what going from label to label by hand does."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from croupier.kernel.labels import PC, threaded
from croupier.kernel.nodes import Body, Function, Go, If, Labels, Module, Pass, Return, While
from croupier.kernel.read import read
from croupier.kernel.source import Written
from croupier.kernel.verify import problems
from croupier.kernel.walk import statements
from croupier.native.python import functions, python

TEXT = """
def at_0(S, OUT):
    S[1] += 1
    if S[0] > 2:
        pc = 1
    else:
        pc = 4
def at_1(S, OUT):
    S[2] += 1
    for i in range(0, 3):
        S[0] += -1
    while S[3] > 5:
        S[3] += -1
    pc = 2
def at_2(S, OUT):
    if S[0] > 0:
        pc = 0
    else:
        pc = 3
def at_3(S, OUT):
    e = S[2]
    S[4] += 1
    if S[4] > 3:
        return e + 100
    pc = 3
def at_4(S, OUT):
    S[5] = e
    S[0] = 9 - S[1]
    if S[1] > 6:
        return S[1]
    pc = 2
"""
"""3 goes to itself, 0 and 2 are gone to from two places each, 1 and 4 from one."""


def by_hand(position: list[int], pc: int) -> int:
    """What the program gives, label by label."""
    text = "".join(f"def at_{n}(S, e):\n    pc = -1\n{body}    return [pc, e]\n" for n, body in enumerate(_bodies(), 0))
    space: dict[str, Callable[[list[int], int], object]] = {}
    exec(text, space)
    e = 0
    while True:
        found = space[f"at_{pc}"](position, e)
        if not isinstance(found, list):
            return cast("int", found)
        pc, e = found


def _bodies() -> list[str]:
    return [part.partition("\n")[2] for part in TEXT.split("def at_")[1:]]


@pytest.mark.parametrize("entries", [{0}, {0, 2}, {0, 1, 2, 3, 4}])
@pytest.mark.parametrize("start", range(12))
def test_it_goes_as_by_hand(start: int, entries: set[int]) -> None:
    """From each label that it is called with, whatever has been joined."""
    module = Written(TEXT, entries=frozenset(entries), ending="e").linked()
    assert problems(module, {"S": 6, "OUT": 1}, 1) == []
    run = cast("Callable[[list[int], list[int], int, int], int]", functions(python(module, 1))["run"])
    for pc in entries:
        here, there = [start, 0, 0, 7, 0, 0], [start, 0, 0, 7, 0, 0]
        assert run(here, [], pc, 0) == by_hand(there, pc)
        assert here == there


def test_what_one_place_goes_to_stands_there() -> None:
    """No jump to it is left, nor a test for its number; what several go to, or the caller, keeps its number."""
    [run] = Written(TEXT, entries=frozenset({0}), ending="e").linked().functions()
    jumps = [node.label for node in statements(run.body) if isinstance(node, Go)]
    assert sorted(jumps) == [0, 2, 2, 3, 3]
    [labels] = [node for node in run.body if isinstance(node, Labels)]
    assert {number for number, _ in labels.bodies} == {0, 2, 3}


def test_nobody_goes_to_a_label_that_only_goes_on() -> None:
    """What goes to it goes to where it goes on; labels in a ring stay."""
    text = """
def at_0(S, OUT):
    if S[0] > 2:
        pc = 1
    else:
        pc = 2
def at_1(S, OUT):
    pc = 3
def at_2(S, OUT):
    pc = 3
def at_3(S, OUT):
    S[0] += 1
    return S[0]
def at_4(S, OUT):
    pc = 5
def at_5(S, OUT):
    pc = 4
"""
    [run] = Written(text, entries=frozenset({0, 4})).linked().functions()
    [labels] = [node for node in run.body if isinstance(node, Labels)]
    assert {number for number, _ in labels.bodies} == {0, 3, 4}
    assert problems(Module((run,)), {"S": 1}, 1) == []
    assert functions(python(Module((run,)), 1))["run"]([6], [], 0, 0) == 7


@pytest.mark.parametrize(
    ("bodies", "wrong"),
    [
        ({0: (Go(3),)}, "unknown label 3"),
        ({0: (Pass(),)}, "its end is reached"),
        ({0: (Go(0), Pass())}, "something comes after a jump"),
        ({0: (If(PC, (Go(0),)), Return(PC))}, "something comes after a jump"),
        ({0: (While(PC, (Go(0),)), Return(PC))}, "a jump out of a loop"),
    ],
)
def test_what_is_wrong_with_labels_is_told(bodies: dict[int, Body], wrong: str) -> None:
    run = Function("run", (PC,), (Labels(PC, tuple(bodies.items())),))
    assert any(wrong in told for told in problems(Module((run,))))


def test_a_program_without_labels_has_no_run() -> None:
    assert Written("def f(S):\n    return 1\n").linked() == read("def f(S):\n    return 1\n")


def test_one_label_needs_no_search() -> None:
    [part] = read("def at_7(S, OUT):\n    return 3\n").parts
    run = threaded("run", {7: part.body}, {7})
    assert not any(isinstance(node, If) for node in statements(run.body))
    assert functions(python(Module((run,)), 1))["run"]([], [], 7) == 3
