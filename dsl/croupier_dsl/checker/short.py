"""What a game is in short speaks of parts that there are: each that it names in braces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier_dsl import ir, syntax
from croupier_dsl.braces import DESCRIBED, SHORT, braced, of_part
from croupier_dsl.checker.paths import paths_of
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.errors import meaning, variants
from croupier_dsl.resolver import Names
from croupier_dsl.source import Span


def check_short(names: Names, diagnostics: Diagnostics) -> None:
    """An unknown part is told where it is named; where a variant took it away, the variant says what it is in short."""
    ruleset, gone = names.ruleset, dict[str, Span]()
    if _is_put_together(ruleset):
        return
    known = dict.fromkeys(paths_of(names))
    for path, span in _unknown(names, known):
        if span.source in ruleset.below:
            gone.setdefault(path, span)
        else:
            diagnostics.add(meaning.unknown_part(span, path, known))
    if gone:
        first = next(iter(gone.values()))
        diagnostics.add(variants.short_of_what_is_gone(ruleset.name.span, ruleset.name.text, tuple(gone), first))


def texts(names: Names) -> tuple[tuple[str, ir.Texts], ...]:
    """The words of a ruleset, by path. Of variants that are put together by whoever asks, none says what they come to
    in short: what their game says stands while all that it names is there."""
    ruleset = names.ruleset
    stale = _is_put_together(ruleset) and any(_unknown(names, dict.fromkeys(paths_of(names))))
    out = (SHORT, DESCRIBED) if stale else ()
    return tuple((name.text, entry.words) for name, entry in ruleset.text if name.text not in out)


def _is_put_together(ruleset: syntax.Ruleset) -> bool:
    """Are these several variants on top of one game, none of which is of all the others?"""
    return bool(ruleset.lineage) and ruleset.name.span.source in ruleset.below


def _unknown(names: Names, known: Iterable[str]) -> Iterator[tuple[str, Span]]:
    """What is named and is not there, with its place."""
    parts = set(known)
    for name, entry in names.ruleset.text:
        if name.text != SHORT:
            continue
        for (_, text), span in zip(entry.words, entry.spans, strict=False):
            at = span.start
            for written, path in braced(text):
                found = span.source.text.find(written, at, span.end)
                here = Span(span.source, found, found + len(written)) if found >= 0 else span
                at = max(at, here.end) if found >= 0 else at
                if of_part(path, parts)[0] not in parts:
                    yield path, here
