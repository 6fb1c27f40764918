"""The language's own voice: what it says of checked rules means the same when it is parsed again."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import cast

import pytest

from croupier_dsl import ir, playable_file, syntax
from croupier_dsl.checker import expressions
from croupier_dsl.checker.context import Context
from croupier_dsl.checker.scope import Scope
from croupier_dsl.parser import parse_sentence
from croupier_dsl.saying.own import Own
from croupier_dsl.saying.voice import Near
from tests.law.rulesets import BASE, mended, parts_of
from tests.law.sentences import Draw

ROOT = Path(__file__).parents[2]
GAMES = sorted(path for path in (ROOT / "rulesets").glob("*.yaml") if "\ngame:" in path.read_text(encoding="utf-8"))


def alike(node: object, slots: dict[int, int]) -> object:
    """An expression without the names of its locals, what it binds itself numbered as it comes."""
    if isinstance(node, tuple):
        return tuple(alike(item, slots) for item in node)
    if not is_dataclass(node) or isinstance(node, type | ir.Type):
        return node
    if isinstance(node, ir.Local):
        return "local", slots.get(node.slot, node.slot)
    if isinstance(node, ir.Each):
        collection = alike(node.collection, slots)
        slots = {**slots, node.slot: -1 - len(slots)}
        return type(node), collection, *(alike(getattr(node, f.name), slots) for f in fields(node)
                                         if f.name not in ("slot", "collection"))  # fmt: skip
    return type(node), *(alike(getattr(node, f.name), slots) for f in fields(node))


Sentence = tuple[str, str, object, object]
"""As written, as said, what each means."""


@pytest.fixture
def sentences(monkeypatch: pytest.MonkeyPatch) -> list[Sentence]:
    """Every sentence that is checked while a test runs, said in the language's own voice and checked again."""
    found: list[Sentence] = []
    plain, busy = expressions.construct, False

    def construct(cx: Context, written: syntax.Expr, scope: Scope, want: ir.Type | None) -> ir.Expr:
        nonlocal busy
        meant = plain(cx, written, scope, want)
        if cx.progress.depth > 1 or busy:
            return meant
        busy = True
        try:
            said = said_in(cx, meant, scope)
            try:
                again = alike(plain(cx, cast(syntax.Expr, parse_sentence("expr", said)), scope, want), {})
            except Exception as error:  # whatever it is, the test shows it with the sentence
                again = repr(error)
            found.append((written.span.text, said, alike(meant, {}), again))
        finally:
            busy = False
        return meant

    def said_in(cx: Context, meant: ir.Expr, scope: Scope) -> str:
        own = Own.__new__(Own)
        own.enums = {name: tuple(values) for name, values in cx.names.enums.items()}
        names = {local.slot: name for name, local in scope.names.items() if local is not None}
        return own.say(meant, Near(names, scope.subjects[-1].slot if scope.subjects else -1))

    monkeypatch.setattr(expressions, "construct", construct)
    return found


@pytest.mark.costly
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_what_is_said_means_the_same(path: Path, sentences: list[Sentence]) -> None:
    """Of every sentence of the games."""
    playable_file(path)
    proven(sentences)


@pytest.mark.costly
@pytest.mark.parametrize("seed", range(6))
def test_what_is_said_of_any_sentence_means_the_same(seed: int, sentences: list[Sentence]) -> None:
    """Of sentences drawn by chance, deep and of every kind."""
    mended(parts_of(Draw(seed)), BASE)
    proven(sentences)


def proven(sentences: list[Sentence]) -> None:
    assert sentences
    for written, said, meant, again in sentences:
        assert meant == again, f"{written}\n{said}"
