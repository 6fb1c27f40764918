"""What the suite runs, and where it keeps what it has compiled."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import Any

import pytest

import croupier
import croupier_dsl
from croupier.fast.making import VERIFY
from croupier.native import compilers
from croupier.table.cache import FOLDER

from . import turns

ORDER = "CROUPIER_ORDER"
"""The variable of the environment with any word, which settles the order of the tests. What is run as long as there is
time is then another part of them with another word, and the same with the same."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    changed = frozenset(os.environ[turns.CHANGED].split("\n")) - {""}
    chosen = turns.fast(items, os.environ.get(turns.TURN, ""), changed)
    for item in items:
        if item not in chosen and turns.takes_turns(item):
            item.add_marker(pytest.mark.slow)
    word = os.environ.get(ORDER)
    if word:
        items.sort(key=lambda item: turns.digest(word, item.nodeid))


def pytest_report_header() -> str:
    """Which tests are run in turn is said before they are run."""
    changed = os.environ[turns.CHANGED]
    beside = (
        f"and up to {turns.MOST} about what has changed" if changed else "no more: nothing is known to have changed"
    )
    return f"in turn: the share of the word {os.environ.get(turns.TURN, '')!r}, {beside}"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object | None:
    """The tests of a module are run by one process: what they share is then made once."""
    from xdist.scheduler import LoadFileScheduling

    return LoadFileScheduling(config, log) if config.getvalue("dist") == "load" else None


def pytest_configure(config: pytest.Config) -> None:
    """Processes that tests start run the packages that the tests import, not a copy that is installed. Rules that were
    compiled are kept beside what pytest keeps, if it keeps anything, for all processes of the suite. Every program
    that is lowered is verified. C is compiled soon rather than well, unless slow tests are run too."""
    os.environ.setdefault(VERIFY, "yes")
    tree = [str(Path(package.__file__).parents[1]) for package in (croupier_dsl, croupier)]
    os.environ["PYTHONPATH"] = os.pathsep.join([*tree, *filter(None, [os.environ.get("PYTHONPATH")])])
    cache = getattr(config, "cache", None)  # there is none with `-p no:cacheprovider`
    if cache is not None:
        os.environ.setdefault(FOLDER, str(cache.mkdir("rules")))
    os.environ.setdefault("CROUPIER_GAMES", "")  # games of tests are kept nowhere
    if config.option.markexpr == "not slow":
        compilers._OTHERS = tuple("-Og" if each == "-O2" else each for each in compilers._OTHERS)
    if turns.CHANGED not in os.environ:
        os.environ[turns.CHANGED] = "\n".join(turns.changed(Path(__file__).parents[1]) or ())
    gc.set_threshold(50_000, 20, 50)  # rules are large and stay: to look through them often takes long
