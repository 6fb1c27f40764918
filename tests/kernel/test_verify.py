"""What is wrong with a program is found, and nothing in one that is right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from croupier import load
from croupier.fast import making
from croupier.fast.engine import text_of
from croupier.kernel.nodes import (
    NUMBER,
    NUMBERS,
    SET,
    SETS,
    TRUTH,
    Binary,
    Body,
    Break,
    Call,
    Compare,
    Const,
    Do,
    Expression,
    Function,
    If,
    Let,
    Load,
    Logic,
    Mark,
    Module,
    Name,
    Return,
    Scratch,
    Select,
    Statement,
    Store,
    Table,
    Try,
    Unary,
)  # fmt: skip
from croupier.kernel.read import read
from croupier.kernel.verify import IllFormed, _look, problems, verify
from croupier.native.python import passes

RIGHT = """
T_of0 = [1, -2]
m_of1 = [3]
G_2 = [0] * 4
Gm_3 = [0] * 2
G_rows = [[0] * 4] * 3
def f(S, OUT, n, m_own):
    "1:80"
    m_x = m_own & ~BIT(n) | Z[4]
    x = 0
    if n == 1 and m_x:
        S[n + 1] += T_of0[1]
        x = TRY(f(S, OUT, n - 1, 0))
    elif m_x != m_own:
        G_2[3] = h(m_x)
    else:
        return POP(m_x)
    for i in range(n, -1, -1):
        while m_x:
            m_x = REST(m_x)
            if LOW(m_x) == i:
                break
    Gm_3[1] = m_of1[0] if x else m_g(S)
    h(m_x)
    COPY(G_rows, 4, S, 0, 4)
    while 1:
        if x:
            y = x
            break
        x += 1
    return y
def m_g(S):
    return BIT(S[0])
def h(m_some):
    G_2[0] = POP(m_some)
    if 1:
        return G_2[0]
"""
SIZES = {"S": 5, "OUT": 10}


def test_nothing_is_wrong_with_what_is_right() -> None:
    assert problems(read(RIGHT), SIZES) == []
    assert problems(read(RIGHT), SIZES, 1, ["f", "m_g", "h"]) == []


HEAD = """\
T_of0 = [1, 2]
m_of1 = [3]
G_2 = [0] * 4
Gm_3 = [0] * 2
def m_g(S):
    return BIT(S[0])
def h(S, m_some):
    S[0] = 1
"""


def of(body: str) -> list[str]:
    """What is wrong with a function of that body, next to others."""
    written = "".join(f"    {line}\n" for line in body.splitlines())
    return problems(read(f"{HEAD}def f(S, n, m_own):\n{written}"), SIZES, 2)


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("if S[0]:\n    x = 1\nelse:\n    x = 2\nreturn x", None),
        ("if S[0]:\n    x = 1\nreturn x", "return x"),
        ("if S[0]:\n    x = 1\nelse:\n    return 0\nreturn x", None),
        ("if 1:\n    x = 1\nreturn x", None),
        ("if 0:\n    x = 1\nreturn x", "return x"),
        ("if 0:\n    return 1\nelse:\n    x = 1\nreturn x", None),
        ("for i in range(0, S[0]):\n    x = i\nreturn x", "return x"),
        ("for i in range(0, S[0]):\n    x = i\nreturn i", "return i"),
        ("for x in S[0:n]:\n    n += x\nreturn x", "return x"),
        ("while S[0]:\n    x = 1\nreturn x", "return x"),
        ("while 1:\n    x = 1\n    if S[0]:\n        break\nreturn x", None),
        ("while 1:\n    if S[0]:\n        break\n    x = 1\nreturn x", "return x"),
        ("x += 1\nx = 1\nreturn x", "x += 1"),
        ("S[x] = 1\nx = 1\nreturn KEY(n, T_of0[x])", "S[x] = 1"),
        ("S[0] = x\nx = TRY(f(S, n, m_own))\nreturn x", "S[0] = x"),
        ("if x and n:\n    x = 1\nreturn 0", "if x and n:"),
    ],
)
def test_reads_of_names_without_a_value_are_found(body: str, found: str | None) -> None:
    """On every path, also out of loops; arguments and what stands outside have values."""
    name = "i" if found == "return i" else "x"
    assert of(body) == ([] if found is None else [f"f: {name}: need not have a value: {found}"])


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("return y", "y: never has a value: return y"),
        ("x = m_own", "expected number, found set of cards m_own: x = m_own"),
        ("m_x = n", "expected set of cards, found number n: m_x = n"),
        ("return m_own", "expected number, found set of cards m_own: return m_own"),
        ("S[0] = m_own", "expected number, found set of cards m_own: S[0] = m_own"),
        ("Z[0] = n", "expected set of cards, found number n: Z[0] = n"),
        ("Gm_3[0] = n", "expected set of cards, found number n: Gm_3[0] = n"),
        ("S[m_own] = 1", "expected number, found set of cards m_own: S[m_own] = 1"),
        ("n += m_own", "expected number, found set of cards m_own: n += m_own"),
        ("m_own += 1", "expected number, found set of cards m_own: m_own += 1"),
        ("x = n + m_own", "expected number, found set of cards m_own: x = n + m_own"),
        ("m_x = m_own & n", "expected set of cards, found number n: m_x = m_own & n"),
        ("x = n == m_own", "expected set of cards, found number n: x = n == m_own"),
        ("x = n < m_own", "expected number, found set of cards m_own: x = n < m_own"),
        ("x = n if m_own else m_own", "expected set of cards, found number n: x = n if m_own else m_own"),
        ("x = n or S", "expected a test, found array of numbers S: x = n or S"),
        ("if S:\n    pass", "expected a test, found array of numbers S: if S:"),
        ("for m_x in range(0, n):\n    pass", "expected number, found set of cards m_x: for m_x in range(0, n):"),
        ("for m_x in S[0:n]:\n    pass", "S: no array of set of cards: for m_x in S[0:n]:"),
        ("m_x = TRY(m_g(S))", "only numbers are tried for, as there is -1 for a failure: m_x = TRY(m_g(S))"),
        ("x = n[0]", "n: number, not an array of number: x = n[0]"),
        ("G_9[0] = 1", "G_9: no such array: G_9[0] = 1"),
        ("x = POP(n)", "POP: argument 1: expected set of cards, found number: x = POP(n)"),
        ("x = KEY(n)", "KEY: expected 2 arguments, found 1: x = KEY(n)"),
        ("x = f(S, n)", "f: expected 3 arguments, found 2: x = f(S, n)"),
        ("x = f(n, n, m_own)", "f: argument 1: expected array of numbers, found number: x = f(n, n, m_own)"),
        ("x = j(n)", "j: no such function: x = j(n)"),
        ("x = FORGET()", "expected number, found nothing FORGET(): x = FORGET()"),
        ("T_of0[0] = 1", "T_of0: a table is constant: T_of0[0] = 1"),
        ("x = T_of0[2]", "T_of0: place 2 of 2: x = T_of0[2]"),
        ("x = T_of0[-1]", "T_of0: place -1 of 2: x = T_of0[-1]"),
        ("G_2[4] = 1", "G_2: place 4 of 4: G_2[4] = 1"),
        ("S[5] = 1", "S: place 5 of 5: S[5] = 1"),
        ("Z[4] = 0", "S: place 4 of 5: Z[4] = 0"),
        ("break", "no loop to leave: break"),
        ("if n:\n    break", "no loop to leave: break"),
        ('"x:1"', "expected a mark like 1:80, found 'x:1': \"x:1\""),
    ],
)  # fmt: skip
def test_each_fault_is_found(body: str, found: str) -> None:
    assert of(body)[0] == f"f: {found}"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(S):\n    return h(S, 0)\n", ["h: its end is reached without a value, which is used"]),
        ("def f(S):\n    h(S, 0)\n    return 0\n", []),
        ("def f(S):\n    if S[0]:\n        return 1\ndef g(S):\n    return f(S)\n",
         ["f: its end is reached without a value, which is used"]),
        ("def f(S):\n    while 1:\n        S[0] += 1\ndef g(S):\n    return f(S)\n", []),
        ("def h(S):\n    return 1\n", ["h: declared twice"]),
        ("G_2 = [0] * 3\n", ["G_2: declared twice"]),
        ("def BIT(S):\n    return 1\n", ["BIT: a function of the language has this name"]),
        ("def f(S, n, n):\n    return 1\n", []),
        ("G_4 = [0] * 0\n", ["G_4: an array without elements"]),
    ],
)  # fmt: skip
def test_faults_between_functions_are_found(text: str, found: list[str]) -> None:
    if "n, n" in text:  # no text has it
        name = Name("n")
        module = Module((Function("f", (name, name), (Return(Const(1)),)),))
        assert problems(module) == ["f: two arguments have the same name"]
    else:
        assert problems(read(HEAD + text), SIZES, 2)[: len(found) or None] == found


def test_what_is_called_from_without_gives_a_value() -> None:
    """If its value is used."""
    text = "def f(S):\n    S[0] = 1\n"
    assert problems(read(text)) == []
    assert problems(read(text), public=["f"]) == ["f: its end is reached without a value, which is used"]


N, M, S, ALL = Name("n"), Name("m", SET), Name("S", NUMBERS), Name("Gm", SETS)


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        (Let(Name("n", SET), M), "n: number before, set of cards here: n = m"),
        (Let(Name("y", TRUTH), Const(1)), "y: a name holds a number or a set of cards, not truth: y = 1"),
        (Let(N, Const(1, NUMBERS)), "1: a constant is a number or a set of cards, not array of numbers: n = 1"),
        (Let(N, Name("n", TRUTH)), "n: number before, truth here: n = n"),
        (Let(N, Compare("==", N, N, NUMBER)), "n == n is truth, not number: n = n == n"),
        (Let(M, Unary("~", M, NUMBER)), "~m is set of cards, not number: m = ~m"),
        (Let(N, Binary("+", N, N, TRUTH)), "n + n is number, not truth: n = n + n"),
        (Let(N, Logic("or", (N,), NUMBER)), "expected two parts or more, found 1: n = n"),
        (Let(N, Logic("or", (N, N), TRUTH)), "n or n is number, not truth: n = n or n"),
        (Let(N, Select(N, N, N, TRUTH)), "n if n else n is number, not truth: n = n if n else n"),
        (Let(N, Call("POP", (M,), TRUTH)), "POP: gives number, not truth: n = POP(m)"),
        (Store(Load(S, N, TRUTH), N), "S: array of numbers, not an array of truth: S[n] = n"),
        (Store(Load(Name("Gm", NUMBERS), N), N),
         "Gm: expected array of sets of cards, found array of numbers: Gm[n] = n"),
        (Do(Call("k", (), None)), "k: no such function: k()"),
        (Mark("80"), "expected a mark like 1:80, found '80': \"80\""),
        (Break(), "no loop to leave: break"),
    ],
)  # fmt: skip
def test_nodes_that_no_text_has_are_found(statement: Statement, found: str) -> None:
    told = f"f: {found}"
    module = Module((Scratch(ALL, 2), Function("f", (S, N, M), (statement, Return(N)))))
    assert told in problems(module)


# ---------------------------------------------------------------- a right program, broken in each way
def broken(module: Module) -> Iterator[tuple[str, Module]]:
    """Yield programs in which one thing is wrong, each with what has been done."""
    for at, part in enumerate(module.parts):
        without = (*module.parts[:at], *module.parts[at + 1 :])
        yield f"without {part.name}", Module(without)
        yield f"{part.name} twice", Module((*module.parts, part))
        if isinstance(part, Table):
            yield f"a shorter {part.name}", Module((*without, replace(part, values=part.values[:-1])))
        if isinstance(part, Function):
            yield (
                f"one argument fewer of {part.name}",
                Module((*without, replace(part, parameters=part.parameters[1:]))),
            )
            for told, body in _bodies(part.body):
                yield (
                    f"{part.name}: {told}",
                    Module((*module.parts[:at], replace(part, body=body), *module.parts[at + 1 :])),
                )


def _bodies(body: Body) -> Iterator[tuple[str, Body]]:
    for at, node in enumerate(body):
        before, after = body[:at], body[at + 1 :]
        if isinstance(node, Let | Try) or (isinstance(node, Return) and not after):
            yield f"without {node}", (*before, *after)
        match node:
            case Let(name, value):
                yield f"another type of {name}", (*before, Let(replace(name, type=NUMBERS), value), *after)
                for other in _expressions(value):
                    yield f"{value} as {other}", (*before, Let(name, other), *after)
            case If(test, then, otherwise):
                for told, other_body in _bodies(then):
                    yield told, (*before, If(test, other_body, otherwise), *after)
                yield "break", (*before, If(test, (*then, Break()), otherwise), *after)
            case _:
                pass


def _expressions(node: Expression) -> Iterator[Expression]:
    yield replace(node, type=SET if node.type is not SET else NUMBER)
    match node:
        case Call(name, arguments, type_of):
            yield Call(f"{name}x", arguments, type_of)
            yield Call(name, (*arguments, Const(1)), type_of)
        case Binary(_, left, _, _):
            yield replace(node, right=Const(1, NUMBER if left.type is SET else SET))
        case Load(array, index):
            yield replace(node, index=Const(1 << 40))
            yield replace(node, array=replace(array, type=NUMBER), index=index)
        case _:
            pass


def test_a_program_that_is_broken_in_any_way_is_found() -> None:
    module = read(SMALL)
    assert problems(module, SIZES) == []
    ways = list(broken(module))
    assert len(ways) > 40
    assert [told for told, other in ways if not problems(other, SIZES)] == []


SMALL = """
T_of0 = [1, 2]
m_of1 = [3]
G_2 = [0] * 4
def f(S, n):
    x = T_of0[1] + n
    m_y = m_of1[0] & BIT(x)
    if n:
        k = POP(m_y) + x
        G_2[0] = k
    z = h(S, m_y)
    w = x < z
    return w
def h(S, m_some):
    q = S[4]
    u = -q
    v = f(S, u)
    m_w = ~m_some
    G_2[1] = POP(m_w)
    return v
"""


def test_programs_are_verified_as_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """In tests, and wherever the variable of the environment asks for it."""
    lowered = text_of(load("drei"))
    text = lowered.written.text.replace("def seat(S):\n", "def seat(S):\n    x = x + 1\n")
    wrong = replace(lowered, written=replace(lowered.written, text=text))
    assert making.verified(lowered) is lowered
    with pytest.raises(IllFormed, match=r"^seat: x: need not have a value: x = x \+ 1$"):
        making.verified(wrong)
    monkeypatch.delenv(making.VERIFY)
    assert making.verified(wrong) is wrong


@pytest.mark.costly
@pytest.mark.parametrize("words", [1, 2])
def test_passes_leave_a_program_right(words: int) -> None:
    """After each of them it is well formed."""
    lowered = text_of(load("rami"))
    module = lowered.written.linked()
    for change in passes(words):
        module = change(module)
        verify(module, {"S": lowered.layout.size})


def test_verifying_the_same_function_again_is_quick() -> None:
    """Programs share most of theirs: what was found in one is kept."""
    module = read(RIGHT)
    problems(module)
    before = _look.cache_info().misses
    problems(read(RIGHT + "def other(S):\n    return 0\n"))
    assert _look.cache_info().misses == before + 1
