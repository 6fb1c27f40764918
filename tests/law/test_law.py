"""Every ruleset that croupier ships, and every design sketch that it plays, keeps the law."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from croupier import Game, Rules, load
from croupier.compile.binding import bind
from croupier.table.catalogue import find
from croupier.workbench.interactions.cover import covering_rows
from croupier.workbench.interactions.space import Space
from croupier_dsl import from_json, to_json
from tests import printed

from . import laws

pytestmark = pytest.mark.in_turn(28)

ROOT = Path(__file__).parents[2]
SKETCHES = ["hearts", "go-fish", "leduc-poker", "trio", "drei"]
GAMES = [(name, name) for name in printed.GAMES] + [
    (f"sketch {name}", str(ROOT / "tests" / "sketches" / "first" / f"{name}.yaml")) for name in SKETCHES
]


def tables(where: str) -> dict[int, Any]:
    """Numbers of players: the most; four and the fewest, which are slow."""
    fewest, most = find(where).players[0], find(where).players[-1]
    return {min(4, most): pytest.mark.slow, fewest: pytest.mark.slow, most: ()}


CASES = [
    pytest.param(where, players, id=f"{name} for {players}", marks=marks)
    for name, where in GAMES
    for players, marks in tables(where).items()
]
# A variant is much like its game: the fewest alone.
CASES += [
    pytest.param(variant, None, id=f"{variant} for the fewest", marks=pytest.mark.slow if at % 8 else ())
    for at, variant in enumerate(printed.VARIANTS)
]


@pytest.mark.parametrize(("where", "players"), CASES)
def test_every_position_keeps_the_law(where: str, players: int | None) -> None:
    """Cards are conserved, legal moves are legal, hidden zones hide, at every position of a stretch of play."""
    assert laws.all_kept(load(where, players), "3:1", 150, every=25)


SETTINGS = [
    pytest.param(name, number, id=f"{name} {number}", marks=pytest.mark.slow if number % 4 else ())
    for name in printed.GAMES
    for number in range(9)
]


@pytest.mark.parametrize(("name", "number"), SETTINGS)
def test_who_has_to_act_can_act_and_learns_why_not(name: str, number: int) -> None:
    """With all kinds of options: a seat to act has a legal move, and what is refused is refused for a reason."""
    space = Space(find(name))
    rows = list(covering_rows(space))
    setting = space.setting(rows[number * len(rows) // 9])
    rules = load(name, setting.players, dict(setting.options))
    _, moves = laws.play_some(rules, f"7:{number}", 120)
    again = Game(rules, f"7:{number}")
    for i, (seat, text) in enumerate(moves):
        assert all(len(again.legal_moves(other)) > 0 for other in again.to_act)
        if i % 12 == 5:
            laws.refusals_have_reasons(again, [other for _, other in moves[max(0, i - 6) : i + 6]])
        again.play(seat, text)


@pytest.mark.parametrize(("where", "players"), CASES)
def test_a_game_is_what_its_seed_and_moves_make_it(where: str, players: int | None) -> None:
    """The same seed gives the same game; its chance results, supplied, give it again; a copy goes its own way."""
    rules = load(where, players)
    game, moves = laws.play_some(rules, "11:4", 120)
    supplied = Game(rules, 0, chance=game.chance_results())
    for seat, text in moves[:60]:
        supplied.play(seat, text)
    copy = supplied.copy()
    before = laws.everything(supplied)
    for seat, text in moves[60:]:
        copy.play(seat, text)
    assert laws.everything(supplied) == before
    assert laws.everything(copy) == laws.everything(game)


@pytest.mark.parametrize(("where", "players"), CASES)
def test_rules_survive_json(where: str, players: int | None) -> None:
    """Rules written as JSON and read back are equal, and play the same game."""
    rules = load(where, players)
    read = from_json(json.loads(json.dumps(to_json(rules.ir))))
    assert read == rules.ir
    again = Rules(bind(read, rules.seats))
    assert laws.play_some(again, "5", 60)[1] == laws.play_some(rules, "5", 60)[1]


@pytest.mark.parametrize(("where", "players"), CASES)
def test_every_game_ends_or_says_that_it_does_not(where: str, players: int | None) -> None:
    """A game has an outcome at its end, `unfinished` when its limit of decisions is reached."""
    rules = load(where, players, limit=400)
    game, moves = laws.play_some(rules, "2:2", 100_000)
    assert game.over
    outcome = game.outcome
    assert outcome is not None
    assert outcome.finished == (len(moves) < 400 or bool(outcome.winners or outcome.losers))
    assert not game.to_act
    assert bool(outcome.winners) == (outcome.finished and len(outcome.losers) < rules.seats)
    json.dumps(outcome.to_json())
