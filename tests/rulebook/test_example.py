"""The example of a turn in a rulebook."""

from __future__ import annotations

import pytest

from croupier.rulebook import rulebook
from croupier.rulebook.document import texts
from croupier.table.catalogue import find
from croupier_dsl import compile_text

CHOICE_IN_AN_EFFECT = """
croupier: 1
game: naming
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, discard: pile seen by everyone, hand of player: set seen by owner}
state: {named: suit or none}
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 3 of stock to hand
  steps: {turn: {by: players, times: 4, moves: [lay]}}
moves:
  lay:
    choose: {card: one of hand}
    do:
      - move card to discard
      - choose: {next_suit: one of values of suit}
      - set named to next_suit
result: {score: count of hand, best: lowest}
"""


@pytest.mark.costly
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_choice_in_an_effect_is_a_decision_of_the_example(language: str) -> None:
    """A move may ask again after its first effects; the example of a turn has both decisions."""
    document = rulebook(compile_text(CHOICE_IN_AN_EFFECT), {}, None, language)
    section = next(each for each in document.sections if each.anchor == "example")
    told = " ".join(texts(type(document)("", language, (), (section,))))
    assert any(suit in told for suit in ("clubs", "diamonds", "hearts", "spades", "trèfle", "carreau", "cœur", "pique"))
    assert told.count("Bob") >= 4


def test_a_game_in_which_all_choose_at_once_has_an_example() -> None:
    """Goofspiel has no turns; its example is one bid, with what all players see once both have bid."""
    document = rulebook(find("goofspiel"), {}, 2)
    section = next(each for each in document.sections if each.anchor == "example")
    told = " ".join(texts(type(document)("", "en", (), (section,))))
    assert "Ann chooses to bid a card" in told
    assert "Bob's bid" in told
    assert "prizes won" in told


@pytest.mark.costly
def test_the_example_says_what_is_trump() -> None:
    """A trick cannot be judged without what the table shows besides the cards: the contract and whose it is."""
    document = rulebook(find("skat"), {}, 3)
    section = next(each for each in document.sections if each.anchor == "example")
    told = " ".join(texts(type(document)("", "en", (), (section,))))
    assert "Besides the cards: game " in told
    assert "dealer" in told


def test_the_example_tells_what_others_answer() -> None:
    """A card laid and doubted: what comes to light belongs to the turn, and not the next player's turn."""
    document = rulebook(find("cheat"), {}, 4)
    section = next(each for each in document.sections if each.anchor == "example")
    told = list(texts(type(document)("", "en", (), (section,))))
    then = told[told.index("What the others do then:") + 1 :]
    assert any("turned face up for all to see" in text for text in then)
    assert not any("chooses to lay a card" in text for text in then)


COUNTING = (
    CHOICE_IN_AN_EFFECT.replace(
        "state: {named: suit or none}", "state: {named: suit or none, laid of player: number, inner of player: number}"
    )
    .replace("      - set named to next_suit", "      - add 1 to laid\n      - add 1 to laid\n      - add 5 to inner")
    .replace("score: count of hand,", "score: laid + inner,")
)


@pytest.mark.parametrize(("shown", "inner"), [("", 1), ("show: [laid]\n", 0)])
def test_the_example_tells_the_last_of_several_values_that_the_table_shows(shown: str, inner: int) -> None:
    """A value that changes twice by one move is told once, as it is in the end; what `show` leaves out is not told."""
    document = rulebook(compile_text(COUNTING.replace("play:\n", f"{shown}play:\n")), {}, None)
    section = next(each for each in document.sections if each.anchor == "example")
    told = list(texts(type(document)("", "en", (), (section,))))
    told = told[next(at for at, text in enumerate(told) if text.startswith("What ")) :]
    assert sum("inner" in text for text in told) == inner * sum("goes from" in text for text in told)
    laid = [text for text in told if "laid" in text and ":" in text]
    assert len(laid) == sum("goes from" in text for text in told)
    assert all(int(text.rstrip(".").rpartition(" ")[2]) % 2 == 0 for text in laid)


def told_of(game: str, players: int | None = None) -> list[str]:
    """The sentences of the example in the English book of a bundled game."""
    document = rulebook(find(game), {}, players)
    section = next(each for each in document.sections if each.anchor == "example")
    return list(texts(type(document)("", "en", (), (section,))))


@pytest.mark.costly
@pytest.mark.parametrize(
    ("game", "shown"),
    [
        ("five-card-draw", "in Dot's hand are turned face up for all to see"),  # a showdown, no exchange of cards
        ("klondike", "to the foundation of "),
        ("blackjack", "dealer's hidden card to the dealer's open cards"),
        ("baccarat", "from the stock to the hand of banco"),  # what follows a bet without another choice
        ("ninety-eight", "win the game"),
        ("go-fish", "and the chosen player is Ann"),  # what another player has asked for aloud
        ("piquet", "from the trick to Ann's cards taken"),  # its first decision has thousands of moves
    ],
)
def test_the_example_shows_what_decides(game: str, shown: str) -> None:
    """A deal won, a card brought home, the end: neither a pass nor a bet whose outcome is missing."""
    assert any(shown in text for text in told_of(game)), game


@pytest.mark.costly
@pytest.mark.parametrize("game", ["big-two", "texas-holdem", "leduc-poker", "harbour-masks"])
def test_the_example_is_no_pass(game: str) -> None:
    """A seat that passes, folds or checks shows nothing of the game; other moves do."""
    chosen = next(text for text in told_of(game) if " chooses to " in text)
    assert not any(idle in chosen for idle in ("chooses to pass", "chooses to fold", "chooses to check", "let it pass"))


def test_cards_turned_face_up_are_told_with_where_they_are() -> None:
    """At the end of a bout all hands are shown: whose cards they are is no secret."""
    told = told_of("liars-cards", 2)
    assert sum(" hand are turned face up for all to see" in text for text in told) == 2
