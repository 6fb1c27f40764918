"""Cribbage as OpenSpiel has it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .alongside import Pair, Position, zone

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
TWO_CARDS, PASS = 52, 52 + 52 * 52
GAME, BONUS = 121, 1000


def card(told: str) -> int:
    return 13 * "CDHS".index(told[-1]) + RANKS.index(told[:-1])


def two(cards: Sequence[int]) -> int:
    """They are told by rank."""
    low, high = sorted(cards, key=lambda each: (each % 13, each))
    return TWO_CARDS + 52 * low + high


def _first(position: Position) -> int:
    """The seat of the first dealer; once the last crib is counted the deal has gone on, and no other has begun."""
    dealer = int(position["names"].index(position["state"]["dealer"]))
    passed_on = position["counts"]["deal"] - (not zone(position, "box"))
    return int((dealer - passed_on) % len(position["names"]))


def _cribbage(players: int) -> Pair:
    def action(move: str, _: Position) -> Iterable[Sequence[int]]:
        cards = [card(told) for told in move.split("=")[1].split()]
        return [[cards[0] if len(cards) == 1 else two(cards)]]

    def dealt(start: Position) -> list[int]:
        hands = [zone(start, "hand", (_first(start) + player) % players) for player in range(players)]
        return [card(told) for cards in (*hands, zone(start, "crib")) for told in cards]

    def drawn(before: Position, after: Position) -> list[int]:
        starter = zone(after, "starter")
        if starter:
            return [] if zone(before, "starter") else [card(starter[0])]
        return dealt(after) if zone(before, "starter") else []

    def returns(scores: list[float], over: Position) -> list[float]:
        """The first of those who are there wins, and at four the one across as well."""
        order = [(_first(over) + player) % players for player in range(players)]
        winner = next(seat for seat in order if scores[seat] >= GAME)
        winners = {winner, (winner + 2) % 4} if players == 4 else {winner}
        return [
            score + (BONUS / len(winners) if seat in winners else -BONUS / (players - len(winners)))
            for seat, score in enumerate(scores)
        ]

    return Pair(
        name=f"Cribbage with {players}",
        ruleset="classics/cribbage.yaml",
        spiel=f"cribbage(players={players})",
        players=players,
        actions=action,
        dealt=dealt,
        drawn=drawn,
        first=_first,
        returns=returns,
        passes=PASS,
        sample=1,
        preset="openspiel",
    )


PAIRS = [_cribbage(2), _cribbage(3), _cribbage(4)]
