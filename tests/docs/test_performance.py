"""The page on fast play does what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import fast

from . import blocks

PAGE = blocks.ROOT / "docs" / "performance.md"


def test_every_example_gives_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run from the top of the page to its end, in one namespace."""
    monkeypatch.chdir(tmp_path)
    blocks.check(PAGE, tmp_path)


@pytest.mark.parametrize("name", sorted(set(fast.__all__) - {"Played", "bulk", "engine", "kit", "OutOfRange"}))
def test_every_public_name_is_told(name: str) -> None:
    """In the form of code."""
    assert f"`{name}" in PAGE.read_text(encoding="utf-8")
