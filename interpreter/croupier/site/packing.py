"""Pack the engine for a page: one archive of this package and its dependencies, as installed here."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

import croupier
import croupier_dsl
from croupier.base.faults import SetupError
from croupier.base.language import tr
from croupier.table import catalogue
from croupier.table.cache import Elsewhere, language

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
