"""The grammar of sentences in other notations: EBNF of the W3C, and GBNF of llama.cpp for constrained decoding.

Both are made from the rules that Lark has read. They describe characters, and so also where blanks are: between words,
and not within a range or a list. They accept more than Lark in one respect: a name may be a reserved word.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from itertools import pairwise
from typing import Literal, get_args

from lark import Lark
from lark.grammar import Rule, Symbol

from croupier_dsl.grammar import tables
from croupier_dsl.kinds import Kind

Form = Literal["lark", "ebnf", "gbnf"]
"""A notation of grammars: of Lark, of the W3C, or of llama.cpp."""
FORMS: tuple[Form, ...] = get_args(Form)
"""All notations of grammars."""
KINDS: tuple[Kind, ...] = get_args(Kind)
"""All kinds of sentences: expressions, statements, conditions and so on."""

BLANKS = "sp"
_AFTER = {"(", "/", "..", "@", ":", "."}
_BEFORE = {")", "/", "..", "@", ":", "."}
"""Signs without a blank after them, and before them."""
_LOOSE = {"(", "+", "-", "*"}
"""Signs with or without."""
_PIECE = re.compile(
    r"(?P<ahead>\(\?!.*?\)$)|(?P<class>\[[^\]]*\])|(?P<open>\()|(?P<sign>[)|+*?])|(?P<word>[a-z]+(?![a-z*+?])|\\?.)"
)


def exported(form: Form, kind: Kind | None = None) -> str:
    """Return the grammar in a notation. `kind`: the kind of sentences; None for all."""
    if form == "lark":
        return files("croupier_dsl").joinpath("grammar.lark").read_text("utf-8")
    grammar = tables()
    roots = [kind] if kind else [*KINDS]
    rules = {name: _Lines(grammar, form, name) for name in _reached(grammar.rules, roots)}
    lines = [f"root ::= {' | '.join(_named(root, form) for root in roots)}"]
    lines += [str(each) for each in rules.values()]
    words = dict.fromkeys(name for each in rules.values() for name in each.words)
    lines += [f"{name} ::= {spelled(grammar.get_terminal(name).pattern.value)}" for name in words]
    return "\n".join([*lines, f'{BLANKS} ::= " "+', ""])


class _Lines:
    """A rule in a notation. `words`: the terminals in it that are patterns."""

    def __init__(self, grammar: Lark, form: Form, name: str) -> None:
        self.grammar, self.form, self.name = grammar, form, name
        self.words: list[str] = []
        ways = [rule.expansion for rule in grammar.rules if rule.origin.name == name]
        first = [self.sequence(way) for way in ways if way[0].name != name]
        again = [self.gap(way[0], way[1]) + self.sequence(way[1:]) for way in ways if way[0].name == name]
        again += [
            self.sequence(other) for way in ways if way[0].name == name and len(way) == 2
            for other in _tight(grammar, way[1])
        ]  # fmt: skip
        told = " | ".join(dict.fromkeys(first))
        if again:  # the rule begins with itself: a loop says the same, and llama.cpp needs it
            told = f"{f'({told})' if len(first) > 1 else told} ({' | '.join(dict.fromkeys(again))})*"
        self.told = told

    def __str__(self) -> str:
        return f"{_named(self.name, self.form)} ::= {self.told}"

    def sequence(self, way: Sequence[Symbol]) -> str:
        parts = [self.symbol(way[0])]
        for before, after in pairwise(way):
            parts.append(self.gap(before, after) + self.symbol(after))
        return " ".join(parts)

    def symbol(self, symbol: Symbol) -> str:
        if not symbol.is_term:
            return _named(symbol.name, self.form)
        sign = _sign(self.grammar, symbol)
        if sign is not None:
            return json.dumps(sign, ensure_ascii=False)
        self.words.append(symbol.name)
        return symbol.name

    def gap(self, before: Symbol, after: Symbol) -> str:
        """Return the blanks between two symbols, with a blank of the notation after them."""
        one, other = _sign(self.grammar, before), _first(self.grammar, after)
        if one in _AFTER or other in _BEFORE or before.name == "KEY":
            return ""
        return f"{BLANKS}? " if {one, other} & _LOOSE else f"{BLANKS} "


def _reached(rules: Iterable[Rule], roots: Sequence[str]) -> list[str]:
    """Return the names of the rules that these need, in order."""
    found = dict.fromkeys(roots)
    ways: dict[str, list[str]] = {}
    for rule in rules:
        ways.setdefault(rule.origin.name, []).extend(symbol.name for symbol in rule.expansion if not symbol.is_term)
    todo = [*roots]
    while todo:
        new = [name for name in ways[todo.pop(0)] if name not in found]
        found |= dict.fromkeys(new)
        todo += dict.fromkeys(new)
    return [*found]


def _named(name: str, form: Form) -> str:
    """Return a name as the notation allows it."""
    return name.strip("_").replace("__", "_").replace("_", "-" if form == "gbnf" else "_")


def _sign(grammar: Lark, symbol: Symbol) -> str | None:
    """Return the text of a terminal that is always the same; None for another symbol."""
    if not symbol.is_term:
        return None
    pattern = grammar.get_terminal(symbol.name).pattern
    return pattern.value if pattern.type == "str" else None


def _first(grammar: Lark, symbol: Symbol) -> str | None:
    """Return the text that a symbol always begins with, as lists of further things do; None without one."""
    if symbol.is_term:
        return _sign(grammar, symbol)
    ways = (rule.expansion[0] for rule in grammar.rules if rule.origin.name == symbol.name)
    found = {_sign(grammar, way) for way in ways if way.name != symbol.name}
    return found.pop() if len(found) == 1 else None


def _tight(grammar: Lark, symbol: Symbol) -> Iterator[Sequence[Symbol]]:
    """Yield the forms of a symbol that follow without a blank, such as the place of a card, `7S@2`."""
    for rule in grammar.rules:
        if rule.origin.name == symbol.name and rule.expansion[0].name != symbol.name:
            if len(rule.expansion) == 1 and not rule.expansion[0].is_term:
                yield from _tight(grammar, rule.expansion[0])
            elif len(rule.expansion) > 1 and _sign(grammar, rule.expansion[0]) == "@":
                yield rule.expansion


def spelled(pattern: str) -> str:
    """Return a regular expression of the grammar in the notation of both: classes, groups, repetitions, letters.

    What must not follow it is left out: the blanks of the rules see to that.
    """

    def pieces() -> Iterator[str]:
        for found in _PIECE.finditer(pattern):
            match found.lastgroup:
                case "word":
                    yield f" {json.dumps(found['word'])}"
                case "class":
                    yield f" {found['class']}"
                case "open":
                    yield " ("
                case "sign":
                    yield f" {found['sign']} " if found["sign"] == "|" else found["sign"]

    return re.sub(r"\( ", "(", re.sub(r"  +", " ", "".join(pieces()))).strip()
