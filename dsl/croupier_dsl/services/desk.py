"""The texts under work, and the analysis of their rulesets."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from croupier_dsl import ir, paths
from croupier_dsl.compiler import Understood, understand_file
from croupier_dsl.diagnostics import Diagnostic, Diagnostics
from croupier_dsl.files import Files
from croupier_dsl.folders import rulesets_below, rulesets_in
from croupier_dsl.parts import Part, parts_of
from croupier_dsl.reader import Document
from croupier_dsl.services.mentions import Mention, mentions_of
from croupier_dsl.source import SourceFile


class Sight:
    """The analysis of one ruleset, from its file and its sidecar files, at the time of reading."""

    def __init__(self, path: Path, understood: Understood, documents: tuple[Document, ...]) -> None:
        self.path = path
        self.understood = understood
        self.documents = documents

    @property
    def found(self) -> tuple[Diagnostic, ...]:
        return self.understood.found

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """Return every place that names a part, once."""
        written = self.understood.written
        if written is None:
            return ()
        found: dict[tuple[SourceFile, int, int], Mention] = {}
        for mention in mentions_of(written, self.understood.references, self.documents):
            span = mention.span
            key = span.source, span.start, span.end
            before = found.get(key)
            if before is None or (mention.declares and not before.declares):
                found[key] = mention
        return tuple(found.values())

    @cached_property
    def _by_source(self) -> dict[SourceFile, tuple[list[int], list[Mention]]]:
        found: dict[SourceFile, list[Mention]] = {}
        for mention in self.mentions:
            found.setdefault(mention.span.source, []).append(mention)
        ordered = {source: sorted(each, key=lambda m: (m.span.start, -m.span.end)) for source, each in found.items()}
        return {source: ([m.span.start for m in each], each) for source, each in ordered.items()}

    def source(self, path: Path) -> SourceFile | None:
        """Return the text of a file, as it was read."""
        wanted = path.resolve()
        sources = (document.source for document in self.documents)
        return next((source for source in sources if source.path and source.path.resolve() == wanted), None)

    def document(self, path: Path) -> Document | None:
        source = self.source(path)
        return next((document for document in self.documents if document.source is source), None)

    def at(self, source: SourceFile, offset: int) -> Mention | None:
        """Return the mention that a place is in, or at the end of."""
        starts, mentions = self._by_source.get(source, ([], []))
        near = mentions[max(0, bisect_right(starts, offset) - 3) : bisect_right(starts, offset)]
        return next((m for m in reversed(near) if m.span.start <= offset <= m.span.end), None)

    def of(self, path: str) -> Iterator[Mention]:
        return (mention for mention in self.mentions if mention.path == path)

    @cached_property
    def parts(self) -> dict[str, Part]:
        """Return the parts by path, as shown to people."""
        return {part.path: part for part in self.tree.walk()} if self.tree is not None else {}

    @cached_property
    def tree(self) -> Part | None:
        """Return the tree of parts, as shown to people."""
        names = self.understood.references.names
        return parts_of(names) if names is not None else None

    @cached_property
    def nodes(self) -> dict[str, paths.Part]:
        """Return the parts by path, as in the file."""
        written = self.understood.written
        return {part.path: part for part in paths.walk(paths.whole(written.root))} if written is not None else {}

    @cached_property
    def types(self) -> dict[str, ir.Type]:
        """Return the types of parts that sentences read, by path."""
        return {mention.path: mention.type for mention in self.mentions if mention.type is not None}


@dataclass(slots=True)
class Desk:
    """Open texts over the files on disk. `bundled`: the folder of what a ruleset may be of, or use."""

    bundled: Path | None = None
    files: Files = field(default_factory=Files)
    changes: int = 0
    seen: dict[Path, tuple[int, Sight]] = field(default_factory=dict)
    last: dict[Path, Sight] = field(default_factory=dict)
    """By ruleset, the latest of which a tree could be made."""

    def put(self, path: Path, text: str) -> None:
        """Set the text of a file from now on, whatever the disk has."""
        self.files.open[path.resolve()] = text
        self.changes += 1

    def close(self, path: Path) -> None:
        """Use the text on disk again."""
        self.files.open.pop(path.resolve(), None)
        self.changes += 1

    def stir(self) -> None:
        """Note that files on disk may have changed."""
        self.changes += 1

    def text(self, path: Path) -> str:
        """Return the text of a file as it is now; empty where there is none."""
        text = self.files.open.get(path.resolve())
        if text is not None:
            return text
        if self.files.leads_out(path):
            return ""
        try:
            return path.read_text("utf-8-sig", "replace")
        except OSError:
            return ""

    def ruleset_of(self, path: Path) -> Path:
        """Return the file of the ruleset that a file belongs to: itself, or the one whose sidecar it is."""
        main = path.with_name(f"{path.name.split('.')[0]}.yaml").resolve()
        return main if main != path.resolve() and self.files.is_file(main) else path.resolve()

    def sight(self, path: Path) -> Sight:
        """Return the current analysis of a file's ruleset."""
        main = self.ruleset_of(path)
        changes = self.changes
        found = self.seen.get(main)
        if found is None or found[0] != changes:
            understood = understand_file(main, self.files, self.bundled)
            found = changes, Sight(main, understood, tuple(self._documents(understood)))
            self._keep(main, found)
        return found[1]

    def plays(self, path: Path) -> ir.Rules | None:
        """Return the rules of a file for play; invalid sidecar files are left out."""
        found = self.sight(path).understood
        if found.rules is not None:
            return found.rules
        wrong = {each.span.source.path if each.span else None for each in Diagnostics([*found.found]).errors}
        beside = frozenset(file for file in wrong if file is not None and "." in file.stem)
        if not beside or beside != wrong:
            return None
        return understand_file(self.ruleset_of(path), self.files, self.bundled, beside).rules

    def _keep(self, main: Path, found: tuple[int, Sight]) -> None:
        """Keep the latest analysis; while a text is unreadable, also the one before."""
        self.seen[main] = found
        if found[1].understood.written is not None:
            self.last[main] = found[1]

    def known(self, path: Path) -> Sight:
        """Return the last analysis, without reading again; a new one if there is none."""
        main = self.ruleset_of(path)
        if main not in self.last:
            self.sight(path)
        return self.last.get(main) or self.seen[main][1]

    def _documents(self, understood: Understood) -> Iterator[Document]:
        for path in dict.fromkeys(understood.looked):
            kept = self.files.kept.get(path)
            if kept is not None and kept.document is not None:
                yield kept.document

    def relatives(self, path: Path) -> list[Path]:
        """Return the files of rulesets that may build on this one: those next to it, and, for a bundled one, the
        bundled.
        """
        main = self.ruleset_of(path)
        near = {each.resolve() for each in rulesets_in(main.parent)}
        near |= {each for each in self.files.open if each.parent == main.parent and "." not in each.stem}
        if self.bundled is not None and self.bundled.resolve() in main.parents:
            near |= {each.resolve() for each in rulesets_below(self.bundled).values()}
        return sorted(near - {main})


def placed(sight: Sight, path: Path, text: str, offset: int) -> tuple[SourceFile, int] | None:
    """Return the place in the text that was read for a place in the current text: at the same distance from the nearer
    end of the unchanged text; None within changed text.
    """
    source = sight.source(path)
    if source is None:
        return None
    old, new = source.text, text.removeprefix("\ufeff")
    if old == new:
        return source, offset
    most = min(len(old), len(new))
    same = _longest(lambda length: old.startswith(new[:length]), most)
    if offset < same:
        return source, offset
    tail = _longest(lambda length: old.endswith(new[len(new) - length :]), most - same)
    return (source, offset - len(new) + len(old)) if offset >= len(new) - tail else None


def _longest(holds: Callable[[int], bool], most: int) -> int:
    """Return the largest number up to a bound of which something holds that holds of all below it."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low
