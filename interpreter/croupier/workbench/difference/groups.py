"""Assign the path of a part to its group of rules."""

from __future__ import annotations

import re

from croupier_dsl import Part

_WORD = re.compile(r"\w+")
_CHANGES = re.compile(r"\b(?:set|add)\b")
_SECTIONS = {
    "options": "options", "players": "material", "teams": "material", "limit": "material", "cards": "material",
    "zones": "material", "state": "material", "combos": "combinations", "effects": "moves", "play": "turn",
    "stages": "turn", "moves": "moves", "whenever": "turn", "result": "scoring", "show": "show",
}  # fmt: skip
_NAMED = ("tables", "define")


class Readers:
    """The parts of two rulesets that refer to a table or a definition; these belong to the group of their users."""

    def __init__(self, *rulesets: Part) -> None:
        self._said: list[tuple[str, str, frozenset[str]]] = []
        for ruleset in rulesets:
            for part in ruleset.walk():
                for line in part.written:
                    self._said.append((part.path, line, frozenset(_WORD.findall(line))))
        self._scored = self._within_result()

    def _within_result(self) -> frozenset[str]:
        """Return the names that decide the score, also through definitions and tables."""
        found: set[str] = set()
        for path, _, words in self._said:
            if path.startswith("result"):
                found |= words
        while True:
            more = {
                word
                for path, _, words in self._said
                if path.split(".")[0] in _NAMED and path.split(".")[1:2] and path.split(".")[1] in found
                for word in words
            }
            if more <= found:
                return frozenset(found)
            found |= more

    def group(self, path: str) -> str:
        section, _, rest = path.partition(".")
        if section in _NAMED:
            return self._of(rest.partition(".")[0], frozenset())
        if section == "play" and path.endswith(".begin"):
            return "deal"
        return _SECTIONS[section]

    def _of(self, name: str, seen: frozenset[str]) -> str:
        groups: set[str] = set()
        for path, line, words in self._said:
            section, _, rest = path.partition(".")
            own = rest.partition(".")[0]
            if name not in words or (section in _NAMED and own in seen | {name}):
                continue
            if section in _NAMED:
                groups.add(self._of(own, seen | {name}))
            elif section in ("play", "whenever", "moves") and _CHANGES.search(line) and words & self._scored:
                groups.add("scoring")
            elif section in _SECTIONS and section != "options":
                groups.add(self.group(path))
        if "scoring" in groups:
            return "scoring"
        return groups.pop() if len(groups) == 1 else "material"
