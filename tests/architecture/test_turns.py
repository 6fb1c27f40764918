"""Which tests are run in turn: a share of them, and those whose subject changed."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests import turns

from croupier_dsl import ir


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.org"]
    subprocess.run(["git", "-C", str(folder), *who, *words], check=True, capture_output=True, timeout=60)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A folder of git's with a game, a variant of it, a variant of that, a game that uses a library, and a test."""
    (tmp_path / "rulesets" / "library").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    for name, text in {
        "one": "game: one\n",
        "two": "variant: two\nof: one\n",
        "three": "variant: three\nof: two\n",
        "four": "game: four\nuses: {deals: [hand, stock]}\n",
        "library/deals": "library: deals\n",
    }.items():
        (tmp_path / "rulesets" / f"{name}.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "tests" / "test_it.py").write_text("", encoding="utf-8")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "begin")
    return tmp_path


@pytest.mark.parametrize(
    ("file", "names"),
    [
        ("rulesets/one.yaml", {"one", "two", "three"}),
        ("rulesets/two.fr.yaml", {"two", "three"}),
        ("rulesets/library/deals.yaml", {"deals", "four"}),
        ("tests/test_it.py", {"tests/test_it.py"}),
        ("tests/spots.yaml", {"spots"}),
        ("interpreter/croupier/play/flow.py", {"interpreter"}),
        ("interpreter/croupier/kernel/modules/cards.py", {"kernel"}),
        ("interpreter/croupier/workbench/trace/matrix.py", {"trace"}),
        ("dsl/croupier_dsl/checker/moves.py", {"dsl"}),
        ("tests/lowering/small.py", set()),
    ],
)
def test_what_changed_and_what_is_made_of_it(
    tree: Path, file: str, names: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it has been committed or not, and also where it is new."""
    monkeypatch.setenv(turns.SINCE, "HEAD")
    assert turns.changed(tree) == set()
    (tree / file).parent.mkdir(parents=True, exist_ok=True)
    with (tree / file).open("a", encoding="utf-8") as text:
        text.write("# more\n")
    assert turns.changed(tree) == names
    git(tree, "add", ".")
    git(tree, "commit", "-qm", "more")
    assert turns.changed(tree) == set()
    monkeypatch.setenv(turns.SINCE, "HEAD~1")
    assert turns.changed(tree) == names


def test_without_history_nothing_is_known(
    tree: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clone of one commit, and a folder that git does not know."""
    monkeypatch.delenv(turns.SINCE, raising=False)
    assert turns.changed(tree) is None
    assert turns.changed(tmp_path_factory.mktemp("bare")) is None


def test_what_would_be_everything_is_left_to_the_share(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many names are handed on from process to process, and no more."""
    (tree / "new.yaml").touch()
    monkeypatch.setenv(turns.SINCE, "HEAD")
    monkeypatch.setattr(turns, "ROOM", 3)
    assert turns.changed(tree) == {"new"}
    monkeypatch.setattr(turns, "ROOM", 2)
    assert turns.changed(tree) is None


@dataclass(frozen=True)
class Item:
    """What is asked of a test of pytest's: its name, its parameters, and its markers."""

    nodeid: str
    parameter: object
    one_in: int = 10
    costly: bool = False

    @property
    def callspec(self) -> SimpleNamespace:
        return SimpleNamespace(params={"given": self.parameter})

    def iter_markers(self, name: str) -> Iterator[pytest.Mark]:
        assert name == "costly"
        if self.costly:
            yield pytest.mark.costly.mark

    def iter_markers_with_node(self, name: str) -> Iterator[tuple[SimpleNamespace, pytest.Mark]]:
        assert name == "in_turn"
        if self.one_in:
            yield SimpleNamespace(nodeid=self.nodeid), pytest.mark.in_turn(self.one_in).mark


NAMES = [*"abcdefghijklmnopqrstuvwxy", "one"]
EACH = [Item(f"tests/test_it.py::test_each[{name}]", name) for name in NAMES]


def chosen(word: str, *changed: str, tests: list[Item] = EACH) -> set[str]:
    return {item.nodeid for item in turns.fast(tests, word, frozenset(changed))}  # type: ignore[arg-type]  # all it asks


def test_a_word_settles_a_share() -> None:
    """Of 26 tests three, of a few one; another word has others, and a test without a marker is no part."""
    assert len(chosen("this")) == len(chosen("that")) == 3
    assert chosen("this") == chosen("this") != chosen("that")
    assert len(chosen("this", tests=EACH[:2])) == 1
    assert chosen("this", tests=[Item("tests/test_it.py::test_always", "one", 0)]) == set()
    assert set.union(*(chosen(str(word)) for word in range(200))) == {test.nodeid for test in EACH}


def test_costly_tests_share_their_turns() -> None:
    """Of all modules together, whatever else is marked."""
    items = [Item(f"tests/test_{i}.py::test_it", i, one_in=i % 2 * 10, costly=True) for i in range(2 * turns.COSTLY)]
    assert len(chosen("this", tests=items)) == 2
    assert set.union(*(chosen(str(word), tests=items) for word in range(200))) == {item.nodeid for item in items}


def test_a_change_of_a_package_concerns_the_tests_of_its_folder() -> None:
    """Those in the folder named after it, and no others."""
    items = [Item(f"tests/{folder}/test_it.py::test_each[{i}]", i) for folder in ("play", "table") for i in range(20)]
    assert chosen("this", "play", tests=items) >= {item.nodeid for item in items[:20]}
    assert len(chosen("this", "play", tests=items)) == 20 + 2


def test_whatever_is_about_what_changed_is_run_too() -> None:
    """Whichever share it is in: a test of a name, a test that has the name among others, and those of a module."""
    for word in ("this", "that", "another"):
        assert chosen(word, "one") == chosen(word) | {"tests/test_it.py::test_each[one]"}
        assert chosen(word, "tests/test_it.py") == {test.nodeid for test in EACH}
        assert chosen(word, "tests/test_else.py", "two") == chosen(word)
    several = [Item("a", "none for 2"), Item("b", Path("rulesets/one.yaml")), Item("c", "one for 2"), Item("d", 1)]
    several = [*several, Item("e", "a long text, with one in it " * 9)]
    assert chosen("", "one", tests=several) >= {"b", "c"}
    for test in several:
        assert ("one" in turns.subjects(test)) is (test.nodeid in "bc")  # type: ignore[arg-type]  # as above


def test_no_more_are_run_than_there_is_time_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many whose subject changed a part, which the word settles too."""
    monkeypatch.setattr(turns, "MOST", 5)
    few = chosen("this", "tests/test_it.py")
    assert chosen("this") <= few
    assert 5 <= len(few) <= 8


def test_a_test_of_a_class_always_runs() -> None:
    """A test for completeness has a case per class of syntax or IR; a share of these cases would prove nothing."""
    classes = [ir.Best, ir.Shuffle, int]
    items = [Item(f"tests/test_it.py::test_said[{kind.__name__}]", kind) for kind in classes]
    for word in map(str, range(20)):
        assert {item.nodeid for item in items[:2]} <= chosen(word, tests=items)
    assert any(items[2].nodeid not in chosen(str(word), tests=items) for word in range(20))
