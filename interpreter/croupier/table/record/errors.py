"""Errors of records, in words: of the file, of a line, of the disk."""

from __future__ import annotations

import errno
from pathlib import Path

from croupier.base.faults import CroupierError
from croupier.base.language import ntr, tr


class RecordError(CroupierError):
    """A record cannot be read or written. `line`: the number of the line with the error, if one line has it."""

    def __init__(self, path: Path, problem: str, line: int | None = None) -> None:
        self.path = path
        self.line = line
        self.problem = problem
        super().__init__(f"{path}:{line}: {problem}" if line is not None else f"{path}: {problem}")


def reason(error: OSError) -> str:
    """Return the system's reason, in words that fit after a colon."""
    reasons = {
        errno.ENOENT: tr("no such file or folder"),
        errno.EACCES: tr("permission denied"),
        errno.EPERM: tr("permission denied"),
        errno.EISDIR: tr("this is a folder, not a record"),
        errno.ENOTDIR: tr("a part of this path is not a folder"),
        errno.ELOOP: tr("its symbolic links form a cycle"),
        errno.ENAMETOOLONG: tr("the name is too long"),
        errno.ENOSPC: tr("the disk is full"),
        errno.EDQUOT: tr("the disk quota is used up"),
        errno.EFBIG: tr("the file has reached its maximum size"),
        errno.EROFS: tr("the disk is read-only"),
        errno.EIO: tr("disk error"),
        errno.ENXIO: tr("this is not an ordinary file"),
    }
    return reasons.get(error.errno or 0) or (error.strerror or str(error)).lower()


# ---------------------------------------------------------------- the file


def refused(path: Path, error: OSError) -> RecordError:
    return RecordError(path, reason(error))


def impossible_path(path: Path) -> RecordError:
    return RecordError(path, tr("this is not a valid file path"))


def exists(path: Path) -> RecordError:
    return RecordError(path, tr("a file of that name already exists; it was not changed"))


def in_use(path: Path) -> RecordError:
    return RecordError(path, tr("another croupier process has this game open; close it first"))


def not_ordinary(path: Path, folder: bool) -> RecordError:
    return RecordError(path, tr("this is a folder, not a record") if folder else tr("this is not an ordinary file"))


def closed(path: Path) -> RecordError:
    return RecordError(path, tr("the record is closed"))


def removed(path: Path) -> RecordError:
    return RecordError(path, tr("the file has been removed or replaced; nothing more is saved to it"))


def changed(path: Path) -> RecordError:
    return RecordError(path, tr("another program has changed the file; nothing more is written to it"))


def not_kept(path: Path, error: OSError, kept: int, owed: int) -> RecordError:
    """Return the error for a refused write: which moves are saved and which are not."""
    safe = ntr("{n} move is saved", "{n} moves are saved", kept)
    not_safe = ntr(
        "the last entry is not saved yet, and will be written with the next",
        "the last {n} entries are not saved yet, and will be written with the next",
        owed,
    )
    return RecordError(path, f"{reason(error)}: {safe}, {not_safe}")


def full(path: Path, most: int) -> RecordError:
    return RecordError(path, tr("the record has reached its maximum size of {n} MiB", n=most >> 20))


def too_big(path: Path, most: int) -> RecordError:
    return RecordError(path, tr("the file is larger than a record can be ({n} MiB)", n=most >> 20))


# ---------------------------------------------------------------- what is to be written


def unfit_move(path: Path, move: str) -> RecordError:
    return RecordError(path, tr("{move} does not fit on a line", move=repr(move[:60])))


def no_such_seat(path: Path, seat: object, seats: int) -> RecordError:
    return RecordError(path, tr("seat {seat} does not exist; the seats are 0 to {last}", seat=seat, last=seats - 1))


def cannot_undo(path: Path, count: int, moves: int) -> RecordError:
    return RecordError(path, tr("cannot undo {count} of {n} moves", count=count, n=moves))


def game_over(path: Path) -> RecordError:
    return RecordError(path, tr("the game is over; only an undo may follow"))


def unplayable(path: Path, why: object) -> RecordError:
    return RecordError(path, tr("the game cannot be recorded: {why}", why=why))


# ---------------------------------------------------------------- what is read


def empty(path: Path) -> RecordError:
    return RecordError(path, tr("the file is empty, so it is not a record of a game"), 1)


def not_a_record(path: Path) -> RecordError:
    return RecordError(path, tr("this is not a record of a game"), 1)


def other_version(path: Path, version: object) -> RecordError:
    return RecordError(
        path, tr("unsupported format version {version}; supported: 1 and 2", version=repr(version)[:40]), 1
    )


def bad_header(path: Path, why: object) -> RecordError:
    return RecordError(path, tr("the first line of the record is invalid: {why}", why=why), 1)


def bad_rules(path: Path, why: object) -> RecordError:
    return RecordError(path, tr("the rules in the record cannot be played: {why}", why=why), 1)


def bad_line(path: Path, line: int, why: str) -> RecordError:
    return RecordError(path, why, line)


def changed_line(path: Path, line: int) -> RecordError:
    return RecordError(path, tr("the line has been changed: its checksum does not match"), line)


def bad_move(path: Path, line: int, number: int, who: str, move: str, why: object) -> RecordError:
    said = tr("move {n}, {move} by {player}, cannot be made: {why}", n=number, move=repr(move), player=who, why=why)
    return RecordError(path, said, line)


def other_outcome(path: Path, line: int) -> RecordError:
    return RecordError(path, tr("the game ends differently when it is replayed"), line)


def zeroed(size: int, moves: int) -> str:
    """Return a note on a torn end after a power failure, which may have lost more than the last line."""
    return ntr(
        "the last {size} bytes are zeros, as after a power failure, so the moves there are lost; {n} move remains",
        "the last {size} bytes are zeros, as after a power failure, so the moves there are lost; {n} moves remain",
        moves,
        size=size,
    )


def torn(moves: int) -> str:
    """Return a note on a torn end after a killed process."""
    return ntr(
        "the last line is incomplete and is ignored; {n} move remains",
        "the last line is incomplete and is ignored; {n} moves remain",
        moves,
    )
