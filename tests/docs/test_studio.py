"""The page on the studio: its example runs, and it names every message."""

from __future__ import annotations

import re
from pathlib import Path

import croupier.web

from .blocks import ROOT, check

PAGE = ROOT / "docs" / "how-to" / "studio.md"
TYPES = Path(croupier.web.__file__).parent / "page" / "src" / "workprotocol.ts"


def test_page(tmp_path: Path) -> None:
    check(PAGE, tmp_path)


def test_every_message_of_the_page_is_described() -> None:
    """With the keys that it has where the page is written."""
    text = PAGE.read_text("utf-8")
    said = TYPES.read_text("utf-8").partition("export type Said")[2]
    messages = re.findall(r"\{ type: \"(\w+)\"([^}]*)\}", said)
    assert len(messages) > 12
    run = next(line for line in text.splitlines() if line.startswith('| `{type: "run"'))
    for name, keys in messages:
        if f"`{name}`" in run:  # what takes a while is told in messages by its name
            continue
        rows = [line for line in text.splitlines() if f'`{{type: "{name}"' in line]
        assert rows, name
        words = re.findall(r"(\w+):", keys)
        assert any(all(re.search(rf"\b{word}\b", row) for word in words) for row in rows), (
            name,
            words,
        )
