"""A process that is killed at any moment leaves every acknowledged move behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="killing wants processes that fork"),
    pytest.mark.costly,
]


def kill(how: str, folder: Path, rounds: int) -> dict[str, int]:
    script = Path(__file__).parent / "killing.py"
    command = [sys.executable, str(script), how, str(folder), str(rounds)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert ran.returncode == 0, ran.stderr
    found: dict[str, int] = json.loads(ran.stdout)
    return found


@pytest.mark.parametrize("times", [20, pytest.param(100, marks=pytest.mark.slow)])
def test_killed_many_times(tmp_path: Path, times: int) -> None:
    """A game whose process is killed again and again goes on each time from its last acknowledged move."""
    assert kill("moves", tmp_path, times)["acknowledged"] > times // 2


@pytest.mark.parametrize("every", [29, pytest.param(1, marks=pytest.mark.slow)])
def test_ended_at_any_byte(tmp_path: Path, every: int) -> None:
    """A process that is ended while it writes leaves what was acknowledged, or that and what it was about to say."""
    assert kill("bytes", tmp_path, every)["kills"] == -(-1_000 // every)


@pytest.mark.parametrize("every", [97, pytest.param(1, marks=pytest.mark.slow)])
def test_a_run_that_is_ended_at_any_byte_goes_on(tmp_path: Path, every: int) -> None:
    """The sums of the games played are whole, or as they were before, whenever the process ends."""
    assert kill("ledger", tmp_path, every)["kills"] > 500 // every


def test_killed_while_moves_are_taken_back(tmp_path: Path) -> None:
    """So it is where moves are taken back: what was taken back stays so, what was not stays made."""
    assert kill("undo", tmp_path, 40)["acknowledged"] > 20


def test_killed_while_records_are_made(tmp_path: Path) -> None:
    """A record is there whole or not at all, and is there once `create` has come back."""
    assert kill("create", tmp_path, 30)["made"] > 5
