"""Keep compiled libraries in a private folder for later use.

Loaded code can do anything, so a library is not loaded if another user may have written it. The folder is the user's,
closed to all others and not a link; each folder above it is the user's or the system's. A library is a plain file of
the user's that no other user can write, named by a key of its source and a digest of its contents. A file gets its name
when it is complete, and is never written again: another process may have it loaded.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

MOST = 64
"""The most libraries that are kept; the least recently used are removed."""


def private(folder: Path) -> bool:
    """Return whether the folder is the user's own, and closed to others. It is made if it does not exist."""
    try:
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        own = folder.lstat()
        if not stat.S_ISDIR(own.st_mode) or own.st_uid != os.getuid() or own.st_mode & 0o077:
            return False
        return all(_in_good_hands(above.stat()) for above in folder.resolve().parents)
    except OSError:
        return False


def _in_good_hands(found: os.stat_result) -> bool:
    """Return whether only the user and the system can replace a folder in this one."""
    open_to_all = found.st_mode & stat.S_IWOTH and not found.st_mode & stat.S_ISVTX
    return found.st_uid in (0, os.getuid()) and not open_to_all


def room(folder: Path) -> TemporaryDirectory[str]:
    """Return a place in the folder to work in, that goes with the `with` around it."""
    return TemporaryDirectory(dir=folder, prefix="making-")


def find(folder: Path, key: str) -> Path | None:
    """Return the library made from `key`, if an intact one is kept here; damaged ones are removed."""
    for path in sorted(folder.glob(f"{key}-*.so")):
        if _is_whole(path):
            with suppress(OSError):
                os.utime(path)
            return path
        with suppress(OSError):
            path.unlink()
    return None


def _is_whole(path: Path) -> bool:
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o022:
                return False
            return path.stem.rpartition("-")[2] == sha256(file.read()).hexdigest()
    except OSError:
        return False


def keep(folder: Path, key: str, made: Path) -> Path:
    """Move a library that was just made into the folder, under its own name, and return its path."""
    made.chmod(0o500)
    path = folder / f"{key}-{sha256(made.read_bytes()).hexdigest()}.so"
    if path.exists() and _is_whole(path):  # another process was quicker, and may have it loaded
        return path
    os.replace(made, path)
    _make_room(folder, path)
    return path


def _make_room(folder: Path, newest: Path) -> None:
    with suppress(OSError):
        entries = sorted(folder.glob("*.so"), key=lambda entry: entry.stat().st_mtime_ns)
        for entry in entries[: max(0, len(entries) - MOST)]:
            if entry != newest:
                entry.unlink(missing_ok=True)
