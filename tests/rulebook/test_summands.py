"""A sum of several things is printed as a list of them, a short one in a line."""

from __future__ import annotations

import pytest

from croupier.rulebook import rulebook
from croupier.rulebook.document import Item, Items, Section, texts
from croupier_dsl import check_text

GAME = """
croupier: 1
game: several
players: 2
cards: {{deck: french52}}
zones: {{stock: pile seen by nobody, hand of player: set seen by owner, won of player: set seen by everyone}}
state: {{total of player: 0..}}
define:
  most of player: count of won > count of won of left of it
  gain of player: {gain}
play:
  begin: [move deck to stock, shuffle stock, {{for each of players: move top 4 of stock to hand}}]
  steps: {{turn: {{by: players, times: 4, moves: [take]}}}}
  end: [{{for each of players: add gain to total}}]
moves: {{take: {{choose: {{card: one of hand}}, do: [move card to won]}}}}
result: {{score: total}}
text: {{define.gain.noun: {{en: the gain, fr: le gain}}, define.most.says: {{en: has most, fr: a le plus}}}}
"""
LONG = "(if most then 3 else 0) + count of (won where rank is A) - (if won is empty then 2 else 0) - count of hand"


def gain(body: str, language: str = "en") -> Item:
    rules, found = check_text(GAME.format(gain=body), "several.yaml")
    assert rules is not None, found
    document = rulebook(rules, {}, None, language, with_example=False)
    terms = next(section for section in document.sections if section.anchor == "define")
    return next(item for item in _items(terms) if item.paths == ("define.gain",))


def _items(section: Section) -> list[Item]:
    return [item for block in section.blocks if isinstance(block, Items) for item in block.items]


@pytest.mark.parametrize(
    ("language", "opening", "points"),
    [
        (
            "en",
            "A player's gain: the sum of these.",
            [
                "3 if that player has most.",
                "The number of cards in their zone “won” whose rank is ace.",
                "Minus 2 if their zone “won” is empty.",
                "Minus the number of cards in their zone “hand”.",
            ],
        ),
        (
            "fr",
            "Le gain d'un joueur\u00a0: la somme de ce qui suit.",
            [
                "3 si ce joueur a le plus.",
                "Le nombre de cartes de sa zone « won » qui sont des as.",
                "Moins 2 si sa zone « won » est vide.",
                "Moins le nombre de cartes de sa zone « hand ».",
            ],
        ),
    ],
)
def test_each_summand_is_a_point(language: str, opening: str, points: list[str]) -> None:
    """In the order in which they are written; what a case adds or takes off comes with its condition."""
    item = gain(LONG, language)
    assert item.text == opening
    assert [point.text for point in item.below] == points


@pytest.mark.parametrize("body", ["count of hand + 3", "count of hand + turn + 3", "3 * count of hand"])
def test_a_short_sum_is_a_sentence(body: str) -> None:
    assert gain(body).below == ()


def test_a_bracket_that_is_taken_off_changes_its_signs() -> None:
    """`a - (b - c)` adds c."""
    item = gain("5 * count of hand - (count of won - (if most then 7 else 0)) - (if won is empty then 1 else 0)")
    assert [point.text.split()[0] for point in item.below] == ["5", "Minus", "7", "Minus"]


def test_a_score_and_what_is_added_are_lists_too() -> None:
    """Where a result or a statement has the sum itself."""
    text = GAME.format(gain="1").replace("add gain to total", f"add {LONG} to total")
    text = text.replace("result: {score: total}", f"result: {{score: total + {LONG}}}")
    rules, found = check_text(text, "several.yaml")
    assert rules is not None, found
    document = rulebook(rules, {}, with_example=False)
    told = "\n".join(texts(document))
    assert "The sum of these is added to that player's number “total”:\n3 if that player has most." in told
    result = next(section for section in document.sections if section.anchor == "result")
    score = next(item for item in _items(result) if item.paths == ("result.score",))
    assert (score.text, len(score.below)) == ("Each player's score is the sum of these.", 5)
