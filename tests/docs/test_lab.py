"""The page on the lab does what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import blocks

PAGE = blocks.ROOT / "docs" / "how-to" / "lab.md"


def test_every_command_prints_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file is written, each command run, in the order of the page."""
    pytest.importorskip("optuna", reason="optuna comes with the lab extra")
    monkeypatch.chdir(tmp_path)
    blocks.check(PAGE, tmp_path)
