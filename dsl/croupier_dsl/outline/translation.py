"""Adds the texts of one language, from the file beside a ruleset that holds them."""

from __future__ import annotations

from dataclasses import replace

from croupier_dsl import syntax as s
from croupier_dsl.errors import reading as errors
from croupier_dsl.outline.reading import Reading, entries
from croupier_dsl.reader import Mapping, Node, Scalar
from croupier_dsl.source import Span
from croupier_dsl.spelling import nearest
from croupier_dsl.structure import Part

PART = Part("a file of translations", ("title", "text", "options"), (), translation=True)


def translated(ruleset: s.Ruleset, reading: Reading, root: Mapping) -> s.Ruleset:
    """A ruleset with its title, texts and option texts in one more language."""
    title = _string(root.get("title"))
    options = {option.name.text: option for option in ruleset.options}
    for entry in entries(root.get("options")):
        value = _string(entry.value)
        if (option := options.get(entry.key.text)) is None:
            reading.note(errors.no_such_option(entry.key.span, nearest(entry.key.text, options)))
        elif value is not None:
            options[entry.key.text] = replace(option, text=_added(option.text, value, entry.key.span, reading))
    return replace(
        ruleset,
        title=ruleset.title if title is None else _added(ruleset.title, title, title.span, reading),
        options=tuple(options[option.name.text] for option in ruleset.options),
        text=_texts(ruleset.text, reading, root.get("text")),
    )


def _texts(
    old: tuple[tuple[s.Name, s.TextEntry], ...], reading: Reading, node: Node | None
) -> tuple[tuple[s.Name, s.TextEntry], ...]:
    found = {path.text: (path, entry) for path, entry in old}
    for pair in entries(node):
        path, value = reading.path(pair.key), _string(pair.value)
        if path is not None and value is not None:
            first, entry = found.get(path.text, (path, None))
            found[path.text] = (first, _added(entry, value, path.span, reading))
    return tuple(found.values())


def _string(node: Node | None) -> Scalar | None:
    return node if isinstance(node, Scalar) and not node.empty else None


def _added(old: s.TextEntry | None, value: Scalar, place: Span, reading: Reading) -> s.TextEntry:
    new = (reading.language, value.text)
    if old is None:
        return s.TextEntry(value.content, (new,))
    if any(language == reading.language for language, _ in old.words):
        reading.note(errors.both_files(place, old.span))
        return old
    return s.TextEntry(old.span, (*old.words, new))
