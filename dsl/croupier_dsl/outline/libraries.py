"""Merge the tree of a game with the rules that it uses from libraries."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.errors import libraries as errors
from croupier_dsl.folders import rulesets_in
from croupier_dsl.outline.beside import in_tongue, language_of, sources, with_entries
from croupier_dsl.outline.reading import entries, several
from croupier_dsl.paths import edited, parts, whole
from croupier_dsl.reader import Document, Entry, Mapping, Node, Scalar, read
from croupier_dsl.source import SourceFile
from croupier_dsl.spelling import nearest
from croupier_dsl.syntax import Name, Used

DECLARED = ("options", "tables", "zones", "state", "combos", "define", "effects", "stages", "moves", "whenever")
"""The sections of a library, each of things by name."""
SAID = ("text", "because", "told")
"""The sections of texts about parts, by path."""
MOST_LIBRARIES = 16
_WORD = re.compile(r"[A-Za-z0-9_]+")
_SAYS_SO = re.compile(r"^library\s*:", re.MULTILINE)

Open = Callable[[Scalar], Document | None]
"""A function that returns the document for a name; it reports its errors itself."""


Declared = tuple[str, str, Entry]
"""A declaration: its section, its name, and its entry."""


def is_library(document: Document) -> bool:
    """Return whether this is the file of a library."""
    return isinstance(document.root, Mapping) and document.root.entry("library") is not None


def with_libraries(root: Mapping, open_: Open, diagnostics: Diagnostics) -> tuple[Mapping, tuple[Used, ...]]:
    """Return the tree with everything that it uses from libraries, and their dependencies, after its own."""
    uses = root.entry("uses")
    if uses is None:
        return root, ()
    root = edited(root, tuple(entry for entry in root.entries if entry is not uses))
    if len(entries(uses.value)) > MOST_LIBRARIES:
        diagnostics.add(errors.too_many(entries(uses.value)[MOST_LIBRARIES].key.span, MOST_LIBRARIES))
        return root, ()
    libraries = [one for use in entries(uses.value) if (one := _opened(use, root, open_, diagnostics)) is not None]
    taken = _taken(libraries, {name: entry.key for _, name, entry in _declared(root)}, diagnostics)
    for library in libraries:
        root = _joined(root, library.root, [one for name, one in library.has.items() if taken.get(name) is library])
    return root, tuple(Used(Name(one.use.key.span, one.use.key.text), one.sources, tuple(one.has)) for one in libraries)


@dataclass(frozen=True, slots=True, eq=False)
class _Library:
    """A library that a game uses; `use`: what the game names of it."""

    use: Entry
    root: Mapping
    sources: frozenset[SourceFile]
    has: dict[str, Declared]


def _opened(use: Entry, root: Mapping, open_: Open, diagnostics: Diagnostics) -> _Library | None:
    document = open_(use.key)
    if document is None or not isinstance(document.root, Mapping):
        return None
    if not is_library(document):
        diagnostics.add(errors.no_library(use.key.span, use.key.text))
        return None
    told = language_of(document.root)
    library = document.root if told == language_of(root) else in_tongue(document.root, told)
    return _Library(use, library, frozenset(sources(document, library)), {one[1]: one for one in _declared(library)})


def _declared(root: Mapping) -> Iterator[Declared]:
    for section in parts(whole(root)):
        if section.name in DECLARED and isinstance(section.node, Mapping):
            names = {id(part.key): part.name for part in parts(section)}
            yield from ((section.name, names.get(id(e.key), e.key.text), e) for e in section.node.entries)


def names_of(library: Mapping) -> list[str]:
    """Return the names that a library offers, in the order of its text."""
    return [name for _, name, _ in _declared(library)]


def unused(used: tuple[Used, ...]) -> dict[str, list[str]]:
    """Return the unused names of libraries in the folders of the used ones: by name, the libraries that have it."""
    files = {source.path for one in used for source in one.sources}
    found: dict[str, list[str]] = {}
    for folder in sorted({path.parent for path in files if path is not None}):
        for path in rulesets_in(folder):
            document = None if path in files else _read(path)
            if document is not None and is_library(document) and isinstance(document.root, Mapping):
                for name in names_of(document.root):
                    found.setdefault(name, []).append(path.stem)
    return found


def _read(path: Path) -> Document | None:
    """Return the document in a file that calls itself a library."""
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return None
    return read(SourceFile(str(path), text, path), Diagnostics()) if _SAYS_SO.search(text) else None


def check_names(library: Mapping, diagnostics: Diagnostics) -> None:
    """Report names that a library declares twice."""
    known: dict[str, Entry] = {}
    for _, name, entry in _declared(library):
        if name in known:
            diagnostics.add(errors.declared_twice(entry.key.span, name, known[name].key.span))
        known.setdefault(name, entry)


def _taken(libraries: list[_Library], own: dict[str, Scalar], diagnostics: Diagnostics) -> dict[str, _Library]:
    """Return the names to take from libraries: those listed, and their dependencies that the game does not declare
    itself; each with its library.

    A listed name comes from its library; for others, a library's own declaration precedes other libraries.
    """
    taken: dict[str, _Library] = {}
    for library in libraries:
        for word in several(library.use.value):
            if not isinstance(word, Scalar):
                continue
            if word.text not in library.has:
                known, name = library.has, library.use.key.text
                diagnostics.add(errors.unknown_rule(word.span, word.text, name, nearest(word.text, known), known))
            elif word.text in own:
                diagnostics.add(errors.declared_here_too(word.span, word.text, own[word.text].span))
            elif word.text in taken:
                diagnostics.add(errors.taken_twice(word.span, word.text))
            else:
                taken[word.text] = library
    wanted = [*taken]
    while wanted:
        name = wanted.pop()
        library = taken[name]
        entry = library.has[name][2]
        for spoken in dict.fromkeys((*_words(entry.key), *_words(entry.value))):
            if spoken not in own and spoken not in taken:
                having = next((one for one in (library, *libraries) if spoken in one.has), None)
                if having is not None:
                    taken[spoken] = having
                    wanted.append(spoken)
    return taken


def _words(node: Node) -> Iterator[str]:
    match node:
        case Scalar():
            yield from _WORD.findall(node.text)
        case Mapping():
            for entry in node.entries:
                yield from _words(entry.key)
                yield from _words(entry.value)
        case _:
            for item in node.items:
                yield from _words(item)


def _joined(root: Mapping, library: Mapping, taken: list[Declared]) -> Mapping:
    """Return the tree with these things, and with what the library says of them.

    What the game says of them itself holds.
    """
    for section in DECLARED:
        new = tuple(entry for place, _, entry in taken if place == section)
        if new and (there := library.entry(section)) is not None:
            root = with_entries(root, there.key, new)
    heads = {f"{section}.{name}" for section, name, _ in taken}
    for section in SAID:
        root = _with_said(root, library, section, lambda entry: ".".join(entry.key.text.split(".")[:2]) in heads)
    cited = {word for said in SAID[1:] for entry in entries(root.get(said)) for word in _words_of(entry.value)}
    for section in ("clauses", "rulings", "questions"):
        root = _with_said(root, library, section, lambda entry: entry.key.text in cited)
    books = {word for entry in entries(root.get("clauses")) for word in _books(entry.value)}
    return _with_said(root, library, "books", lambda entry: entry.key.text in books)


def _with_said(root: Mapping, library: Mapping, section: str, holds: Callable[[Entry], bool]) -> Mapping:
    there = library.entry(section)
    own = {entry.key.text for entry in entries(root.get(section))}
    new = tuple(
        entry for entry in entries(there.value if there else None) if entry.key.text not in own and holds(entry)
    )
    return with_entries(root, there.key, new) if there and new else root


def _words_of(node: Node) -> list[str]:
    return [word.text for word in several(node) if isinstance(word, Scalar)]


def _books(clause: Node) -> list[str]:
    book = clause.get("book") if isinstance(clause, Mapping) else None
    return _words_of(book) if book is not None else []
