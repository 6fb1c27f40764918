"""The page about positions: its examples give what they show, and it tells every key that a position may have."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.position.read import KEYS

from . import blocks

PAGE = blocks.ROOT / "docs" / "reference" / "positions.md"


def test_every_example_gives_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run from the top of the page to its end, with the ruleset it shows."""
    monkeypatch.chdir(tmp_path)
    blocks.check(PAGE, tmp_path)


@pytest.mark.parametrize("key", sorted(KEYS))
def test_every_key_is_told(key: str) -> None:
    """Each key that a position may have stands in a table of the page."""
    rows = [line.split("|")[1] for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    assert any(f"`{key}`" in row for row in rows)
