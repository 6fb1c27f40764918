"""The expected type or sort at a place in a sentence, from the words before it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from croupier_dsl import ir, signatures
from croupier_dsl.classes import frozen
from croupier_dsl.kinds import Kind
from croupier_dsl.resolver import Names, Sort
from croupier_dsl.services.cursor import KeyPath

NUMBER, TRUTH, CARD, PLAYER = "number", "truth", "card", "player"
_KEYS: Mapping[str, str] = {
    "times": NUMBER, "score": NUMBER, "by": PLAYER, "losers": PLAYER, "won": TRUTH, "until": TRUTH, "when": TRUTH,
    "where": TRUTH,
}  # fmt: skip
"""By the key of an expression, what it is of."""
_CHAIN = r"(?P<chain>\w+)(?: of \w+)*"
_VALUE_OF = re.compile(
    rf"{_CHAIN} (?:is|is not|in|not in|<|<=|>|>=) (?:\w+/)*\Z|^\s*set {_CHAIN.replace('chain', 'set')} to \Z"
)
_OF = re.compile(r"(?P<word>\w+) of \Z")
_PICKED = re.compile(r"\b(?:top|bottom)(?: \w+)? of \Z|\bowner of \Z")
_CARDS = re.compile(r"^\s*(?:move|reveal|hide|show|swap) \Z|\bswap .* with \Z")
_PLACE = re.compile(r"^\s*shuffle \Z|^\s*move .* to \Z|^\s*move .* to bottom of \Z")
_PEOPLE = re.compile(r"^\s*show .* to \Z|^\s*move .* from \Z|\bplayers where \Z")
_CHANGED = re.compile(r"^\s*(?:set|add .* to) \Z")
_DEEP = re.compile(r"^\s*move .* to .* under \Z")
_SUM = re.compile(r"(?:[+*]|\bdiv|\bmod|\w -) \Z|^\s*add \Z")


@frozen
class Expected:
    """Expected types by name, and expected sorts of declarations; if both are empty, anything fits."""

    types: frozenset[str] = frozenset()
    sorts: frozenset[Sort] = frozenset()

    def type(self, type: ir.Type | None) -> bool:
        """Return whether this type is expected. An unknown type may be."""
        return not self.types or type is None or (type.enum or type.name) in self.types

    def sort(self, sort: Sort) -> bool:
        return not self.sorts or sort in self.sorts


ANYTHING = Expected()


def expected(kind: Kind | None, before: str, way: KeyPath, names: Names) -> Expected:
    """Return the expectation after these words, under these keys."""
    if kind == "statement":
        if _DEEP.search(before):
            return _of(NUMBER)
        if _PLACE.search(before):
            return Expected(sorts=frozenset({"zone"}))
        if _CHANGED.search(before):
            return Expected(frozenset({NUMBER}) if "add" in before else frozenset(), frozenset({"variable"}))
        if _CARDS.search(before):
            return _of(CARD)
        if _PEOPLE.search(before):
            return _of(PLAYER)
    if _SUM.search(before):
        return _of(NUMBER)
    if _PICKED.search(before):
        return _of(CARD)
    compared = _VALUE_OF.search(before)
    if compared is not None:
        return _as(names, compared["chain"] or compared["set"])
    of = _OF.search(before)
    if of is not None:
        return _subject(names, of["word"])
    if kind == "expr" and not before.strip() and way:
        key = next((step for step in reversed(way) if isinstance(step, str) and step in _KEYS), "")
        return _of(_KEYS[key]) if key else ANYTHING
    return ANYTHING


def _of(*types: str) -> Expected:
    return Expected(frozenset(types))


def _as(names: Names, name: str) -> Expected:
    """Return the expectation for the other side of a comparison or assignment."""
    declared = names.declared.get(name)
    type = declared.type if declared is not None else _fact(name)
    return _of(type.enum or type.name) if type is not None else ANYTHING


def _fact(name: str) -> ir.Type | None:
    return next((facts[name] for facts in signatures.FACTS.values() if name in facts), None)


def _subject(names: Names, name: str) -> Expected:
    """Return the expectation for the owner of a property."""
    declared = names.declared.get(name)
    if declared is not None:
        return _of(declared.subject.enum or declared.subject.name) if declared.subject is not None else ANYTHING
    owners = [owner.name for owner, facts in signatures.FACTS.items() if name in facts]
    return _of(*owners) if owners else ANYTHING
