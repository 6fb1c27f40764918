"""`croupier trace --book`, as a person runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from croupier.cli import main

from .books import CLAUSES, ENGLISH, FRENCH, ruleset


def run(*args: object) -> Result:
    return CliRunner().invoke(main, ["trace", *map(str, args)])


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (tmp_path / "rules.txt").write_text(ENGLISH, "utf-8")
    return ruleset(tmp_path)


@pytest.fixture
def book(game: Path) -> Path:
    return game.with_name("rules.txt")


LINKS = tuple(
    word for link in ("players=3", "deal=7.1", "win=22", "ace=18-20", "secret=11,10") for word in ("--link", link)
)


def test_before_anything_is_known(game: Path, book: Path) -> None:
    """Every passage and every clause is still to be linked: exit status 1."""
    result = run(game, "--book", book)
    assert result.exit_code == 1
    lines = result.output.splitlines()
    assert lines[0].endswith("0 of 12 passages have a clause; passages of clauses: none known, 9 clauses without one")
    assert "  line 7.2 (Preparation): The rest is the stock, which lies face down on the table and is never t…" in lines
    assert "  secret (preparation)" in lines


def test_write_then_compare(game: Path, book: Path) -> None:
    """Marks are written, guesses are told for looking over, links by hand count; then all is as it was."""
    result = run(game, "--book", book, "--write", *LINKS)
    assert result.exit_code == 0, result.output
    assert "marks of 9 clauses written to" in result.output
    assert "\n  drop=book:15.2  " in result.output
    assert "\n  deal=book" not in result.output
    again = run(game, "--book", book)
    assert again.exit_code == 0
    assert "12 of 12 passages have a clause; passages of clauses: 12 unchanged" in again.output
    assert "nothing was written" in run(game, "--book", book, "--write").output
    clauses = game.with_name("pebbles.clauses.yaml").read_text("utf-8")
    assert "Shuffle the pack" not in clauses
    assert clauses.count("#") == CLAUSES.count("#")


def test_a_later_edition(game: Path, book: Path) -> None:
    """What has changed, gone, moved or come is listed with lines; `--write` takes the edition as it is."""
    run(game, "--book", book, "--write", *LINKS)
    new = (
        ENGLISH.replace("five cards to", "six cards to").replace("Turns pass to the left. ", "")
        + "\nTies are broken by age.\n"
    )
    book.write_text(new, "utf-8")
    result = run(game, "--book", book)
    assert result.exit_code == 1
    assert "changed (update the clause, then --write):\n  deal: line 7.1, " in result.output
    assert "gone (is the rule still in the book?):\n  left: was passage " in result.output
    assert "Ties are broken by age." in result.output
    renewed = run(game, "--book", book, "--write")
    assert "1 changed or moved passages are now up to date" in renewed.output
    after = run(game, "--book", book)
    assert "changed (" not in after.output
    assert "left: was passage" in after.output


def test_json(game: Path, book: Path) -> None:
    """The whole comparison as one object; with --write nothing else is on standard output."""
    told = json.loads(run(game, "--book", book, "--json").stdout)
    assert told["settled"] is False
    assert told["books"][0]["unlinked"][0] == "players"
    told = json.loads(run(game, "--book", book, "--write", *LINKS, "--json").stdout)
    assert told["settled"] is True
    deal = next(clause for clause in told["books"][0]["clauses"] if clause["clause"] == "deal")
    assert (deal["state"], deal["lines"], deal["alike"]) == ("unchanged", [7, 7], 1.0)


def test_several_books(game: Path, book: Path) -> None:
    """Each book has marks of its own, is known by its name, its file's name, its language or its passages."""
    clauses = game.with_name("pebbles.clauses.yaml")
    text = CLAUSES.replace("book: {en: Pebbles, fr: Cailloux}", "en: {en: Pebbles}\n  fr: {fr: Cailloux}")
    clauses.write_text(text.replace("book: book", "book: [en, fr]"), "utf-8")
    french = book.with_name("regles.txt")
    french.write_text(FRENCH, "utf-8")
    links = ("--link", "deal=en:7.1", "--link", "deal=fr:7.1")
    result = run(game, "--book", book, "--book", french, "--write", *links)
    assert "passage: {en: 1." in clauses.read_text("utf-8")
    assert "(en): " in result.output
    assert "(fr): " in result.output
    shown = json.loads(run(game, "--book", french, "--json").stdout)
    assert [one["book"] for one in shown["books"]] == ["fr"]
    assert "deal" in [clause["clause"] for clause in shown["books"][0]["clauses"]]
    assert run(game, "--book", f"fr={french}", "--book", f"fr={book}").exit_code == 2
    assert "no book frr; " in run(game, "--book", f"frr={french}").output
    assert "name the book" in run(game, "--book", book, "--book", french, "--write", "--link", "deal=7").output


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--write"], "--write needs --book"),
        (["--book", "rules.txt", "--link", "deal=7"], "--link needs --write"),
        (["--book", "rules.txt", "--mutate"], "cannot be combined with --mutate"),
        (["--book", "none.txt"], "no such file"),
        (["--book", "."], "must be a plain text file"),
        (["--book", "rules.txt", "--write", "--link", "dael=7"], "did you mean deal?"),
        (["--book", "rules.txt", "--write", "--link", "deal"], "expected CLAUSE=LINES"),
        (["--book", "rules.txt", "--write", "--link", "deal=4711"], "line 4711 is not in a passage"),
        (["--book", "rules.txt", "--write", "--link", "deal=7.9"], "line 7.9 is not in a passage"),
    ],
)
def test_what_is_not_understood(
    game: Path, book: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], told: str
) -> None:
    """Each mistake is told in a line, with exit status 2, and nothing is written."""
    monkeypatch.chdir(game.parent)
    result = run(game, *args)
    assert result.exit_code == 2
    assert told in result.output
    assert game.with_name("pebbles.clauses.yaml").read_text("utf-8") == CLAUSES
