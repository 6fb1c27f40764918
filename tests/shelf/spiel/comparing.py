"""Games of comparing as OpenSpiel has them."""

from __future__ import annotations

from collections.abc import Iterable

from .alongside import Pair, Position, zone

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def _goofspiel(players: int, cards: int, order: str, returns: str, **options: object) -> Pair:
    def prizes(before: list[str], after: list[str]) -> Iterable[int]:
        """The one that is left is turned up by itself there."""
        return [RANKS.index(prize) for prize in after if prize not in before] if order == "shuffled" else ()

    def dealt(start: Position) -> Iterable[int]:
        return prizes([], zone(start, "prize"))

    def drawn(before: Position, after: Position) -> Iterable[int]:
        return prizes(zone(before, "prize"), zone(after, "prize")) if after["zones"]["prizes"] else ()

    def said(scores: list[float], _: Position) -> list[float]:
        if returns == "total_points":
            return scores
        if returns == "point_difference":
            return [score - sum(scores) / players for score in scores]
        best = scores.count(max(scores))
        if best == players:
            return [0.0] * players
        return [1 / best if score == max(scores) else -1 / (players - best) for score in scores]

    told = {"shuffled": "random"}.get(order, order)
    secret = options.get("bids") == "secret"
    return Pair(
        name=f"Goofspiel with {players}, {cards} cards {order}, {returns}{', secret bids' if secret else ''}",
        ruleset="comparing/goofspiel.yaml",
        spiel=f"goofspiel(players={players},num_cards={cards},points_order={told},returns_type={returns},imp_info={secret})",
        players=players,
        actions=lambda move, _: [[RANKS.index(move.removeprefix("bid_card card="))]],
        dealt=dealt,
        drawn=drawn,
        returns=said,
        last_is_forced=True,
        options={"suit_size": cards, "order": order, **options},
    )


PAIRS = [
    _goofspiel(2, 13, "shuffled", "win_loss"),
    _goofspiel(3, 13, "shuffled", "point_difference"),
    _goofspiel(5, 7, "shuffled", "win_loss"),
    _goofspiel(2, 5, "descending", "total_points"),
    _goofspiel(3, 6, "ascending", "total_points", bids="secret"),
]
