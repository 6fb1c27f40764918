"""The suite itself: what it starts is what it tests, and it needs no plugin of pytest's own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import croupier
import croupier_dsl

HERE = Path(__file__).parent


def test_processes_run_the_tree_under_test(tmp_path: Path) -> None:
    """Whatever is installed, a process that a test starts imports the packages that the test imports."""
    code = "import croupier, croupier_dsl; print(croupier.__file__, croupier_dsl.__file__, sep='\\n')"
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True, timeout=60, cwd=tmp_path
    )
    assert ran.stdout.splitlines() == [croupier.__file__, croupier_dsl.__file__]


def test_it_runs_without_a_cache() -> None:
    """`pytest -p no:cacheprovider` finds the tests as ever."""
    words = ["-m", "pytest", "-p", "no:cacheprovider", "-q", "--collect-only", str(HERE / "test_suite.py")]
    ran = subprocess.run([sys.executable, *words], capture_output=True, encoding="utf-8", check=False, timeout=60)
    assert (ran.returncode, "test_it_runs_without_a_cache" in ran.stdout) == (0, True), ran.stderr
