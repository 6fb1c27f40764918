"""Places and values that go by a number or word, and cards that move, in the words of a rulebook."""

from __future__ import annotations

import pytest

from croupier.rulebook import markdown, rulebook
from croupier.rulebook.book import GRAMMARS
from croupier_dsl import compile_text

PATIENCE = """
croupier: 1
game: columns
players: 1
cards: {deck: french52}
zones:
  stock: pile seen by nobody
  face: slot seen by everyone
  column of 1..3: pile seen by everyone
  foundation of suit: pile seen by everyone
state: {bet of 1..2 of player in round: number}
define: {home: count of foundation of values of suit}
play:
  begin:
    - move deck to stock
    - shuffle stock
  steps:
    round: {times: 2, steps: {turn: {by: players, times: 3, moves: [turn_up]}}}
moves:
  turn_up:
    do:
      - add 1 to bet of 1 of me
      - move top of stock to column of 2
      - if bet of 1 of me is 2: move top of stock to face
      - if bet of 2 of me is 1: move random of (stock where rank is not A) to foundation of hearts
result: {score: home + bet of 1 + bet of 2}
text:
  zones.column.noun: {en: the column, fr: la colonne}
  zones.foundation.noun: {en: the foundation, fr: la fondation}
  zones.face.noun: {en: the open card, fr: la carte ouverte}
  zones.stock.noun: {en: the stock, fr: le talon}
  state.bet.noun: {en: the bet, fr: la mise}
  define.home.noun: {en: the number of cards home, fr: le nombre de cartes rangées}
  cards.attributes.suit.noun: {fr: l'enseigne (f)}
"""


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            [
                "The columns 1 to 3, each: a pile",
                "The foundations of the suits, each: a pile",
                "everybody sees this card",
                "the number of cards in the foundations of the suits",
                "one of each rank and suit",
                "Each player's bets 1 and 2, reset in each",
                "a card picked by chance from the cards in the stock",
            ],
        ),
        (
            "fr",
            [
                "Les colonnes 1 à 3, chacune : une pile",
                "Les fondations des enseignes, chacune",
                "tous voient cette carte",
                "le nombre de cartes des fondations des enseignes",
                "Les mises 1 et 2 de chaque joueur (au début de chaque",
                "une carte désignée par le sort parmi les cartes du talon",
            ],
        ),
    ],
)
def test_places_that_go_by_a_number_are_told_together(language: str, told: list[str]) -> None:
    """Columns are the columns 1 to 3, not the column of each number; a slot has one card."""
    book = markdown(rulebook(compile_text(PATIENCE), {}, None, language, with_example=False)).replace("\\u00a0", " ")
    for words in told:
        assert words in book
    assert "property" not in book


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("4 de trèfle, 7 de cœur", "le 4 de trèfle et le 7 de cœur"),
        ("dame de pique, dame de pique, as de cœur", "les deux dames de pique et l'as de cœur"),
        ("5, 7, 7", "les cartes 5, 7 et 7"),
        ("dame de cœur", "la dame de cœur"),
    ],
)
def test_several_cards_have_their_articles_in_french(cards: str, told: str) -> None:
    """As a player says them: no *les cartes 4 de trèfle, 7 de cœur*."""
    turned = GRAMMARS["fr"]().turned(cards, ", " in cards)
    assert turned.text == told
    assert turned.feminine == (not cards.startswith("4") and "as" not in cards)
