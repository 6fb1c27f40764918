"""Classes of the language and of the rulebook share no state by inheriting it: a concern is handed what it needs."""

from __future__ import annotations

import inspect
import pkgutil
from importlib import import_module
from typing import Protocol

import croupier.rulebook
import croupier_dsl

PACKAGES = (croupier_dsl, croupier.rulebook)
NAMES = tuple(package.__name__ for package in PACKAGES)
DATA = ("croupier_dsl.ir", "croupier_dsl.syntax")
"""Here classes are parts of sentences, and what one inherits are fields."""


def classes() -> set[type]:
    """Return every class that the packages define."""
    names = [
        module.name
        for package in PACKAGES
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]
    assert len(names) > 100
    modules = [import_module(name) for name in names if not name.endswith("__main__")]
    found = {each for module in modules for _, each in inspect.getmembers(module, inspect.isclass)}
    return {each for each in found if each.__module__.startswith(NAMES)}


def above(each: type) -> list[type]:
    """Return the classes of the project that a class inherits from, directly or not."""
    return [one for one in each.__mro__[1:] if one.__module__.startswith(NAMES)]


def is_plain(each: type) -> bool:
    """Return whether nothing but data, an error or an interface is inherited."""
    return each.__module__.startswith(DATA) or issubclass(each, BaseException) or Protocol in each.__bases__


def test_no_class_is_stacked() -> None:
    found = {f"{each.__module__}.{each.__qualname__}": len(above(each)) for each in classes() if not is_plain(each)}
    assert len(found) > 50
    assert {name: number for name, number in found.items() if number > 1} == {}
