"""What is guessed from a rulebook, in English and French, and where it is from."""

from __future__ import annotations

import pytest

from croupier.workbench.book.forgotten import QUESTIONS, answer, asked
from croupier.workbench.book.guesses import Guesses, figures, guess
from croupier.workbench.book.text import book_of

from .books import ENGLISH, FRENCH


def of(text: str) -> Guesses:
    return guess(book_of(text, "book"))


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("A game for 2-4 players.", (2, 4)),
        ("A game for two to four players.", (2, 4)),
        ("Players: 3 – 6", (3, 6)),
        ("De 3 à 6 joueurs, dès 7 ans.", (3, 6)),
        ("Pour deux à quatre joueurs.", (2, 4)),
        ("Nombre de joueurs : 2 à 5", (2, 5)),
        ("For three or more players.", (3, 8)),
        ("Un jeu pour deux joueurs ou plus.", (2, 8)),
        ("Only four players can play.", (4, 4)),
        ("**Players**\t2 – 4 per set (up to 10 with two sets)", (2, 10)),
        ("For two players, or for four in two teams.", (2, 4)),
        ("For two to three players or 30 minutes.", (2, 3)),
        ("It takes 20 to 40 minutes.", None),
        ("Players sit in a circle.", None),
        ("A game for 30 to 400 players.", None),
    ],
)
def test_players(text: str, players: tuple[int, int] | None) -> None:
    """How many may play, if it is said and can be."""
    found = of(text).players
    assert (None if found is None else found.value) == players


@pytest.mark.parametrize(
    ("text", "cards", "packs", "hand"),
    [
        ("Use a standard pack of 52 cards. Deal seven cards to each player.", 52, None, 7),
        ("Take two packs of cards. Each player is dealt thirteen cards.", None, 2, 13),
        ("Mélangez deux jeux de 54 cartes et distribuez 13 cartes à chaque joueur.", 54, 2, 13),
        ("On joue avec 32 cartes. Chacun reçoit huit cartes.", 32, None, 8),
        ("The box holds 58 cards. Everybody holds three cards each.", 58, None, 3),
        ("3 cartes en main", None, None, 3),
        ("Draw two cards.", None, None, None),
    ],
)
def test_cards_and_hands(text: str, cards: int | None, packs: int | None, hand: int | None) -> None:
    """The cards that there are, the packs of them, and how many each player gets."""
    found = of(text)
    assert [None if one is None else one.value for one in (found.cards, found.packs, found.hand)] == [
        cards,
        packs,
        hand,
    ]


@pytest.mark.parametrize(
    ("text", "by", "rows"),
    [
        ("Round 1: 3 cards\n- Round 2: 4 cards\n- Round 3: 5 cards", "round", {1: 3, 2: 4, 3: 5}),
        ("- Manche 1 : 3 cartes\n- Manche 2 : 5 cartes", "round", {1: 3, 2: 5}),
        ("- 2 players: 10 cards each\n- 3 players: 7 cards each", "players", {2: 10, 3: 7}),
        ("- À 3 joueurs, 9 cartes\n- À 4 joueurs, 7 cartes", "players", {3: 9, 4: 7}),
        ("Joueurs\t3\t4\t5\nCartes par joueur\t9\t7\t6\nCartes au centre\t9\t8\t6", "players", {3: 9, 4: 7, 5: 6}),
        ("| players | 2 | 3 |\n| cards | 7 | 5 |", "players", {2: 7, 3: 5}),
        ("Round 1: 3 cards", "", None),
    ],
)  # fmt: skip
def test_tables_of_the_deal(text: str, by: str, rows: dict[int, int] | None) -> None:
    """Rows by round or by number of players, one below the other or side by side."""
    found = of(text)
    assert found.deal_by == by
    assert (None if found.deal is None else found.deal.value) == rows
    if by == "round":
        assert found.rounds is not None
        assert found.rounds.value == max(rows or {})


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("- Ace: 1 point\n- King: 10 points", {"A": 1, "K": 10}),
        ("- As : 1 point chacun\n- 2 : 2 points chacun\n- Valet : 10 points", {"A": 1, "2": 2, "J": 10}),
        ("Kings, queens and jacks count 10 points. Aces are worth 11 points.", {"K": 10, "Q": 10, "J": 10, "A": 11}),
        ("Les cartes 2 - 3 - 4 valent leur valeur en points. Les figures valent 10 points.",
         {"2": 2, "3": 3, "4": 4, "J": 10, "Q": 10, "K": 10}),
        ("- 2-4: face value\n- joker: 50 points", {"2": 2, "3": 3, "4": 4, "joker": 50}),
        ("Whoever wins the last trick gets 10 points. The ace of trumps counts 11 points.", None),
        ("The game is played to 500 points.", None),
    ],
)  # fmt: skip
def test_points_of_cards(text: str, points: dict[str, int] | None) -> None:
    """Passages that name nothing but ranks and points; others are left alone."""
    found = of(text).points
    assert (None if found is None else found.value) == points


@pytest.mark.parametrize(
    ("text", "best", "limit", "rounds"),
    [
        ("The player with the lowest score wins after 11 rounds.", "lowest", None, 11),
        ("The game ends when somebody reaches 500 points. The most points win the game.", "highest", 500, None),
        ("Le but est d'avoir le moins de points. On joue jusqu'à 1000 points.", "lowest", 1000, None),
        ("On joue en cinq manches. Celui qui a le plus de points gagne.", "highest", None, 5),
        ("Turns pass to the left.", None, None, None),
    ],
)
def test_how_it_ends(text: str, best: str | None, limit: int | None, rounds: int | None) -> None:
    """Who wins, and after how much."""
    found = of(text)
    assert [None if one is None else one.value for one in (found.best, found.limit, found.rounds)] == [
        best,
        limit,
        rounds,
    ]


def test_zones_and_their_lines() -> None:
    """Words for places on the table, each with the first line that has one."""
    found = of("Deal.\n\nThe rest is the draw pile.\n\nDrop a card on the discard pile.\n\nMelds lie on the table.")
    assert {head: one.passages[0].first for head, one in found.zones.items()} == {
        "stock": 3, "discard": 5, "laid of player": 7,
    }  # fmt: skip
    french = of("Le reste forme la pioche.\n\nOn jette sur la défausse.\n\nCelui qui remporte le pli commence.")
    assert set(french.zones) == {"stock", "discard", "trick"}


def test_our_books() -> None:
    """The same game in both languages gives the same guesses."""
    one, other = of(ENGLISH), of(FRENCH)
    for found in (one, other):
        assert found.hand is not None
        assert found.hand.value == 5
        assert found.best is not None
        assert found.best.value == "lowest"
    assert other.players is not None
    assert other.players.value == (2, 4)
    assert one.players is not None
    assert one.players.passages[0].first == 3


def test_number_words_become_figures() -> None:
    """In both languages; articles stay words."""
    assert figures("Twenty-one? No: five cards, and one more.") == "twentyone no 5 cards and one more"
    assert figures("Un joueur, deux joueurs, dix-sept cartes") == "un joueur 2 joueurs 17 cartes"


def test_questions_find_what_may_answer_them() -> None:
    """Each question has both languages; a book that says nothing answers none of them."""
    assert len({question.name for question in QUESTIONS}) == len(QUESTIONS) > 10
    silent = book_of("Hello there.", "book")
    assert all(answer(question, silent) is None for question in QUESTIONS)
    ties = next(question for question in QUESTIONS if question.name == "ties")
    for text in ("Hello. If there is a tie, nobody wins.", "Bonjour. À égalité, personne ne gagne."):
        found = answer(ties, book_of(text, "book"))
        assert found is not None
        assert found.number == 2
    assert all(question.english.endswith("?") and question.french.endswith(" ?") for question in QUESTIONS)


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("Play a card.", set()),
        ("The office of dealer passes to the left.", set()),
        ("You may pass.", {"may-pass"}),
        ("Draw a card from the stock.", {"empty-stock", "take-back", "may-pass"}),
        ("On pioche une carte.", {"empty-stock", "take-back", "may-pass"}),
        ("Two jokers are wild.", {"jokers"}),
        ("The winner of a trick leads.", {"taken-tricks", "revoke"}),
        ("L'atout emporte le pli.", {"leading-trumps", "taken-tricks", "revoke"}),
    ],
)
def test_questions_are_asked_where_there_is_a_reason(text: str, more: set[str]) -> None:
    """Of a book without jokers nothing about jokers; what trick games forget is asked of trick games."""
    always = {question.name for question in QUESTIONS if not question.about}
    assert {question.name for question in asked(book_of(text, "book"))} == always | more
    assert len(always) > 10


@pytest.mark.costly
@pytest.mark.timeout(60)
@pytest.mark.parametrize("piece", ["deal ", "2 ", "2-", "players ", "a b ", "reach ", "numbers "])
def test_no_text_takes_long(piece: str) -> None:
    """A long passage without an end is searched in a moment: a search that begins anew at each letter takes hours."""
    of("Deal " + piece * (200_000 // len(piece)))
