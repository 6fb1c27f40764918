"""Games of tricks as OpenSpiel has them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, permutations

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


def _left_of_dealer(position: Position, players: int = 4) -> int:
    return int(position["names"].index(position["state"]["dealer"]) + 1) % players


def _spades(more: str = "", **options: object) -> Pair:
    """The cards go round from who bids first, suit by suit in the pack there."""

    def number(told: str) -> int:
        return 13 * "CDHS".index(told[-1]) + RANKS.index(told[:-1])

    def action(move: str, _: Position) -> list[list[int]]:
        name, _, chosen = move.partition("=")
        return [[BID + int(chosen) if name.startswith("bid") else number(chosen)]]

    def dealt(start: Position) -> Iterable[int]:
        first = _left_of_dealer(start)
        hands = [zone(start, "hand", (first + turn) % 4) for turn in range(4)]
        return [number(hand[turn]) for turn in range(13) for hand in hands]

    def rather_low(move: str, _: Position, __: int) -> int:
        """Bids that can be made, of nought too."""
        return int(move.removeprefix("bid number=") in "01234")

    return Pair(
        name=f"Spades{more}",
        ruleset="tricks/spades.yaml",
        spiel="spades",
        players=4,
        actions=action,
        dealt=dealt,
        first=_left_of_dealer,
        prefers=rather_low,
        preset="openspiel",
        options=options,
    )


SUITS = ["clubs", "diamonds", "hearts", "spades"]
PASS, TRUMP, ALONE, TOGETHER = 24, 25, 29, 30


def _euchre(more: str = "", **options: object) -> Pair:
    def number(told: str) -> int:
        return 4 * RANKS[7:].index(told[:-1]) + "CDHS".index(told[-1])

    def action(move: str, before: Position) -> list[list[int]]:
        name, *chosen = move.split()
        if name == "order_up":
            return [[TRUMP + "CDHS".index(zone(before, "turned")[0][-1])]]
        if name == "name_trump":
            return [[TRUMP + SUITS.index(chosen[0].removeprefix("called="))]]
        if name in ("throw_away", "play_card"):
            return [[number(chosen[0].removeprefix("card="))]]
        return [[{"alone": ALONE, "together": TOGETHER}.get(name.rpartition("_")[2], PASS)]]

    def dealt(start: Position) -> Iterable[int]:
        dealer = start["names"].index(start["state"]["dealer"])
        hands = [zone(start, "hand", (dealer + turn) % 4) for turn in range(4)]
        cards = [number(hand[turn]) for turn in range(5) for hand in hands]
        return [dealer, *cards, number(zone(start, "turned")[0])]

    return Pair(
        name=f"Euchre{more}",
        ruleset="tricks/euchre.yaml",
        spiel=f"euchre({more.strip()})",
        players=4,
        actions=action,
        dealt=dealt,
        returns=lambda scores, _: [score - scores[seat - 1] for seat, score in enumerate(scores)],
        preset="openspiel",
        options=options,
    )


CALLS = ["pass", "double", "redouble"]
FIRST_BID = 55


def _bridge(dealer: int = 0, dealers_side: bool = False, other_side: bool = False) -> Pair:
    """Random auctions end high and doubled; those that stay low, and are made, come of preferring so."""
    exposed = ["nobody", "dealers_side", "other_side", "everybody"][dealers_side + 2 * other_side]
    more = f"dealer={dealer},dealer_vul={dealers_side},non_dealer_vul={other_side}"

    def number(told: str) -> int:
        return 4 * RANKS.index(told[:-1]) + "CDHS".index(told[-1])

    def action(move: str, _: Position) -> list[list[int]]:
        name, *chosen = move.split()
        told = [each.partition("=")[2] for each in chosen]
        if name in CALLS:
            return [[BID + CALLS.index(name)]]
        if name == "play_card":
            return [[number(told[0])]]
        denomination = SUITS.index(told[1]) if name == "bid" else 4
        return [[FIRST_BID + 5 * (int(told[0]) - 1) + denomination]]

    def first(start: Position) -> int:
        return int(start["names"].index(start["state"]["dealer"]) - dealer) % 4

    def dealt(start: Position) -> Iterable[int]:
        hands = [zone(start, "hand", (first(start) + turn) % 4) for turn in range(4)]
        return [number(hand[turn]) for turn in range(13) for hand in hands]

    def low_bids(move: str, before: Position, seat: int) -> int:
        """One side bids low, and gets tricks: the others do not bid, and throw away high cards."""
        if not move.startswith("play_card"):
            return int(move == "pass" or (move.startswith("bid") and "level=1" in move and seat % 2 == 0))
        height = RANKS.index(move.partition("=")[2][:-1])
        return height if seat % 2 == 0 else -height

    return Pair(
        name=f"Bridge {more}",
        ruleset="tricks/bridge.yaml",
        spiel=f"bridge(use_double_dummy_result=false,{more})",
        players=4,
        actions=action,
        dealt=dealt,
        first=first,
        returns=lambda scores, _: [score - scores[seat - 1] for seat, score in enumerate(scores)],
        prefers=low_bids,
        preset="openspiel",
        options={"vulnerable": exposed},
    )


def _skat() -> Pair:
    """Two cards are laid away one after the other there."""
    names = ["pass", "diamonds", "hearts", "spades", "clubs", "play_grand", "play_null"]
    ranks = ["7", "8", "9", "Q", "K", "10", "A", "J"]

    def number(told: str) -> int:
        return 8 * "DHSC".index(told[-1]) + ranks.index(told[:-1])

    def action(move: str, _: Position) -> Iterable[Sequence[int]]:
        name, *chosen = move.split()
        if name == "play_suit":
            name = chosen[0].removeprefix("called=")
        if name in names:
            return [[32 + names.index(name)]]
        return permutations([number(told.rpartition("=")[2]) for told in chosen])

    def dealt(start: Position) -> Iterable[int]:
        hands = [zone(start, "hand", (_left_of_dealer(start, 3) + turn) % 3) for turn in range(3)]
        rounds = [hand[first:last] for first, last in ((0, 3), (3, 7), (7, 10)) for hand in hands]
        return map(number, [*chain(*rounds[:3]), *zone(start, "skat"), *chain(*rounds[3:])])

    def returns(_: list[float], last: Position) -> list[float]:
        """How far from sixty points the declarer is, of sixty; a null game counts as ninety or thirty."""
        state, names = last["state"], last["names"]
        if state["bidder"] == "none":
            return [0, 0, 0]
        declarer = names.index(state["bidder"])
        worth = {"7": 0, "8": 0, "9": 0, "J": 2, "Q": 3, "K": 4, "10": 10, "A": 11}
        taken = sum(worth[told[:-1]] for told in zone(last, "won", declarer) + zone(last, "skat"))
        if state["contract"] == "null_game":
            taken = 30 if zone(last, "won", declarer) else 90
        return [(taken - 60) / (120 if seat == declarer else -240) for seat in range(3)]

    def low_and_null(move: str, before: Position, seat: int) -> int:
        """The declarer tries to take no trick, in half of the games with a null to keep."""
        if move.startswith("play_card"):
            low = -ranks.index(move.partition("=")[2][:-1])
            return low if before["names"][seat] == before["state"]["bidder"] else -low
        return int(move.startswith("play_null"))

    return Pair(
        name="Skat",
        ruleset="tricks/skat.yaml",
        spiel="skat",
        players=3,
        actions=action,
        dealt=dealt,
        first=lambda start: _left_of_dealer(start, 3),
        returns=returns,
        prefers=low_and_null,
        preset="openspiel",
    )


PAIRS = [
    _skat(),
    _bridge(),
    _bridge(1, dealers_side=True),
    _bridge(2, other_side=True),
    _spades(),
    _euchre(),
    _euchre(" stick_the_dealer=False", dealer_must_name=False),
    _euchre(" allow_lone_defender=True", lone_defender="always"),
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
