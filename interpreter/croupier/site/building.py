"""Build the folder of a site: pages, engine and Pyodide, for any static host."""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

import croupier
import croupier_dsl
from croupier.base.faults import SetupError
from croupier.base.language import languages, speaking, tr
from croupier.site.core import PATIENCE, VERSION
from croupier.site.openings import opening
from croupier.table import catalogue
from croupier.table.cache import Elsewhere, language
from croupier.web import offered, welcome
from croupier.web.labels import kinds

PACKAGES = {
    "lark": "lark",
    "yaml": "PyYAML",
    "jsonschema": "jsonschema",
    "jsonschema_specifications": "jsonschema-specifications",
    "referencing": "referencing",
    "attr": "attrs",
    "attrs": "attrs",
}
"""The packages required besides croupier itself, with their distributions."""
STAND_IN = {"rpds": "croupier/site/stand_in/rpds.py"}
"""Modules that are not written in Python, and their replacements."""
NEEDLESS = ("croupier/cli", "croupier/editor", "croupier/web/bundle", "croupier/web/page", "croupier/web/server.py",
            "croupier/site/stand_in", "lark/tools", "lark/__pyinstaller", "jsonschema/tests", "jsonschema/benchmarks",
            "referencing/tests", "jsonschema_specifications/tests")  # fmt: skip
"""Folders and files that are never imported in a page."""
KINDS = {".so", ".pyd", ".pyc", ".pyi", ".pyx", ".po", ".pot", ".c", ".h"}
"""The suffixes of files that are of no use there."""
RULESETS = "croupier/rulesets"
PAGE, WITHIN, WRITTEN = Path("/engine"), "/kept", 10**18
"""The folder of the engine in a page, the current folder there, the time of the engine's files: as in `boot.ts`."""
DATE = (2000, 1, 1, 0, 0, 0)


def archive(games: Iterable[str]) -> bytes:
    """Return the same bytes whenever the same is installed: a zip archive whose files are not compressed one by one.

    It has the checked rules of these games, so that a page need not read their texts.
    """
    into = io.BytesIO()
    found = {name: path.read_bytes() for name, path in (*_own(), *_needed())}
    sizes = {PAGE / name: len(data) for name, data in found.items() if name.startswith(f"{croupier_dsl.__name__}/")}
    code = language((path, WRITTEN, size) for path, size in sizes.items())
    there = Elsewhere(lambda path: PAGE / RULESETS / path.relative_to(catalogue.directory()), code, WITHIN)
    found |= {f"rules/{name}": text.encode() for name, text in (catalogue.checked(game, there) for game in games)}
    with zipfile.ZipFile(into, "w", zipfile.ZIP_STORED) as packed:
        for name, data in sorted(found.items()):
            packed.writestr(zipfile.ZipInfo(name, DATE), data)
    return into.getvalue()


def licences() -> dict[str, str]:
    """Return the licence texts by distribution. Raise SetupError if one is missing."""
    found: dict[str, str] = {}
    for name in sorted({*PACKAGES.values()}):
        try:
            files = distribution(name).files or []
        except PackageNotFoundError:
            raise _absent(name) from None
        texts = [Path(str(file.locate())) for file in files if _is_licence(PurePosixPath(file))]
        found[name] = "\n\n".join(path.read_text("utf-8", "replace") for path in sorted(texts) if path.is_file())
    return found


def _is_licence(file: PurePosixPath) -> bool:
    return ".dist-info" in str(file) and file.name.upper().startswith(("LICENSE", "LICENCE", "COPYING", "NOTICE"))


def _own() -> Iterator[tuple[str, Path]]:
    for package in (croupier, croupier_dsl):
        yield from _below(package.__name__, Path(package.__path__[0]))
    yield from _below(RULESETS, catalogue.directory())


def _needed() -> Iterator[tuple[str, Path]]:
    for name, of in PACKAGES.items():
        spec = find_spec(name)
        if spec is None or not spec.submodule_search_locations:
            raise _absent(of)
        yield from _below(name, Path(spec.submodule_search_locations[0]))
    for name, place in STAND_IN.items():
        yield f"{name}.py", Path(croupier.__path__[0]).parent / place


def _below(name: str, folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files below a folder that are of use, each by its name in the archive."""
    for path in folder.rglob("*"):
        within = f"{name}/{path.relative_to(folder).as_posix()}"
        if "__pycache__" in path.parts or "node_modules" in path.parts or path.suffix in KINDS or not path.is_file():
            continue
        if not any(within == each or within.startswith(f"{each}/") for each in NEEDLESS):
            yield within, path


def _absent(name: str) -> SetupError:
    return SetupError(tr("{name} is not installed here, and a site needs it: pip install {name}", name=name))


def snapshot(core: Mapping[str, bytes], engine: bytes) -> bytes | None:
    """Return the memory of Python with the engine imported; None if Node is missing or cannot make it.

    `core`: the files of Pyodide's core by name; `engine`: the archive of the engine.
    """
    node = shutil.which("node")
    if node is None:
        return None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "pyodide").mkdir()
        for file, data in core.items():
            (folder / "pyodide" / file).write_bytes(data)
        (folder / "engine.zip").write_bytes(engine)
        maker = folder / "snapshot.mjs"
        maker.write_bytes(files("croupier.web").joinpath("bundle", "snapshot.js").read_bytes())
        try:
            subprocess.run(
                [node, str(maker), str(folder)], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                timeout=PATIENCE, check=True,
            )  # fmt: skip
            return (folder / "snapshot.bin").read_bytes()
        except (OSError, subprocess.SubprocessError):
            return None


def labels() -> dict[str, str]:
    """Return the texts in the current language, by the names that the page knows them by."""
    return kinds() | {
        "broken": tr("The engine has stopped; reload the page."),
        "change": tr("Change the rules"),
        "download": tr("Download"),
        "drop": tr("Delete"),
        "elsewhere": tr("This page is now open in another tab. Nothing is lost."),
        "fetching": tr("Downloading the engine (first time only) …"),
        "find": tr("Find a game"),
        "games": tr("Games"),
        "here": tr("Continue here"),
        "language": tr("Language"),
        "left": tr("Continue with"),
        "moves": tr("moves"),
        "offline": tr("This page works without the network now."),
        "options": tr("Options"),
        "others": tr("Other players"),
        "over": tr("it is over"),
        "own": tr("Your rules"),
        "play": tr("Play"),
        "players": tr("players"),
        "preset": tr("Preset"),
        "starting": tr("The engine starts …"),
        "studio": tr("Studio"),
        "unkept": tr("This browser saves nothing; download the files that you want to keep."),
        "unsaved": tr("not saved yet"),
    }


MARK = "site.json"
"""The file that says what a site was made of; a folder with files that it does not name is left alone."""
PAGES = {
    "index.html": "site.html", "site.js": "site.js", "common.js": "common.js", "editing.js": "editing.js",
    "page.css": "page.css", "studio.css": "studio.css", "lobby.css": "lobby.css", "icon.svg": "icon.svg",
}  # fmt: skip
"""The files of the page, and what they are called in the bundle."""
NO_PACKAGES = "pyodide-lock.json"
"""Names packages that Pyodide would fetch from elsewhere; in a site it names none."""
MEMORY = "memory.bin"
"""The engine's memory once it is imported; a site that was made without Node has none, and starts more slowly."""


@dataclass(frozen=True, slots=True)
class Built:
    """A site: its folder, the number of its files, their total size in bytes; has it a snapshot of the engine?"""

    folder: Path
    files: int
    size: int
    fast: bool


def build(folder: Path, core: Mapping[str, bytes], opened: Iterable[str] | None = None) -> Built:
    """Make the site in a folder, whole or not at all; one that this has made before is replaced.

    `core`: the files of Pyodide's core by name. `opened`: the games that begin at once, by default all.
    SetupError if the folder holds anything else, or cannot be written.
    """
    folder = folder.resolve()
    _may_be_made(folder)
    made = _files(core, catalogue.names() if opened is None else [*opened])
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
        try:
            for name, data in made.items():
                (draft / name).parent.mkdir(parents=True, exist_ok=True)
                (draft / name).write_bytes(data)
            draft.chmod(0o755)
            _put(draft, folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    except OSError as error:
        raise SetupError(
            tr("{path} cannot be written: {reason}", path=folder, reason=error.strerror or error)
        ) from error
    return Built(folder, len(made), sum(map(len, made.values())), MEMORY in made)


def _may_be_made(folder: Path) -> None:
    """Raise SetupError if the folder has other files than an earlier build."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise SetupError(tr("{path} is not a folder", path=folder))
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
    others = sorted(there - _made_before(folder))
    if others:
        raise SetupError(
            tr(
                "{path} contains other files than a site, such as {file}; name another folder",
                path=folder,
                file=others[0],
            )
        )


def _made_before(folder: Path) -> set[str]:
    try:
        said = json.loads((folder / MARK).read_text("utf-8"))
        return {MARK, *map(str, said["files"])} if said["made_by"] == "croupier studio --build" else set()
    except (OSError, ValueError, KeyError, TypeError):
        return set()


def _put(draft: Path, folder: Path) -> None:
    """Replace the folder by the draft."""
    if not folder.exists():
        draft.rename(folder)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    os.replace(folder, old)
    try:
        draft.rename(folder)
    except OSError:
        os.replace(old, folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _files(core: Mapping[str, bytes], opened: Sequence[str]) -> dict[str, bytes]:
    """Return the files of the site by name."""
    bundle = files("croupier.web").joinpath("bundle")
    made = {name: bundle.joinpath(source).read_bytes() for name, source in PAGES.items()}
    made |= {f"pyodide/{name}": _without_packages(data) if name == NO_PACKAGES else data for name, data in core.items()}
    engine = archive(opened)
    made["engine.bin"] = gzip.compress(engine, mtime=0)
    memory = snapshot(core, engine)
    if memory is not None:
        made[MEMORY] = gzip.compress(memory, mtime=0)
    made["shelf.json"] = _json(shelf())
    made |= {f"openings/{game}.bin": gzip.compress(_json(opening(game)), mtime=0) for game in opened}
    told = {"ENGINE": sha256(engine + VERSION.encode()).hexdigest()[:32], "SNAPSHOT": MEMORY if MEMORY in made else ""}
    consts = "".join(f"const {name}={json.dumps(value)};\n" for name, value in told.items())
    made["worker.js"] = consts.encode() + bundle.joinpath("worker.js").read_bytes()
    table = [[name, len(data), sha256(data).hexdigest()] for name, data in sorted(made.items())]
    site = {"version": sha256(_json(table)).hexdigest()[:32], "files": table}
    made["offline.js"] = f"const SITE={json.dumps(site)};\n".encode() + bundle.joinpath("offline.js").read_bytes()
    made["licences.txt"] = _licences().encode()
    made[MARK] = _json({"made_by": "croupier studio --build", "pyodide": VERSION, "files": [*made]})
    return made


def _without_packages(lock: bytes) -> bytes:
    return _json({**json.loads(lock), "packages": {}})


def shelf() -> dict[str, object]:
    """Return the list of games, in each language, with the words of the page."""
    found: dict[str, object] = {}
    for each in languages():
        with speaking(each):
            found[each] = {"labels": labels(), "games": offered(), "welcome": welcome(each, again=True)}
    return {"languages": languages(), "spoken": found}


def _licences() -> str:
    """Return the licences of all parts of the site, as one text."""
    bundle = files("croupier.web").joinpath("bundle")
    own = [path for path in bundle.iterdir() if path.name.endswith("-license.txt")]
    texts = {path.name.removesuffix("-license.txt"): path.read_text("utf-8") for path in own}
    texts |= licences()
    texts["croupier"] = "Apache-2.0, https://www.apache.org/licenses/LICENSE-2.0"
    texts[f"Pyodide {VERSION}"] = (
        "MPL-2.0, https://www.mozilla.org/MPL/2.0/; its source: https://github.com/pyodide/pyodide.\n"
        "With CPython (PSF-2.0, https://docs.python.org/3/license.html)."
    )
    return "\n\n".join(f"{name}\n{'=' * len(name)}\n{text.strip()}" for name, text in sorted(texts.items())) + "\n"


def _json(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
