"""The table of what cannot be lowered: each row is raised somewhere, and whatever is raised has a row."""

from __future__ import annotations

import ast
import importlib
import re
import string
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

import pytest

from croupier.base.language import speaking
from croupier.fast.engine import NotCompiled, text_of
from croupier.lowering import capabilities, expressions, kernel, statements
from croupier.lowering.capabilities import CAPABILITIES, Mode
from croupier.native.compilers import Unbuilt, compiler
from croupier.table.game import Rules, load
from croupier_dsl.ir import Where
from tests.conformance.test_conformance import CASES

from .test_cases import rules_of
from .test_composition import FOLDER, modules

NAMED = {"cannot", "said", "TooLong"}
ENGINE = FOLDER.parent / "fast" / "engine.py"


@cache
def trees() -> dict[str, ast.Module]:
    """The modules that may raise a row."""
    lowering = {name: tree for name, tree in modules().items() if name != "capabilities"}
    return {**lowering, "engine": ast.parse(ENGINE.read_text("utf-8"))}


def said() -> Iterator[tuple[str, str, set[str]]]:
    """Yield where a row is named, its key, and what is filled in."""
    for module, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NAMED:
                [key, *_] = node.args
                assert isinstance(key, ast.Constant), f"{module}:{node.lineno}"
                assert isinstance(key.value, str)
                if node.func.id != "TooLong":  # its sentence stands behind
                    yield f"{module}:{node.lineno}", key.value, {str(each.arg) for each in node.keywords}


def test_each_row_is_raised_and_whatever_is_raised_has_a_row() -> None:
    assert {key for _, key, _ in said()} == CAPABILITIES.keys()


def test_what_is_filled_in_is_what_the_sentence_wants() -> None:
    for place, key, given in said():
        wanted = {name for _, name, _, _ in string.Formatter().parse(CAPABILITIES[key].what) if name}
        assert given == wanted, place


def test_nothing_is_raised_without_a_row() -> None:
    """Nobody writes a sentence on the spot."""
    built = [
        f"{module}:{node.lineno}"
        for module, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Unlowered"
    ]
    assert built == []


def test_each_row_says_something_of_its_own() -> None:
    """And where it occurs: `where` is what the page has."""
    told = Counter((row.mode, row.what) for row in CAPABILITIES.values())
    assert [what for what, number in told.items() if number > 1] == []
    assert [key for key, row in CAPABILITIES.items() if not row.where] == []
    assert [key for key, row in CAPABILITIES.items() if (row.mode is Mode.ALWAYS) != bool(row.why)] == []
    assert {row.mode for row in CAPABILITIES.values()} == set(Mode)


def some_rules(name: str) -> Rules:
    if name != "served":
        return load(name)
    served = (rules_of(case) for name, case in CASES.items() if name.startswith("first_served."))
    return next(rules for rules in served if rules is not None)


@pytest.mark.parametrize("foresees", [False, True])
@pytest.mark.parametrize("name", ["served", "rami", "trio", "hearts"])
def test_whatever_is_lowered_has_a_place(name: str, foresees: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each sentence and statement is lowered within a part of the rules that has a line: so each reason has one."""
    depth, bare, part = [0], set[str](), kernel.part

    @contextmanager
    def placed(where: Where | None, text: str) -> Iterator[None]:
        depth[0] += where is not None
        with part(where, text):
            yield
        depth[0] -= where is not None

    for module in modules():
        if hasattr(importlib.import_module(f"croupier.lowering.{module}"), "part"):
            monkeypatch.setattr(f"croupier.lowering.{module}.part", placed)
    for table in (expressions.SENTENCES, statements.STATEMENTS):
        for kind, lower in list(table.items()):

            def watched(*given: object, kind: type = kind, lower: Callable[..., object] = lower) -> object:
                if not depth[0]:
                    bare.add(kind.__name__)
                return lower(*given)

            monkeypatch.setitem(table, kind, watched)
    text_of(some_rules(name), foresees=foresees)
    assert bare == set()


def test_what_no_sentence_is_to_blame_for_has_the_place_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    def deep(*_: object, **__: object) -> None:
        raise RecursionError

    monkeypatch.setattr("croupier.fast.engine.lowered", deep)
    with pytest.raises(NotCompiled) as caught:
        text_of(load("trio"))
    assert caught.value.why.sentence == "trio"
    assert "trio.yaml:" in caught.value.why.place


@pytest.mark.parametrize("key", CAPABILITIES)
def test_reasons_are_told_in_french(key: str) -> None:
    """Every reason has French words; only the words of the language stay."""
    row = CAPABILITIES[key]
    values = {name: name for _, name, _, _ in string.Formatter().parse(row.what) if name}
    english = capabilities.said(key, **values)
    with speaking("fr"):
        french = capabilities.said(key, **values)
    assert french != english
    assert not re.search(r"\b(?:the|of|with|that|by|cards)\b", re.sub("`[^`]*`", "", french))


def test_a_missing_compiler_is_told_in_french() -> None:
    """The reason for Python in place of C is in the language of the command."""
    with speaking("fr"), pytest.raises(Unbuilt, match="aucun compilateur C trouvé ; installez l'un de cc"):
        compiler({"PATH": ""})
    with speaking("fr"), pytest.raises(Unbuilt, match="CC nomme nowhere-cc, qui n'est pas installé"):
        compiler({"PATH": "", "CC": "nowhere-cc"})
