"""A disk that refuses, a file that is not what it was, a second process: told in words, and nothing is lost."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier import Game, Rules
from croupier.table.record import Record, RecordError, read

from .conftest import FERRY, Make, play_on

pytestmark = pytest.mark.in_turn(10)

WRITE, SYNC, TRUNCATE = os.write, os.fsync, os.ftruncate
CODES = {errno.ENOSPC: "the disk is full", errno.EIO: "disk error", errno.EROFS: "the disk is read-only"}

Break = Callable[..., None]


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Break:
    """`broken(ENOSPC, after=5)`: a disk that takes five more bytes; `sync`, `truncate`: what fails as well."""

    def breaks(code: int, after: int | None = None, sync: bool = False, truncate: bool = False) -> None:
        left = [after]

        def write(fd: int, data: memoryview) -> int:
            if left[0] is None:
                return WRITE(fd, data)
            if not left[0]:
                raise OSError(code, os.strerror(code))
            done = WRITE(fd, data[: left[0]])
            left[0] -= done
            return done

        def refuse(*_: int) -> None:
            raise OSError(code, os.strerror(code))

        monkeypatch.setattr(os, "write", write)
        monkeypatch.setattr(os, "fsync", refuse if sync else SYNC)
        monkeypatch.setattr(os, "ftruncate", refuse if truncate else TRUNCATE)

    return breaks


def mend(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, real in (("write", WRITE), ("fsync", SYNC), ("ftruncate", TRUNCATE)):
        monkeypatch.setattr(os, name, real)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("truncate", [False, True])
@pytest.mark.parametrize("after", [0, 1, 20, None])
def test_a_disk_that_refuses(
    make: Make, broken: Break, monkeypatch: pytest.MonkeyPatch, code: int, truncate: bool, after: int | None
) -> None:
    """The error says what is kept; the game goes on, and once the disk takes lines again all is there, in order."""
    path = make(6)
    with Record.open(path) as record:
        game = record.game()
        broken(code, after, sync=after is None, truncate=truncate)
        for owed in (1, 2, 3):
            seat = game.to_act[0]
            move = game.legal_moves(seat)[0]
            game.play(seat, move)
            with pytest.raises(RecordError, match=CODES[code]) as caught:
                record.append(seat, move)
            assert "6 moves are saved" in str(caught.value)
            assert ("the last entry is not" if owed == 1 else f"the last {owed} entries are not") in str(caught.value)
            assert (record.moves, record.owed) == (6 + owed, owed)
            assert record.game().position() == game.position()
        assert len(read(path).moves) in ((6,) if after is not None or not truncate else (6, 7))
        mend(monkeypatch)
        play_on(game, record, 1)
        assert record.owed == 0
        assert [move.number for move in read(path).moves] == [*range(1, 11)]
        assert not read(path).note
    assert read(path).game().position() == game.position()


def test_trying_again_without_a_move(make: Make, broken: Break, monkeypatch: pytest.MonkeyPatch) -> None:
    """`save` tries again, and closing does; undo and the end of a game are owed like moves."""
    path = make(6)
    record = Record.open(path)
    broken(errno.ENOSPC, 3)
    for refused in (lambda: record.append(0, "stay"), record.undo, lambda: record.undo(2), record.save):
        with pytest.raises(RecordError, match="the disk is full"):
            refused()
    assert (record.moves, record.owed) == (4, 3)
    mend(monkeypatch)
    record.save()
    assert len(read(path).moves) == 4
    broken(errno.ENOSPC, 3)
    with pytest.raises(RecordError, match="4 moves are saved, the last entry is not"):
        record.append(0, "stay")
    mend(monkeypatch)
    record.close()
    assert len(read(path).moves) == 5


def test_no_record_is_begun_on_a_disk_that_refuses(
    tmp_path: Path, rules: Rules, broken: Break, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a record cannot be made nothing is left behind, and it can be made later under the same name."""
    for code, problem in CODES.items():
        for after in (0, 10, None):
            broken(code, after, sync=after is None)
            with pytest.raises(RecordError, match=problem):
                Record.create(tmp_path / "a.rec", Game(rules, 1))
            assert not [*tmp_path.iterdir()]
    mend(monkeypatch)
    Record.create(tmp_path / "a.rec", Game(rules, 1)).close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="limits on files are those of POSIX")
def test_a_limit_on_the_size_of_files(make: Make) -> None:
    """A real refusal by the system, in the middle of a line: nothing kept is lost, and what is owed follows later."""
    path = make(2)
    script = f"""
import resource
from croupier.table.record import Record, RecordError, read
record = Record.open({str(path)!r})
soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, ({path.stat().st_size + 165}, hard))
refused = 0
for number in range(10):
    try:
        record.append(number % 2, "stay")
    except RecordError as error:
        assert "the file has reached its maximum size: 5 moves are saved" in str(error), error
        refused += 1
assert (refused, record.owed) == (7, 7), refused
assert len(read({str(path)!r}).moves) == 5
resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
record.append(0, "stay")
assert len(read({str(path)!r}).moves) == 13
"""
    python(script)


def python(script: str) -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    ran = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert ran.returncode == 0, ran.stderr


# ---------------------------------------------------------------- others at the same file


def test_a_second_process_is_refused(make: Make) -> None:
    """Only one process appends; another is told so, but may read."""
    path = make(3)
    refused = f"""
from croupier.table.record import Record, RecordError, read
try:
    Record.open({str(path)!r})
except RecordError as error:
    assert "another croupier process has this game open" in str(error), error
else:
    raise AssertionError
assert len(read({str(path)!r}).moves) == 3
"""
    with Record.open(path):
        python(refused)
        with pytest.raises(RecordError, match="another croupier"):
            Record.open(path)
    Record.open(path).close()


def test_a_record_is_never_written_over(make: Make, rules: Rules, tmp_path: Path) -> None:
    """A name that is taken, by a record, a folder or a link to nowhere, is refused and left as it is."""
    path = make(3)
    before = path.read_bytes()
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("game.rec", "folder", "link"):
        with pytest.raises(RecordError, match="a file of that name already exists"):
            Record.create(tmp_path / name, Game(rules, 1))
    assert path.read_bytes() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["folder", "game.rec", "link"]


def test_a_disk_without_links(tmp_path: Path, rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where files have one name only, records are made in another way, and still written over by none."""

    def link(*_: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", link)
    Record.create(tmp_path / "a.rec", Game(rules, 1)).close()
    with pytest.raises(RecordError, match="already"):
        Record.create(tmp_path / "a.rec", Game(rules, 1))
    assert [file.name for file in tmp_path.iterdir()] == ["a.rec"]
    assert read(tmp_path / "a.rec").moves == []


def test_a_file_that_somebody_else_changes(make: Make) -> None:
    """A record that is removed, cut or added to under one's hands is not written to any more, and it is said why."""
    for number, (change, problem) in enumerate(
        (
            (lambda path: path.unlink(), "has been removed"),
            (lambda path: os.truncate(path, 50), "another program has changed"),
            (lambda path: path.write_bytes(path.read_bytes() + b"x"), "another program has changed"),
        )
    ):
        path = make(3, f"{number}.rec")
        record = Record.open(path)
        record.append(1, "stay")
        change(path)
        for _ in range(2):
            with pytest.raises(RecordError, match=problem):
                record.append(0, "stay")
        with pytest.raises(RecordError, match=problem):
            record.close()
        if path.exists():
            assert path.stat().st_size == 50 or path.read_bytes().endswith(b"x")


# ---------------------------------------------------------------- limits and interruptions


def test_too_large(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is larger than any record is not read into memory, and no record is made to grow so large."""
    path = make(3)
    monkeypatch.setattr("croupier.table.record.journal.MOST_BYTES", path.stat().st_size + 60)
    with Record.open(path) as record:
        record.append(1, "stay")
        with pytest.raises(RecordError, match="has reached its maximum size"):
            record.append(0, "stay")
        assert record.moves == 4
    monkeypatch.setattr("croupier.table.record.journal.MOST_BYTES", path.stat().st_size - 1)
    with pytest.raises(RecordError, match="larger than a record can be"):
        read(path)
    assert FERRY.stat().st_size < path.stat().st_size


def test_interrupted(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while a line goes to the disk leaves the line owed: it is written once, and nothing is out of order."""
    path = make(3)
    with Record.open(path) as record:
        for name in ("write", "fsync"):
            with monkeypatch.context() as patch:

                def interrupt(*_: object) -> None:
                    raise KeyboardInterrupt

                patch.setattr(os, name, interrupt)
                with pytest.raises(KeyboardInterrupt):
                    record.append(1, "stay")
            assert record.owed == 1
            record.append(0, "stay")
            assert record.owed == 0
    assert [move.number for move in read(path).moves] == [*range(1, 8)]
