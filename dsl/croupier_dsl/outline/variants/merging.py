"""Merge the layers of a variant into one tree: the entries of each are applied to the layers below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from croupier_dsl.braces import DESCRIBED, SHORT
from croupier_dsl.classes import frozen
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.errors.variants import too_many_entries
from croupier_dsl.outline.beside import in_languages, in_tongue, language_of, with_entry
from croupier_dsl.outline.reading import entries
from croupier_dsl.outline.variants.lines import Layer, Line
from croupier_dsl.outline.variants.patching import Patcher
from croupier_dsl.outline.variants.touches import (
    Touch,
    check_one,
    check_two,
    collisions,
    gives_way,
    identical,
    settling,
    touches,
)
from croupier_dsl.paths import Part, edited, in_short, walk, whole
from croupier_dsl.reader import Entry, Mapping, Scalar
from croupier_dsl.source import Span
from croupier_dsl.syntax import Touched


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


MOST_TOUCHES = 500
"""The maximum number of places that one variant may touch."""
OF_ONE_RULESET = ("title", "presets", "scenarios", "seldom")
"""The sections that a variant does not inherit."""
LINE = "game.line"
"""The line about a game in lists of games."""


@frozen
class Done:
    """A layer and what it touched."""

    layer: Layer
    touches: tuple[Touch, ...]


@frozen
class Merged:
    """The tree of a line of layers; `touched`: what each layer does, the top first."""

    root: Mapping
    touched: tuple[Touched, ...]


def merged(line: Line, diagnostics: Diagnostics, left: frozenset[Span] = frozenset()) -> Merged | None:
    """Return the tree of a line of layers, named after its top; None if it cannot be made. `left`: entries left out."""
    language = language_of(line.game.root)
    root = in_short(line.game.root)
    done: list[Done] = []
    errors = len(diagnostics.errors)
    settled = _settled(line)
    for layer in line.layers[1:]:
        layer.root = _in_language(layer.root, language)
        found = touches(layer, root)
        if len(found) > MOST_TOUCHES:
            diagnostics.add(too_many_entries(found[MOST_TOUCHES].span, layer.name, MOST_TOUCHES))
            return None
        check_one(found, diagnostics)
        before = [other for other in done if not layer.builds_on(other.layer)]
        for other in before:
            check_two(layer, found, other.layer, other.touches, settled.above(layer, other.layer), diagnostics)
        if len(diagnostics.errors) > errors:
            return None
        there = [touch for other in before for touch in other.touches]
        fresh = tuple(touch for touch in found if touch.span not in left)
        fresh = tuple(touch for touch in fresh if not any(identical(touch, other) for other in there))
        fresh = tuple(touch for touch in fresh if (id(layer), touch.path) not in settled.left_out)
        root = _applied(root, fresh, layer, line.game, settled.by, diagnostics)
        if len(diagnostics.errors) > errors:
            return None
        done.append(Done(layer, found))
    from_top = sorted(done, key=lambda one: one.layer not in line.stacked)
    every = (touch for one in from_top for touch in one.touches if touch.sort != "own" and touch.span not in left)
    return Merged(_named(root, line), tuple(Touched(touch.span, touch.path, touch.sort) for touch in every))


@dataclass(slots=True, eq=False, repr=False)
class Settled:
    """Collisions of variants that a variant of both settles.

    `left_out`: the overridden touches, by variant and path; `by`: the settling ones.
    """

    touched: dict[int, tuple[Touch, ...]]
    line: Line
    left_out: set[tuple[int, str]]
    by: set[tuple[int, str]]

    def above(self, one: Layer, other: Layer) -> tuple[Touch, ...]:
        """Return the touches of the variants that build on both."""
        layers = [layer for layer in self.line.layers if layer.builds_on(one) and layer.builds_on(other)]
        return tuple(touch for layer in layers for touch in self.touched[id(layer)])


def _settled(line: Line) -> Settled:
    settled = Settled({}, line, set(), set())
    layers = line.layers[1:]
    if not any(len(layer.below) > 1 for layer in layers):
        settled.touched = dict.fromkeys(map(id, layers), ())
        return settled
    settled.touched = {id(layer): touches(layer, line.game.root)[:MOST_TOUCHES] for layer in layers}
    for number, early in enumerate(layers):
        for late in layers[number + 1 :]:
            above = () if late.builds_on(early) else settled.above(early, late)
            if not above:
                continue
            for one, other in collisions(settled.touched[id(late)], settled.touched[id(early)]):
                by = settling(above, one, other)
                if by is None:
                    continue
                settled.by |= {(id(layer), by.path) for layer in layers if by in settled.touched[id(layer)]}
                if gives_way(one, other, first=False):
                    settled.left_out.add((id(late), one.path))
                if gives_way(other, one, first=True):
                    settled.left_out.add((id(early), other.path))
    return settled


def _applied(
    root: Mapping,
    found: tuple[Touch, ...],
    layer: Layer,
    game: Layer,
    settling: set[tuple[int, str]],
    diagnostics: Diagnostics,
) -> Mapping:
    below = layer.below[0].name if layer.below else game.name
    usual, own = language_of(game.root), language_of(layer.document.root)
    patcher = Patcher(root, below, diagnostics, own if own != usual else "")
    for touch in found:
        patcher.do(touch, (id(layer), touch.path) in settling)
    kept = cleared(root, patcher.root, found)
    return with_own(kept, [touch for touch in found if touch.sort == "own"])


def _named(root: Mapping, line: Line) -> Mapping:
    """Return the tree under the name of its top, with the title, presets and scenarios of that alone."""
    root, top = _with_told(root, line), line.top
    if top is None:
        kept = edited(root, tuple(entry for entry in root.entries if entry.key.text not in OF_ONE_RULESET))
        return _stacked(kept, line)
    name = next(entry for entry in top.root.entries if entry.key.text in ("variant", "of"))
    word = name.value if name.key.text == "variant" and isinstance(name.value, Scalar) else name.key
    named: list[Entry] = []
    own = {section: top.root.entry(section) for section in OF_ONE_RULESET}
    for entry in root.entries:
        if entry.key.text == "game":
            named.append(Entry(_word(entry.key, "game"), word))
            named += [title for title in [own.pop("title")] if title]
        elif entry.key.text not in OF_ONE_RULESET:
            named.append(entry)
        elif (new := own.pop(entry.key.text, None)) is not None:
            named.append(new)
    return edited(root, (*named, *(entry for entry in own.values() if entry)))


def _with_told(root: Mapping, line: Line) -> Mapping:
    """Return the tree with the texts about the whole game.

    A line is a variant's own. A variant without a short text takes over the nearest one below, with the title of the
    ruleset that it describes.
    """
    section = root.entry("text")
    kept = [entry for entry in entries(root.get("text")) if entry.key.text not in (LINE, SHORT, DESCRIBED)]
    lines = [_text(layer, LINE) for layer in line.stacked if layer.variant]
    told = _joined(line, LINE, [one for one in lines if one], " ") if line.top is None else lines[0]
    new = [entry for entry in (told, *_short(line)) if entry]
    if not new and len(kept) == len(entries(root.get("text"))):
        return root
    if section is None or not isinstance(section.value, Mapping):
        return with_entry(root, Entry(_word(new[0].key, "text"), Mapping(new[0].key.span, tuple(new), True)))
    return with_entry(root, Entry(section.key, edited(section.value, (*new, *kept))))


def _short(line: Line) -> list[Entry]:
    """Return the short text of the whole, and the title of the ruleset below that it describes, unless it is about the
    top.
    """
    layer = line.top or line.game
    while (found := _text(layer, SHORT)) is None and layer is not line.game:
        layer = layer.below[0] if len(layer.below) == 1 else line.game
    described = (line.top and _text(line.top, DESCRIBED)) or _text(layer, DESCRIBED)
    if found is not None and described is None and layer is not line.top:
        title = layer.root.entry("title")
        words = in_languages(title.value, language_of(line.game.root)) if title else _word(found.key, layer.name)
        described = Entry(_word(found.key, DESCRIBED), words)
    return [entry for entry in (found, described) if entry]


def _text(layer: Layer, path: str) -> Entry | None:
    return next((entry for entry in entries(layer.root.get("text")) if entry.key.text == path), None)


def _stacked(kept: Mapping, line: Line) -> Mapping:
    """Return the merge of several requested variants: named after all of them, with the scenarios of each."""
    game = kept.entry("game")
    assert game is not None
    titles = _titles(line)
    renamed = [Entry(game.key, _word(game.key, line.name)), *([titles] if titles else [])]
    others = tuple(entry for entry in kept.entries if entry is not game)
    at = kept.entries.index(game)
    named = edited(kept, (*others[:at], *renamed, *others[at:]))
    variants = [layer for layer in line.stacked if layer.variant]
    scenarios = {entry.key.text: entry for layer in variants for entry in entries(layer.root.get("scenarios"))}
    if scenarios:
        first = next(layer for layer in variants if layer.root.entry("scenarios"))
        section = first.root.entry("scenarios")
        assert section is not None
        named = with_entry(named, Entry(section.key, Mapping(section.value.span, tuple(scenarios.values()), True)))
    return named


def _titles(line: Line) -> Entry | None:
    """Return the titles of all that is stacked, joined, in each language that all of them speak."""
    return _joined(line, "title", [layer.root.entry("title") for layer in line.stacked], " + ")


def _joined(line: Line, key: str, texts: Sequence[Entry | None], between: str) -> Entry | None:
    """Return texts joined into one, in each language that all of them have."""
    spoken: list[dict[str, str]] = []
    language = language_of(line.game.root)
    for text in texts:
        words = in_languages(text.value, language) if text else None
        pairs = ((entry.key.text, entry.value) for entry in entries(words))
        spoken.append({word: value.text.strip() for word, value in pairs if isinstance(value, Scalar)})
    shared = [word for word in spoken[0] if all(word in words for words in spoken)] if spoken else []
    start = line.game.root.span
    here = Span(start.source, start.start, start.start)
    at = Scalar(here, here, key, "plain")
    told = tuple(Entry(_word(at, word), _word(at, between.join(words[word] for words in spoken))) for word in shared)
    return Entry(at, Mapping(here, told, True)) if told else None


def _word(place: Scalar, text: str) -> Scalar:
    return Scalar(place.span, place.content, text, "plain")


def _in_language(root: Mapping, language: str) -> Mapping:
    """Return a variant whose texts are in the language of the game, or say in which language they are."""
    own = language_of(root)
    if own == language:
        return root
    title = root.entry("title")
    if title is not None:
        root = with_entry(root, Entry(title.key, in_languages(title.value, own)))
    found = root.entry("text")
    if found is not None and isinstance(found.value, Mapping):
        told = tuple(Entry(entry.key, in_languages(entry.value, own)) for entry in found.value.entries)
        root = with_entry(root, Entry(found.key, edited(found.value, told)))
    return in_tongue(root, own)
