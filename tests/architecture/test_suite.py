"""The suite itself: what it starts is what it tests, and it needs no plugin of pytest's own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests import turns

import croupier
import croupier_dsl

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SUPPRESSED = re.compile(r"#\s*(type:\s*ignore|noqa|pragma:)(?P<rest>.*)")
EXPLAINED = re.compile(r"(\[[a-z-]+(, ?[a-z-]+)*\]|: [A-Z]+[0-9]+(, ?[A-Z]+[0-9]+)*)  # .*\w")
LEFT_OUT = re.compile(r"pytest\.(skip|mark\.skip|mark\.xfail|xfail)\b(?!\((f?[\"'\w]|reason=))|skipif\((?!.*reason=)")


def unexplained(text: str) -> list[str]:
    """The lines that silence a check, or leave a test out, without a word why."""
    lines = text.splitlines()
    silent = [line for line in lines if (found := SUPPRESSED.search(line)) and not EXPLAINED.match(found["rest"])]
    return silent + [line for line in lines if LEFT_OUT.search(line)]


def test_whatever_is_left_out_says_why() -> None:
    """Each check that is silenced, and each test that is skipped, has its reason beside it."""
    files = [path for part in ("benchmarks", "dsl", "interpreter", "tests") for path in (ROOT / part).rglob("*.py")]
    found = {
        str(path.relative_to(ROOT)): unexplained(path.read_text("utf-8"))
        for path in files
        if path != HERE / "test_suite.py"
    }
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_what_says_nothing_is_found() -> None:
    """Of the lines that silence something."""
    bad = [
        "x = 1  # type: ignore",
        "x = 1  # type: ignore[arg-type]",
        "x  # noqa: E501",
        "pytest.skip()",
        "@pytest.mark.xfail",
    ]
    assert unexplained("\n".join(bad)) == bad
    good = ["x  # type: ignore[arg-type, misc]  # as above", "x  # noqa: E501  # as it is", 'pytest.skip("no")']
    assert unexplained("\n".join(good)) == []


def test_processes_run_the_tree_under_test(tmp_path: Path) -> None:
    """Whatever is installed, a process that a test starts imports the packages that the test imports."""
    code = "import croupier, croupier_dsl; print(croupier.__file__, croupier_dsl.__file__, sep='\\n')"
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True, timeout=60, cwd=tmp_path
    )
    assert ran.stdout.splitlines() == [croupier.__file__, croupier_dsl.__file__]


def test_tests_in_turn_are_run_in_shares() -> None:
    """Of a test marked `in_turn(12)` a twelfth is in the fast suite, without a cache too; the others are slow."""
    words = ["-m", "pytest", "-p", "no:cacheprovider", "-q", "--collect-only"]
    ran = subprocess.run(
        [sys.executable, *words, "tests/docs/test_words.py::test_a_word_is_refused_where_a_name_is_given"],
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        env={**os.environ, turns.TURN: "one", turns.CHANGED: ""},
    )
    found = re.search(r"(\d+)/(\d+) tests collected \((\d+) deselected\)", ran.stdout)
    assert found, ran.stdout
    these, both, others = map(int, found.groups())
    assert these + others == both
    assert these == -(-both // 12)
