"""The tree of a variant to one without what it leaves of its game that means nothing in it any more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from croupier_dsl import ir
from croupier_dsl.analysis.facts import Facts
from croupier_dsl.outline.beside import with_entry
from croupier_dsl.paths import find, mended, put, whole
from croupier_dsl.reader import Entry, Mapping


def idle_options(rules: ir.Rules) -> set[str]:
    """The options that nothing reads, not even another option or what is itself not used."""
    read = Facts(rules).options(replace(rules, scenarios=()))
    return {option.name for option in rules.options}.difference(read)


def without(root: Mapping, names: Iterable[str]) -> Mapping:
    """The tree without these options, and without what is said of them."""
    for name in names:
        part = find(whole(root), f"options.{name}")
        if part is not None:
            root = put(part, None)
        for section in ("text", "because", "told"):
            entry = root.entry(section)
            if entry is not None and isinstance(entry.value, Mapping):
                pairs = entry.value.entries
                kept = tuple(pair for pair in pairs if not f"{pair.key.text}.".startswith(f"options.{name}."))
                if len(kept) < len(pairs):
                    root = with_entry(root, Entry(entry.key, mended(entry.value, kept)))
    return root


def with_what_holds(root: Mapping, rules: ir.Rules) -> Mapping:
    """The tree of a variant without the changes called equivalent, below it, that are no changes of these rules."""
    entry = root.entry("equivalent")
    if entry is None or not isinstance(entry.value, Mapping):
        return root
    made = {equivalent.mutation for equivalent in rules.equivalents}
    kept = tuple(pair for pair in entry.value.entries if " ".join(pair.key.text.split()) in made)
    if len(kept) == len(entry.value.entries):
        return root
    others = tuple(other for other in root.entries if other is not entry)
    return with_entry(root, Entry(entry.key, mended(entry.value, kept))) if kept else mended(root, others)
