"""Which tests marked `in_turn(n)` or `costly` belong to the fast suite: a share that a word settles, and those whose
subject changed.

The subject of a test is its own module, its folder, and whatever its parameters name: a ruleset, a file of conformance
cases, a page. A module of the packages concerns the folder of its tests. What has changed is asked of git: whatever
differs from the commit that CROUPIER_SINCE names, or from the tenth before this one. Where git does not know (an
archive, a clone without history), the share is all that is run. Tests for completeness, with one case per class of
syntax or IR, are never left out.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path, PurePosixPath

import pytest

HERE = Path(__file__).parent
TURN = "CROUPIER_TURN"
"""The variable of the environment with any word, which settles the share."""
SINCE = "CROUPIER_SINCE"
"""The variable with the commit that changes are counted from."""
CHANGED = "CROUPIER_CHANGED"
"""The variable with the subjects that have changed, one a line, which one process finds out for all."""
SO_LONG = "HEAD~10"
COSTLY = 8
"""Of all tests marked `costly`, which take more than about 0.15 s each, one in so many is run."""
MOST = 30
"""So many tests are run for their subject at most, chosen by the same word."""
ROOM = 60_000
"""So many characters of subjects are handed on; where more has changed, everything has, and the share must do."""
WORD = re.compile(r"[\w-]+")
LONGEST = 200
"""A parameter that is longer is a text and no name."""


def fast(items: Iterable[pytest.Item], word: str, changed: frozenset[str]) -> set[pytest.Item]:
    """Return the marked tests that run this time: a share, those of a class, some of those whose subject changed."""
    chosen, concerned = set[pytest.Item](), list[pytest.Item]()
    for group, one_in in groups(items):
        here = sorted(group, key=lambda item: digest(word, item.nodeid))
        chosen.update(here[: -(-len(here) // one_in)])
        chosen.update(item for item in here if concerns_a_class(item))
        concerned += [item for item in here if not changed.isdisjoint(subjects(item))]
    concerned.sort(key=lambda item: digest(word, item.nodeid))
    return chosen | set(concerned[:MOST])


def groups(items: Iterable[pytest.Item]) -> Iterator[tuple[list[pytest.Item], int]]:
    """The tests of each function or module with the marker `in_turn(n)`, of which one in n is to be run, and all costly
    ones."""
    found: dict[tuple[str, int], list[pytest.Item]] = {}
    for item in items:
        if any(item.iter_markers("costly")):
            found.setdefault(("", COSTLY), []).append(item)
            continue
        for node, marker in item.iter_markers_with_node("in_turn"):
            found.setdefault((node.nodeid.partition("[")[0], marker.args[0]), []).append(item)
            break
    return ((group, one_in) for (_, one_in), group in found.items())


def takes_turns(item: pytest.Item) -> bool:
    """Return whether only a share of such tests is in the fast suite."""
    return any(item.get_closest_marker(name) for name in ("in_turn", "costly"))


def concerns_a_class(item: pytest.Item) -> bool:
    """Return whether a parameter is a class of syntax or IR: a share of a completeness test proves nothing."""
    call = getattr(item, "callspec", None)
    values = () if call is None else call.params.values()
    return any(isinstance(value, type) and value.__module__.startswith("croupier_dsl.") for value in values)


def digest(word: str, name: str) -> bytes:
    """A place in an order that the word settles."""
    return sha256(f"{word} {name}".encode()).digest()


def subjects(item: pytest.Item) -> set[str]:
    """What a test is about: its module, the folder of it, and each word of the parameters that are names."""
    call = getattr(item, "callspec", None)
    values = [] if call is None else [str(value) for value in call.params.values() if isinstance(value, str | Path)]
    words = (word for value in values if len(value) <= LONGEST for word in WORD.findall(value))
    module = item.nodeid.partition("::")[0]
    return {module, PurePosixPath(module).parent.name, *words}


def changed(root: Path) -> set[str] | None:
    """The subjects that have changed; None where that is not known, or where too much has."""
    files = changed_files(root, os.environ.get(SINCE) or SO_LONG)
    found = None if files is None else with_users({subject(file) for file in files} - {""}, root / "rulesets")
    return None if found is None or sum(map(len, found)) > ROOM else found


def changed_files(root: Path, since: str) -> list[str] | None:
    """The files below a folder that differ from a commit, new ones among them; None if git does not know."""
    found: list[str] = []
    for words in (["diff", "--name-only", "--relative", since, "--"], ["ls-files", "--others", "--exclude-standard"]):
        try:
            ran = subprocess.run(["git", "-C", str(root), *words], capture_output=True, encoding="utf-8", timeout=60)
        except (OSError, subprocess.TimeoutExpired):
            return None
        if ran.returncode:
            return None
        found += ran.stdout.splitlines()
    return found


def subject(file: str) -> str:
    """What a test of a file says of it: a test module has its path, a module of the packages the folder of its tests,
    all else its name up to the first dot."""
    path = PurePosixPath(file)
    if path.suffix != ".py":
        return path.name.partition(".")[0]
    if path.parts[0] not in ("dsl", "interpreter"):
        return file if path.name.startswith("test_") else ""
    return next(part for part in reversed(path.parts[:-1]) if (HERE / part).is_dir())


def with_users(names: set[str], rulesets: Path) -> set[str]:
    """With each ruleset those that are variants of it or use it as a library, and so on."""
    texts = {file.name.partition(".")[0]: file.read_text("utf-8") for file in rulesets.rglob("*.yaml")} if names else {}
    lines = {name: " ".join(re.findall(r"^(?:of|uses):.*", text, re.MULTILINE)) for name, text in texts.items()}
    below = {name: set(WORD.findall(line)) for name, line in lines.items() if line}
    found = set(names)
    while more := {name for name, used in below.items() if not used.isdisjoint(found)} - found:
        found |= more
    return found
