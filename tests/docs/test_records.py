"""The page about records: its examples give what they show, and it tells every key of a first line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from croupier import Game, load
from croupier.table.record import Header

from . import blocks

PAGE = blocks.ROOT / "docs" / "reference" / "records.md"


def test_every_example_gives_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run from the top of the page to its end."""
    monkeypatch.chdir(tmp_path)
    blocks.check(PAGE, tmp_path)


def test_every_key_is_told() -> None:
    """Each key that a first line may have stands in the table of keys, and no other."""
    table = PAGE.read_text(encoding="utf-8").partition("The **first line**")[2].partition("The **other lines**")[0]
    keys = {
        key
        for line in table.splitlines()
        if line.startswith("| `")
        for key in re.findall(r"`(\w+)`", line.split("|")[1])
    }
    first = json.loads(Header.of(Game(load("three-thirteen"), 1), ["you", "greedy"]).line())
    assert {*first} | {"chance", "position", "of", "preset"} == keys
