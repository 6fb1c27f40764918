"""Cards of a French pack as kinds, with sets and runs declared over them."""

from __future__ import annotations

from croupier.combos import Pattern, Solver, WildLimit

RANKS = "A23456789TJQK"
SUITS = "SHDC"
KINDS = 52
JOKERS = (52, 53)
FREE = WildLimit()
ONE = WildLimit(most=1)
FEWER = WildLimit(fewer_than_naturals=1)


def kind(text: str) -> int:
    """7S, 10H, QD, JK."""
    if text == "JK":
        return JOKERS[0]
    rank, suit = text[:-1].replace("10", "T"), text[-1]
    return SUITS.index(suit) * 13 + RANKS.index(rank)


def cards(text: str) -> list[int]:
    return [kind(word) for word in text.split()]


RANK_OF = (*(number % 13 for number in range(KINDS)), -1, -1)
SUIT_OF = (*(number // 13 for number in range(KINDS)), -1, -1)


def set_of(
    wilds: WildLimit = FREE, *, smallest: int = 3, largest: int | None = None, different: bool = False
) -> Pattern:
    return Pattern("set", RANK_OF, SUIT_OF if different else None, None, 0, smallest, largest, wilds)


def run_of(
    wilds: WildLimit = FREE,
    *,
    smallest: int = 3,
    largest: int | None = None,
    high_ace: bool = False,
    any_suit: bool = False,
    different: bool = False,
) -> Pattern:
    places = (*((0, 13) if high_ace and rank == 0 else (rank,) for rank in RANK_OF[:KINDS]), (), ())
    same = None if any_suit else SUIT_OF
    return Pattern("run", same, SUIT_OF if different else None, places, 13 + high_ace, smallest, largest, wilds)


def alike(smallest: int, wilds: WildLimit = FREE) -> Pattern:
    same = (*range(KINDS), -1, -1)
    return Pattern("alike", same, None, None, 0, smallest, smallest, wilds)


def points_of(ace: int = 1, joker: int = 0) -> tuple[int, ...]:
    return (*(ace if rank == 0 else min(rank + 1, 10) for rank in RANK_OF[:KINDS]), joker, joker)


def wild_rank(rank: str) -> frozenset[int]:
    return frozenset(number for number in range(KINDS) if RANKS[RANK_OF[number]] == rank.replace("10", "T"))


def sets_and_runs(wild: str, limit: WildLimit = FREE, *, high_ace: bool = False) -> Solver:
    """Sets and runs of three or more, with a wild rank."""
    return Solver([set_of(limit), run_of(limit, high_ace=high_ace)], points_of(15 if high_ace else 1), wild_rank(wild))
