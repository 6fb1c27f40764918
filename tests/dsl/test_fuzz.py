"""Whatever is written, the answer is a ruleset or diagnostics, never an exception."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier_dsl import render
from croupier_dsl.diagnostics import CompileError, Diagnostics
from croupier_dsl.kinds import Kind
from croupier_dsl.outline import parse_text
from croupier_dsl.parser import parse_sentence

pytestmark = pytest.mark.in_turn(10)

SKETCHES = [
    path.read_text("utf-8")
    for path in sorted((Path(__file__).parents[2] / "tests" / "sketches" / "first").glob("*.yaml"))
]
YAML_SIGNS = [*"{}[]:,-#'\"|>&*!?%@`\n\t \\", ": ", " #", "- ", "\r\n", "---\n", "<<: ", "é", "😀", "\u00a0", "\ufeff"]
WORDS = """
hand of where is not and or in some none if then else possible as top highest lowest by the one at once from to
move set add let be end for each seen cannot because ( ) + - * / < <= > >= .. … = == , . 7 08 QS J me it players
""".split()  # noqa: SIM905  # words are easier to read than a list of strings


def check(text: str) -> None:
    diagnostics = Diagnostics()
    found = parse_text(text, "fuzz.yaml", diagnostics)
    assert found is not None or diagnostics.errors
    for diagnostic in diagnostics.found:
        assert diagnostic.span is not None
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(diagnostic.span.source.text)
        assert render.terminal(diagnostic)
        assert render.as_json(diagnostic)


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_any_text(text: str) -> None:
    """Any text at all."""
    check(text)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from([*YAML_SIGNS, *WORDS, "croupier", "play", "moves", "game"])).map("".join))
def test_signs(text: str) -> None:
    """Signs of YAML and words of the language in any order."""
    check(text)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_mutated_sketches(data: st.DataObject) -> None:
    """A sketch with a few stretches cut out, doubled, moved or replaced."""
    text = data.draw(st.sampled_from(SKETCHES))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 30)))
        instead = data.draw(st.sampled_from(["", text[start:end] * 2, *YAML_SIGNS, *WORDS]))
        text = text[:start] + instead + text[end:]
    check(text)


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(get_args(Kind)), st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
def test_sentences(kind: Kind, text: str) -> None:
    """Words of the language in any order, in every kind of place."""
    with suppress(CompileError):
        assert parse_sentence(kind, text) is not None
