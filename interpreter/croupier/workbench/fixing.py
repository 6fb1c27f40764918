"""Fix typos in the files of a ruleset, if there is only one possible correction."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from croupier.base.files import rewrite
from croupier.table.catalogue import check, directory
from croupier_dsl import Diagnostic, Severity

ROUNDS = 20
"""The number of rounds of fixing: one typo may hide another."""
MOST_BESIDE = 500
"""The number of files in a folder above which nothing is fixed."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """One word in the place of another: in which file, line and column, and what was wrong there."""

    path: Path
    line: int
    column: int
    old: str
    new: str
    code: str


@dataclass(frozen=True, slots=True)
class _Slip:
    """A correction with its place in a text."""

    path: Path
    start: int
    end: int
    fixed: Fixed


def fix_typos(path: Path, stack: Sequence[Path] = ()) -> list[Fixed]:
    """Fix certain typos in a ruleset and its sidecar files. Each file is written once, as a whole or not at all.

    Certain is a slip of a letter in a name to which no other comes near, if the name is right in its place.
    """
    folder = path.resolve().parent
    names = [file.name for file in folder.glob("*.yaml")]
    if len(names) > MOST_BESIDE or not _own(path):
        return []
    done: list[Fixed] = []
    with TemporaryDirectory() as made:
        draft = Path(made)
        for name in names:
            shutil.copyfile(folder / name, draft / name)
        texts: dict[str, str] = {}
        inside = [draft / one.name if one.resolve().parent == folder else one for one in stack]
        for _ in range(ROUNDS):
            fixed = _round(draft, draft / path.name, inside, texts)
            if not fixed:
                break
            done += fixed
        for name, text in texts.items():
            rewrite(folder / name, text)
    return [Fixed(path.parent / one.path.name, one.line, one.column, one.old, one.new, one.code) for one in done]


def _own(path: Path) -> bool:
    """Return whether the file belongs to a user, and is not bundled."""
    return directory().resolve() not in path.resolve().parents


def _round(draft: Path, path: Path, stack: Sequence[Path], texts: dict[str, str]) -> list[Fixed]:
    """Fix the typos that are known now, if that removes each of their errors."""
    slips = list(_apart(_slips(draft, check(path, stack))))
    while slips:
        before = {slip.path: _read(slip.path) for slip in slips}
        for file, text in before.items():
            _write(file, _with(text, [slip for slip in slips if slip.path == file]))
        still = {slip.fixed for slip in _wrong(slips, check(path, stack))}
        if not still:
            texts.update({file.name: _read(file) for file in before})
            return [slip.fixed for slip in slips]
        for file, text in before.items():
            _write(file, text)
        slips = [slip for slip in slips if slip.fixed not in still]
    return []


def _slips(draft: Path, found: Sequence[Diagnostic]) -> Iterator[_Slip]:
    for one in found:
        fix = one.fix
        if fix is None or not fix.sure or one.severity is not Severity.ERROR:
            continue
        file, span = fix.span.source.path, fix.span
        if file is not None and file.parent == draft and _read(file)[span.start : span.end] == span.text:
            fixed = Fixed(file, span.line, span.column, span.text, fix.text, one.code)
            yield _Slip(file, span.start, span.end, fixed)


def _apart(slips: Iterator[_Slip]) -> Iterator[_Slip]:
    """Yield the first of several fixes at one place."""
    last: dict[Path, int] = {}
    for slip in sorted(slips, key=lambda slip: (str(slip.path), slip.start)):
        if slip.start >= last.get(slip.path, 0):
            last[slip.path] = slip.end
            yield slip


def _wrong(slips: Sequence[_Slip], found: Sequence[Diagnostic]) -> Iterator[_Slip]:
    """Yield the corrections whose place still has an error."""
    for slip in slips:
        before = [other for other in slips if other.path == slip.path and other.start < slip.start]
        start = slip.start + sum(len(other.fixed.new) - len(other.fixed.old) for other in before)
        end = start + len(slip.fixed.new)
        spans = (one.span for one in found if one.severity is Severity.ERROR and one.span is not None)
        if any(span.source.path == slip.path and span.start < end and start < span.end for span in spans):
            yield slip


def _with(text: str, slips: Sequence[_Slip]) -> str:
    for slip in sorted(slips, key=lambda slip: slip.start, reverse=True):
        text = text[: slip.start] + slip.fixed.new + text[slip.end :]
    return text


def _read(path: Path) -> str:
    return path.read_bytes().decode("utf-8-sig")


def _write(path: Path, text: str) -> None:
    path.write_bytes(text.encode("utf-8"))
