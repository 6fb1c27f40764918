"""The files beside a ruleset: clauses, scenarios and translations, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier_dsl import syntax as s
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.outline import parse_file

TINY = """\
croupier: 1
game: tiny
title: Tiny
players: 2
options: {a: {is: no/yes, text: First}, b: no/yes}
cards: {deck: french52}
play: {steps: {turn: {by: players, moves: [draw]}}}
moves: {draw: {do: shuffle stock}}
result: {score: count of hand, best: highest}
text: {moves.draw: Draw}
rulings: {A1: It is so.}
"""


def parsed(folder: Path, **beside: str) -> tuple[s.Ruleset, list[str]]:
    (folder / "tiny.yaml").write_text(TINY, "utf-8")
    for word, text in beside.items():
        (folder / f"tiny.{word}.yaml").write_text(text, "utf-8")
    diagnostics = Diagnostics()
    found = parse_file(folder / "tiny.yaml", diagnostics)
    assert found is not None
    return found, [diagnostic.code for diagnostic in diagnostics.found]


def test_all_that_stands_beside(tmp_path: Path) -> None:
    """What stands in the files beside a ruleset is part of it."""
    found, codes = parsed(
        tmp_path,
        clauses="books: {main: Rules}\nclauses: {r1: {en: One.}}\nrulings: {A2: So.}\n"
        "questions: {Q1: {ask: And then?, answer: }}\n",
        scenarios="scenarios: {one: {seats: Ann Bob, then: [{Ann: draw}]}}\n",
        fr="title: Petit\ntext: {moves.draw: Piocher, moves: Coups}\noptions: {a: Premier, b: Second}\n",
    )
    assert codes == []
    assert [name.text for name, _ in found.books] == ["main"]
    assert [clause.name.text for clause in found.clauses] == ["r1"]
    assert [ruling.name.text for ruling in found.rulings] == ["A1", "A2"]
    assert [question.name.text for question in found.questions] == ["Q1"]
    assert found.clauses[0].name.span.source.name.endswith("tiny.clauses.yaml")
    assert [scenario.name.text for scenario in found.scenarios] == ["one"]
    assert found.title is not None
    assert found.title.words == (("en", "Tiny"), ("fr", "Petit"))
    assert [entry.words for _, entry in found.text] == [(("en", "Draw"), ("fr", "Piocher")), (("fr", "Coups"),)]
    assert [option.text.words for option in found.options if option.text] == [
        (("en", "First"), ("fr", "Premier")),
        (("fr", "Second"),),
    ]


@pytest.mark.parametrize(
    ("word", "text", "codes"),
    [
        ("clauses", "rulings: {A1: Again.}\n", ["E137"]),
        ("clauses", "moves: {}\n", ["E138"]),
        ("clauses", "cluases: {}\n", ["E120"]),
        ("scenarios", "scenarios: [one]\n", ["E122"]),
        ("scenarios", "scenarios: {one: {seats: Ann, then: {Ann: draw ==}}}\n", ["E202"]),
        ("en", "title: Tiny\n", ["E137"]),
        ("fr", "options: {c: C}\n", ["E135"]),
        ("fr", "title: {fr: Petit}\n", ["E122"]),
        ("fr", "titel: Petit\n", ["E120"]),
        ("fr", "", ["E103"]),
    ],
)
def test_what_is_wrong_beside(word: str, text: str, codes: list[str], tmp_path: Path) -> None:
    """What is wrong in a file beside is said of that file."""
    assert parsed(tmp_path, **{word: text})[1] == codes


def test_nothing_else_is_opened(tmp_path: Path) -> None:
    """Other files are left alone, whatever is in them."""
    (tmp_path / "tiny.fr.yaml.bak").write_text("}")
    (tmp_path / "tiny2.fr.yaml").write_text("}")
    assert parsed(tmp_path, notes="}", french="}", FR="}")[1] == []


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"a: \xe9\n", "E101"), (b"a: 1\x00\n", "E102"), (b"a" * 5_000_000, "E104"), (b"\xef\xbb\xbf", "E103")],
)
def test_bytes(content: bytes, code: str, tmp_path: Path) -> None:
    """Bytes that are no text are a diagnostic, not a crash."""
    path = tmp_path / "x.yaml"
    path.write_bytes(content)
    diagnostics = Diagnostics()
    assert parse_file(path, diagnostics) is None
    assert [found.code for found in diagnostics.found] == [code]


def test_no_such_file(tmp_path: Path) -> None:
    """A file that is not there is a diagnostic that says so."""
    diagnostics = Diagnostics()
    assert parse_file(tmp_path / "x.yaml", diagnostics) is None
    assert diagnostics.found[0].code == "E100"
    assert "no such file" in diagnostics.found[0].message


def test_words_of_options_by_path_and_in_a_translation(tmp_path: Path) -> None:
    """An option whose words stand under its path has them, and those of a translation that names it as an option."""
    game = "croupier: 1\ngame: tiny\noptions: {pace: slow/fast, size: {is: 1..3, text: Size}}\n"
    (tmp_path / "tiny.yaml").write_text(game + "text: {options.pace: Pace}\n", encoding="utf-8")
    (tmp_path / "tiny.fr.yaml").write_text("options: {pace: Allure, size: Taille}\n", encoding="utf-8")
    found = parse_file(tmp_path / "tiny.yaml", Diagnostics())
    assert found is not None
    assert [(path.text, dict(words.words)) for path, words in found.text] == [
        ("options.pace", {"en": "Pace", "fr": "Allure"})
    ]
    assert [option.text and dict(option.text.words) for option in found.options] == [
        None,
        {"en": "Size", "fr": "Taille"},
    ]
