"""The index of the shelf and the page made from it are what the rulesets say.

`CROUPIER_UPDATE=1 pytest tests/shelf/test_index.py` writes both anew: of the index what has changed with its files,
`CROUPIER_UPDATE=all` all of it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from croupier.base.language import SOURCE, speaking
from croupier.table import catalogue
from croupier.workbench import shelf
from croupier_dsl.explanations import example
from tests.dsl.variant_files import variant, write
from tests.printed import GAMES

from .compared import compared
from .page import PAGE, page

INDEX = catalogue.directory() / shelf.INDEX
ENTRIES = [json.loads(line) for line in (INDEX.read_text("utf-8").splitlines() if INDEX.is_file() else [])]
UPDATE = bool(os.environ.get("CROUPIER_UPDATE"))


def test_it_is_fresh() -> None:
    """There is one entry for every ruleset, made from the files as they are, and it says with what each is compared."""
    if UPDATE:
        INDEX.write_text(shelf.made(compared(), os.environ["CROUPIER_UPDATE"] == "all"), encoding="utf-8")
    entries = [json.loads(line) for line in INDEX.read_text(encoding="utf-8").splitlines()]
    assert [entry["name"] for entry in entries] == catalogue.names()
    assert [entry["name"] for entry in entries if entry["digest"] != shelf.digest(entry["files"])] == []
    assert {entry["name"]: entry["compared"] for entry in entries if entry["compared"]} == compared()


@pytest.mark.in_turn(14)
@pytest.mark.parametrize("name", [entry["name"] for entry in ENTRIES])
def test_it_says_what_the_rulesets_say(name: str) -> None:
    """An entry is what is read from the files."""
    entries = map(json.loads, INDEX.read_text(encoding="utf-8").splitlines())
    entry = next(each for each in entries if each["name"] == name)
    with speaking(SOURCE):
        told = json.loads(json.dumps(shelf.described(name)))
    assert told == {key: entry[key] for key in entry if key not in ("files", "digest", "compared", "not_compiled")}


@pytest.mark.parametrize("name", [entry["name"] for entry in ENTRIES if entry["not_compiled"]])
def test_what_is_not_compiled_is_not(name: str) -> None:
    """What is said not to be compiled is not; of all others it is a claim on games."""
    assert shelf.not_compiled(name)


def test_the_page_is_made_from_it() -> None:
    """`docs/reference/games.md` lists what the index has."""
    text = page(shelf.listed())
    if UPDATE:
        PAGE.write_text(text, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == text


def test_every_family_is_known() -> None:
    """Each family of a game has its title in both languages, and each folder of the shelf is one."""
    families = shelf.families()
    assert {told for title in families.values() for told in title} == {"en", "fr"}
    for entry in shelf.listed():
        assert entry["family"] in families, entry["name"]
        folder = catalogue.locate(entry["name"]).parent
        assert folder == catalogue.directory() or folder.name == entry["family"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shelf with a game in a folder, a variant of it, and an index of both."""
    (tmp_path / "near").mkdir()
    write(tmp_path / "near", "base", example().replace("game: example", "game: base"))
    variant(tmp_path, "change: {players: 2}", of="base")
    monkeypatch.setattr(catalogue, "directory", lambda: tmp_path)
    (tmp_path / shelf.INDEX).write_text(shelf.made({"base": ["something"]}), encoding="utf-8")
    return tmp_path


def test_a_fresh_entry_is_believed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled for a list as long as no file has changed."""
    found = shelf.listed()
    assert [(each["name"], each["players"], each["compared"]) for each in found] == [
        ("base", [2, 3, 4], ["something"]), ("mine", [2], []),
    ]  # fmt: skip
    monkeypatch.setattr(shelf, "described", None)
    assert shelf.listed() == found


def test_only_what_has_changed_is_made_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest stays as it is; with what a game has been compared is always told anew."""
    game, asked, described = folder / "mine.yaml", list[str](), shelf.described
    monkeypatch.setattr(shelf, "described", lambda name: asked.append(name) or described(name))
    game.write_text(game.read_text("utf-8") + "\n# it is another now\n", "utf-8")
    before, after = (folder / shelf.INDEX).read_text("utf-8"), shelf.made({"base": ["something else"]}, whole=False)
    assert asked == ["mine"]
    (base, mine), (base_then, mine_then) = (map(json.loads, text.splitlines()) for text in (after, before))
    assert base == {**base_then, "compared": ["something else"]}
    assert mine == {**mine_then, "digest": mine["digest"]}
    assert mine["digest"] != mine_then["digest"]


def test_a_stale_entry_is_seen(folder: Path) -> None:
    """What has changed is read anew, and so is what is made from it, also where a file comes beside it."""
    game = folder / "near" / "base.yaml"
    game.write_text(game.read_text("utf-8").replace("limit: 5000", "limit: 50\nminutes: 5"), "utf-8")
    assert [(each["minutes"], each["lines"] > 1) for each in shelf.listed()] == [([5, 5], True), ([5, 5], True)]
    assert [each.get("compared") for each in shelf.listed()] == [["something"], []]
    (folder / "near" / "base.fr.yaml").write_text("text: {game.line: Ici.}", encoding="utf-8")
    assert shelf.listed()[0]["line"] == {"fr": "Ici."}
    (folder / "mine.yaml").unlink()
    assert [each["name"] for each in shelf.listed()] == ["base"]


def test_an_index_that_is_none_is_left_out(folder: Path) -> None:
    """A torn line, or one of somebody else's, is passed over."""
    before = [{**each, "compared": []} for each in shelf.listed()]
    index = folder / shelf.INDEX
    index.write_text("[]\n{\n" + index.read_text("utf-8").replace('"digest"', '"dogest"'), encoding="utf-8")
    for each in before:
        del each["compared"], each["not_compiled"]
    assert shelf.listed() == before


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", 0),
        ("croupier: 1\n\n# so\ngame: x  # y\ntitle: X\nfamily: a\nminutes: 5\n", 2),
        ("zones:\n  a: pile\n  # b\n\n  b: pile\ntext:\n  a: A\n  b: B\nplay:\n  begin:\n    - x\n", 6),
        ("books: {a: b}\nclauses:\n  a: b\nrulings:\n  a: b\nbecause:\n  a: b\nscenarios:\n  a: b\nresult: x\n", 1),
        ("texts: {a: b}\ntext:\n  a: >-\n    croupier: 1\n", 1),
    ],
)
def test_lines_of_rules(text: str, lines: int) -> None:
    """Without blanks, comments, texts, clauses, sources and scenarios."""
    assert shelf.lines_of(text) == lines


def test_the_list_comes_at_once() -> None:
    """A process of its own lists all games in 0.3 s of a processor, where that is one; here twice that is allowed."""
    code = "import resource, runpy, sys\nsys.argv = ['croupier', 'list']\n"
    code += "try: runpy.run_module('croupier', run_name='__main__')\n"
    code += "finally: print(resource.getrusage(resource.RUSAGE_SELF).ru_utime, file=sys.stderr)"
    taken = []
    for _ in range(2):
        start = time.perf_counter()
        ran = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True, timeout=60
        )
        taken.append(min(float(ran.stderr.split()[-1]), time.perf_counter() - start))
        assert GAMES[0] in ran.stdout
    assert min(taken) < 0.6
