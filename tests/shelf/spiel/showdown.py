"""The games of the showdown as OpenSpiel has them: cards and moves there and here."""

from __future__ import annotations

from collections.abc import Iterable

from .alongside import Pair, Position, zone

SEVENTH = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def _opener(position: Position) -> int:
    seat: int = position["names"].index(position["state"]["opener"])
    return seat


def _kuhn(players: int) -> Pair:
    ranks = SEVENTH[-players - 1 :]

    def dealt(start: Position) -> Iterable[int]:
        first = _opener(start)
        return [ranks.index(zone(start, "hand", (first + player) % players)[0]) for player in range(players)]

    return Pair(
        name=f"Kuhn poker with {players}",
        ruleset="showdown/kuhn-poker.yaml",
        spiel=f"kuhn_poker(players={players})",
        players=players,
        actions=lambda move, _: [[{"check": 0, "fold": 0, "bet": 1, "call": 1}[move]]],
        dealt=dealt,
        first=_opener,
    )


def _leduc(players: int) -> Pair:
    ranks = SEVENTH[-players - 1 :]

    def card(told: str) -> int:
        return 2 * ranks.index(told[:-1]) + "HS".index(told[-1])

    def dealt(start: Position) -> Iterable[int]:
        first = _opener(start)
        return [card(zone(start, "hand", (first + player) % players)[0]) for player in range(players)]

    def drawn(before: Position, after: Position) -> Iterable[int]:
        return [card(board) for board in zone(after, "board") if not zone(before, "board")]

    def returns(scores: list[float], last: Position) -> list[float]:
        """There an odd chip is split."""
        stakes = [int(last["state"][f"stake of {name}"]) for name in last["names"]]
        chips = [score + stake for score, stake in zip(scores, stakes, strict=True)]
        pot, winners = sum(stakes), sum(won > 0 for won in chips)
        return [score + (pot / winners - won if won else 0) for score, won in zip(scores, chips, strict=True)]

    return Pair(
        name=f"Leduc poker with {players}",
        ruleset="showdown/leduc-poker.yaml",
        spiel=f"leduc_poker(players={players})",
        players=players,
        actions=lambda move, _: [[{"fold": 0, "check": 1, "call": 1, "raise": 2}[move]]],
        dealt=dealt,
        drawn=drawn,
        first=_opener,
        returns=returns,
    )


PAIRS = [*map(_kuhn, (2, 3, 5, 10)), *map(_leduc, (2, 3, 4, 10))]
