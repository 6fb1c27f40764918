"""Every line of play of a tiny game, counted: as many as there are by hand, and as are known from the literature."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from croupier import Game, load

from .small_games import KUHN, rules

SKETCHES = Path(__file__).parents[2] / "tests" / "sketches" / "first"


def lines(game: Game, played: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Game]]:
    """Every position from here on, with the moves that lead to it."""
    yield played, game
    if game.to_act:
        (seat,) = game.to_act
        for move in game.legal_moves(seat):
            after = game.copy()
            after.play(seat, move)
            yield from lines(after, (*played, str(move)))


def known(game: Game) -> str:
    """All that the seat to act can go by."""
    (seat,) = game.to_act
    return json.dumps([seat, game.view(seat).to_json(), [event.to_json() for event in game.log(seat)]])


def test_kuhn_has_thirty_endings_and_twelve_things_to_know() -> None:
    """Five ways to bet for each of six deals; each player decides at two points, each with one of three cards."""
    table = rules(KUHN)
    ends: dict[str, dict[tuple[str, ...], tuple[int | None, ...]]] = {}
    decisions = set()
    for deal in permutations("JQK"):
        here = ends.setdefault(" ".join(deal), {})
        for played, game in lines(Game(table, 0, chance=[{"shuffle": "stock", "cards": deal}])):
            if game.over:
                assert game.outcome is not None
                here[played] = game.outcome.winners
            else:
                decisions.add(known(game))
    assert sum(map(len, ends.values())) == 30
    assert len(decisions) == 12
    assert ends["Q K J"] == {
        ("bet", "call"): (1,),
        ("bet", "fold"): (0,),
        ("check", "bet", "call"): (1,),
        ("check", "bet", "fold"): (1,),
        ("check", "check"): (1,),
    }


ALL = ["JS", "JH", "QS", "QH", "KS", "KH"]


@pytest.mark.parametrize("first", [ALL[:1], pytest.param(ALL, marks=pytest.mark.slow)], ids=["a sixth", "all"])
def test_leduc_has_as_many_endings_and_information_sets_as_are_known(first: list[str]) -> None:
    """5,520 endings: 30 private deals; 4 folds in round one, or 5 ways on, 4 public cards and 9 ways to end. Each of
    the six cards is the first player's in a sixth of them, and in a sixth of that player's half of the 936 sets."""
    table = load(SKETCHES / "leduc-poker.yaml")
    endings = set()
    decisions: tuple[set[str], set[str]] = (set(), set())
    for deal in permutations(ALL, 3):
        if deal[0] not in first:
            continue
        chance = [{"random": "P1"}, {"shuffle": "stock", "cards": deal}]
        for played, game in lines(Game(table, 0, chance=chance)):
            board = game.view(0).cards("board")
            if game.over:
                endings.add((deal[:2], board, played))
            else:
                decisions[game.to_act[0]].add(known(game))
    assert len(endings) == 5520 * len(first) // 6
    assert len(decisions[0]) == 936 // 2 * len(first) // 6
    if first == ALL:
        assert len(decisions[0] | decisions[1]) == 936
