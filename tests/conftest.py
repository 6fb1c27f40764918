"""What the suite runs, and where it keeps what it has compiled."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest

import croupier
import croupier_dsl
from croupier.fast.making import VERIFY
from croupier.table.cache import FOLDER

ORDER = "CROUPIER_ORDER"
"""The variable of the environment with any word, which settles the order of the tests. What is run as long as there is
time is then another part of them with another word, and the same with the same."""


TURN = "CROUPIER_TURN"
"""The variable of the environment with any word, which settles whose turn it is among tests that are run in turn."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for group, one_in in in_turn(items):
        here = sorted(group, key=lambda item: digest(os.environ.get(TURN, ""), item))
        for item in here[-(-len(here) // one_in) :]:
            item.add_marker(pytest.mark.slow)
    word = os.environ.get(ORDER)
    if word:
        items.sort(key=lambda item: digest(word, item))


def in_turn(items: Iterable[pytest.Item]) -> Iterator[tuple[list[pytest.Item], int]]:
    """The tests under each marker `in_turn(n)`, of a function or of a module, of which one in n is to be run."""
    groups: dict[tuple[str, int], list[pytest.Item]] = {}
    for item in items:
        for node, marker in item.iter_markers_with_node("in_turn"):
            under = node.nodeid.partition("[")[0]
            groups.setdefault((under, marker.args[0]), []).append(item)
            break
    return ((group, one_in) for (_, one_in), group in groups.items())


def digest(word: str, item: pytest.Item) -> bytes:
    """A place in an order that the word settles."""
    return sha256(f"{word} {item.nodeid}".encode()).digest()


def pytest_configure(config: pytest.Config) -> None:
    """Processes that tests start run the packages that the tests import, not a copy that is installed. Rules that were
    compiled are kept beside what pytest keeps, if it keeps anything, for all processes of the suite. Every program
    that is lowered is verified."""
    os.environ.setdefault(VERIFY, "yes")
    tree = [str(Path(package.__file__).parents[1]) for package in (croupier_dsl, croupier)]
    os.environ["PYTHONPATH"] = os.pathsep.join([*tree, *filter(None, [os.environ.get("PYTHONPATH")])])
    cache = getattr(config, "cache", None)  # there is none with `-p no:cacheprovider`
    if cache is not None:
        os.environ.setdefault(FOLDER, str(cache.mkdir("rules")))
    os.environ.setdefault("CROUPIER_GAMES", "")  # games of tests are kept nowhere
    gc.set_threshold(50_000, 20, 50)  # rules are large and stay: to look through them often takes long
