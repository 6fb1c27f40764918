"""Keep the texts and sources of a tree that still hold after a variant's changes, and add its own."""

from __future__ import annotations

from croupier_dsl.outline.beside import with_entry
from croupier_dsl.outline.reading import entries
from croupier_dsl.outline.variants.touches import Touch
from croupier_dsl.paths import Part, edited, walk, whole
from croupier_dsl.reader import Entry, Mapping, Scalar


def cleared(old: Mapping, new: Mapping, found: tuple[Touch, ...]) -> Mapping:
    """Return the new tree without texts about parts that are gone, or that have changed so that the text no longer
    fits.

    Where a part comes from, and why a condition forbids a move, goes with every change of it. What a thing is called
    stays as long as there is such a thing.
    """
    touched = {touch.path for touch in found if touch.sort in ("change", "remove")}
    if not touched:
        return new
    before = {part.path: part for part in walk(whole(old))}
    after = {part.path: part for part in walk(whole(new))}
    gone = {part.name for path, part in before.items() if path not in after and path in touched}

    def holds(path: str, text: bool) -> bool:
        changed = any(path == place or path.startswith(f"{place}.") for place in touched)
        was, now = before.get(path), after.get(path)
        if was is not None and now is None:
            return False
        if not changed:
            return "." in path or path not in gone
        return text and (_value_stands(path, after) if was is None else not _says_why(was))

    for section in ("because", "told", "text"):
        entry = new.entry(section)
        if entry is not None and isinstance(entry.value, Mapping):
            kept = tuple(pair for pair in entry.value.entries if holds(pair.key.text, section == "text"))
            if not kept:
                new = _without(new, section)
            elif len(kept) < len(entry.value.entries):
                new = with_entry(new, Entry(entry.key, edited(entry.value, kept)))
    return new


def _says_why(part: Part) -> bool:
    """Return whether this is a condition, whose words explain why a move is illegal."""
    return part.kind == "filter" or (part.above is not None and part.above.kind == "conditions")


def _value_stands(path: str, after: dict[str, Part]) -> bool:
    """Return whether this is still a value of an option or a state."""
    above, _, value = path.rpartition(".")
    part = after.get(above)
    return part is not None and any(value in _words(node.text) for node in _scalars(part))


def _scalars(part: Part) -> list[Scalar]:
    if isinstance(part.node, Scalar):
        return [part.node]
    return [entry.value for entry in entries(part.node) if entry.key.text == "is" and isinstance(entry.value, Scalar)]


def _words(sentence: str) -> list[str]:
    return sentence.replace("/", " ").replace("..", " ").split()


def _without(root: Mapping, section: str) -> Mapping:
    return edited(root, tuple(entry for entry in root.entries if entry.key.text != section))


def with_own(root: Mapping, own: list[Touch]) -> Mapping:
    """Return the tree with the texts, sources and clauses of a variant, each in the place of what had its key."""
    for touch in own:
        assert touch.node is not None
        section = touch.path.partition(":")[0].partition(".")[0]
        new = Entry(touch.key, touch.node)
        entry = root.entry(section)
        if entry is None or not isinstance(entry.value, Mapping):
            key = Scalar(touch.key.span, touch.key.span, section, "plain")
            root = with_entry(root, Entry(key, Mapping(touch.key.span.to(touch.node.span), (new,), True)))
        else:
            root = with_entry(root, Entry(entry.key, with_entry(entry.value, new)))
    return root
