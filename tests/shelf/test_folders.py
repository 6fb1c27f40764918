"""Bundled rulesets are called by their bare names, whichever folder they lie in."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.base.faults import SetupError
from croupier.table import catalogue
from croupier_dsl import check_file, compile_file
from croupier_dsl.explanations import example
from tests.dsl.variant_files import variant, write
from tests.printed import GAMES

LIBRARY = "croupier: 1\nlibrary: following\n"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of rulesets: `base` at its top, `near` and `deeper` in folders below, with a library and a variant."""
    for folder in ("second", "first", "first/far"):
        (tmp_path / folder).mkdir()
    for at, name in ((tmp_path, "base"), (tmp_path / "first", "near"), (tmp_path / "first/far", "too_far")):
        write(at, name, example().replace("example", name))
    write(tmp_path / "second", "following", LIBRARY)
    variant(tmp_path / "second", "change: {players: 2}", name="mine", of="near")
    monkeypatch.setattr(catalogue, "directory", lambda: tmp_path)
    return tmp_path


def test_names_are_bare(shelf: Path) -> None:
    """Games and variants of all folders are listed and found by name; a library is no ruleset, and nothing is looked
    for further down."""
    assert catalogue.names() == ["base", "mine", "near"]
    assert catalogue.games() == ["base", "near"]
    assert [variant.name for variant in catalogue.variants()] == ["mine"]
    assert catalogue.locate("near") == shelf / "first" / "near.yaml"
    assert catalogue.locate("following") == shelf / "second" / "following.yaml"
    with pytest.raises(SetupError, match="did you mean near"):
        catalogue.locate("nears")
    assert [variant.name for variant in catalogue.variants_of(catalogue.locate("near"))] == ["mine"]
    assert catalogue.find("near", ["mine"]).players == (2,)


def test_what_a_variant_is_of_lies_in_any_folder(shelf: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """`of` finds a bundled game wherever it lies, from another folder and from elsewhere; what is not there is told."""
    assert catalogue.find("mine").of == ("near",)
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    mine = variant(elsewhere, "change: {players: 2}", name="other", of="near")
    looked: list[Path] = []
    assert compile_file(mine, bundled=shelf, looked=looked).players == (2,)
    assert shelf / "near.yaml" in looked
    (told,) = check_file(variant(elsewhere, "", name="wrong", of="neat"), bundled=shelf)[1]
    assert (told.code, "did you mean `near`?" in told.help) == ("E150", True)


def test_a_game_that_comes_is_seen(shelf: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Where a nearer file of that name comes later, it is that one which a variant is of."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    mine = variant(elsewhere, "change: {players: 2}", name="other", of="near")
    assert catalogue.find(mine).limit == 5000
    write(shelf, "near", example().replace("example", "near").replace("5000", "77"))
    assert catalogue.find(mine).limit == 77


def test_the_bundled_games_are_not_all_told() -> None:
    """Where a name is like none, one is sent to the list of games, which may be long."""
    with pytest.raises(SetupError, match="`croupier list` shows") as error:
        catalogue.locate("zzzzzzzzzz")
    assert GAMES[0] not in str(error.value)
