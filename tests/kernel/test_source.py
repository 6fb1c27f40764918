"""Kernel modules: Python files that programs use."""

from __future__ import annotations

import ast
from importlib import import_module, resources
from pathlib import Path

import pytest

from croupier.base.faults import RulesFault
from croupier.kernel import language, show, source
from croupier.kernel.nodes import BUILTINS, NUMBERS, SETS, Function, Name, Scratch, Table
from croupier.kernel.read import SAID, Unread
from croupier.kernel.source import MODULES, Misused, Written, made
from croupier.kernel.verify import problems
from croupier.native.python import functions, python

NAMES = sorted(
    Path(each.name).stem for each in resources.files(MODULES).iterdir() if each.name.endswith(".py")
    and not each.name.startswith("_")
)  # fmt: skip
SAMPLE = '''
"""A module."""

from croupier.kernel.language import LOW, POP, REST, Cards, Position, constant, numbers, room, room_for_sets, sets

MOST = constant()
T_worth = numbers()
T_alike = sets()
G_sum = room(MOST * 2 + 1)
G_met = room_for_sets(3)


def worth_of(cards: Cards, most: int) -> int:
    """Return what cards are worth."""
    found: Cards = 0
    G_sum[0] = 0
    while cards != 0 and most > 0:
        some = cards & T_alike[LOW(cards)]
        found = found | some
        G_sum[0] += T_worth[LOW(some)] * POP(some)
        cards = cards & ~some
        most -= 1
    G_met[1] = found
    return G_sum[0] if G_sum[0] < MOST else MOST


def lowest(S: Position, place: int) -> Cards:
    """Take out the lowest card, and add to what is left."""
    S.cards[place] = REST(S.cards[place])
    for i in range(2):
        S[place] += i
    return S.cards[place]
'''


def written(monkeypatch: pytest.MonkeyPatch, folder: Path, text: str, other: str = "") -> str:
    """A module of this text, by its name, for as long as a test runs; `other`: the text of a module named `other`."""
    (folder / "sample.py").write_text(text, encoding="utf-8")
    (folder / "other.py").write_text(other, encoding="utf-8")
    monkeypatch.setattr(source.resources, "files", lambda package: folder)
    for kept in (source.source, source._made):
        kept.cache_clear()
        monkeypatch.setattr(source, kept.__name__, kept.__wrapped__)
    return "sample"


@pytest.mark.parametrize("name", NAMES)
def test_a_module_is_python_that_says_what_it_is_for(name: str) -> None:
    """It can be imported; each of its functions is described, with types, and each is read."""
    module = import_module(f"{MODULES}.{name}")
    read = source.source(name)
    assert module.__doc__
    assert read.functions
    for function in read.functions:
        assert getattr(module, function).__doc__, function


def test_what_a_module_is_made_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its names end as is asked, constants are numbers, tables go by the names that the program has for them."""
    name = written(monkeypatch, tmp_path, SAMPLE)
    given = {"MOST": 30, "T_worth": Name("T_of1", NUMBERS), "T_alike": Name("Gm_of2", SETS)}
    here = made((name,), "a", given)
    rooms = {part.name.name: part.size for part in here.parts if isinstance(part, Scratch)}
    assert rooms == {"G_sum_a": 61, "G_met_a": 3}
    assert [part.name for part in here.parts if isinstance(part, Function)] == ["worth_of_a", "lowest_a"]
    text = "T_of1 = [1, 2, 40]\nGm_of2 = [5, 2, 5]\ndef f(S, m_x):\n    return worth_of_a(m_x, 9)\n"
    module = Written(text, modules=(here,)).linked()
    assert any(isinstance(part, Table) for part in module.parts)
    assert problems(module, {"S": 10}, 1) == []
    space = functions(python(module, 1))
    assert [space["f"]([], cards) for cards in (0, 1, 2, 4, 5, 7)] == [0, 1, 2, 30, 2, 4]
    position = [0, 6, 0]
    assert (space["lowest_a"](position, 1), position) == (5, [0, 5, 0])


def test_a_module_is_given_what_it_declares(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    name = written(monkeypatch, tmp_path, SAMPLE)
    with pytest.raises(Misused, match=r"sample: \['T_alike', 'T_worth'\]"):
        made((name,), "", {"MOST": 3})


ASKING = '''
from collections.abc import Callable

from croupier.kernel.language import Cards, Position, constant, constant_set, given_function

AT = constant()
"""Where the turned cards stand, if any are."""
TURNS = constant()
EVERY = constant_set()
worth: Callable[[Position, Cards], int] = given_function()


def hidden(S: Position) -> Cards:
    """Return the cards that nobody sees."""
    if TURNS and worth(S, 0) >= 0:
        return EVERY & ~S.cards[AT]
    return EVERY


def told(S: Position, most: int) -> int:
    """Return what hidden cards are worth."""
    found = worth(S, hidden(S)) if TURNS == 0 or most < 3 else most
    while most > 0:
        if not TURNS:
            found += 100
        elif TURNS > 1 or TURNS < 0:
            found += 1000
        most -= 1
    if most > 0 or TURNS:
        return found
    return -found
'''


def test_functions_of_the_program_and_what_constants_decide(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A module calls what the program has; what constants decide is not there if it is not reached."""
    name = written(monkeypatch, tmp_path, ASKING)
    text = "def worth(S, m_x):\n    return 10 * POP(m_x)\n"
    space, told = [], []
    for turns in (0, 1):
        module = Written(text, modules=(made((name,), "", {"AT": 9 * turns, "TURNS": turns, "EVERY": 0b1111}),))
        assert problems(module.linked(), {"S": 10}, 1) == []
        space.append(functions(python(module.linked(), 1)))
        told.append(show.text(module.linked()).partition("def told")[2])
    assert [made["hidden"]([0] * 9 + [2]) for made in space] == [0b1111, 0b1101]
    assert [made["told"]([0] * 9 + [2], most) for made in space for most in (1, 3)] == [-140, -340, 30, 3]
    assert [["worth(" in text, "100" in text, "1000" in text] for text in told] == [
        [True, True, False], [True, False, False]
    ]  # fmt: skip


def test_functions_of_the_program_by_other_names(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Modules that are made twice may call different functions; of what a module does not call there is no name."""
    name = written(monkeypatch, tmp_path, ASKING)
    text = "def costs(S, m_x):\n    return 2 * POP(m_x)\ndef gains(S, m_x):\n    return 5 * POP(m_x)\n"
    given = {"AT": 0, "TURNS": 0, "EVERY": 0b1111}
    modules = tuple([made((name,), end, given, {"worth": end}) for end in ("costs", "gains")])
    module = Written(text, modules=modules).linked()
    assert problems(module, {"S": 10}, 1) == []
    space = functions(python(module, 1))
    assert [space[f"told_{end}"]([0], 0) for end in ("costs", "gains")] == [-8, -20]
    with pytest.raises(Misused, match=r"sample: \['wealth'\]"):
        made((name,), "", given, {"wealth": "costs"})


LOOPING = '''
from croupier.kernel.language import constant, numbers, room

MOST = constant()
T_worth = numbers()
G_sum = room(MOST + 1)


def summed(least: int) -> int:
    """Return what sums come to."""
    found = 0
    for i in range(MOST):
        G_sum[i] = 0
        for j in range(1, MOST + 1):
            G_sum[i] += T_worth[j - 1] * j
        found += G_sum[i]
    if MOST < 9 and found > least and (MOST == 2 or found < 100):
        return found
    for i in range(MOST):
        if T_worth[i] > 3:
            break
        found += 1000
    return found
'''


@pytest.mark.parametrize(("most", "loops", "found"), [(0, 0, [0, 0]), (1, 1, [2, 1002]), (2, 1, [40, 1040])])
def test_the_shortest_loops_are_written_out(
    most: int, loops: int, found: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """But for those that are left; what is worked out is the same, and what is tested stays a test."""
    here = made((written(monkeypatch, tmp_path, LOOPING),), "", {"MOST": most, "T_worth": Name("T_of1", NUMBERS)})
    module = Written("", (Table(Name("T_of1", NUMBERS), (2, 9)),), (here,)).linked()
    assert problems(module, {}, 1) == []
    text = show.text(module)
    assert text.count("for ") == loops
    assert ["G_sum[0] += T_of1[0] * 1" in text, "G_sum[1] += T_of1[1] * 2" in text] == [most > 0, most == 2]
    space = functions(python(module, 1))
    assert [space["summed"](least) for least in (-1 if most == 0 else 1, 50)] == found


def test_a_module_has_what_it_imports_of_another(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Also if that is made by itself: its functions and arrays by their names, its constants given for either."""
    text = """
from croupier.kernel.language import constant, room
from croupier.kernel.modules.other import MANY, G_sum, added
MORE = constant()
G_most = room(MANY)
def twice(n: int) -> int:
    added(n)
    added(MORE)
    G_most[MANY - 1] = G_sum[0] + MANY
    return G_most[MANY - 1]
"""
    other = """
from croupier.kernel.language import constant, room
MANY = constant()
G_sum = room(MANY)
def added(n: int) -> int:
    G_sum[0] += n
    return 0
"""
    name = written(monkeypatch, tmp_path, text, other)
    apart = (made(("other",), "", {"MANY": 3}), made((name,), "a", {"MANY": 3, "MORE": 5}))
    together = (made(("other", name), "a", {"MANY": 3, "MORE": 5}),)
    for modules in (apart, together):
        module = Written("", modules=modules).linked()
        assert problems(module) == []
        assert functions(python(module, 1))["twice_a"](4) == 12
    with pytest.raises(Misused, match=r"sample: \['MANY'\]"):
        made((name,), "a", {"MORE": 5})


def test_positions_to_work_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A module may have one, or several, of which it hands on the one that is meant."""
    text = """
from croupier.kernel.language import COPY, PART, Position, constant, room_for_position, rooms
SIZE = constant()
G_one = room_for_position(SIZE)
G_more = rooms(2, SIZE + 1)
def marked(S: Position, at: int) -> int:
    S[at] += 1
    S.cards[SIZE - 1] = S.cards[SIZE - 1] | 4
    return S[at]
def told(S: Position, level: int) -> int:
    COPY(PART(G_more, level, SIZE + 1), 0, S, 0, SIZE)
    marked(G_one, 1)
    return marked(PART(G_more, level, SIZE + 1), 0) * 100 + marked(G_one, 1)
"""
    here = made((written(monkeypatch, tmp_path, text),), "", {"SIZE": 3})
    rooms = {part.name.name: (part.size, part.rows) for part in here.parts if isinstance(part, Scratch)}
    assert rooms == {"G_one": (3, None), "G_more": (4, 2)}
    module = Written("", modules=(here,)).linked()
    assert problems(module) == []
    space = functions(python(module, 1))
    assert [space["told"]([level, 0, 0], level) for level in (0, 1, 1)] == [102, 204, 206]
    assert (space["G_one"], space["G_more"]) == ([0, 6, 4], [[1, 0, 4, 0], [2, 0, 4, 0]])
    assert language.PART(language.rooms(2, 3), 1, 3) == language.room_for_position(3) == [0, 0, 0]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("x = y", "y has no value yet"),
        ("x: Cards = 0\n    x: int = 1", "x is annotated as number and was set of cards"),
        ("x = G_none[1]", "unknown array G_none"),
        ("x = cards.lowest[1]", "no array: cards.lowest"),
        ("most *= 2", "only numbers are added"),
        ("x = TRY(most)", r"nothing to try: x = TRY\(most\)"),
        ("print('x')", "no number: 'x'"),
        ("with most: pass", "no With"),
    ],
)
def test_what_is_not_of_the_language_is_said(
    line: str, said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    name = written(monkeypatch, tmp_path, f"def f(cards: Cards, most: int) -> int:\n    {line}\n    return 0\n")
    with pytest.raises(Unread, match=said):
        source.source(name)


@pytest.mark.parametrize(
    "text",
    [
        "import os\n",
        "MOST = 3\n",
        "def f(cards) -> int:\n    return 0\n",
        "f: int = given_function()\n",
        "f: Callable[..., int] = given_function()\n",
        "f: Callable[[str], int] = given_function()\n",
        "f = given_function()\n",
    ],
)
def test_nothing_else_stands_in_a_module(text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(Unread):
        source.source(written(monkeypatch, tmp_path, text))


def test_python_has_what_the_language_has() -> None:
    """What a module may import is what the reader knows, and gives what generated Python gives."""
    tree = ast.parse(Path(language.__file__).read_text(encoding="utf-8"))
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert {name for name in defined if name.isupper()} <= BUILTINS.keys() | {"TRY"}
    declaring = {name for name in defined if not name.isupper()} - BUILTINS.keys()
    assert declaring == source._DECLARED.keys() | {"given_function"}
    assert SAID.keys() - {"int"} <= vars(language).keys()
    text = "".join(
        f"def {name.lower()}(S, m_x, m_y, n):\n    return {call}\n"
        for name, call in [("LOW", "LOW(m_x)"), ("HIGH", "HIGH(m_x)"), ("POP", "POP(m_x)"), ("HASH", "HASH(m_x, n)")]
    ) + "".join(
        f"def m_{name.lower()}(S, m_x, m_y, n):\n    return {call}\n"
        for name, call in [
            ("LOWEST", "LOWEST(m_x)"), ("REST", "REST(m_x)"), ("LESS", "LESS(m_x, m_y)"), ("BIT", "BIT(n)"),
            ("UP", "UP(m_x, n)"), ("DOWN", "DOWN(m_x, n)"),
        ]
    )  # fmt: skip
    space = functions(python(Written(text).linked(), 1))
    for cards, fewer in ((1, 1), (0b1011000, 0b1001000), (1 << 60 | 7, 2)):
        assert space["low"]([], cards, 0, 0) == language.LOW(cards)
        assert space["high"]([], cards, 0, 0) == language.HIGH(cards)
        assert space["pop"]([], cards, 0, 0) == language.POP(cards)
        assert space["hash"]([], cards, 0, 5) == language.HASH(cards, 5)
        assert space["m_up"]([], cards, 0, 2) == language.UP(cards, 2)
        assert space["m_down"]([], cards, 0, 2) == language.DOWN(cards, 2)
        assert space["m_lowest"]([], cards, 0, 0) == language.LOWEST(cards)
        assert space["m_rest"]([], cards, 0, 0) == language.REST(cards)
        assert space["m_less"]([], cards, fewer, 0) == language.LESS(cards, fewer)
    assert space["m_bit"]([], 0, 0, 5) == language.BIT(5)


def test_a_call_may_be_tried(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Also for the first value of a name; -1 is what it gets if that is refused."""
    text = """
from croupier.kernel.language import PART, TRY, Position, Positions
def first(S: Position) -> int:
    return S[0]
def told(S: Positions) -> int:
    found = TRY(first(PART(S, 1, 1)))
    return found
"""
    here = made((written(monkeypatch, tmp_path, text),), "", {})
    module = Written("", modules=(here,)).linked()
    assert problems(module) == []
    space = functions(python(module, 1))
    assert space["told"]([[3], [5]]) == 5

    def refuse(position: list[int]) -> int:
        raise RulesFault("needs more computation than the limit")

    monkeypatch.setitem(space, "first", refuse)
    assert space["told"]([[3], [5]]) == -1


def test_chance_and_copies_are_those_of_the_language() -> None:
    text = """
def key(n, g):
    return KEY(n, g)
def drawn(S, n):
    return below(S, 1, n)
def copied(S, OUT, i, j, n):
    COPY(S, i, OUT, j, n)
    return 0
"""
    space = functions(python(Written(text).linked(), 1))
    for seed, game in ((0, 0), (7, 12), (-1, 5)):
        key = language.KEY(seed, game)
        assert space["key"](seed, game) == key
        here, there = [0, key, 0], [0, key, 0]
        for many in (1, 2, 52, 3_000_000_000):  # of so many a word may be drawn in vain
            assert [language.below(here, 1, many) for _ in range(5)] == [space["drawn"](there, many) for _ in range(5)]
            assert here == there
    here, there = [0] * 6, [0] * 6
    language.COPY(here, 1, [4, 5, 6, 7], 2, 2)
    space["copied"](there, [4, 5, 6, 7], 1, 2, 2)
    assert here == there == [0, 6, 7, 0, 0, 0]
