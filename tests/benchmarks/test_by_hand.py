"""The games written by hand for the benchmark are the games: same deal, same choices, same legal moves, same end."""

from __future__ import annotations

import sys
from collections import deque
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from croupier import Game, load
from croupier.base.chance import Stream

pytestmark = pytest.mark.in_turn(10)

sys.path.append(str(Path(__file__).resolve().parents[2] / "benchmarks"))


class Told:
    """The results of chance that a game of the reference has come to, for a game by hand. Cards are kinds there."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.come: deque[dict[str, Any]] = deque()
        self.seen = 0
        self.kinds = {kind.notation: number for number, kind in enumerate(game._state.program.kinds)}

    def next(self) -> dict[str, Any]:
        if not self.come:
            results = self.game.chance_results()
            self.come.extend(results[self.seen :])
            self.seen = len(results)
        return self.come.popleft()

    def shuffle(self, cards: list[int]) -> None:
        shuffled = [self.kinds[name] for name in reversed(self.next()["cards"])]
        assert sorted(shuffled) == sorted(cards)
        cards[:] = shuffled

    def below(self, count: int) -> int:
        seat = int(self.next()["random"][1:]) - 1
        assert seat < count
        return seat


def same(name: str, players: int, seed: str) -> None:
    game = Game(load(name, players), seed)
    told = Told(game)
    module = import_module(f"by_hand.{name.replace('-', '_')}")
    mine = module.Game(players, told.shuffle, told.below)
    chance = Stream(5, int(seed.split(":")[1]))
    while game.to_act:
        seat = game.to_act[0]
        moves, listed = game.legal_moves(seat), mine.legal()
        assert len(moves) == len(listed), (game.decisions, list(map(str, moves)), listed)
        index = chance.below(len(moves))
        game.play(seat, moves[index])
        mine.apply(listed[index])
        assert mine.decisions == game.decisions
    assert game.outcome is not None
    assert not mine.legal()
    assert not told.come
    assert told.seen == len(game.chance_results())
    assert list(mine.scores()) == [score[0] for score in game.outcome.scores]


@pytest.mark.parametrize(
    ("name", "players", "seed"),
    [
        *[("drei", 4, "1:0"), ("trio", 5, "1:0"), ("three-thirteen", 2, "1:0"), ("rami", 2, "1:0")],
        *[pytest.param("drei", players, "1:0", marks=pytest.mark.slow) for players in (2, 5, 7)],
        *[pytest.param("trio", players, "1:0", marks=pytest.mark.slow) for players in (3, 4, 6)],
        *[pytest.param("rami", players, "1:0", marks=pytest.mark.slow) for players in (3, 5)],
        pytest.param("three-thirteen", 2, "1:1", marks=pytest.mark.slow),
        *[pytest.param("drei", players, "1:1", marks=pytest.mark.slow) for players in (2, 4, 5, 7)],
        *[pytest.param("trio", players, f"1:{k}", marks=pytest.mark.slow) for players in (3, 4, 5, 6) for k in (1, 2)],
    ],
)
def test_a_game_by_hand_is_the_game(name: str, players: int, seed: str) -> None:
    same(name, players, seed)
