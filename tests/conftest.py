"""What the suite runs, and where it keeps what it has compiled."""

from __future__ import annotations

import gc
import os
from hashlib import sha256
from pathlib import Path

import pytest

import croupier
import croupier_dsl
from croupier.table.cache import FOLDER

ORDER = "CROUPIER_ORDER"
"""The variable of the environment with any word, which settles the order of the tests. What is run as long as there is
time is then another part of them with another word, and the same with the same."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    word = os.environ.get(ORDER)
    if word:
        items.sort(key=lambda item: sha256(f"{word} {item.nodeid}".encode()).digest())


def pytest_configure(config: pytest.Config) -> None:
    """Processes that tests start run the packages that the tests import, not a copy that is installed. Rules that were
    compiled are kept beside what pytest keeps, if it keeps anything, for all processes of the suite."""
    tree = [str(Path(package.__file__).parents[1]) for package in (croupier_dsl, croupier)]
    os.environ["PYTHONPATH"] = os.pathsep.join([*tree, *filter(None, [os.environ.get("PYTHONPATH")])])
    cache = getattr(config, "cache", None)  # there is none with `-p no:cacheprovider`
    if cache is not None:
        os.environ.setdefault(FOLDER, str(cache.mkdir("rules")))
    gc.set_threshold(50_000, 20, 50)  # rules are large and stay: to look through them often takes long
