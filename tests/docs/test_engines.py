"""The page on fast play does what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier import fast
from croupier.lowering import capabilities
from croupier.lowering.capabilities import CAPABILITIES, Mode

from . import blocks

PAGE = blocks.ROOT / "docs" / "explanation" / "engines.md"


def test_every_example_gives_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run from the top of the page to its end, in one namespace."""
    monkeypatch.chdir(tmp_path)
    blocks.check(PAGE, tmp_path)


INNER = {"Played", "bulk", "engine", "filling", "kit", "OutOfRange"}


@pytest.mark.parametrize("name", sorted(set(fast.__all__) - INNER))
def test_every_public_name_is_told(name: str) -> None:
    """In the form of code."""
    assert f"`{name}" in PAGE.read_text(encoding="utf-8")


LIMITS = {name: value for name, value in vars(capabilities).items() if isinstance(value, int)}
MARK = re.compile(r"<!-- capabilities: (\w+) -->\n\n(?:\|.*\n)*\n*")


def table(mode: Mode) -> str:
    """Return the rows of a mode as the page has them."""
    rows = [row for row in CAPABILITIES.values() if row.mode is mode]
    assert not any("|" in row.what + row.where for row in rows)
    lines = [f"| {re.sub('`{[^}]*}`|{[^}]*}', '…', row.what)} | {row.where.format(**LIMITS)} |" for row in rows]
    return "\n".join(["| what falls back | where |", "|---|---|", *lines, "", ""])


def test_what_falls_back_is_what_the_source_says() -> None:
    """All rows but those that nobody can meet; CROUPIER_UPDATE=1 writes the tables again."""
    page = PAGE.read_text(encoding="utf-8")
    told = MARK.sub(lambda found: f"<!-- capabilities: {found[1]} -->\n\n{table(Mode[found[1]])}", page)
    assert [Mode[name] for name in MARK.findall(page)] == [mode for mode in Mode if mode is not Mode.INTERNAL]
    if blocks.UPDATE:
        PAGE.write_text(told, encoding="utf-8")
    else:
        assert page == told
