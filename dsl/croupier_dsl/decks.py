"""Decks of cards: the ones everybody knows, and the notation of every kind."""

from __future__ import annotations

from itertools import product

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("clubs", "diamonds", "hearts", "spades")
JOKER = "joker"
JOKERS_IN_A_PACK = 2

DECKS: dict[str, dict[str, tuple[str, ...]]] = {
    "french52": {"rank": RANKS, "suit": SUITS},
    "french54": {"rank": (*RANKS, JOKER), "suit": SUITS},
}

KindValues = tuple[str | None, ...]


def kinds(attributes: dict[str, tuple[str, ...]], deck: str | None) -> list[tuple[str, KindValues]]:
    """Every kind as (notation, its values), the first attribute varying slowest."""
    if deck == "french54":
        regular: list[KindValues] = [
            (rank, suit) for rank, suit in _in_order(attributes, "rank", "suit") if rank != JOKER
        ]
        return [*((_notation(attributes, values), values) for values in regular), (JOKER, (JOKER, None))]
    return [(_notation(attributes, values), values) for values in product(*attributes.values())]


def _in_order(attributes: dict[str, tuple[str, ...]], *names: str) -> list[tuple[str, ...]]:
    return list(product(*(attributes[name] for name in names)))


def _notation(attributes: dict[str, tuple[str, ...]], values: KindValues) -> str:
    words = [value for value in values if value is not None]
    if set(attributes) == {"rank", "suit"} and len(words) == 2:
        by_name = dict(zip(attributes, words, strict=True))
        initials = [suit[0].upper() for suit in attributes["suit"]]
        if len(set(initials)) == len(initials):
            return by_name["rank"] + by_name["suit"][0].upper()
    return "_".join(words)
