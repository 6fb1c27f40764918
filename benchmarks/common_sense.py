"""A few lines of common sense for each of the printed games, as players to measure others by.

`--seat 1=common_sense:Drei` takes one where this folder is the one that a command is given in. They know their game,
which nothing in croupier does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.base.moves import Move
from croupier.players import Greedy
from croupier.seat.views import Offer

if TYPE_CHECKING:
    from croupier.players.greedy import Worth, _Tried

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
HIGH = {"A": 11, "J": 10, "Q": 10, "K": 10}


class Sensible:
    """Has a stream of nothing: what it does follows from what it sees."""

    def __init__(self, seed: int, game: int, seat: int) -> None:
        self.seat = seat

    def own(self, offer: Offer, zone: str) -> list[str]:
        return [card or "" for card in offer.view.cards(f"{zone} of {offer.view.seats[offer.seat]}")]


class Drei(Sensible):
    """Keeps low numbers to be rid of first, plays the lowest that goes, several together, and special cards last."""

    def choose(self, offer: Offer) -> Move:
        def worth(move: Move) -> tuple[int, int, int]:
            if move.name == "arrange":
                cards = move.value("kept").split()
                return (0, sum(int(card) if card.isdigit() else 20 for card in cards), 0)
            if move.name != "play":
                return (2 if move.name == "pick_up" else 1, 0, 0)
            cards = move.value("cards").split()
            special = sum(not card.isdigit() for card in cards)
            value = move.value("value")
            return (0, 100 * special + (int(value) if value.isdigit() else 50), -len(cards))

        return min(offer.moves, key=worth)


class Trio(Sensible):
    """Asks for the lowest or highest of what it holds twice, then for what others may hold; else turns up a card."""

    def choose(self, offer: Offer) -> Move:
        hand = [int(card) for card in self.own(offer, "hand") if card.isdigit()]
        me = offer.view.seats[offer.seat]
        twice = {number for number in hand if hand.count(number) > 1}

        def worth(move: Move) -> tuple[bool, bool, int]:
            if not hand or not move.name.startswith("reveal"):
                return (False, move.name == "flip", 0)
            lowest = move.name == "reveal_lowest"
            number = min(hand) if lowest else max(hand)
            if move.value("who") == me:
                return (number in twice, True, 1)
            return (False, False, number if not lowest else 13 - number)

        return max(offer.moves, key=worth)


class ThreeThirteen(Sensible):
    """Goes out when it can, takes a discard that makes a pair or is wild, throws away what is dear and alone."""

    def choose(self, offer: Offer) -> Move:
        moves = {str(move): move for move in offer.moves}
        out = [move for move in offer.moves if move.name == "go_out"]
        if out:
            return out[0]
        wild = RANKS[next(count for name, count, _ in offer.view.stages if name == "round") + 1]
        hand = [card[:-1] for card in self.own(offer, "hand")]
        if "draw_stock" in moves:
            top = [str(card)[:-1] for card in offer.view.cards("discard")[-1:]]
            wanted = "draw_discard" if top and (top[0] == wild or top[0] in hand) else "draw_stock"
            return moves.get(wanted, moves["draw_stock"])

        def worth(move: Move) -> tuple[bool, int, int]:
            rank = move.value("card")[:-1]
            return (rank == wild, hand.count(rank), -RANKS.index(rank))

        return min((move for move in offer.moves if move.name == "throw_away"), key=worth, default=offer.moves[0])


class Rami(Sensible):
    """Lays what can be laid, as much as there is, and throws away what is dear and goes with nothing."""

    ORDER = ("lay_all", "open", "lay_meld", "lay_off", "swap_joker", "draw_discard", "draw_stock")

    def choose(self, offer: Offer) -> Move:
        for name in self.ORDER:
            found = [move for move in offer.moves if move.name == name]
            if found and name != "draw_discard":
                return max(found, key=lambda move: len(str(move).split()))
        thrown = [move for move in offer.moves if move.name == "throw_away"]
        hand = self.own(offer, "hand")

        def use(card: str) -> tuple[bool, int, int]:
            if card == "joker":
                return (True, 0, 0)
            rank, suit = card[:-1], card[-1]
            at = RANKS.index(rank)
            near = [RANKS[other] + suit for other in (at - 2, at - 1, at + 1, at + 2) if 0 <= other < 13]
            like = [other for other in hand if other != card and other != "joker" and other[:-1] == rank]
            return (False, len(like) + sum(other in hand for other in near), -HIGH.get(rank, at + 1))

        return min(thrown, key=lambda move: use(move.value("card")), default=offer.moves[0])


class Plain(Greedy):
    """Greedy without its habits: a wild card that waits for a combo costs what it costs, and of what use cards are
    counts for nothing. It knows no game."""

    def _worth(self, tried: _Tried) -> Worth:
        if tried.later:
            return max(self._worth(each) for each in tried.later)
        after = tried.after
        return (after.score or 0, -after.left, after.won, -after.held, 0)
