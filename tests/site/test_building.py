"""The folder of a site: what is in it, and what is left alone. A core of the right shape stands for Pyodide's."""

from __future__ import annotations

import gzip
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
import typing_extensions

import croupier
import croupier_dsl
from croupier.base.faults import SetupError
from croupier.base.language import languages
from croupier.cli import main
from croupier.site import building, tables
from croupier.site.building import MARK, archive, build
from croupier.site.core import DIGESTS, VERSION, core
from croupier.site.openings import SEEDS
from croupier.table import catalogue

CORE = {name: f"this is {name}".encode() for name in DIGESTS if name != "pyodide-lock.json"} | {
    "pyodide-lock.json": b'{"info": {"python": "3.14.2"}, "packages": {"numpy": {"file_name": "https://elsewhere"}}}'
}
TELL = {name: sha256(data).hexdigest() for name, data in CORE.items()}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("host") / "site", CORE, ["trio"]).folder


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine is not packed anew for each site, and no game is opened."""
    monkeypatch.setattr(building, "archive", lambda games: b"an archive")
    monkeypatch.setattr(building, "opening", lambda game: {"of": game})
    monkeypatch.setattr(building, "snapshot", lambda core, engine: None)


def all_of(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# ---------------------------------------------------------------- what is in it


@pytest.mark.costly
def test_what_is_fetched_once_is_all_of_it(site: Path) -> None:
    """The service worker has the size and the digest of every file but itself and those that nothing loads."""
    first = (site / "offline.js").read_text("utf-8").splitlines()[0]
    found = re.fullmatch(r"const SITE=(.*);", first)
    assert found is not None
    told = {name: (size, digest) for name, size, digest in json.loads(found[1])["files"]}
    files = {name: (len(data), sha256(data).hexdigest()) for name, data in all_of(site).items()}
    assert files.keys() - told.keys() == {"offline.js", "licences.txt", MARK}
    assert told == {name: files[name] for name in told}


def test_openings_are_stored_by_game(site: Path) -> None:
    stored = json.loads(gzip.decompress((site / "openings" / "trio.bin").read_bytes()))
    assert [*stored["deals"]] == [*SEEDS]
    assert all(deal.keys() == {*languages()} for deal in stored["deals"].values())


def test_what_the_pages_name_is_there(site: Path) -> None:
    there = all_of(site)
    page = there["index.html"].decode()
    assert set(re.findall(r'(?:src|href)="([^"]+)"', page)) <= there.keys()
    scripts = (
        there["site.js"].decode()
        + there["common.js"].decode()
        + there["editing.js"].decode()
        + there["worker.js"].decode()
    )
    for name in ("shelf.json", "offline.js", "worker.js", "engine.bin", "pyodide-lock.json"):
        assert name in scripts
        assert name in there or f"pyodide/{name}" in there


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    """The pages name no address, their policy allows none, and Pyodide knows no package that it could fetch."""
    there = all_of(site)
    for name in (
        "index.html",
        "site.js",
        "common.js",
        "editing.js",
        "worker.js",
        "offline.js",
        "lobby.css",
        "page.css",
        "studio.css",
    ):
        addresses = set(re.findall(r"https?://[\w./-]+", there[name].decode()))
        assert {each for each in addresses if not each.startswith("http://www.w3.org/")} == set(), name
    assert "default-src 'none'" in there["index.html"].decode()
    assert json.loads(there["pyodide/pyodide-lock.json"]) == {"info": {"python": "3.14.2"}, "packages": {}}


def test_there_is_every_game_in_every_language(site: Path) -> None:
    shelf = json.loads((site / "shelf.json").read_text("utf-8"))
    assert set(shelf["spoken"]) == set(shelf["languages"]) == set(languages())
    for spoken in shelf["spoken"].values():
        assert {game["name"] for game in spoken["games"]} == set(catalogue.games())
        assert all(game["title"] and game["line"] and game["players"] for game in spoken["games"])
    assert shelf["spoken"]["en"]["labels"]["play"] != shelf["spoken"]["fr"]["labels"]["play"]


def test_the_page_says_nothing_that_is_not_translated(site: Path) -> None:
    """Each label that its sources name is there."""
    source = Path(building.__file__).parents[1] / "web" / "page" / "src"
    files = ("site.tsx", "home.tsx", "choosing.tsx")
    named = {name for file in files for name in re.findall(r"labels\.(\w+)", (source / file).read_text())}
    labels = json.loads((site / "shelf.json").read_text("utf-8"))["spoken"]["en"]["labels"]
    kinds = {name for name in labels if name.startswith("kind_")}
    assert named == set(labels) - kinds
    assert kinds >= {f"kind_{name}" for name in tables.PLAYERS}


def test_the_licences_of_what_is_in_it_go_with_it(site: Path) -> None:
    text = (site / "licences.txt").read_text("utf-8")
    for name in ("croupier", "preact", "codemirror", "lark", "PyYAML", "jsonschema", f"Pyodide {VERSION}"):
        assert re.search(rf"^{name}\n=+\n\S", text, re.MULTILINE), name


@pytest.mark.costly
def test_the_engine_is_packed_alike_each_time(site: Path) -> None:
    assert archive(["trio"]) == gzip.decompress((site / "engine.bin").read_bytes())


ALONE = """
import sys
sys.path[:] = [each for each in sys.path if "-packages" not in each and each not in {others}]
sys.path.insert(0, {engine})
import json, os
from pathlib import Path
from croupier.site import Desk
desk = Desk(Path(os.environ["CROUPIER_GAMES"]).parent)
desk.begin(1, "home", "")
wish = dict(type="lay", game="trio", players=3, preset="", options=dict(), who=[], seed="")
(file,) = [json.loads(text)["file"] for _, text, _ in desk.hear(1, json.dumps(wish))]
assert desk.begin(2, "table", file) == []
desk.hear(2, json.dumps(dict(type="hello", version=1, token="here", language="en")))
desk.begin(3, "studio", "trio")
desk.hear(3, json.dumps(dict(type="hello", version=1, token="", language="en")))
text = next(Path({engine}).rglob("trio.yaml")).read_text("utf-8").replace("players:", "playerz:")
desk.hear(3, json.dumps(dict(type="retype", file="trio.yaml", version=1, text=text)))
while desk.due:
    for line, said, _ in desk.advance():
        if '"checked"' in said:
            print(said)
print(sys.modules["rpds"].__file__)
"""


@pytest.mark.slow
def test_the_engine_needs_nothing_that_is_not_packed(site: Path, tmp_path: Path) -> None:
    """It is unpacked, and plays and reads rules where nothing else is installed. What stands in for a package that is
    written in Rust is enough to say what is wrong."""
    engine = tmp_path / "engine"
    zipfile.ZipFile(io.BytesIO(gzip.decompress((site / "engine.bin").read_bytes()))).extractall(engine)
    if sys.version_info < (3, 13):  # where `referencing` needs it; the Python of a page is newer
        shutil.copy(typing_extensions.__file__, engine)
    others = [str(Path(package.__path__[0]).parent) for package in (croupier, croupier_dsl)]
    program = ALONE.format(engine=repr(str(engine)), others=repr(others))
    env = {"CROUPIER_GAMES": str(tmp_path / "games"), "CROUPIER_CACHE": "", "HOME": str(tmp_path), "PATH": ""}
    ran = subprocess.run(
        [sys.executable, "-I", "-B", "-c", program], capture_output=True, encoding="utf-8", env=env, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert "unknown key `playerz`" in ran.stdout
    assert str(engine / "rpds.py") in ran.stdout


WRONG = """
import sys
from importlib import import_module
if {stands_in}:
    sys.modules["rpds"] = import_module("croupier.site.stand_in.rpds")
from jsonschema import Draft7Validator
from croupier_dsl.structure import schema
for rules in (dict(), dict(croupier="1", game="x", playerz="2"), dict(croupier="1", game="x", players=[], zones="no")):
    for error in sorted(Draft7Validator(schema()).iter_errors(rules), key=str):
        print(error.message, [*error.absolute_path], error.validator)
"""


@pytest.mark.costly
def test_what_stands_in_says_the_same() -> None:
    """Of rules that are wrong in several ways, by a schema with references."""
    said = [
        subprocess.run(
            [sys.executable, "-c", WRONG.format(stands_in=stands_in)], capture_output=True, check=True
        ).stdout
        for stands_in in (False, True)
    ]
    assert said[0] == said[1]
    assert said[0].count(b"\n") > 3


# ---------------------------------------------------------------- where it goes


@pytest.mark.costly
@pytest.mark.usefixtures("quick")
def test_a_site_is_made_anew_in_its_place(tmp_path: Path) -> None:
    """What the one before had and this one has not is gone, and nothing lies beside it."""
    folder = tmp_path / "site"
    build(folder, CORE | {"of-the-version-before.js": b""})
    assert (folder / "pyodide" / "of-the-version-before.js").exists()
    build(folder, CORE)
    assert not (folder / "pyodide" / "of-the-version-before.js").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("made", [False, True])
def test_a_folder_with_anything_else_is_left_alone(made: bool, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    if made:
        build(folder, CORE)
    else:
        folder.mkdir()
    (folder / "thesis.txt").write_text("years of work")
    before = all_of(folder)
    with pytest.raises(SetupError, match=r"thesis\.txt"):
        build(folder, CORE)
    assert all_of(folder) == before
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.costly
@pytest.mark.usefixtures("quick")
def test_what_goes_wrong_in_between_leaves_the_site_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "site"
    build(folder, CORE)
    before = all_of(folder)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "rename", full)
    with pytest.raises(SetupError, match="No space left"):
        build(folder, CORE | {"more.js": b""})
    monkeypatch.undo()
    assert all_of(folder) == before
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


# ---------------------------------------------------------------- Pyodide's core


def laid_out(folder: Path, files: dict[str, bytes]) -> Path:
    folder.mkdir(parents=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


def packed(path: Path, files: dict[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as package:
        for name, data in files.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(data)
            package.addfile(member, io.BytesIO(data))
    return path


@pytest.mark.parametrize("give", [laid_out, packed, lambda path, files: laid_out(path / "package", files).parent])
def test_the_core_is_taken_from_what_is_given(give: Callable[[Path, dict[str, bytes]], Path], tmp_path: Path) -> None:
    assert core(give(tmp_path / "given", CORE | {"README.md": b"and more"}), TELL) == CORE


@pytest.mark.parametrize("give", [laid_out, packed])
def test_another_core_is_refused(give: Callable[[Path, dict[str, bytes]], Path], tmp_path: Path) -> None:
    """By name of the file, with what helps."""
    other = CORE | {"pyodide.asm.wasm": b"of another version"}
    with pytest.raises(
        SetupError,
        match=rf"pyodide\.asm\.wasm .* is not from Pyodide {VERSION}; run `npm pack pyodide@\S+` on a machine with npm",
    ):
        core(give(tmp_path / "other", other), TELL)
    less = {name: data for name, data in CORE.items() if name != "python_stdlib.zip"}
    with pytest.raises(SetupError, match=r"has no python_stdlib\.zip.*--pyodide"):
        core(give(tmp_path / "less", less), TELL)


def test_a_file_that_is_no_package_is_refused(tmp_path: Path) -> None:
    (tmp_path / "some.tgz").write_text("not a package")
    with pytest.raises(SetupError, match="is not an npm package"):
        core(tmp_path / "some.tgz", TELL)


# ---------------------------------------------------------------- the command


def told(*words: str) -> tuple[int, str]:
    from click.testing import CliRunner

    ran = CliRunner().invoke(main, ["studio", *words])
    return ran.exit_code, ran.output


def test_without_npm_it_is_said_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    code, said = told("--build", str(tmp_path / "site"))
    assert code == 2
    assert re.search(
        rf"run `npm pack pyodide@{VERSION}` on a machine with npm, and name the file with --pyodide FILE",
        " ".join(said.split()),
    )
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize("words", [["rami", "--build", "site"], ["--pyodide", "some.tgz"]])
def test_words_that_do_not_go_together_are_refused(words: list[str]) -> None:
    code, said = told(*words)
    assert code == 2
    assert "--build" in said
