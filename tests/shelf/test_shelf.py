"""The games on the shelf, in the folders of `rulesets/`, each held to what makes a game whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.table import catalogue
from tests.printed import GAMES, NAMES

from . import claims

SHELF = [name for name in catalogue.games() if name not in NAMES]
VARIANTS = [variant.name for variant in catalogue.variants() if variant.name not in NAMES]
Claim = Callable[[str], list[str]]
READ = [claims.valid, claims.shown, claims.traced, claims.named]
PLAYED = [claims.ended, claims.same, claims.kept_secret, claims.lawful]


def called(value: str | Claim) -> str:
    return value if isinstance(value, str) else value.__name__


@pytest.mark.in_turn(48)
@pytest.mark.parametrize("claim", READ, ids=called)
@pytest.mark.parametrize("game", SHELF)
def test_a_game_is_whole(game: str, claim: Claim) -> None:
    """It is valid, shown by scenarios, traced, and named in both languages."""
    assert claim(game) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_printed_game_is_named(game: str) -> None:
    """So are the four games that are no part of the shelf."""
    assert claims.named(game) == []


@pytest.mark.in_turn(48)
@pytest.mark.parametrize("claim", PLAYED, ids=called)
@pytest.mark.parametrize("game", SHELF)
def test_a_game_plays(game: str, claim: Claim) -> None:
    """It ends, plays alike on every engine, and keeps its secrets and the law."""
    assert claim(game) == []


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", SHELF)
def test_a_game_is_whole_at_length(game: str) -> None:
    """The same for many games."""
    assert claims.ended(game, 200) == []
    assert claims.same(game, 2_000, 20) == []
    assert claims.kept_secret(game, 30) == []
    assert claims.lawful(game, 400) == []


@pytest.mark.in_turn(12)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_is_whole(variant: str) -> None:
    """It is valid, its scenarios hold, and its title stands in both languages."""
    assert claims.valid(variant) == []
    rules = catalogue.find(variant)
    assert len(rules.scenarios) >= 3
    assert claims.shown(variant)[len(rules.scenarios) < claims.SCENARIOS :] == []
    for words in (rules.title, dict(rules.texts).get("game.line", ())):
        assert {language for language, _ in words} == claims.LANGUAGES


def test_a_name_is_of_one_ruleset() -> None:
    """No two files of the bundled folders go by one name, wherever they lie."""
    found = Counter(path.stem for path in catalogue.directory().rglob("*.yaml") if "." not in path.stem)
    assert [name for name, times in found.items() if times > 1] == []
    assert set(catalogue.names()) <= set(found)


def test_nothing_lies_deeper_than_a_folder() -> None:
    """Rulesets lie in the folder or in one directly below it, where they are found."""
    here = catalogue.directory()
    assert [path for path in here.rglob("*.yaml") if len(path.relative_to(here).parts) > 2] == []


@pytest.mark.parametrize("claim", [claims.traced, claims.named, claims.valid], ids=lambda claim: claim.__name__)
def test_the_printed_games_keep_the_claims(claim: Claim) -> None:
    """What is asked of the shelf is what the printed games are."""
    told = [told for game in GAMES for told in claim(game) if not told.endswith("lacks scenario")]
    assert told == []


GAME = """
croupier: 1
game: thin
title: Thin
players: 2..3
limit: 50
options: {pairs: few/many}
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
play:
  begin:
    - move deck to stock
    - shuffle stock
  steps: {turn: {by: players, times: 20 * count of players, moves: [draw]}}
moves:
  draw: {when: {not_yet: stock is not empty}, do: move top of stock to hand}
result: {score: count of hand}
clauses: {drawing: {kind: rule, en: One draws.}}
rulings: {A1: Nobody looks.}
because: {moves.draw: drawing, zones: A1}
scenarios:
  one_draws: {seats: Ann Bob, given: {at: turn of Ann, stock: 7S 8S}, then: [Ann: draw, now: {hand of Ann: 7S}]}
"""


def test_what_a_thin_game_lacks(tmp_path: Path) -> None:
    """Each claim finds what is wrong with a game that is not whole."""
    thin = tmp_path / "thin.yaml"
    thin.write_text(GAME, encoding="utf-8")
    assert any("pairs" in told for told in claims.valid(thin))
    few, wrong = claims.shown(thin)
    assert few == "1 scenarios, and 8 are wanted"
    assert wrong.startswith("one_draws: ")
    assert claims.traced(thin)[:2] == ["drawing lacks scenario", "A1 lacks scenario"]
    assert "result comes from nowhere" in claims.traced(thin)
    assert claims.named(thin)[:4] == [
        "title lacks fr",
        "game.line lacks en",
        "game.line lacks fr",
        "game.short lacks en",
    ]
    assert {"family lacks", "minutes lacks", "options.pairs lacks en"} <= {*claims.named(thin)}
    assert "moves.draw.when.not_yet lacks fr" in claims.named(thin)
    assert claims.ended(thin, 3) == [f"3 players, game 5:{number} is not over by its limit" for number in range(3)]
    assert claims.same(thin) + claims.kept_secret(thin) + claims.lawful(thin) == []
