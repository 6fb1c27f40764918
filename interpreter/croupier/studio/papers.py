"""The open texts, as they are typed, with editor services and saving."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TypeAlias

from croupier.base.language import tr
from croupier.studio.folder import Folder, Refused, checked, of_ruleset
from croupier.studio.messages import Ask, Edit, Retype
from croupier_dsl import Diagnostic, Span
from croupier_dsl.services import (
    CannotRename,
    Completion,
    Desk,
    HoverText,
    Sight,
    Symbol,
    completions,
    definition,
    examples,
    formatting,
    hover,
    outline,
    quick_fixes,
    rename,
)

Json: TypeAlias = dict[str, object]


class OutOfStep(Exception):
    """Raised for a change to a text of another version."""


@dataclass(slots=True)
class Paper:
    """An open text: the number of its changes, and the saved text; None if the file does not exist."""

    text: str
    saved: str | None
    version: int = 0

    @property
    def base(self) -> str:
        """Return a digest of the saved text; empty if the file does not exist."""
        return "" if self.saved is None else blake2b(self.saved.encode(), digest_size=8).hexdigest()


class Papers:
    """The open texts of one ruleset: its file and its sidecar files.

    Places are counted as in pages, in UTF-16 units.
    """

    def __init__(self, folder: Folder, bundled: Path, main: str, texts: Mapping[str, tuple[str, str | None]]) -> None:
        """Open the files. `texts`: by file, the open text and the saved one."""
        self.folder = folder
        self.main = main
        self.desk = Desk(bundled)
        self.desk.files.within = folder.path
        self.open: dict[str, Paper] = {}
        for name, (text, saved) in texts.items():
            self._lay(name, Paper(text, saved))
        for name in folder.names():
            if name not in self.open and not self.path(name).is_file():  # the folder is on no disk
                self.desk.put(self.path(name), folder.read(name) or "")

    def _lay(self, name: str, paper: Paper) -> None:
        self.open[name] = paper
        self.desk.put(self.path(name), paper.text)

    def path(self, name: str) -> Path:
        return self.folder.path / name

    def add(self, name: str) -> None:
        """Open another file of the folder, or a new one, which is empty. Refused if it cannot be."""
        if checked(name) not in self.open:
            saved = self.folder.read(name)
            self._lay(name, Paper(saved or "", saved))

    def told(self) -> list[Json]:
        """Return the files, each with its text; the ruleset's own first."""
        order = of_ruleset(self.main, self.open)
        names = [*order, *sorted(self.open.keys() - {*order})]
        return [self.one(name) for name in names]

    def one(self, name: str) -> Json:
        paper = self.open[name]
        saved = paper.text == paper.saved
        return {"name": name, "version": paper.version, "text": paper.text, "saved": saved, "base": paper.base}

    # ------------------------------------------------------------ changes
    def edit(self, edit: Edit | Retype) -> None:
        """Make a change; OutOfStep if it is one of another text."""
        paper = self.open.get(edit.file)
        if paper is None:
            raise OutOfStep
        if isinstance(edit, Retype):
            text, paper.version = edit.text, edit.version
        elif edit.version != paper.version:
            raise OutOfStep
        else:
            text = _changed(paper.text, edit.changes)
            paper.version += 1
        paper.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.desk.put(self.path(edit.file), paper.text)

    def reread(self, name: str) -> None:
        """Take a file as the folder has it. Refused if it has none."""
        text = self.folder.read(name) if name in self.open else None
        if text is None:
            raise Refused(tr("the folder has no file {name}", name=name))
        paper = self.open[name]
        self._lay(name, Paper(text, text, paper.version + 1))

    def save(self, anyway: Sequence[str]) -> tuple[list[str], list[str], str]:
        """Save changed texts: return the saved files, those that another program has changed, and an error if any.

        If another program has changed one, nothing is saved, unless it is in `anyway`. Files that were saved before
        an error remain saved.
        """
        wanted = {name: paper for name, paper in self.open.items() if paper.text != paper.saved}
        if not anyway:
            wanted = {name: paper for name, paper in wanted.items() if paper.text or paper.saved is not None}
        clash = [name for name, paper in wanted.items() if self.folder.read(name) != paper.saved]
        left = [name for name in clash if name not in anyway]
        if left:
            return [], left, ""
        saved: list[str] = []
        for name, paper in wanted.items():
            try:
                self.folder.write({name: paper.text})
            except Refused as error:
                return saved, [], str(error)
            paper.saved = paper.text
            saved.append(name)
        return saved, [], ""

    # ------------------------------------------------------------ analysis
    def sight(self) -> Sight:
        return self.desk.sight(self.path(self.main))

    def related(self, sight: Sight) -> list[str]:
        """Return further files of the folder that the ruleset uses, such as the base of a variant."""
        near = (path for path in sight.understood.looked if path.parent == self.folder.path)
        there = {*self.folder.names()}
        return [path.name for path in near if path.name in there and path.name not in self.open]

    def checked(self, sight: Sight) -> Json:
        """Return all that is wrong, by file; what is wrong in files that are not open in lines."""
        found: dict[str, list[Json]] = {name: [] for name in self.open}
        elsewhere: list[str] = []
        for each in sight.found:
            span = each.span
            name = self.name_of(span) if span is not None else self.main
            if name is None:
                elsewhere.append(f"{span}: {each.message}")
            else:
                found[name].append(_diagnostic(each, span))
        return {
            "type": "checked", "valid": sight.understood.rules is not None, "files": found, "elsewhere": elsewhere,
            "versions": {name: paper.version for name, paper in self.open.items()},
        }  # fmt: skip

    def name_of(self, span: Span) -> str | None:
        """Return the open file that a stretch is in."""
        return self.named(span.source.path)

    def named(self, path: Path | str | None) -> str | None:
        """Return the open file at a path."""
        if path is None or not str(path):
            return None
        found = Path(path)
        return found.name if found.name in self.open and found.parent == self.folder.path else None

    def line(self, name: str, number: int) -> int:
        """Return the beginning of a line, counted from 1, in the page's units."""
        text = self.open[name].text
        lines = text.split("\n")[: max(0, number - 1)]
        return units(text, sum(len(line) + 1 for line in lines))

    # ------------------------------------------------------------ questions
    def answer(self, ask: Ask) -> Json:
        """Return the editor's information on a place; empty if there is none."""
        if ask.file not in self.open:
            return {}
        text, path = self.open[ask.file].text, self.path(ask.file)
        answers: dict[str, Callable[[], Json]] = {
            "complete": lambda: {"words": _words(completions(self.desk, path, offset(text, ask.at)))},
            "hover": lambda: _hover(hover(self.desk, path, offset(text, ask.at))),
            "definition": lambda: {"places": self._places(definition(self.desk, path, offset(text, ask.at)))},
            "mend": lambda: {"mendings": [*self._mendings(ask, text, path)]},
            "format": lambda: self._edits((edit.span, edit.text) for edit in formatting(self.desk, path)),
            "rename": lambda: self._renamed(path, offset(text, ask.at), ask.name),
            "outline": lambda: {
                "symbols": [_symbol(each) for each in outline(self.desk, path)],
                "examples": [
                    {"name": each.name, "at": units(text, each.span.start)} for each in examples(self.desk, path)
                ],
            },
        }  # fmt: skip
        return answers[ask.about]()

    def _places(self, spans: Iterable[Span]) -> list[Json]:
        """Return the places as ranges of open files; for other files, the file and the line."""
        found: list[Json] = []
        for span in spans:
            name = self.name_of(span)
            if name is None:
                found.append({"elsewhere": str(span)})
            else:
                found.append({"file": name, **_stretch(span)})
        return found

    def _mendings(self, ask: Ask, text: str, path: Path) -> Iterator[Json]:
        for each in quick_fixes(self.desk, path, offset(text, ask.at), offset(text, ask.to)):
            told = tr("write `{word}`", word=each.edit.text)
            yield {"text": told, "about": each.diagnostic.message} | self._edits([(each.edit.span, each.edit.text)])

    def _renamed(self, path: Path, at: int, name: str) -> Json:
        try:
            found = rename(self.desk, path, at, name)
        except CannotRename as error:
            return {"refused": str(error)}
        outside = next((edit.span for edit in found if self.name_of(edit.span) is None), None)
        if outside is not None:
            return {"refused": tr("{place} also names it, and is not open here", place=outside)}
        return self._edits((edit.span, edit.text) for edit in found)

    def _edits(self, edits: Iterable[tuple[Span, str]]) -> Json:
        found: dict[str, list[tuple[int, int, str]]] = {}
        for span, text in edits:
            name = self.name_of(span)
            if name is not None:
                stretch = _stretch(span)
                found.setdefault(name, []).append((stretch["from"], stretch["to"], text))
        return {"edits": {name: sorted(each) for name, each in found.items()}}


# ---------------------------------------------------------------- places as pages count them


def units(text: str, at: int) -> int:
    """Return an offset into a text, in units of UTF-16."""
    return at + sum(sign > "\uffff" for sign in text[:at]) if not text.isascii() else at


def offset(text: str, at: int) -> int:
    """Return the offset for UTF-16 units; the end for a place beyond it."""
    if text.isascii() or not any(sign > "\uffff" for sign in text):
        return min(at, len(text))
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * at].decode("utf-16-le", "replace"))


def _changed(text: str, changes: Sequence[tuple[int, int, str]]) -> str:
    for start, end, new in reversed(changes):
        first, last = offset(text, start), offset(text, end)
        text = text[:first] + new + text[last:]
    return text


def _stretch(span: Span) -> dict[str, int]:
    text = span.source.text
    return {"from": units(text, span.start), "to": units(text, span.end)}


# ---------------------------------------------------------------- results of services, as data


def _diagnostic(found: Diagnostic, span: Span | None) -> Json:
    first = found.labels[0].text if found.labels else ""
    told: Json = {"severity": found.severity.value, "code": found.code, "message": found.message}
    told |= _stretch(span) if span is not None else {"from": 0, "to": 0}
    told |= {"lines": [line for line in (first, found.help) if line]}
    if found.fix is not None and found.fix.span.source.path == (span.source.path if span is not None else None):
        told["fix"] = {**_stretch(found.fix.span), "text": found.fix.text}
    return told


def _words(found: Iterable[Completion]) -> list[Json]:
    return [
        {
            "word": f"{each.word}: " if each.colon and each.sort == "key" else each.word, "label": each.word,
            "sort": each.sort, "detail": each.detail, "told": each.told, "instead": each.instead_of,
        }
        for each in found
    ]  # fmt: skip


def _hover(told: HoverText | None) -> Json:
    if told is None:
        return {}
    found: Json = {
        "head": told.path, "sort": told.sort, "worth": told.type, "written": told.written, "title": told.title,
        "note": told.note, "clauses": [list(each) for each in told.clauses],
    }  # fmt: skip
    return found | (_stretch(told.span) if told.span is not None else {})


def _symbol(found: Symbol) -> Json:
    inner = [_symbol(each) for each in found.inner]
    return {"name": found.name, "sort": found.sort, **_stretch(found.key), "inner": inner}
