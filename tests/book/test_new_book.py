"""`croupier new NAME --book FILE`, as a person runs it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from croupier.cli import main

from .books import ENGLISH, FRENCH


def run(*args: object, lang: str = "en") -> Result:
    return CliRunner(env={"LC_ALL": f"{lang}_XX.UTF-8"}).invoke(main, [*map(str, args)])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules.txt").write_text(ENGLISH, "utf-8")
    (tmp_path / "regles.txt").write_text(FRENCH, "utf-8")
    return tmp_path


def test_from_the_book_to_a_game(folder: Path) -> None:
    """Three files; check is content with them, the example holds, the book is as it was, and a game can be played."""
    result = run("new", "pebbles", "--book", "rules.txt")
    assert result.exit_code == 0
    assert "pebbles.clauses.yaml, pebbles.scenarios.yaml" in result.output
    checked = run("check", "pebbles.yaml")
    assert checked.exit_code == 0
    assert "pebbles.yaml: valid, " in checked.output
    assert "questions have no answer yet: who-starts, who-is-next, " in checked.output
    assert "clauses have no text yet: pebbles-1, preparation-1, preparation-2, " in checked.output
    assert run("test", "pebbles.yaml").exit_code == 0
    assert run("trace", "pebbles.yaml", "--book", "rules.txt").exit_code == 0
    assert run("simulate", "pebbles.yaml", "--games", "3").exit_code == 0


def test_from_a_french_book(folder: Path) -> None:
    """Spoken of in French if that is the language spoken."""
    result = run("new", "cailloux", "--book", "regles.txt", lang="fr")
    assert result.exit_code == 0
    assert "sont créés" in result.output
    assert "une supposition, de la ligne" in (folder / "cailloux.yaml").read_text("utf-8")
    assert run("check", "cailloux.yaml").exit_code == 0


def test_nothing_is_overwritten(folder: Path) -> None:
    """If one of the files is there none is written."""
    (folder / "pebbles.clauses.yaml").write_text("mine", "utf-8")
    result = run("new", "pebbles", "--book", "rules.txt")
    assert result.exit_code == 2
    assert "pebbles.clauses.yaml already exists" in result.output
    assert not (folder / "pebbles.yaml").exists()
    assert (folder / "pebbles.clauses.yaml").read_text("utf-8") == "mine"


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--book", "none.txt"], "no such file"),
        (["--book", "rules.txt", "--of", "trio"], "--of cannot be combined with --book"),
        (["--book", "picture.png"], "a picture, not plain text"),
    ],
)
def test_what_cannot_be_begun(folder: Path, args: list[str], told: str) -> None:
    """A line, exit status 2, no file."""
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    result = run("new", "pebbles", *args)
    assert result.exit_code == 2
    assert told in result.output
    assert not list(folder.glob("pebbles*"))
