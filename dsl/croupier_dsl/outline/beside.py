"""Merge the tree of a ruleset with the trees of its sidecar files: clauses, scenarios, the texts of one language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.errors import reading as errors
from croupier_dsl.outline.reading import entries
from croupier_dsl.paths import Part, each_part, edited, made
from croupier_dsl.reader import Document, Entry, Mapping, Node, Scalar
from croupier_dsl.source import SourceFile
from croupier_dsl.spelling import nearest
from croupier_dsl.structure import Part as FilePart

TRANSLATION = FilePart("a file of translations", ("title", "text", "options"), (), translation=True)


def joined(root: Mapping, other: Mapping, sections: tuple[str, ...], diagnostics: Diagnostics) -> Mapping:
    """Return the tree with the entries of these sections of another file."""
    for section in sections:
        there = {entry.key.text: entry.key for entry in entries(root.get(section))}
        new: list[Entry] = []
        for entry in entries(other.get(section)):
            if entry.key.text in there:
                diagnostics.add(errors.both_files(entry.key.span, there[entry.key.text].span))
            else:
                new.append(entry)
        if (came := other.entry(section)) is not None and new:
            root = with_entries(root, came.key, tuple(new))
    return root


def sources(document: Document, root: Mapping) -> Iterator[SourceFile]:
    """Yield the files of a ruleset: its own, and those that entries of the sections of its tree come from."""
    yield document.source
    for section in root.entries:
        yield from (entry.key.span.source for entry in entries(section.value))


def with_entries(root: Mapping, key: Scalar, new: tuple[Entry, ...]) -> Mapping:
    """Return the tree with more entries in a section, which is made if it is not there."""
    old = root.entry(key.text)
    if old is None or not isinstance(old.value, Mapping):
        section = Mapping(new[0].key.span.to(new[-1].value.span), new, True)
        return with_entry(root, Entry(key, section))
    return with_entry(root, Entry(old.key, edited(old.value, (*old.value.entries, *new))))


def with_entry(root: Mapping, new: Entry) -> Mapping:
    """Return the mapping with an entry in the place of the one of its key, or last."""
    if root.entry(new.key.text) is None:
        return edited(root, (*root.entries, new))
    return edited(root, tuple(new if old.key.text == new.key.text else old for old in root.entries))


def translated(root: Mapping, other: Mapping, language: str, diagnostics: Diagnostics) -> Mapping:
    """Return the tree with its title, texts and option texts in one more language."""
    usual = language_of(root)
    if (title := _string(other.entry("title"))) is not None:
        root = with_entry(root, _spoken(root.entry("title"), title, language, usual, diagnostics))
    if root.entry("variant"):
        named = [entry.key.text for entry in entries(other.get("options"))]
        return _with_texts(root, _options_as_texts(other, named), language, usual, diagnostics)
    told = {entry.key.text for entry in entries(root.get("text"))}
    beside = [name for name in (e.key.text for e in entries(other.get("options"))) if f"options.{name}" in told]
    for entry in entries(other.get("options")):
        if entry.key.text in beside:
            continue
        options = root.entry("options")
        known = [option.key.text for option in entries(options.value if options else None)]
        if entry.key.text not in known or options is None or not isinstance(options.value, Mapping):
            diagnostics.add(errors.no_such_option(entry.key.span, nearest(entry.key.text, known)))
        elif (value := _string(entry)) is not None and (option := options.value.entry(entry.key.text)) is not None:
            body = _option(option.value)
            new = Entry(made(value.value, "text"), value.value)
            text = _spoken(body.entry("text"), new, language, usual, diagnostics)
            changed = Entry(option.key, with_entry(body, text))
            root = with_entry(root, Entry(options.key, with_entry(options.value, changed)))
    return _with_texts(root, _options_as_texts(other, beside), language, usual, diagnostics)


def _options_as_texts(other: Mapping, names: Iterable[str]) -> Mapping:
    """Return a translation with its words for these options moved to where the ruleset has them: by path."""
    found = [entry for entry in entries(other.get("options")) if entry.key.text in names]
    own = tuple(Entry(made(e.key, f"options.{e.key.text}"), e.value) for e in found)
    if not own:
        return other
    texts = other.entry("text")
    there = entries(texts.value) if texts else ()
    key = texts.key if texts else made(own[0].key, "text")
    return with_entry(other, Entry(key, Mapping(own[0].value.span, (*there, *own), True)))


def _with_texts(root: Mapping, other: Mapping, language: str, usual: str, diagnostics: Diagnostics) -> Mapping:
    came = other.entry("text")
    if came is None or not isinstance(came.value, Mapping):
        return root
    old = root.get("text")
    found = {entry.key.text: entry for entry in entries(old)}
    for pair in came.value.entries:
        if (value := _string(pair)) is not None:
            found[pair.key.text] = _spoken(found.get(pair.key.text), value, language, usual, diagnostics)
    span = old.span if isinstance(old, Mapping) else came.value.span
    return with_entry(root, Entry(came.key, Mapping(span, tuple(found.values()), True)))


def _option(node: Node) -> Mapping:
    return node if isinstance(node, Mapping) else Mapping(node.span, (Entry(made(node, "is"), node),), True)


def _string(entry: Entry | None) -> Entry | None:
    return entry if entry is not None and isinstance(entry.value, Scalar) and not entry.value.empty else None


def _spoken(old: Entry | None, new: Entry, language: str, usual: str, diagnostics: Diagnostics) -> Entry:
    """Return the text under a key with the words of one more language."""
    word = Entry(made(new.value, language), new.value)
    if old is None:
        return Entry(new.key, Mapping(new.value.span, (word,), True))
    by_language = in_languages(old.value, usual)
    if not isinstance(by_language, Mapping):
        return old
    if (first := by_language.entry(language)) is not None:
        diagnostics.add(errors.both_files(new.key.span, first.value.span))
        return old
    return Entry(old.key, edited(by_language, (*by_language.entries, word)))


def in_languages(node: Node, language: str) -> Node:
    """Return a text of one string as a text by language."""
    if isinstance(node, Scalar) and not node.empty:
        return Mapping(node.span, (Entry(made(node, language), node),), True)
    return node


def in_tongue(root: Mapping, language: str, path: str = "") -> Mapping:
    """Return the tree with every text of one string at or below a path in this language."""

    def told(part: Part) -> Node:
        inside = not path or part.path == path or part.path.startswith(f"{path}.")
        return in_languages(part.node, language) if inside else part.node

    return each_part(root, "text", told)


def language_of(root: Node) -> str:
    """Return the language of texts given as one string."""
    node = root.get("language") if isinstance(root, Mapping) else None
    return node.text if isinstance(node, Scalar) and node.text else "en"
