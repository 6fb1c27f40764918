"""`croupier simulate --resume`: a run that was ended goes on from its file to the table of an unbroken one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.base import files
from croupier.base.chance import Seed
from croupier.table.record import checksum

from .conftest import Run

pytestmark = pytest.mark.in_turn(14)

runs = sys.modules[croupier.simulate.__module__]
summed = runs.summed


def table(run: Run, *words: object, code: int = 0) -> dict[str, object]:
    """What is told of a run, without the time that it took."""
    result = run("simulate", *words, "--json")
    assert result.exit_code == code, result.output
    found: dict[str, object] = json.loads(result.stdout)
    found.pop("seconds", None)
    return found


@pytest.fixture
def ended_after(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Ctrl-C comes after so many blocks of games."""

    def after(blocks: int) -> None:
        def interrupted(*words: Any, **more: Any) -> Iterator[object]:
            yield from islice(summed(*words, **more), blocks)
            raise KeyboardInterrupt

        monkeypatch.setattr(runs, "summed", interrupted)

    return after


@pytest.mark.parametrize("more", [[], ["--jobs", 2], ["--engine", "reference"]], ids=["alone", "two", "reference"])
def test_an_ended_run_goes_on(
    run: Run, tiny: Path, tmp_path: Path, ended_after: Callable[[int], None], more: list[object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """After Ctrl-C, after one more, and with other processes and engines: the table is that of one run."""
    words = [tiny, "--players", 3, "--seat", "2=greedy", "--seed", "4:2", "--option", "keep=yes", "--limit", 9]
    whole = table(run, *words, "--games", 30)
    words += ["--resume", tmp_path / "run.json"]
    ended_after(3)
    first = table(run, *words, "--games", 30, code=130)["games"]
    second = table(run, *words, "--games", 30, *more, code=130)["games"]
    assert 3 <= first <= second - 3 < 30
    monkeypatch.undo()
    assert table(run, *words, "--games", 30, *more) == whole
    assert table(run, *words, "--games", 30) == whole
    assert table(run, *words, "--games", 31)["games"] == 31
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


def test_other_games_are_refused(run: Run, tiny: Path, tmp_path: Path) -> None:
    """Whatever the games depend on has to be the same; the file is left as it is."""
    file, other = tmp_path / "run.json", tmp_path / "tiny.yaml"
    words = ["--games", 3, "--resume", file]
    table(run, tiny, *words)
    before = file.read_bytes()
    other.write_text(tiny.read_text("utf-8").replace("highest", "lowest"), "utf-8")
    changes: list[tuple[list[object], str]] = [
        ([tiny, "--seed", 1], 'its seed is "0:0", not "1:0"'),
        ([tiny, "--seed", "0:1"], 'its seed is "0:0"'),
        ([tiny, "--players", 3], "its players is 2, not 3"),
        ([tiny, "--option", "keep=yes"], "options is "),
        ([tiny, "--limit", 5], "its limit is 100000, not 5"),
        ([tiny, "--policy", "greedy"], "policies is "),
        ([other], "digest is "),
    ]
    for differing, told in changes:
        result = run("simulate", *differing, *words)
        assert result.exit_code == 1
        assert "the file is from another run" in result.stderr
        assert told in result.stderr
        assert result.stdout == ""
    result = run("simulate", tiny, "--games", 2, "--resume", file)
    assert result.exit_code == 2
    assert "already contains 3 games" in result.stderr
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("spoilt", "told"),
    [
        (lambda data: b"notes of mine\n", "this is not a results file"),
        (lambda data: b"", "this is not a results file"),
        (lambda data: data[:-20], "two complete lines"),
        (lambda data: data + data, "two complete lines"),
        (lambda data: data.replace(b'"games":3', b'"games":4'), "its checksum does not match"),
        (lambda data: data.replace(b'"players":2', b'"players":3'), "its checksum does not match"),
        (lambda data: data.split(b"\n")[0] + b"\n[]\n", "its checksum does not match"),
    ],
)  # fmt: skip
def test_a_file_that_was_changed_is_refused(
    run: Run, tiny: Path, tmp_path: Path, spoilt: Callable[[bytes], bytes], told: str
) -> None:
    """What was not written so is told and left alone."""
    file = tmp_path / "run.json"
    table(run, tiny, "--games", 3, "--resume", file)
    before = spoilt(file.read_bytes())
    file.write_bytes(before)
    result = run("simulate", tiny, "--games", 5, "--resume", file)
    assert result.exit_code == 1
    assert told in result.stderr
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "change",
    [
        {"wins": [1]}, {"scores": None}, {"games": True}, {"games": 4}, {"lengths": [1]}, {"won": {"random": "x"}},
        {"seconds": "long"}, {"who": 1}, {"lengths": {"x": 3}},
    ],
)  # fmt: skip
def test_sums_that_cannot_be_are_refused(run: Run, tiny: Path, tmp_path: Path, change: dict[str, object]) -> None:
    """So is a line that somebody has written with its checksum."""
    file = tmp_path / "run.json"
    table(run, tiny, "--games", 3, "--resume", file)
    first, second, _ = file.read_text("utf-8").split("\n")
    sums = json.loads(second) | change
    file.write_text(f"{first}\n{json.dumps(sums | {'checksum': checksum(sums)})}\n", "utf-8")
    result = run("simulate", tiny, "--games", 5, "--resume", file)
    assert result.exit_code == 1
    assert "this is not a sum of games" in result.stderr


KILLED = """
import sys
from croupier import simulate
from croupier.base.chance import Seed
from croupier.simulate import ledger
ledger.EVERY = 0.01
simulate(sys.argv[1], 10**9, resume=sys.argv[2])
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal")
def test_a_killed_run_goes_on(tiny: Path, tmp_path: Path) -> None:
    """At whatever moment a process is killed, its file is whole, and the run goes on from there."""
    file, script = tmp_path / "run.json", tmp_path / "killed.py"
    script.write_text(KILLED, "utf-8")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    counts: list[int] = []
    for _ in range(2):
        with subprocess.Popen([sys.executable, script, tiny, file], env=environment) as running:
            while not file.exists() or _games(file) <= (counts[-1] if counts else 0):
                assert running.poll() is None
            running.kill()
        counts.append(_games(file))
    more = counts[-1] + 5
    resumed = croupier.simulate(tiny, more, resume=file)
    whole = croupier.simulate(tiny, more, keep=False)
    assert resumed.to_json() | {"seconds": 0} == whole.to_json() | {"seconds": 0}


def _games(file: Path) -> int:
    return int(json.loads(file.read_text("utf-8").split("\n")[1])["games"])


def test_a_fault_keeps_what_was_before(tmp_path: Path) -> None:
    """A run that meets a fault of the rules meets it again: what was before is in the file."""
    from .test_simulate import FAULTY

    path, file = tmp_path / "faulty.yaml", tmp_path / "run.json"
    path.write_text(FAULTY, "utf-8")
    for _ in range(2):
        with pytest.raises(croupier.RulesFault) as caught:
            croupier.simulate(path, 40, resume=file)
        assert (caught.value.game, caught.value.report.games) == ("0:2", 2)
        assert _games(file) == 2


def test_a_disk_that_refuses_is_told(run: Run, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table is there, and the exit status says that the file is not."""
    file = tmp_path / "run.json"
    table(run, tiny, "--games", 3, "--resume", file)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", str(file))

    monkeypatch.setattr(files.os, "replace", full)
    result = run("simulate", tiny, "--games", 5, "--resume", file)
    assert result.exit_code == 2
    assert "5 games" in result.stdout
    assert "the disk is full" in result.stderr
    assert _games(file) == 3
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


@pytest.mark.parametrize("more", [["--csv", "games.csv"], ["--vary", "cards_each=1,2"]])
def test_misuse(run: Run, tiny: Path, tmp_path: Path, more: list[str]) -> None:
    """Sums hold no single games."""
    result = run("simulate", tiny, "--resume", tmp_path / "run.json", *more)
    assert result.exit_code == 2
    assert "--resume cannot be combined with --csv or --vary" in result.stderr
    assert list(tmp_path.iterdir()) == []
    assert run("simulate", tiny, "--resume", "/nowhere/at/all").exit_code == 2


def test_half_a_game_is_not_kept(tiny: Path, tmp_path: Path) -> None:
    """Ctrl-C may come while a game is added to the sums; then the file stays as it was."""
    file, rules = tmp_path / "run.json", croupier.load(tiny)
    croupier.simulate(rules, 3, resume=file)
    kept = runs.ledger_of(file, rules, Seed(0), "random", None)
    [more] = runs.summed(rules, 1, 0, first=3)
    more.won = None  # adding this fails in the midst, as if it were interrupted there
    before = kept.sums.to_json()
    with suppress(TypeError), kept:
        kept.sums.merge(more)
    assert kept.sums.to_json() == before
    assert _games(file) == 3
