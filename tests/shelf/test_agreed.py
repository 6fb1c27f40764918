"""Options of games with many: they change the play, play alike on both engines, and tell no secret."""

from __future__ import annotations

import pytest

from croupier import Game, Rules, load
from croupier.base.chance import Stream
from croupier.fast import FastGame, compiled
from croupier.workbench.secrets import examine
from tests.law import laws
from tests.lowering.alongside import compared, same_bulk

Agreed = dict[str, int | str]

RAMSCH: Agreed = {"all_pass": "passing_ramsch", "deals": 3}
TABLES: list[tuple[str, int, Agreed, Agreed]] = [
    ("skat", 3, {"deals": 3}, {"kontra": "anyone"}),
    ("skat", 3, {"deals": 3}, {"kontra": "bidders"}),
    ("skat", 3, {"deals": 3, "kontra": "anyone"}, {"kontra_time": "lead"}),
    ("skat", 3, {"deals": 3}, {"all_pass": "passing_ramsch"}),
    ("skat", 3, RAMSCH, {"jacks_passed": "yes"}),
    ("skat", 3, RAMSCH, {"ramsch_skat": "loser"}),
    ("skat", 4, {"deals": 3}, {"tournament": "yes"}),
    ("schafkopf", 4, {"deals": 2}, {"geier": "yes"}),
    ("schafkopf", 4, {"deals": 2}, {"farbwenz": "yes"}),
    ("schafkopf", 4, {"deals": 2}, {"tout": "yes"}),
    ("schafkopf", 4, {"deals": 2}, {"pack": 24}),
    ("schafkopf", 4, {"deals": 2}, {"stoss": "own_card"}),
    ("schafkopf", 4, {"deals": 2}, {"stoss": "second_card"}),
    ("doppelkopf", 4, {"deals": 2}, {"calls_count": "double"}),
    ("doppelkopf", 4, {"deals": 2, "calls_count": "double"}, {"calls_count": "double_all"}),
    ("doppelkopf", 4, {"deals": 2}, {"throw_in": "five_kings"}),
    ("doppelkopf", 4, {"deals": 2}, {"poverty": "yes"}),
    ("doppelkopf", 4, {"deals": 4}, {"duty_solos": "yes"}),
    ("doppelkopf", 4, {"deals": 6}, {"bock": "hearts"}),
    ("doppelkopf", 4, {"deals": 6}, {"bock": "even"}),
    ("big-two", 4, {"deals": 2}, {"twos": "low"}),
    ("canasta", 4, {"target": 500}, {"asking": "yes"}),
    ("big-two", 3, {"deals": 2}, {"left_over": "to_the_lowest"}),
]
"""A game, its players, what they agreed before, and what they agree besides."""


def called(value: object) -> str:
    return " ".join(f"{key}={word}" for key, word in value.items()) if isinstance(value, dict) else str(value)


def moved(game: Game, chance: Stream) -> tuple[int, int]:
    """The seat that decides and the number of its move: of all sorts of moves one by chance, then one of this sort. So
    the rare sorts, like a pass among sixty bids, are made often."""
    seat = game.to_act[0]
    moves = list(game.legal_moves(seat))
    sorts = sorted({move.name for move in moves})
    sort = sorts[chance.below(len(sorts))]
    some = [number for number, move in enumerate(moves) if move.name == sort]
    return seat, some[chance.below(len(some))]


def story(rules: Rules, seed: int, most: int) -> list[str]:
    """What is offered and made in a game, and how it ends."""
    game, chance = Game(rules, f"{seed}:0"), Stream(seed, 0)
    told = []
    while game.to_act and game.decisions < most:
        seat, number = moved(game, chance)
        moves = game.legal_moves(seat)
        told += [f"{seat}: {number} of {len(moves)}", str(moves[number])]
        game.play(seat, moves[number])
    return [*told, str(game.outcome)]


@pytest.mark.in_turn(12)
@pytest.mark.parametrize(("game", "players", "before", "agreed"), TABLES, ids=called)
def test_an_option_changes_the_play(game: str, players: int, before: Agreed, agreed: Agreed) -> None:
    """Of some games, one at least goes another way or ends with other scores."""
    without, with_it = (load(game, players, options) for options in (before, before | agreed))
    assert any(story(without, seed, 400) != story(with_it, seed, 400) for seed in range(60))


@pytest.mark.in_turn(12)
@pytest.mark.parametrize(("game", "players", "before", "agreed"), TABLES, ids=called)
def test_an_option_plays_alike_on_both_engines(game: str, players: int, before: Agreed, agreed: Agreed) -> None:
    """Compiled rules offer the same moves as the reference, decision by decision, and reach the same positions."""
    rules = load(game, players, before | agreed, limit=400)
    engine = compiled(rules, "python")
    for seed in range(3):
        here, there, chance = Game(rules, f"{seed}:0"), FastGame(engine, f"{seed}:0"), Stream(seed, 0)
        while here.to_act and here.decisions < 80:
            assert [told for told in compared(here, there, here.decisions % 5) if told[1] != told[2]] == []
            seat, number = moved(here, chance)
            here.play(seat, here.legal_moves(seat)[number])
            there.apply(number)
    assert same_bulk(rules, engine, 8, 5, 2) is None


@pytest.mark.in_turn(12)
@pytest.mark.parametrize(("game", "players", "before", "agreed"), TABLES, ids=called)
def test_an_option_tells_no_secret(game: str, players: int, before: Agreed, agreed: Agreed) -> None:
    """Nothing hidden decides what others may do or see, cards are conserved, and legal moves are legal."""
    rules = load(game, players, before | agreed)
    assert list(examine(rules, 2 * players, seed=8).leaks) == []
    laws.all_kept(rules, "3:1", 60, every=20)
