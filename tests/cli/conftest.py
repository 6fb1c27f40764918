"""Runs commands in this process and in one of their own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from croupier.cli import main

DATA = Path(__file__).parent / "data"

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """`run("check", path, input="…")`: a command, as if typed."""

    def invoke(*words: object, input: str | bytes | None = None) -> Result:
        result = CliRunner().invoke(main, [str(word) for word in words], input=input, prog_name="croupier")
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert "Traceback" not in result.output
        return result

    return invoke


Shell = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def shell() -> Shell:
    """The same in a process of its own, with pipes for its streams."""

    def start(*words: object, input: str | None = None, **more: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "croupier", *map(str, words)]
        return subprocess.run(
            command, input=input, capture_output=True, encoding="utf-8", timeout=60, check=False, **more
        )

    return start


@pytest.fixture
def tiny() -> Path:
    """A valid ruleset whose games are over after a few moves."""
    return DATA / "tiny.yaml"
