"""Decks of cards: well-known ones, and the notation of every kind."""

from __future__ import annotations

from itertools import product

from croupier_dsl.ir import PART

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("clubs", "diamonds", "hearts", "spades")
JOKER = "joker"
JOKERS_IN_A_PACK = 2

DECKS: dict[str, dict[str, tuple[str, ...]]] = {
    "french52": {"rank": RANKS, "suit": SUITS},
    "french54": {"rank": (*RANKS, JOKER), "suit": SUITS},
}
"""The decks that a ruleset can name: by name, their attributes with the values of each."""

KindValues = tuple[str | None, ...]


def kinds(attributes: dict[str, tuple[str, ...]], deck: str | None) -> list[tuple[str, KindValues]]:
    """Return every kind as (notation, its values), the first attribute varying slowest."""
    if deck == "french54":
        regular: list[KindValues] = [
            (rank, suit) for rank, suit in _in_order(attributes, "rank", "suit") if rank != JOKER
        ]
        return [*((_notation(attributes, values), values) for values in regular), (JOKER, (JOKER, None))]
    return [(_notation(attributes, values), values) for values in product(*attributes.values())]


def kinds_of_parts(
    attributes: dict[str, tuple[str, ...]], parts: dict[str, tuple[dict[str, tuple[str, ...]], str | None]]
) -> list[tuple[str, KindValues]]:
    """Return every kind of several parts as (notation, its values of all attributes), part by part.

    `parts`: by name, a part's own attributes with their values, and its deck, if it is one that everybody knows. Kinds
    lack the attributes that their part does not have. A kind that is written as one of another part is has the name of
    its part before it.
    """
    listed = [(name, own, *kind) for name, (own, deck) in parts.items() for kind in kinds(own, deck)]
    written: dict[str, set[str]] = {}
    for name, _, notation, _ in listed:
        written.setdefault(notation, set()).add(name)
    found: list[tuple[str, KindValues]] = []
    for name, own, notation, values in listed:
        by_name = {**dict(zip(own, values, strict=True)), PART: name}
        alone = notation if len(written[notation]) == 1 else f"{name}_{notation}"
        found.append((alone, tuple(by_name.get(attribute) for attribute in attributes)))
    return found


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
