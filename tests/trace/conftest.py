"""The small game in a file, and commands run on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import run as run

from .small import GAME


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.yaml"
    path.write_text(GAME, encoding="utf-8")
    return path
