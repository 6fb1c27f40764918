"""Write files atomically, whole or not at all; errors name the requested file."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

DRAFT = ".croupier-draft"
"""The suffix of a text that is being written, until it gets its name."""
OLD = 60.0
"""The age in seconds after which a draft is treated as left over from a killed process."""
MARK = b"\xef\xbb\xbf"
"""UTF-8's byte order mark."""


def rewrite(path: Path, text: str) -> None:
    """Replace the text of a file, which keeps its mode and its byte order mark. OSError if that cannot be done."""
    mark = MARK if path.read_bytes().startswith(MARK) else b""
    with _draft(path, mark + text.encode("utf-8")) as draft:
        shutil.copymode(path, draft)
        os.replace(draft, path)


def write(path: Path, text: str) -> None:
    """Write a file, be it new or there already; a device or a pipe is written to as it is. OSError if it cannot be."""
    if path.exists() and not path.is_file():
        with naming(path):
            path.write_text(text, encoding="utf-8", newline="\n")
    elif path.exists():
        with _draft(path, text.encode("utf-8")) as draft:
            shutil.copymode(path, draft)
            os.replace(draft, path.resolve())
    else:
        create(path, text)


def create(path: Path, text: str) -> None:
    """Write a file that is not there yet; FileExistsError if it is, OSError if it cannot be written."""
    with _draft(path, text.encode("utf-8")) as draft:
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(draft, 0o666 & ~umask)
        name_anew(draft, path)


def tidy(folder: Path) -> None:
    """Delete drafts in a folder that processes left which were killed while they wrote."""
    with suppress(OSError):
        for path in folder.glob(f".*{DRAFT}"):
            with suppress(OSError):
                if time.time() - path.lstat().st_mtime > OLD:
                    path.unlink()


def name_anew(draft: Path, path: Path) -> None:
    """Give a file its name; FileExistsError if something has that name already."""
    if hasattr(os, "link"):  # there is none in a page
        try:
            os.link(draft, path)
            return
        except FileExistsError:
            raise
        except OSError:  # a disk that knows no links
            pass
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
    try:
        os.replace(draft, path)
    except OSError:
        os.unlink(path)
        raise


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Let an OSError name this file, and not the draft of it or none."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


@contextmanager
def _draft(path: Path, data: bytes) -> Iterator[Path]:
    """Yield a draft next to a file, with the data on disk; it is removed afterwards unless it was renamed."""
    with naming(path):
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=DRAFT, dir=path.resolve().parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            yield Path(name)
        finally:
            with suppress(OSError):
                os.unlink(name)
