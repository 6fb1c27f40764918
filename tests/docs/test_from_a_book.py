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
