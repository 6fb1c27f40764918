"""Games of shedding as OpenSpiel has them."""

from __future__ import annotations

from collections.abc import Iterable

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


PAIRS = [
    _eights(2),
    _eights(4),
    _eights(6),
    _eights(3, ",reshuffle=True", empty_stock="reshuffle"),
    _eights(4, ",max_draw_cards=1", draws="one"),
    _eights(4, ",use_special_cards=True,reshuffle=True", empty_stock="reshuffle", special_cards=True),
]
