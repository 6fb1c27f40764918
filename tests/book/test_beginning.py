"""A ruleset begun from a book: valid with warnings only, playable, without a word of the book, questions and all."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from croupier import load, simulate
from croupier.base.language import speaking
from croupier.workbench.book.align import align
from croupier.workbench.book.beginning import MOST_CLAUSES, begin
from croupier.workbench.book.digest import normal
from croupier.workbench.book.forgotten import asked
from croupier.workbench.book.text import BookError, book_of
from croupier.workbench.scenarios import run_scenarios
from croupier_dsl import check_file, ir

from .books import ENGLISH, FRENCH

ROUNDS = """\
# Nines

For three to five players, with two packs of 52 cards and jokers.

- Round 1: 4 cards
- Round 2: 6 cards
- Round 3: 8 cards

The rest is the draw pile; its top card starts the discard pile.

- Ace: 15 points
- King, queen, jack: 10 points
- 2-10: face value

For example, a king and a two are 12 points. Tip: keep low cards.
The lowest score wins. Visit www.example.org for more.
"""

POINTS = """\
Le jeu des cailloux

Pour deux joueurs ou plus. On joue avec 32 cartes ; chaque joueur reçoit huit cartes.
Le reste forme la pioche. On pose des combinaisons devant soi.
On joue jusqu'à 300 points. Celui qui a le plus de points gagne la partie.
"""

OWN_CARDS = """\
Tokens

The box holds 36 cards with values from 1 to 12.

players\t3\t4\t6
cards each\t9\t7\t5

Cards are laid in the middle. Three tricks win.
"""

BARE = "Play nicely and share what there is."

BOOKS = {"english": ENGLISH, "french": FRENCH, "rounds": ROUNDS, "points": POINTS, "own": OWN_CARDS, "bare": BARE}


def begun(folder: Path, text: str, name: str = "mine") -> tuple[ir.Rules, Counter[str]]:
    """The rules that a book is begun as, and how many places `check` warns of, by code."""
    for file, lines in begin(name, "Mine", book_of(text, "rules.txt")).items():
        (folder / file).write_text(lines, "utf-8")
    rules, found = check_file(folder / f"{name}.yaml")
    assert rules is not None, [str(d) for d in found]
    counted: Counter[str] = Counter()
    for diagnostic in found:
        counted[diagnostic.code] += len(diagnostic.labels)
    assert sum(diagnostic.code in ("W607", "W608") for diagnostic in found) == 2
    return rules, counted


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("book", BOOKS)
def test_it_is_valid_with_warnings_only(tmp_path: Path, book: str, language: str) -> None:
    """What is still to be done is told: clauses to put into words, questions to answer, zones that nothing uses; and
    where a book leaves open how many may play, that its cards do not suffice for many."""
    with speaking(language):
        rules, counted = begun(tmp_path, BOOKS[book])
    passages = [p for p in book_of(BOOKS[book], "book").passages if p.kind != "heading"]
    assert set(counted) <= {"W601", "W607", "W608", "W609"}
    assert ("W609" in counted) == (book == "points")
    assert counted["W608"] == len(passages) == len(rules.clauses)
    assert counted["W607"] == len(asked(book_of(BOOKS[book], "book")))


@pytest.mark.parametrize("book", BOOKS)
def test_it_plays(tmp_path: Path, book: str) -> None:
    """Random games at the smallest and the largest table end, and its scenario holds."""
    rules, _ = begun(tmp_path, BOOKS[book])
    assert [result.failure for result in run_scenarios(rules)] == [""]
    for players in (rules.players[0], rules.players[-1]):
        report = simulate(load(tmp_path / "mine.yaml", players), 5, policy="random", seed=3)
        assert report.finished == 5


@pytest.mark.parametrize("book", BOOKS)
def test_no_word_of_the_book_is_copied(tmp_path: Path, book: str) -> None:
    """No four words in a row of any passage stand in the files, comments included; only headings, lines and marks."""
    begun(tmp_path, BOOKS[book])
    written = normal("\n".join(path.read_text("utf-8") for path in tmp_path.iterdir()))
    for passage in (passage for passage in book_of(BOOKS[book], "book").passages if passage.kind != "heading"):
        words = normal(passage.text).split()
        for at in range(len(words) - 3):
            piece = " ".join(words[at : at + 4])
            assert f" {piece} " not in written, piece


@pytest.mark.parametrize("book", BOOKS)
def test_the_book_is_as_the_clauses_say(tmp_path: Path, book: str) -> None:
    """`trace --book` finds every passage unchanged, each with its clause."""
    rules, _ = begun(tmp_path, BOOKS[book])
    found = align(rules, "book", book_of(BOOKS[book], "rules.txt"))
    assert found.settled
    assert {one.state for one in found.found} == {"unchanged"}


def test_one_number_of_players_is_one_number(tmp_path: Path) -> None:
    """A game for four is not one for four to four."""
    begun(tmp_path, "Four\n\nA game for four players.\n\nEach player is dealt 5 cards.\n")
    assert re.search(r"players: 4 +# a guess, from line 3", (tmp_path / "mine.yaml").read_text("utf-8"))


def test_guesses_go_where_they_belong(tmp_path: Path) -> None:
    """Players, packs, tables and the end stand in the ruleset, each with its line and its clause."""
    rules, _ = begun(tmp_path, ROUNDS)
    text = (tmp_path / "mine.yaml").read_text("utf-8")
    assert rules.players == (3, 4, 5)
    assert re.search(r"players: 3\.\.5 +# a guess, from line 3", text)
    assert re.search(r"cards: \{deck: french54, packs: 2\} +# a guess, from line 3", text)
    assert "  # a guess, from lines 5 to 7\n  hand_size by round: {1: 4, 2: 6, 3: 8}" in text
    assert "points of card by rank: {A: 15, 2: 2, 3: 3," in text
    assert "K: 10, joker: 0}" in text
    assert re.search(r"result: \{score: total, best: lowest\} +# a guess, from line 16", text)
    sources = {because.path: because.sources for because in rules.because}
    assert sources["players"] == ("nines-1",)
    assert sources["tables.hand_size"] == ("nines-2", "nines-3", "nines-4")
    kinds = {clause.id: clause.kind for clause in rules.clauses}
    assert [kinds[f"nines-{n}"] for n in (9, 10, 11, 12)] == ["example", "advice", "rule", "flavour"]
    assert [kinds[f"nines-{n}"] for n in range(1, 9)] == ["rule", *["table"] * 3, "rule", *["table"] * 3]


SECTIONS = """\
THE GREAT DRAW

A game of tricks for two players, or for four in two teams.

1. La Pioche d'Œuvre

Draw a card. Pass, or play one.

The Scoring

Nine of clubs: 20
Queens: 5
The first to reach 50 points wins. A trick is worth one.

How to play

Put a card on the trick.

Scoring

Keep count.
"""


def test_clauses_are_called_by_their_headings(tmp_path: Path) -> None:
    """Ids and places are from the heading above, lines are comments; headings of one name are counted through."""
    rules, _ = begun(tmp_path, SECTIONS)
    assert [clause.id for clause in rules.clauses] == [
        "great-draw-1", "pioche-oeuvre-1", "pioche-oeuvre-2", "scoring-1", "scoring-2", "scoring-3", "scoring-4",
        "how-play-1", "scoring-5",
    ]  # fmt: skip
    assert [clause.place for clause in rules.clauses][:4] == [
        "The Great Draw",
        *["La Pioche d'Œuvre"] * 2,
        "The Scoring",
    ]
    assert [clause.kind for clause in rules.clauses][3:6] == ["table", "table", "rule"]
    assert re.search(r"  how-play-1: .* # line 17\n", (tmp_path / "mine.clauses.yaml").read_text("utf-8"))
    assert dict(rules.title)["en"] == "The Great Draw"


def test_a_book_is_read_to_the_end(tmp_path: Path) -> None:
    """Who reaches points first is best with the most; a second number of players counts; a zone is where it is used."""
    rules, _ = begun(tmp_path, SECTIONS)
    text = (tmp_path / "mine.yaml").read_text("utf-8")
    assert rules.players == (2, 3, 4)
    assert re.search(r"best: highest\} +# a guess, from line 13", text)
    assert re.search(r"trick: pile seen by everyone +# a guess, from line 17", text)


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("Whoever has the most points after the last hand wins.", "score, best: highest"),
        ("The fewest points win.", "score, best: lowest"),
        ("The winner is who has the fewest cards.", "count of hand, best: lowest"),
        ("The lowest score wins. Ace: 1 point. King: 10 points.", "sum of points of hand, best: lowest"),
    ],
)
def test_what_decides(tmp_path: Path, text: str, score: str) -> None:
    """Points scored in play are counted for each player; points of cards, and cards, are counted in the hand."""
    rules, _ = begun(tmp_path, text)
    assert f"result: {{score: {score}}}" in (tmp_path / "mine.yaml").read_text("utf-8")
    assert simulate(load(tmp_path / "mine.yaml", rules.players[0]), 2, policy="random", seed=1).finished == 2


def test_a_heading_can_be_anything(tmp_path: Path) -> None:
    """Signs, other scripts and very long words in a heading make names and places that are valid."""
    for heading in ('# "{a}: [b', "# 手札", "# \u200bx\u202ey \\ ' #", f"# {'ab' * 500}", "# -- 7 --", "# ties"):
        rules, _ = begun(tmp_path, f"{heading}\n\nPlay a card.\n")
        assert len(rules.clauses) == 1


def test_other_guesses(tmp_path: Path) -> None:
    """A short pack, a limit, a table by players; and what is not found is said to be for the author."""
    begun(tmp_path, POINTS, "points")
    text = (tmp_path / "points.yaml").read_text("utf-8")
    assert "rank: 7/8/9/10/J/Q/K/A, suit:" in text
    assert "enough: 1..99999 starting 300" in text
    assert "best: highest" in text
    assert "laid of player: melds seen by everyone" in text
    begun(tmp_path, OWN_CARDS, "own")
    text = (tmp_path / "own.yaml").read_text("utf-8")
    assert "cards: {attributes: {value: 1..12}, copies: 3}" in text
    assert "hand_size by count of players: {3: 9, 4: 7, 5: 5, 6: 5}" in text
    begun(tmp_path, BARE, "bare")
    text = (tmp_path / "bare.yaml").read_text("utf-8")
    assert re.search(r"players: 2\.\.4 +# nothing was found; please set it", text)


def test_a_french_book_is_written_about_in_french(tmp_path: Path) -> None:
    """Clauses and answers are asked for in the book's language; comments are in the language spoken."""
    with speaking("fr"):
        begun(tmp_path, FRENCH)
    clauses = (tmp_path / "mine.clauses.yaml").read_text("utf-8")
    assert "kind: rule, fr: }" in clauses
    assert "answer: {fr: }" in clauses
    assert "avec vos propres mots" in clauses
    assert "une supposition" in (tmp_path / "mine.yaml").read_text("utf-8")


def test_questions_are_shown_until_they_are_answered(tmp_path: Path) -> None:
    """An answer takes its warning away and can be cited."""
    begun(tmp_path, ENGLISH)
    path = tmp_path / "mine.clauses.yaml"
    text = path.read_text("utf-8")
    path.write_text(re.sub(r"(  ties:\n.*\n    answer: \{en: )\}", r"\1They share the place.}", text), "utf-8")
    rules, found = check_file(tmp_path / "mine.yaml")
    assert rules is not None
    assert [len(d.labels) for d in found if d.code == "W607"] == [len(asked(book_of(ENGLISH, "book"))) - 1]
    assert [(ruling.id, dict(ruling.text)) for ruling in rules.rulings] == [("ties", {"en": "They share the place."})]


def test_a_library_is_no_rulebook() -> None:
    """What would make more clauses than anybody reads is refused."""
    text = "\n\n".join(f"Rule {n} is a rule." for n in range(MOST_CLAUSES + 1))
    with pytest.raises(BookError, match="at most 1000"):
        begin("mine", "Mine", book_of(text, "book"))
