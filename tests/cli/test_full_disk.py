"""A disk that is full: a file is written whole or not at all, the message names it, and a game says what it lost."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from croupier import Game, load
from croupier.base import files
from croupier.cli.screen import Screen
from croupier.cli.sitting import Sitting
from croupier.table.record import Record, RecordError

from .conftest import Run

SYNC, WRITE = os.fsync, os.write


def refuse(*_: object) -> int:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on the disk takes nothing more: neither what is written now nor what waits to be brought to it."""
    monkeypatch.setattr(os, "fsync", refuse)


COMMANDS = {
    "rulebook": ("rulebook", "TINY", "-o", "out.md"),
    "flatten": ("flatten", "TINY", "-o", "out.md"),
    "coverage": ("coverage", "TINY", "--games", 1, "--html", "out.md"),
    "csv": ("simulate", "TINY", "--games", 1, "--csv", "out.md"),
    "ledger": ("simulate", "TINY", "--games", 1, "--resume", "out.md"),
}


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_is_written_whole_or_not_at_all(
    run: Run, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, there: bool
) -> None:
    """No empty file and no draft is left, what was there stays, and the message has the name that was asked for."""
    monkeypatch.chdir(tmp_path)
    out = tmp_path / "out.md"
    if there and command != "ledger":
        out.write_text("mine", encoding="utf-8")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    result = run(*[tiny if word == "TINY" else word for word in COMMANDS[command]])
    assert result.exit_code != 0
    assert "out.md" in result.stderr
    assert "the disk is full" in result.stderr
    assert ".out.md" not in result.stderr
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.usefixtures("full")
def test_a_new_ruleset_is_no_empty_file(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`new` leaves nothing, so that it can be tried again."""
    monkeypatch.chdir(tmp_path)
    result = run("new", "my-game")
    assert result.exit_code != 0
    assert "my-game.yaml: the disk is full" in result.stderr
    assert [*tmp_path.iterdir()] == []


def test_a_real_device_that_is_full(run: Run, tiny: Path) -> None:
    """What is no ordinary file is written to as it is, and its name is told."""
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    result = run("rulebook", tiny, "-o", "/dev/full")
    assert result.exit_code == 2
    assert "/dev/full: the disk is full" in result.stderr


@pytest.mark.parametrize("named", ["new", "old"])
def test_files_have_the_mode_that_the_system_gives(tmp_path: Path, named: str) -> None:
    """A new file is as readable as any other, and one that is replaced keeps its mode, also behind a link."""
    path = tmp_path / named
    if named == "old":
        path.write_text("before", encoding="utf-8")
        path.chmod(0o640)
        (tmp_path / "link").symlink_to(path)
        path = tmp_path / "link"
    umask = os.umask(0)
    os.umask(umask)
    files.write(path, "after")
    assert path.read_text("utf-8") == "after"
    assert path.is_symlink() == (named == "old")
    assert path.stat().st_mode & 0o777 == (0o640 if named == "old" else 0o666 & ~umask)


def test_a_file_that_is_there_is_not_created(tmp_path: Path) -> None:
    """`create` leaves it as it is."""
    path = tmp_path / "there"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(FileExistsError):
        files.create(path, "yours")
    assert path.read_text("utf-8") == "mine"
    assert [*tmp_path.iterdir()] == [path]


def test_who_leaves_is_told_what_is_not_kept(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """\"It is kept\" is said only of a record that is all on disk."""
    game = Game(load(tiny), 3)
    record = Record.create(tmp_path / "evening.rec", game)
    sitting = Sitting(game, None, {0: "you", 1: "greedy"}, Screen(), record)
    monkeypatch.setattr(os, "write", lambda fd, data: WRITE(fd, data) if fd < 3 else refuse())
    for _ in range(2):
        seat = game.to_act[0]
        sitting.play(seat, game.legal_moves(seat)[0])
    capsys.readouterr()
    sitting.left()
    told = " ".join(capsys.readouterr().out.split())
    assert "2 entries of this game could not be saved" in told
    assert "Saved. To continue" not in told
    monkeypatch.setattr(os, "write", WRITE)
    sitting.left()
    assert "Saved. To continue: croupier play --resume" in " ".join(capsys.readouterr().out.split())
    record.close()


def test_a_record_that_stays_unwritten_is_an_error(tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To close it is to be told."""
    game = Game(load(tiny), 3)
    record = Record.create(tmp_path / "evening.rec", game)
    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(RecordError):
        record.append(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    with pytest.raises(RecordError):
        record.close()
