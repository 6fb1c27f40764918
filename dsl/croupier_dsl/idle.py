"""The rules of a variant to the options that decide nothing in them any more, and its tree to one without those."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from croupier_dsl import ir
from croupier_dsl.checker.walk import walk
from croupier_dsl.outline.beside import with_entry
from croupier_dsl.paths import find, mended, put, whole
from croupier_dsl.reader import Entry, Mapping


def idle_options(rules: ir.Rules) -> set[str]:
    """The options that nothing reads, not even another option or what is itself not used."""
    read = {part.name for part in walk(replace(rules, scenarios=())) if isinstance(part, ir.OptionValue)}
    return {option.name for option in rules.options} - read


def without(root: Mapping, names: Iterable[str]) -> Mapping:
    """The tree without these options, and without what is said of them."""
    for name in names:
        part = find(whole(root), f"options.{name}")
        if part is not None:
            root = put(part, None)
        for section in ("text", "because"):
            entry = root.entry(section)
            if entry is not None and isinstance(entry.value, Mapping):
                pairs = entry.value.entries
                kept = tuple(pair for pair in pairs if not f"{pair.key.text}.".startswith(f"options.{name}."))
                if len(kept) < len(pairs):
                    root = with_entry(root, Entry(entry.key, mended(entry.value, kept)))
    return root
