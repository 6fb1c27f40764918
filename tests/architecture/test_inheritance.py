"""Classes of the language share no state by inheriting it: a concern is handed what it needs."""

from __future__ import annotations

import inspect
import pkgutil
from importlib import import_module
from typing import Protocol

import croupier_dsl

DATA = ("croupier_dsl.ir", "croupier_dsl.syntax")
"""Here classes are parts of sentences, and what one inherits are fields."""


def classes() -> set[type]:
    """Return every class that the language defines."""
    names = [module.name for module in pkgutil.walk_packages(croupier_dsl.__path__, "croupier_dsl.")]
    assert len(names) > 100
    modules = [import_module(name) for name in names if not name.endswith("__main__")]
    found = {each for module in modules for _, each in inspect.getmembers(module, inspect.isclass)}
    return {each for each in found if each.__module__.startswith("croupier_dsl")}


def above(each: type) -> list[type]:
    """Return the classes of the project that a class inherits from, directly or not."""
    return [one for one in each.__mro__[1:] if one.__module__.startswith("croupier_dsl")]


def is_plain(each: type) -> bool:
    """Return whether nothing but data, an error or an interface is inherited."""
    return each.__module__.startswith(DATA) or issubclass(each, BaseException) or Protocol in each.__bases__


def test_no_class_is_stacked() -> None:
    found = {f"{each.__module__}.{each.__qualname__}": len(above(each)) for each in classes() if not is_plain(each)}
    assert len(found) > 50
    assert {name: number for name, number in found.items() if number > 1} == {}
