"""The pages on both engines: their examples give what they show, and they name all that `croupier.fast` has."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import fast

from . import blocks

PAGES = [
    blocks.ROOT / "docs" / name
    for name in ("reference/compiled.md", "explanation/engines.md", "explanation/how-it-works.md", "how-to/train.md")
]
INNER = {
    "Cells",
    "Played",
    "bulk",
    "choosing",
    "engine",
    "filling",
    "handed",
    "kit",
    "lowered",
    "nothing",
    "OutOfRange",
}


@pytest.mark.costly
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_example_gives_what_is_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run from the top of the page to its end, in one namespace."""
    monkeypatch.chdir(tmp_path)
    blocks.check(page, tmp_path)


@pytest.mark.parametrize("name", sorted(set(fast.__all__) - INNER))
def test_every_public_name_is_told(name: str) -> None:
    """In the form of code."""
    assert f"`{name}" in PAGES[0].read_text(encoding="utf-8")
