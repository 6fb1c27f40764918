"""Automatically saved games: every sitting at a terminal, so that leaving loses nothing.

They are in a folder of their own, which keeps the newest few; another place has to be named explicitly.
"""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path

FOLDER = "CROUPIER_GAMES"
"""The variable of the environment that names another folder; empty: nothing is kept."""
MOST = 30
"""The number of saved games; the oldest of more are deleted."""
ENDING = ".rec"
LINKS = ".links"
"""The suffix, after the name of a record, of the file with the tokens of its seats."""


def folder() -> Path | None:
    """Return the folder of saved games; None if games are not saved."""
    if FOLDER in os.environ:
        return Path(os.environ[FOLDER]) if os.environ[FOLDER] else None
    from platformdirs import user_state_path

    return user_state_path("croupier", appauthor=False) / "games"


def fresh(game: str) -> Path | None:
    """Return a file for a new game, named after the game and the time; None if nothing can be saved."""
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
    """Return the file with the tokens of the seats, next to its record."""
    return record.with_name(record.name + LINKS)


def drop(record: Path) -> None:
    """Delete a game and the files next to its record; files that cannot be deleted stay."""
    for path in (record, links(record)):
        with suppress(OSError):
            path.unlink()


def _named(stem: str, number: int) -> str:
    return f"{stem}{ENDING}" if number == 1 else f"{stem}-{number}{ENDING}"


def games() -> list[Path]:
    """Return the games that are kept, the newest first."""
    within = folder()
    if within is None or not within.is_dir():
        return []
    return sorted(within.glob(f"*{ENDING}"), key=lambda path: (_written(path), path.name), reverse=True)


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
