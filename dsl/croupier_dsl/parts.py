"""The tree of a ruleset's parts, for people: each with its path, its text and its words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from croupier_dsl import ir, paths, syntax
from croupier_dsl.classes import frozen
from croupier_dsl.literals import Invalid, spelled, ungroup
from croupier_dsl.reader import Entry, Node, Scalar, Sequence
from croupier_dsl.reader import Mapping as Keys
from croupier_dsl.resolver import Names
from croupier_dsl.source import SourceFile, Span

_WORD = re.compile(r"\w+")
_SORTS: dict[paths.Kind, str] = {
    "heads": "section", "options": "section", "tables": "section", "combos": "section", "effects": "section",
    "stages": "section", "moves": "section", "triggers": "section", "texts": "section", "presets": "section",
    "cards": "section", "parts": "section", "result": "section",
    "statements": "list", "domain": "choice", "filter": "condition",
    "scores": "score",
}  # fmt: skip
_WITHIN: dict[paths.Kind, str] = {"conditions": "condition", "table": "row", "sentences": "words", "texts": "text"}
"""The sort of a sentence, by the kind of its enclosing part."""
_HEADED = {"zones": "zone", "state": "variable", "define": "definition"}
_TOLD_ABSENT: tuple[paths.Kind, ...] = ("ruleset", "cards", "combo", "stage", "move", "trigger", "result")
_EITHER = (("steps", "moves"), ("deck", "attributes", "parts"), ("copies", "parts"), ("each", "enters"))
"""Keys that exclude each other."""
_PATTERN = frozenset(("same", "different", "sequence", "size", "wilds", "declared", "where", "of", "beside"))
_PAPERWORK = frozenset(("presets", "books", "clauses", "rulings"))


@frozen
class Part:
    """One part of a ruleset that `because`, a text or a variant can name.

    `sort`: section, option, value, row, stage, move, condition, … `written`: its lines as in the file, empty for mere
    containers of parts. `title`: its words by language. `note`: the comment on its line. `start`: the default of an
    option. `readers`: for an option, the paths whose sentences read it. `absent`: the keys that it could have and has
    not.
    """

    path: str
    sort: str
    written: tuple[str, ...] = ()
    title: ir.Texts = ()
    note: str = ""
    span: Span | None = None
    parts: tuple[Part, ...] = ()
    start: str = ""
    readers: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.path.rpartition(".")[2]

    def walk(self) -> Iterator[Part]:
        """Yield the part and all within it."""
        yield self
        for part in self.parts:
            yield from part.walk()


def parts_of(names: Names) -> Part:
    """Return the whole ruleset, whose path is empty: its sections, each with the parts within it, in the order of the
    file.
    """
    return _Tree(names).whole()


class _Tree:
    """Everything known of one ruleset that a part may have to say."""

    def __init__(self, names: Names) -> None:
        ruleset = names.ruleset
        self.names = names
        self.options = {option.name.text: option for option in ruleset.options}
        self.titles: dict[str, ir.Texts] = {path.text: entry.words for path, entry in ruleset.text}
        self.titles |= {f"books.{name.text}": entry.words for name, entry in ruleset.books}
        self.titles |= {f"clauses.{clause.name.text}": clause.text.words for clause in ruleset.clauses}
        self.titles |= {f"rulings.{ruling.name.text}": ruling.text.words for ruling in ruleset.rulings}
        for option in ruleset.options:
            if option.text is not None:
                self.titles[f"options.{option.name.text}"] = option.text.words
        self.notes = {_line(comment.span): comment.span.text.strip("# \t") for comment in ruleset.comments}
        self.readers: Mapping[str, tuple[str, ...]] = {}

    def whole(self) -> Part:
        root = self.part(paths.whole(self.names.ruleset.root))
        self.readers = _readers(root)
        return self._told(root, set())

    def part(self, node: paths.Part) -> Part:
        inner = [self.part(child) for child in paths.parts(node)]
        if node.kind == "stage":
            inner = _nested(inner)
        inner += self._values(node.path, {part.path for part in inner})
        return Part(
            node.path,
            _sort(node),
            tuple(_written(node)),
            self.titles.get(node.path, ()),
            span=None if node.kind == "ruleset" else node.span,
            parts=tuple(inner),
            start=self._start(node),
            absent=_absent(node),
        )

    def _values(self, path: str, there: set[str]) -> list[Part]:
        """Return the words that a list names, which the tree of nodes has not."""
        found: list[Part] = []
        section, _, name = path.partition(".")
        if path == "cards" and "cards.attributes" not in there and self.names.attributes:
            attributes = [
                Part(f"cards.attributes.{name}", "words", parts=self._words(f"cards.attributes.{name}", values))
                for name, values in self.names.attributes.items()
                if name != ir.PART
            ]
            found.append(Part("cards.attributes", "attributes", parts=tuple(attributes)))
        if path.startswith("cards.attributes."):
            found += self._words(path, self.names.attributes.get(path.rpartition(".")[2], ()))
        if section in ("options", "state") and name and "." not in name:
            found += self._words(path, self.names.enums.get(name, ()))
        return [part for part in found if part.path not in there]

    def _words(self, path: str, values: tuple[str, ...]) -> tuple[Part, ...]:
        return tuple(
            Part(f"{path}.{value}", "value", (value,), self.titles.get(f"{path}.{value}", ())) for value in values
        )

    def _start(self, node: paths.Part) -> str:
        """Return the default of an option."""
        if node.kind != "option" or node.name not in self.options:
            return ""
        thing = self.options[node.name].thing
        if thing.starting is not None:
            return _text(thing.starting.span)
        bare = ungroup(thing.sort)
        if isinstance(bare, syntax.Range):
            return _text(bare.low.span)
        try:
            return next((word for word, _ in spelled(bare)), "")
        except Invalid:
            return ""

    def _told(self, part: Part, noted: set[tuple[SourceFile, int]]) -> Part:
        """Return the part with the comment on its line, which is used once, and with its readers."""
        line = None if part.span is None or part.sort == "section" else _line(part.span)
        note = self.notes.get(line, "") if line is not None and line not in noted else ""
        if line is not None:
            noted.add(line)
        readers = self.readers.get(part.name, ()) if part.sort == "option" else ()
        return replace(part, note=note, readers=readers, parts=tuple(self._told(inner, noted) for inner in part.parts))


def _line(span: Span) -> tuple[SourceFile, int]:
    return span.source, span.line


def _text(span: Span) -> str:
    """Return the text of a span, on one line."""
    return " ".join(span.text.split())


def _nested(parts: list[Part]) -> list[Part]:
    """Return the stages within a stage under its `steps`, where the file has them."""
    stages = tuple(part for part in parts if part.sort == "stage")
    return [
        replace(part, parts=stages) if part.sort == "steps" else part for part in parts if part.sort != "stage"
    ]  # fmt: skip


def _sort(node: paths.Part) -> str:
    above = node.above
    if above is None:
        return "ruleset"
    if node.kind == "sentence" and above.kind == "heads":
        return _HEADED[above.path]
    if node.kind == "sentence" and above.kind in _WITHIN:
        return _WITHIN[above.kind]
    if node.kind == "statements" and above.kind in ("statements", "effects"):
        return "label" if above.kind == "statements" else "effect"
    if node.kind in ("sentence", "text", "words"):
        return node.name if above.kind != "ruleset" else "section"
    return _SORTS.get(node.kind, node.kind)


def _absent(node: paths.Part) -> tuple[str, ...]:
    """Return the keys of the language that the part could have and has not."""
    if node.kind not in _TOLD_ABSENT:
        return ()
    there = {child.name for child in paths.parts(node)}
    known = paths.fixed_below(node.kind)
    without = set(there) | _PAPERWORK
    for others in _EITHER:
        if there & {*others}:
            without |= {*others}
    if node.kind == "combo":
        without |= {"split", "least"} if there & _PATTERN else {*known}
        without |= {"same", "different", "wilds", "declared"} if "of" in there else {"beside"}
        without |= {"wilds", "declared"} if "where" in there else set()
    return tuple(name for name in known if name not in without)


# ---------------------------------------------------------------- text and titles


def _written(part: paths.Part) -> Iterator[str]:
    node = part.node
    match part.kind:
        case "statements":
            yield from _lines(paths.opened(part.kind, node), "")
        case "statement" if isinstance(node, Keys):
            yield from _lines(node, "")
        case "words":
            yield ", ".join(_scalars(node))
        case "scores":
            yield from _scalars(node)
        case "option":
            yield from _scalars(node.get("is") if isinstance(node, Keys) else node)
        case "table" if part.key is not None:
            yield _said(part.key)
        case "text" | "clauses" | "texts":
            pass
        case _:
            for text in _scalars(node):
                head = _said(part.key) if part.key is not None else part.name
                yield (
                    f"{head}: {text}"
                    if part.above is not None and part.above.kind in paths.HEADED and (head != part.name)
                    else text
                )


def _said(node: Scalar) -> str:
    return " ".join(node.text.split())


def _scalars(node: Node | None) -> Iterator[str]:
    """Yield a sentence, or each of a list of them."""
    match node:
        case Scalar() if not node.empty:
            yield _said(node)
        case Sequence(_, items):
            yield from (_said(item) for item in items if isinstance(item, Scalar))
        case _:
            pass


def _lines(node: Node, indent: str) -> Iterator[str]:
    """Yield a list of statements as a person would write it, blocks over several lines."""
    match node:
        case Scalar():
            if not node.empty:
                yield f"{indent}{_said(node)}"
        case Sequence(_, items):
            for item in items:
                yield from _lines(item, indent)
        case Keys(_, entries):
            for entry in entries:
                yield from _block(entry, indent)


def _block(entry: Entry, indent: str) -> Iterator[str]:
    head, value = f"{indent}{_said(entry.key)}:", entry.value
    if isinstance(value, Sequence) and len(value.items) == 1:
        value = value.items[0]
    if isinstance(value, Scalar):
        yield f"{head} {_said(value)}".rstrip()
        return
    yield head
    yield from _lines(value, f"{indent}  ")


# ---------------------------------------------------------------- who reads what


def _readers(root: Part) -> Mapping[str, tuple[str, ...]]:
    """Return, for each word, the smallest parts whose sentences contain it."""
    found: dict[str, dict[str, None]] = {}
    for part in root.walk():
        if part.sort not in ("value", "ruleset", "text", "statement") and part.path.partition(".")[0] not in _PAPERWORK:
            for word in _words(part).difference(*(_words(inner) for inner in part.parts if inner.sort != "statement")):
                found.setdefault(word, {})[part.path] = None
    return {word: tuple(readers) for word, readers in found.items()}


def _words(part: Part) -> set[str]:
    return {word for line in part.written for word in _WORD.findall(line)}
