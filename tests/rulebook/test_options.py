"""What a table agrees on changes the text, and only that."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from croupier.base.faults import SetupError
from croupier.compile.binding import draft
from croupier.compile.options import settle
from croupier.rulebook import Document, rulebook
from croupier.rulebook.document import texts
from croupier.table.catalogue import find
from croupier_dsl import ir

from .books import GAMES, LANGUAGES

pytestmark = pytest.mark.in_turn(14)

PLAYERS = 4
"""Every game can be played by four, and with every option; numbers that are not possible are left out below."""


def values() -> list[tuple[str, str, str]]:
    """Each option of each game, with each value, numbers with one that is not the default."""
    found = []
    for game in GAMES:
        rules = find(game)
        assert PLAYERS in rules.players
        enums = {enum.name: enum.values for enum in rules.enums}
        for option in rules.options:
            listed = enums.get(option.type.enum) or (("no", "yes") if option.type.name == "truth" else ("1", "2", "3"))
            found += [(game, option.name, value) for value in listed if possible(rules, {option.name: value})]
    return found


def possible(rules: ir.Rules, options: dict[str, str]) -> bool:
    try:
        agreed(rules, options)
    except SetupError:
        return False
    return True


def agreed(rules: ir.Rules, options: dict[str, str]) -> Mapping[str, object]:
    """What each option is worth where these are given."""
    program = draft(rules, PLAYERS)
    settle(program, options)
    return program.options


@cache
def usual(game: str) -> list[str]:
    """The rules of a game as they are by default."""
    return rules_only(rulebook(find(game), {}, PLAYERS, with_example=False))


def rules_only(document: Document) -> list[str]:
    """The text without the head, the list of options and the example, which tell of any change at once."""
    kept = [section for section in document.sections if section.anchor not in ("options", "example")]
    return [text for section in kept for text in texts(Document("", "", (), (section,)))]


VALUES = values()


@pytest.mark.parametrize(("game", "option", "value"), VALUES)
def test_an_option_changes_its_sentences(game: str, option: str, value: str) -> None:
    """The rules themselves read otherwise than by default, unless it is the default, and then they read the same."""
    rules = find(game)
    changed = rules_only(rulebook(rules, {option: value}, PLAYERS, with_example=False))
    default = agreed(rules, {})[option] == agreed(rules, {option: value})[option]
    assert (changed == usual(game)) == default


@pytest.mark.parametrize("game", GAMES)
def test_what_is_undone_leaves_no_trace(game: str) -> None:
    """After other options the text by default is what it was."""
    before = usual(game)
    for _, option, value in (case for case in VALUES if case[0] == game):
        rulebook(find(game), {option: value}, PLAYERS, with_example=False)
        break
    assert rules_only(rulebook(find(game), {}, PLAYERS, with_example=False)) == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_agreed_is_said(language: str) -> None:
    """The head names the options that were set, in words, and the list says what holds here."""
    document = rulebook(find("trio"), {"form": "pairs"}, None, language)
    pieces = list(texts(document))
    said = {"en": "teams of two", "fr": "équipes de deux"}[language]
    assert sum(said in piece for piece in pieces) >= 2
    assert any({"en": "for 4 or 6 players", "fr": "pour 4 ou 6 joueurs"}[language] in piece for piece in pieces)


def test_what_cannot_be_is_refused() -> None:
    """An option that is not there, or that does not go with so many players, is told as it is before a game."""
    with pytest.raises(SetupError, match="did you mean form"):
        rulebook(find("trio"), {"forms": "pairs"})
    with pytest.raises(SetupError, match="four or six"):
        rulebook(find("trio"), {"form": "pairs"}, 5)
