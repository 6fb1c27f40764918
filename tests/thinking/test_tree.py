"""The tree behind a move: what is hardly known of a place is not held against it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest

from croupier import load
from croupier.seat.outcome import Outcome, ranked
from croupier.table.game import Game
from croupier.thinking.search import horizon
from croupier.thinking.tree import Board, Tree
from croupier.thinking.worth import Worth

DRAW, KEEP = 0, 1
CARDS = 20


class Drawing:
    """A board of one seat: to keep is worth 7 of 10. Who draws sees one of twenty cards and has ten answers to it: one,
    which a player would find, is worth all, the others nothing."""

    seat = 0
    at_once = False

    def __init__(self) -> None:
        self.card = 0
        self.score = 0

    def stand(self, game: Game, moves: int) -> int | None:
        raise AssertionError

    def begin(self, stand: int, index: int) -> int:
        self.card, self.score = stand % CARDS, 7
        return 10 if index == DRAW else 0

    def apply(self, index: int) -> int:
        self.score = 10 if index == self.card % 10 else 0
        return 0

    def choose(self, count: int) -> int:
        return self.card % 10

    def trusted(self, stand: int, count: int) -> int:
        raise AssertionError

    def sight(self, seat: int) -> int:
        return self.card

    def keys(self, count: int) -> Sequence[int]:
        return range(count)

    def rollout(self, count: int, seed: int) -> Outcome | None:
        return ranked(((self.score,),), (), "highest", 1, finished=True)


class Tenths:
    """Points are worth a tenth each."""

    def of(self, outcome: Outcome) -> list[float]:
        return [(outcome.scores[0][0] or 0) / 10]

    def shares(self, outcome: Outcome) -> list[float] | None:
        return None


def test_what_is_seen_by_chance_is_worth_what_a_player_makes_of_it() -> None:
    """Of 120 rollouts three lead to each card that may be drawn: too few to find the answer among ten by trying."""
    board: Board[int] = Drawing()
    tree = Tree(board, 0, cast("Worth", Tenths()), lambda number: number, 3)
    best, other = tree.search([DRAW, KEEP], KEEP, lambda done: done / 120)
    assert (best.index, other.index) == (DRAW, KEEP)
    assert best.mean > 0.9


@pytest.mark.costly
def test_a_game_is_played_on_to_the_next_deal() -> None:
    """That is a stage which shuffles before anybody decides; not one that goes round within a deal, nor one that
    shuffles what is left now and then."""
    expected = {
        "three-thirteen": "round", "belote": "deal", "scopa": "deal", "five-card-draw": "deal", "liars-cards": "round",
        "durak": None, "leduc-poker": None, "spite-and-malice": None, "switch": None, "trio": None,
    }  # fmt: skip
    assert {name: horizon(load(name).program) for name in expected} == expected


def test_who_wins_counts_where_nobody_has_lost() -> None:
    """Where the rules name losers, whoever is not among them has what there is to have; if nobody is, who has won by
    the score has it, and if that are all, all have come off alike."""
    worth = Worth(load("rami", players=3).program)

    def shares(scores: tuple[int, ...], losers: tuple[int, ...]) -> list[float] | None:
        return worth.shares(ranked(tuple((score,) for score in scores), losers, "lowest", 90, finished=True))

    assert shares((0, 520, 510), (1, 2)) == [1, 0, 0]
    assert shares((20, 30, 510), (2,)) == [1, 1, 0]
    assert shares((0, 40, 12), ()) == [1, 0, 0]
    assert shares((7, 40, 7), ()) == [0.5, 0, 0.5]
    assert shares((9, 9, 9), ()) == [0.5, 0.5, 0.5]
