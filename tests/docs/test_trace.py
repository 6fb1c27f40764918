"""The page about traces: its examples give what they show, and its tables of keys are whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from . import blocks

PAGE = blocks.ROOT / "docs" / "how-to" / "trace.md"


def test_every_example_gives_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run from the top of the page to its end."""
    monkeypatch.chdir(tmp_path)
    blocks.check(PAGE, tmp_path)


def test_every_key_is_told() -> None:
    """Each key of the JSON stands on the page."""
    text = PAGE.read_text(encoding="utf-8")
    told = json.loads(blocks.run("trace trio --json"))
    parts = [told, told["clauses"][0], told["rulings"][0], told["unexplained"][0], told["books"][0]]
    assert [key for part in parts for key in part if f"`{key}`" not in text] == []
