"""Analyse a place in a text that is being written, and that may not be valid YAML yet.

The lines that lead down to the place are cut out and closed, and the reader of rulesets reads them as ever; the outline
then says as what it reads the sentence that ends there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from croupier_dsl.classes import frozen
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.kinds import Kind
from croupier_dsl.outline import read_with
from croupier_dsl.outline.reading import Reading
from croupier_dsl.parser import Sentence
from croupier_dsl.reader import Document, Entry, Mapping, Node, Scalar, Sequence, read
from croupier_dsl.shapes import Json
from croupier_dsl.source import SourceFile, Span
from croupier_dsl.structure import schema
from croupier_dsl.syntax import Name

MARK = "x0here"
"""A word unlikely in any text, put at the place."""
_WORD_BEFORE = re.compile(r"[A-Za-z0-9_]*\Z")
_ID_BEFORE = re.compile(r"[A-Za-z0-9_.-]*\Z")
_REST = re.compile(r"[A-Za-z0-9_]*")
_BLOCK = re.compile(r"\s*(if|else|for)\b")
_DASH = re.compile(r"\s*- ")

KeyPath = tuple[str | int, ...]
"""The keys and numbers of items from the top of a file down to a place."""


@frozen
class Cursor:
    """A place in a text.

    `way`: the keys above it; `as_key`: it may be a key there; `kind`: its kind of sentence, `form` its other form (a
    name, an id, a path, words); `before`: the sentence up to the word that ends there; `word`: that word; `there`: the
    keys next to it in the lines above; `described`: the schema's description.
    """

    way: KeyPath
    as_key: bool
    kind: Kind | None
    form: str
    before: str
    word: str
    whole: str = ""
    keys: tuple[tuple[str, str], ...] = ()
    described: str = ""


def cursor_at(text: str, offset: int, path: Path, *, whole_word: bool = False) -> Cursor | None:
    """Return the context of a place, up to there or to the end of the word there; None if it is unclear."""
    if whole_word and (rest := _REST.match(text, offset)):
        offset = rest.end()
    way_down = _way_down(text, offset)
    open_ = _closers(way_down)
    head = _head(text)
    alone: Cursor | None = None
    for added in (open_, f": {MARK}1{open_}"):
        source = SourceFile(path.name, f"{way_down}{MARK}{added}\n", path)
        document = read(source, Diagnostics())
        if document is None or not isinstance(document.root, Mapping):
            continue
        found = _found(document.root, ())
        if found is not None:
            stands = _cursor(document, head, path, *found)
            heads_block = stands.kind == "statement" and _BLOCK.match(stands.whole) is not None
            if (not stands.as_key or found[2]) and not heads_block:
                return stands
            alone = stands  # without a colon, a key below another is read as its value
    return alone


def _way_down(text: str, offset: int) -> str:
    """Return the lines that lead to a place, each less far in than the one below it, and its own up to it."""
    rows = text[:offset].removeprefix("\ufeff").split("\n")
    kept = [rows[-1]]
    need = _indent(rows[-1])
    for row in reversed(rows[:-1]):
        if not row.strip() or row.lstrip().startswith("#"):
            continue
        here = _indent(row)
        if here < need or (here == need and _DASH.match(kept[0]) and not _DASH.match(row)):
            kept.insert(0, row.split(" #")[0])
            need = here
        if need == 0 and not _DASH.match(kept[0]):
            break
    return "\n".join(kept)


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip(" "))


def _closers(text: str) -> str:
    """Return the closing braces, brackets and quotes for those that are open at the end of a text."""
    stack: list[str] = []
    quote = ""
    for at, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"" and (at == 0 or text[at - 1] in " {[,:\n"):
            quote = sign
        elif sign in "{[":
            stack.append("}" if sign == "{" else "]")
        elif sign in "}]" and stack:
            stack.pop()
    return quote + "".join(reversed(stack))


def _head(text: str) -> str:
    """Return the sort of ruleset in a file."""
    found = re.search(r"^(variant|library|of)\b", text, re.MULTILINE)
    return "variant" if found and found[1] == "of" else found[1] if found else "game"


def _found(node: Node, way: KeyPath) -> tuple[KeyPath, Scalar, bool] | None:
    """Return the scalar with the mark, the keys above it, and whether it is a key."""
    steps: list[tuple[str | int, Node]] = []
    match node:
        case Scalar():
            return (way, node, False) if node.text.endswith(MARK) else None
        case Sequence(_, items):
            steps = list(enumerate(items))
        case Mapping(_, entries):
            for entry in entries:
                if entry.key.text.endswith(MARK):
                    return way, entry.key, True
            steps = [(entry.key.text, entry.value) for entry in entries]
    found = (_found(inner, (*way, step)) for step, inner in steps)
    return next((each for each in found if each is not None), None)


def _cursor(document: Document, head: str, path: Path, way: KeyPath, at: Scalar, is_key: bool) -> Cursor:
    assert isinstance(document.root, Mapping)
    said = at.text.removesuffix(MARK)
    line = document.source.position(at.span.start)[0]
    alone = not is_key and not _same_line(document, way, line)
    part = _part_of(path, head)
    shape = _shape(part, way)
    asking = _Asking(document.source, at)
    read_with(asking, document, _as_game(document.root, head))
    whole = is_key or alone
    keys = tuple(_keys(shape)) if whole else ()
    pattern = _WORD_BEFORE if asking.kind is not None else _ID_BEFORE
    word = pattern.search(said)
    assert word is not None
    return Cursor(
        way,
        whole,
        asking.kind,
        asking.form,
        said[: word.start()],
        word[0],
        said,
        keys,
        dict(_keys(shape)).get(said, "") if whole else "",
    )


def _same_line(document: Document, way: KeyPath, line: int) -> bool:
    """Return whether a value is on the line of its key, or after a dash."""
    node: Node = document.root
    key: Scalar | None = None
    for step in way:
        if isinstance(node, Mapping) and isinstance(step, str):
            entry = node.entry(step)
            assert entry is not None
            node, key = entry.value, entry.key
        elif isinstance(node, Sequence) and isinstance(step, int):
            node, key = node.items[step], None
    return key is None or document.source.position(key.span.start)[0] == line


def _as_game(root: Mapping, head: str) -> Mapping:
    """Return the tree with the changed and added parts of a variant at their places."""
    if head != "variant":
        return root
    found: list[Entry] = []
    for entry in root.entries:
        if entry.key.text in ("change", "add") and isinstance(entry.value, Mapping):
            found += [nested for each in entry.value.entries if (nested := _nested(each)) is not None]
        else:
            found.append(entry)
    return Mapping(root.span, tuple(found), True)


def _nested(entry: Entry) -> Entry | None:
    """Return `moves.draw.when: …` as `moves: {draw: {when: …}}`; stages are put under `steps`."""
    steps = entry.key.text.split(" ")[0].split(".")
    if len(steps) < 2:
        return entry
    stage = {"when", "by", "times", "until", "must", "begin", "steps", "moves", "else", "end"}
    if steps[0] == "play":
        inside = next((n for n, step in enumerate(steps[1:], 1) if step in stage), len(steps))
        names = [part for name in steps[1:inside] for part in ("steps", name)]
        steps = ["play", *names, *steps[inside:]]
    value: Node = entry.value
    for step in reversed(steps[1:]):
        key = Scalar(entry.key.span, entry.key.content, step, "plain")
        value = Mapping(entry.value.span, (Entry(key, value),), True)
    return Entry(Scalar(entry.key.span, entry.key.content, steps[0], "plain"), value)


class _Asking(Reading):
    """A reading that finds out as what one scalar is read."""

    def __init__(self, source: SourceFile, wanted: Scalar) -> None:
        super().__init__(source, Diagnostics())
        self.wanted = wanted
        self.kind: Kind | None = None
        self.form = ""

    def sentence(self, kind: Kind, node: Node | None) -> Sentence | None:
        if node is self.wanted:
            self.kind = kind
        return super().sentence(kind, node)

    def noted(self, node: Node | None, form: str) -> None:
        if node is self.wanted and not self.form:
            self.form = form

    def name(self, node: Node | None) -> Name | None:
        self.noted(node, "name")
        return super().name(node)

    def id(self, node: Node | None) -> Name | None:
        self.noted(node, "id")
        return super().id(node)

    def path(self, node: Node | None) -> Name | None:
        self.noted(node, "path")
        return super().path(node)

    def written(self, node: Node | None) -> Name | None:
        self.noted(node, "written")
        return super().written(node)


# ---------------------------------------------------------------- keys, as the schema has them


def _part_of(path: Path, head: str) -> str:
    """Return the part of the schema for a file. Sidecar files have keys of a game."""
    return "game" if "." in path.stem else head


def _shape(part: str, way: KeyPath) -> dict[str, Json]:
    """Return the schema for the end of a way; empty if there is none."""
    shape = _definition(part)
    for step in way:
        shape = _below(shape, step)
    return shape


def _definition(name: str) -> dict[str, Json]:
    definitions = schema()["$defs"]
    found = definitions.get(name) if isinstance(definitions, dict) else None
    return found if isinstance(found, dict) else {}


def _below(shape: dict[str, Json], step: str | int) -> dict[str, Json]:
    if isinstance(step, int):
        return _open(shape.get("items"))
    properties, patterns = shape.get("properties"), shape.get("patternProperties")
    if isinstance(properties, dict) and step in properties:
        return _open(properties[step])
    for pattern, inner in patterns.items() if isinstance(patterns, dict) else ():
        if re.search(pattern, step):
            return _open(inner)
    return _open(shape.get("additionalProperties"))


def _open(shape: Json) -> dict[str, Json]:
    """Return a part of the schema with what it refers to; its own words come first."""
    if not isinstance(shape, dict):
        return {}
    name = shape.get("$ref")
    return {**_definition(name.removeprefix("#/$defs/")), **shape} if isinstance(name, str) else shape


def _keys(shape: dict[str, Json]) -> Iterator[tuple[str, str]]:
    """Yield the keys of the language for a mapping, with the schema's description of each."""
    properties = shape.get("properties")
    for name, inner in properties.items() if isinstance(properties, dict) else ():
        told = _open(inner).get("description")
        yield name, told if isinstance(told, str) else ""


def enumerated(path: Path, text: str, way: KeyPath) -> list[str]:
    """Return the words that the schema allows in a place, where it lists them."""
    allowed = _shape(_part_of(path, _head(text)), way).get("enum")
    return [str(word) for word in allowed] if isinstance(allowed, list) else []


def sentence_of(before: str) -> Span:
    """Return a beginning of a sentence as a text of its own."""
    return Span(SourceFile("", before), 0, len(before))
