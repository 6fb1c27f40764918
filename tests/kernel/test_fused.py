"""The random player in the machine plays the games that are played move by move, and by the same words of chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

import pytest

from croupier import load
from croupier.fast import bulk
from croupier.fast.engine import Engine, text_of
from croupier.fast.making import built, in_python
from croupier.kernel import fused
from croupier.kernel.fused import Playing
from croupier.kernel.nodes import NUMBERS, SET, Const, EmitRow, Function, Load, Module, Name, Return, Store
from croupier.kernel.read import read
from croupier.kernel.rows import written_out
from croupier.kernel.show import text as shown
from croupier.kernel.source import Written
from croupier.kernel.verify import problems
from croupier.kernel.walk import calls
from croupier.lowering.whole import FUNCTIONS
from croupier.native.c import c
from croupier.native.compilers import Unbuilt, compiler
from croupier.native.python import functions, python

LISTS = {
    "one": "    if S[4] != 5:\n        ROW(3, 7, 50, OUT[0], 0)\n",
    "cards": "    m = Z[5]\n    while m_1 != 0:\n        c = LOW(m_1)\n        m_1 = REST(m_1)\n        d = c + 1\n"
    "        ROW(3, 7, 50, OUT[0], 0, OUT[1], d)\n",
    "some": "    while m_1 != 0:\n        c = LOW(m_1)\n        m_1 = REST(m_1)\n        if c % 3 != S[4] % 3:\n"
    "            d = c * 2\n            if d != 8:\n                ROW(3, 7, 50, OUT[0], 0, OUT[1], d)\n",
    "range": "    for k in range(S[4] % 3, S[4] % 7):\n        ROW(3, 7, 50, OUT[0], 0, OUT[1], k, ZO[2], BIT(k))\n",
    "first": "    b = n\n    while m_1 != 0 and n == b:\n        c = LOW(m_1)\n        m_1 = REST(m_1)\n"
    "        if c % 3 == S[4] % 3:\n            ROW(3, 7, 50, OUT[0], 0, OUT[1], c)\n",
    "pairs": "    for k in range(0, S[4] % 3):\n        for j in range(0, k + 1):\n"
    "            ROW(3, 7, 50, OUT[0], 0, OUT[1], k * 4 + j)\n",
}  # fmt: skip
"""Lists of moves: as one, of cards, of some of them, of numbers; the last two are counted no other way than by rows."""
DEAR = {"first", "pairs"}
GAME = """
def at_0(S, OUT, i):
    S[5] = S[5] * 5 + 3 & 1023
    n1 = 0
    S[3] = S[4] & 1
    n1 = legal(S, OUT, S[3], 51)
    if S[7]:
        return -1
    if n1:
        S[2] = 1
        if S[4] >= 30:
            return 0
        STAND(1, n1)
    S[4] += 1
    if S[4] >= 30:
        return 0
    pc = 0
def at_2(S, OUT, i):
    e = act(S, OUT, S[3], i)
    if e < 0:
        return -1
    pc = 0
def legal(S, OUT, me, most):
    n = 0
    if n < most:
        n = l_0(S, OUT, n, me, most)
    if n < most:
        n = l_1(S, OUT, n, me, most)
    return n
def act(S, OUT, me, i):
    S[6] = me
    if OUT[i * 3] == 0:
        return do_0(S, me, OUT[i * 3 + 1], ZO[i * 3 + 2])
    return do_1(S, me)
def do_1(S, me):
    S[4] += 1
    S[8] = S[8] * 7 + me & 65535
    return 0
def seat(S):
    return S[3]
def drawn(S, P, n):
    return below(P, 2 * seat(S), n)
def apply(S, OUT, i):
    return run(S, OUT, 2, i)
def play(S, OUT, P):
    n = run(S, OUT, 0, 0)
    while n > 0:
        n = apply(S, OUT, drawn(S, P, n))
    return n
def l_1(S, OUT, n, me, most):
    if S[4] % 4 != me:
        ROW(3, 7, 50, OUT[0], 1)
    return n
"""
"""A game that ends after thirty moves or turns without one; what happens is kept in cell 8."""


def game(kind: str) -> Written:
    """The game with such a list of moves."""
    words = LISTS[kind].replace("    m = Z[5]\n", "")
    body = ("    m_1 = Z[5]\n" if "m_1" in words else "") + words
    given = "S, me" + (", a" if "OUT[1]" in words else "") + (", m_b" if "ZO[2]" in words else "")
    made = f"def l_0(S, OUT, n, me, most):\n{body}    return n\n"
    done = "+ a " if "OUT[1]" in words else ""
    done += "+ POP(m_b) " if "ZO[2]" in words else ""
    made += f"def do_0({given}):\n    S[4] += 1\n    S[8] = S[8] * 31 + 1 {done}& 65535\n    return 0\n"
    text = made + GAME
    for at, word in ((", ZO[i * 3 + 2]", "ZO[2]"), (", OUT[i * 3 + 1]", "OUT[1]")):
        if word not in words:
            text = text.replace(at, "")
    told = Playing(((1, 2),), (("legal", (0, 1)),), acted=6, fault=7, limit=50, start=0)
    return Written(text, entries=frozenset({0, 2}), playing=told)


Played = tuple[int, list[int], list[int]]


def played(module: Module, key: int) -> Played:
    """What a game gives, the position that it ends in, and what chance has drawn for each seat."""
    play = cast("Callable[[list[int], list[int], list[int]], int]", functions(python(module, 1))["play"])
    position, players = [0, 0, 0, 0, 0, key, 0, 0, 0], [key, 0, key + 1, 0]
    return play(position, [0] * 400, players), position, players


@pytest.mark.costly
@pytest.mark.parametrize("kind", LISTS)
def test_it_is_the_same_game(kind: str) -> None:
    """Move by move or in the machine, whatever moves there are; what need not be listed is not."""
    written = game(kind)
    plain, at_once = written.linked(), written.linked(fused=True)
    for module in (plain, at_once):
        assert problems(module, {"S": 9, "OUT": 400}, 1, ("play",)) == []
    [machine] = [each for each in at_once.functions() if each.name == "play"]
    called = {each.function for each in calls(machine.body)}
    assert "run" not in called
    assert "legal" not in called
    assert ("l_0" in called) is (kind in DEAR)
    assert {"do_1"} <= called
    games = [played(plain, key) for key in range(60)]
    assert [played(at_once, key) for key in range(60)] == games
    assert len({position[8] for _, position, _ in games}) > 20


@pytest.mark.costly
def test_more_moves_than_there_may_be_are_a_fault() -> None:
    text = LISTS["range"].replace("S[4] % 3, S[4] % 7", "0, S[5] % 70")
    for keys in (range(60),):
        written = replace(game("range"), text=game("range").text.replace(LISTS["range"], text))
        games = [played(written.linked(), key) for key in keys]
        again = [played(written.linked(fused=True), key) for key in keys]
        assert [each[0] for each in again] == [each[0] for each in games]
        assert {each[0] for each in games} == {-1, 0} or {each[0] for each in games} == {-1}
        assert [each for each in again if each[0] == 0] == [each for each in games if each[0] == 0]


@pytest.mark.parametrize("kind", LISTS)
def test_rows_are_written_out(kind: str) -> None:
    """No language needs to know of rows; the text of the kernel has them, and is read again as it was."""
    module = read(game(kind).text)
    assert read(shown(module)) == module
    assert "ROW(" not in shown(written_out(module))
    assert "STAND(" not in shown(written_out(module))


def test_what_is_wrong_with_a_row_is_told() -> None:
    rows = Name("OUT", NUMBERS)
    at = [Load(rows, Const(3)), Load(rows, Const(1), SET), Load(rows, Name("n"))]
    given = (rows, Name("n"), Name("most"))
    for place in at:
        row = EmitRow(3, 0, 9, (Store(place, Const(1)),))
        found = problems(Module((Function("l", given, (row, Return(Const(0)))),)))
        assert len(found) == 1
        assert "a row of 3 numbers" in found[0] or "expected set of cards" in found[0]
    row = EmitRow(3, 0, 9, (Store(Load(rows, Const(1)), Const(1)),))
    [found] = problems(Module((Function("l", (rows, Name("most")), (row, Return(Const(0)))),)))
    assert "n: never has a value" in found


@pytest.mark.costly
@pytest.mark.parametrize(
    ("name", "players"),
    [("crazy-eights", 4), ("durak", 3), ("spades", 4), ("five-card-draw", 4), ("blackjack", 3), ("golf", 2),
     ("harbour-masks", 4), ("trio", 4), ("drei", 4), ("mau-mau", 2)],
)  # fmt: skip
def test_games_of_the_shelf_are_the_same(name: str, players: int) -> None:
    """Rules with the player in the machine, in C and in Python, and without: the same results, and who first decided
    when."""
    try:
        compiler()
    except Unbuilt:
        pytest.skip("there is no compiler of C")
    rules = load(name, players)
    text = text_of(rules)
    assert text.written.playing is not None
    plain = replace(text, written=replace(text.written, playing=None))
    found = []
    for each in (text, plain):
        made = built(each, None, anew=True, soon=True)
        assert made is not None
        engine = Engine(rules, each, made)
        found.append(bulk.play(engine, 3, 0, 60, engine.cell("drawn")))
    assert found[0] == found[1]
    engine = Engine(rules, text, in_python(text))
    assert bulk.play(engine, 3, 0, 8, engine.cell("drawn")) == found[0][:8]


@pytest.mark.costly
def test_the_machine_has_no_rows_where_all_can_be_counted() -> None:
    """Crazy Eights is played without a row, a search for what is due, or a return."""
    text = text_of(load("crazy-eights", 4))
    module = text.written.linked(fused=True)
    [machine] = [each for each in module.functions() if each.name == "play"]
    called = {each.function for each in calls(machine.body)}
    assert not {each for each in called if each.startswith(("l_", "legal", "act", "run", "apply"))}
    made = c(module, text.layout.words, tuple(FUNCTIONS))
    assert "goto at_" in made


@pytest.mark.costly
def test_nothing_is_fused_where_all_moves_are_listed() -> None:
    """Rami is played move by move, since its melds are counted no other way than by rows."""
    module = text_of(load("rami", 2)).written.linked(fused=True)
    [play] = [each for each in module.functions() if each.name == "play"]
    assert "playout" in {each.function for each in calls(play.body)}


def test_what_would_nest_too_deep_is_played_move_by_move() -> None:
    """Python reads no more than a hundred blocks inside one another."""
    written = game("cards")
    inside = "".join(f"{'    ' * (depth + 1)}if S[4] < {100 + depth}:\n" for depth in range(fused.DEEPEST))
    end = "    " * (fused.DEEPEST + 1) + "S[6] = 0\n"
    deep = replace(written, text=written.text.replace("    S[5] = S[5] * 5", f"{inside}{end}    S[5] = S[5] * 5"))
    [play] = [each for each in deep.linked(fused=True).functions() if each.name == "play"]
    assert "run" in {each.function for each in calls(play.body)}
    assert played(deep.linked(fused=True), 5)[0] == played(written.linked(), 5)[0]


@pytest.mark.parametrize("asked", [{"coverage": True}, {"foresees": True}])
def test_who_counts_or_looks_ahead_plays_move_by_move(asked: dict[str, bool]) -> None:
    assert text_of(load("crazy-eights", 4), **asked).written.playing is None
