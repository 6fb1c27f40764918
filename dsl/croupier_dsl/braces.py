"""Texts that name parts of their ruleset in braces, `draw from the {zones.stock}`: find the names, and fill them in."""

from __future__ import annotations

import re
from collections.abc import Callable, Container

SHORT = "game.short"
"""The text that says what a game is in short."""
DESCRIBED = "game.short.of"
"""The title of the game that this text is about, if that is another."""
MEANING = ".meaning"
"""The end of the path of a text that the rulebook prints in place of the sentences of a part."""
_BRACED = re.compile(r"\{([^{}]*)\}?")
_SEVERAL = ".many"
_OPENS = re.compile(r"(?:^|[.!?][”»\")]*\s+|[«“]\s*)$")
"""The text before the first word of a sentence."""


def braced(text: str) -> list[tuple[str, str]]:
    """Return the names in braces, in order: each with and without its braces."""
    return [(found[0], found[1].strip()) for found in _BRACED.finditer(text)]


def places(text: str) -> list[tuple[int, int, str]]:
    """Return the places of names in braces: start, end, name."""
    found = []
    for each in _BRACED.finditer(text):
        named = each[1].strip()
        start = each.start(1) + each[1].index(named)
        found.append((start, start + len(named), named))
    return found


def of_part(named: str, parts: Container[str]) -> tuple[str, bool]:
    """Return the path of the part that is named, and whether several of it are meant: `{combos.set.many}`."""
    several = named not in parts and named.endswith(_SEVERAL)
    return (named.removesuffix(_SEVERAL) if several else named), several


def filled(text: str, word: Callable[[str], str]) -> str:
    """Return the text with the names in braces replaced by words; capitalised at the beginning of a sentence."""

    def told(found: re.Match[str]) -> str:
        said = word(found[1].strip())
        return said[:1].upper() + said[1:] if _OPENS.search(text[: found.start()]) else said

    return _BRACED.sub(told, text)
