"""Find every place in the files of a ruleset that names one of its parts, by the path of that part.

The paths are those in `because`; a name from `as` alone, which has no path, is identified by its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from croupier_dsl import braces, ir, paths, syntax
from croupier_dsl.checker.paths import words_of
from croupier_dsl.checker.references import LocalName, Reference, References
from croupier_dsl.classes import frozen
from croupier_dsl.outline.reading import entries, several
from croupier_dsl.reader import Document, Mapping, Node, Scalar
from croupier_dsl.resolver import Names, words_in
from croupier_dsl.source import Span

HERE = "as "
"""Before the name, and the place of it, of what `as` alone names."""
_BY_PATH = ("because", "told", "text", "seldom", "equivalent", "change", "add", "remove")
"""Sections whose keys, or items, are paths."""
_OF_CLAUSES = ("because", "told")
_WORD = re.compile(r"[A-Za-z0-9_]+")
_STEP = re.compile(r"[^.]+")
_ID = re.compile(r"[A-Za-z0-9_-]+")


@frozen
class Mention:
    """A place that names the part at a path. `declares`: it is where the part gets its name; `type`: of what a word in
    a sentence is worth there."""

    span: Span
    path: str
    declares: bool = False
    type: ir.Type | None = None


def mentions_of(ruleset: syntax.Ruleset, references: References, documents: Iterable[Document]) -> Iterator[Mention]:
    """Yield all of them, some twice; `documents`: the files that the ruleset is made of."""
    names = references.names
    if names is None:
        return
    finder = _Finder(names, references)
    yield from finder.declared(ruleset.root)
    yield from finder.values()
    yield from finder.sentences()
    yield from finder.heads()
    for stage in names.stages.values():
        yield from (finder.of_name(name) for name in stage.stage.performs or () if name.text in names.stages)
    for scenario in ruleset.scenarios:
        yield from finder.scenario(scenario)
    for preset in ruleset.presets:
        yield from finder.settled(preset.options)
    for document in documents:
        if isinstance(document.root, Mapping):
            yield from finder.paperwork(document.root)


class _Finder:
    def __init__(self, names: Names, references: References) -> None:
        self.names, self.references = names, references

    # ------------------------------------------------------------ where parts get their names

    def declared(self, root: Mapping) -> Iterator[Mention]:
        for part in paths.walk(paths.whole(root)):
            above = part.above
            if part.key is None or above is None or part.name in paths.fixed_below(above.kind):
                continue
            if above.kind in ("table", "sentences", "preset") and above.path != "cards.attributes":
                continue
            key = part.key.content
            if key.text.startswith(part.name) and part.key.text.split(" ")[0] == part.name:
                yield Mention(_cut(key, 0, len(part.name)), part.path, declares=True)
        for given in self.references.locals.values():
            yield Mention(given.name.span, _given(given), declares=True, type=given.local.type)

    def values(self) -> Iterator[Mention]:
        """Yield the words that options, state and attributes list."""
        ruleset = self.names.ruleset
        lists = [(option.name.text, option.thing.sort) for option in ruleset.options]
        lists += [(variable.head.name.text, variable.thing.sort) for variable in ruleset.state]
        if ruleset.cards is not None:
            listings = (ruleset.cards.attributes, *(part.attributes for part in ruleset.cards.parts))
            lists += [(name.text, listed) for listing in listings for name, listed in listing]
        for name, listed in lists:
            yield from self.listed(name, listed, declares=True)
        for attribute, listed in ruleset.cards.order if ruleset.cards else ():
            if attribute.text in self.names.attributes:
                yield Mention(attribute.span, self.names.path_of(attribute.text))
                yield from self.listed(attribute.text, listed)

    def listed(self, enum: str, written: syntax.Expr, *, declares: bool = False) -> Iterator[Mention]:
        for word in words_in(written):
            if word.text in self.names.enums.get(enum, ()) and enum in self.names.declared:
                yield Mention(word.span, f"{self.names.path_of(enum)}.{word.text}", declares)

    # ------------------------------------------------------------ sentences

    def sentences(self) -> Iterator[Mention]:
        for word in self.references.words:
            path = word.path or self.path_of(word)
            if path:
                yield Mention(word.span, path, type=word.meant.type if word.meant else None)

    def path_of(self, word: Reference) -> str:
        """Return the path of what a word means; empty if it is one of the language's own, a number or a card."""
        meant = word.meant
        if isinstance(meant, ir.Local):
            given = self.references.locals.get(id(meant))
            return _given(given) if given is not None and word.text == given.name.text else ""
        if isinstance(meant, ir.Constant):
            known = meant.type.enum in self.names.declared
            return f"{self.names.path_of(meant.type.enum)}.{word.text}" if known else ""
        if isinstance(meant, ir.KindLiteral):
            return ""
        return self.names.path_of(word.text) if word.text in self.names.declared else ""

    def heads(self) -> Iterator[Mention]:
        """Yield the nouns of declarations that are lists of the ruleset's own.

        The stages and zones that state lives in.
        """
        ruleset = self.names.ruleset
        heads = [each.head for each in (*ruleset.zones, *ruleset.state)]
        heads += [each.head for each in ruleset.tables]
        heads += [each.head for each in ruleset.definitions]
        heads += [each.head for each in ruleset.effects]
        for head in heads:
            keys = () if head.keys is None else tuple(words_in(head.keys))
            for noun in (head.subject, head.further, head.place, *keys):
                if noun is not None and noun.text in self.names.declared:
                    yield self.of_name(noun)
        for sort in (variable.thing.sort for variable in ruleset.state):
            if isinstance(sort, syntax.Name) and sort.text in self.names.declared:
                yield self.of_name(sort)
        for trigger in ruleset.triggers:
            if trigger.enters is not None and trigger.enters.text in self.names.declared:
                yield self.of_name(trigger.enters)

    def of_name(self, name: syntax.Name) -> Mention:
        return Mention(name.span, self.names.path_of(name.text))

    # ------------------------------------------------------------ examples

    def scenario(self, scenario: syntax.Scenario) -> Iterator[Mention]:
        yield from self.settled(scenario.options)
        for step in (*scenario.given, *scenario.then):
            match step:
                case syntax.Said():
                    yield from self.action(step.action, step.reason)
                case syntax.Now() | syntax.Knows():
                    for fact in step.facts:
                        yield from self.fact(fact)
                case syntax.Fact():
                    yield from self.fact(step)

    def settled(self, options: Iterable[tuple[syntax.Name, syntax.Name]]) -> Iterator[Mention]:
        """Yield the mentions in options with a value each."""
        for option, value in options:
            if option.text in self.names.options:
                yield Mention(option.span, f"options.{option.text}")
                if value.text in self.names.enums.get(option.text, ()):
                    yield Mention(value.span, f"options.{option.text}.{value.text}")

    def fact(self, fact: syntax.Fact) -> Iterator[Mention]:
        """Yield the stage in `at: turn of Ann`; other mentions come from the checker."""
        for move in fact.moves or ():
            yield from self.action(move, None)
        stage = _WORD.search(fact.contents.span.text) if fact.thing.text == "at" else None
        if stage is not None and stage[0] in self.names.stages:
            yield Mention(_cut(fact.contents.span, *stage.span()), self.names.stages[stage[0]].path)

    def action(self, action: syntax.Name, reason: syntax.Name | None) -> Iterator[Mention]:
        """Yield the move in `throw_away card=7S because holding`, its choices, and the condition that forbids it."""
        text = action.span.text
        first = _WORD.match(text)
        if first is None or first[0] not in self.names.moves:
            return
        path = f"moves.{first[0]}"
        yield Mention(_cut(action.span, *first.span()), path)
        for key in re.finditer(r"(\w+)=", text):
            yield Mention(_cut(action.span, *key.span(1)), f"{path}.choose.{key[1]}")
        if reason is not None:
            conditions = [condition.name for condition in self.names.moves[first[0]].when if condition.name]
            if reason.text in (name.text for name in conditions):
                yield Mention(reason.span, f"{path}.when.{reason.text}")
            else:
                musts = {name: place.path for place in self.names.stages.values() for name in _musts(place.stage)}
                if reason.text in musts:
                    yield Mention(reason.span, f"{musts[reason.text]}.must.{reason.text}")

    # ------------------------------------------------------------ paperwork, file by file

    def paperwork(self, root: Mapping) -> Iterator[Mention]:
        for section in root.entries:
            name, there = section.key.text, section.value
            if name in _BY_PATH:
                for key in [e.key for e in entries(there)] or several(there):
                    yield from self.by_path(key, loose=name == "equivalent")
            if name == "text":
                shorts = (entry.value for entry in entries(there) if entry.key.text == braces.SHORT)
                yield from (word for value in shorts for word in self.braced(value))
            if name in _OF_CLAUSES:
                yield from (word for entry in entries(there) for word in self.cited(entry.value))
            if name == "uses":
                words = (word for entry in entries(there) for word in several(entry.value) if isinstance(word, Scalar))
                yield from (
                    Mention(w.content, self.names.path_of(w.text)) for w in words if w.text in self.names.declared
                )
            if name == "seldom":
                yield from (
                    word for entry in entries(there) for word in _ids(_under(entry.value, "scenario"), "scenarios")
                )
            if name == "scenarios":
                for entry in entries(there):
                    yield Mention(entry.key.content, f"scenarios.{entry.key.text}", declares=True)
                    yield from self.cited(_under(entry.value, "because"))
            if name == "clauses":
                yield from (word for entry in entries(there) for word in _ids(_under(entry.value, "book"), "books"))
            if name in ("clauses", "rulings", "questions", "books"):
                yield from (Mention(e.key.content, f"{name}.{e.key.text}", declares=True) for e in entries(there))
            if name == "options":
                for entry in entries(there):
                    if entry.key.text in self.names.options:
                        yield Mention(entry.key.content, f"options.{entry.key.text}")
                    if isinstance(entry.value, Scalar) and entry.value.text in self.names.enums.get(entry.key.text, ()):
                        yield Mention(entry.value.content, f"options.{entry.key.text}.{entry.value.text}")

    def by_path(self, key: Node, *, loose: bool) -> Iterator[Mention]:
        """Yield each step of a path, as the part that the path leads to up to there."""
        if not isinstance(key, Scalar) or key.content.text != key.text:
            return
        written = key.text.split(" ")[0] if loose else key.text
        if "." not in written:
            if written in self.names.declared or written in self.names.moves:
                known = written in self.names.declared
                yield Mention(key.content, self.names.path_of(written) if known else f"moves.{written}")
            return
        yield from self.steps(written, key.content)

    def steps(self, path: str, span: Span) -> Iterator[Mention]:
        """Yield the parts that the steps of a path lead to; where it is written."""
        for step in list(_STEP.finditer(path))[1:]:
            if _WORD.match(step[0]) is None:
                continue
            if " " not in step[0]:
                there = paths.short(paths.whole(self.names.ruleset.root), path[: step.end()])
                yield Mention(_cut(span, *step.span()), there)
            else:
                yield from self.deed(_cut(span, *step.span()))

    def braced(self, node: Node) -> Iterator[Mention]:
        """Yield the parts that a text names in braces, in each of its languages."""
        if isinstance(node, Mapping):
            for entry in node.entries:
                yield from self.braced(entry.value)
        if isinstance(node, Scalar):
            for start, end, named in braces.places(node.span.text):
                path, _ = braces.of_part(named, self.worded)
                yield from self.steps(path, _cut(node.span, start, end))

    @cached_property
    def worded(self) -> frozenset[str]:
        """Return the paths of all that has words."""
        return frozenset(words_of(self.names))

    def deed(self, span: Span) -> Iterator[Mention]:
        """Yield the names in a statement that goes by what it does: `set leader`, and in `before leader`."""
        for word in list(_WORD.finditer(span.text))[1:]:
            if word[0] in self.names.declared:
                yield Mention(_cut(span, *word.span()), self.names.path_of(word[0]))

    def cited(self, node: Node | None) -> Iterator[Mention]:
        """Yield the mentions of clauses, rulings and questions by name."""
        ruleset = self.names.ruleset
        homes = {clause.name.text: "clauses" for clause in ruleset.clauses}
        homes |= {ruling.name.text: "rulings" for ruling in ruleset.rulings}
        homes |= {question.name.text: "questions" for question in ruleset.questions}
        for word in several(node):
            if isinstance(word, Scalar) and word.text in homes:
                yield Mention(word.content, f"{homes[word.text]}.{word.text}")


def _ids(node: Node | None, section: str) -> Iterator[Mention]:
    for word in several(node):
        if isinstance(word, Scalar) and _ID.fullmatch(word.text):
            yield Mention(word.content, f"{section}.{word.text}")


def _under(node: Node, key: str) -> Node | None:
    return node.get(key) if isinstance(node, Mapping) else None


def _musts(stage: syntax.Stage) -> Iterator[str]:
    yield from (condition.name.text for condition in stage.must if condition.name is not None)


def _given(given: LocalName) -> str:
    return given.path or f"{HERE}{given.name.text} {given.name.span}"


def _cut(span: Span, start: int, end: int) -> Span:
    return Span(span.source, span.start + start, span.start + end)
