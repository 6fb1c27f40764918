"""Sources of texts: unsaved text in an editor takes precedence over the disk; each text is read once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from errno import EACCES
from pathlib import Path

from croupier_dsl.classes import frozen
from croupier_dsl.diagnostics import Diagnostic, Diagnostics
from croupier_dsl.language import tr
from croupier_dsl.reader import Document
from croupier_dsl.source import SourceFile


def leads_out(path: Path, folder: Path) -> bool:
    """Return whether a path in a folder, or below it, leads out of the folder through a link."""
    try:
        inside = folder.resolve()
        named = path.parent.resolve() / path.name
        return named.is_relative_to(inside) and not path.resolve().is_relative_to(inside)
    except (OSError, RuntimeError):  # links in a circle
        return True


@frozen
class Kept:
    """A text that was read: as what, what came of it, and what was found wrong."""

    source: SourceFile
    sort: str
    document: Document | None
    found: tuple[Diagnostic, ...]


@dataclass(slots=True, eq=False, repr=False)
class Files:
    """Files of rules. `open`: the texts that replace files on disk, by path.

    `within`: a folder whose links are not followed out of it, as for people elsewhere; other folders are open.
    """

    open: dict[Path, str] = field(default_factory=dict)
    kept: dict[Path, Kept] = field(default_factory=dict)
    within: Path | None = None

    def bytes(self, path: Path, most: int) -> bytes:
        """Return the contents of a file, up to `most` bytes. Raise OSError if it cannot be opened."""
        text = self.open.get(path.resolve()) if self.open else None
        if text is not None:
            return text.encode("utf-8", "replace")[:most]
        if self.leads_out(path):
            raise PermissionError(EACCES, tr("it is a link out of the folder"), str(path))
        with path.open("rb") as file:
            return file.read(most)

    def is_file(self, path: Path) -> bool:
        return (path.is_file() and not self.leads_out(path)) or (bool(self.open) and path.resolve() in self.open)

    def leads_out(self, path: Path) -> bool:
        """Return whether a path in the folder `within` is a link to a file outside it."""
        return self.within is not None and leads_out(path, self.within)

    def names_in(self, folder: Path) -> list[Path]:
        """Return the files in a folder, by name; empty if it cannot be read."""
        try:
            there = {path.name: path for path in folder.iterdir() if not self.leads_out(path)}
        except OSError:
            there = {}
        if self.open:
            inside = folder.resolve()
            there |= {path.name: folder / path.name for path in self.open if path.parent == inside}
        return [there[name] for name in sorted(there)]

    def read(
        self, source: SourceFile, sort: str, diagnostics: Diagnostics, read: Callable[[SourceFile], Document | None]
    ) -> Document | None:
        """Return the document in a text of a file, read as this sort; the same text is not read again."""
        if source.path is None:
            return read(source)
        kept = self.kept.get(source.path)
        if kept is None or kept.sort != sort or kept.source.text != source.text:
            before = len(diagnostics.found)
            document = read(source)
            kept = Kept(source, sort, document, tuple(diagnostics.found[before:]))
            self.kept[source.path] = kept
        else:
            for found in kept.found:
                diagnostics.add(found)
        return kept.document
