"""Answers that are renewed at a terminal: as wide as they are printed, and gone at the end."""

from __future__ import annotations

import io
import re

import pytest

from croupier.cli.progress import watching


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> str:
    """Return what is written to a terminal of ten rows while an answer is shown twice."""
    stderr = Terminal()
    for name, value in {"COLUMNS": "80", "LINES": "10", "TERM": "xterm-256color"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stderr", stderr)
    with watching() as show:
        for _ in range(2):
            show(lambda: lines)
    return stderr.getvalue()


def test_codes_of_colours_take_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    head = " " * 55 + "mean   95 % interval"
    found = shown(monkeypatch, ["games", f"\x1b[1m{head}\x1b[0m"])
    assert re.sub(r"\x1b\[[\d;]*m", "", found).count(head) == 2


def test_an_answer_that_is_too_long_is_cut_and_does_not_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    found = shown(monkeypatch, [f"row {number}" for number in range(20)])
    assert "row 8" in found
    assert "row 9" not in found
    assert "..." in found
    after = found[found.rindex("row 8") :]
    assert after.count("\x1b[2K") >= 10, "each row is erased"
