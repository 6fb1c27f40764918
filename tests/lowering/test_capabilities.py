"""The table of what cannot be lowered: each row is raised somewhere, and whatever is raised has a row."""

from __future__ import annotations

import ast
import string
from collections import Counter
from collections.abc import Iterator

from croupier.lowering.capabilities import CAPABILITIES, Mode

from .test_composition import FOLDER, MODULES

NAMED = {"cannot", "said", "TooLong"}
ENGINE = FOLDER.parent / "fast" / "engine.py"
TREES = {
    **{name: tree for name, tree in MODULES.items() if name != "capabilities"},
    "engine": ast.parse(ENGINE.read_text("utf-8")),
}


def said() -> Iterator[tuple[str, str, set[str]]]:
    """Yield where a row is named, its key, and what is filled in."""
    for module, tree in TREES.items():
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
        for module, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Unlowered"
    ]
    assert built == []


def test_each_row_says_something_of_its_own() -> None:
    """And where it occurs: `where` is what the page has."""
    told = Counter((row.mode, row.what) for row in CAPABILITIES.values())
    assert [what for what, number in told.items() if number > 1] == []
    assert [key for key, row in CAPABILITIES.items() if not row.where] == []
    assert {row.mode for row in CAPABILITIES.values()} == set(Mode)
