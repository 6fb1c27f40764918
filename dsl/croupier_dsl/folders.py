"""The rulesets of a folder and of its direct subfolders."""

from __future__ import annotations

from os import listdir
from pathlib import Path


def folders_of(folder: Path) -> list[Path]:
    """Return the folder and those directly below it, by name."""
    try:
        return [folder, *sorted(inner for inner in folder.iterdir() if inner.is_dir())]
    except OSError:
        return [folder]


def rulesets_in(folder: Path) -> list[Path]:
    """Return the rulesets in one folder, without sidecar files."""
    try:
        return sorted(folder / name for name in listdir(folder) if not name.startswith(".") and _ends(name) == "yaml")
    except OSError:
        return []


def _ends(name: str) -> str:
    """Return a name from its first dot on."""
    return name.partition(".")[2]


def rulesets_below(folder: Path) -> dict[str, Path]:
    """Return the rulesets of a folder by bare name, subfolders included; of two with one name the first."""
    found: dict[str, Path] = {}
    for inner in folders_of(folder):
        for path in rulesets_in(inner):
            found.setdefault(path.stem, path)
    return found
