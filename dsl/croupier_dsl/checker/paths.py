"""The path of every part of a ruleset, as `because` names it: those of its tree, and those of the values in it."""

from __future__ import annotations

from collections.abc import Iterator

from croupier_dsl import paths
from croupier_dsl.resolver import Names


def paths_of(names: Names) -> Iterator[str]:
    """Sections, what they declare, stages by nesting, the parts of each, and the words that lists name."""
    ruleset = names.ruleset
    yield from (part.path for part in paths.walk(paths.whole(ruleset.root)) if part.path)
    yield "cards.attributes"
    for attribute, values in names.attributes.items():
        yield f"cards.attributes.{attribute}"
        yield from (f"cards.attributes.{attribute}.{value}" for value in values)
    for option in ruleset.options:
        name = option.name.text
        yield from (f"options.{name}.{value}" for value in names.enums.get(name, ()))
    for variable in ruleset.state:
        name = variable.head.name.text
        yield from (f"state.{name}.{value}" for value in names.enums.get(name, ()))
