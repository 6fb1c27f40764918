"""A cache of checked rules in a folder, so that unchanged files are not compiled again.

The folder may be deleted at any time. An entry is JSON after a digest of itself; it has its source files, their
digests, and whether there is nothing to warn of. An entry that does not fit is made again. If the folder is not
writable, nothing is cached.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

import croupier_dsl

if TYPE_CHECKING:
    from croupier_dsl import ir

FOLDER = "CROUPIER_CACHE"
"""The variable of the environment that names another folder; empty: nothing is kept."""
PLAYED = "played"
"""The file there that names the games that have been played."""
LAYOUT = 2
"""The version of the layout of an entry."""
MOST = 256
"""The number of entries kept, the most recently used ones."""

_PLACE = re.compile(r'"file":("(?:[^"\\]|\\.)+")')

Depends = Callable[[Sequence[Path]], Iterable[Path]]
"""All the files that rules depend on, by those that were looked for while they were compiled."""
Made = tuple["ir.Rules", list[Path], bool]
"""Rules, every file that was looked for while they were compiled, and whether it is known that there is nothing to warn
of."""


def kept_or_made(path: Path, stack: tuple[Path, ...], depends: Depends, make: Callable[[], Made]) -> Made:
    """Return the rules of a file with variants on top of it: as they are kept, else made and kept."""
    entry = _entry(path, stack)
    kept = None if entry is None else _read(entry, depends)
    if kept is not None:
        files, quiet, rules = kept
        with suppress(ValueError, TypeError):
            return croupier_dsl.from_json(rules), files, quiet
    keeping = Keeping(path, stack)
    made = make()
    keeping.keep(made, depends)
    return made


def kept_quiet(path: Path, stack: tuple[Path, ...], depends: Depends) -> list[Path] | None:
    """Return the files that were looked for, if the rules are kept and there is nothing to warn of; else None."""
    entry = _entry(path, stack)
    kept = None if entry is None else _read(entry, depends)
    return None if kept is None or not kept[1] else kept[0]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another machine: `moved` gives the path of a file there; `language`: the state of the language's code there;
    `within`: the current folder."""

    moved: Callable[[Path], Path]
    language: str
    within: str


def carried(path: Path, depends: Depends, make: Callable[[], Made], to: Elsewhere) -> tuple[str, str]:
    """Return the entry of a ruleset as it is kept on another machine: the name of its file, and its text."""
    rules, looked, quiet = kept_or_made(path, (), depends, make)
    found = sorted((to.moved(file), _digest_of(file)) for file in set(depends(looked)))
    digests = [[str(file), digest] for file, digest in found]
    head = json.dumps([[str(to.moved(file)) for file in looked], digests, quiet])
    places = _PLACE.sub(
        lambda place: f'"file":{json.dumps(str(to.moved(Path(json.loads(place[1])))))}', croupier_dsl.to_json(rules)
    )
    text = _whole(f"{head}\n{places}")
    return _named(to.language, to.within, to.moved(path), ()), text


class Keeping:
    """A promise to keep rules, made before their files are read; dropped if a file changes meanwhile."""

    def __init__(self, path: Path, stack: tuple[Path, ...]) -> None:
        self._files = [path, *stack]
        self._entry = _entry(path, stack)
        self._before = _digests(self._files) if self._entry is not None else []

    def keep(self, made: Made, depends: Depends) -> None:
        if self._entry is not None and self._before == _digests(self._files):
            _write(self._entry, made, _digests(depends(made[1])))


def folder() -> Path | None:
    """Return the folder of cached rules; None if nothing is cached."""
    if FOLDER in os.environ:
        return Path(os.environ[FOLDER]) if os.environ[FOLDER] else None
    from platformdirs import user_cache_path

    return user_cache_path("croupier", appauthor=False) / "rules"


def libraries() -> Path | None:
    """Return the folder of compiled libraries, within the cache; None if nothing is cached."""
    found = folder()
    return None if found is None else found / "native"


def first_time(game: str) -> bool:
    """Return whether a game of this name is played here for the first time, as far as the cache knows, and note it."""
    within = folder()
    if within is None:
        return True
    file = within / PLAYED
    try:
        if game in file.read_text(encoding="utf-8").split("\n"):
            return False
    except (OSError, ValueError):
        pass
    with suppress(OSError):
        within.mkdir(mode=0o700, parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as kept:
            kept.write(f"{game}\n")
    return True


def _entry(path: Path, stack: tuple[Path, ...]) -> Path | None:
    within = folder()
    if within is None:
        return None
    return within / _named(_language(), os.getcwd(), path, stack)


def _named(language: str, within: str, path: Path, stack: tuple[Path, ...]) -> str:
    return f"{_digest(json.dumps([language, within, str(path), *map(str, stack)]).encode())}.json"


@cache
def _language() -> str:
    root = Path(croupier_dsl.__file__ or "").parent
    return language((file, (stat := file.stat()).st_mtime_ns, stat.st_size) for file in root.rglob("*.*"))


def language(stamps: Iterable[tuple[Path, int, int]]) -> str:
    """Return a digest that identifies the state of the language's own code, by the time and size of its files."""
    some = sorted(stamp for stamp in stamps if stamp[0].suffix in (".py", ".lark", ".json"))
    return _digest(json.dumps([LAYOUT, [(str(file), time, size) for file, time, size in some]]).encode())


def _read(entry: Path, depends: Depends) -> tuple[list[Path], bool, str] | None:
    """Return an entry if it is whole and none of its source files has changed, appeared or disappeared: the files that
    were looked for, whether there is nothing to warn of, and the rules.

    None otherwise.
    """
    try:
        digest, body = entry.read_text(encoding="utf-8").split("\n", 1)
        if digest != _digest(body.encode()):
            return None
        head, rules = body.split("\n", 1)
        looked, digests, quiet = json.loads(head)
        files = [Path(name) for name in looked]
        if digests != _digests(depends(files)):
            return None
    except (OSError, ValueError, TypeError):
        return None
    with suppress(OSError):
        os.utime(entry)
    return files, quiet is True, rules


def _write(entry: Path, made: Made, digests: list[list[str | None]]) -> None:
    rules, looked, quiet = made
    text = _whole(f"{json.dumps([[*map(str, looked)], digests, quiet])}\n{croupier_dsl.to_json(rules)}")
    with suppress(OSError):
        entry.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=entry.parent, suffix=".new")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            os.replace(name, entry)
        except OSError:
            os.unlink(name)
            raise
        _make_room(entry.parent)


def _whole(body: str) -> str:
    return f"{_digest(body.encode())}\n{body}"


def _make_room(within: Path) -> None:
    entries = sorted(within.glob("*.json"), key=lambda entry: entry.stat().st_mtime_ns)
    for entry in entries[: max(0, len(entries) - MOST)]:
        entry.unlink(missing_ok=True)


def _digests(files: Iterable[Path]) -> list[list[str | None]]:
    """Return the digest of each file; None for a file that does not exist."""
    return [[str(file), _digest_of(file)] for file in sorted(set(files))]


def _digest_of(file: Path) -> str | None:
    try:
        return _digest(file.read_bytes())
    except OSError:
        return None


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()
