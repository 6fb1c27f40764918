"""Streams that are closed, full or no longer read, and files that are none: a status, at most a line, no traceback."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Run

pytestmark = [
    pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full"),
    pytest.mark.in_turn(14),
]

FULL = "Error: reading or writing failed: the disk is full\n"


def typed(words: str, streams: str) -> tuple[int, str, str]:
    """A command with its streams as a shell sets them up: status, output, errors."""
    line = f"{shlex.quote(sys.executable)} -m croupier {words} {streams}"
    ran = subprocess.run(["bash", "-c", line], capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert "Traceback" not in ran.stderr
    assert "Exception ignored" not in ran.stderr
    return ran.returncode, ran.stdout, ran.stderr


@pytest.mark.parametrize(
    ("words", "streams", "status"),
    [
        ("check {tiny}", ">&-", 0),
        ("check {tiny}", "2>&-", 0),
        ("check nothing-such", "2>&-", 2),
        ("play {tiny}", "<&-", 0),
        ("play {tiny}", "<&- >&- 2>&-", 0),
        ("--help", ">&-", 0),
        ("simulate {tiny} --games 2", ">&-", 0),
        ("rulebook {tiny}", ">&-", 0),
    ],
)
def test_closed(tiny: Path, words: str, streams: str, status: int) -> None:
    """Closed streams are like such that nobody reads or writes."""
    found, _, errors = typed(words.format(tiny=tiny), streams)
    assert (found, errors) == (status, "")


@pytest.mark.parametrize(
    "words",
    ["--help", "check --help", "--version", "list", "check {tiny}", "simulate {tiny} --games 2", "explain E101"],
)
def test_full(tiny: Path, words: str) -> None:
    """What cannot be written is said in a line."""
    assert typed(words.format(tiny=tiny), ">/dev/full") == (2, "", FULL)


@pytest.mark.parametrize("words", ["nothing-such", "check nothing-such", "simulate {tiny} --games x"])
def test_nowhere_to_complain(tiny: Path, words: str) -> None:
    """Where that line cannot be written either the status says it."""
    assert typed(words.format(tiny=tiny), "2>/dev/full") == (2, "", "")


@pytest.mark.parametrize("words", ["outline rami", "simulate {tiny} --games 2", "--help", "compile rami --json"])
def test_nobody_reads_on(tiny: Path, words: str) -> None:
    """A reader that is gone ends a command quietly, with the status of a broken pipe, or it has just finished."""
    status, _, errors = typed(words.format(tiny=tiny), "| head -c 1; exit ${PIPESTATUS[0]}")
    assert status in (0, 141)
    assert errors == ""


COMMANDS = ["check", "test", "simulate", "play", "outline", "coverage", "trace", "rulebook"]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", ["folder", "empty", "latin", "nulls"])
def test_what_is_no_ruleset(run: Run, tmp_path: Path, command: str, kind: str) -> None:
    """A folder, an empty file, one that is not UTF-8 or no text at all: what is wrong is said, with the file."""
    path = tmp_path / "strange.yaml"
    contents = {"empty": b"", "latin": "game: é".encode("latin-1"), "nulls": bytes(100)}
    if kind == "folder":
        path.mkdir()
    else:
        path.write_bytes(contents[kind])
    result = run(command, path)
    assert result.exit_code == (2 if kind == "folder" else 1)
    assert path.name in result.output


@pytest.mark.parametrize("command", COMMANDS)
def test_a_stream_is_no_ruleset(run: Run, command: str) -> None:
    """What comes through a pipe cannot be read again: it is said, with its name."""
    result = run(command, "/dev/full")
    assert result.exit_code == 2
    assert "/dev/full" in result.output
