"""Open a ruleset and its sidecar files as one tree of nodes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.errors import reading as errors
from croupier_dsl.files import Files
from croupier_dsl.language import tr
from croupier_dsl.outline import beside
from croupier_dsl.outline.libraries import check_names, is_library
from croupier_dsl.outline.reading import is_language
from croupier_dsl.reader import MAX_CHARACTERS, Document, Mapping, read
from croupier_dsl.source import SourceFile, Span
from croupier_dsl.structure import CLAUSES, LIBRARY, RULESET, SCENARIOS, VARIANT, Part, validate


@dataclass(slots=True, eq=False, repr=False)
class Opener:
    """Opens files and nothing else; `looked` is every file that was opened or looked for."""

    diagnostics: Diagnostics
    bundled: Path | None = None
    looked: list[Path] = field(default_factory=list)
    without: frozenset[Path] = frozenset()
    """Sidecar files that are left out."""
    files: Files = field(default_factory=Files)

    def text(self, text: str, name: str) -> Document | None:
        """Return the document in a text."""
        return self._read(SourceFile(name, text.removeprefix("\ufeff")))

    def file(self, path: Path) -> Document | None:
        """Return the document in a file, merged with its sidecar files; None if it is unusable."""
        self.looked.append(path)
        source = self.source(path)
        document = self.files.read(source, "", self.diagnostics, self._read) if source else None
        for other in self.beside(path) if document else []:
            self.looked.append(other)
            if other in self.without:
                continue
            if document is not None and (opened := self.source(other)) is not None:
                document = self._with(document, opened, other.name.split(".")[-2])
        return document

    def _read(self, source: SourceFile) -> Document | None:
        document = read(source, self.diagnostics)
        if document is None:
            return None
        library = is_library(document)
        part = LIBRARY if library else VARIANT if is_variant(document) else RULESET
        valid = validate(document, self.diagnostics, part)
        if not isinstance(document.root, Mapping):
            return None
        if library and valid:
            check_names(document.root, self.diagnostics)
        return document

    def _with(self, document: Document, source: SourceFile, word: str) -> Document:
        """Return a ruleset merged with one sidecar file."""
        part = {"clauses": CLAUSES, "scenarios": SCENARIOS}.get(word, beside.TRANSLATION)
        found = self.files.read(source, part.spoken, self.diagnostics, partial(self._read_as, part))
        if found is None:
            return document
        if not isinstance(found.root, Mapping) or not isinstance(document.root, Mapping):
            return document
        if part is beside.TRANSLATION:
            root = beside.translated(document.root, found.root, word, self.diagnostics)
        else:
            root = beside.joined(document.root, found.root, part.keys or (), self.diagnostics)
        return Document(document.source, root, document.comments)

    def _read_as(self, part: Part, source: SourceFile) -> Document | None:
        """Return the document of a sidecar file, validated."""
        found = read(source, self.diagnostics)
        if found is not None:
            validate(found, self.diagnostics, part)
        return found

    def beside(self, path: Path) -> list[Path]:
        """Return NAME.clauses.yaml, NAME.scenarios.yaml and one NAME.LANGUAGE.yaml for each language, where
        they exist.
        """
        pattern = re.compile(rf"{re.escape(path.stem)}\.([a-z]+)\.yaml")
        words = [
            (match[1], file) for file in self.files.names_in(path.parent) if (match := pattern.fullmatch(file.name))
        ]
        named = [file for word, file in words if word in ("clauses", "scenarios") or is_language(word)]
        return [file for file in named if self.files.is_file(file)]

    def source(self, path: Path) -> SourceFile | None:
        """Return the text of a file; None if it cannot be read, which is reported."""
        nowhere = Span(SourceFile(str(path), "", path), 0, 0)
        try:
            raw = self.files.bytes(path, 4 * MAX_CHARACTERS + 1)
        except OSError as error:
            self.diagnostics.add(errors.cannot_open(nowhere, (error.strerror or tr("unknown error")).lower()))
            return None
        try:
            return SourceFile(str(path), raw.decode("utf-8-sig"), path)
        except UnicodeDecodeError as error:
            if error.start >= 4 * MAX_CHARACTERS - 4:
                self.diagnostics.add(errors.too_large(nowhere, tr("1 MiB")))
                return None
            shown = SourceFile(str(path), raw.decode("utf-8", "replace"), path)
            at = shown.text.find("\ufffd")
            self.diagnostics.add(errors.bad_encoding(Span(shown, at, at + 1)))
            return None


def is_variant(document: Document) -> bool:
    """Return whether this is the file of a variant; one without the key `variant` is recognised and reported."""
    root = document.root
    if not isinstance(root, Mapping):
        return False
    keys = {entry.key.text for entry in root.entries}
    return "variant" in keys or ("game" not in keys and bool(keys & {"of", "change"}))
