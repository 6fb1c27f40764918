"""Crazy Eights of the benchmark: as OpenSpiel plays it, and as the program written by hand in C plays it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from statistics import fmean, stdev

import pytest

from croupier import Game, load
from croupier.base.chance import Stream
from croupier.fast import Played, compiled, playouts

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
RULESET = BENCHMARKS / "crazy-eights.yaml"
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUITS = ["clubs", "diamonds", "hearts", "spades"]
DRAW, PASS, NOMINATE, DEALER = 52, 53, 54, 52


def action(move: str) -> int:
    """A move as OpenSpiel numbers it; cards, too, are four times the rank and the suit there."""
    name, _, chosen = move.partition(" ")
    if name != "play":
        return {"draw": DRAW, "pass": PASS}.get(name, NOMINATE + SUITS.index(chosen.removeprefix("suit=") or SUITS[0]))
    return card(chosen.removeprefix("card="))


def card(told: str) -> int:
    return 4 * RANKS.index(told[:-1]) + "CDHS".index(told[-1])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_is_the_game_of_openspiel(players: int) -> None:
    """The same deal and the same choices: the same lists of legal moves, in the same order, and the same scores."""
    pyspiel = pytest.importorskip("pyspiel")
    rules, other = load(RULESET, players), pyspiel.load_game(f"crazy_eights(players={players})")
    for number in range(30):
        game, chance = Game(rules, f"1:{number}"), Stream(2, number)
        start = game.position()
        dealer = rules.program.names.index(start["state"]["dealer"])
        hands = [list(map(card, start["zones"][f"hand of {name}"])) for name in rules.program.names]
        state = other.new_initial_state()
        state.apply_action(DEALER + dealer)
        for turn in range(len(hands[0]) * players):
            state.apply_action(hands[(dealer + 1 + turn) % players][turn // players])
        state.apply_action(card(start["zones"]["discard"][0]))
        while game.to_act:
            seat = game.to_act[0]
            moves = game.legal_moves(seat)
            actions = [action(str(move)) for move in moves]
            assert (seat, actions) == (state.current_player(), state.legal_actions())
            index = chance.below(len(moves))
            stock = game.position()["zones"]["stock"]
            game.play(seat, moves[index])
            state.apply_action(actions[index])
            if actions[index] == DRAW:
                state.apply_action(card(stock[-1]))
        assert state.is_terminal()
        assert game.outcome is not None
        assert [float(score[0]) for score in game.outcome.scores] == state.returns()


def test_it_is_the_game_by_hand(tmp_path: Path) -> None:
    """As long on average, as many points, and as often without an empty hand, by chance of other numbers."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no compiler of C")
    made = tmp_path / "eights"
    subprocess.run([compiler, "-O1", "-o", str(made), str(BENCHMARKS / "by_hand" / "crazy_eights.c")], check=True)
    words = [str(made), "4", "0.01", "1"]
    told = subprocess.run(words, check=True, capture_output=True, encoding="ascii", timeout=60).stdout.split()
    games, *sums = map(int, told[:4])
    played = [game for game in playouts(compiled(load(RULESET, 4), "python"), 1, 0, 400) if isinstance(game, Played)]
    assert len(played) == 400
    scores = [[score[0] for score in game.outcome.scores] for game in played]
    measures = [
        [game.outcome.decisions for game in played],
        [sum(each) for each in scores],
        [int(max(each) < 0) for each in scores],
    ]
    for sum_of_many, few in zip(sums, measures, strict=True):
        assert abs(fmean(few) - sum_of_many / games) < 4 * stdev(few) / 20
