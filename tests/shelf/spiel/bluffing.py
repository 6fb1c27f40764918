"""Liar's Cards beside the liar's dice of OpenSpiel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .alongside import Pair, Position, zone


def _liar(each: int, rule: str, **options: object) -> Pair:
    def action(move: str, _: Position) -> Iterable[Sequence[int]]:
        name, *chosen = move.split()
        if name == "doubt":
            return [[2 * each * 6]]
        count, value = (int(told.split("=")[1]) - 1 for told in chosen)
        return [[count * 6 + value if rule == "reset-face" else value * 2 * each + count]]

    def dealt(start: Position) -> list[int]:
        first = _first(start)
        return [int(told) - 1 for seat in (first, 1 - first) for told in zone(start, "hand", seat)]

    return Pair(
        name=f"Liar's Cards, {each} each, {rule}",
        ruleset="showdown/liars-cards.yaml",
        spiel=f"liars_dice(numdice={each},bidding_rule={rule})",
        players=2,
        actions=action,
        dealt=dealt,
        first=_first,
        returns=lambda scores, _: [scores[0] - scores[1], scores[1] - scores[0]],
        prefers=_low,
        preset="openspiel",
        options={"cards_each": each, **options},
    )


def _first(position: Position) -> int:
    return int(position["names"].index(position["state"]["beginner"]))


def _low(move: str, _: Position, __: int) -> int:
    """Bid as little as possible, so that there are several bids."""
    if move == "doubt":
        return -30
    count, value = (int(told.split("=")[1]) for told in move.split()[1:])
    return -(count * count + value)


PAIRS = [_liar(1, "reset-face"), _liar(3, "reset-face"), _liar(2, "reset-quantity", raising="value_first")]
