"""The page on simulating, comparing and tuning does what it says, and the measures have their names."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.lab.wishes import MEASURES

from . import blocks

PAGE = blocks.ROOT / "docs" / "how-to" / "simulate.md"
MEASURED = blocks.ROOT / "docs" / "reference" / "measures.md"


@pytest.mark.costly
@pytest.mark.parametrize("page", [PAGE, MEASURED], ids=lambda page: page.stem)
def test_every_command_prints_what_is_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write each file and run each command in the order of the page."""
    pytest.importorskip("optuna", reason="optuna comes with the lab extra")
    monkeypatch.chdir(tmp_path)
    blocks.check(page, tmp_path)


def test_every_measure_is_defined() -> None:
    """Find each measure that a goal may name in the first column of the table."""
    cells = [line.split("|")[1] for line in MEASURED.read_text("utf-8").splitlines() if line.startswith("|")]
    assert {name for name in MEASURES if not any(f"`{name}`" in cell for cell in cells)} == set()
