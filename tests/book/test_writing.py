"""Marks put into a file of clauses: nothing else of the file changes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier.workbench.book.digest import mark
from croupier.workbench.book.text import BookError
from croupier.workbench.book.writing import edited, with_marks, write_marks
from croupier_dsl import compile_file, ir

from .books import CLAUSES, ruleset

A, B, C = mark(1, "One."), mark(2, "Two."), mark(3, "Three.")


def put(text: str, by_book: bool = False, **changes: dict[str, tuple[object, ...]]) -> str:
    return edited(text, "x.yaml", changes, by_book)  # type: ignore[arg-type]  # marks by book, by clause


def bare(text: str) -> str:
    """The text without the marks."""
    text = re.sub(r"\n *passage: [^\n]*", "", text)
    return re.sub(r"passage: (\[[^]]*\]|\{[^}]*\}|[^,}\n]*)(, )?|, passage: [^,}\n]*", "", text)


def test_one_line_clauses() -> None:
    """The mark stands behind the place; comments and the other lines are as they were."""
    made = put(CLAUSES, deal={"book": (A,)}, after={"book": (A, B)})
    assert f"deal: {{book: book, place: preparation, passage: {A}, kind: rule, en:" in made
    assert f"after: {{passage: [{A}, {B}], kind: rule, en:" in made
    assert "# in the order of the book" in made
    assert [a for a, b in zip(CLAUSES.splitlines(), made.splitlines(), strict=True) if a != b] == [
        line for line in CLAUSES.splitlines() if line.startswith(("  deal:", "  after:"))
    ]


def test_clauses_on_lines_of_their_own() -> None:
    """The mark gets a line as deep as the keys beside it; line ends are those of the file."""
    made = put(CLAUSES, secret={"book": (A,)})
    assert f"    place: preparation\n    passage: {A}\n    kind: rule\n" in made
    assert put(CLAUSES.replace("\n", "\r\n"), secret={"book": (A,)}) == made.replace("\n", "\r\n")
    no_place = CLAUSES.replace("    place: preparation\n", "").replace(
        "    book: book                               # said twice\n", ""
    )
    assert f"  secret:\n    passage: {A}\n    kind: rule\n" in put(no_place, secret={"book": (A,)})
    last = "clauses:\n  one:\n    kind: rule\n    place: x"
    assert put(last, one={"": (A,)}) == f"{last}\n    passage: {A}"


@pytest.mark.parametrize(
    "there",
    [f"passage: {A}", f"passage: [{A}, {C}]", f'passage: "{A}"', f"passage: {{book: {A}}}"],
)
def test_marks_are_replaced(there: str) -> None:
    """What stood there goes, in whatever form it was written; a second time nothing changes."""
    text = CLAUSES.replace("  deal: {", f"  deal: {{{there}, ").replace(
        "    book: book  ", f"    {there}\n    book: book  "
    )
    made = put(text, deal={"book": (B,)}, secret={"book": (B,)})
    assert made.count(str(B)) == 2
    assert str(A) not in made
    assert put(made, deal={"book": (B,)}, secret={"book": (B,)}) == made


def test_lists_on_lines_of_their_own() -> None:
    """A list below its key becomes one line; a comment within it is not thrown away, but told."""
    listed = f"  secret:\n    passage:\n      - {A}\n      - {C}\n"
    text = CLAUSES.replace("  secret:\n", listed)
    made = put(text, secret={"book": (B,)})
    assert f"  secret:\n    passage: {B}\n    book: book  " in made
    with pytest.raises(BookError, match="there is a comment among these marks"):
        put(text.replace(str(A), f"{A}  # odd"), secret={"book": (B,)})


def test_books_by_name() -> None:
    """Where a ruleset has several books each mark stands with its own."""
    text = CLAUSES.replace("book: book,", "book: [book, other],")
    made = put(text, by_book=True, deal={"book": (A,), "other": (B, C)})
    assert f"passage: {{book: {A}, other: [{B}, {C}]}}" in made
    clause = ir.Clause("deal", "book", "", "rule", (), ("other",), None, (("book", str(A)), ("other", str(C))))
    assert with_marks(clause, "other", [B, B]) == {"book": (A,), "other": (B,)}
    assert list(with_marks(clause, "book", [C])) == ["book", "other"]


def test_files_are_written_whole(tmp_path: Path) -> None:
    """The file of the clauses, or the ruleset where they stand in it; the result is valid and says the same."""
    path = ruleset(tmp_path)
    before = compile_file(path)
    (tmp_path / "pebbles.clauses.yaml").chmod(0o640)
    assert write_marks(path, {"deal": {"book": (A,)}}, False) == [(tmp_path / "pebbles.clauses.yaml").resolve()]
    after = compile_file(path)
    assert [clause.passages for clause in after.clauses if clause.id == "deal"] == [(("book", str(A)),)]
    assert [clause.text for clause in after.clauses] == [clause.text for clause in before.clauses]
    assert (tmp_path / "pebbles.clauses.yaml").stat().st_mode & 0o777 == 0o640
    assert sorted(file.name for file in tmp_path.iterdir()) == ["pebbles.clauses.yaml", "pebbles.yaml"]
    assert bare((tmp_path / "pebbles.clauses.yaml").read_text("utf-8")) == CLAUSES
    assert write_marks(path, {"deal": {"book": (A,)}}, False) == []
    with pytest.raises(BookError, match="no clause dael"):
        write_marks(path, {"dael": {"book": (A,)}}, False)


def test_a_byte_order_mark_stays(tmp_path: Path) -> None:
    """What other programs put in front of a text is kept."""
    path = ruleset(tmp_path)
    clauses = tmp_path / "pebbles.clauses.yaml"
    clauses.write_bytes(b"\xef\xbb\xbf" + clauses.read_bytes())
    write_marks(path, {"deal": {"book": (A,)}}, False)
    assert clauses.read_bytes().startswith(b"\xef\xbb\xbfbooks:" if CLAUSES.startswith("books") else b"\xef\xbb\xbf#")
