"""The places of rulesets: the bundled ones by name, others by path.

What compiles is imported where something has to be compiled: rules that are kept start without it.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from os import listdir
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.base.faults import SetupError
from croupier.base.language import tr
from croupier.table.cache import Elsewhere, Keeping, Made, carried, kept_or_made, kept_quiet
from croupier_dsl import nearest, rulesets_below, rulesets_in

if TYPE_CHECKING:
    from croupier_dsl import Diagnostic, Part, ir


MOST_OF_A_RULESET = 1024 * 1024
"""The maximum length of a ruleset file, in characters."""
_PACKAGE = Path(__file__).resolve().parents[1]
_IS_VARIANT = re.compile(r"^variant:", re.MULTILINE)
_IS_LIBRARY = re.compile(r"^library:", re.MULTILINE)


def directory() -> Path:
    """Return the folder of the bundled rulesets: within the installed package, or at the top of a checkout."""
    return (checkout() or _PACKAGE) / "rulesets"


def checkout() -> Path | None:
    """Return the top of the checkout that this package runs from; None if it is installed."""
    top = _PACKAGE.parents[1]
    return top if (top / "rulesets").is_dir() and (top / "pyproject.toml").is_file() else None


def guide(name: str) -> Path:
    """Return the file or folder of a guide to the language: among the docs of a checkout, else in the package."""
    root = checkout()
    if root is None:
        return _PACKAGE / "guides" / name
    return root / "docs" / ("how-to" if name.startswith("phrasebook") else "reference") / name


def names() -> list[str]:
    """Return the names of the bundled rulesets in any subfolder, without libraries of named rules."""
    return sorted(name for name, path in rulesets_below(directory()).items() if not is_library(path))


def bundled(name: str) -> Path | None:
    """Return the file of a bundled ruleset or library, by name; None if there is none."""
    return rulesets_below(directory()).get(name)


def libraries() -> dict[str, Path]:
    """Return the bundled libraries of named rules, by name."""
    return {name: path for name, path in sorted(rulesets_below(directory()).items()) if is_library(path)}


def is_library(path: Path) -> bool:
    """Return whether this is the file of a library, by the text at its top."""
    return _IS_LIBRARY.search(_text(path)) is not None


def games() -> list[str]:
    """Return the bundled rulesets that are games of their own, not variants of one."""
    others = {variant.name for variant in variants()}
    return [name for name in names() if name not in others]


def variants() -> list[Variant]:
    """Return the bundled variants, by name. They are not compiled."""
    found = map(_variant, rulesets_below(directory()).values())
    return sorted((variant for variant in found if variant is not None), key=lambda variant: variant.name)


def locate(name_or_path: str | Path) -> Path:
    """Return the file of a ruleset: a bundled name, else a path. Raise SetupError if there is none."""
    return _locate(name_or_path, None)


def locate_variant(name_or_path: str | Path, of: Path) -> Path:
    """Return the file of a variant: a bundled name, the name of a file next to its ruleset, or a path."""
    return _locate(name_or_path, of.parent)


def _locate(name_or_path: str | Path, folder: Path | None) -> Path:
    text = str(name_or_path)
    if isinstance(name_or_path, str) and (known := bundled(text)):
        return known
    beside = folder / f"{text}.yaml" if folder is not None and Path(text).name == text else None
    for path in (beside, Path(text)):
        if path is not None and path.is_file():
            return path
    near = f"{text}.yaml" if Path(f"{text}.yaml").is_file() else nearest(text, names())
    hint = tr("did you mean {near}?", near=near) if near else tr("`croupier list` shows the bundled games")
    raise SetupError(tr("ruleset {name} not found: it is neither bundled nor a file; {hint}", name=text, hint=hint))


def find(name_or_path: str | Path, variants: Sequence[str | Path] = ()) -> ir.Rules:
    """Return the checked rules of a ruleset, with variants of it put on top in this order.

    Raise CompileError if a part of it is invalid. Unchanged files are not read again.
    """
    path = locate(name_or_path)
    stack = tuple(locate_variant(variant, path) for variant in variants)
    return _CACHE.rules(path, stack)


def checked(name: str, to: Elsewhere) -> tuple[str, str]:
    """Return the checked rules of a bundled game as another machine keeps them: the name of their file, its text."""
    path = locate(name)
    return carried(path, _depends, partial(_compiled, path, ()), to)


def playable(name_or_path: str | Path, variants: Sequence[str | Path] = ()) -> Playable:
    """Return the rules for play, and the invalid files next to the ruleset that are left out.

    Raise CompileError if another part is invalid.
    """
    from croupier_dsl import CompileError

    path = locate(name_or_path)
    stack = tuple(locate_variant(variant, path) for variant in variants)
    try:
        return _CACHE.rules(path, stack), ()
    except CompileError:
        return _CACHE.playable(path, stack)


def written(name_or_path: str | Path, variants: Sequence[str | Path] = ()) -> tuple[ir.Rules, Part]:
    """Return the rules as `find` gives them, and the tree of parts that they were written in."""
    path = locate(name_or_path)
    stack = tuple(locate_variant(variant, path) for variant in variants)
    from croupier_dsl import written_file

    return written_file(path, bundled=directory(), variants=stack)


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant as its file says it is: `of`, what it is a variant of, by name."""

    name: str
    path: Path
    of: tuple[str, ...]
    title: ir.Texts


def variants_of(path: Path) -> list[Variant]:
    """Return the variants of a ruleset and the variants of these: bundled ones and files next to it.

    They are not compiled.
    """
    files = sorted({*rulesets_in(path.parent.resolve()), *rulesets_below(directory().resolve()).values()})
    known = [variant for variant in map(_variant, files) if variant is not None and variant.path != path]
    found: dict[str, Variant] = {}
    above = [path.stem]
    while above:
        new = [one for one in known if one.name not in found and set(one.of) & {*above}]
        found |= {one.name: one for one in new}
        above = [one.name for one in new]
    return [*found.values()]


def _variant(path: Path) -> Variant | None:
    """Return the declarations at the top of a file, if it is a variant that can be read."""
    text = _text(path)
    return _said(path, text) if _IS_VARIANT.search(text) else None


def _text(path: Path) -> str:
    """Return the text of a file; empty if it cannot be read."""
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(MOST_OF_A_RULESET)
    except (OSError, UnicodeDecodeError):
        return ""


@lru_cache(128)
def _said(path: Path, text: str) -> Variant | None:
    """Return the declarations at the top of a variant's text, read once."""
    from croupier_dsl import Diagnostics, SourceFile
    from croupier_dsl.reader import Mapping, Scalar, read
    from croupier_dsl.reader import Sequence as Items

    document = read(SourceFile(str(path), text, path), Diagnostics())
    if document is None or not isinstance(document.root, Mapping):
        return None
    of, title = document.root.get("of"), document.root.get("title")
    names = of.items if isinstance(of, Items) else (of,)
    words: ir.Texts = ()
    if isinstance(title, Scalar):
        words = (("en", title.text),)
    elif isinstance(title, Mapping):
        words = tuple((entry.key.text, entry.value.text) for entry in title.entries if isinstance(entry.value, Scalar))
    return Variant(path.stem, path, tuple(name.text for name in names if isinstance(name, Scalar)), words)


def check(path: Path, stack: Sequence[Path] = (), looked: list[Path] | None = None) -> list[Diagnostic]:
    """Return all errors and warnings for a ruleset and its stacked variants; if unchanged since it was last clean, it
    is not read again.

    `looked`: receives every file that was opened or looked for.
    """
    files = kept_quiet(path, tuple(stack), _depends)
    found: list[Diagnostic] = []
    if files is None:
        from croupier_dsl import check_file

        keeping, files = Keeping(path, tuple(stack)), []
        rules, found = check_file(path, bundled=directory(), variants=stack, looked=files)
        if rules is not None:
            keeping.keep((rules, files, not found), _depends)
    if looked is not None:
        looked.extend(files)
    return found


def flatten(path: Path, stack: Sequence[Path] = ()) -> str:
    """Return a ruleset, with its stacked variants, as one self-contained text. Raise CompileError if it is invalid."""
    from croupier_dsl import flatten_file

    return flatten_file(path, bundled=directory(), variants=stack)


class _Cache:
    """Rules that were compiled, as long as no file that they came from has changed, none is gone and none has come."""

    MOST = 32

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[Path, tuple[Path, ...]], tuple[Stamps, list[Path], ir.Rules]] = OrderedDict()
        self.played: dict[tuple[Path, tuple[Path, ...]], tuple[Stamps, list[Path], Playable]] = {}

    def rules(self, path: Path, stack: tuple[Path, ...]) -> ir.Rules:
        key = (path, stack)
        if key in self.kept:
            stamps, looked, rules = self.kept[key]
            if stamps == _stamps(looked):
                self.kept.move_to_end(key)
                return rules
        before = _stamps([path, *stack])
        rules, looked, _ = kept_or_made(path, stack, _depends, partial(_compiled, path, stack))
        if before == _stamps([path, *stack]):  # unchanged while it was read
            self.kept[key] = (_stamps(looked), looked, rules)
            while len(self.kept) > self.MOST:
                self.kept.popitem(last=False)
        return rules

    def playable(self, path: Path, stack: tuple[Path, ...]) -> Playable:
        """Return rules without their invalid sidecar files; the last ones are kept."""
        from croupier_dsl import playable_file

        key = (path, stack)
        if key in self.played:
            stamps, looked, known = self.played[key]
            if stamps == _stamps(looked):
                return known
        looked = []
        before = _stamps([path, *stack])
        rules, left_out = playable_file(path, bundled=directory(), variants=stack, looked=looked)
        found = rules, tuple(left_out)
        if before == _stamps([path, *stack]):
            self.played = {key: (_stamps(looked), looked, found)}
        return found


Playable = tuple["ir.Rules", tuple[Path, ...]]
"""Rules, and the sidecar files that were left out."""
Stamps = tuple[tuple[str, int | None], ...]


def _stamps(looked: Iterable[Path]) -> Stamps:
    """Return the time of the last write of each file and each of its sidecar files; None for a file that does not
    exist.
    """
    return tuple((str(file), _written(file)) for file in sorted(_depends(looked)))


def _depends(looked: Iterable[Path]) -> set[Path]:
    """Return the files and their sidecar files."""
    files = set(looked)
    for path in looked:
        if "." not in path.stem:
            files |= set(beside(path))
    return files


def beside(path: Path) -> list[Path]:
    """Return a ruleset's sidecar files."""
    start = f"{path.stem}."
    try:
        names = listdir(path.parent)
    except OSError:
        return []
    return [path.with_name(name) for name in names if name.startswith(start) and name.endswith("yaml")]


def _compiled(path: Path, stack: tuple[Path, ...]) -> Made:
    from croupier_dsl import compile_file

    looked: list[Path] = []
    return compile_file(path, bundled=directory(), variants=stack, looked=looked), looked, False


def _written(file: Path) -> int | None:
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return None


_CACHE = _Cache()
