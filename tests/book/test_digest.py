"""Marks of passages: what they do not mind, what they notice, and that they hold no text."""

from __future__ import annotations

import itertools

import pytest

from croupier.workbench.book.align import ALIKE
from croupier.workbench.book.digest import digest, likeness, mark, normal, sketch
from croupier.workbench.book.text import book_of
from croupier_dsl.passages import Mark, of_other_version

from .books import ENGLISH, FRENCH

SENTENCE = "Each player's face-up cards are “open”, and count 10 points – except 2-3 jokers."


@pytest.mark.parametrize(
    "same",
    [
        'each player’s FACE-UP cards are "open", and count 10 points - except 2–3 jokers',
        "Each player's face-up cards\nare «open»,   and count 10 points — except 2 – 3 jokers.",
        "**Each player's** face-\nup cards are _open_, and count <b>10 points</b>; except 2—3 jokers!",
        "Each play-\ner's faceup cards are 'open' and count 10\u00a0points, except 2-3 jo\u00adkers",
    ],
)
def test_setting_does_not_matter(same: str) -> None:
    """Case, blanks, quotes, hyphens, line breaks, punctuation and markup leave the digest as it is."""
    assert normal(same) == normal(SENTENCE)
    assert digest(same) == digest(SENTENCE)
    assert likeness(sketch(same), sketch(SENTENCE)) == 32


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("It counts 10 points.", "It counts 11 points."),
        ("It counts 5 points.", "It counts -5 points."),
        ("Take 1.5 cards.", "Take 15 cards."),
        ("For 2-4 players.", "For 2 4 players."),
        ("Play it on a 7.", "Play it on the 7."),
        ("+2 cards", "2 cards"),
    ],
)
def test_words_and_numbers_matter(one: str, other: str) -> None:
    """Whatever changes the meaning changes the digest."""
    assert digest(one) != digest(other)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Each player receives three cards face down.", "Each player receives four cards face down.", True),
        ("The player to the left of the dealer begins.", "The player left of the dealer begins the game.", True),
        ("Celui qui a le moins de cartes gagne.", "Celui qui a le plus de cartes gagne.", True),
        ("Each player receives three cards face down.", "The remaining cards form a draw pile.", False),
        ("Turns pass to the left.", "Personne ne montre sa main.", False),
    ],
)
def test_sketches_know_a_small_edit(one: str, other: str, alike: bool) -> None:
    """A sentence with a word changed is alike enough, another sentence is not."""
    assert (likeness(sketch(one), sketch(other)) >= ALIKE) == alike


def test_the_sentences_of_a_book_are_told_apart() -> None:
    """No two sentences of our books are taken for each other."""
    texts = [p.text for book in (ENGLISH, FRENCH) for p in book_of(book, "book").passages if p.kind == "sentence"]
    assert all(likeness(sketch(a), sketch(b)) < ALIKE for a, b in itertools.combinations(texts, 2))


def test_a_mark_holds_no_word() -> None:
    """Its length does not depend on the passage, and no word of it can be read there."""
    made = {text: str(mark(7, text)) for text in (SENTENCE, "Pass.", SENTENCE * 50)}
    assert {len(text) for text in made.values()} == {2 + 2 + 16 + 1 + 32}
    assert all(word not in text for text in made.values() for word in ("player", "cards", "pass", "joker", "count"))


def test_marks_are_read_back() -> None:
    """What is written is read again; what is no mark, or one of another version, is not."""
    made = mark(12, SENTENCE)
    assert Mark.parse(str(made)) == made
    for wrong in ("", "page 2", str(made)[:-1], str(made).upper(), "1" + str(made), "2" + str(made)[1:], f"{made} "):
        assert Mark.parse(wrong) is None
    assert of_other_version("2" + str(made)[1:])
    assert not of_other_version(str(made))


def test_marks_stay_what_they_are() -> None:
    """The digest and the sketch of a passage are the same on every machine and in every release of version 1."""
    assert str(mark(3, "Shuffle the pack.")) == "1.3.sfmfbg3ijqzt7jru.3n25yiqjsthbwm3wcwjplj2ufy7lslwl"
