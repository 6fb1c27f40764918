"""Everything that rules can say has words, in each language; no identifier, template or word of another language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from string import Formatter
from typing import get_args

import pytest

from croupier.rulebook import Document, rulebook
from croupier.rulebook.english_words import PHRASES as ENGLISH
from croupier.rulebook.french_words import PHRASES as FRENCH
from croupier_dsl import ir
from croupier_dsl.analysis.walk import nodes

from .books import GAMES, LANGUAGES, SMALL, VARIANTS, of_case, printed, words

pytestmark = pytest.mark.in_turn(14)

LEFTOVER = re.compile(r"[{}_\x01]|\b(is|est|:|than) (None|True|False)\b|<|\bir\.")
"""What no sentence for people holds."""
FOREIGN = re.compile(
    r"\b(the|of|whose|cards?|players?|hand|turn|holds?|goes|your|you|is|are|with|that|each|top|choose|discard|draw)\b",
    re.IGNORECASE,
)


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_both_languages_have_the_same_phrases() -> None:
    """A phrase of one language is one of the other, but for the genders of French; each fills in the same things."""
    gendered = re.compile(r"^for_which.*_(f|person)$")
    english = {key for key in ENGLISH if not gendered.match(key)}
    french = {key for key in FRENCH if not gendered.match(key)}
    assert english == french
    differ = {key for key in english & french if fields(ENGLISH[key]) - {"noun"} != fields(FRENCH[key]) - {"noun"}}
    assert not differ


def check(pieces: Iterable[str]) -> None:
    wrong = [piece for piece in pieces if LEFTOVER.search(piece)]
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [*GAMES, *VARIANTS])
def test_a_bundled_game_reads_like_a_rulebook(game: str, language: str) -> None:
    """No identifier, no leftover of a template, no empty sentence; sentences begin large and end in a mark."""
    pieces = words(printed(game, language))
    check(pieces)
    assert len(pieces) > 60
    assert not any("  " in piece or " ." in piece or ".." in piece for piece in pieces)


@pytest.mark.parametrize(("name", "language"), [(name, LANGUAGES[at % 2]) for at, name in enumerate(SMALL[::2])])
def test_a_conformance_case_has_words(name: str, language: str) -> None:
    """Whatever the language can say can be told, also without any words of the ruleset's own."""
    check(words(rulebook(of_case(name), {}, None, language)))


def english_in(document: Document) -> Mapping[str, str]:
    found = {}
    for piece in words(document):
        bare = re.sub(r"« [^»]* »", "", piece)
        match = FOREIGN.search(bare)
        if match:
            found[piece] = match[0]
    return found


@pytest.mark.parametrize("game", [*GAMES, *VARIANTS])
def test_french_is_french(game: str) -> None:
    """No English word stands in a French rulebook of a bundled game, and no part goes by its bare name."""
    document = printed(game, "fr")
    assert not english_in(document)


@pytest.mark.parametrize("game", [*GAMES, *VARIANTS])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bundled_game_has_words_of_its_own(game: str, language: str) -> None:
    """No zone, value, combination or mark of a bundled game is called by a sort and a name in quotation marks."""
    sorts = "zone|value|property|combination|mark|cards?|players?|number|valeur|propriété|combinaison|marque|nombre"
    sorts += "|joueurs?|cartes?"
    named = re.compile(rf"\b({sorts}) [“«]")
    assert not [piece for piece in words(printed(game, language)) if named.search(piece)]


def test_every_node_occurs() -> None:
    """The games and cases that are told here hold every kind of expression and statement that can be played."""
    seen: set[type] = set()
    for name in SMALL:
        seen |= {type(node) for node in nodes(of_case(name))}
    unplayed = {ir.Fits, ir.RoleAttribute, ir.KindLiteral}  # a kind of card stands in `IsKind` and `HasKind` alone
    missing = {*get_args(ir.Expr), *get_args(ir.Statement)} - seen - unplayed
    assert not missing
