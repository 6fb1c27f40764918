"""`croupier new`: what it writes is valid as it is, and its examples are."""

from __future__ import annotations

import re
from functools import cache
from itertools import cycle
from pathlib import Path

import pytest

from croupier import load, simulate
from croupier.base.language import said
from croupier.table import catalogue
from croupier.workbench.difference import Written, differences
from croupier.workbench.scenarios import run_scenarios
from croupier_dsl import check_file
from tests.printed import GAMES

from .conftest import DATA, Run

pytestmark = pytest.mark.in_turn(14)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sections(path: Path) -> list[str]:
    """The commented examples of a file, each section with its `# ` taken away."""
    text = path.read_text(encoding="utf-8")
    found = re.findall(r"^# ((?:options|change|add|remove):.*\n(?:#   .*\n)*)", text, re.MULTILINE)
    return [re.sub(r"^# ", "", section, flags=re.MULTILINE) for section in found]


@cache
def written(game: str) -> Written:
    return Written(*catalogue.written(game))


@pytest.mark.parametrize(("game", "lang"), list(zip(GAMES, cycle(["en", "fr"]))))
def test_a_variant_is_valid_and_changes_nothing_yet(run: Run, folder: Path, game: str, lang: str) -> None:
    """It compiles without a warning, its scenario passes, and its rules are those of the game."""
    assert run("new", "mine", "--of", game, "--lang", lang).exit_code == 0
    path = folder / "mine.yaml"
    rules, found = check_file(path, bundled=catalogue.directory())
    assert not found
    assert rules is not None
    assert rules.of == (game,)
    assert [result.failure for result in run_scenarios(rules)] == [""]
    assert differences(written(game), Written(*catalogue.written(path))) == []
    assert max(map(len, path.read_text(encoding="utf-8").splitlines())) <= 120


@pytest.mark.parametrize("game", [GAMES[0], *(pytest.param(game, marks=pytest.mark.slow) for game in GAMES[1:])])
def test_its_examples_can_be_uncommented(run: Run, folder: Path, game: str) -> None:
    """The change, the addition and the removal name parts that the game has; each makes rules that differ there."""
    run("new", "mine", "--of", game)
    path = folder / "mine.yaml"
    examples = [section for section in sections(path) if not section.startswith("options")]
    assert [section.split(":")[0] for section in examples] == ["change", "add", "remove"]
    for number, example in enumerate(examples):
        other = folder / f"with-{number}.yaml"
        other.write_text(f"croupier: 1\nvariant: with-{number}\nof: {game}\n{example}", encoding="utf-8")
        _, found = check_file(other, bundled=catalogue.directory())
        assert not found, (example, found)
        named = re.findall(r"(?:^  |\[)([^:\]\n]+)", example, re.MULTILINE)
        assert [one.path for one in differences(written(game), Written(*catalogue.written(other)))] == named, example


@pytest.mark.parametrize("game", GAMES)
def test_options_are_listed_with_values_and_meaning(run: Run, folder: Path, game: str) -> None:
    """Every option stands there, commented, as it is, with its words."""
    run("new", "mine", "--of", game)
    text = (folder / "mine.yaml").read_text(encoding="utf-8")
    bound = load(game)
    words = dict(bound.ir.texts)
    for option in bound.ir.options:
        line = next(line for line in text.splitlines() if line.startswith(f"#   {option.name}: "))
        assert said(words[f"options.{option.name}"]) in line


def test_a_game_of_one_s_own(run: Run, folder: Path) -> None:
    """It is valid, tells what to do next, plays to its end with any number of players, and can have a variant."""
    shown = run("new", "first-game").stdout
    assert "croupier play first-game.yaml" in shown
    path = folder / "first-game.yaml"
    rules, found = check_file(path)
    assert rules is not None
    assert not found
    assert [result.failure for result in run_scenarios(rules)] == [""]
    for players in rules.players:
        assert simulate(path, 10, players=players).finished == 10
    for name, game in (("second-game", "first-game.yaml"), ("third-game", "first-game")):
        assert "croupier outline first-game.yaml" in run("new", name, "--of", game).stdout
        assert load(folder / f"{name}.yaml").of == ("first-game",)


def test_nothing_is_overwritten(run: Run, folder: Path) -> None:
    """A file of that name stays as it is."""
    (folder / "mine.yaml").write_text("precious", encoding="utf-8")
    for words in (["mine"], ["mine", "--of", GAMES[0]]):
        result = run("new", *words)
        assert result.exit_code == 2
        assert "already exists" in result.stderr
    assert (folder / "mine.yaml").read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("My Game", "my-game would work"), ("../mine", "one word"), ("a.b", "a-b would work"), ("9", "one word"),
        ("-x", ""), ("x" * 61, "one word"), (GAMES[0], "bundled game"), ("mine.fr", "mine-fr would work"),
        ("é", "one word"),
    ],
)  # fmt: skip
def test_names_that_cannot_be(run: Run, folder: Path, name: str, told: str) -> None:
    """One word with dashes that no bundled game has; nothing is written otherwise."""
    result = run("new", name)
    assert result.exit_code == 2
    assert told in result.stderr
    assert [*folder.iterdir()] == []


def test_the_game_has_to_be_there(run: Run, folder: Path) -> None:
    """A game that does not exist is suggested; one in another folder cannot be found by a variant here."""
    result = run("new", "mine", "--of", f"{GAMES[0]}x")
    assert result.exit_code == 2
    assert f"did you mean {GAMES[0]}?" in result.stderr
    result = run("new", "mine", "--of", DATA / "tiny.yaml")
    assert result.exit_code == 2
    assert "in the folder of its game" in result.stderr
    assert [*folder.iterdir()] == []
