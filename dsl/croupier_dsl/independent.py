"""Filter the diagnostics of a ruleset with unreadable sentences: keep only those independent of the unreadable parts.

An unreadable sentence may have declared names, with their types. So an error is reported only if it concerns a name,
and this name does not occur in an unreadable sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from croupier_dsl import syntax
from croupier_dsl.checker import ruleset as checker
from croupier_dsl.diagnostics import Diagnostic, Diagnostics
from croupier_dsl.reader import Entry, Mapping, Node, Scalar, Sequence
from croupier_dsl.source import Span

NAMES = frozenset({
    "E301", "E303", "E305", "E306", "E307", "E311", "E313", "E314", "E315", "E316", "E317", "E318", "E320", "E321",
    "E322", "E323", "E324", "E339", "E344", "E600",
})  # fmt: skip
"""The codes of errors about a name alone: it is unknown, or is used in place of another kind."""
RESERVED = "E306"
"""The code of a reserved word as a name, which is wrong whatever else refers to it."""
UNKNOWN_KEY = "E120"
_ROOTS = frozenset({"cards", "players", "uses", "croupier", "game", "language"})
"""Without one of these nothing can be told of the rest."""
_SECTIONS = frozenset({"options", "tables", "zones", "state", "combos", "define", "effects", "play", "stages", "moves"})
_WORD = re.compile(r"\w+")


def independent(written: syntax.Ruleset, errors: list[Diagnostic]) -> list[Diagnostic]:
    """Return the mistakes in what could be read. `errors`: what is wrong with the rest."""
    if written.lineage or written.cards is None or written.play is None:
        return []
    torn = [_entries(written.root, error.span) for error in errors]
    if not all(torn) or any(way[0].key.text in _ROOTS or _misspelt(way) for way in torn):
        return []
    if any(_unnamed(error, way) for error, way in zip(errors, torn, strict=True)):
        return []
    doubtful = {word for way in torn for word in _doubtful(way)}
    found = Diagnostics()
    checker.check(written, found)
    return [
        each
        for each in found.errors
        if each.code in NAMES and each.span and (each.code == RESERVED or not _words(each.span) & doubtful)
    ]


def _misspelt(way: list[Entry]) -> bool:
    """Return whether the key of a section is unknown."""
    return len(way) == 1 and way[0].key.text not in _SECTIONS


def _unnamed(error: Diagnostic, way: list[Entry]) -> bool:
    """Return whether the name of the declaration is unknown."""
    in_key = error.span is not None and error.span.start <= way[-1].key.span.end
    return way[0].key.text in _SECTIONS and error.code != UNKNOWN_KEY and in_key


def _entries(root: Node, span: Span | None) -> list[Entry]:
    """Return the nested entries that contain a place."""
    way: list[Entry] = []
    node: Node | None = root
    while node is not None and span is not None:
        inner = next((one for one in _inside(node) if _holds(one, span)), None)
        if isinstance(inner, Entry):
            way.append(inner)
        node = inner.value if isinstance(inner, Entry) else inner
    return way


def _inside(node: Node) -> Iterable[Entry | Node]:
    return node.entries if isinstance(node, Mapping) else node.items if isinstance(node, Sequence) else ()


def _holds(part: Entry | Node, span: Span) -> bool:
    """Return whether a part begins before a place and ends after it."""
    first, last = (part.key.span, part.value.span) if isinstance(part, Entry) else (part.span, part.span)
    return first.source is span.source and first.start <= span.start <= max(first.end, last.end)


def _doubtful(way: list[Entry]) -> Iterator[str]:
    """Yield the names of what is around, and every word of the part that is wrong."""
    for entry in way[1:]:
        yield from _WORD.findall(entry.key.text)[:1]
    yield from _all_words(way[-1].key)
    yield from _all_words(way[-1].value)


def _all_words(node: Node) -> Iterator[str]:
    if isinstance(node, Scalar):
        yield from _WORD.findall(node.text)
    for part in _inside(node):
        for inner in (part.key, part.value) if isinstance(part, Entry) else (part,):
            yield from _all_words(inner)


def _words(span: Span) -> set[str]:
    return set(_WORD.findall(span.text))
