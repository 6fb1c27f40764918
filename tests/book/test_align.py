"""A book that was marked once, against its later editions."""

from __future__ import annotations

import itertools
import textwrap

import pytest

from croupier.workbench.book.align import Alignment, align
from croupier.workbench.book.digest import mark
from croupier.workbench.book.linking import ENOUGH, language_of, links
from croupier.workbench.book.text import Book, book_of
from croupier_dsl import compile_text, ir
from tests.work import calls

from .books import CLAUSES, ENGLISH, FRENCH, GAME

LINES = {"players": "3", "deal": "7.1", "rest": "7.2", "secret": "10", "left": "15.1", "drop": "15.2", "after": "15.3",
         "ace": "19", "win": "22"}  # fmt: skip


def marked() -> ir.Rules:
    """The game, each clause with the passage that it comes from."""
    book = book_of(ENGLISH, "book")
    spots = {book.spot(passage): str(mark(passage.number, passage.text)) for passage in book.passages}
    text = CLAUSES
    for clause, spot in LINES.items():
        text = text.replace(f"  {clause}: {{", f"  {clause}: {{passage: {spots[spot]}, ")
    return compile_text(GAME + text.replace("  secret:\n", f"  secret:\n    passage: {spots[LINES['secret']]}\n"))


RULES = marked()


def against(text: str) -> tuple[Alignment, dict[str, str]]:
    """The clauses against an edition; the state of each."""
    found = align(RULES, "book", book_of(text, "book"))
    return found, {one.clause: one.state for one in found.found}


def others(states: dict[str, str]) -> dict[str, str]:
    """What is not as it was."""
    return {clause: state for clause, state in states.items() if state != "unchanged"}


def test_the_book_itself() -> None:
    """Everything is as it was; what no clause comes from is named, headings are not."""
    found, states = against(ENGLISH)
    assert set(states.values()) == {"unchanged"}
    assert [p.text for p in found.uncovered] == [
        "The heap in the middle starts empty.", "| cards left | points |", "| king | 10 |",
    ]  # fmt: skip
    assert not found.unlinked
    assert not found.settled


@pytest.mark.parametrize("width", [40, 60, 72, 100])
def test_rewrapped_and_set_anew(width: int) -> None:
    """Lines broken elsewhere, other quotes and dashes, capitals and bold type change nothing."""
    blocks = [block if "|" in block or "- " in block else textwrap.fill(" ".join(block.split()), width)
              for block in ENGLISH.split("\n\n")]  # fmt: skip
    text = "\n\n".join(blocks).replace("five cards", "**Five** CARDS").replace("Nobody", "• NOBODY").replace("- •", "•")
    assert others(against(text)[1]) == {}


@pytest.mark.parametrize(
    ("old", "new", "clause"),
    [
        ("give five cards to each player", "give six cards to each player", "deal"),
        ("The fewest cards win.", "The player with the fewest cards wins.", "win"),
        ("| ace | 1 |", "| ace | 11 |", "ace"),
        ("lies face down on the table", "lies face up on the table", "rest"),
        ("Nobody shows a hand.", "Nobody ever shows a hand.", "secret"),
    ],
)
def test_a_small_edit_is_a_change_of_that_passage(old: str, new: str, clause: str) -> None:
    """The one passage is changed, and is found where it now stands."""
    assert old in ENGLISH
    found, states = against(ENGLISH.replace(old, new))
    assert others(states) == {clause: "changed"}
    (changed,) = found.having("changed")
    assert changed.passage is not None
    assert new.split()[-1] in changed.passage.text
    assert 12 <= changed.alike <= 32


def test_what_is_left_out_is_gone_and_what_is_added_is_new() -> None:
    """The clause of a passage that is no longer there, and the passage that no clause comes from."""
    text = ENGLISH.replace("Turns pass to the left. ", "").replace(
        "The fewest cards win.", "The fewest cards win. A tie is a tie."
    )
    found, states = against(text)
    assert others(states) == {"left": "gone"}
    assert [p.text for p in found.uncovered][-1] == "A tie is a tie."


def test_what_stands_elsewhere_has_moved() -> None:
    """Of passages in another order the fewest are said to have moved."""
    text = ENGLISH.replace("The fewest cards win.\n", "").replace("# Pebbles\n", "# Pebbles\n\nThe fewest cards win.\n")
    assert others(against(text)[1]) == {"win": "moved"}
    longer = "Foreword.\n\n" + "Another new sentence for this edition.\n" * 3 + ENGLISH
    assert others(against(longer)[1]) == {}


def test_the_same_sentence_twice() -> None:
    """A copy that was not there before is new, and the clause keeps the place that it had."""
    text = ENGLISH.replace("## Play\n", "## Play\n\nNobody shows a hand.\n")
    found, states = against(text)
    assert others(states) == {}
    secret = next(one for one in found.found if one.clause == "secret")
    assert secret.passage is not None
    assert secret.passage.heading == "Preparation"
    assert "Nobody shows a hand." in [p.text for p in found.uncovered]


def test_another_book_altogether() -> None:
    """Nothing of it is taken for what the clauses come from."""
    assert set(against(FRENCH)[1].values()) == {"gone"}


def test_every_row_of_edits_is_told_right() -> None:
    """Two edits at once, of any two passages: each clause is in the state that its own edit gives it."""
    edits = {
        "deal": ("give five cards", "give seven cards", "changed"),
        "left": ("Turns pass to the left. ", "", "gone"),
        "secret": ("- Nobody shows a hand.\n", "", "gone"),
        "rest": ("never touched again by anybody", "never touched by anyone", "changed"),
        "ace": ("| ace | 1 |", "| ace | 2 |", "changed"),
        "win": ("fewest cards win", "fewest cards win at once", "changed"),
    }
    for one, other in itertools.combinations(edits, 2):
        text = ENGLISH
        for clause in (one, other):
            text = text.replace(*edits[clause][:2])
        assert others(against(text)[1]) == {one: edits[one][2], other: edits[other][2]}, (one, other)


PASSAGES = 2_000


@pytest.mark.costly
def test_a_big_book_takes_a_bounded_time() -> None:
    """Thousands of passages, half of them copies, against every clause: each is looked at a few times."""
    text = ENGLISH.replace("five", "six") + "".join(
        f"\n\nRule {n} says that card {n} beats card {n + 1}." for n in range(PASSAGES)
    )
    text += "\n\nThe fewest cards win." * PASSAGES
    with calls(500 * PASSAGES):
        found, states = against(text)
    assert states["deal"] == "changed"
    assert len(found.book.passages) > 2 * PASSAGES


# ---------------------------------------------------------------- links by words


def by_words(book: Book) -> dict[str, str]:
    found = links(RULES.clauses, book.passages, language_of(book.passages))
    return {link.clause: book.spot(link.passage) for link in found}


def test_clauses_find_their_passages() -> None:
    """By the words they share with them, most clauses find the passage that they paraphrase."""
    book = book_of(ENGLISH, "book")
    found = by_words(book)
    assert language_of(book.passages) == "en"
    assert sum(found.get(clause) == spot for clause, spot in LINES.items()) >= len(LINES) - 2
    assert list(found) == [clause.id for clause in RULES.clauses if clause.id in found]


def test_numbers_are_words_in_any_language() -> None:
    """A book in another language is recognised as such, and shares at least its numbers."""
    book = book_of(FRENCH, "book")
    assert language_of(book.passages) == "fr"
    assert all(0 <= link.share <= 1 for link in links(RULES.clauses, book.passages, "fr"))
    assert 0 < ENOUGH < 1
    assert links((), book.passages, "fr") == []
