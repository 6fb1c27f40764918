"""Games of tricks as OpenSpiel has them."""

from __future__ import annotations

from collections.abc import Iterable

from .alongside import Pair, Position, zone

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
BID = 52


def card(told: str) -> int:
    return 4 * RANKS.index(told[:-1]) + "CDSH".index(told[-1])


def _oh_hell(players: int, tricks: int, more: str = "", **options: object) -> Pair:
    def action(move: str, _: Position) -> list[list[int]]:
        chosen = move.split("=")[1]
        return [[BID + int(chosen) if move.startswith("make_bid") else card(chosen)]]

    def dealt(start: Position) -> Iterable[int]:
        hands = [zone(start, "hand", seat) for seat in range(players)]
        dealer = start["names"].index(start["state"]["dealer"])
        cards = [card(hand[turn]) for turn in range(tricks) for hand in hands]
        return [tricks, dealer, *cards, card(zone(start, "turned")[0])]

    return Pair(
        name=f"Oh Hell with {players}, {tricks} tricks{more}",
        ruleset="tricks/oh-hell.yaml",
        spiel=f"oh_hell(players={players},num_tricks_fixed={tricks}{more})",
        players=players,
        actions=action,
        dealt=dealt,
        preset="openspiel",
        options={"most_cards": tricks, **options},
    )


PAIRS = [
    _oh_hell(3, 17),
    _oh_hell(4, 5),
    _oh_hell(5, 1),
    _oh_hell(7, 7, ",off_bid_penalty=True", scoring="misses_cost"),
]
