"""Python text with less work says the same: what is moved before a loop, what stays, what becomes a slice."""

from __future__ import annotations

import ast

import pytest

from croupier.base.values import Value
from croupier.native.effort import metered
from croupier.native.leaner import leaner
from croupier.native.python import functions, python


def lean(text: str) -> str:
    return ast.unparse(leaner(metered(ast.parse(text), 64)))


def called(text: str, *arguments: object) -> Value:
    """What `f` says in Python."""
    found: Value = functions(python(text, 1))["f"](*arguments)
    return found


LISTS = "def f(S, OUT, n, me, most):\n    for i in range(0, n):\n        {body}\n    return n\n"


def test_what_is_the_same_at_each_turn_comes_before_the_loop() -> None:
    """Cells that nobody writes to, and what is made of them."""
    made = lean(LISTS.format(body="OUT[i] = (Z[7] & ~Z[8]) + S[20 + me]"))
    before, inside = made.split("for i")
    assert "Z[7] & ~Z[8]" in before
    assert "S[20 + me]" in before
    assert "Z[" not in inside


@pytest.mark.parametrize(
    ("body", "stays"),
    [
        ("OUT[i] = S[i] & 3", "S[i] & 3"),  # another one at each turn
        ("if most:\n            OUT[i] = S[9 + most]", "S[9 + most]"),  # perhaps there is no such place
        ("S[30] = i\n        OUT[i] = S[20 + me]", "S[20 + me]"),  # it may be the one that is written to
        ("x = i\n        OUT[i] = x & 3", "x & 3"),
        ("g(S)\n        OUT[i] = ~Z[7]", "~Z[7]"),
        ("if i == 1:\n            y = i\n        if i > 1:\n            OUT[i] = y | 4", "y | 4"),
        ("OUT[i] = most // S[7]", "most // S[7]"),  # it may fail
    ],
)
def test_what_may_change_or_fail_stays(body: str, stays: str) -> None:
    """Also what somebody who is called may write."""
    text = "def g(S):\n    S[7] = 1\n    return 0\n" + LISTS.format(body=body)
    assert stays in lean(text).split("for i")[1]


def test_a_name_for_what_is_the_same_gets_it_once() -> None:
    """And what is made of it is the same too, also where nothing else is left of a branch."""
    made = lean(LISTS.format(body="if most:\n            m_x = Z[7]\n        OUT[i] = m_x & ~Z[8]"))
    assert "for i in range(0, n):\n        if most:\n            pass\n" in made
    assert "Z[" not in made.split("for i")[1]


def test_a_cell_that_is_written_to_lies_before_those_that_are_read() -> None:
    """So the others stay what they are."""
    made = lean(LISTS.format(body="S[6] = 1\n        OUT[i] = ~Z[7] & S[20 + me]"))
    assert "Z[7]" in made.split("for i")[0]


def test_a_loop_over_places_goes_over_a_slice() -> None:
    """Unless somebody writes to them, or the number of the place is asked for too."""
    loop = "    for i in range(k, k + S[0]):\n        c = S[i]\n        n = n * 10 + {body}\n"
    text = f"def f(S, k):\n    n = 0\n{loop}    return n\n"
    assert "for c in S[k:k + S[0]]" in lean(text.format(body="c"))
    assert "range" in lean(text.format(body="c + i"))
    assert "range" in lean(text.format(body="take(S, c)"))
    for body, told in (("c", 567), ("c + i", 801)):
        assert called(text.format(body=body), [3, 0, 5, 6, 7, 8], 2) == told


def test_loops_of_a_few_turns_pay_and_count_as_before() -> None:
    """Down to the last turn."""
    text = "def f(S):\n    n = 0\n    for i in range(0, 5):\n        n = n * 10 + S[i]\n    return n\n"
    assert "(0, 1, 2, 3, 4)" in lean(text)
    assert called(text, [1, 2, 3, 4, 5]) == 12345
