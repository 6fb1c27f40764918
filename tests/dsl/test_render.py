"""Diagnostics as text and as JSON."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from croupier_dsl import render
from croupier_dsl.diagnostics import Diagnostic, Fix, Label, Severity
from croupier_dsl.source import SourceFile, Span


def diagnostic(line: str, word: str, label: str = "here") -> Diagnostic:
    source = SourceFile("a.yaml", f"first\n{line}\nlast\n")
    start = source.text.index(word)
    return Diagnostic(
        "E999", Severity.ERROR, "it is wrong", (Label(Span(source, start, start + len(word)), label),), "mend it"
    )


@pytest.mark.parametrize(
    ("line", "column"),
    [("abc: HERE", 5), ("été: HERE", 5), ("e\u0301: HERE", 3), ("日本: HERE", 6), ("\tx: HERE", 7), ("🂡: HERE", 3)],
)
def test_marks_stand_under_the_word(line: str, column: int) -> None:
    """The marks stand where the word is shown, after accents, wide letters and tabs."""
    shown = render.terminal(diagnostic(line, "HERE")).splitlines()
    assert shown[4].index("^^^^") == len("2 | ") + column


def test_frame() -> None:
    """The whole frame."""
    assert render.terminal(diagnostic("abc: HERE", "HERE")) == (
        "error[E999]: it is wrong\n --> a.yaml:2:6\n  |\n2 | abc: HERE\n  |      ^^^^ here\n  = help: mend it"
    )


def test_long_lines_are_clipped() -> None:
    """A long line is cut on both sides, and what is marked stays."""
    shown = render.terminal(diagnostic("x" * 300 + " HERE " + "y" * 300, "HERE", "")).splitlines()
    assert all(len(line) <= render.WIDTH for line in shown)
    assert shown[3][shown[4].index("^") :].startswith("HERE")
    assert shown[3].count("…") == 2


def test_long_marks_are_clipped() -> None:
    """What is marked is cut as well where it is longer than a line."""
    shown = render.terminal(diagnostic("x" * 300, "x" * 300, "")).splitlines()
    assert all(len(line) <= render.WIDTH for line in shown)


def test_no_place() -> None:
    """A diagnostic without a place is its message."""
    bare = Diagnostic("W1", Severity.WARNING, "odd")
    assert render.terminal(bare) == "warning[W1]: odd"


def test_nothing_marked_has_one_mark() -> None:
    """A place between two letters, or at the end of the file, has one mark."""
    source = SourceFile("a.yaml", "ab")
    for at in range(3):
        found = Diagnostic("E1", Severity.ERROR, "m", (Label(Span(source, at, at)),))
        assert render.terminal(found).splitlines()[-1] == "  | " + " " * at + "^"


def test_colour_only_adds_colour() -> None:
    """With colour the text is the same but for the signs that colour it."""
    import re

    found = diagnostic("abc: HERE", "HERE")
    coloured = render.terminal(found, colour=True)
    assert coloured != render.terminal(found)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert "\n".join(line.rstrip() for line in plain.splitlines()) == render.terminal(found)


def test_no_control_signs_reach_the_terminal() -> None:
    """A ruleset cannot steer the terminal it is shown on."""
    assert "\x1b" not in render.terminal(diagnostic("\x1b[2J HERE", "HERE"))


def test_annotation() -> None:
    """One line, in which nothing of the text can end a value or begin another command."""
    wrong = replace(diagnostic("abc: HERE", "HERE"), message="50 %\n::set-output name=x::y", help="a, b: c")
    assert render.annotation(wrong) == (
        "::error title=E999,file=a.yaml,line=2,endLine=2,col=6,endColumn=10::50 %25%0A::set-output name=x::y%0Aa, b: c"
    )
    nowhere = replace(wrong, labels=(), message="x", help="", severity=Severity.WARNING)
    assert render.annotation(nowhere) == "::warning title=E999::x"


def test_json() -> None:
    """JSON has every place, from 1, the end excluded, and the fix as an edit if there is one."""
    wrong = diagnostic("abc: HERE", "HERE")
    place = {"file": "a.yaml", "line": 2, "column": 6, "end_line": 2, "end_column": 10}
    found = render.as_json(wrong)
    assert json.loads(json.dumps(found)) == {
        "code": "E999",
        "severity": "error",
        "message": "it is wrong",
        "help": "mend it",
        "labels": [{"text": "here", **place}],
        "fix": None,
    }
    fixed = replace(wrong, fix=Fix(wrong.labels[0].span, "THERE", sure=True))
    assert render.as_json(fixed)["fix"] == {"text": "THERE", "sure": True, **place}
