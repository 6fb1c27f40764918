"""The page on coverage does what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import blocks

PAGE = blocks.ROOT / "docs" / "how-to" / "coverage.md"


@pytest.mark.costly
def test_every_command_prints_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is written, changed, and each command run in the order of the page."""
    monkeypatch.chdir(tmp_path)
    blocks.check(PAGE, tmp_path)
    blocks.run("coverage knock.yaml --games 20 --html knock.html")
    assert (tmp_path / "knock.html").read_text(encoding="utf-8").startswith("<!doctype html>")
