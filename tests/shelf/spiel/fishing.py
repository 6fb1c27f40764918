"""Games of asking as OpenSpiel has them: it tells cards by their ranks alone."""

from __future__ import annotations

from collections.abc import Iterable

from .alongside import Pair, Position, zone

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def _left_of_dealer(position: Position) -> int:
    names = position["names"]
    return (int(names.index(position["state"]["dealer"])) + 1) % len(names)


def _rank(told: str) -> int:
    return RANKS.index(told[:-1])


def _go_fish(players: int, more: str = "", **options: object) -> Pair:
    hand_size = 7 if players == 2 else 5

    def action(move: str, position: Position) -> list[list[int]]:
        wanted, who = (part.split("=")[1] for part in move.split()[1:])
        target = (position["names"].index(who) - _left_of_dealer(position)) % players
        return [[13 * target + RANKS.index(wanted)]]

    def dealt(start: Position) -> Iterable[int]:
        first = _left_of_dealer(start)
        return [_rank(told) for player in range(players) for told in zone(start, "hand", (first + player) % players)]

    def drawn(before: Position, after: Position) -> Iterable[int]:
        left = len(zone(after, "stock"))
        return [_rank(told) for told in zone(before, "stock")[: left - 1 if left else None : -1]]

    def returns(scores: list[float], _: Position) -> list[float]:
        best = scores.count(max(scores))
        if best == players:
            return [0.0] * players
        return [1 / best if score == max(scores) else -1 / (players - best) for score in scores]

    return Pair(
        name=f"Go Fish with {players}{more}",
        ruleset="fishing/go-fish.yaml",
        spiel=f"go_fish(players={players},initial_cards={hand_size}{more})",
        players=players,
        actions=action,
        dealt=dealt,
        drawn=drawn,
        first=_left_of_dealer,
        returns=returns,
        left_out=lambda start: any(zone(start, "books", seat) for seat in range(players)),
        options=options,
    )


PAIRS = [
    _go_fish(2),
    _go_fish(4),
    _go_fish(3, ",ask_after_empty_draw=False", empty_hand="draw_only"),
    _go_fish(3, ",end_on_first_out=True", ends="first_out"),
]
