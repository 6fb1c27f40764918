"""The storage of rules files: a folder on disk, or texts that the studio's host keeps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Protocol

from croupier.base.files import create, rewrite, tidy
from croupier.base.language import tr

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)?\.yaml")
"""The valid names of rules files and sidecar files."""


class Refused(Exception):
    """Why a file is not read or written, in words."""


class Folder(Protocol):
    """Files by name, all in one place. `path`: their real or nominal folder."""

    @property
    def path(self) -> Path: ...
    def names(self) -> list[str]:
        """Return the files of rules that are there."""

    def read(self, name: str) -> str | None:
        """Return the contents of a file; None if it does not exist. Raise Refused if it cannot be read."""

    def write(self, texts: Mapping[str, str]) -> None:
        """Put texts away, each whole or not at all. Refused if one cannot be written."""


def checked(name: str) -> str:
    """Return the name, if a file of rules may have it: it leads nowhere else."""
    if not NAME.fullmatch(name) or len(name) > 120:
        raise Refused(tr("{name} is not a valid ruleset file name; write one such as my-game.yaml", name=name))
    return name


class OnDisk:
    """A folder on disk. Links that lead out of it are neither read nor written."""

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        tidy(self._path)

    @property
    def path(self) -> Path:
        return self._path

    def names(self) -> list[str]:
        try:
            there = [each for each in self._path.iterdir() if NAME.fullmatch(each.name) and each.is_file()]
            return sorted(each.name for each in there if not self._leads_out(each))
        except OSError:
            return []

    def read(self, name: str) -> str | None:
        path = self._within(name)
        try:
            return path.read_text("utf-8-sig")
        except FileNotFoundError:
            return None
        except UnicodeDecodeError:
            raise Refused(tr("{name} is not written in UTF-8", name=name)) from None
        except OSError as error:
            raise Refused(_unread(name, error)) from error

    def write(self, texts: Mapping[str, str]) -> None:
        for name, text in texts.items():
            path = self._within(name)
            try:
                if path.exists():
                    rewrite(path, text.replace("\n", "\r\n") if b"\r\n" in path.read_bytes() else text)
                else:
                    create(path, text)
            except OSError as error:
                told = tr("cannot write {name}: {reason}", name=name, reason=error.strerror or error)
                raise Refused(told) from error
            except UnicodeEncodeError as error:
                told = tr("cannot write {name}: {reason}", name=name, reason=tr("it is not valid Unicode"))
                raise Refused(told) from error

    def _within(self, name: str) -> Path:
        """Return the path of a file of the folder. Raise Refused if its name or a link leads elsewhere."""
        path = self._path / checked(name)
        if self._leads_out(path):
            raise Refused(
                tr("{name} is a link out of the folder; start the studio in the folder of its file", name=name)
            )
        return path

    def _leads_out(self, path: Path) -> bool:
        try:
            return path.resolve().parent != self._path
        except (OSError, RuntimeError):  # links in a circle
            return True


def _unread(name: str, error: OSError) -> str:
    return tr("cannot read {name}: {reason}", name=name, reason=error.strerror or error)


class Kept:
    """Texts that are kept in memory; `keep` is handed those that are saved, to put them away where they last."""

    def __init__(
        self, texts: Mapping[str, str] | None = None, keep: Callable[[Mapping[str, str]], None] = lambda _: None,
        path: Path = Path("/rules"),
    ) -> None:  # fmt: skip
        self._texts = dict(texts or {})
        self._keep = keep
        self._path = path

    @property
    def path(self) -> Path:
        return self._path

    def names(self) -> list[str]:
        return sorted(self._texts)

    def read(self, name: str) -> str | None:
        return self._texts.get(checked(name))

    def write(self, texts: Mapping[str, str]) -> None:
        for name in texts:
            checked(name)
        self._keep(texts)
        self._texts.update(texts)


def of_ruleset(main: str, names: Iterable[str]) -> list[str]:
    """Return the file of a ruleset and its sidecar files, in reading order."""
    stem = main.split(".")[0]
    found = [name for name in names if name.split(".")[0] == stem]
    return sorted(found, key=lambda name: (name != f"{stem}.yaml", name))
