"""Kernel text to nodes and back, for all that is lowered."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import pytest

from croupier import Rules, SetupError, load
from croupier.compile.binding import bind
from croupier.fast import NotCompiled
from croupier.fast.engine import _whole, text_of
from croupier.kernel import show
from croupier.kernel.nodes import NUMBER, SET, TRUTH, Add, Const, Each, If, Let, Load, Return, Select, Store, Try
from croupier.kernel.read import Unread, read
from croupier.native.c import c
from croupier.native.python import functions, python
from croupier.table import catalogue
from croupier_dsl import check_text, ir
from tests.conformance.test_conformance import CASES, below, ruleset
from tests.lowering.drawn import drawn

FUNCTION = re.compile(r"^def .*\n(?: .*\n|\n)*", re.MULTILINE)


def same(text: str) -> None:
    """What is read is shown again with the same syntax, function by function; programs share most of theirs."""
    again = show.text(read(text))
    assert FUNCTION.sub("", again) == FUNCTION.sub("", text).replace("\n\n", "\n").removeprefix("\n")
    for before, after in zip(FUNCTION.findall(text), FUNCTION.findall(again), strict=True):
        same_function(before, after)


@lru_cache(maxsize=1 << 14)
def same_function(before: str, after: str) -> None:
    assert ast.dump(ast.parse(after)) == ast.dump(ast.parse(before))


def texts(rules: Rules) -> Iterator[str]:
    """Every text that is lowered from rules: with what fires counted, too, and for players who look ahead."""
    for counts, more in ((False, {}), (True, {}), (False, {"foresees": True})):
        with suppress(NotCompiled):
            yield text_of(_whole(rules) if counts else rules, coverage=counts, **more).written.text


@pytest.mark.in_turn(24)
@pytest.mark.parametrize("name", catalogue.names())
def test_every_bundled_game_and_variant_is_shown_as_it_was(name: str) -> None:
    """For the fewest players and for the most. That each program is well formed is verified as it is lowered."""
    seats = catalogue.find(name).players
    for players in {seats[0], seats[-1]}:
        try:
            rules = load(name, players)
        except SetupError:  # options decide how many may play
            continue
        for text in texts(rules):
            same(text)


@pytest.mark.in_turn(48)
@pytest.mark.parametrize("name", CASES)
def test_every_conformance_case_is_shown_as_it_was(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    for other, body in below(case).items():
        (tmp_path / f"{other}.yaml").write_text(body, encoding="utf-8")
    rules, _ = check_text(ruleset(case)[0], name, bundled=tmp_path)
    if rules is not None:
        bound(rules)


def bound(rules: ir.Rules, players: int | None = None) -> None:
    with suppress(SetupError):
        for text in texts(Rules(bind(rules, players))):
            same(text)


@pytest.mark.costly
@pytest.mark.parametrize("seed", range(8))
def test_drawn_rules_are_shown_as_they_were(seed: int) -> None:
    shown_as_it_was(range(seed, seed + 1))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(500, 800, 50))
def test_many_drawn_rules_are_shown_as_they_were(first: int) -> None:
    shown_as_it_was(range(first, first + 50))


def shown_as_it_was(seeds: range) -> None:
    for seed in seeds:
        rules = drawn(seed)
        if rules is not None:
            bound(rules, 2 + seed % 2)


# ---------------------------------------------------------------- small texts
def test_types_come_from_names_and_operators() -> None:
    """And numbers are sets of cards where sets are wanted."""
    module = read(
        "T_of0 = [1]\nm_of1 = [7]\ndef m_f(m_a, S, n):\n    m_b = 0 if n < 1 else m_a & 7\n    x = n < 1\n"
        "    Z[3] = 0\n    S[3] = 0\n    y = S[0] if n else n < 2\n    return 0\n"
    )
    [function] = module.functions()
    one, test, wide, plain, two, end = function.body
    assert function.result is SET
    assert isinstance(one, Let)
    assert isinstance(one.value, Select)
    assert [one.name.type, one.value.type, one.value.yes.type, one.value.no.type] == [SET] * 4
    assert isinstance(test, Let)
    assert [test.name.type, test.value.type] == [NUMBER, TRUTH]
    assert isinstance(wide, Store)
    assert isinstance(plain, Store)
    assert [(each.place.array.type, each.value.type) for each in (wide, plain)] == [
        (function.parameters[1].type, SET), (function.parameters[1].type, NUMBER),
    ]  # fmt: skip
    assert isinstance(two, Let)
    assert two.value.type is NUMBER
    assert end == Return(Const(0, SET))
    assert isinstance(end, Return)
    assert end.value.type is SET


EVERYTHING = """
T_of0 = [1, -2]
m_of1 = [3]
G_2 = [0] * 4
G_rows = [[0] * 4] * 3
def f(S, OUT, n, m_own):
    "1:80"
    n = -n + -5 - (n - (3 - 2)) * (n + 1) // 2 % 7 << 1 >> n
    m_x = (m_own & ~BIT(n) | Z[4] ^ ZO[n]) & ~7
    if n == 1 and (n > 2 or not n <= 3) and (m_x != 0 or m_x == m_own):
        S[n + 1] += T_of0[n] if n >= 0 else -1
    elif n < 0:
        G_2[3] = TRY(f(S, OUT, n - 1, 0))
    else:
        for i in range(n, -1, -1):
            while m_x:
                m_x = REST(m_x)
                if 1:
                    break
        for c in S[n:n + 4]:
            n += c
        pass
    x = TRY(f(S, PART(G_rows, n, 4), n, LESS(m_x, m_x)))
    LIKE(S, G_2, 4)
    SPEND(n * 2)
    return (n if x else 2) if (n if x else 1) else x
"""


def test_each_node_is_read_and_shown() -> None:
    """With no more brackets than needed."""
    assert show.text(read(EVERYTHING)) == EVERYTHING.removeprefix("\n").replace(
        "else:\n        for i", "else:\n        for i"
    )
    found = {type(each) for function in read(EVERYTHING).functions() for each in function.body}
    assert {If, Try} <= found
    [short] = read("def f(S):\n    S[1] += 1\n    for c in S[1:2]:\n        pass\n").functions()
    assert isinstance(short.body[0], Add)
    assert isinstance(short.body[0].place, Load)
    assert isinstance(short.body[1], Each)


def test_a_loop_over_elements_is_printed_in_each_language() -> None:
    module = read("def f(S, n):\n    x = 0\n    for c in S[n:n + 2]:\n        x += c\n    return x\n")
    f: Callable[[list[int], int], int] = functions(python(module, 1))["f"]
    assert f([1, 2, 3, 4], 1) == 5
    text = c(module, 1, ())
    assert " for (I at_ = n, end_ = (n + 2); at_ < end_; at_++) {\n  c = S[at_];\n  x += c;\n }\n" in text


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("x **= 2", "only numbers are added: x **= 2"),
        ("x = a ** 2", "the language has no Pow"),
        ("x = 'a'", "no number: 'a'"),
        ("x = a.b", "the language has no Attribute"),
        ("x = a < b < c", "more than one comparison: a < b < c"),
        ("return", "a return without a value"),
        ("for i in a:\n        pass", "no loop: for i in a"),
        ("x + 1", "no statement: x + 1"),
        ("import os", "the language has no Import"),
    ],
)
def test_what_is_no_kernel_text_is_refused(line: str, told: str) -> None:
    with pytest.raises(Unread, match=f"^{told.replace('*', '[*]').replace('+', '[+]')}$"):
        read(f"def f(S, a, b, c, x):\n    {line}\n")
