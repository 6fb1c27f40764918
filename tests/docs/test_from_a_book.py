"""The page about rulebooks: what it shows is what happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import blocks

PAGE = blocks.ROOT / "docs" / "tutorials" / "from-a-rulebook.md"


def test_every_example_gives_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run from the top of the page to its end."""
    monkeypatch.chdir(tmp_path)
    blocks.check(PAGE, tmp_path)


def test_the_numbers_are_those_of_the_code() -> None:
    """Bounds that the page states are the bounds there are."""
    from croupier.workbench.book import align, text
    from croupier_dsl import passages

    page = PAGE.read_text(encoding="utf-8")
    assert f"{text.MOST_BYTES // 2**20} MiB" in page
    assert f"{text.MOST_PASSAGES:,} passages" in page
    assert f"{passages.DIGEST_LENGTH * 5} bits" in page
    assert f"{passages.SKETCH_LENGTH} numbers of five bits" in page
    assert f"From {align.ALIKE} on" in page
    assert f"from {align.ALIKE_IN_PLACE} on" in page


def test_check_lists_what_is_left_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ruleset begun from the book of the page is warned about its clauses and its questions."""
    monkeypatch.chdir(tmp_path)
    book = next(block.body for block in blocks.blocks(PAGE) if block.kind == "text")
    (tmp_path / "pebbles.txt").write_text(book, encoding="utf-8")
    blocks.run("new stones --book pebbles.txt")
    said = blocks.run("check stones.yaml")
    assert "warning[W608]: 7 clauses" in said
    assert "warning[W607]: 15 questions" in said
    assert "stones.yaml: valid" in said
