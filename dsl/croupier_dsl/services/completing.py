"""Completions at a place: keys, names, attributes, builtins and the values that belong there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

from croupier_dsl import ir, signatures
from croupier_dsl.checker.paths import paths_of, words_of
from croupier_dsl.classes import frozen
from croupier_dsl.decks import DECKS
from croupier_dsl.errors.reading import sort as spoken
from croupier_dsl.folders import rulesets_below, rulesets_in
from croupier_dsl.language import said, tr
from croupier_dsl.resolver import Names
from croupier_dsl.services.cursor import Cursor, cursor_at, enumerated, sentence_of
from croupier_dsl.services.desk import Desk, Sight
from croupier_dsl.services.expected import ANYTHING, expected
from croupier_dsl.services.hovering import SORTS
from croupier_dsl.syntax_errors import following

Sort = Literal["key", "value", "local", "name", "builtin", "word", "path", "file"]
_ORDER: tuple[Sort, ...] = ("value", "local", "key", "path", "file", "name", "builtin", "word")
"""The order of sorts of completions, the most likely first."""
_COMPARED = re.compile(r"(?P<chain>\w+(?: of \w+)*) (?:is|is not|in|not in|<|<=|>|>=) (?:\w+/)*\Z")
_ASSIGNED = re.compile(r"^\s*set (?P<chain>\w+(?: of \w+)*) to (?:.* (?:then|else) )?\Z")
_VERBS = signatures.VERBS


@frozen
class Completion:
    """A possible word, which replaces `instead_of` letters before the place and none after it.

    `detail` is its kind, `told` a description.
    """

    word: str
    sort: Sort
    detail: str = ""
    told: str = ""
    instead_of: int = 0
    colon: bool = False
    """A key, which a colon follows."""
    fits: bool = True
    """It is of the type that is expected there, as far as that can be told."""


def completions(desk: Desk, path: Path, offset: int) -> list[Completion]:
    """Return the completions at a place, the most likely first.

    The editor filters them by the beginning of the word.
    """
    text = desk.text(path)
    place = cursor_at(text, offset, path)
    if place is None:
        return []
    sight = desk.known(path)
    names = sight.understood.references.names
    found = list(_Completer(desk, sight, names, path, place).all(text))
    unique = {(each.word, each.sort == "key"): each for each in reversed(found)}
    kept = sorted(unique.values(), key=lambda each: (not each.fits, _ORDER.index(each.sort), found.index(each)))
    return [replace(each, instead_of=len(place.word)) for each in kept]


class _Completer:
    def __init__(self, desk: Desk, sight: Sight, names: Names | None, path: Path, place: Cursor) -> None:
        self.desk, self.sight, self.names, self.path, self.place = desk, sight, names, path, place
        self.expectation = ANYTHING if names is None else expected(place.kind, place.before, place.way, names)

    def all(self, text: str) -> Iterator[Completion]:
        place = self.place
        if place.as_key and not place.before:
            yield from (Completion(key, "key", tr("key"), told, colon=True) for key, told in place.keys)
        yield from (Completion(word, "value") for word in enumerated(self.path, text, place.way))
        if self.names is None:
            return
        if self.settles():
            yield from self.values(str(place.way[-1]))
        elif place.kind is not None:
            yield from self.sentence(self.names)
        else:
            yield from self.listed(self.names)

    def settles(self) -> bool:
        """Return whether this is the value of an option declared elsewhere: in a preset, a scenario, or for a
        variant.
        """
        way = self.place.way
        written = self.sight.understood.written
        elsewhere = len(way) > 2 or (written is not None and bool(written.lineage))
        return len(way) > 1 and way[-2] == "options" and elsewhere and "." not in self.path.stem[-3:]

    # ------------------------------------------------------------ words outside of sentences

    def listed(self, names: Names) -> Iterator[Completion]:
        """Yield names for lists and keys, by the enclosing keys."""
        way = tuple(step for step in self.place.way if isinstance(step, str))
        last, section = (way[-1], way[0]) if way else ("", "")
        ruleset = names.ruleset
        if last == "moves" and section in ("play", "stages", "change", "add"):
            yield from self.parts("moves", names.moves)
        elif last == "steps":
            yield from self.parts("stages", names.said_once)
        elif last == "deck":
            yield from (Completion(deck, "value") for deck in DECKS)
        elif last == "enters":
            yield from self.parts("zones", names.zones)
        elif last in ("of", "uses") and len(way) == 1:
            yield from self.files()
        elif section == "uses" and len(way) == 2:
            yield from (
                Completion(word, "name") for used in ruleset.used if used.name.text == way[1] for word in used.has
            )
        elif self.place.form == "id" and (last == "because" or section in ("because", "told")):
            yield from self.clauses()
        elif last == "book":
            yield from (Completion(name.text, "name", told=said(book.words)) for name, book in ruleset.books)
        elif last == "scenario":
            yield from (Completion(scenario.name.text, "name") for scenario in ruleset.scenarios)
        elif self.place.as_key and last in ("because", "told", "text", "seldom", "change", "add"):
            yield from self.paths(names, with_words=last == "text")
        elif last == "remove":
            yield from self.paths(names, with_words=False)
        elif self.place.as_key and last == "options" and (len(way) > 1 or "." in self.path.stem or ruleset.lineage):
            yield from (self.part(f"options.{name}", colon=True) for name in names.options)

    def files(self) -> Iterator[Completion]:
        near = {each.stem for each in rulesets_in(self.path.parent)} - {self.path.stem}
        bundled = rulesets_below(self.desk.bundled) if self.desk.bundled is not None else {}
        yield from (Completion(name, "file") for name in sorted({*near, *bundled}))

    def clauses(self) -> Iterator[Completion]:
        written = self.sight.understood.written
        assert written is not None
        for clause in written.clauses:
            yield Completion(clause.name.text, "name", clause.place, said(clause.text.words))
        for ruling in written.rulings:
            yield Completion(ruling.name.text, "name", tr("ruling"), said(ruling.text.words))

    def paths(self, names: Names, *, with_words: bool) -> Iterator[Completion]:
        known = dict.fromkeys((*paths_of(names), *(words_of(names) if with_words else ())))
        yield from (Completion(path, "path", self.sort(path), colon=True) for path in known)

    # ------------------------------------------------------------ sentences

    def sentence(self, names: Names) -> Iterator[Completion]:
        place = self.place
        assert place.kind is not None
        before = place.before
        next_ = following(place.kind, sentence_of(before))
        if next_ is None:
            return
        read, possible = next_
        if place.kind == "block" and not before.strip():
            yield from (Completion(word, "word") for word in ("if", "for each of", "else", "choose"))
            return
        yield from (Completion(word, "word") for word in sorted(possible - {"NAME"}))
        if "NAME" not in possible:
            return
        match place.kind:
            case "action" | "done" | "refusal" if not read:
                yield from self.parts("moves", names.moves)
            case "speaker":
                yield Completion("now", "word", colon=True)
            case "statement" if not read:
                yield from self.parts("effects", names.effects)
            case "statement" if read == ("end",):
                yield from (self.part(place_.path, word=name) for name, place_ in names.stages.items())
            case "thing":
                yield from self.thing(names, read)
            case "head" if read[-1:] == ("in",):
                yield from (self.part(stage.path, word=name) for name, stage in names.stages.items())
                yield from self.parts("zones", names.zones)
            case "head":
                yield from self.nouns(names) if read[-1:] in (("of",), ("for",)) else self.properties(names)
            case "statement" if read == ("let",):
                return
            case _ if read[-1:] == ("as",):
                return
            case _:
                yield from self.expected(names, before)
                yield from self.locals()
                yield from self.properties(names)
                yield from self.builtins()

    def thing(self, names: Names, read: tuple[str, ...]) -> Iterator[Completion]:
        """Yield completions for the declaration of a zone, a variable or an option."""
        if read[-2:] == ("seen", "by"):
            yield from (Completion(word, "value") for word in signatures.VIEWERS)
            yield from (
                self.part(f"options.{name}", word=name)
                for name in names.options
                if set(names.enums.get(name, ("",))) <= set(signatures.VIEWERS)
            )
        elif not read and self.place.way[:1] == ("zones",):
            yield from (Completion(word, "value") for word in signatures.ZONE_FORMS)
        elif not read:
            yield Completion("no/yes", "value")
            yield from self.nouns(names)
        else:
            yield from self.properties(names)
            yield from self.builtins()

    def nouns(self, names: Names) -> Iterator[Completion]:
        yield from (Completion(word, "value", tr("type")) for word in signatures.NOUNS)
        yield from (self.part(names.path_of(word)) for word in names.enums if word in names.declared)

    def expected(self, names: Names, before: str) -> Iterator[Completion]:
        """Yield the values of the other side of a comparison or assignment, or of the option or variable at hand."""
        found = _COMPARED.search(before) or _ASSIGNED.search(before)
        if found is not None:
            yield from self.values(found["chain"].split(" ")[0])
        elif not before.strip() and self.place.way[:1] == ("options",) and len(self.place.way) > 1:
            yield from self.values(str(self.place.way[1]))
        elif self.place.kind == "row" and not before.strip() and len(self.place.way) > 1:
            key = str(self.place.way[1]).rpartition(" by ")[2].split(" ")[0]
            yield from self.values(key)

    def values(self, name: str) -> Iterator[Completion]:
        """Yield the values that what has this name may have."""
        names = self.names
        if names is None or name not in names.declared:
            facts = [facts[name] for facts in signatures.FACTS.values() if name in facts]
            yield from (Completion(word, "value") for word in ("yes", "no") if ir.TRUTH in facts)
            return
        type = names.declared[name].type or self.sight.types.get(names.path_of(name))
        if type is not None and type.name == "truth":
            yield from (Completion(word, "value") for word in ("yes", "no"))
        if type is not None and type.enum in names.declared:
            home = names.path_of(type.enum)
            yield from (self.part(f"{home}.{word}", word=word, sort="value") for word in names.enums.get(type.enum, ()))

    def locals(self) -> Iterator[Completion]:
        """Yield choices and names of `let` and `as` in the same move, stage or declaration."""
        steps = [str(step) for step in self.place.way]
        deep = steps[:1] in (["play"], ["stages"])
        ends = next((n for n, step in enumerate(steps, 1) if step in ("begin", "else", "end")), len(steps))
        mine = ".".join(step for step in steps[: ends if deep else 2] if step != "steps").split(" ")[0]
        for given in self.sight.understood.references.locals.values():
            inside = given.path.startswith(f"{mine}.") if given.path else self._under(given.name.span.start, mine)
            if inside and mine:
                fits = self.fits(given.local.type)
                yield Completion(given.name.text, "local", spoken(given.local.type), fits=fits)

    def _under(self, at: int, path: str) -> bool:
        node = self.sight.nodes.get(path)
        return node is not None and node.span.start <= at < node.node.span.end

    def properties(self, names: Names) -> Iterator[Completion]:
        """Yield every declaration that a sentence may read."""
        for name, declared in names.declared.items():
            if declared.sort != "effect":
                type = declared.type or self.sight.types.get(names.path_of(name))
                fits = self.expectation.sort(declared.sort) and self.expectation.type(type)
                yield replace(self.part(names.path_of(name), word=name), fits=fits)

    def fits(self, type: ir.Type) -> bool:
        """Return whether an undeclared word of this type fits here."""
        return not self.expectation.sorts and self.expectation.type(type)

    def builtins(self) -> Iterator[Completion]:
        names = self.names
        grids = names is not None and names.grids
        things = signatures.THINGS.items()
        yield from (Completion(word, "builtin", spoken(type), fits=self.fits(type)) for word, type in things)
        yield from (Completion(word, "builtin") for word in ("me", "it"))
        for owner, facts in signatures.FACTS.items():
            for fact, type in facts.items():
                if grids or fact not in signatures.GRID_WORDS:
                    of = tr("{type}, of a {owner}", type=spoken(type), owner=spoken(owner))
                    yield Completion(fact, "builtin", of, fits=self.fits(type))
        yield from (Completion(word, "builtin", tr("property of many")) for word in signatures.OF_COLLECTIONS)
        yield from (Completion(word, "word") for word in ("yes", "no"))
        for enum, values in (names.enums if names is not None else {}).items():
            yield from (Completion(value, "builtin", enum) for value in values)

    # ------------------------------------------------------------ parts

    def parts(self, section: str, known: Iterable[str]) -> Iterator[Completion]:
        yield from (self.part(f"{section}.{name}") for name in known)

    def part(self, path: str, *, word: str = "", sort: Sort = "name", colon: bool = False) -> Completion:
        """Return a part by its name, with its sort, its type and its words."""
        found = self.sight.parts.get(path)
        type = self.sight.types.get(path)
        detail = self.sort(path) + (f", {spoken(type)}" if type is not None and sort == "name" else "")
        told = said(found.title) if found is not None else ""
        return Completion(word or path.rpartition(".")[2], sort, detail, told, colon=colon)

    def sort(self, path: str) -> str:
        found = self.sight.parts.get(path)
        return tr(SORTS.get(found.sort, found.sort)) if found is not None else ""
