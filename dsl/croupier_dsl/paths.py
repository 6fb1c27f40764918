"""The parts of a ruleset's tree by path: `because`, texts, variants and outlines refer to `moves.draw.when`.

A path is names with dots between them. Fixed names lead to keys (`moves`, `when`), the others to declarations: by name
alone (`points of card by rank` is `tables.points`), a stage within a stage without `steps`, a condition by its name or
its number, a row by its key, a statement by its label or by its action (`set leader`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal, cast

from croupier_dsl import syntax
from croupier_dsl.classes import frozen
from croupier_dsl.literals import ungroup
from croupier_dsl.parser import SentenceError, parse
from croupier_dsl.reader import Entry, Mapping, Node, Scalar, Sequence
from croupier_dsl.source import Span

Kind = Literal[
    "ruleset", "options", "option", "cards", "parts", "part",
    "tables", "table", "heads", "sentences", "combos", "combo", "effects",
    "stage", "stages", "steps", "moves", "move", "triggers", "trigger", "conditions", "choices", "statements", "words",
    "scores", "statement",
    "result",
    "texts", "presets", "preset", "sentence", "domain", "filter", "word", "text",
]  # fmt: skip
Step = str | int
"""A key of a mapping, or the number of an item from 0."""

_FIXED: dict[Kind, dict[str, Kind]] = {
    "ruleset": {
        "family": "sentence", "minutes": "sentence", "players": "sentence", "teams": "sentence", "limit": "sentence",
        "options": "options", "cards": "cards", "tables": "tables", "zones": "heads", "state": "heads",
        "combos": "combos", "define": "heads", "effects": "effects", "play": "stage", "stages": "stages",
        "moves": "moves", "whenever": "triggers", "result": "result", "show": "words",
        "presets": "presets", "books": "texts", "clauses": "texts", "rulings": "texts",
    },
    "option": {"is": "sentence", "starting": "sentence", "needs": "conditions", "text": "text"},
    "cards": {
        "deck": "sentence", "attributes": "sentences", "copies": "sentence", "packs": "sentence", "order": "sentences",
        "wild": "sentence", "parts": "parts",
    },
    "part": {"deck": "sentence", "attributes": "sentences", "copies": "sentence"},
    "combo": dict.fromkeys(
        ("same", "different", "sequence", "of", "size", "beside", "wilds", "declared", "where", "split", "least"),
        "sentence",
    ),
    "stage": {
        "when": "conditions", "by": "sentence", "times": "sentence", "until": "conditions", "must": "conditions",
        "begin": "statements", "steps": "steps", "moves": "words", "else": "statements", "end": "statements",
    },
    "move": {"choose": "choices", "when": "conditions", "do": "statements"},
    "trigger": {"each": "sentence", "enters": "sentence", "when": "conditions", "do": "statements"},
    "result": {"score": "scores", "best": "sentence", "losers": "sentence", "won": "sentence"},
    "preset": {"title": "text", "options": "sentences"},
}  # fmt: skip
_FREE: dict[Kind, Kind] = {
    "options": "option", "tables": "table", "heads": "sentence", "combos": "combo", "effects": "statements",
    "moves": "move", "triggers": "trigger", "texts": "text", "presets": "preset", "sentences": "sentence",
    "table": "sentence", "conditions": "sentence", "choices": "domain", "stage": "stage", "statements": "statements",
    "stages": "stage", "parts": "part",
}  # fmt: skip
"""The kinds of parts under names that the ruleset chooses."""
HEADED: tuple[Kind, ...] = ("tables", "heads", "effects")
"""Sections whose keys say more than a name."""
LISTS: tuple[Kind, ...] = ("statements", "words", "scores")
BY_PATH = ("text", "because", "told", "seldom")
"""Sections whose keys are paths."""
DEEDS: tuple[Kind, ...] = ("statements", "statement")
"""The kinds that contain statements: a list, and a block in one."""
_LABEL = re.compile(r"[0-9]*[A-Za-z_][A-Za-z0-9_]*")
_DEED = re.compile(r"(add) .+? (to .+)|(swap .+?) with .+|(?!add )(\w+ .+?) (?:to|be) .+")


@frozen
class Part:
    """One part of a ruleset. `steps`: how it is reached from the part `above`, in what `opened` makes of that."""

    path: str
    name: str
    kind: Kind
    node: Node
    key: Scalar | None = None
    above: Part | None = None
    steps: tuple[Step, ...] = ()
    around: tuple[str, ...] = ()
    """The blocks around a label, which its path leaves out."""

    @property
    def span(self) -> Span:
        """Return its place, beginning with its key."""
        return self.node.span if self.key is None else self.key.span


def whole(root: Mapping) -> Part:
    """Return the ruleset itself, whose path is empty."""
    return Part("", "", "ruleset", root)


def walk(part: Part) -> Iterator[Part]:
    """Yield a part and the parts within it, in the order of the file."""
    yield part
    for child in parts(part):
        yield from walk(child)


def find(root: Part, path: str) -> Part | None:
    """Return the part at a path."""
    found, rest = reach(root, path)
    return None if rest else found


def reach(root: Part, path: str) -> tuple[Part, str]:
    """Return the deepest part on a path, and the rest of the path there."""
    part, rest = root, " ".join(path.split())
    while rest:
        near, further = _on_the_way(part, rest)
        if not near:
            break
        if len(near) > 1:  # several `choose` of one list: one directly in it comes first
            found = ((child, reach(child, further)) for child in near)
            return min(found, key=lambda each: (len(each[1][1]), not _directly(each[0], part)))[1]
        part, rest = near[0], further
    return part, rest


def matches(root: Part, path: str) -> list[Part]:
    """Return every part at a path: several if a list chooses several times under one name in its blocks, or several
    times.
    """
    rest = " ".join(path.split())
    if not rest:
        return [root]
    near, further = _on_the_way(root, rest)
    direct = [found for child in near if _directly(child, root) for found in matches(child, further)]
    return direct or [found for child in near for found in matches(child, further)]


def _directly(child: Part, part: Part) -> bool:
    """Return whether the child is directly in a part, and not in a block within it."""
    return not child.around or child.around[-1] == part.path


def _on_the_way(part: Part, rest: str) -> tuple[list[Part], str]:
    """Return the next parts on a path, all of one name, and the rest of the path after them."""
    near = [child for child in within(part) if rest == child.name or rest.startswith(f"{child.name}.")]
    longest = max((len(child.name) for child in near), default=0)
    return [child for child in near if len(child.name) == longest], rest[longest:].removeprefix(".")


def within(part: Part) -> Iterator[Part]:
    """Yield the parts to which a path can continue: those directly within a part, and for a block its labels, and the
    statements of its `else`, if their names do not occur among its other statements.
    """
    inner = list(parts(part))
    yield from inner
    arms = [child for child in inner if is_arm(child)]
    if arms:
        own = {child.name for child in inner}
        names = {child.steps: child.name for child in _named(part, deeds(part))}
        for arm in arms:
            for child in parts(arm):
                name = names.get((*arm.steps, *child.steps)) or names.get(arm.steps)
                if name is not None and name not in own:
                    yield replace(child, name=name)
    holder: Part | None = part
    while holder is not None and holder.kind == "statement":
        holder = holder.above
    if holder is not None and holder is not part:
        yield from (child for child in parts(holder) if part.path in child.around)


def is_arm(part: Part) -> bool:
    """Return whether this is an `else` of a block."""
    return part.kind == "statement" and part.key is not None


def short(root: Part, path: str) -> str:
    """Return the path without the blocks around a label; any other path as it is."""
    if " " not in path:
        return path
    found, rest = reach(root, path)
    return f"{found.path}.{rest}" if found.path and rest else found.path or path


def exact(root: Part, path: str) -> str:
    """Return the short path, or the long one with blocks if several parts have the short one."""
    if " " not in path:
        return path
    found, rest = reach(root, path)
    whole_path = found.path
    if whole_path and any(each.node is not found.node for each in matches(root, whole_path)):
        whole_path = long(found)
    return f"{whole_path}.{rest}" if whole_path and rest else whole_path or path


def long(part: Part) -> str:
    """Return the path of a part with all the blocks around it."""
    label: Part | None = part
    while label is not None and not label.around:
        label = label.above
    if label is None:
        return part.path
    return f"{label.around[-1]}.{part.path[len(label.path) - len(label.name) :]}"


def in_short(root: Mapping) -> Mapping:
    """Return the tree whose texts and sources name each part by its short path."""
    tree = whole(root)
    for section in BY_PATH:
        entry = root.entry(section)
        if entry is None or not isinstance(entry.value, Mapping):
            continue
        named = tuple(replace(one, key=renamed(one.key, short(tree, one.key.text))) for one in entry.value.entries)
        if any(new.key is not one.key for new, one in zip(named, entry.value.entries, strict=True)):
            there = tuple(
                replace(each, value=edited(entry.value, named)) if each is entry else each for each in root.entries
            )
            root = edited(root, there)
    return root


def renamed(key: Scalar, text: str) -> Scalar:
    """Return the key with another text, at the same place in the file."""
    return key if key.text == text else replace(key, text=text)


def item_of(label: Part) -> Part:
    """Return the statement with its label, as the list or block has it."""
    assert label.above is not None
    node = opened(label.above.kind, label.above.node)
    for step in label.steps[:-1]:
        match node:
            case Sequence(_, items) if isinstance(step, int):
                node = items[step]
            case Mapping(_, entries):
                node = next(entry.value for entry in entries if entry.key.text == step)
            case _:
                break
    return replace(label, kind="statement", node=node, key=None, steps=label.steps[:-1])


def kind_below(part: Part, name: str) -> Kind | None:
    """Return the kind that a part of this name would have within this part."""
    return _FIXED.get(part.kind, {}).get(name) or _FREE.get(part.kind)


def fixed_below(kind: Kind) -> dict[str, Kind]:
    """Return the parts that this kind of part may have by names of the language."""
    return _FIXED.get(kind, {})


def parts(part: Part) -> Iterator[Part]:
    """Yield the parts directly within a part."""
    node = opened(part.kind, part.node)
    if part.kind in DEEDS:
        labels = _labelled(part, node, (), ()) if part.kind == "statements" else ()
        yield from sorted((*labels, *_deeds(part)), key=lambda child: child.steps[:1] if labels else ())
        return
    if part.kind == "words" and isinstance(node, Sequence):
        for number, item in enumerate(node.items):
            if isinstance(item, Scalar) and not item.empty:
                yield Part(f"{part.path}.{item.text}", item.text, "word", item, None, part, (number,))
        return
    if part.kind == "domain" and isinstance(node, Scalar) and not node.empty:
        for number, span in enumerate(_filters(node.content), 1):
            yield Part(f"{part.path}.{number}", str(number), "filter", cut(node, span), None, part)
        return
    if not isinstance(node, Mapping):
        return
    fixed, free = _FIXED.get(part.kind, {}), _FREE.get(part.kind)
    for entry in node.entries:
        key = " ".join(entry.key.text.split())
        if key in fixed:
            kind = fixed[key]
            if kind == "steps" and not isinstance(entry.value, Mapping):
                kind = "words"  # stages by name
            yield _child(part, key, kind, entry, (entry.key.text,))
            if kind == "steps" and isinstance(entry.value, Mapping):
                for stage in entry.value.entries:
                    yield _child(part, stage.key.text, "stage", stage, ("steps", stage.key.text))
        elif free is not None and part.kind != "stage":
            name = key.split(" ")[0] if part.kind in HEADED and key else key
            yield _child(part, name, free, entry, (entry.key.text,))


def _child(above: Part, name: str, kind: Kind, entry: Entry, steps: tuple[Step, ...]) -> Part:
    path = f"{above.path}.{name}" if above.path else name
    return Part(path, name, kind, entry.value, entry.key, above, steps)


def _labelled(part: Part, node: Node, steps: tuple[Step, ...], around: tuple[str, ...]) -> Iterator[Part]:
    """Yield the labels in a list of statements, also in the blocks of it, whose names their paths leave out."""
    match node:
        case Sequence(_, items):
            for number, item in enumerate(items):
                if isinstance(item, Mapping):
                    yield from _labelled(part, item, (*steps, number), around)
        case Mapping(_, entries):
            block = around
            if is_block(node):
                block = (*around, f"{(around or (part.path,))[-1]}.{_said(node)}")
            for number, entry in enumerate(entries):
                here, inside = (*steps, entry.key.text), block
                if number and is_block(node):
                    inside = (*block, f"{block[-1]}.{_words_of(entry.key)}")
                if entry.key.text == "choose":
                    yield replace(_child(part, "choose", "choices", entry, here), around=around)
                elif entry.key.text != "else" and _LABEL.fullmatch(entry.key.text):
                    yield replace(_child(part, entry.key.text, "statements", entry, here), around=around)
                else:
                    yield from _labelled(part, entry.value, here, inside)
        case _:
            pass


def is_block(node: Node) -> bool:
    """Return whether this is an item of a list that begins with `if` or `for each of`."""
    return isinstance(node, Mapping) and bool(node.entries) and len(node.entries[0].key.text.split()) > 1


def deeds(part: Part) -> tuple[tuple[tuple[Step, ...], Node], ...]:
    """Return the statements of a list or a block that may go by what they do, and how each is reached."""
    node = opened(part.kind, part.node)
    found: list[tuple[tuple[Step, ...], Node]] = []
    if isinstance(node, Sequence):
        found = [((number,), item) for number, item in enumerate(node.items)]
    elif isinstance(node, Mapping):
        for entry in node.entries:
            if isinstance(entry.value, Sequence):
                found += [((entry.key.text, number), item) for number, item in enumerate(entry.value.items)]
            else:
                found.append(((entry.key.text,), entry.value))
    return tuple((steps, item) for steps, item in found if (isinstance(item, Scalar) and item.text) or is_block(item))


def _deeds(part: Part) -> Iterator[Part]:
    """Yield the statements of a list, or of a block before its `else`; and each `else` of a block."""
    found, node = deeds(part), part.node
    if part.key is not None or not is_block(node):
        yield from _named(part, found)
        return
    assert isinstance(node, Mapping)
    first, *others = node.entries
    yield from _named(part, tuple(each for each in found if each[0][0] == first.key.text))
    for entry in others:
        name = _words_of(entry.key)
        held = opened("statements", entry.value)
        yield Part(f"{part.path}.{name}", name, "statement", held, entry.key, part, (entry.key.text,))


def _named(part: Part, found: tuple[tuple[tuple[Step, ...], Node], ...]) -> Iterator[Part]:
    """Yield each statement by its action, if that is unique; else by its whole sentence."""
    briefly, wholly = Counter(brief(item) for _, item in found), Counter(_said(item) for _, item in found)
    for steps, item in found:
        name = brief(item) if briefly[brief(item)] == 1 else _said(item)
        if wholly[_said(item)] == 1:
            yield Part(f"{part.path}.{name}", name, "statement", item, None, part, steps)


def brief(node: Node) -> str:
    """Return the action of a statement with its target:

    `set leader` for `set leader to me`, `add to total` for `add 5 to total`.
    """
    said = _said(node)
    found = None if isinstance(node, Mapping) else _DEED.fullmatch(said)
    return " ".join(filter(None, found.groups())) if found else said


def _said(node: Node) -> str:
    """Return a sentence, or the first of a block."""
    head = node.entries[0].key if isinstance(node, Mapping) else node
    return _words_of(head) if isinstance(head, Scalar) else ""


def _words_of(word: Scalar) -> str:
    return " ".join(word.text.split())


def alike(part: Part, name: str) -> tuple[str, ...]:
    """Return the sentences of a list that all do what a name says, where there are several."""
    if part.kind not in DEEDS:
        return ()
    found = [_said(item) for _, item in deeds(part) if name in (brief(item), _said(item))]
    return tuple(found) if len(found) > 1 else ()


# ---------------------------------------------------------------- short forms opened


def opened(kind: Kind, node: Node) -> Node:
    """Return a node in the long form of its kind, where there is a short one: a lone sentence as a list, or by its
    number.
    """
    match kind:
        case "conditions" if isinstance(node, Scalar) and not node.empty:
            return _by_number(node)
        case "option" if isinstance(node, Scalar) and not node.empty:
            return Mapping(node.span, (Entry(made(node, "is"), node),), True)
        case "statements" if not isinstance(node, Sequence) and not (isinstance(node, Scalar) and node.empty):
            return Sequence(node.span, (node,), True)
        case "words" | "scores" if isinstance(node, Scalar) and not node.empty:
            return Sequence(node.span, (node,), True)
        case _:
            return node


def made(place: Node, text: str) -> Scalar:
    """Return a made word, at the start of a place."""
    start = Span(place.span.source, place.span.start, place.span.start)
    return Scalar(start, start, text, "plain")


def cut(node: Scalar, span: Span) -> Scalar:
    """Return a part of a sentence as a sentence of its own."""
    return Scalar(span, span, span.text, "plain")


def _by_number(node: Scalar) -> Node:
    """Return a lone condition as the sentences that it joins with `and`, by their numbers."""
    spans = _conjuncts(node.content)
    entries = tuple(Entry(made(node, str(n)), cut(node, span)) for n, span in enumerate(spans, 1))
    return Mapping(node.span, entries, True)


def _conjuncts(content: Span) -> tuple[Span, ...]:
    """Return the sentences that a sentence joins with `and`; all of it where it cannot be read."""
    try:
        return _joined(cast(syntax.Expr, parse("expr", content)))
    except SentenceError:
        return (content,)


def _filters(content: Span) -> tuple[Span, ...]:
    """Return the conditions of a choice, as `one of hand where …` joins them."""
    try:
        domain = cast(syntax.Domain, parse("domain", content))
    except SentenceError:
        return ()
    return _joined(domain.collection.condition) if isinstance(domain.collection, syntax.Where) else ()


def _joined(written: syntax.Expr) -> tuple[Span, ...]:
    joined = ungroup(written)
    if isinstance(joined, syntax.Logic) and joined.op == "and":
        return tuple(operand.span for operand in joined.operands)
    return (written.span,)


# ---------------------------------------------------------------- the tree with one part changed


def put(part: Part, node: Node | None, key: Scalar | None = None, patcher: Scalar | None = None) -> Mapping:
    """Return the whole tree with another node in the place of a part, perhaps under another key.

    None takes the part away.

    `patcher`: the key of the entry of a variant that says so.
    """
    if part.above is None:
        assert isinstance(node, Mapping)
        return node
    above = part.above
    new = _set(opened(above.kind, above.node), part.steps, node, key, patcher)
    if node is None and new is not None and above.above is not None and not _stays(above.kind) and _bare(new):
        new = None
    return put(above, new)


def _stays(kind: Kind) -> bool:
    """Return whether a part of this kind has a meaning even when it is empty."""
    return kind in ("stage", "move", "words")


def _bare(node: Node) -> bool:
    return (isinstance(node, Mapping) and not node.entries) or (isinstance(node, Sequence) and not node.items)


def _set(
    holder: Node, steps: tuple[Step, ...], node: Node | None, key: Scalar | None, patcher: Scalar | None
) -> Node | None:
    step, rest = steps[0], steps[1:]
    match holder:
        case Mapping(span, entries):
            changed: list[Entry] = []
            for entry in entries:
                if entry.key.text != step:
                    changed.append(entry)
                    continue
                value = _set(entry.value, rest, node, key, patcher) if rest else node
                if rest and node is None and value is not None and _bare(value):
                    value = None
                if value is not None:
                    changed.append(
                        Entry(entry.key if rest or key is None else key, value, entry.patcher if rest else patcher)
                    )
            return Mapping(span, tuple(changed), True)
        case Sequence(span, items):
            assert isinstance(step, int)
            value = _set(items[step], rest, node, key, patcher) if rest else node
            gone = value is None or (node is None and _bare(value))
            new = () if gone or value is None else value.items if isinstance(value, Sequence) else (value,)
            return Sequence(span, (*items[:step], *new, *items[step + 1 :]), True)
        case Scalar():
            raise AssertionError(steps)


def insert(part: Part, entries: tuple[Entry, ...], at: int | None = None) -> Mapping:
    """Return the whole tree with entries put into a part that is a mapping, before the entry of a number, or last."""
    node = opened(part.kind, part.node)
    assert isinstance(node, Mapping)
    where = len(node.entries) if at is None else at
    new = (*node.entries[:where], *entries, *node.entries[where:])
    return put(part, Mapping(node.span, new, True))


def insert_items(part: Part, items: tuple[Node, ...], at: int | None = None) -> Mapping:
    """Return the whole tree with items put into a part that is a list, before the item of a number, or last."""
    node = opened(part.kind, part.node)
    old = node.items if isinstance(node, Sequence) else ()
    where = len(old) if at is None else at
    return put(part, Sequence(node.span, (*old[:where], *items, *old[where:]), True))


def insert_beside(part: Part, items: tuple[Node, ...], after: bool) -> Mapping:
    """Return the whole tree with items put before or after a statement, in its list or block."""
    both = (part.node, *items) if after else (*items, part.node)
    return put(part, Sequence(part.node.span, both, True))


def append_to_block(part: Part, items: tuple[Node, ...]) -> Mapping:
    """Return the whole tree with items put last in a block: in an `if` before its `else`."""
    assert isinstance(part.node, Mapping)
    first, *others = part.node.entries
    held = opened("statements", first.value)
    old = held.items if isinstance(held, Sequence) else ()
    filled = Entry(first.key, Sequence(first.value.span, (*old, *items), True), first.patcher)
    return put(part, Mapping(part.node.span, (filled, *others), True))


def each_part(root: Mapping, kind: Kind, change: Callable[[Part], Node | None]) -> Mapping:
    """Return the whole tree with every part of a kind replaced by what is made of it; None takes it away."""
    changed = root
    for found in [part.path for part in walk(whole(root)) if part.kind == kind]:
        part = find(whole(changed), found)
        if part is not None:
            new = change(part)
            if new is not part.node:
                changed = put(part, new)
    return changed


def same(left: Node | None, right: Node | None) -> bool:
    """Return whether two nodes have the same contents, whatever their layout."""
    match left, right:
        case Scalar(), Scalar():
            return left.text.split() == right.text.split()
        case Mapping(), Mapping():
            pairs = zip(left.entries, right.entries, strict=False)
            return len(left.entries) == len(right.entries) and all(
                same(a.key, b.key) and same(a.value, b.value) for a, b in pairs
            )
        case Sequence(), Sequence():
            return len(left.items) == len(right.items) and all(map(same, left.items, right.items))
        case None, None:
            return True
        case _:
            return False


def edited(node: Mapping, entries: tuple[Entry, ...]) -> Mapping:
    return replace(node, entries=entries, edited=True)
