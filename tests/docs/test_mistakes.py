"""The page on mistakes: what is said of each ruleset is what the page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier_dsl import check_text

from . import blocks

PAGE = blocks.ROOT / "docs" / "how-to" / "mistakes.md"
RULESETS = [block for block in blocks.blocks(PAGE) if block.kind == "yaml"]


def test_every_command_prints_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each ruleset is written, checked and mended in the order of the page."""
    monkeypatch.chdir(tmp_path)
    blocks.check(PAGE, tmp_path)


def test_there_are_five_rulesets_and_each_teaches_something_else() -> None:
    """No two of them are told the same."""
    told = [frozenset(found.code for found in check_text(block.body)[1]) for block in RULESETS]
    assert len(told) == 5
    assert all(len(codes) > 1 and not codes <= other for codes in told for other in told if other is not codes)
