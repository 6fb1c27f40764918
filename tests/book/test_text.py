"""Plain text to passages, and what is no plain text to a clear message."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from croupier.workbench.book.text import MOST_BYTES, MOST_PASSAGES, BookError, book_of, read_book

from .books import ENGLISH

pytestmark = pytest.mark.in_turn(10)


def passages(text: str) -> list[tuple[str, str]]:
    return [(passage.kind, " ".join(passage.text.split())) for passage in book_of(text, "book").passages]


def test_headings_sentences_items_and_rows() -> None:
    """Each sentence, item and row is a passage, with its lines and the heading above it."""
    book = book_of(ENGLISH, "book")
    found = [(p.kind, p.heading, p.first, p.last) for p in book.passages]
    assert found[:3] == [("heading", "Pebbles", 1, 1), ("sentence", "Pebbles", 3, 3), ("heading", "Preparation", 5, 5)]
    assert [(p.first, p.last) for p in book.passages if p.heading == "Preparation"][1:] == [
        (7, 7), (7, 8), (10, 10), (11, 11)
    ]  # fmt: skip
    assert [p.text for p in book.passages if p.kind == "row"] == [
        "| cards left | points |",
        "| ace | 1 |",
        "| king | 10 |",
    ]
    assert book.passages[-1].text == "The fewest cards win."
    assert [p.number for p in book.passages] == list(range(1, len(book.passages) + 1))


def test_spots_tell_passages_of_a_line_apart() -> None:
    """`7.2` is the second passage that begins on line 7; a line with one is just its number."""
    book = book_of(ENGLISH, "book")
    spots = [book.spot(passage) for passage in book.passages]
    assert len(set(spots)) == len(spots)
    assert {"7.1", "7.2", "10", "15.1", "15.2", "15.3"} <= set(spots)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Deal 5 cards. Turn one up.", ["Deal 5 cards.", "Turn one up."]),
        ("It costs 5. The rest is free!", ["It costs 5.", "The rest is free!"]),
        ("Some cards, e.g. Kings, count more.", ["Some cards, e.g. Kings, count more."]),
        ("Turn a card\nface up.\nPlay it.", ["Turn a card face up.", "Play it."]),
        ("« Rami ! » Il a gagné.", ["« Rami ! »", "Il a gagné."]),
        ("1. Deal\n2. Play a card.", ["Deal", "Play a card."]),
        ("Each player receives:\n- three cards\n- a token", ["Each player receives:", "three cards", "a token"]),
        ("Ring\tten points", ["Ring ten points"]),
        ("---\n***\n\n", []),
    ],
)
def test_where_sentences_end(text: str, found: list[str]) -> None:
    """Full stops end a sentence unless they belong to an abbreviation; lists and layout are no text."""
    if not found:
        with pytest.raises(BookError, match="no words"):
            passages(text)
        return
    assert [words for _, words in passages(text)] == found


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"%PDF-1.7 \x00\x01", "this is a PDF, not plain text"),
        (b"PK\x03\x04....", "a packed document"),
        (b"{\\rtf1 hello}", "RTF"),
        (b"cards\x00\x00\x01", "zero bytes"),
        ("Chacun reçoit trois cartes.\nFin.".encode("latin-1"), "not UTF-8 at line 1"),
        (b"one\ntwo\n\xff\xfethree", "not UTF-8 at line 3"),
        (b"\x01\x02\x03\x04", "is unprintable"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"", "no words"),
        (b" \n\n--- \n", "no words"),
        (b"a" * (MOST_BYTES + 1), "larger than the limit of 4 MiB"),
        (b"Deal.\n\n" * (MOST_PASSAGES + 1), "more than 20000 passages"),
    ],
)
def test_what_is_no_rulebook(tmp_path: Path, raw: bytes, message: str) -> None:
    """Binary files, other encodings, nothing and too much are told by name, with what helps."""
    path = tmp_path / "rules.txt"
    path.write_bytes(raw)
    with pytest.raises(BookError, match=message) as caught:
        read_book(path)
    assert str(path) in str(caught.value)


def test_folders_and_devices_are_no_books(tmp_path: Path) -> None:
    """What is no file is not waited for."""
    with pytest.raises(BookError, match="must be a plain text file"):
        read_book(tmp_path)
    with pytest.raises(BookError, match="must be a plain text file"):
        read_book(Path("/dev/zero"))
    with pytest.raises(FileNotFoundError):
        read_book(tmp_path / "none.txt")


def test_other_texts_are_read(tmp_path: Path) -> None:
    """With a byte order mark, in UTF-16 and with the line ends of other systems it is the same book."""
    plain = book_of(ENGLISH, "book").passages
    for raw in (ENGLISH.encode("utf-8-sig"), ENGLISH.encode("utf-16"), ENGLISH.replace("\n", "\r\n").encode()):
        path = tmp_path / "rules.txt"
        path.write_bytes(raw)
        assert [p.text for p in read_book(path).passages] == [p.text for p in plain]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("piece", ["a", ". ", "<", "A. ", "1.", "- ", "|", "\t", "-\n", "e.g. ", "…", "«"])
def test_no_text_takes_long(piece: str) -> None:
    """A megabyte of anything is read in a moment, or refused: what looks anew from each letter would take hours."""
    with suppress(BookError):
        book_of("B" + piece * (1_000_000 // len(piece)), "book")
