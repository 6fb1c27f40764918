"""Check the parts that texts name in braces, and leave out the texts that a variant has made untrue."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from croupier_dsl import ir, syntax
from croupier_dsl.braces import DESCRIBED, MEANING, SHORT, braced, of_part
from croupier_dsl.checker.paths import paths_of
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.errors import meaning, variants
from croupier_dsl.reader import Entry, Node, scalars
from croupier_dsl.reader import Mapping as Tree
from croupier_dsl.resolver import Names
from croupier_dsl.source import Span

EXPLAINED = ("define", "tables", "effects", "combos")
"""The sections whose declarations may have a meaning."""
_WORD = re.compile(r"\w+")
_BESIDES = re.compile(r"options\.\w+\.(starting|needs(\..*)?)")


def check_short(names: Names, diagnostics: Diagnostics) -> None:
    """Report texts that name unknown parts; if a variant removed the part, the variant needs a short text of its
    own."""
    ruleset, gone = names.ruleset, dict[str, Span]()
    if _is_put_together(ruleset):
        return
    known = dict.fromkeys(paths_of(names))
    for name, path, span in _unknown(names, known):
        if span.source in ruleset.below and name != SHORT:
            continue
        if span.source in ruleset.below:
            gone.setdefault(path, span)
        else:
            diagnostics.add(meaning.unknown_part(span, path, known))
    if gone:
        first = next(iter(gone.values()))
        diagnostics.add(variants.short_of_what_is_gone(ruleset.name.span, ruleset.name.text, tuple(gone), first))


def texts(names: Names) -> tuple[tuple[str, ir.Texts], ...]:
    """Return the texts of a ruleset, by path.

    A combination of variants has no short text of its own: it has its game's if all parts that this names exist. A
    meaning is dropped if a variant changes its part, or what the part uses, and gives no new meaning.
    """
    ruleset = names.ruleset
    unknown = {name for name, _, _ in _unknown(names, paths_of(names))} if ruleset.lineage else set()
    out = {name for name in unknown if name.endswith(MEANING)} | _outdated(ruleset)
    if _is_put_together(ruleset) and SHORT in unknown:
        out |= {SHORT, DESCRIBED}
    return tuple((name.text, entry.words) for name, entry in ruleset.text if name.text not in out)


def _is_put_together(ruleset: syntax.Ruleset) -> bool:
    """Return whether these are several variants of one game, none of which is based on all others."""
    return bool(ruleset.lineage) and ruleset.name.span.source in ruleset.below


def _outdated(ruleset: syntax.Ruleset) -> set[str]:
    """Return the inherited meanings whose part, or a declaration that it uses directly or indirectly, a variant
    changes. Another default of an option, or what it needs, changes nothing that is said about it."""
    below = ((name.text, name.span.source) for name, _ in ruleset.text if name.span.source in ruleset.below)
    inherited = {name: source for name, source in below if name.endswith(MEANING)}
    if not inherited:
        return set()
    touched = [touch for touch in ruleset.touched if not _BESIDES.fullmatch(touch.path)]
    layers = list(dict.fromkeys(touch.span.source for touch in touched))
    above = {source: {*layers[: layers.index(source)]} if source in layers else {*layers} for source in ruleset.below}
    words = {
        f"{section}.{entry.key.text.split()[0]}": _words(entry)
        for section in EXPLAINED
        for entry in _entries(ruleset.root.get(section))
    }
    words["result.score"] = frozenset(_WORD.findall(" ".join(scalars(ruleset.root.get("result")))))
    return {
        name
        for name, source in inherited.items()
        for about in [_about(name.removesuffix(MEANING), words)]
        if any(touch.span.source in above[source] and _touches(touch.path, about) for touch in touched)
    }


def _touches(path: str, parts: set[str]) -> bool:
    """Return whether a path is one of these parts, leads into one, or is a section that holds one."""
    return any(f"{path}.".startswith(f"{part}.") or f"{part}.".startswith(f"{path}.") for part in parts)


def _about(path: str, words: Mapping[str, frozenset[str]]) -> set[str]:
    """Return a part, and the declarations that it uses directly or indirectly."""
    found, todo = {path}, [path]
    while todo:
        named = words.get(todo.pop(), frozenset())
        more = {other for other in words if other.partition(".")[2] in named} - found
        found |= more
        todo += more
    return found


def _words(entry: Entry) -> frozenset[str]:
    """Return the words of a declaration, including its head."""
    return frozenset(word for text in (entry.key.text, *scalars(entry.value)) for word in _WORD.findall(text))


def _entries(section: Node | None) -> tuple[Entry, ...]:
    return section.entries if isinstance(section, Tree) else ()


def _unknown(names: Names, known: Iterable[str]) -> Iterator[tuple[str, str, Span]]:
    """Yield each unknown part that a text names: the path of the text, the part, and the place."""
    parts = set(known)
    for name, entry in names.ruleset.text:
        if name.text != SHORT and not name.text.endswith(MEANING):
            continue
        for (_, text), span in zip(entry.words, entry.spans, strict=False):
            at = span.start
            for written, path in braced(text):
                found = span.source.text.find(written, at, span.end)
                here = Span(span.source, found, found + len(written)) if found >= 0 else span
                at = max(at, here.end) if found >= 0 else at
                if of_part(path, parts)[0] not in parts:
                    yield name.text, path, here
