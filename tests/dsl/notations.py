"""A reader of exported grammars: it knows their notation, and nothing of Lark or of the language."""

from __future__ import annotations

import re
from functools import cache

Node = tuple[object, ...]
_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|\[[^\]]*\]|[A-Za-z_][A-Za-z0-9_-]*|[()|+*?])')


class Notation:
    """The rules of a text `name ::= …`, by name; a sentence is matched character by character."""

    def __init__(self, text: str) -> None:
        self.rules: dict[str, Node] = {}
        for line in text.splitlines():
            name, _, right = line.partition(" ::= ")
            assert name not in self.rules, name
            tokens = _TOKEN.findall(right)
            assert "".join(tokens) == re.sub(r'\s(?=(?:[^"]*"[^"]*")*[^"]*$)', "", right), line
            self.tokens = tokens
            self.rules[name] = self._choice()
            assert not self.tokens, line

    def _choice(self) -> Node:
        ways = [self._sequence()]
        while self.tokens[:1] == ["|"]:
            self.tokens.pop(0)
            ways.append(self._sequence())
        return ("choice", *ways)

    def _sequence(self) -> Node:
        parts = []
        while self.tokens and self.tokens[0] not in "|)":
            token = self.tokens.pop(0)
            part: Node
            if token == "(":
                part = self._choice()
                assert self.tokens.pop(0) == ")"
            elif token[0] == '"':
                part = ("text", token[1:-1])
            elif token[0] == "[":
                part = ("class", token)
            else:
                part = ("rule", token)
            while self.tokens and self.tokens[0] in "+*?":
                part = ("many", self.tokens.pop(0), part)
            parts.append(part)
        assert parts
        return ("sequence", *parts)

    def accepts(self, sentence: str, root: str = "root") -> bool:
        @cache
        def ends(node: Node, at: int) -> frozenset[int]:
            match node:
                case ("text", str(text)):
                    return frozenset({at + len(text)} if sentence.startswith(text, at) else ())
                case ("class", str(marked)):
                    return frozenset({at + 1} if at < len(sentence) and re.match(marked, sentence[at]) else ())
                case ("rule", str(name)):
                    return ends(self.rules[name], at)
                case ("choice", *ways):
                    return frozenset().union(*(ends(way, at) for way in ways))
                case ("sequence", *parts):
                    found = frozenset({at})
                    for part in parts:
                        found = frozenset().union(*(ends(part, each) for each in found))
                    return found
                case ("many", str(sign), inner):
                    found = frozenset({at} if sign in "*?" else ())
                    new = frozenset({at})
                    while new:
                        new = frozenset().union(*(ends(inner, each) for each in new)) - found
                        found |= new
                        new = frozenset() if sign == "?" else new
                    return found
            raise AssertionError(node)

        return len(sentence) in ends(("rule", root), 0)
