"""Constructors make well-typed nodes, and refuse others as they are made."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from croupier.base.values import Value
from croupier.kernel import build as k
from croupier.kernel import show
from croupier.kernel.nodes import NUMBER, NUMBERS, SET, TRUTH, Const
from croupier.kernel.read import read
from croupier.kernel.verify import problems
from croupier.native.c import c
from croupier.native.python import functions, python

N, M, S, G, T = k.a_number("n"), k.a_set("m_x"), k.numbers("S"), k.sets("Gm_1"), k.numbers("T_of0")
HAND = k.declared("m_hand", NUMBERS, NUMBER, gives=SET)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: k.plus(N, M), "plus: expected number, found set of cards m_x"),
        (lambda: k.times(S, 2), "times: expected number, found array of numbers S"),
        (lambda: k.meet(N, M), "meet: expected set of cards, found number n"),
        (lambda: k.without(M, N), "without: expected set of cards, found number n"),
        (lambda: k.equals(M, N), "equals: expected set of cards, found number n"),
        (lambda: k.is_less(M, 1), "is_less: expected number, found set of cards m_x"),
        (lambda: k.negated(S), "negated: expected a test, found array of numbers S"),
        (lambda: k.all_of(N, S), "all_of: expected a test, found array of numbers S"),
        (lambda: k.select(N, M, N), "select: expected set of cards, found number n"),
        (lambda: k.load(N, 1), "load: expected an array, found number n"),
        (lambda: k.load(S, M), "load: expected number, found set of cards m_x"),
        (lambda: k.load_set(G, 1), "load_set: expected array of numbers, found array of sets of cards Gm_1"),
        (lambda: k.pop(N), "POP, argument 1: expected set of cards, found number n"),
        (lambda: k.bit(M), "BIT, argument 1: expected number, found set of cards m_x"),
        (lambda: k.call(HAND, 3, 1), "m_hand, argument 1: expected array of numbers, found number 3"),
        (lambda: k.call(HAND, S), "m_hand: expected 2 arguments, found 1"),
        (lambda: k.call("hand", S), "call: the kernel language has no function hand"),
        (lambda: k.plus(k.call("FORGET"), 1), "plus: expected number, found nothing FORGET()"),
        (lambda: k.let(N, M), "n: expected number, found set of cards m_x"),
        (lambda: k.store(k.load_set(S, 3), N), "Z[3]: expected set of cards, found number n"),
        (lambda: k.add(M, 1), "add: expected number, found set of cards m_x"),
        (lambda: k.count(M, 0, 1, ()), "count: expected number, found set of cards m_x"),
        (lambda: k.each(M, S, 0, 1, ()), "each: expected an array of set of cards, found array of numbers S"),
        (lambda: k.loop(S, ()), "loop: expected a test, found array of numbers S"),
        (lambda: k.gives(N, SET), "gives: expected set of cards, found number n"),
        (lambda: k.attempt(M, k.call("KEY", 1, 2)), "attempt: expected number, found set of cards m_x"),
        (lambda: k.table(N, [1]), "table: expected an array, found number n"),
        (lambda: k.cards(-1), "cards: expected the bits of cards, found -1"),
    ],
)
def test_what_is_ill_typed_is_refused(make: Callable[[], object], told: str) -> None:
    """As it is made, with what was expected and what was found."""
    with pytest.raises(k.IllTyped) as refused:
        make()
    assert str(refused.value) == told


def test_an_otherwise_comes_after_a_when() -> None:
    code = k.Code()
    with pytest.raises(k.IllTyped, match="after a `when`"), code.otherwise():
        pass


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (k.plus(N, k.times(k.minus(N, 1), -2)), "n + (n - 1) * -2"),
        (k.minus(N, k.minus(1, N)), "n - (1 - n)"),
        (k.without(M, k.bit(k.load(S, N))), "m_x & ~BIT(S[n])"),
        (k.join(M, 0), "m_x | 0"),
        (k.load_set(S, k.plus(3, N)), "Z[3 + n]"),
        (k.select(k.is_at_most(N, 2), k.cards(5), M), "5 if n <= 2 else m_x"),
        (k.all_of(N, k.any_of(M, k.differs(M, 0)), 1), "n and (m_x or m_x != 0)"),
        (k.all_of(), "1"),
        (k.all_of(N, 0, M), "0"),
        (k.any_of(0, N), "n"),
        (k.negated(k.all_of(N, N)), "not (n and n)"),
        (k.call(HAND, S, 1), "m_hand(S, 1)"),
    ],
)
def test_an_expression_in_a_text_is_kernel_text(node: object, text: str) -> None:
    """So that text that is still put together may hold nodes."""
    assert f"x = {node}" == f"x = {text}"


def test_types_are_those_of_the_operands() -> None:
    """And a number is a constant of the type that is wanted."""
    assert k.equals(M, 0).right == Const(0, SET)
    assert k.meet(M, 1).type is SET
    assert k.meet(N, 1).type is NUMBER
    assert k.equals(N, 1).type is TRUTH
    assert k.all_of(k.equals(N, 1), k.equals(N, 2)).type is TRUTH
    assert k.all_of(N, M).type is NUMBER
    assert k.plus(k.equals(N, 1), 1).type is NUMBER
    assert k.let(N, k.equals(N, 1)).value.type is TRUTH


WRITTEN = """
T_of0 = [3, 4]
def f(S, n):
    x = T_of0[1]
    for i in range(0, n):
        if S[i] < x:
            S[i] += 1
        elif i == 2:
            return i
        else:
            m_x = BIT(i)
            while m_x != 0:
                x += LOW(m_x)
                m_x = REST(m_x)
                break
    FORGET()
    return x
"""


def test_a_program_that_is_built_is_the_one_that_is_read() -> None:
    """And runs as it says."""
    code = k.Code()
    x, i = code.let(k.a_number("x"), k.load(T, 1)), k.a_number("i")
    with code.count(i, 0, N):
        here = k.load(S, i)
        with code.when(k.is_less(here, x)):
            code.add(here, 1)
        with code.otherwise():
            with code.when(k.equals(i, 2)):
                code.gives(i)
            with code.otherwise():
                code.let(M, k.bit(i))
                with code.loop(k.differs(M, 0)):
                    code.add(x, k.low(M))
                    code.let(M, k.rest(M))
                    code.leave()
    code.do(k.call("FORGET"))
    code.gives(x)
    module = k.module([k.table(T, [3, 4]), k.function("f", [S, N], code.body())])
    assert module == read(WRITTEN)
    assert show.text(module) == WRITTEN.removeprefix("\n")
    assert problems(module) == []
    f = functions(python(module, 1))["f"]
    position = [1, 9, 9, 9]
    assert called(f, position, 2) == 5
    assert position == [2, 9, 9, 9]
    assert called(f, position, 3) == 2


def called(function: Value, *arguments: object) -> Value:
    found: Value = function(*arguments)
    return found


def test_a_loop_over_elements_is_printed_in_each_language() -> None:
    card = k.a_number("c")
    code = k.Code()
    x = code.let(k.a_number("x"), 0)
    code.put(k.each(card, S, N, k.plus(N, 2), [k.add(x, card)]))
    code.gives(x)
    module = k.module([k.function("f", [S, N], code.body())])
    assert called(functions(python(module, 1))["f"], [1, 2, 3, 4], 1) == 5
    text = c(module, 1, ())
    assert " for (I at_ = n, end_ = (n + 2); at_ < end_; at_++) {\n  c = S[at_];\n  x += c;\n }\n" in text
