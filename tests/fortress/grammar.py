"""Sentences that the grammar allows, drawn rule by rule: short or long, most of them without a meaning."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import get_args

import hypothesis.strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark

from croupier.base.chance import Stream
from croupier_dsl.kinds import Kind

from .bending import WORDS, one

DEEPEST = 24
"""So many steps below the sentence every rule takes its shortest way out."""
TERMINALS = {
    "NAME": [*WORDS, "A", "K", "joker", "mark", "x9", "hand", "stock", "turn", "_", "a_b", "x" * 90],
    "NUMBER": [*map(str, range(21)), "999999999", "1000000000", "0" * 50],
    "GRID": ["2x3", "0x0", "99999x99999"],
    "SIGNED": ["-1", "-3_blue", "blue_-3"],
    "KEY": ["card=", "wanted=", "n="],
    "CAN": ["can"],
    "KNOWS": ["knows"],
    "REASON": ["low", "a.b-c"],
    "WS": [" ", "  ", "\n"],
}
"""What stands for a word of each kind that has no one spelling."""

Rules = dict[str, list[tuple[int, list[str]]]]
"""By symbol, the ways to spell it, each with how deep it goes at least."""


def kinds() -> tuple[Kind, ...]:
    """The kinds of sentences."""
    return get_args(Kind)


@cache
def _grammar() -> Lark:
    text = files("croupier_dsl").joinpath("grammar.lark").read_text("utf-8")
    return Lark(text, start=[*kinds()], parser="earley")  # nothing is parsed by it


@cache
def _rules() -> tuple[Rules, dict[str, list[str]]]:
    """The rules, and the words by terminal."""
    terminals, rules, _ = _grammar().grammar.compile([*kinds()], "")
    words = {each.name: TERMINALS.get(each.name) or [str(each.pattern.value)] for each in terminals}
    ways = {str(rule.origin.name): [] for rule in rules}
    depth = dict.fromkeys(words, 0)
    for _ in range(len(ways)):
        for rule in rules:
            inner = [depth.get(str(symbol.name)) for symbol in rule.expansion]
            known = [each for each in inner if each is not None]
            if len(known) == len(inner):
                name, found = str(rule.origin.name), 1 + max(known, default=0)
                depth[name] = min(depth.get(name, found), found)
    for rule in rules:
        symbols = [str(symbol.name) for symbol in rule.expansion]
        deep = 1 + max((depth[symbol] for symbol in symbols), default=0)
        ways[str(rule.origin.name)].append((deep, symbols))
    return ways, words


def drawn(kind: Kind, stream: Stream) -> str:
    """A sentence of a kind: of fifty words or so at most, now and then without the spaces that it needs."""
    ways, words = _rules()
    room, found = 3 + stream.below(DEEPEST), []
    open_symbols = [(str(kind), 0)]
    while open_symbols:
        symbol, depth = open_symbols.pop()
        if symbol in words:
            found.append(one(stream, words[symbol]))
            continue
        least = min(deep for deep, _ in ways[symbol])
        tight = len(found) + len(open_symbols) > 50
        fits = [inner for deep, inner in ways[symbol] if deep == least or (depth + deep <= room and not tight)]
        open_symbols += [(inner, depth + 1) for inner in reversed(one(stream, fits))]
    gaps = [" "] * 12 + ["", "  ", "\n"]
    return "".join(word + (one(stream, gaps) if stream.below(4) == 0 else " ") for word in found).strip()


@cache
def sentences(kind: Kind) -> st.SearchStrategy[str]:
    """Sentences of the grammar by the strategy of hypothesis, which is thorough, slow, and makes failures small."""
    grammar = _grammar()
    there = {terminal.name for terminal in grammar.grammar.compile([kind], "")[0]}
    explicit = {name: st.sampled_from(TERMINALS[name]) for name in there & TERMINALS.keys()}
    return from_lark(grammar, start=kind, explicit=explicit)
