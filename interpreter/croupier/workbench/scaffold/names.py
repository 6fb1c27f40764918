"""Turn a typed name of a ruleset into its file; existing files are never overwritten."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from pathlib import Path

from croupier.base.faults import SetupError
from croupier.base.files import create
from croupier.base.language import tr

MOST = 60
"""Letters in a name."""
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def checked_name(name: str, bundled: Collection[str]) -> str:
    """Return the name, if a new ruleset may have it: a word of small letters and digits, with dashes, that no
    game has.
    """
    if not _NAME.fullmatch(name) or len(name) > MOST:
        near = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-0123456789")[:MOST].strip("-")
        hint = tr("; {near} would work", near=near) if _NAME.fullmatch(near) and near not in bundled else ""
        told = tr(
            "a name must be one word of lower-case letters, digits and dashes; found {name}{hint}", name=name, hint=hint
        )
        raise SetupError(told)
    if name in bundled:
        raise SetupError(tr("{name} is a bundled game; choose another name", name=name))
    return name


def titled(name: str) -> str:
    """Return `high-card` as a title: `High card`."""
    return name.replace("-", " ").capitalize()


def all_new(names: Iterable[str], folder: Path) -> None:
    """Raise SetupError if a file of one of these names is in the folder."""
    for name in names:
        if (folder / name).exists():
            raise SetupError(tr("{path} already exists; nothing was written", path=name))


def write_new(name: str, text: str, folder: Path) -> Path:
    """Return the file NAME.yaml in a folder, newly written. Raise SetupError if it is there already."""
    path = folder / f"{name}.yaml"
    try:
        create(path, text)
    except FileExistsError:
        raise SetupError(tr("{path} already exists; nothing was written", path=path.name)) from None
    return path
