"""The page on the protocol: its examples run, and it has every message of the pages' sources with its keys."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import croupier.web

from .blocks import ROOT, check

PAGE = ROOT / "docs" / "reference" / "protocol.md"
SOURCES = Path(croupier.web.__file__).parent / "page" / "src"


def test_every_example_gives_what_is_shown(tmp_path: Path) -> None:
    """Run from the top of the page to its end."""
    check(PAGE, tmp_path)


@pytest.mark.parametrize(
    ("source", "first", "after"),
    [("protocol.ts", "## Table: requests", "## Studio"), ("workprotocol.ts", "## Studio", "## Static site")],
)
def test_every_message_is_described(source: str, first: str, after: str) -> None:
    """Find each message of a source in its part of the page, with its keys."""
    part = PAGE.read_text("utf-8").partition(f"\n{first}\n")[2].partition(f"\n{after}\n")[0]
    said = (SOURCES / source).read_text("utf-8").partition("export type Said")[2]
    messages = re.findall(r"\{ type: \"(\w+)\"([^}]*)\}", said)
    assert len(messages) > 12
    rows = [line for line in part.splitlines() if line.startswith("| `{type: ")]
    run = next((row for row in rows if row.startswith('| `{type: "run"')), "")
    for name, keys in messages:
        if f"`{name}`" in run:  # a long task reports in messages of its own name
            continue
        described = re.findall(rf'`\{{type: "{name}"(.*?)\}}`', "\n".join(rows))
        words = re.findall(r"(\w+):", keys)
        full = any(all(re.search(rf"\b{word}\b", keys) for word in words) for keys in described)
        assert full or any(", …" in keys for keys in described), (name, words)
