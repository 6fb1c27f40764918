"""A folder of rulesets: those that lie in it, and those in the folders directly below it."""

from __future__ import annotations

from pathlib import Path


def folders_of(folder: Path) -> list[Path]:
    """The folder and those directly below it, by name."""
    try:
        return [folder, *sorted(inner for inner in folder.iterdir() if inner.is_dir())]
    except OSError:
        return [folder]


def rulesets_in(folder: Path) -> list[Path]:
    """The rulesets in one folder, without the files beside them."""
    try:
        return sorted(path for path in folder.glob("*.yaml") if "." not in path.stem)
    except OSError:
        return []


def rulesets_below(folder: Path) -> dict[str, Path]:
    """The rulesets of a folder by bare name, wherever they lie; of two by one name the first is meant."""
    found: dict[str, Path] = {}
    for inner in folders_of(folder):
        for path in rulesets_in(inner):
            found.setdefault(path.stem, path)
    return found
