"""Gin Rummy as OpenSpiel has it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from .alongside import Pair, Position, zone

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = "SCDH"
UPCARD, STOCK, PASS, KNOCK, MELDS = 52, 53, 54, 55, 56
WORDS = {"take_first": UPCARD, "draw_discard": UPCARD, "draw_stock": STOCK}


def card(told: str) -> int:
    return 13 * SUITS.index(told[-1]) + RANKS.index(told[:-1])


@cache
def melds() -> dict[frozenset[int], int]:
    """Sets of three, by the suit that is missing, and of four, rank by rank; then runs of three, four and five."""
    sets = [[13 * suit + rank for suit in range(4) if suit != out] for rank in range(13) for out in range(5)]
    starts = [(suit, length, rank) for length in (3, 4, 5) for suit in range(4) for rank in range(14 - length)]
    runs = [[13 * suit + rank + more for more in range(length)] for suit, length, rank in starts]
    return {frozenset(each): MELDS + number for number, each in enumerate(sets + runs)}


def _actions(move: str, _: Position) -> Iterable[Sequence[int]]:
    name, *chosen = move.split()
    if name in WORDS:
        return [[WORDS[name]]]
    if not chosen:  # decline, give_up, stop_laying, stop_adding
        return [[PASS]]
    cards = [card(told.split("=")[-1]) for told in chosen if not told.startswith("spot=")]
    if name == "lay_meld":
        return [[melds()[frozenset(cards)]]]
    return [[KNOCK, *cards] if name.startswith("knock") else cards]


def _left_of_dealer(position: Position) -> int:
    return 1 - int(position["names"].index(position["state"]["dealer"]))


def _dealt(start: Position) -> Iterable[int]:
    first = _left_of_dealer(start)
    return [card(told) for seat in (first, 1 - first) for told in zone(start, "hand", seat)] + [
        card(zone(start, "discard")[0])
    ]


def _drawn(before: Position, after: Position) -> Iterable[int]:
    left = len(zone(after, "stock"))
    return [card(told) for told in zone(before, "stock")[left:]]


def _gladly(move: str, before: Position, seat: int) -> int:
    """Knock and lay down; else throw away what goes with the fewest other cards."""
    name, *chosen = move.split()
    if name != "throw_away":
        return name not in ("decline", "give_up", "stop_laying", "stop_adding", "draw_stock") and 100
    mine = card(chosen[0].removeprefix("card="))
    others = [card(told) for told in zone(before, "hand", seat)]
    return -sum(mine % 13 == other % 13 or abs(mine - other) in (1, 2) for other in others)


def _gin(more: str = "", **options: object) -> Pair:
    return Pair(
        name=f"Gin Rummy {more}",
        ruleset="rummy/gin-rummy.yaml",
        spiel=f"gin_rummy({more})",
        players=2,
        actions=_actions,
        dealt=_dealt,
        drawn=_drawn,
        first=_left_of_dealer,
        returns=lambda scores, _: [scores[0] - scores[1], scores[1] - scores[0]],
        prefers=_gladly,
        preset="openspiel",
        options=options,
    )


PAIRS = [
    _gin(),
    _gin("oklahoma=True", knocking="by_first_card"),
]
