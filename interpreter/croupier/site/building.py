"""Build the folder of a site: pages, engine and Pyodide, for any static host."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from croupier.base.faults import SetupError
from croupier.base.language import languages, speaking, tr
from croupier.site.core import VERSION
from croupier.site.labels import labels
from croupier.site.openings import opening
from croupier.site.packing import archive, licences
from croupier.site.snapshot import snapshot
from croupier.table import catalogue
from croupier.web import offered, welcome

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
    made |= {f"openings/{game}.bin": _packed(opening(game)) for game in opened}
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
    for language in languages():
        with speaking(language):
            found[language] = {"labels": labels(), "games": offered(), "welcome": welcome(language, again=True)}
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


def _packed(data: object) -> bytes:
    return gzip.compress(_json(data), mtime=0)


def _json(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
