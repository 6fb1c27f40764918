"""The page on house rules keeps its word: what is typed prints what is shown, and each recipe is a rule at work."""

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
RECIPES = {block.words[0]: block.body for block in blocks.blocks(PAGE) if block.kind == "yaml" and block.words}
_OWN = re.compile(r"^(?:options|change|add|remove|text):(?: .*)?\n(?:[ #].*\n)*", re.MULTILINE)
"""The sections in which a variant says what it changes."""


@pytest.fixture(params=RECIPES)
def recipe(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The file of one recipe."""
    path = tmp_path / str(request.param)
    path.write_text(RECIPES[path.name], encoding="utf-8")
    return path


def test_every_block_does_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first house rule, from `new` to the table."""
    monkeypatch.chdir(tmp_path)
    blocks.check(PAGE, tmp_path)


def test_there_are_twenty_recipes() -> None:
    """Each under a heading of its own, each a variant of its name with titles in two languages, each short."""
    text = PAGE.read_text(encoding="utf-8")
    assert len(RECIPES) >= 20
    assert len(RECIPES) == len(re.findall(r"^### ", text, re.MULTILINE))
    for name, body in RECIPES.items():
        assert f"variant: {name.removesuffix('.yaml')}\n" in body
        assert re.search(r"^title: \{en: .+, fr: .+\}$", body, re.MULTILINE), name
        assert len(body.splitlines()) <= 45, name


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
        assert all(diagnostic.span and diagnostic.span.line > 5 for diagnostic in found), "not for its scenarios"
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
