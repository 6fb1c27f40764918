"""Describe a game in short, in its ruleset's words: its parts and its options."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from croupier.base.language import said, tr
from croupier.words.nouns import claim
from croupier.words.phrases import label, noun_of, option_words, title
from croupier_dsl import DESCRIBED, MEANING, SHORT, filled, ir, of_part

if TYPE_CHECKING:
    from croupier.model.program import Program

LINE = "game.line"
"""The difference of a variant from its base game."""


def in_short(program: Program, agreed: Callable[[str], str] | None = None) -> dict[str, str]:
    """Return the texts about the whole game by path, in the current language: the short text, and the line of a
    variant.

    A short text about another game (one that a variant takes over) comes after a sentence that says so.

    `agreed`: what an option is set to, in words; without it, as in this program.
    """
    word = part_word(program, agreed)
    paths = (SHORT, LINE) if program.rules.of else (SHORT,)
    found = {path: said(program.words.get(path, ())) for path in paths}
    texts = {path: filled(text, word) if path == SHORT else text for path, text in found.items() if text}
    game = said(program.words.get(DESCRIBED, ()))
    if game and SHORT in texts:
        about = tr(
            "This is a variant of {game}. The next paragraph is about {game}; the variant may differ.", game=game
        )
        return {DESCRIBED: about, **texts}
    return texts


def part_word(program: Program, agreed: Callable[[str], str] | None = None) -> Callable[[str], str]:
    """Return what puts a path in braces into words of the current language; `agreed` as in `in_short`."""
    parts = frozenset(part.path for part in program.rules.parts)
    options = {option.name for option in program.rules.options}

    def word(path: str) -> str:
        path, several = of_part(path, parts)
        section, _, name = path.partition(".")
        if section == "options" and name in options:
            return agreed(name) if agreed is not None else _set_to(program, name)
        noun = noun_of(program, path)
        return (noun.many if several else noun.base) or claim(title(program, f"{path}.says")) or label(program, path)

    return word


def option_meaning(program: Program, name: str, agreed: Callable[[str], str] | None = None) -> str:
    """Return what an option decides, in the ruleset's words, and what its numbers mean, unless these are listed; empty
    if the ruleset says nothing. `agreed` as in `in_short`.
    """
    told = filled(title(program, f"options.{name}{MEANING}"), part_word(program, agreed))
    return " ".join(filter(None, [told, *_numbers_meant(program, name)]))


def _numbers_meant(program: Program, name: str) -> Iterator[str]:
    option = next(option for option in program.rules.options if option.name == name)
    if option.type == ir.NUMBER and not option.among:
        for path in program.words:
            number = path.removeprefix(f"options.{name}.")
            if number.isdecimal() and number != path:
                yield tr("{number}: {meaning}.", number=number, meaning=title(program, path))


def _set_to(program: Program, name: str) -> str:
    option = next(option for option in program.rules.options if option.name == name)
    return option_words(program, name, program.spell(option.type, program.options[name]))
