"""What can be wrong with a record, in words: the file, a line of it, the disk it lies on."""

from __future__ import annotations

import errno
from pathlib import Path

from croupier.faults import CroupierError


class RecordError(CroupierError):
    """A record cannot be read, or written. `line`: the line that is wrong, if it is one."""

    def __init__(self, path: Path, problem: str, line: int | None = None) -> None:
        self.path = path
        self.line = line
        self.problem = problem
        super().__init__(f"{path}:{line}: {problem}" if line is not None else f"{path}: {problem}")


_REASONS = {
    errno.ENOENT: "there is no such file or folder",
    errno.EACCES: "permission is denied",
    errno.EPERM: "permission is denied",
    errno.EISDIR: "this is a folder, not a record",
    errno.ENOTDIR: "a part of this path is no folder",
    errno.ELOOP: "its symbolic links lead round in a circle",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "the file may not grow any further",
    errno.EROFS: "the disk can only be read",
    errno.EIO: "the disk fails",
    errno.ENXIO: "this is no ordinary file",
}


def reason(error: OSError) -> str:
    """Why the system refused, in words that fit after a colon."""
    return _REASONS.get(error.errno or 0) or (error.strerror or str(error) or "the system refuses").lower()


def refused(path: Path, error: OSError) -> RecordError:
    return RecordError(path, reason(error))


def impossible_path(path: Path) -> RecordError:
    return RecordError(path, "this cannot be the path of a file")


def exists(path: Path) -> RecordError:
    return RecordError(
        path, "there is a file of that name already, and it is left as it is; resume it, or choose another"
    )


def in_use(path: Path) -> RecordError:
    return RecordError(path, "another croupier is playing this game; end that one first")


def not_ordinary(path: Path, folder: bool) -> RecordError:
    return RecordError(path, "this is a folder, not a record" if folder else "this is no ordinary file")


def closed(path: Path) -> RecordError:
    return RecordError(path, "the record is closed")


def removed(path: Path) -> RecordError:
    return RecordError(path, "the file has been removed or replaced; nothing more is kept in it")


def changed(path: Path) -> RecordError:
    return RecordError(path, "something else has changed the file; nothing more is written to it")


def not_kept(path: Path, error: OSError, kept: int, owed: int) -> RecordError:
    """The disk refused: what is safe, and what is not."""
    safe = f"{kept} {'move is' if kept == 1 else 'moves are'} kept"
    lost = f"the last {owed} {'entry is' if owed == 1 else 'entries are'} not, and will be written with the next"
    return RecordError(path, f"{reason(error)}: {safe}, {lost}")


def full(path: Path, most: int) -> RecordError:
    return RecordError(path, f"the record is as long as one may be, {most >> 20} MiB")


def too_big(path: Path, most: int) -> RecordError:
    return RecordError(path, f"this is larger than any record, {most >> 20} MiB")


def unfit_move(path: Path, move: str) -> RecordError:
    return RecordError(path, f"{move[:60]!r} is no move that a line can hold")


def no_such_seat(path: Path, seat: object, seats: int) -> RecordError:
    return RecordError(path, f"there is no seat {seat!r}; seats count from 0 to {seats - 1}")


def cannot_undo(path: Path, count: int, moves: int) -> RecordError:
    return RecordError(path, f"{count} of {moves} moves cannot be taken back")


def game_over(path: Path) -> RecordError:
    return RecordError(path, "the game is over; no move follows, unless some are taken back")


def unplayable(path: Path, why: object) -> RecordError:
    return RecordError(path, f"the game cannot be recorded: {why}")


# ---------------------------------------------------------------- what is wrong with a line


def not_a_record(path: Path) -> RecordError:
    return RecordError(path, "this is not a record of a game", 1)


def empty(path: Path) -> RecordError:
    return RecordError(path, "this is empty, not a record of a game")


def other_version(path: Path, version: object) -> RecordError:
    return RecordError(path, f"version {version!r} of the format cannot be read, only 1", 1)


def bad_header(path: Path, why: object) -> RecordError:
    return RecordError(path, f"the first line of the record is wrong: {why}", 1)


def bad_rules(path: Path, why: object) -> RecordError:
    return RecordError(path, f"the rules in the record cannot be played: {why}", 1)


def bad_line(path: Path, line: int, why: str) -> RecordError:
    return RecordError(path, why, line)


def bad_move(path: Path, line: int, number: int, who: str, move: str, why: object) -> RecordError:
    return RecordError(path, f"move {number}, {move!r} by {who}, cannot be made: {why}", line)


def other_outcome(path: Path, line: int) -> RecordError:
    return RecordError(path, "the game does not end so when it is played again", line)


def torn(moves: int) -> str:
    """A note, no error: what a killed process leaves."""
    return (
        f"the last line was not written to its end and is left out; {moves} {'move' if moves == 1 else 'moves'} stand"
    )
