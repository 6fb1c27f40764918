"""Games against the bank as OpenSpiel has them."""

from __future__ import annotations

from collections.abc import Iterable

from .alongside import Pair, Position, zone

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
HIT, STAND = 0, 1


def card(told: str) -> int:
    return 13 * "CDHS".index(told[-1]) + RANKS.index(told[:-1])


def _dealt(start: Position) -> Iterable[int]:
    return [card(told) for told in zone(start, "hand of 1", 0) + zone(start, "house") + zone(start, "hole")]


def _drawn(before: Position, after: Position) -> Iterable[int]:
    """The player's card, then those of the house behind the one that lay hidden."""
    mine = [told for told in zone(after, "hand of 1", 0) if told not in zone(before, "hand of 1", 0)]
    return [card(told) for told in mine + zone(after, "house")[2:]]


PAIRS = [
    Pair(
        name="Blackjack",
        ruleset="showdown/blackjack.yaml",
        spiel="blackjack",
        players=1,
        actions=lambda move, _: [[{"hit": HIT, "stand": STAND}[move]]],
        dealt=_dealt,
        drawn=_drawn,
        returns=lambda scores, _: [score / 10 for score in scores],
        preset="openspiel",
    )
]
