"""Games that are kept without being asked for: every sitting at a terminal, so that leaving loses nothing.

They lie in a folder of their own, the newest few of them; whoever wants a game elsewhere says where.
"""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path

FOLDER = "CROUPIER_GAMES"
"""The variable of the environment that names another folder; empty: nothing is kept."""
MOST = 30
"""Of more games the oldest are let go."""
ENDING = ".rec"
LINKS = ".links"
"""What is appended to the name of a record for the file that keeps the tokens of the seats of its table."""


def folder() -> Path | None:
    """Where games are kept; None if they are not."""
    if FOLDER in os.environ:
        return Path(os.environ[FOLDER]) if os.environ[FOLDER] else None
    from platformdirs import user_state_path

    return user_state_path("croupier", appauthor=False) / "games"


def fresh(game: str) -> Path | None:
    """A file for a game that begins, named after it and the time; None where nothing can be kept."""
    within = folder()
    if within is None:
        return None
    try:
        within.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    for old in games()[MOST - 1 :]:
        drop(old)
    name = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in game)
    stem = f"{datetime.now():%Y-%m-%d-%H%M%S}-{name}"
    known = {path.name for path in games()}
    return within / next(each for n in range(1, MOST + 2) if (each := _named(stem, n)) not in known)


def links(record: Path) -> Path:
    """Where the tokens of the seats of a table lie, beside its record."""
    return record.with_name(record.name + LINKS)


def drop(record: Path) -> None:
    """Let a game go, with what lies beside its record; what the disk refuses stays."""
    for path in (record, links(record)):
        with suppress(OSError):
            path.unlink()


def _named(stem: str, number: int) -> str:
    return f"{stem}{ENDING}" if number == 1 else f"{stem}-{number}{ENDING}"


def games() -> list[Path]:
    """The games that are kept, the newest first."""
    within = folder()
    if within is None or not within.is_dir():
        return []
    return sorted(within.glob(f"*{ENDING}"), key=lambda path: (_written(path), path.name), reverse=True)


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
