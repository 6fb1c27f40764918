"""Lazy imports for packages: each public name is imported on first use, so that start-up stays fast."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module


def door(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """Return the `__getattr__` of a package.

    `homes`: by module below it, the public names that live there; by blanks.
    """
    home_of = {name: module for module, names in homes.items() for name in names.split()}

    def find(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home = import_module(f"{package}.{home_of[name]}")
        return home if name == home_of[name] else getattr(home, name)

    return find
