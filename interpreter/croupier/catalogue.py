"""Where rulesets are found: the bundled ones by name, others by path."""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path

from croupier.faults import SetupError
from croupier.language import tr
from croupier_dsl import compile_file, ir
from croupier_dsl.compiler import written_file
from croupier_dsl.parts import Part


def directory() -> Path:
    """The folder of the bundled rulesets: within the installed package, or at the top of a checkout."""
    here = Path(__file__).resolve().parent
    checkout = here.parents[1] / "rulesets"
    return checkout if checkout.is_dir() and (here.parents[1] / "pyproject.toml").is_file() else here / "rulesets"


def names() -> list[str]:
    """The bundled rulesets, by name."""
    return sorted(path.stem for path in directory().glob("*.yaml") if "." not in path.stem)


def locate(name_or_path: str | Path) -> Path:
    """The file of a ruleset: a bundled name, else a path. SetupError if there is none."""
    text = str(name_or_path)
    if isinstance(name_or_path, str) and text in names():
        return directory() / f"{text}.yaml"
    path = Path(text)
    if path.is_file():
        return path
    near = get_close_matches(text, names(), 1)
    bundled = tr("the bundled games are {games}", games=", ".join(names()))
    hint = tr("did you mean {near}?", near=near[0]) if near else bundled
    raise SetupError(tr("there is no ruleset {name}, neither bundled nor as a file; {hint}", name=text, hint=hint))


def find(name_or_path: str | Path) -> ir.Rules:
    """The checked rules of a ruleset; CompileError if it is invalid. What has not changed is not read again."""
    path = locate(name_or_path)
    beside = sorted(path.parent.glob(f"{path.stem}.*yaml"))
    return _compiled(path, tuple((file.name, file.stat().st_mtime_ns) for file in beside))


def written(name_or_path: str | Path) -> tuple[ir.Rules, Part]:
    """The checked rules of a ruleset and the tree of parts it was written in; CompileError if it is invalid."""
    return written_file(locate(name_or_path))


@lru_cache(maxsize=32)
def _compiled(path: Path, _stamps: tuple[tuple[str, int], ...]) -> ir.Rules:
    return compile_file(path)
