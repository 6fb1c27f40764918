"""Append lines to a file such that every acknowledged one survives crashes, kills and full disks."""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from croupier.table.record import errors

MOST_BYTES = 64 << 20
"""The maximum size of a record, in bytes."""
_FLAGS = sum(getattr(os, name, 0) for name in ("O_BINARY", "O_CLOEXEC", "O_NONBLOCK", "O_NOCTTY"))
_NO_LINKS = {errno.EPERM, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EMLINK}
_NO_LOCKS = {errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOLCK, errno.EINVAL}


if sys.platform == "win32":
    import msvcrt

    def _lock(fd: int) -> None:
        os.lseek(fd, MOST_BYTES * 2, os.SEEK_SET)  # beyond the record, since Windows keeps others from reading there
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


@dataclass(frozen=True, slots=True)
class Standing:
    """The progress of a journal; replaced in one step, so that an interruption finds it before or after.

    `size`: bytes known to be on disk. `kept`: moves in them. `owed`: (line, moves after it) not on disk yet.
    """

    size: int
    kept: int
    owed: tuple[tuple[bytes, int], ...] = ()

    @property
    def moves(self) -> int:
        """Return the number of moves, saved and owed."""
        return self.owed[-1][1] if self.owed else self.kept


class Journal:
    """A file open for appending, locked against other processes."""

    def __init__(self, path: Path, fd: int) -> None:
        self.path = path
        self._fd = fd
        self._torn = False
        self.standing = Standing(0, 0)

    @classmethod
    def create(cls, path: Path, first: bytes, *, private: bool = False) -> Journal:
        """Return a new file with this first line, which appears whole or not at all.

        `private`: only its owner may read it. Raise RecordError if there is one already.
        """
        try:
            _publish(path, first, 0o600 if private else 0o666)
        except FileExistsError:
            raise errors.exists(path) from None
        except OSError as error:
            raise errors.refused(path, error) from error
        except ValueError:
            raise errors.impossible_path(path) from None
        journal = cls.open(path)
        if os.fstat(journal._fd).st_size != len(first):
            journal.close()
            raise errors.changed(path)
        journal.stand(len(first), 0)
        return journal

    @classmethod
    def open(cls, path: Path) -> Journal:
        """Open an existing file, which no other process may have open; its contents are not read yet."""
        fd = _open(path, os.O_RDWR)
        try:
            _lock(fd)
        except OSError as error:
            if error.errno not in _NO_LOCKS:  # without locks, a second writer is still detected by the size
                os.close(fd)
                raise errors.in_use(path) from None
        return cls(path, fd)

    def make_private(self) -> None:
        """Let only the owner of the file read it, where the disk knows owners."""
        if hasattr(os, "fchmod"):
            with suppress(OSError):
                os.fchmod(self._fd, 0o600)

    def stand(self, size: int, moves: int) -> None:
        """Take the first `size` bytes, with this number of moves, as saved; the rest is torn."""
        self._torn = True
        self.standing = Standing(size, moves)

    def contents(self) -> bytes:
        """Return all that is in the file, a torn line at the end too."""
        return _read(self.path, self._fd)

    def append(self, line: bytes, moves: int) -> None:
        """Bring a line to the disk; `moves` are in the journal after it.

        RecordError if the disk refuses: the line is then owed, and goes before whatever is appended next.
        """
        if self._fd < 0:
            raise errors.closed(self.path)
        if self.standing.size + len(line) + sum(len(owed) for owed, _ in self.standing.owed) > MOST_BYTES:
            raise errors.full(self.path, MOST_BYTES)
        self.standing = replace(self.standing, owed=(*self.standing.owed, (line, moves)))
        self.save()

    def save(self) -> None:
        """Write the owed lines to disk."""
        if self._fd < 0 and self.standing.owed:
            raise errors.closed(self.path)
        while self.standing.owed:
            line, moves = self.standing.owed[0]
            try:
                self._write(line)
            except OSError as error:
                with suppress(OSError):
                    os.ftruncate(self._fd, self.standing.size)
                raise errors.not_kept(self.path, error, self.standing.kept, len(self.standing.owed)) from error
            self.standing = Standing(self.standing.size + len(line), moves, self.standing.owed[1:])
            self._torn = False

    def _write(self, line: bytes) -> None:
        found, size = os.fstat(self._fd), self.standing.size
        if not found.st_nlink:
            raise errors.removed(self.path)
        if found.st_size < size or (found.st_size > size and not self._torn):
            raise errors.changed(self.path)
        if found.st_size > size:
            os.ftruncate(self._fd, size)
        self._torn = True
        os.lseek(self._fd, size, os.SEEK_SET)
        _write_all(self._fd, line)
        os.fsync(self._fd)

    def close(self) -> None:
        """Let others have the file."""
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            os.close(fd)


def contents(path: Path) -> bytes:
    """Return all that is in a file, which another process may be writing to."""
    fd = _open(path, os.O_RDONLY)
    try:
        return _read(path, fd)
    finally:
        os.close(fd)


def _open(path: Path, how: int) -> int:
    try:
        fd = os.open(path, how | _FLAGS)
        kind = os.fstat(fd).st_mode
    except OSError as error:
        raise errors.refused(path, error) from error
    except ValueError:  # a null character
        raise errors.impossible_path(path) from None
    if not stat.S_ISREG(kind):
        os.close(fd)
        raise errors.not_ordinary(path, stat.S_ISDIR(kind))
    return fd


def _read(path: Path, fd: int) -> bytes:
    try:
        if os.fstat(fd).st_size > MOST_BYTES:
            raise errors.too_big(path, MOST_BYTES)
        os.lseek(fd, 0, os.SEEK_SET)
        found = bytearray()
        while part := os.read(fd, 1 << 20):
            found += part
            if len(found) > MOST_BYTES:
                raise errors.too_big(path, MOST_BYTES)
    except OSError as error:
        raise errors.refused(path, error) from error
    return bytes(found)


def _publish(path: Path, data: bytes, mode: int) -> None:
    """Make the file: whole, on disk and under its name, or not at all."""
    temporary = path.parent / f".croupier-{os.urandom(8).hex()}.new"
    fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FLAGS, mode)
    try:
        try:
            _write_all(fd, data)
            os.fsync(fd)
        finally:
            os.close(fd)
        _name(temporary, path)
    finally:
        with suppress(OSError):
            os.unlink(temporary)
    try:
        _sync_folder(path.parent)
    except OSError:
        with suppress(OSError):
            os.unlink(path)
        raise


def _name(temporary: Path, path: Path) -> None:
    """Give a file its name, unless something has that name already."""
    if hasattr(os, "link"):  # there is none in a page
        try:
            os.link(temporary, path)
            return
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL))  # takes the name where a disk knows no links
    os.replace(temporary, path)


def _sync_folder(folder: Path) -> None:
    """Bring a folder's list of names to the disk."""
    if sys.platform == "win32":
        return
    fd = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    except OSError as error:
        if error.errno not in _NO_LOCKS:  # some disks cannot
            raise
    finally:
        os.close(fd)


def _write_all(fd: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]
