"""Games of tricks as OpenSpiel has them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

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


ALL_POINTS = ["AC", "KC", "QC", "AD", "KD", "QD", "AH", "KH", "QH", "JH", "AS", "KS", "QS"]
"""Whoever is dealt this takes every trick, whatever is played."""


def _hearts(passing: str, dealt_first: Sequence[str] = (), **options: object) -> Pair:
    """The order in which cards are handed on is free there."""
    suits = "CDHS"
    names = {
        "points_in_first_trick": ("no_pts_on_first_trick", False),
        "first_lead": ("can_lead_any_club", True),
        "hearts_closed": ("must_break_hearts", False),
        "queen_opens": ("qs_breaks_hearts", False),
        "queen_spared": ("can_lead_hearts_instead_of_qs", True),
        "jack_of_diamonds": ("jd_bonus", True),
        "no_trick": ("avoid_all_tricks_bonus", True),
    }
    more = ",".join("{}={}".format(*names[name]) for name in options)

    def number(told: str) -> int:
        return 4 * RANKS.index(told[:-1]) + suits.index(told[-1])

    def action(move: str, _: Position) -> Iterable[Sequence[int]]:
        return permutations([number(told) for told in move.split("=")[1].split()])

    def dealt(start: Position) -> Iterable[int]:
        hands = [zone(start, "hand", seat) for seat in range(4)]
        direction = ["no_passing", "left", "across", "right"].index(passing)
        return [direction, *(number(hand[turn]) for turn in range(13) for hand in hands)]

    return Pair(
        name=f"Hearts, {passing} {more}{' all points' * bool(dealt_first)}",
        ruleset="tricks/hearts.yaml",
        spiel=f"hearts({more})",
        players=4,
        actions=action,
        dealt=dealt,
        returns=lambda scores, _: [26 - score for score in scores],
        preset="openspiel",
        options={"passing": passing, **options},
        chance=({"shuffle": "stock", "cards": dealt_first},) if dealt_first else (),
    )


PAIRS = [
    _oh_hell(3, 17),
    _oh_hell(4, 5),
    _oh_hell(5, 1),
    _oh_hell(7, 7, ",off_bid_penalty=True", scoring="misses_cost"),
    _hearts("left"),
    _hearts("across", queen_opens=False, queen_spared=True),
    _hearts("right", first_lead="any_club", points_in_first_trick=True),
    _hearts("no_passing", jack_of_diamonds=True, no_trick=True),
    _hearts("no_passing", hearts_closed=False),
    _hearts("no_passing", ALL_POINTS, no_trick=True),
]
