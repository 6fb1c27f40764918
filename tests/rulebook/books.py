"""Every rulebook that the tests read: the bundled games and the conformance cases, in each language."""

from __future__ import annotations

from functools import cache

from croupier.catalogue import find, names
from croupier.rulebook import Document, rulebook, told
from croupier.rulebook.document import texts
from croupier_dsl import ir
from croupier_dsl.compiler import check_text
from tests.conformance.test_conformance import CASES, ruleset

LANGUAGES = ("en", "fr")
GAMES = tuple(names())
SMALL = tuple(name for name, case in CASES.items() if not {"error", "warning", "fault", "refused"} & case.keys())


@cache
def printed(game: str, language: str) -> Document:
    """As nobody has agreed on anything, for any number of players."""
    return rulebook(find(game), {}, None, language)


def of_case(name: str) -> ir.Rules:
    rules, found = check_text(ruleset(CASES[name])[0], name)
    assert rules is not None, found
    return rules


def words(document: Document) -> list[str]:
    """Every piece of text."""
    return [text for text in texts(document) if text]


__all__ = ["GAMES", "LANGUAGES", "SMALL", "of_case", "printed", "told", "words"]
