"""Games of shedding as OpenSpiel has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from .alongside import Pair, Position, zone

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUITS = ["clubs", "diamonds", "hearts", "spades"]
DRAW, PASS, NOMINATE, DEALER = 52, 53, 54, 52


def card(told: str) -> int:
    return 4 * RANKS.index(told[:-1]) + "CDHS".index(told[-1])


def points(held: int) -> int:
    """What a card counts there: of those from 2 to 10 two more than its number in the pack, and not than its rank."""
    return 50 if held // 4 == RANKS.index("8") else 10 if held // 4 >= RANKS.index("J") else held + 2


def _actions(move: str, _: Position) -> list[list[int]]:
    name, _, chosen = move.partition(" ")
    if name == "lay":
        return [[card(chosen.removeprefix("card="))]]
    if name == "name_suit":
        return [[NOMINATE + SUITS.index(chosen.removeprefix("next_suit="))]]
    return [[PASS if name == "pass" else DRAW]]


def _eights(players: int, more: str = "", **options: object) -> Pair:
    def dealt(start: Position) -> Iterable[int]:
        dealer = start["names"].index(start["state"]["dealer"])
        hands = [zone(start, "hand", (dealer + 1 + seat) % players) for seat in range(players)]
        return [
            DEALER + dealer,
            *(card(hand[turn]) for turn in range(len(hands[0])) for hand in hands),
            card(zone(start, "discard")[0]),
        ]

    def drawn(before: Position, after: Position) -> Iterable[int]:
        """The cards that have come to one hand: from the top of the stock, and then in any order."""
        hands = [(zone(before, "hand", seat), zone(after, "hand", seat)) for seat in range(players)]
        for had, has in hands:
            new = list(has)
            for old in had:
                if old in new:
                    new.remove(old)
            if len(has) > len(had):
                return sorted(map(card, new), key=lambda it: -_place(it, zone(before, "stock")))
        return ()

    def _place(it: int, stock: list[str]) -> int:
        found = [place for place, told in enumerate(stock) if card(told) == it]
        return max(found, default=-1)

    def returns(scores: list[float], last: Position) -> list[float]:
        """Points of the cards that are left, as they are counted there."""
        return [-float(sum(points(card(told)) for told in zone(last, "hand", seat))) for seat in range(players)]

    return Pair(
        name=f"Crazy Eights with {players}{more}",
        ruleset="shedding/crazy-eights.yaml",
        spiel=f"crazy_eights(players={players}{more})",
        players=players,
        actions=_actions,
        dealt=dealt,
        drawn=drawn,
        returns=returns,
        preset="openspiel",
        options=options,
    )


HEIGHTS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "black_joker", "red_joker"]
TOLD = [*"3456789TJQKA2", "(BWJ)", "(CJ)"]
DEAL = 51


@cache
def _plays() -> dict[str, int]:
    """The actions of Dou Dizhu by how they are told there."""
    import pyspiel

    state = pyspiel.load_game("dou_dizhu").new_initial_state()
    return {state.action_to_string(0, action): action for action in range(4, 26_057)}


def landlord_action(cards: str) -> int:
    """Laying these cards; what runs in sequence is told first."""
    places = [HEIGHTS.index(told) for told in cards.split()]
    groups = 0
    while places[3 * groups : 3 * groups + 3] == [places[0] + groups] * 3:
        groups += 1
    told = "".join(TOLD[place] for place in sorted(places))
    if groups > 1 and len(places) > 3 * groups:
        parts = (places[: 3 * groups], sorted(places[3 * groups :]))
        told = "-".join("".join(TOLD[place] for place in part) for part in parts)
    return _plays()[told]


def _chain(held: Counter[str], first: int, length: int, each: int) -> bool:
    """May so many ranks from here, below the two, be held so often?"""
    return first + length <= 12 and all(held[rank] >= each for rank in HEIGHTS[first : first + length])


def _amiss(start: Position) -> bool:
    """What is not seen there: a chain from a rank of which one holds all four. What is seen wrongly: a bomb upon the
    rocket. What reads the same here: four triplets in sequence, and three with three cards beside them."""
    spare = zone(start, "spare")
    hands = [Counter(zone(start, "hand", seat) + spare) for seat in range(3)]
    fours = [[place for place, rank in enumerate(HEIGHTS) if held[rank] == 4] for held in hands]
    rocket = any(held["black_joker"] and held["red_joker"] for held in hands)
    return (
        (rocket and any(fours))
        or any(_chain(held, first, 4, 3) for held in hands for first in range(12))
        or any(
            _chain(held, first, length, each)
            for held, heads in zip(hands, fours, strict=True)
            for first in heads
            for length, each in ((5, 1), (3, 2), (2, 3))
        )
    )


def _landlord(name: str, dealt_first: str = "") -> Pair:
    """Cards are of a rank alone; there they have suits too, which are dealt out one after the other."""

    def action(move: str, _: Position) -> list[list[int]]:
        name, _, chosen = move.partition("=")
        if name == "bid number":
            return [[int(chosen)]]
        if name in ("pass", "leave_it"):
            return [[0]]
        return [[landlord_action(chosen)]]

    def dealt(start: Position) -> Iterable[int]:
        left = {rank: iter(range(place, 52, 13)) for place, rank in enumerate(HEIGHTS[:13])}
        left |= {"black_joker": iter([52]), "red_joker": iter([53])}
        hands = [zone(start, "hand", seat) for seat in range(3)]
        first = start["names"].index(start["state"]["first_bidder"])
        return [first, *(DEAL + next(left[hand[turn]]) for turn in range(17) for hand in hands)]

    def bids_and_many_cards(move: str, _: Position, __: int) -> int:
        return len(move.split())

    chance: tuple[object, ...] = ({"random": "P1"}, {"shuffle": "stock", "cards": dealt_first.split()})
    return Pair(
        name=f"Dou Dizhu{name}",
        ruleset="shedding/dou-dizhu.yaml",
        spiel="dou_dizhu",
        players=3,
        actions=action,
        dealt=dealt,
        prefers=bids_and_many_cards,
        left_out=_amiss,
        preset="openspiel",
        chance=chance if dealt_first else (),
    )


BOMBS = "3 5 7 2 2 2 2 A A A A 4 4 6 6 8 8 9 10 red_joker black_joker"
"""Behind the three cards that are left over two bombs in one hand, and no chain that begins with one of them."""
TRIPLETS = "K K A 3 3 3 4 4 4 5 5 5 7 7 9 9 9 J Q 2"

PAIRS = [
    _landlord(""),
    _landlord(" with bombs", BOMBS),
    _landlord(" with triplets in sequence", TRIPLETS),
    _eights(2),
    _eights(4),
    _eights(6),
    _eights(3, ",reshuffle=True", empty_stock="reshuffle"),
    _eights(4, ",max_draw_cards=1", draws="one"),
    _eights(4, ",use_special_cards=True,reshuffle=True", empty_stock="reshuffle", special_cards=True),
]
