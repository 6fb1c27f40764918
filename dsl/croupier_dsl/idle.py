"""Options that nothing reads: those that a variant makes idle are removed; lists of words that other parts use stay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from croupier_dsl import ir
from croupier_dsl.analysis.reading import Facts, options_read
from croupier_dsl.analysis.walk import held, nodes
from croupier_dsl.outline.beside import with_entry
from croupier_dsl.paths import edited, find, put, whole
from croupier_dsl.reader import Entry, Mapping


def idle_options(rules: ir.Rules) -> set[str]:
    """Return the options that nothing reads, not even another option or what is itself not used."""
    read = options_read(Facts(rules), replace(rules, scenarios=()))
    return {option.name for option in rules.options}.difference(read)


def lists(rules: ir.Rules, idle: Iterable[str]) -> set[str]:
    """Return those options whose list of words is used by other parts of the rules."""
    used = nodes(replace(rules, options=tuple(o for o in rules.options if o.name not in {*idle}), scenarios=()))
    sorts = {sort.enum for node in used for sort in _sorts(node) if sort.enum}
    return {option.name for option in rules.options if option.name in {*idle} and option.type.enum in sorts}


def _sorts(node: object) -> Iterator[ir.Type]:
    """Yield the types that a part of the rules names."""
    for _, value in held(node):
        yield from (one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, ir.Type))


def as_lists(rules: ir.Rules, names: set[str]) -> ir.Rules:
    """Return the rules with some options as mere lists of words: they are not offered, but the names of the
    words stay.
    """
    own = {f"options.{name}" for name in names}

    def others(noted: tuple[ir.Because, ...]) -> tuple[ir.Because, ...]:
        return tuple(one for one in noted if ".".join(one.path.split(".")[:2]) not in own)

    return replace(
        rules,
        options=tuple(option for option in rules.options if option.name not in names),
        texts=tuple(text for text in rules.texts if text[0] not in own),
        because=others(rules.because), told=others(rules.told),
    )  # fmt: skip


def without(root: Mapping, names: Iterable[str]) -> Mapping:
    """Return the tree without these options, and without texts about them."""
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
                    root = with_entry(root, Entry(entry.key, edited(entry.value, kept)))
    return root


def with_what_holds(root: Mapping, rules: ir.Rules) -> Mapping:
    """Return the tree of a variant without inherited `equivalent` entries whose mutation does not exist in
    these rules, and without texts that the rules have dropped.
    """
    root = _kept(root, "equivalent", {equivalent.mutation for equivalent in rules.equivalents})
    return _kept(root, "text", {path for path, _ in rules.texts})


def _kept(root: Mapping, section: str, keys: set[str]) -> Mapping:
    """Return the tree with only these entries of a section, and without the section if none is left."""
    entry = root.entry(section)
    if entry is None or not isinstance(entry.value, Mapping):
        return root
    kept = tuple(pair for pair in entry.value.entries if " ".join(pair.key.text.split()) in keys)
    if len(kept) == len(entry.value.entries):
        return root
    others = tuple(other for other in root.entries if other is not entry)
    return with_entry(root, Entry(entry.key, edited(entry.value, kept))) if kept else edited(root, others)
