"""Python text with less work says the same: what is moved before a loop, what stays, what becomes a slice."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from croupier.base.chance import Stream
from croupier.base.values import Value
from croupier.kernel import show
from croupier.kernel.read import read
from croupier.native.python import functions, passes, python


def lean(text: str) -> str:
    """The kernel text after all passes."""
    module = read(text)
    for change in passes(1):
        module = change(module)
    return show.text(module)


def called(text: str, *arguments: object) -> Value:
    """What `f` says in Python."""
    return called_with(text, 1, *arguments)


def called_with(text: str, words: int, *arguments: object) -> Value:
    """The same where sets have so many words."""
    found: Value = functions(python(read(text), words))["f"](*arguments)
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
    assert "(0, 1, 2, 3, 4)" in python(read(text), 1)
    assert called(text, [1, 2, 3, 4, 5]) == 12345


# ---------------------------------------------------------------- sets wider than a number
SETS = """
def f(m_cards, m_own, OUT):
    n = 0
    m_left = LESS(m_cards, m_own)
    while m_left != 0:
        OUT[n] = LOW(m_left)
        m_left = REST(m_left)
        n += 1
    OUT[n] = LOW(m_cards) * 1000 + HIGH(m_cards)
    m_cards = m_cards & ~BIT(OUT[0]) & ~1267650600228229401496703205377
    m_cards = m_cards | BIT(OUT[n] // 1000)
    OUT[n + 1] = m_cards
    return n
"""
"""The constant is the cards 0 and 100."""


@pytest.mark.costly
def test_sets_are_told_as_quickly_as_they_can_be() -> None:
    """Looked up or worked out another way, they are the same."""
    chance = Stream(5)
    for _ in range(200):
        cards = sum(1 << card for card in range(108) if not chance.below(4)) | 1 << chance.below(108)
        own = cards & sum(1 << card for card in range(108) if chance.below(2))
        own &= ~(1 << (cards ^ own).bit_length() >> 1) if cards ^ own else ~(cards & -cards)
        held, mine = ({card for card in range(108) if each >> card & 1} for each in (cards, own))
        out = [0] * 120
        left = called_with(SETS, 2, cards, own, out)
        assert left == len(held - mine) > 0
        assert out[:left] == sorted(held - mine)
        assert out[left] == min(held) * 1000 + max(held)
        after = held - {out[0], 0, 100} | {min(held)}
        assert out[left + 1] == sum(1 << card for card in after)


# ---------------------------------------------------------------- what is paid
def spent(head: str, k: int, cards: int, first: str = "") -> int:
    """What a call pays for a loop whose turns are costly."""
    costly = "".join(f"        n += S[{at}]\n" for at in range(40))
    space = functions(python(read(f"def f(S, k, m_x):\n    n = 0\n    {head}:\n{first}{costly}    return n\n"), 1))
    before = cast("int", space["left_"])
    cast("Callable[[list[int], int, int], int]", space["f"])([1] * 40, k, cards)
    return before - cast("int", space["left_"])


def test_each_turn_is_paid_for_once() -> None:
    """Before a loop whose turns are known, at each turn of one that may be left, which pays for what it takes."""
    turns = "for i in range(0, k)"
    one = spent(turns, 1, 0)
    assert one > 0
    assert [spent(turns, k, 0) for k in (-5, 0, 10, 1000)] == [0, 0, 10 * one, 1000 * one]
    assert abs(spent("for i in range(0, 60)", 0, 0) - 60 * one) <= 60
    assert one <= spent(turns, 10**9, 0, "        if i == 2:\n            break\n") <= 6 * one
    out = "        m_x = REST(m_x)\n"
    assert [spent("while m_x != 0", 0, (1 << many) - 1, out) for many in (0, 1, 30)] == [0, one, 30 * one]
