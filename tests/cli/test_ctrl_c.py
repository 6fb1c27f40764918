"""Ctrl-C at real processes: a command ends at once, tells what was finished, and exits with 130."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, repeat
from pathlib import Path

import pytest

from croupier.base.processes import Lost, in_order

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the processes of a group are found there"),
    pytest.mark.in_turn(14),
]

AT_ONCE = 5.0
"""So many seconds may pass; it is a few tenths where the machine has nothing else to do."""


def interrupted(seconds: float, *words: object) -> tuple[int, str, str]:
    """A command in a group of its own, as at a terminal, whose processes all get Ctrl-C once they have worked for so
    many seconds; status, output, errors."""
    command = [sys.executable, "-m", "croupier", *map(str, words)]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdout=pipe, stderr=pipe, encoding="utf-8", start_new_session=True, preexec_fn=heard
    ) as running:
        while running.poll() is None and worked(running.pid) < seconds:
            time.sleep(0.1)
        os.killpg(running.pid, signal.SIGINT)
        try:
            output, errors = running.communicate(timeout=AT_ONCE)
        except subprocess.TimeoutExpired:
            left = living(running.pid)
            os.killpg(running.pid, signal.SIGKILL)
            raise AssertionError(f"still there: {left}") from None
        ended = time.monotonic()
        while living(running.pid) and time.monotonic() - ended < 0.5:
            time.sleep(0.02)
        assert not living(running.pid)
    assert "Traceback" not in errors
    return running.returncode, output, errors


def heard() -> None:
    """Ctrl-C is heard, also where the suite itself was started by a shell that had switched it off."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def living(group: int) -> list[str]:
    """The processes of a group that have not ended."""
    return [name for name, words in processes(group) if words[0] != "Z"]


def worked(group: int) -> float:
    """How many seconds the processes of a group have worked: whatever else the machine does."""
    return sum(int(words[11]) + int(words[12]) for _, words in processes(group)) / os.sysconf("SC_CLK_TCK")


def processes(group: int) -> Iterator[tuple[str, list[str]]]:
    """The processes of a group, each with what the system says of it, from its state on."""
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            words = file.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            if words[2] == str(group):
                yield file.parent.name, words


def after_a_while(*words: object, told: str) -> str:
    """What it tells if it has had the time to do something."""
    for seconds in (2, 4, 8, 16, 32):
        status, output, _ = interrupted(seconds, *words)
        assert status == 130
        if re.search(told, output):
            return output
    raise AssertionError(f"nothing was finished: {output}")


@pytest.mark.parametrize(
    ("more", "engine", "games"),
    [
        ([], "best", 1_000_000_000),
        (["--vary", "cards_each=1,2"], "reference", 100_000),
        (["--json"], "reference", 100_000),
    ],
    ids=["table", "vary", "json"],
)
def test_simulate(tiny: Path, more: list[str], engine: str, games: int) -> None:
    """What was played in several processes is summed up, in each form and on each engine."""
    words = ("simulate", tiny, "--games", games, "--jobs", 2, "--engine", engine, *more)
    output = after_a_while(*words, told=rf"[1-9]\d* of {games}|[1-9]")
    if more == ["--json"]:
        assert 0 < json.loads(output)["games"] < games
    else:
        assert re.search(r"[1-9]\d* of [1-9]0+ games|1 +[1-9]\d* of [1-9]", output)


def test_coverage(tiny: Path) -> None:
    """What was counted is told."""
    output = after_a_while("coverage", tiny, "--games", 100_000, "--jobs", 2, told=r"in [1-9][\d,]* games")
    assert "parts reached" in output


def test_trace() -> None:
    """A trace whose games were not all played has not succeeded."""
    assert "moves.reveal_lowest" in after_a_while("trace", "trio", "--games", 100_000, "--jobs", 2, told="clauses")
    status, _, errors = interrupted(2, "trace", "trio", "--mutate", "--jobs", 2)
    assert status == 130
    assert re.search(r"interrupted after \d+ of \d+ changes", errors) or not errors


def test_interactions() -> None:
    """What the settings that were played have shown is told, and that it is not all."""
    output = after_a_while("check", "trio", "--interactions", "--jobs", 2, told="of 20 settings")
    assert "stopped before everything was tried" in output


@pytest.fixture
def ctrl_c() -> Iterator[Callable[[float], object]]:
    """`ctrl_c(2)`: Ctrl-C comes by itself, after two seconds, and is heard whoever started the suite."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    yield partial(signal.setitimer, signal.ITIMER_REAL)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, before)


def test_what_is_done_comes_in_order(ctrl_c: Callable[[float], object]) -> None:
    """Of pieces under way in other processes those that are done are handed over before the interruption is."""
    pieces = in_order(2, iter([0, 0, 0, 600, 0, 0]), time.sleep, bool, None)
    found = []
    start = time.monotonic()
    try:
        for piece, _ in pieces:
            found.append(piece)
            if len(found) == 3:
                start = time.monotonic()
                ctrl_c(1)
    except KeyboardInterrupt:
        found.append(-1)
    assert time.monotonic() - start < 1 + AT_ONCE
    assert found == [0, 0, 0, -1]


def test_no_more_is_done_than_somebody_takes(ctrl_c: Callable[[float], object]) -> None:
    """Who needs long for what comes of each piece does not go on for long with what is done already."""
    pieces = in_order(2, chain(repeat(0, 4), repeat(0.02)), time.sleep, bool, None)
    start, stopped = 0.0, False
    try:
        for _ in pieces:
            if not start:
                start = time.monotonic()
                ctrl_c(0.5)
            time.sleep(0.1)
    except KeyboardInterrupt:
        stopped = True
    assert stopped
    assert time.monotonic() - start < AT_ONCE


def test_a_process_that_dies_is_told() -> None:
    """Nobody waits for what it was to do."""
    pieces = in_order(2, iter([0, signal.SIGKILL, 0]), signal.raise_signal, bool, None)
    with pytest.raises(Lost, match="was killed or crashed"):
        list(pieces)


HANDED_OVER = """
import time
from croupier.base.processes import in_order

class Long:
    def __reduce__(self):
        return taken, (0.7, bytes(1_000_000))

def taken(seconds, _):
    time.sleep(seconds)

def do(_):
    return Long()

if __name__ == "__main__":
    pieces = in_order(2, iter(range(1000)), do, bool, None)
    next(pieces)
    pieces.close()
"""


def test_nobody_waits_for_half_a_message(tmp_path: Path) -> None:
    """A process that is stopped as it hands over what it has done hands over all of it, though nobody reads yet."""
    file = tmp_path / "handed_over.py"
    file.write_text(HANDED_OVER, encoding="utf-8")
    assert subprocess.run([sys.executable, file], timeout=2 * AT_ONCE, check=False).returncode == 0
