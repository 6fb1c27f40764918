"""What can be wrong with a record, in words: the file, a line of it, the disk it lies on."""

from __future__ import annotations

import errno
from pathlib import Path

from croupier.base.faults import CroupierError
from croupier.base.language import ntr, tr


class RecordError(CroupierError):
    """A record cannot be read, or written. `line`: the line that is wrong, if it is one."""

    def __init__(self, path: Path, problem: str, line: int | None = None) -> None:
        self.path = path
        self.line = line
        self.problem = problem
        super().__init__(f"{path}:{line}: {problem}" if line is not None else f"{path}: {problem}")


def reason(error: OSError) -> str:
    """Why the system refused, in words that fit after a colon."""
    reasons = {
        errno.ENOENT: tr("there is no such file or folder"),
        errno.EACCES: tr("permission is denied"),
        errno.EPERM: tr("permission is denied"),
        errno.EISDIR: tr("this is a folder, not a record"),
        errno.ENOTDIR: tr("a part of this path is no folder"),
        errno.ELOOP: tr("its symbolic links lead round in a circle"),
        errno.ENAMETOOLONG: tr("the name is too long"),
        errno.ENOSPC: tr("the disk is full"),
        errno.EDQUOT: tr("the disk quota is used up"),
        errno.EFBIG: tr("the file may not grow any further"),
        errno.EROFS: tr("the disk can only be read"),
        errno.EIO: tr("the disk fails"),
        errno.ENXIO: tr("this is no ordinary file"),
    }
    return reasons.get(error.errno or 0) or (error.strerror or str(error)).lower()


# ---------------------------------------------------------------- the file


def refused(path: Path, error: OSError) -> RecordError:
    return RecordError(path, reason(error))


def impossible_path(path: Path) -> RecordError:
    return RecordError(path, tr("this cannot be the path of a file"))


def exists(path: Path) -> RecordError:
    return RecordError(path, tr("there is a file of that name already; it is left as it is"))


def in_use(path: Path) -> RecordError:
    return RecordError(path, tr("another croupier is playing this game; end that one first"))


def not_ordinary(path: Path, folder: bool) -> RecordError:
    return RecordError(path, tr("this is a folder, not a record") if folder else tr("this is no ordinary file"))


def closed(path: Path) -> RecordError:
    return RecordError(path, tr("the record is closed"))


def removed(path: Path) -> RecordError:
    return RecordError(path, tr("the file has been removed or replaced; nothing more is kept in it"))


def changed(path: Path) -> RecordError:
    return RecordError(path, tr("something else has changed the file; nothing more is written to it"))


def not_kept(path: Path, error: OSError, kept: int, owed: int) -> RecordError:
    """The disk refused: what is safe, and what is not."""
    safe = ntr("{n} move is kept", "{n} moves are kept", kept)
    not_safe = ntr(
        "the last entry is not, and will be written with the next",
        "the last {n} entries are not, and will be written with the next",
        owed,
    )
    return RecordError(path, f"{reason(error)}: {safe}, {not_safe}")


def full(path: Path, most: int) -> RecordError:
    return RecordError(path, tr("the record is as long as one may be, {n} MiB", n=most >> 20))


def too_big(path: Path, most: int) -> RecordError:
    return RecordError(path, tr("this is larger than any record, {n} MiB", n=most >> 20))


# ---------------------------------------------------------------- what is to be written


def unfit_move(path: Path, move: str) -> RecordError:
    return RecordError(path, tr("{move} is no move that a line can hold", move=repr(move[:60])))


def no_such_seat(path: Path, seat: object, seats: int) -> RecordError:
    return RecordError(path, tr("there is no seat {seat}; seats count from 0 to {last}", seat=seat, last=seats - 1))


def cannot_undo(path: Path, count: int, moves: int) -> RecordError:
    return RecordError(path, tr("{count} of {n} moves cannot be taken back", count=count, n=moves))


def game_over(path: Path) -> RecordError:
    return RecordError(path, tr("the game is over; no move follows, unless some are taken back"))


def unplayable(path: Path, why: object) -> RecordError:
    return RecordError(path, tr("the game cannot be recorded: {why}", why=why))


# ---------------------------------------------------------------- what is read


def empty(path: Path) -> RecordError:
    return RecordError(path, tr("this is empty, not a record of a game"), 1)


def not_a_record(path: Path) -> RecordError:
    return RecordError(path, tr("this is not a record of a game"), 1)


def other_version(path: Path, version: object) -> RecordError:
    return RecordError(
        path, tr("version {version} of the format cannot be read, only 1 and 2", version=repr(version)[:40]), 1
    )


def bad_header(path: Path, why: object) -> RecordError:
    return RecordError(path, tr("the first line of the record is wrong: {why}", why=why), 1)


def bad_rules(path: Path, why: object) -> RecordError:
    return RecordError(path, tr("the rules in the record cannot be played: {why}", why=why), 1)


def bad_line(path: Path, line: int, why: str) -> RecordError:
    return RecordError(path, why, line)


def changed_line(path: Path, line: int) -> RecordError:
    return RecordError(path, tr("the line is not as it was written: its checksum is another"), line)


def bad_move(path: Path, line: int, number: int, who: str, move: str, why: object) -> RecordError:
    said = tr("move {n}, {move} by {player}, cannot be made: {why}", n=number, move=repr(move), player=who, why=why)
    return RecordError(path, said, line)


def other_outcome(path: Path, line: int) -> RecordError:
    return RecordError(path, tr("the game does not end so when it is played again"), line)


def zeroed(size: int, moves: int) -> str:
    """A note, no error: what a power failure leaves, which may have cost more than the last line."""
    return ntr(
        "the last {size} bytes are zeros, as after a power failure: moves that stood there are lost; {n} move stands",
        "the last {size} bytes are zeros, as after a power failure: moves that stood there are lost; {n} moves stand",
        moves,
        size=size,
    )


def torn(moves: int) -> str:
    """A note, no error: what a killed process leaves."""
    return ntr(
        "the last line was not written to its end and is left out; {n} move stands",
        "the last line was not written to its end and is left out; {n} moves stand",
        moves,
    )
