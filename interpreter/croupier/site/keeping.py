"""Changes in a folder that lasts only as long as the page, reported to the page's permanent storage."""

from __future__ import annotations

from pathlib import Path

GIVEN = 10**18
"""The time of files that came with the engine, in nanoseconds: they are not reported."""


class Keeping:
    """A folder whose files are stored elsewhere. `changes` returns the changes since the last call."""

    def __init__(self, root: Path, kept: bool = True) -> None:
        """Watch a folder. `kept`: its present files are stored already."""
        self._root = root
        self._known = self._stamps() if kept else {}

    def _stamps(self) -> dict[str, tuple[int, int]]:
        found = {}
        for path in self._root.rglob("*"):
            if path.is_file() and not path.name.startswith("."):
                stat = path.stat()
                if stat.st_mtime_ns == GIVEN:
                    continue
                found[path.relative_to(self._root).as_posix()] = (stat.st_mtime_ns, stat.st_size)
        return found

    def changes(self) -> list[tuple[str, bytes | None]]:
        """Return the files that are new or hold something else, with what they hold; None: the file is gone."""
        now = self._stamps()
        new = [
            (name, (self._root / name).read_bytes()) for name, stamp in now.items() if self._known.get(name) != stamp
        ]
        gone: list[tuple[str, bytes | None]] = [(name, None) for name in self._known.keys() - now.keys()]
        self._known = now
        return [*new, *sorted(gone)]
