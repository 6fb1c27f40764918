"""Who looks ahead beside others who search: on compiled rules, as on the reference."""

from __future__ import annotations

from functools import partial

import pytest

from croupier import Game, load
from croupier.base.chance import Seed
from croupier.fast import compiled
from croupier.simulate.runs import play_game
from croupier.thinking import Deciding, beside, search
from croupier.thinking.search import best_of


@pytest.fixture(autouse=True)
def _in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """No library is made for a few rollouts."""
    monkeypatch.setattr(search, "compiled", partial(compiled, on="python"))
    best_of.cache_clear()


def test_the_game_is_the_same_whatever_it_is_decided_on(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, policies = load("kuhn-poker"), ("search:4", "greedy")
    quick = [play_game(rules, Seed(5, game), policies) for game in range(4)]
    monkeypatch.setattr(beside, "engine_of", lambda program, waits: None)
    slow = [play_game(rules, Seed(5, game), policies) for game in range(4)]
    assert [game.outcome for game in quick] == [game.outcome for game in slow]
    assert [game.order for game in quick] == [game.order for game in slow]


def test_where_compiled_rules_do_not_reach_the_reference_goes_on() -> None:
    """In the middle of a game, with all that its players have seen; no other game comes of it."""

    def moves(leaves_at: int) -> list[str]:
        rules = load("crazy-eights", 2)
        game, found = Game(rules, "3:1"), list[str]()
        deciding = Deciding(rules, Seed(3, 1), ("greedy", "search:2"))
        while not game.over and len(found) < 12:
            if len(found) == leaves_at:
                deciding._back(deciding._made)
            move = deciding.choose(game)
            found.append(f"{game.to_act[0]} {move}")
            game.play(game.to_act[0], move)
        return found

    assert moves(5) == moves(99)
