"""The path of every part of a ruleset, as `because` names it: those of its tree, and those of the values in it."""

from __future__ import annotations

from collections.abc import Iterator

from croupier_dsl import ir, paths, syntax
from croupier_dsl.resolver import Names
from croupier_dsl.source import Span

PAPERWORK = ("books", "clauses", "rulings", "presets")
"""Sections that hold no rules."""


def paths_of(names: Names) -> Iterator[str]:
    """Sections, what they declare, stages by nesting, the parts of each, and the words that lists name."""
    every = paths.walk(paths.whole(names.ruleset.root))
    yield from (part.path for part in every if part.path and not paths.is_arm(part))
    yield "cards.attributes"
    yield from (path for path, _ in _words(names))


def parts_of(names: Names) -> Iterator[tuple[str, Span]]:
    """The parts that hold rules, and where each stands, in the order of the file; words stand where their list does.

    Of statements that go by what they do only those that `because` names.
    """
    seen: set[str] = set()
    cited = {cited.path.text for cited in (*names.ruleset.because, *names.ruleset.told)}
    for part in paths.walk(paths.whole(names.ruleset.root)):
        if paths.is_arm(part) or (part.kind == "statement" and part.path not in cited):
            continue
        if part.path and part.path.partition(".")[0] not in PAPERWORK:
            seen.add(part.path)
            yield part.path, part.span
    yield from (word for word in _words(names) if word[0] not in seen)


def _words(names: Names) -> Iterator[tuple[str, Span]]:
    """The values of attributes, options and state that list words."""
    ruleset = names.ruleset
    listed: dict[str, Span] = {}
    if ruleset.cards is not None:
        sections: tuple[syntax.Cards | syntax.CardPart, ...] = (ruleset.cards, *ruleset.cards.parts)
        listed = {name.text: name.span for section in sections for name, _ in section.attributes}
    for attribute, values in names.attributes.items():
        if attribute == ir.PART:
            continue  # the parts are in the tree
        span = listed.get(attribute, ruleset.cards.span if ruleset.cards else ruleset.name.span)
        yield f"cards.attributes.{attribute}", span
        yield from ((f"cards.attributes.{attribute}.{value}", span) for value in values)
    for option in ruleset.options:
        yield from _values(names, "options", option.name)
    for variable in ruleset.state:
        yield from _values(names, "state", variable.head.name)


def _values(names: Names, section: str, name: syntax.Name) -> Iterator[tuple[str, Span]]:
    for value in names.enums.get(name.text, ()):
        yield f"{section}.{name.text}.{value}", name.span
