"""Apply one entry of a variant to a tree: a change, an addition, a removal, or another default."""

from __future__ import annotations

from typing import cast

from croupier_dsl import syntax
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.errors import variants as errors
from croupier_dsl.literals import ungroup
from croupier_dsl.outline.beside import in_tongue
from croupier_dsl.outline.reading import several
from croupier_dsl.outline.variants.touches import Touch
from croupier_dsl.parser import SentenceError, parse
from croupier_dsl.paths import (
    DEEDS,
    HEADED,
    LISTS,
    Part,
    alike,
    append_to_block,
    cut,
    find,
    fixed_below,
    insert,
    insert_beside,
    insert_items,
    is_arm,
    is_block,
    item_of,
    kind_below,
    long,
    made,
    matches,
    opened,
    parts,
    put,
    reach,
    same,
    walk,
    whole,
    within,
)
from croupier_dsl.reader import Entry, Mapping, Node, Scalar, Sequence
from croupier_dsl.source import Span
from croupier_dsl.spelling import nearest

NEEDED = ("players", "cards", "play", "result")
OWN_KEYS = ("croupier", "game", "variant", "of", "language", "title", "text", "because", "told", "scenarios", "seldom")


class Patcher:
    """Applies one change after another to a tree; impossible ones are reported and skipped."""

    def __init__(self, root: Mapping, below: str, diagnostics: Diagnostics, language: str = "") -> None:
        self.root = root
        self.below = below
        self.diagnostics = diagnostics
        self.language = language
        self.settles = False

    def do(self, touch: Touch, settles: bool = False) -> None:
        """Apply an entry of a variant. `settles`: it decides between two colliding variants, so it may repeat what is
        there."""
        self.settles = settles
        self._do(touch)
        if self.language and touch.sort in ("change", "add", "append"):
            self.root = in_tongue(self.root, self.language, touch.path)

    def _do(self, touch: Touch) -> None:
        match touch.sort:
            case "change":
                self.change(touch)
            case "add":
                self.add(touch)
            case "append":
                self.append(touch)
            case "remove":
                self.remove(touch)
            case "default":
                self.default(touch)
            case "own":
                pass

    @property
    def tree(self) -> Part:
        return whole(self.root)

    # ------------------------------------------------------------ change

    def change(self, touch: Touch) -> None:
        part = self.part(touch)
        if part is None or touch.node is None:
            return
        key = self.head(touch, part)
        if part.kind == "filter" and part.above is not None:
            self.diagnostics.add(errors.not_by_itself(touch.span, part.path, part.above.path))
        elif same(opened(part.kind, part.node), opened(part.kind, touch.node)) and (key is None or same(key, part.key)):
            if not self.settles:
                self.diagnostics.add(errors.changes_nothing(touch.span, part.path, part.span))
        else:
            node = touch.node
            if part.kind == "option" and isinstance(part.node, Mapping) and isinstance(node, Scalar):
                called = part.node.entry("text")
                if called is not None:  # other values do not make it another option
                    node = Mapping(node.span, (Entry(made(node, "is"), node), called), True)
            self.root = put(part, node, key, touch.key)

    def head(self, touch: Touch, part: Part) -> Scalar | None:
        """Return the new head of a declaration, where the variant writes the whole of it."""
        if touch.written == touch.path or part.above is None or part.above.kind not in HEADED:
            return None
        return _last(touch.key, touch.path, part.name)

    # ------------------------------------------------------------ add

    def add(self, touch: Touch) -> None:
        there = find(self.tree, touch.path)
        if there is not None:
            self.diagnostics.add(errors.already_there(touch.span, touch.path, there.span))
            return
        above, rest = reach(self.tree, touch.path)
        if self.unclear(touch, rest):
            return
        if _further(above, rest):
            above, rest = self.room(above, rest)
        in_block = above.kind == "statement" and (bool(touch.where) or is_block(above.node) or is_arm(above))
        if _further(above, rest) or touch.node is None or (kind_below(above, rest) is None and not in_block):
            self.stale(touch)
            return
        key = _last(touch.key, touch.path, rest, touch.where)
        if rest == "else" and isinstance(above.node, Mapping) and above.node.entries[0].key.text.startswith("if "):
            filled = (*above.node.entries, Entry(key, touch.node, touch.key))
            self.root = put(above, Mapping(above.node.span, filled, True))
            return
        if above.kind == "statements" or in_block:
            self.label(touch, above, key)
            return
        if above.kind == "conditions" and above.name == "until":
            self.warn_of_and(touch, above, touch.node)
        inner: tuple[str, ...] = ()
        if above.kind == "stage" and rest not in fixed_below("stage"):
            inner = ("steps",)
        self.entry(touch, above, Entry(key, touch.node), inner)

    def warn_of_and(self, touch: Touch, above: Part, node: Node) -> None:
        """Warn of a condition added to an `until`, which then holds less often; that is rarely intended."""
        before = [part.node for part in parts(above) if isinstance(part.node, Scalar)]
        if before and isinstance(node, Scalar):
            old = " and ".join(_apart(one.text, "or") for one in before)
            name = touch.path.rpartition(".")[2]
            self.diagnostics.add(
                errors.joined_with_and(touch.span, above.path, name, before[0].span, old, _apart(node.text, "then"))
            )

    def room(self, above: Part, rest: str) -> tuple[Part, str]:
        """Create the section for a new part, if it is missing: `moves.draw.when.new` before there is any `when`."""
        section, _, name = rest.partition(".")
        kind = fixed_below(above.kind).get(section)
        if kind is None or kind in ("sentence", "text") or "." in name:
            return above, rest
        place = opened(above.kind, above.node)
        start = Span(place.span.source, place.span.start, place.span.start)
        empty = Sequence(start, (), True) if kind in LISTS else Mapping(start, (), True)
        self.root = insert(above, (Entry(made(place, section), empty),))
        found = find(self.tree, f"{above.path}.{section}" if above.path else section)
        assert found is not None
        return found, name

    def entry(self, touch: Touch, above: Part, new: Entry, inner: tuple[str, ...]) -> None:
        """Add an entry to a mapping, at its place."""
        node = opened(above.kind, above.node)
        if not isinstance(node, Mapping):
            self.diagnostics.add(errors.nothing_can_be_added(touch.span, touch.path, above.path))
            return
        if inner:
            steps = node.get("steps")
            if steps is not None and not isinstance(steps, Mapping):  # stages by name
                self.diagnostics.add(errors.nothing_can_be_added(touch.span, touch.path, f"{above.path}.steps"))
                return
            held = steps if isinstance(steps, Mapping) else Mapping(made(node, "").span, (), True)
            at = self.beside(touch, above, held)
            if at is None:
                return
            filled = Mapping(held.span, (*held.entries[:at], new, *held.entries[at:]), True)
            key = next((entry.key for entry in node.entries if entry.key.text == "steps"), made(node, "steps"))
            others = tuple(entry for entry in node.entries if entry.key.text != "steps")
            where = next((n for n, entry in enumerate(node.entries) if entry.key.text == "steps"), len(others))
            entries = (*others[:where], Entry(key, filled), *others[where:])
            self.root = put(above, Mapping(node.span, entries, True))
            return
        at = self.beside(touch, above, node)
        if at is not None:
            self.root = insert(above, (new,), at)

    def beside(self, touch: Touch, above: Part, holder: Mapping) -> int | None:
        """Return the number of the entry before which the new one goes."""
        if not touch.where:
            return len(holder.entries)
        names = [_name(entry, above) for entry in holder.entries]
        if touch.beside not in names:
            self.lost(touch, above, names)
            return None
        return names.index(touch.beside) + (touch.where == "after")

    def label(self, touch: Touch, above: Part, key: Scalar) -> None:
        """Add a statement under a label, in a list."""
        assert touch.node is not None
        if not _is_label(key.text):
            self.diagnostics.add(errors.no_label(touch.span, key.text, above.path))
            return
        item = Mapping(touch.key.span.to(touch.node.span), (Entry(key, touch.node),), True)
        self.items(touch, above, (item,))

    # ------------------------------------------------------------ add to a list

    def append(self, touch: Touch) -> None:
        part = find(self.tree, touch.path)
        if part is None:
            above, rest = reach(self.tree, touch.path)
            above, rest = self.room(above, f"{rest}.") if rest else (above, rest)
            part = find(self.tree, touch.path)
        if part is None or touch.node is None:
            self.stale(touch)
            return
        items = several(touch.node)
        if part.kind == "words":
            there = {word.text: word for word in several(part.node) if isinstance(word, Scalar)}
            for item in items:
                if isinstance(item, Scalar) and item.text in there:
                    old = there[item.text].span
                    self.diagnostics.add(errors.already_there(item.span, f"{part.path}.{item.text}", old))
                    return
        self.items(touch, part, items)

    def items(self, touch: Touch, part: Part, items: tuple[Node, ...]) -> None:
        node = opened(part.kind, part.node)
        old = node.items if isinstance(node, Sequence) else ()
        at = len(old)
        if touch.where:
            beside = find(part, touch.beside)
            if beside is not None and beside.kind == "statements" and part.kind in DEEDS:
                beside = item_of(beside)
            if beside is not None and beside.kind == "statement":
                self.root = insert_beside(beside, items, touch.where == "after")
                return
            named = [_names_in(item) for item in old]
            found = next((number for number, names in enumerate(named) if touch.beside in names), None)
            if found is None:
                known = dict.fromkeys([*(child.name for child in parts(part)), *(n for names in named for n in names)])
                self.lost(touch, part, [*known])
                return
            at = found + (touch.where == "after")
        if part.kind == "statement" and not is_arm(part):
            self.root = append_to_block(part, items)
            return
        self.root = insert_items(part, items, at)

    # ------------------------------------------------------------ remove

    def remove(self, touch: Touch) -> None:
        part = self.part(touch)
        if part is None:
            return
        if part.path in NEEDED:
            self.diagnostics.add(errors.has_to_be_there(touch.span, part.path))
        elif part.kind == "filter" and part.above is not None:
            self.diagnostics.add(errors.not_by_itself(touch.span, part.path, part.above.path))
        else:
            self.root = put(part, None)
            if part.kind == "move":
                self.withdraw(touch, part.name, "moves")
            elif part.path == f"stages.{part.name}":
                self.withdraw(touch, part.name, "steps")
            elif part.kind == "word":
                self.left(touch, part.name)

    def withdraw(self, touch: Touch, name: str, lists: str) -> None:
        """Remove a deleted move from every list of moves, and a deleted stage from every list of steps."""
        named = [part for part in walk(self.tree) if part.kind == "word" and part.name == name]
        for path in [part.path for part in named if part.above is not None and part.above.name == lists]:
            part = find(self.tree, path)
            if part is not None:
                self.root = put(part, None)
        self.left(touch, name)

    def left(self, touch: Touch, name: str) -> None:
        for part in walk(self.tree):
            if part.kind == "words" and isinstance(part.node, Sequence) and not part.node.items and part.above:
                empty = errors.no_move_left if part.name == "moves" else errors.no_step_left
                self.diagnostics.add(empty(touch.span, name, part.above.path))

    # ------------------------------------------------------------ another default

    def default(self, touch: Touch) -> None:
        name = touch.key.text
        part = find(self.tree, f"options.{name}")
        if part is None:
            options = find(self.tree, "options")
            known = [option.name for option in parts(options)] if options else []
            self.diagnostics.add(errors.no_option_to_set(touch.span, name, nearest(name, known), known, self.below))
            return
        body = opened("option", part.node)
        if not isinstance(body, Mapping) or not isinstance(touch.node, Scalar):
            return
        values, usual = _values(body)
        if usual is not None and same(usual, touch.node):
            if not self.settles:
                self.diagnostics.add(errors.changes_nothing(touch.span, f"options.{name}", usual.span))
            return
        others = tuple(entry for entry in body.entries if entry.key.text not in ("is", "starting"))
        kept = tuple(Entry(entry.key, values) for entry in body.entries if entry.key.text == "is" and values)
        starting = Entry(made(touch.node, "starting"), touch.node)
        self.root = put(part, Mapping(body.span, (*kept, starting, *others), True), None, touch.key)

    # ------------------------------------------------------------ missing parts

    def part(self, touch: Touch) -> Part | None:
        found = find(self.tree, touch.path)
        if found is None or not touch.path:
            self.stale(touch)
            return None
        return None if self.unclear(touch, "") else found

    def unclear(self, touch: Touch, rest: str) -> bool:
        """Return whether the path, without its rest, fits several parts; if so, report the ways to name each."""
        path = touch.path[: len(touch.path) - len(rest)].rstrip(".")
        found = matches(self.tree, path)
        if len(found) > 1:
            self.diagnostics.add(errors.several_choose(touch.span, path, list(dict.fromkeys(map(long, found)))))
        return len(found) > 1

    def stale(self, touch: Touch) -> None:
        """Report a path that leads nowhere: with the probable meaning, else the existing names."""
        first = touch.path.partition(".")[0]
        if first in OWN_KEYS:
            self.diagnostics.add(errors.own_key(touch.span, first))
            return
        above, rest = reach(self.tree, touch.path)
        if self.several_do(touch, above, rest):
            return
        if above.kind == "statement" and above.above is not None and not is_block(above.node):
            note = errors.nothing_in_a_statement(touch.span, touch.path, above.name, above.above.path, rest)
            self.diagnostics.add(note)
            return
        below = list(dict.fromkeys(part.name for part in within(above)))
        near = self.meant(above, rest)
        self.diagnostics.add(
            errors.no_such_part(touch.span, touch.path, above.path, rest.partition(".")[0], near, below, self.below)
        )

    def several_do(self, touch: Touch, above: Part, name: str) -> bool:
        """Return whether several statements match the name; if so, report which."""
        found = alike(above, name)
        if found:
            self.diagnostics.add(errors.several_do(touch.span, name, above.path, found))
        return bool(found)

    def meant(self, above: Part, rest: str) -> str | None:
        """Return the path that was meant: a name misspelt, or steps on the way left out."""
        name, _, further = rest.partition(".")
        near = nearest(name, [part.name for part in within(above)])
        if near is not None:
            start = f"{above.path}.{near}" if above.path else near
            longer = f"{start}.{further}" if further else start
            return longer if find(self.tree, longer) is not None else start
        inside = [part.path for part in walk(above) if part.path.endswith(f".{rest}")]
        return min(inside, key=lambda known: (known.count("."), len(known)), default=None)

    def lost(self, touch: Touch, above: Part, names: list[str]) -> None:
        if self.several_do(touch, above, touch.beside):
            return
        near = nearest(touch.beside, names)
        self.diagnostics.add(errors.no_such_neighbour(touch.span, touch.beside, above.path, near, names))


def _values(body: Mapping) -> tuple[Node | None, Scalar | None]:
    """Return the domain of an option without its default, and the default if it is written."""
    written, own = body.get("is"), body.get("starting")
    if not isinstance(written, Scalar):
        return written, None
    try:
        thing = cast(syntax.Thing, parse("thing", written.content))
    except SentenceError:
        return written, None
    if isinstance(own, Scalar):
        return written, own
    first = ungroup(thing.sort)
    if isinstance(first, syntax.Alternatives):
        first = ungroup(first.items[0])
    if isinstance(first, syntax.Range):
        first = first.low
    if thing.starting is None:
        return written, cut(written, first.span)
    whole_thing = not thing.optional and thing.seen_by is None
    return cut(written, thing.sort.span) if whole_thing else written, cut(written, thing.starting.span)


def _apart(sentence: str, word: str) -> str:
    """Return a sentence on one line, in parentheses where it has a word that binds less."""
    words = sentence.split()
    return f"({' '.join(words)})" if word in words else " ".join(words)


def _further(above: Part, rest: str) -> bool:
    """Return whether the rest of a path leads further than a name within this part."""
    return "." in rest and above.kind != "table"  # a row's key may be `2..10`


def _last(key: Scalar, path: str, name: str, where: str = "") -> Scalar:
    """Return the last name of a path in the key of an entry, with the head of a declaration if it has one."""
    text = key.content.text
    end = len(text)
    if where:
        end = len(text[: text.rindex(f" {where} ")].rstrip())
    stem = path[: len(path) - len(name)]
    start = text.find(stem) + len(stem) if stem and stem in text else 0
    if not start and stem and text[:end].endswith(f".{name}"):  # the path names the blocks around a label
        start = end - len(name)
    span = Span(key.content.source, key.content.start + start, key.content.start + end)
    return Scalar(span, span, span.text, "plain")


def _name(entry: Entry, above: Part) -> str:
    words = entry.key.text.split()
    return words[0] if above.kind in HEADED and words else " ".join(words)


def _is_label(text: str) -> bool:
    """Return whether the text is the label of a statement, rather than the beginning of one, such as `if …`."""
    return len(text.split()) == 1 and text not in ("else", "choose")


def _names_in(item: Node) -> list[str]:
    """Return the names of an item of a list: its word, or its labels."""
    if isinstance(item, Mapping):
        return [entry.key.text for entry in item.entries if _is_label(entry.key.text)]
    return [item.text] if isinstance(item, Scalar) else []
