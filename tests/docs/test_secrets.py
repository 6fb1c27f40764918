"""The page on secrets does what it says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner

from croupier.cli import main
from croupier.workbench.secrets.verdict import Kind

from . import blocks

PAGE = blocks.ROOT / "docs" / "how-to" / "secrets.md"


def test_every_command_prints_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write and change the file, and run each command, in the order of the page."""
    monkeypatch.chdir(tmp_path)
    blocks.check(PAGE, tmp_path)


def test_programs_are_told_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The JSON of the first example has the part, both games and where cards lie; in French it is told in French."""
    monkeypatch.chdir(tmp_path)
    first = next(block for block in blocks.blocks(PAGE) if block.kind == "yaml")
    Path("draught.yaml").write_text(first.body, encoding="utf-8")
    ran = CliRunner().invoke(main, ["secrets", "draught.yaml", "--games", "2", "--json"])
    assert ran.exit_code == 1
    (leak,) = json.loads(ran.stdout)["leaks"]
    assert (leak["path"], leak["line"], leak["decisions"], leak["seat"]) == ("play.begin.4", 15, 0, 0)
    assert {told["variable"] for told in leak["told"]} == {"turns_left"}
    places = {place for place, _, _ in leak["cards"]}
    assert "stock" in places
    assert "hand of P1" not in places
    ran = CliRunner().invoke(main, ["secrets", "draught.yaml", "--games", "2", "--lang", "fr"])
    assert "fuite" in ran.stdout


def test_every_kind_is_described() -> None:
    """Find each kind of leak in the table."""
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    assert {kind for kind in get_args(Kind) if not any(row.startswith(f"| `{kind}` |") for row in rows)} == set()
