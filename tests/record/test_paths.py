"""Paths: links are followed, what is no ordinary file is refused in words, permissions are those of other files."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from croupier import Game, Rules
from croupier.table.record import Record, RecordError, read

from .conftest import Make


def test_a_link_to_a_record(make: Make, tmp_path: Path) -> None:
    """A symbolic link to a record is as good as the record."""
    path = make(3)
    (tmp_path / "link").symlink_to(path)
    with Record.open(tmp_path / "link") as record:
        record.append(1, "stay")
    assert len(read(path).moves) == 4


def test_paths_that_are_no_records(tmp_path: Path, rules: Rules) -> None:
    """Folders, devices, pipes, links in a circle and impossible names are refused in words, and never waited for."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("x")
    (tmp_path / "empty").touch()
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    os.mkfifo(tmp_path / "pipe")
    paths = {
        tmp_path / "folder": "folder, not a record",
        tmp_path / "missing": "no such file",
        tmp_path / "file" / "inside": "a part of this path is not a folder",
        tmp_path / "empty": "the file is empty",
        tmp_path / "file": "not a record",
        tmp_path / "circle": "form a cycle",
        tmp_path / "pipe": "not an ordinary file",
        tmp_path / ("x" * 300): "name is too long",
        Path("/dev/null"): "not an ordinary file",
        Path("nul\0l"): "not a valid file path",
    }
    for path, problem in paths.items():
        for how in (read, Record.open):
            with pytest.raises(RecordError, match=problem):
                how(path)
    for path, problem in ((tmp_path / "none" / "a.rec", "no such file"), (Path("nul\0l"), "not a valid file path")):
        with pytest.raises(RecordError, match=problem):
            Record.create(path, Game(rules, 1))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may do everything")
def test_permissions(make: Make, tmp_path: Path, rules: Rules) -> None:
    """What one may not read, write or make is said so; what one may read can be replayed."""
    path = make(3)
    path.chmod(0o400)
    with pytest.raises(RecordError, match="permission denied"):
        Record.open(path)
    assert len(read(path).moves) == 3
    path.chmod(0)
    with pytest.raises(RecordError, match="permission denied"):
        read(path)
    tmp_path.chmod(0o500)
    with pytest.raises(RecordError, match="permission denied"):
        Record.create(tmp_path / "b.rec", Game(rules, 1))
    tmp_path.chmod(0o700)


def test_others_may_read_it_as_they_may_other_files(make: Make) -> None:
    """A record has the permissions that the person's other new files have."""
    mask = os.umask(0o022)
    os.umask(mask)
    assert stat.S_IMODE(make(0).stat().st_mode) == 0o666 & ~mask
