"""The files that a tool may open: those in one folder, and what croupier itself needs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from errno import EACCES
from pathlib import Path

from croupier.base.faults import SetupError
from croupier.base.language import tr

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = {"os.remove": 1, "os.rmdir": 1, "os.mkdir": 1, "os.truncate": 1, "os.chmod": 1, "os.rename": 2, "os.link": 2}
"""The events of Python that change files, each with the number of its paths."""
LISTINGS = ("os.listdir", "os.scandir")
FORBIDDEN = (
    "os.symlink", "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.startfile",
    "pty.spawn", "socket.connect", "socket.bind",
)  # fmt: skip


def inside(folder: Path, name: str) -> Path:
    """Return the path of a file in the folder. Raise SetupError if a name or a link leads out of it."""
    told = tr(
        "{name} is not in the folder of this server; write a path below it, such as my-game.yaml", name=repr(name)
    )
    if not name or "\0" in name or Path(name).is_absolute():
        raise SetupError(told)
    try:
        found = (folder / name).resolve()
    except (OSError, RuntimeError):  # links in a circle
        raise SetupError(told) from None
    if not found.is_relative_to(folder) or ".." in Path(name).parts:
        raise SetupError(told)
    return found.relative_to(folder)


def fence(read: Iterable[Path], write: Iterable[Path], programs: Iterable[str]) -> None:
    """Let this process open only files below these folders from now on, and start only these programs.

    `write` may be read, too. The rest raises PermissionError, whatever code asks. It cannot be undone.
    """
    writable = tuple(os.path.realpath(path) for path in write)
    readable = (*writable, *(os.path.realpath(path) for path in read))
    startable = frozenset(programs)

    def watch(event: str, words: tuple[object, ...]) -> None:
        match event:
            case "open":
                path, mode, flags = words
                writes = isinstance(flags, int) and bool(flags & WRITING)
                _check(path, writable if writes or (isinstance(mode, str) and {*mode} & {*"wax+"}) else readable)
            case _ if event in LISTINGS:
                _check("." if words[0] is None else words[0], readable)
            case _ if event in CHANGES:
                for path in words[: CHANGES[event]]:
                    _check(path, writable)
            case "subprocess.Popen" if words[0] not in startable:
                raise PermissionError(EACCES, tr("no other program is started here"), str(words[0]))
            case _ if event in FORBIDDEN:
                raise PermissionError(EACCES, tr("this is not possible here"), event)

    sys.addaudithook(watch)


def _check(path: object, roots: tuple[str, ...]) -> None:
    """Raise PermissionError if a path leads out of all these folders; open files have numbers and are let through."""
    if not isinstance(path, str | bytes | os.PathLike):
        return
    whole = os.path.realpath(os.fsdecode(path))
    if whole != os.devnull and not any(whole == root or whole.startswith(root + os.sep) for root in roots):
        raise PermissionError(EACCES, tr("it is outside the folder of this server"), os.fsdecode(path))
