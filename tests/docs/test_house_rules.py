"""The page on house rules keeps its word: what is typed prints what is shown, and each recipe is a rule at work.

The scenarios of a recipe are on the page or in `house_rules/`, in a file of its name.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier import load, simulate
from croupier.table import catalogue
from croupier.workbench.scenarios import run_scenarios
from croupier_dsl import check_file

from . import blocks

pytestmark = pytest.mark.in_turn(14)

PAGE = blocks.ROOT / "docs" / "how-to" / "house-rules.md"
TEXT = PAGE.read_text(encoding="utf-8")
SCENARIOS = {path.name: path.read_text(encoding="utf-8") for path in Path(__file__).with_name("house_rules").iterdir()}
SHOWN = {block.words[0]: block.body for block in blocks.blocks(PAGE) if block.kind == "yaml" and block.words}
NINE = {"eight-skips": "nine-turns", "is 8": "is 9", "set next to successor of next": "set direction to -direction"}
"""What the page says to change in the recipe for a skip to have the one for a change of direction."""
_OWN = re.compile(r"^(?:options|change|add|remove|text):(?: .*)?\n(?:[ #].*\n)*", re.MULTILINE)
"""The sections in which a variant says what it changes."""


def reversing() -> str:
    """The recipe that the page describes in a sentence, not in a block."""
    text = SHOWN["eight-skips.yaml"]
    for old, new in NINE.items():
        assert old in text
        text = text.replace(old, new)
    return text


RECIPES = {
    name: body if "\nscenarios:\n" in body else body + SCENARIOS[name]
    for name, body in {**SHOWN, "nine-turns.yaml": reversing()}.items()
}


@pytest.fixture(params=RECIPES)
def recipe(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The file of one recipe."""
    path = tmp_path / str(request.param)
    path.write_text(RECIPES[path.name], encoding="utf-8")
    return path


def test_every_block_does_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands print what is shown."""
    monkeypatch.chdir(tmp_path)
    blocks.check(PAGE, tmp_path)


def test_there_are_twenty_recipes() -> None:
    """Each is a short variant of its name, but the first under a heading; no scenario is left over."""
    headings = re.findall(r"^### ", TEXT, re.MULTILINE)
    assert len(SHOWN) == len(headings) + 1 >= 20
    assert set(SCENARIOS) == {name for name in RECIPES if "\nscenarios:\n" not in SHOWN.get(name, "")}
    assert SHOWN["eight-skips.yaml"].splitlines()[-1].strip() == f"do: {list(NINE)[-1]}"
    assert f"`do: {list(NINE.values())[-1]}`" in TEXT
    for name, body in SHOWN.items():
        assert f"variant: {name.removesuffix('.yaml')}\n" in body
        assert re.search(r"^title: .+$", body, re.MULTILINE), name
        assert len(body.splitlines()) <= 35, name


def test_the_recipe_is_valid_and_shows_its_rule(recipe: Path) -> None:
    """It compiles without a warning, and its scenarios pass."""
    rules, found = check_file(recipe, bundled=catalogue.directory())
    assert not found
    assert rules is not None
    assert rules.scenarios
    assert [(result.name, result.failure) for result in run_scenarios(rules) if result.failure] == []


def test_without_its_changes_its_scenarios_fail(recipe: Path) -> None:
    """The scenarios show the rule: on the game as it is, at least one cannot be read or does not come out so."""
    text = RECIPES[recipe.name]
    bare = _OWN.sub("", text)
    assert bare != text
    assert not re.search(r"^(?:options|change|add|remove|text):", bare, re.MULTILINE)
    path = recipe.with_name(f"bare-{recipe.name}")
    path.write_text(bare.replace("variant: ", "variant: bare-"), encoding="utf-8")
    rules, found = check_file(path, bundled=catalogue.directory())
    if rules is None:
        assert all(diagnostic.span and diagnostic.span.line > 4 for diagnostic in found), "not for its scenarios"
    else:
        assert [result.name for result in run_scenarios(rules) if result.failure]


@pytest.mark.slow
@pytest.mark.parametrize("short", [True, False], ids=["short", "whole"])
def test_the_recipe_plays_to_the_end(recipe: Path, short: bool) -> None:
    """Random games end, at every table that the variant allows; as long as they are, or of two rounds."""
    rules, _ = check_file(recipe, bundled=catalogue.directory())
    assert rules is not None
    options = {"rounds": 2} if short and any(option.name == "rounds" for option in rules.options) else {}
    games = 1 if short else 3
    for players in rules.players:
        report = simulate(load(recipe, players, options), games, seed=5)
        assert report.finished == games, players
