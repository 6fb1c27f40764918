"""A `must` over large hands: what the search settles, and what it says where it settles nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import Game, RulesFault, load
from croupier.base import effort, limits
from croupier.base.effort import TooMuch
from croupier.fast import FastGame, OutOfRange, compiled
from croupier.players.greedy import Greedy
from croupier.seat.foresight import Foresight
from croupier.table.catalogue import find
from croupier.workbench.scenarios import run_scenarios
from tests.lowering.alongside import first_difference

WHOLE_PILE = Path(__file__).with_name("whole-pile.yaml")
WITHIN_REACH = {
    "turn": "P1",
    "step": "draw",
    "zones": {
        "hand of P1": ["JC", "KD", "3D", "5H", "6S", "10C", "10S", "2C", "2D", "2H", "7C", "7D", "8H"],
        "hand of P2": ["9C", "4C"],
        "table": ["8C 8D joker", "AD 2D 3D", "6H 7H 8H", "4S 5S 6S", "7S 8S 9S", "9C 10C JC", "10D JD QD"],
        "discard": ["2H", "3H", "JH"],
    },
    "state": {"opened of P1": "yes", "opened of P2": "yes", "dealer": "P2"},
    "rest": "stock",
}
"""The joker has to be swapped for the 8 to lay the jack."""


@pytest.mark.costly
def test_few_positions_settle_what_is_owed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that needs a joker out of reach is hopeless at once; a way to lay one is found soon, with 34 cards too."""
    monkeypatch.setattr(limits, "MOST_POSITIONS", 2_000)
    results = {result.name: result.failure for result in run_scenarios(find(str(WHOLE_PILE), ()))}
    assert len(results) == 7
    assert set(results.values()) == {""}


@pytest.mark.parametrize("what", ["positions", "work"])
def test_the_fault_names_the_must_the_move_and_the_hand(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Both bounds of a search are told alike, and where the `must` is written."""
    game = Game.at(load(str(WHOLE_PILE), 2), WITHIN_REACH)
    monkeypatch.setattr(limits, "MOST_POSITIONS", 0)
    if what == "work":
        monkeypatch.setattr(limits, "MOST_POSITIONS", 1_000)
        monkeypatch.setattr(effort, "BUDGET", 3_000)
    with pytest.raises(RulesFault, match=r"`must` of turn after draw_\w+") as told:
        game.legal_moves(game.to_act[0])
    bound = "within 0 positions" if what == "positions" else "within the computation limit of one decision"
    assert bound in told.value.problem
    assert "hand: " in told.value.problem
    assert "none of hand where owed" in told.value.problem
    assert told.value.path == "play.round.turn.must.a_card_thrown"
    assert told.value.where is not None
    assert told.value.where.file.endswith("rami.yaml")


def test_too_many_ways_to_choose_are_told_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who may choose too many things at once hears which, and how to bound it."""
    game = Game(load(str(WHOLE_PILE), 2), "0:1")
    game.play(game.to_act[0], "draw_stock")
    monkeypatch.setattr(effort, "BUDGET", 200)
    with pytest.raises(TooMuch, match=r"computing the ways to choose melds takes too long .* `1..3 of`") as told:
        game.legal_moves(game.to_act[0])
    assert told.value.path == "moves.open.choose.melds"


@pytest.mark.slow
def test_both_engines_agree_on_large_hands() -> None:
    """Decision by decision, through hands of thirty cards."""
    rules = load(str(WHOLE_PILE), 2)
    assert first_difference(rules, compiled(rules, "python"), "0:1", 260, 10) is None


@pytest.mark.costly
def test_both_engines_come_to_a_bound_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled rules settle nothing at their bound: they leave the decision to the reference, which has the fault."""
    monkeypatch.setattr(limits, "MOST_POSITIONS", 0)
    rules = load(str(WHOLE_PILE), 2)
    game = Game.at(rules, WITHIN_REACH)
    with pytest.raises(OutOfRange) as left:
        FastGame(compiled(rules, "python"), game)
    with pytest.raises(RulesFault, match="cannot determine within 0 positions"):
        left.value.game.legal_moves(0)


MANY_WAYS = "AC AC AD AH 2D 2D 2H 3D 3H 4C 4D 4H 4H 5C 5C 5H 5S 7C 7H 10C 10C 10H JD JH QC QC KS KS joker joker"
"""Thirty cards that can open in some eleven thousand ways."""
MANY_TO_JUDGE = (
    "AD 2C 2H 2H 2S 3C 3D 3H 3S 4H 4H 5D 5H 5H 7C 7H 8S 9D 9S 10D 10S JC JD JH JH JS JS QC QS KC KC KD KD 9H"
)
"""Hundreds of ways to open, after each of which it is asked whether the nine can still be laid."""
LAID = ["6C 6D 6H 6S", "10C 10D 10H", "AD 2D 3D 4D 5D 6D", "QH KH AH", "5S joker(6S) 7S 8S 9S", "joker(6C) 7C 8C"]


def _with_the_pile(cards: str, table: list[str]) -> Game:
    """Return a game in which a player who has not opened has just taken the pile."""
    held = cards.split()
    zones = {"hand of P1": held[:-6], "hand of P2": ["8C"], "table": table, "discard": held[-6:]}
    state = {"opened of P2": "yes", "dealer": "P2"}
    game = Game.at(
        load(str(WHOLE_PILE), 2), {"turn": "P1", "step": "draw", "zones": zones, "state": state, "rest": "stock"}
    )
    game.play(0, "draw_pile")
    return game


@pytest.mark.costly
@pytest.mark.parametrize(
    ("cards", "table", "budget", "ways"), [(MANY_WAYS, [], 1_000_000, 11_091), (MANY_TO_JUDGE, LAID, 2_000_000, 560)]
)
def test_the_moves_of_a_large_hand_are_found_with_little_work(
    monkeypatch: pytest.MonkeyPatch, cards: str, table: list[str], budget: int, ways: int
) -> None:
    """Groups that no cards are left for are not begun, and what a card may join is not listed for every hand anew."""
    game = _with_the_pile(cards, table)
    monkeypatch.setattr(effort, "BUDGET", budget)
    moves = game.legal_moves(0)
    assert len(moves) == ways


def test_a_player_who_looks_ahead_is_shown_the_first_moves_alone() -> None:
    """Who looks at sixty moves waits for no more to be judged."""
    game = Game.at(load(str(WHOLE_PILE), 2), WITHIN_REACH)
    offer = game.offer(0)
    index = next(at for at, move in enumerate(offer.moves) if str(move).startswith("draw_pile"))
    every, first = offer.after(index).follow(), offer.after(index).follow(most=1)
    assert every is not None
    assert first is not None
    assert len(every.moves) > 1
    assert list(first.moves) == list(every.moves)[:1]


@pytest.mark.costly
def test_a_hand_too_large_to_arrange_counts_as_left_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who looks ahead goes on where the best split of a hand takes more than can be worked out."""

    def give_up(*_: object) -> None:
        raise TooMuch("too much")

    monkeypatch.setattr(Foresight, "_promise", give_up)
    game = Game.at(load(str(WHOLE_PILE), 2), WITHIN_REACH)
    offer = game.offer(0)
    come = offer.after(next(at for at, move in enumerate(offer.moves) if str(move).startswith("draw_pile")))
    assert come.left == come.spare == come.held == 16
    assert str(Greedy(1, 0, 0).choose(offer)) in {str(move) for move in offer.moves}
