"""Who looks ahead beside others who search: on compiled rules, as on the reference."""

from __future__ import annotations

from functools import partial
from itertools import count
from types import SimpleNamespace

import pytest

from croupier import Game, load
from croupier.base.chance import Seed
from croupier.base.effort import BUDGET, EFFORT
from croupier.base.moves import Move
from croupier.fast import FastGame, FastPlayers, OutOfRange, compiled
from croupier.seat.views import Offer
from croupier.simulate.runs import play_game
from croupier.thinking import GamePlayers, game_players, search
from croupier.thinking.search import best_of


@pytest.fixture(autouse=True)
def _in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """No library is made for a few rollouts."""
    monkeypatch.setattr(search, "compiled", partial(compiled, on="python"))
    best_of.cache_clear()


def test_the_game_is_the_same_whatever_it_is_decided_on(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, policies = load("kuhn-poker"), ("search:4", "greedy")
    quick = [play_game(rules, Seed(5, game), policies) for game in range(4)]
    monkeypatch.setattr(game_players, "engine_of", lambda program, waits: None)
    slow = [play_game(rules, Seed(5, game), policies) for game in range(4)]
    assert [game.outcome for game in quick] == [game.outcome for game in slow]
    assert [game.order for game in quick] == [game.order for game in slow]


@pytest.mark.costly
def test_where_compiled_rules_do_not_reach_the_reference_goes_on() -> None:
    """In the middle of a game, with all that its players have seen; no other game comes of it."""

    def moves(leaves_at: int) -> list[str]:
        rules = load("crazy-eights", 2)
        game, found = Game(rules, "3:1"), list[str]()
        players = GamePlayers(rules, Seed(3, 1), ("greedy", "search:2"))
        while not game.over and len(found) < 12:
            if len(found) == leaves_at:
                players._back()
            move = players.choose(game)
            found.append(f"{game.to_act[0]} {move}")
            game.play(game.to_act[0], move)
        return found

    assert moves(5) == moves(99)


@pytest.mark.parametrize("leaves_at", [4, 99])
def test_players_in_a_hurry_choose_as_on_the_reference(monkeypatch: pytest.MonkeyPatch, leaves_at: int) -> None:
    """Compiled in the middle of a game, and back on the reference where compiled rules do not reach."""

    def moves(**more: bool) -> list[str]:
        rules = load("crazy-eights", 2)
        game, found = Game(rules, "3:1"), list[str]()
        players = GamePlayers(rules, Seed(3, 1), ("greedy", "random"), **more)
        while not game.over and len(found) < 9:
            if len(found) == leaves_at and players._quick is not None:
                players._back()
            move = players.choose(game)
            assert (players._quick is not None) == (more != {} and len(found) < leaves_at)
            found.append(f"{game.to_act[0]} {move}")
            game.play(game.to_act[0], move)
        return found

    monkeypatch.setattr(game_players, "PATIENCE", -1.0)
    assert moves(hurries=True) == moves()


@pytest.mark.parametrize("pace", [0, 1000])
def test_the_clock_does_not_decide_when_rules_are_compiled(monkeypatch: pytest.MonkeyPatch, pace: int) -> None:
    """Seconds that pass or not between two looks at the clock: the game goes over after as many moves."""
    monkeypatch.setattr(game_players, "perf_counter", count(step=pace).__next__, raising=False)
    monkeypatch.setattr(game_players, "PATIENCE", 5)
    rules = load("crazy-eights", 2)
    game, players = Game(rules, "3:1"), GamePlayers(rules, Seed(3, 1), ("greedy", "greedy"), hurries=True)
    weighed = 0
    for _ in range(8):
        seat = game.to_act[0]
        weighed += len(game.legal_moves(seat))
        game.play(seat, players.choose(game))
        assert (players._quick is not None) == (weighed > 5)


def test_the_decision_at_which_compiled_rules_leave_has_half_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other half was theirs, so that no decision takes more than one; and the reason is noted."""
    rules = load("crazy-eights", 2)
    game, players = Game(rules, "3:1"), GamePlayers(rules, Seed(3, 1), ("greedy", "random"), hurries=True)
    monkeypatch.setattr(game_players, "PATIENCE", -1.0)
    budgets = []

    def choose(offer: Offer) -> Move:
        EFFORT.renew()
        budgets.append(EFFORT.left)
        return offer.moves[0]

    def out_of_range(_: FastGame) -> int:
        raise OutOfRange(there)

    for _ in range(3):
        seat = game.to_act[0]
        if len(players._made) == 1:
            there = FastGame(compiled(rules, "python", foresees=True), Seed(3, 1))
            quick = FastPlayers(there.engine, Seed(3, 1), players.policies)
            monkeypatch.setattr(quick, "choose", out_of_range)
            players._quick = quick, there
            monkeypatch.setattr(players, "_player", lambda seat: SimpleNamespace(choose=choose))
        game.play(seat, players.choose(game))
    assert players.left == 1
    assert players.handed is not None
    assert budgets == [BUDGET // 2, BUDGET // 2, BUDGET]  # the first is of the decision before, seen again
