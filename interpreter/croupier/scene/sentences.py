"""Write a move as a sentence of the table: by the pattern of its ruleset, else its title and its choices.

A pattern is `lay {card}[ as {spot}][ on {spot.on}]`: names of choices in braces, with `.on` for the meld of a place;
parts in brackets are written only if they add information.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from croupier.base.language import tr
from croupier.base.moves import Move
from croupier.scene.words import Words

_PLACE = re.compile(r"\{(\w+)(\.on)?\}")
_ASIDE = re.compile(r"\[([^\[\]]*)\]")
_NUMBER = re.compile(r"@\d+$")
_MELD = re.compile(r"(?<=.)@\d+$")
"""The number of a meld, at the end of a place in it."""
_APART = re.compile(r"[\s:()/]+")


def sentence(move: Move, words: Words, on: Mapping[str, str] | None = None, *, whole: bool = True) -> str:
    """Return the move as people say it.

    `on`: how the meld reads that a choice is a place in; not `whole`: as far as it goes.

    Choices that are not made yet are left open.
    """
    pattern = words.pattern(move.name)
    told = _filled(pattern, move, words, on or {}) if pattern else _listed(move, words, on or {})
    return told if whole else tr("{move} …", move=told)


def _filled(pattern: str, move: Move, words: Words, on: Mapping[str, str]) -> str:
    """Return the pattern with the choices filled in; it stops before the first open one."""
    values = {name: _plain(move.name, name, value, words, on) for name, value in move.choices}
    said: list[str] = []

    def tells(aside: re.Match[str]) -> str:
        """Return the part in brackets, empty if its words have all been written before."""
        places = [*_PLACE.finditer(aside[1])]
        before = _PLACE.sub(lambda place: _value(place, values, on), pattern[: aside.start()])
        new = [text for place in places if (text := _value(place, values, on)) and not known(text, before)]
        return aside[1] if new else ""

    text = _ASIDE.sub(tells, pattern)
    for piece in re.split(r"(\{\w+(?:\.on)?\})", text):
        place = _PLACE.fullmatch(piece)
        if place is None:
            said.append(piece)
        elif place[1] in values:
            said.append(_value(place, values, on))
        else:
            break
    return " ".join("".join(said).split())


def aside(pattern: str, choice: str) -> str:
    """Return the bracketed part of a pattern for a choice alone, with `{}` for the value; empty if there is none."""
    apart = (found[1] for found in _ASIDE.finditer(pattern))
    return next((text.replace(f"{{{choice}}}", "{}") for text in apart if _PLACE.findall(text) == [(choice, "")]), "")


def lacking(pattern: str, made: Mapping[str, str]) -> list[str]:
    """Return the choices that a pattern says in any case, and that are not among these, or of which it says the
    meld.
    """
    return [place[1] for place in _PLACE.finditer(_ASIDE.sub("", pattern)) if place[2] or place[1] not in made]


def spoken(name: str, made: Mapping[str, str], words: Words) -> str:
    """Return a move that was made, as its pattern says it; nothing without a pattern."""
    pattern = words.pattern(name) if name else ""
    if not pattern:
        return ""
    return _filled(
        pattern, Move(name, tuple((choice, _MELD.sub("", value)) for choice, value in made.items())), words, {}
    )


def composed(pattern: str, values: Mapping[str, str]) -> str:
    """Return the sentence of a fact: a part in brackets only if all that it names has words, and nothing if anything
    else has none.
    """

    def aside(found: re.Match[str]) -> str:
        return found[1] if all(values.get(place[1]) for place in _PLACE.finditer(found[1])) else ""

    text = _ASIDE.sub(aside, pattern)
    if not all(values.get(place[1]) for place in _PLACE.finditer(text)):
        return ""
    return " ".join(_PLACE.sub(lambda place: values[place[1]], text).split())


def _value(place: re.Match[str], values: Mapping[str, str], on: Mapping[str, str]) -> str:
    return on.get(place[1], "") if place[2] else values.get(place[1], "")


def known(text: str, before: str) -> bool:
    """Return whether all words of the text have been written before, as for sevens played as sevens."""
    return set(_APART.split(text)) <= set(_APART.split(before))


def _plain(move: str, name: str, value: str, words: Words, on: Mapping[str, str]) -> str:
    """Return a choice in words.

    For a place in a meld the card that belongs there, without the meld's number if the meld itself is named.
    """
    if on.get(name) and words.kind(move, name) == "spot":
        value = _NUMBER.sub("", value)
    return words.chosen(move, name, value)


def _listed(move: Move, words: Words, on: Mapping[str, str]) -> str:
    """Return the title and the choices in a row.

    A card added to a meld with its role there, or to a row with its place.
    """
    told: list[str] = []
    for name, value in move.choices:
        said = _plain(move.name, name, value, words, on)
        if told and words.kind(move.name, name) == "spot":
            same = re.split("[@(]", said)[0] == told[-1]
            if said.startswith("@"):
                told[-1] = tr("{card} at {place}", card=told[-1], place=said)
            else:
                told[-1] = said if same else tr("{card} as {role}", card=told[-1], role=said)
            if on.get(name):
                told[-1] = tr("{what} on {meld}", what=told[-1], meld=on[name])
        else:
            told.append(said)
    return f"{words.move(move.name)} {', '.join(told)}".strip()
